// SPDX-License-Identifier: MIT
#pragma once

#include <cassert>
#include <cstddef>
#include <glm/mat4x4.hpp>
#include <glm/vec3.hpp>
#include <glm/vec4.hpp>
#include <limits>
#include <span>
#include <vector>

#include "morph/runtime/active_targets.h"
#include "morph/runtime/blend.h"
#include "morph/runtime/index.h"
#include "morph/runtime/pose.h"
#include "morph/runtime/scene.h"
#include "morph/runtime/skinning.h"

namespace morph {

// Where a pose's vertices are: the world-space vertices of all that a scene draws, and their box.
// Cameras and culling stand on it.

/// An axis-aligned box; empty until something is put into it.
struct Bounds {
  glm::vec3 min{std::numeric_limits<float>::infinity()};
  glm::vec3 max{-std::numeric_limits<float>::infinity()};

  [[nodiscard]] bool empty() const { return !(min.x <= max.x && min.y <= max.y && min.z <= max.z); }
  [[nodiscard]] glm::vec3 center() const { return 0.5f * min + 0.5f * max; }
  [[nodiscard]] glm::vec3 size() const { return max - min; }
  void add(const glm::vec3& point);
  void add(const Bounds& other);
};

/// Memory that is used again from call to call.
struct PosedScratch {
  std::vector<glm::vec3> positions;
  std::vector<glm::mat4> globals;
  std::vector<glm::mat4> joints;
  std::vector<ActiveTarget> active;
};

/// Calls visit(position) for the vertices that a scene draws in this pose: blended, then moved to
/// the world by their joints or their node; in drawing order, of each primitive every `step`-th.
/// Precondition (asserted): step > 0. Allocates only while the scratch memory grows.
template <class Visit>
void for_each_posed_vertex(const Scene& scene, Index scene_index, const Pose& pose,
                           PosedScratch& scratch, Visit&& visit, std::size_t step = 1) {
  assert(step > 0);
  scratch.globals.resize(scene.nodes().size());
  global_matrices(scene, pose, scratch.globals);
  for (const Index node : scene.nodes_of_scene(scene_index)) {
    const Mesh* mesh = scene.mesh_of(node);
    if (mesh == nullptr) continue;
    select_active_targets(pose.morph_weights(node), kAllTargets, scratch.active);
    const Skin* const skin = scene.skin_of(node);
    if (skin != nullptr) {
      scratch.joints.resize(skin->joints.size());
      joint_matrices(*skin, scratch.globals, scratch.joints);
    }
    for (const Primitive& primitive : mesh->primitives) {
      std::span<const glm::vec3> positions = primitive.positions;
      if (!scratch.active.empty()) {
        scratch.positions.resize(positions.size());
        blend_positions(primitive.morph_targets, positions, scratch.active, scratch.positions);
        positions = scratch.positions;
      }
      const bool skinned = skin != nullptr && !primitive.joint_sets.empty();
      for (std::size_t v = 0; v < positions.size(); v += step) {
        visit(skinned ? skinned_position(primitive, scratch.joints, v, positions[v])
                      : glm::vec3(scratch.globals[node] * glm::vec4(positions[v], 1.0f)));
      }
    }
  }
}

/// The world-space box of everything that a scene draws in this pose. Exact.
[[nodiscard]] Bounds pose_bounds(const Scene& scene, Index scene_index, const Pose& pose,
                                 PosedScratch& scratch);

}  // namespace morph
