// SPDX-License-Identifier: MIT
#pragma once

#include <span>
#include <vector>

#include "morph/gltf/detail/document.h"
#include "morph/runtime/animation.h"
#include "morph/runtime/scene.h"

namespace morph::gltf::detail {

/// Animations (glTF 2.0 §3.11, KHR_animation_pointer): one Track a sampler, shared by the channels
/// that name it. A channel that cannot be played is left out with a warning and the others stay;
/// one without a node is left out as the specification says; a pointer to the weights of a mesh
/// becomes a channel for each node that shows it. Samplers keep their indices: one that no channel
/// uses is a placeholder of one key. Errors: limit_exceeded only.
Result<std::vector<Animation>> import_animations(const ImportContext& context,
                                                 std::span<const Node> nodes,
                                                 std::span<const Mesh> meshes);

}  // namespace morph::gltf::detail
