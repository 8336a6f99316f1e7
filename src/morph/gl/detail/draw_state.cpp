// SPDX-License-Identifier: MIT
#include "morph/gl/detail/draw_state.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <glm/geometric.hpp>
#include <glm/gtc/type_ptr.hpp>
#include <glm/matrix.hpp>

#include "morph/gl/detail/environment.h"
#include "morph/gl/detail/material_maps.h"

namespace morph::gl::detail {
namespace {

/// Switches that would change a picture if the host had left them on.
constexpr std::array<GLenum, 23> kOff = {
    GL_BLEND,
    GL_CLIP_DISTANCE0,
    GL_CLIP_DISTANCE1,
    GL_CLIP_DISTANCE2,
    GL_CLIP_DISTANCE3,
    GL_CLIP_DISTANCE4,
    GL_CLIP_DISTANCE5,
    GL_CLIP_DISTANCE6,
    GL_CLIP_DISTANCE7,
    GL_COLOR_LOGIC_OP,
    GL_DEPTH_CLAMP,
    GL_DITHER,
    GL_LINE_SMOOTH,
    GL_POLYGON_OFFSET_FILL,
    GL_POLYGON_SMOOTH,
    GL_PRIMITIVE_RESTART,
    GL_PROGRAM_POINT_SIZE,
    GL_RASTERIZER_DISCARD,
    GL_SAMPLE_ALPHA_TO_COVERAGE,
    GL_SAMPLE_ALPHA_TO_ONE,
    GL_SAMPLE_COVERAGE,
    GL_SAMPLE_MASK,
    GL_STENCIL_TEST,
};

constexpr float kPointSize = 3.0f;  // pixels

void clear(const Gl& gl, const View& view) {
  const glm::vec4 color(glm::vec3(view.background) * view.background.a, view.background.a);
  constexpr float kFar = 1.0f;
  gl.ClearBufferfv(GL_COLOR, 0, glm::value_ptr(color));
  gl.ClearBufferfv(GL_DEPTH, 0, &kFar);
}

}  // namespace

void set_frame_state(const Gl& gl, const View& view) {
  gl.BindFramebuffer(GL_FRAMEBUFFER, view.framebuffer);
  for (const GLenum off : kOff) gl.Disable(off);
  gl.Enable(GL_FRAMEBUFFER_SRGB);
  gl.Enable(GL_MULTISAMPLE);
  gl.Enable(GL_TEXTURE_CUBE_MAP_SEAMLESS);
  gl.Enable(GL_DEPTH_TEST);
  gl.DepthFunc(GL_LESS);
  gl.DepthRange(0.0, 1.0);
  gl.PolygonMode(GL_FRONT_AND_BACK, GL_FILL);
  gl.PointSize(kPointSize);
  gl.LineWidth(1.0f);
  gl.ColorMask(GL_TRUE, GL_TRUE, GL_TRUE, GL_TRUE);
  gl.DepthMask(GL_TRUE);
  gl.Viewport(view.origin.x, view.origin.y, view.size.x, view.size.y);
  gl.Enable(GL_SCISSOR_TEST);
  gl.Scissor(view.origin.x, view.origin.y, view.size.x, view.size.y);
}

void begin_frame(const Gl& gl, const View& view) {
  set_frame_state(gl, view);
  clear(gl, view);
}

void end_frame(const Gl& gl) {
  gl.DepthMask(GL_TRUE);
  gl.FrontFace(GL_CCW);
  gl.PolygonMode(GL_FRONT_AND_BACK, GL_FILL);
  for (const GLenum on : {GL_BLEND, GL_CULL_FACE, GL_DEPTH_TEST, GL_FRAMEBUFFER_SRGB,
                          GL_POLYGON_OFFSET_LINE, GL_SCISSOR_TEST, GL_TEXTURE_CUBE_MAP_SEAMLESS}) {
    gl.Disable(on);
  }
}

void set_blending(const Gl& gl, bool blended) {
  gl.DepthMask(blended ? GL_FALSE : GL_TRUE);
  if (!blended) {
    gl.Disable(GL_BLEND);
    gl.Disable(GL_FRAMEBUFFER_SRGB);  // the shader encodes
    return;
  }
  gl.Enable(GL_BLEND);
  gl.Enable(GL_FRAMEBUFFER_SRGB);
  gl.BlendEquation(GL_FUNC_ADD);
  gl.BlendFunc(GL_ONE, GL_ONE_MINUS_SRC_ALPHA);  // colour comes multiplied by alpha
}

bool is_mirrored(const glm::mat4& matrix) { return glm::determinant(glm::mat3(matrix)) < 0.0f; }

void set_culling(const Gl& gl, const Material& material, bool mirrored) {
  gl.FrontFace(mirrored ? GL_CW : GL_CCW);
  if (material.double_sided) return gl.Disable(GL_CULL_FACE);
  gl.Enable(GL_CULL_FACE);
  gl.CullFace(GL_BACK);
}

MapPlaces find_maps(const Material& material, const AttributeLayout& layout,
                    const TextureSet& textures, Shading shading) {
  MapPlaces places;
  places.fill(-1);
  const std::size_t count = shading == Shading::lit ? map_count(material) : 1;
  for (std::size_t map = 0; map < count; ++map) {
    const TextureUse& use = map_of(material, map);
    if (use.texture == kNoIndex || !textures.has(use.texture, is_color(map))) continue;
    const MorphAttribute set = texcoord_attribute(use.texcoord);
    if (layout.base.has(set)) places[map] = static_cast<GLint>(layout.texcoord_place(set));
  }
  return places;
}

void bind_maps(const Material& material, const MapPlaces& maps, const TextureSet& textures) {
  // A unit that the program knows but does not read gets what another has: some drivers complain
  // about units without a texture.
  const auto first = std::ranges::find_if(maps, [](GLint place) { return place >= 0; });
  if (first == maps.end()) return;
  for (std::size_t map = 0; map < maps.size(); ++map) {
    const auto shown = maps[map] >= 0 ? map : static_cast<std::size_t>(first - maps.begin());
    textures.bind(static_cast<GLuint>(MORPH_UNIT_MAPS + map), map_of(material, shown).texture,
                  is_color(shown));
  }
}

ProgramKey shading_key(const AttributeLayout& layout, const Primitive& primitive,
                       const Material& material, Shading shading) {
  ProgramKey key = key_of(layout);
  const bool has_normal = primitive.mode >= PrimitiveMode::triangles || !primitive.normals.empty();
  const bool instead = shading > Shading::unlit;
  key.lit = has_normal && (instead || (shading == Shading::lit && !material.unlit));
  key.masked = material.alpha_mode == AlphaMode::mask;
  if (!key.lit) key.normals = key.tangents = false;
  return key;
}

ProgramKey edges_key(const AttributeLayout& layout) {
  ProgramKey key = key_of(layout);
  key.normals = key.tangents = key.colors = false;
  return key;
}

// Depth is written, so that an edge of two triangles is blended once.
void begin_edges(const Gl& gl) {
  gl.PolygonMode(GL_FRONT_AND_BACK, GL_LINE);
  gl.Enable(GL_POLYGON_OFFSET_LINE);
  gl.PolygonOffset(-1.0f, -1.0f);
}

void set_edge_uniforms(const Gl& gl, const Program& program) {
  constexpr glm::vec4 kColor(0.0f, 0.0f, 0.0f, 0.5f);
  gl.DepthMask(GL_TRUE);
  gl.Uniform1i(program.shading, MORPH_SHADING_EDGES);
  gl.Uniform1i(program.blended, GL_TRUE);
  gl.Uniform4fv(program.base_color_factor, 1, glm::value_ptr(kColor));
}

glm::mat3 normal_matrix(const glm::mat4& mesh_to_view) {
  // Columns of the cofactor matrix, which is the inverse transpose times the determinant.
  glm::mat3 m(mesh_to_view);
  const auto largest = [](const glm::mat3& matrix) {
    float size = 0.0f;
    for (int c = 0; c < 3; ++c) {
      for (int r = 0; r < 3; ++r) size = std::max(size, std::abs(matrix[c][r]));
    }
    return size > 0.0f ? size : 1.0f;
  };
  m /= largest(m);
  const float sign = glm::determinant(m) < 0.0f ? -1.0f : 1.0f;
  const glm::mat3 cofactors(glm::cross(m[1], m[2]), glm::cross(m[2], m[0]), glm::cross(m[0], m[1]));
  return cofactors * (sign / largest(cofactors));
}

void set_uniforms(const Gl& gl, const Program& program, const View& view,
                  const glm::mat4& mesh_to_view, bool mirrored, const Material& material,
                  const MapPlaces& maps) {
  const auto matrix = [&](GLint place, const glm::mat4& value) {
    gl.UniformMatrix4fv(place, 1, GL_FALSE, glm::value_ptr(value));
  };
  matrix(program.mesh_to_view, mesh_to_view);
  matrix(program.view_to_clip, view.view_to_clip);
  gl.Uniform4fv(program.base_color_factor, 1, glm::value_ptr(material.base_color_factor));
  std::array<glm::mat3x2, MORPH_MAP_COUNT> transforms;
  for (std::size_t map = 0; map < maps.size(); ++map) {
    transforms[map] = map_of(material, map).transform.matrix();
  }
  gl.UniformMatrix3x2fv(program.map_transforms, MORPH_MAP_COUNT, GL_FALSE,
                        glm::value_ptr(transforms[0]));
  gl.Uniform1iv(program.map_places, MORPH_MAP_COUNT, maps.data());
  gl.Uniform1f(program.alpha_cutoff, material.alpha_cutoff);
  gl.Uniform1i(program.shading, static_cast<GLint>(view.shading));
  gl.Uniform1i(program.blended, material.alpha_mode == AlphaMode::blend);
  if (program.metallic_roughness < 0) return;  // not lit
  const glm::mat3 normals = normal_matrix(mesh_to_view);
  const glm::mat3 studio = view_to_studio(view.world_to_view);
  const glm::mat3 view_to_world = glm::transpose(glm::mat3(view.world_to_view));
  const glm::vec3 emission = material.emissive_factor * material.emissive_strength;
  const bool parallel = view.view_to_clip[2][3] == 0.0f;  // depth does not divide
  const glm::vec4 eye = parallel ? glm::vec4(0, 0, 1, 0) : glm::vec4(0, 0, 0, 1);
  gl.UniformMatrix3fv(program.view_to_world, 1, GL_FALSE, glm::value_ptr(view_to_world));
  gl.UniformMatrix3fv(program.normal_to_view, 1, GL_FALSE, glm::value_ptr(normals));
  gl.Uniform2f(program.metallic_roughness, material.metallic_factor, material.roughness_factor);
  gl.Uniform3fv(program.emission, 1, glm::value_ptr(emission));
  gl.Uniform1f(program.normal_scale, material.normal_scale);
  gl.Uniform1f(program.occlusion_strength, material.occlusion_strength);
  gl.Uniform1f(program.mirrored, mirrored ? -1.0f : 1.0f);
  gl.Uniform1f(program.exposure, view.exposure);
  gl.UniformMatrix3fv(program.view_to_studio, 1, GL_FALSE, glm::value_ptr(studio));
  gl.Uniform4fv(program.eye, 1, glm::value_ptr(eye));
}

}  // namespace morph::gl::detail
