// SPDX-License-Identifier: MIT
#pragma once

#include <vector>

#include "morph/gltf/detail/document.h"
#include "morph/runtime/scene.h"

namespace morph::gltf::detail {

// Skins (glTF 2.0 §3.7.3); the joints of vertices are in import_joints.h. A skin that cannot be
// used stays as one without joints, with a warning. A node that cannot have its skin goes without,
// and shows its mesh as it was bound.

/// Errors: out_of_range for an accessor that does not exist, limit_exceeded. Indices of nodes are
/// Scene::create's to check.
Result<std::vector<Skin>> import_skins(const ImportContext& context);

/// Takes the skin away from nodes that cannot have it: without a mesh, with a mesh without joints
/// or one whose joints are not all there, or with a skin that could not be read. Warns of meshes
/// with joints on nodes without a skin.
void judge_skinned_nodes(const ImportContext& context, SceneParts& parts);

}  // namespace morph::gltf::detail
