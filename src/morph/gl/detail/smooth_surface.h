// SPDX-License-Identifier: MIT
#pragma once

#include <glm/vec3.hpp>
#include <glm/vec4.hpp>
#include <span>
#include <vector>

#include "morph/runtime/active_targets.h"
#include "morph/runtime/mesh.h"
#include "morph/runtime/smooth_normals.h"

namespace morph::gl::detail {

// NormalsMode::recompute on the CPU path: the vertex shader cannot know a vertex's neighbours.

/// One primitive with its smooth normals, and the memory in which it is morphed; nodes that show
/// the primitive use it one after the other. Letters: V vertices.
class SmoothSurface {
 public:
  /// Preconditions: SmoothNormals::follow(primitive); the primitive outlives it.
  explicit SmoothSurface(const Primitive& primitive);

  /// Morphs positions and tangents, and the normals follow. Does not allocate.
  void evaluate(std::span<const ActiveTarget> active);

  /// [V] of the last evaluation; tangents empty where the primitive has none.
  [[nodiscard]] const std::vector<glm::vec3>& positions() const { return positions_; }
  [[nodiscard]] const std::vector<glm::vec3>& normals() const { return normals_; }
  [[nodiscard]] const std::vector<glm::vec4>& tangents() const { return tangents_; }

 private:
  const Primitive* primitive_;
  SmoothNormals smooth_;
  SmoothNormals::Scratch scratch_;
  std::vector<glm::vec3> positions_, normals_;
  std::vector<glm::vec4> tangents_;
};

}  // namespace morph::gl::detail
