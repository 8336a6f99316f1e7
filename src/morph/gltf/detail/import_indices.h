// SPDX-License-Identifier: MIT
#pragma once

#include <string>

#include "morph/gltf/detail/document.h"
#include "morph/runtime/mesh.h"

namespace morph::gltf::detail {

/// Reads the indices of a primitive whose vertices have been read; of a compressed one, which then
/// consists of triangles, those that were decoded (ImportContext::decoded).
/// An accessor of no indices takes the vertices away, because none would mean "unindexed".
/// Errors: out_of_range, invalid_value, limit_exceeded.
Result<void> read_indices(const ImportContext& context, const tinygltf::Primitive& primitive,
                          const std::string& where, Primitive& out);

}  // namespace morph::gltf::detail
