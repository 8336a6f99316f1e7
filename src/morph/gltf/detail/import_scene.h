// SPDX-License-Identifier: MIT
#pragma once

#include <span>
#include <vector>

#include "morph/gltf/detail/document.h"
#include "morph/runtime/scene.h"

namespace morph::gltf::detail {

// Nodes and scenes (glTF 2.0 §3.5). References and the shape of the hierarchy are checked by
// Scene::create, with the same JSON pointers; here are only the numbers.

/// A transform that is not finite as float leaves its node at rest and without its mesh, with a
/// warning. Weights that do not fit the mesh are fitted, with a warning.
/// Errors: limit_exceeded, for the weights of all nodes together.
Result<std::vector<Node>> import_nodes(const ImportContext& context, std::span<const Mesh> meshes);

/// Errors: limit_exceeded, where many scenes could show many nodes.
Result<std::vector<SceneRoots>> import_scenes(const ImportContext& context);

/// kNoIndex where the file names none.
Index import_default_scene(const ImportContext& context);

}  // namespace morph::gltf::detail
