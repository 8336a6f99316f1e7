// SPDX-License-Identifier: MIT
#pragma once

#include <array>
#include <cstdint>
#include <glm/mat3x3.hpp>
#include <glm/mat4x4.hpp>

#include "interface.glsl"
#include "morph/gl/detail/program.h"
#include "morph/gl/detail/shader_interface.h"
#include "morph/gl/detail/texture.h"
#include "morph/gl/renderer.h"
#include "morph/runtime/material.h"
#include "morph/runtime/mesh.h"

namespace morph::gl::detail {

// OpenGL state around the draws. The host may have left anything, so everything that matters is
// set; afterwards what was switched on is off again.

/// Binds the view's framebuffer and fills its rectangle with the background. Framebuffer, viewport
/// and scissor box stay as they are set here.
void begin_frame(const Gl& gl, const View& view);
void set_frame_state(const Gl& gl, const View& view);  ///< the same over what is drawn already
void end_frame(const Gl& gl);

/// Depth writes, blending and who encodes as sRGB, for everything that is drawn until the next
/// call.
void set_blending(const Gl& gl, bool blended);

/// Whether a matrix exchanges left and right.
[[nodiscard]] bool is_mirrored(const glm::mat4& matrix);

/// Culling: back faces of single-sided materials. The winding turns around in a mirrored node
/// (glTF 2.0 §3.5.3).
void set_culling(const Gl& gl, const Material& material, bool mirrored);

/// The maps that a primitive shows: those of its material that have a picture, where the primitive
/// has the coordinates. For each its place among the sets of the layout, −1: it is not shown.
using MapPlaces = std::array<GLint, MORPH_MAP_COUNT>;
[[nodiscard]] MapPlaces find_maps(const Material& material, const AttributeLayout& layout,
                                  const TextureSet& textures, Shading shading);
void bind_maps(const Material& material, const MapPlaces& maps, const TextureSet& textures);

/// The key for vertices of a layout; material, topology and shading decide the rest.
[[nodiscard]] ProgramKey shading_key(const AttributeLayout& layout, const Primitive& primitive,
                                     const Material& material, Shading shading);

/// Edges of triangles instead of triangles, a little nearer than these and blended over them, until
/// end_frame. Precondition of set_edge_uniforms: set_uniforms comes before.
[[nodiscard]] ProgramKey edges_key(const AttributeLayout& layout);
void begin_edges(const Gl& gl);
void set_edge_uniforms(const Gl& gl, const Program& program);

/// Takes normals to view space: the inverse transpose of the upper left, up to a positive factor
/// that keeps tiny and huge scales in range. A matrix without inverse gives what is left of it.
[[nodiscard]] glm::mat3 normal_matrix(const glm::mat4& mesh_to_view);

/// Uniforms of camera and material. Precondition: the program is in use.
///   mesh_to_view  from where the vertices are: mesh space, or the world for a skin
///   mirrored      from the mesh's space to the camera's, left and right are exchanged
void set_uniforms(const Gl& gl, const Program& program, const View& view,
                  const glm::mat4& mesh_to_view, bool mirrored, const Material& material,
                  const MapPlaces& maps);

}  // namespace morph::gl::detail
