// SPDX-License-Identifier: MIT
#pragma once

#include <glm/vec2.hpp>
#include <string>

#include "morph/runtime/image.h"

namespace morphview {

// What the colours of a heatmap mean: a bar with numbers, at the lower left of the picture. In the
// window Dear ImGui draws it, into pictures it is drawn here, with the same letters.

struct Legend {
  std::string name;      ///< of what the displacement comes from
  float largest = 0.0f;  ///< the value of the last colour, mesh units
};

/// Draws it over a picture, larger over a large one. A picture that is too small for it stays as it
/// is.
void draw_legend(const Legend& legend, morph::Image& image);

/// The same with the current Dear ImGui frame, behind all panels.
///   size   of the picture, from the window's upper left corner, in its units
///   scale  of the interface
void show_legend(const Legend& legend, const glm::vec2& size, float scale);

}  // namespace morphview
