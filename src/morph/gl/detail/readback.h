// SPDX-License-Identifier: MIT
#pragma once

#include <span>

#include "morph/gl/detail/morph_binding.h"
#include "morph/gl/detail/program_cache.h"
#include "morph/gl/renderer.h"
#include "morph/runtime/active_targets.h"
#include "morph/runtime/mesh.h"
#include "morph/runtime/result.h"

namespace morph::gl::detail {

// What the graphics side makes of a primitive, as numbers.

/// The attributes as the file has them; tangents only beside normals of the file.
[[nodiscard]] MorphedVertices unmorphed_vertices(const Primitive& primitive);

/// Replaces the morphed and the recomputed attributes by what a binding that was updated for this
/// frame holds: on the attributes path captured by transform feedback from the functions that draw,
/// on the CPU path read from the buffers that were blended. The framebuffer binding is as before.
/// Errors: graphics.
Result<void> read_morphed(const Gl& gl, const MorphBinding& binding, ProgramCache& programs,
                          MorphedVertices& vertices);

/// Morphs the sets of texture coordinates that are not in the layout of the primitive's programs.
///   active  all active targets, in any order
void blend_left_out(const Primitive& primitive, const AttributeLayout& layout,
                    std::span<const ActiveTarget> active, MorphedVertices& vertices);

/// Flat normals of the positions where the file has no normals; none for points and lines.
void add_flat_normals(const Primitive& primitive, MorphedVertices& vertices);

}  // namespace morph::gl::detail
