// SPDX-License-Identifier: MIT
#pragma once

#include <glm/vec3.hpp>
#include <span>

#include "morph/runtime/mesh.h"

namespace morph {

// Normals that come from the morphed surface itself (glTF 2.0 §3.7.2.1: a primitive without NORMAL
// is drawn with flat normals, and these follow the morph targets).

/// The flat normal of each vertex: that of the first triangle, in index order, which uses it.
/// Vertices that no triangle uses, or only a degenerate one, get (0, 0, 0); so do points and lines.
///   positions, out  [V], out must not alias positions
/// Precondition (asserted): both have primitive.vertex_count() elements. Does not allocate.
void flat_normals(const Primitive& primitive, std::span<const glm::vec3> positions,
                  std::span<glm::vec3> out);

}  // namespace morph
