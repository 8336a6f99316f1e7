// SPDX-License-Identifier: MIT
#include "morph/gl/detail/readback.h"

#include <span>

#include "morph/runtime/surface_normals.h"

namespace morph::gl::detail {
std::span<float> values_of(MorphedVertices& vertices, MorphAttribute attribute) {
  const auto flat = [](auto& values) {
    return std::span<float>(&values.front().x, values.size() * values.front().length());
  };
  switch (attribute) {
    case MorphAttribute::position:
      return flat(vertices.positions);
    case MorphAttribute::normal:
      return flat(vertices.normals);
    case MorphAttribute::tangent:
      return flat(vertices.tangents);
    case MorphAttribute::color_0:
      return flat(vertices.colors);
    default:
      break;
  }
  return flat(vertices.texcoords[texcoord_set(attribute)]);
}

MorphedVertices unmorphed_vertices(const Primitive& primitive) {
  MorphedVertices vertices;
  vertices.positions = primitive.positions;
  vertices.normals = primitive.normals;
  if (!primitive.normals.empty()) vertices.tangents = primitive.tangents;
  vertices.texcoords = primitive.texcoords;
  vertices.colors = primitive.colors;
  return vertices;
}

void add_flat_normals(const Primitive& primitive, MorphedVertices& vertices) {
  if (!primitive.normals.empty() || primitive.mode < PrimitiveMode::triangles) return;
  vertices.normals.resize(vertices.positions.size());
  flat_normals(primitive, vertices.positions, vertices.normals);
}

}  // namespace morph::gl::detail
