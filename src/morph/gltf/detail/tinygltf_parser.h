// SPDX-License-Identifier: MIT
#pragma once

#include <tiny_gltf.h>
#include <string>

#include "morph/runtime/result.h"

namespace morph::gltf::detail {

/// Parses the structure of a glTF text that scan_json has passed and patched: no buffers, no
/// images, so that tinygltf never sees a byte of data, a URI or a file. Errors: syntax, where
/// tinygltf refuses it nevertheless; out_of_memory.
Result<tinygltf::Model> parse_structure(const std::string& text);

}  // namespace morph::gltf::detail
