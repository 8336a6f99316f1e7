// SPDX-License-Identifier: MIT
#include "morph/runtime/surface_normals.h"

#include <algorithm>
#include <cassert>
#include <cmath>
#include <glm/ext/vector_double3.hpp>
#include <glm/geometric.hpp>

namespace morph {

void flat_normals(const Primitive& primitive, std::span<const glm::vec3> positions,
                  std::span<glm::vec3> out) {
  assert(positions.size() == primitive.vertex_count() && out.size() == primitive.vertex_count());
  // Until a triangle has claimed a vertex its normal is NaN, which no triangle yields.
  const float unclaimed = std::nanf("");
  std::ranges::fill(out, glm::vec3(unclaimed));
  for_each_triangle(primitive, [&](std::uint32_t a, std::uint32_t b, std::uint32_t c) {
    // In double, because the square of a small edge's cube leaves the range of float.
    const glm::dvec3 corner(positions[a]);
    const glm::dvec3 area =
        glm::cross(glm::dvec3(positions[b]) - corner, glm::dvec3(positions[c]) - corner);
    const double length = glm::length(area);
    const glm::vec3 normal(length > 0.0 && std::isfinite(length) ? area / length : glm::dvec3(0.0));
    for (const std::uint32_t v : {a, b, c}) {
      if (std::isnan(out[v].x)) out[v] = normal;
    }
  });
  for (glm::vec3& normal : out) {
    if (std::isnan(normal.x)) normal = glm::vec3(0.0f);
  }
}

}  // namespace morph
