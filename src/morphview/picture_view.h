// SPDX-License-Identifier: MIT
#pragma once

#include <algorithm>
#include <cstdint>
#include <glm/vec2.hpp>
#include <optional>
#include <span>
#include <thread>

#include "morph/gl/context.h"
#include "morph/gl/framebuffer.h"
#include "morph/gl/renderer.h"
#include "morph/runtime/interval_bounds.h"
#include "morph/runtime/workers.h"
#include "morphview/controls.h"
#include "morphview/options.h"
#include "morphview/orbit_camera.h"
#include "morphview/painter.h"
#include "morphview/player.h"

namespace morphview {

// The picture in the window: the same framebuffer and renderer as without a window, in the part of
// it that the panels leave free.

class PictureView {
 public:
  /// All of them must outlive it.
  PictureView(const morph::gl::Context& context, morph::gl::Renderer& renderer,
              const Options& options, const morph::Scene& scene, morph::Index scene_index)
      : context_(context),
        renderer_(renderer),
        options_(options),
        scene_(scene_index),
        workers_(std::clamp(std::thread::hardware_concurrency(), 1u, kMostThreads)),
        intervals_(scene),
        painter_(context, renderer, scene, scene_index) {}

  /// Draws the pose and puts it into the window's framebuffer; makes a new framebuffer when the
  /// size has changed.
  ///   pixels  of the whole window; scale: pixels for one unit of the layout
  /// Errors: graphics, limit_exceeded.
  morph::Result<void> draw(const Player& player, const OrbitCamera& camera,
                           const Controls& controls, const WindowLayout& layout,
                           const glm::ivec2& pixels, float scale);

  /// Of what is drawn in this pose, in the world: live, and cheap.
  [[nodiscard]] morph::Bounds bounds(const Player& player) {
    return intervals_.bounds(player.scene(), scene_, player.pose(), scratch_);
  }

  /// What the colours of the last picture mean.
  [[nodiscard]] const std::optional<Legend>& legend() const { return painter_.legend(); }

  /// What was drawn last, without the panels, but with its legend. Precondition (asserted):
  /// something was drawn.
  [[nodiscard]] morph::Image read() const;

  [[nodiscard]] std::span<const morph::gl::PrimitiveReport> reports() const {
    return renderer_.reports();
  }

 private:
  // More than share the memory's bandwidth help no blend.
  static constexpr unsigned kMostThreads = 4;

  const morph::gl::Context& context_;
  morph::gl::Renderer& renderer_;
  const Options& options_;
  morph::Index scene_;
  morph::Workers workers_;
  morph::IntervalBounds intervals_;
  morph::PosedScratch scratch_;
  Painter painter_;
  std::optional<morph::gl::Framebuffer> framebuffer_;
  glm::uvec2 picture_{0};  // pixels, from the upper left corner of the window
};

}  // namespace morphview
