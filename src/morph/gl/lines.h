// SPDX-License-Identifier: MIT
#pragma once

#include <glm/vec3.hpp>
#include <glm/vec4.hpp>
#include <memory>
#include <span>

#include "morph/gl/context.h"
#include "morph/gl/renderer.h"

namespace morph::gl {

// Lines over a picture that the Renderer has drawn: grids, axes, bones.

/// A segment; without length it is a dot. Colours are linear, with alpha.
struct Line {
  glm::vec3 from{0.0f}, to{0.0f};  ///< world
  glm::vec4 from_color{1.0f}, to_color{1.0f};
};

struct LineStyle {
  float width = 1.0f;     ///< pixels
  bool over_all = false;  ///< also where a surface is before it
};

class Lines {
 public:
  /// Errors: graphics (shader).
  static Result<Lines> create(const Context& context);

  Lines(Lines&&) noexcept;
  Lines& operator=(Lines&&) noexcept;
  ~Lines();

  /// Blends lines over what was drawn with the same view, in their order; depth stays as it is.
  /// Allocates on the graphics side while the number of lines grows. Errors: graphics (memory).
  Result<void> draw(std::span<const Line> lines, const View& view, const LineStyle& style);

 private:
  struct State;
  explicit Lines(std::unique_ptr<State> state);
  std::unique_ptr<State> state_;
};

}  // namespace morph::gl
