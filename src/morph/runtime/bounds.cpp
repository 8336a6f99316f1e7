// SPDX-License-Identifier: MIT
#include "morph/runtime/bounds.h"

#include <glm/common.hpp>

#include "morph/runtime/blend.h"

namespace morph {

void Bounds::add(const glm::vec3& point) {
  min = glm::min(min, point);
  max = glm::max(max, point);
}

void Bounds::add(const Bounds& other) {
  min = glm::min(min, other.min);
  max = glm::max(max, other.max);
}

Bounds pose_bounds(const Scene& scene, Index scene_index, const Pose& pose,
                   BoundsScratch& scratch) {
  scratch.globals.resize(scene.nodes().size());
  global_matrices(scene, pose, scratch.globals);
  Bounds bounds;
  for (const Index node : scene.nodes_of_scene(scene_index)) {
    const Mesh* mesh = scene.mesh_of(node);
    if (mesh == nullptr) continue;
    select_active_targets(pose.morph_weights(node), kAllTargets, scratch.active);
    for (const Primitive& primitive : mesh->primitives) {
      std::span<const glm::vec3> positions = primitive.positions;
      if (!scratch.active.empty()) {
        scratch.positions.resize(primitive.positions.size());
        blend_positions(primitive.morph_targets, primitive.positions, scratch.active,
                        scratch.positions);
        positions = scratch.positions;
      }
      for (const glm::vec3& position : positions) {
        bounds.add(glm::vec3(scratch.globals[node] * glm::vec4(position, 1.0f)));
      }
    }
  }
  return bounds;
}

}  // namespace morph
