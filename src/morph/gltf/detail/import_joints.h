// SPDX-License-Identifier: MIT
#pragma once

#include <string>

#include "morph/gltf/detail/document.h"
#include "morph/runtime/mesh.h"

namespace morph::gltf::detail {

// The joints of vertices and their weights (glTF 2.0 §3.7.3.3). A pair of attributes that cannot be
// used is left out, with a warning.

/// Reads the pairs JOINTS_n, WEIGHTS_n of a primitive whose positions have been read, by rising n.
/// Errors: out_of_range for an accessor that does not exist, limit_exceeded.
Result<void> read_joint_sets(const ImportContext& context, const tinygltf::Primitive& primitive,
                             const std::string& where, Primitive& out);

/// Brings the joint weights of each vertex to a sum of 1 where they are further from it than
/// rounding explains, with one warning for the mesh (item 77). Negative weights are 0, also with
/// one warning. A vertex whose weights are all 0 follows its first joint. Joints of weight 0 are 0.
void normalize_joint_weights(const ImportContext& context, Index mesh, Mesh& out);

}  // namespace morph::gltf::detail
