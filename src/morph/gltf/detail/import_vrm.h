// SPDX-License-Identifier: MIT
#pragma once

#include <span>
#include <vector>

#include "morph/gltf/detail/document.h"
#include "morph/runtime/expression.h"
#include "morph/runtime/scene.h"

namespace morph::gltf::detail {

// Expressions of avatars: `expressions` of VRMC_vrm 1.0, or `blendShapeMaster` of VRM 0.x where a
// file has no VRMC_vrm. 0.x binds a mesh, which here means each node that shows it, and counts
// weights to 100; in both versions a weight may lie outside what the schema says, and is used as it
// is.

/// In the file's order. What is wrong is left out, with a warning.
/// Errors: limit_exceeded, for the binds of all expressions together.
///   nodes, meshes  already imported
Result<std::vector<Expression>> import_expressions(const ImportContext& context,
                                                   std::span<const Node> nodes,
                                                   std::span<const Mesh> meshes);

}  // namespace morph::gltf::detail
