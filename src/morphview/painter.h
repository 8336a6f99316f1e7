// SPDX-License-Identifier: MIT
#pragma once

#include <optional>

#include "morph/gl/context.h"
#include "morph/gl/lines.h"
#include "morph/gl/renderer.h"
#include "morph/runtime/bounds.h"
#include "morph/runtime/pose.h"
#include "morph/runtime/result.h"
#include "morph/runtime/scene.h"
#include "morphview/heat.h"
#include "morphview/legend.h"
#include "morphview/look.h"
#include "morphview/overlay.h"

namespace morphview {

// A model as a look shows it: the renderer's surfaces, what colours them, and the lines over them.

class Painter {
 public:
  /// All of them must outlive it.
  Painter(const morph::gl::Context& context, morph::gl::Renderer& renderer,
          const morph::Scene& scene, morph::Index scene_index)
      : context_(context),
        renderer_(renderer),
        scene_(scene),
        scene_index_(scene_index),
        heat_(scene, scene_index) {}

  /// Computes what the look shows of a pose. Errors: graphics.
  ///   model  the box of what is drawn, in the world
  morph::Result<void> prepare(const morph::Pose& pose, const Look& look, morph::NormalsMode normals,
                              const morph::Bounds& model);

  /// The box of the model and of what was prepared: what a camera has to see.
  [[nodiscard]] const morph::Bounds& reach() const { return reach_; }

  /// Draws what was prepared. The painter sets shading and wireframe of the view. Errors: graphics.
  morph::Result<void> paint(const morph::Pose& pose, morph::gl::View view, const Look& look);

  /// What the colours of the last picture mean; none where they need no legend.
  [[nodiscard]] const std::optional<Legend>& legend() const { return legend_; }

 private:
  const morph::gl::Context& context_;
  morph::gl::Renderer& renderer_;
  const morph::Scene& scene_;
  morph::Index scene_index_;
  HeatField heat_;
  std::optional<Overlay> overlay_;  // these are made when they are wanted
  std::optional<morph::gl::Lines> lines_;
  std::optional<Legend> legend_;
  morph::Bounds reach_;
};

}  // namespace morphview
