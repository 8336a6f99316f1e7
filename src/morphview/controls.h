// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <glm/vec2.hpp>
#include <optional>

#include "morph/gl/morph_path.h"
#include "morph/runtime/index.h"
#include "morph/runtime/smooth_normals.h"
#include "morphview/look.h"

namespace morphview {

// What the panels and the viewer tell each other. Lengths on the screen are in its units, y down.

/// Choices that the panels change and the viewer obeys.
struct Controls {
  morph::gl::MorphPathWish morph_path = morph::gl::MorphPathWish::automatic;
  morph::NormalsMode normals = morph::NormalsMode::file;
  Look look;
  std::optional<TargetPlace> selected;         ///< the row whose name was clicked
  morph::Index camera_node = morph::kNoIndex;  ///< seen from the file's camera there; none: our own
};

/// What happened to one weight, once the user has let go of it.
struct WeightEdit {
  morph::Index node = morph::kNoIndex;
  std::uint32_t target = 0;
  std::optional<float> value;  ///< none: it was released to the animation
};

/// How the window is divided: the picture, the panel to its right, the timeline below both.
struct WindowLayout {
  glm::vec2 size{0.0f};
  float panel_width = 0.0f;
  float timeline_height = 0.0f;

  [[nodiscard]] glm::vec2 picture_size() const {
    return {size.x - panel_width, size.y - timeline_height};
  }
};

/// Divides a window; a small one gives up the panels before the picture.
///   scale     of the interface
///   timeline  whether there is anything to play
[[nodiscard]] inline WindowLayout divide_window(const glm::vec2& size, float scale, bool timeline) {
  constexpr float kPanelWidth = 330.0f;
  constexpr float kTimelineHeight = 74.0f;
  constexpr float kSmallestPicture = 160.0f;
  WindowLayout layout{size, kPanelWidth * scale, kTimelineHeight * scale};
  if (layout.picture_size().x < kSmallestPicture) layout.panel_width = 0.0f;
  if (!timeline || layout.picture_size().y < kSmallestPicture) layout.timeline_height = 0.0f;
  return layout;
}

}  // namespace morphview
