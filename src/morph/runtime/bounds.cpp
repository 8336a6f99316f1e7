// SPDX-License-Identifier: MIT
#include "morph/runtime/bounds.h"

#include <glm/common.hpp>

namespace morph {

void Bounds::add(const glm::vec3& point) {
  min = glm::min(min, point);
  max = glm::max(max, point);
}

void Bounds::add(const Bounds& other) {
  min = glm::min(min, other.min);
  max = glm::max(max, other.max);
}

Bounds pose_bounds(const Scene& scene, Index scene_index, const Pose& pose, PosedScratch& scratch) {
  Bounds bounds;
  for_each_posed_vertex(scene, scene_index, pose, scratch,
                        [&](const glm::vec3& position) { bounds.add(position); });
  return bounds;
}

}  // namespace morph
