// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <optional>
#include <span>
#include <string>
#include <string_view>

#include "morph/gltf/detail/findings.h"
#include "morph/gltf/import.h"

namespace morph::gltf::detail {

// The outermost layer of a file: plain JSON text, or a GLB container (glTF 2.0 §4.4), told apart by
// the magic number.

/// Views into the bytes of the file.
struct Container {
  std::string format;  ///< "gltf" or "glb"
  std::string_view json;
  std::optional<std::span<const std::byte>> binary;  ///< the BIN chunk
};

/// Errors: syntax, unsupported (another version of GLB), limit_exceeded (json_bytes).
Result<Container> open_container(std::span<const std::byte> bytes, const Limits& limits,
                                 Warnings& warnings);

}  // namespace morph::gltf::detail
