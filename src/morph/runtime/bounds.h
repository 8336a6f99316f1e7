// SPDX-License-Identifier: MIT
#pragma once

#include <glm/vec3.hpp>
#include <limits>
#include <vector>

#include "morph/runtime/active_targets.h"
#include "morph/runtime/index.h"
#include "morph/runtime/pose.h"
#include "morph/runtime/scene.h"

namespace morph {

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

/// Memory that pose_bounds uses again from call to call.
struct BoundsScratch {
  std::vector<glm::vec3> positions;
  std::vector<glm::mat4> globals;
  std::vector<ActiveTarget> active;
};

/// The world-space box of every vertex that a scene draws in this pose: blended, then moved by its
/// node. Exact.
/// Allocates only while the scratch memory grows.
[[nodiscard]] Bounds pose_bounds(const Scene& scene, Index scene_index, const Pose& pose,
                                 BoundsScratch& scratch);

}  // namespace morph
