// SPDX-License-Identifier: MIT
#pragma once

#include <glm/mat4x4.hpp>
#include <vector>

#include "morph/gl/lines.h"
#include "morph/runtime/bounds.h"
#include "morph/runtime/pose.h"
#include "morph/runtime/scene.h"
#include "morph/runtime/smooth_normals.h"
#include "morphview/look.h"

namespace morphview {

// The lines over the model: vertex normals, grid, axes, skeleton and box. Sizes follow the model at
// rest, so that they stand still while it moves. The wireframe is the renderer's.

class Overlay {
 public:
  /// The scene must outlive it.
  Overlay(const morph::Scene& scene, morph::Index scene_index);

  /// Makes the lines of a pose.
  ///   model  its box, in the world; may be empty
  void build(const morph::Pose& pose, const Overlays& wanted, morph::NormalsMode normals,
             const morph::Bounds& model);

  /// What was built comes in layers, to be drawn in this order.
  struct Layer {
    std::vector<morph::gl::Line> lines;
    morph::gl::LineStyle style;
  };
  [[nodiscard]] const std::vector<Layer>& layers() const { return layers_; }

  /// The world-space box of all of it; empty where there is nothing.
  [[nodiscard]] morph::Bounds reach() const;

  /// Half the diagonal of the model's box at rest, and its lower side.
  [[nodiscard]] float radius() const { return radius_; }

 private:
  std::vector<morph::gl::Line>& layer(float width, bool over_all);
  void add_grid();
  void add_box(const morph::Bounds& box);
  void add_normals(const morph::Pose& pose, morph::NormalsMode normals);
  void add_axes();
  void add_skeleton();

  const morph::Scene* scene_;
  morph::Index scene_index_;
  morph::Bounds rest_;
  float radius_ = 1.0f;
  std::vector<bool> is_joint_;  // [nodes], of a skin that is shown
  std::vector<glm::mat4> globals_;
  std::vector<Layer> layers_;
};

/// The largest of 1, 2, 5 · 10^n that is not above a length > 0.
[[nodiscard]] float round_step(float length);

}  // namespace morphview
