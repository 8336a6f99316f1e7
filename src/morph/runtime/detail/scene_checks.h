// SPDX-License-Identifier: MIT
#pragma once

#include "morph/runtime/scene.h"

namespace morph::detail {

// The checks behind Scene::create, one function for each kind of object. Each names the first value
// that is wrong by the JSON pointer that it has in a glTF file. They only read; every one relies on
// those before it having passed.

Result<void> check_materials(const SceneParts& parts);
Result<void> check_meshes(const SceneParts& parts);
Result<void> check_cameras(const SceneParts& parts);
Result<void> check_nodes(const SceneParts& parts);
Result<void> check_skins(const SceneParts& parts);

/// That each node with a skin has a mesh whose joints are among the skin's.
Result<void> check_skinned_nodes(const SceneParts& parts);

Result<void> check_scenes(const SceneParts& parts);

/// Derives each node's parent. Errors: invalid_value for a second parent, a loop, or a hierarchy
/// that is too deep.
///   order  replaced by all nodes, every parent before its children
Result<void> link_nodes(std::vector<Node>& nodes, std::vector<Index>& order);

/// Precondition: weights of the nodes have been resolved to [T].
Result<void> check_animations(const SceneParts& parts);

/// Precondition: as above.
Result<void> check_expressions(const SceneParts& parts);

}  // namespace morph::detail
