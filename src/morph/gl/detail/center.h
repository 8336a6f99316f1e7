// SPDX-License-Identifier: MIT
#pragma once

#include <glm/mat4x4.hpp>
#include <glm/vec3.hpp>
#include <glm/vec4.hpp>
#include <span>
#include <vector>

#include "morph/runtime/active_targets.h"
#include "morph/runtime/mesh.h"

namespace morph::gl::detail {

// Where a primitive is as a whole. The mean of its vertices is linear in weights and joint
// matrices, so that a frame finds it without looking at one. Letters: T targets.

class Center {
 public:
  /// Looks at all deltas if `follows_targets`: at what is sorted by its place.
  /// Precondition (asserted): V > 0.
  Center(const Primitive& primitive, bool follows_targets);

  /// The joint that pulls most; kNoIndex where there is no skin.
  [[nodiscard]] Index lead_joint() const { return lead_joint_; }

  /// The mean of the morphed vertices, moved by their joints; each joint is taken to hold the same
  /// share of every displacement.
  ///   matrices  [J] joints to the target space; of an unskinned primitive one, the node's
  [[nodiscard]] glm::vec3 at(std::span<const ActiveTarget> active,
                             std::span<const glm::mat4> matrices) const;

 private:
  struct Pull {
    Index joint = 0;
    glm::vec4 sum{0.0f};  // of weight · position, and of weights; divided by V
  };

  std::vector<Pull> pulls_;
  std::vector<glm::vec3> means_;  // [T] of displacements, or empty
  Index lead_joint_ = kNoIndex;
};

}  // namespace morph::gl::detail
