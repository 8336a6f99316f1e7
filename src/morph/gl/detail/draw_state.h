// SPDX-License-Identifier: MIT
#pragma once

#include <glm/mat3x3.hpp>
#include <glm/mat4x4.hpp>

#include "morph/gl/detail/program.h"
#include "morph/gl/detail/shader_interface.h"
#include "morph/gl/renderer.h"
#include "morph/runtime/material.h"
#include "morph/runtime/mesh.h"

namespace morph::gl::detail {

// OpenGL state around the draws. The host may have left anything, so everything that matters is
// set; afterwards what was switched on is off again.

/// Binds the view's framebuffer and fills its rectangle with the background. Framebuffer, viewport
/// and scissor box stay as they are set here.
void begin_frame(const Gl& gl, const View& view);
void end_frame(const Gl& gl);

/// Depth writes, blending and who encodes as sRGB, for everything that is drawn until the next
/// call.
void set_blending(const Gl& gl, bool blended);

/// Culling: back faces of single-sided materials. The winding turns around in a mirrored node
/// (glTF 2.0 §3.5.3).
void set_culling(const Gl& gl, const Material& material, const glm::mat4& mesh_to_view);

/// The part of the key that material and topology decide.
///   textured  the base colour texture has a picture
[[nodiscard]] ProgramKey shading_key(const Primitive& primitive, const Material& material,
                                     bool textured);

/// Takes normals to view space: the inverse transpose of the upper left, up to a positive factor
/// that keeps tiny and huge scales in range. A matrix without inverse gives what is left of it.
[[nodiscard]] glm::mat3 normal_matrix(const glm::mat4& mesh_to_view);

/// Uniforms of camera and material. Precondition: the program is in use.
void set_uniforms(const Gl& gl, const Program& program, const View& view,
                  const glm::mat4& mesh_to_view, const Material& material);

}  // namespace morph::gl::detail
