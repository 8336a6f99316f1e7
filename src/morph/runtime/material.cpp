// SPDX-License-Identifier: MIT
#include "morph/runtime/material.h"

#include <cmath>

namespace morph {

glm::mat3x2 TextureTransform::matrix() const {
  const float c = std::cos(rotation);
  const float s = std::sin(rotation);
  // v points down, so that this turns counter-clockwise.
  return {glm::vec2(c, -s) * scale.x, glm::vec2(s, c) * scale.y, offset};
}

}  // namespace morph
