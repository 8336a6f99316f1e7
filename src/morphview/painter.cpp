// SPDX-License-Identifier: MIT
#include "morphview/painter.h"

#include <utility>

namespace morphview {

using morph::Result;
namespace gl = morph::gl;

Result<void> Painter::prepare(const morph::Pose& pose, const Look& look, morph::NormalsMode normals,
                              const morph::Bounds& model) {
  legend_.reset();
  if (look.shading == gl::Shading::heatmap) {
    const Result<void> updated = heat_.update(renderer_, pose, look.heated);
    if (!updated) return updated.error();
    legend_ = Legend{heat_name(scene_, look.heated), heat_.largest()};
  }
  reach_ = model;
  Overlays lines = look.overlays;
  lines.wireframe = false;  // the renderer's
  const bool wanted = lines != Overlays();
  if (wanted && !overlay_) overlay_.emplace(scene_, scene_index_);
  if (!overlay_) return {};
  overlay_->build(pose, lines, normals, model);
  if (wanted) reach_.add(overlay_->reach());
  return {};
}

Result<void> Painter::paint(const morph::Pose& pose, gl::View view, const Look& look) {
  view.shading = look.shading;
  view.wireframe = look.overlays.wireframe;
  view.hottest = heat_.largest();
  Result<void> drawn = renderer_.draw(pose, view);
  if (!overlay_) return drawn;
  for (const Overlay::Layer& layer : overlay_->layers()) {
    if (!drawn) break;
    if (!lines_) {
      Result<gl::Lines> made = gl::Lines::create(context_);
      if (!made) return made.error();
      lines_ = std::move(*made);
    }
    drawn = lines_->draw(layer.lines, view, layer.style);
  }
  return drawn;
}

}  // namespace morphview
