// SPDX-License-Identifier: MIT
#pragma once

#include <span>

#include "morph/gl/renderer.h"
#include "morph/runtime/mesh.h"

namespace morph::gl::detail {

// What the graphics side makes of a primitive, as numbers.

/// The attributes as the file has them; tangents only beside normals of the file.
[[nodiscard]] MorphedVertices unmorphed_vertices(const Primitive& primitive);

/// The values of an attribute in `vertices`, flat.
[[nodiscard]] std::span<float> values_of(MorphedVertices& vertices, MorphAttribute attribute);

/// Flat normals of the positions where the file has no normals; none for points and lines.
void add_flat_normals(const Primitive& primitive, MorphedVertices& vertices);

}  // namespace morph::gl::detail
