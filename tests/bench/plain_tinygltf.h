// SPDX-License-Identifier: MIT
#pragma once

#include <memory>
#include <string>

namespace morph::bench {

/// A file as tinygltf loads it for anyone: structure and buffers, no image decoded. Null where it
/// refuses the file, and `error` says why.
[[nodiscard]] std::shared_ptr<void> load_with_tinygltf(const std::string& file, std::string& error);

}  // namespace morph::bench
