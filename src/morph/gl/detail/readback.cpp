// SPDX-License-Identifier: MIT
#include "morph/gl/detail/readback.h"

#include <cstddef>
#include <span>
#include <vector>

#include "morph/runtime/blend.h"
#include "morph/runtime/surface_normals.h"

namespace morph::gl::detail {
namespace {

Error no_memory() {
  return {ErrorCode::graphics, "", "the driver has no memory to read vertices back"};
}

/// The values of an attribute in `vertices`, flat.
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

/// A framebuffer of one pixel: without a complete one nothing runs, not even without pixels.
class OnePixel {
 public:
  explicit OnePixel(const Gl& gl) : gl_(&gl) {
    gl.GetIntegerv(GL_DRAW_FRAMEBUFFER_BINDING, &draw_);
    gl.GetIntegerv(GL_READ_FRAMEBUFFER_BINDING, &read_);
    color_ = make<RenderbufferHandle>(gl, gl.GenRenderbuffers);
    gl.BindRenderbuffer(GL_RENDERBUFFER, color_.name());
    gl.RenderbufferStorage(GL_RENDERBUFFER, GL_RGBA8, 1, 1);
    gl.BindRenderbuffer(GL_RENDERBUFFER, 0);
    framebuffer_ = make<FramebufferHandle>(gl, gl.GenFramebuffers);
    gl.BindFramebuffer(GL_FRAMEBUFFER, framebuffer_.name());
    gl.FramebufferRenderbuffer(GL_FRAMEBUFFER, GL_COLOR_ATTACHMENT0, GL_RENDERBUFFER,
                               color_.name());
  }
  OnePixel(const OnePixel&) = delete;
  OnePixel& operator=(const OnePixel&) = delete;
  ~OnePixel() {
    gl_->BindFramebuffer(GL_DRAW_FRAMEBUFFER, static_cast<GLuint>(draw_));
    gl_->BindFramebuffer(GL_READ_FRAMEBUFFER, static_cast<GLuint>(read_));
  }

 private:
  const Gl* gl_;
  GLint draw_ = 0;
  GLint read_ = 0;
  RenderbufferHandle color_;
  FramebufferHandle framebuffer_;
};

/// Runs the capture program over all vertices in the file's order.
void capture(const Gl& gl, const MorphBinding& binding, const Program& program,
             const Buffer& captured) {
  const OnePixel pixel(gl);
  gl.UseProgram(program.handle.name());
  binding.bind(program);
  gl.Enable(GL_RASTERIZER_DISCARD);
  gl.BindBufferBase(GL_TRANSFORM_FEEDBACK_BUFFER, 0, captured.name());
  gl.BeginTransformFeedback(GL_POINTS);
  gl.DrawArrays(GL_POINTS, 0, static_cast<GLsizei>(binding.buffers().primitive().vertex_count()));
  gl.EndTransformFeedback();
  gl.BindBufferBase(GL_TRANSFORM_FEEDBACK_BUFFER, 0, 0);
  gl.Disable(GL_RASTERIZER_DISCARD);
  binding.unbind();
  gl.UseProgram(0);
}

Result<void> read_captured(const Gl& gl, const MorphBinding& binding, ProgramKey key,
                           ProgramCache& programs, MorphedVertices& vertices) {
  key.capture = true;
  const auto program = programs.get(key);
  if (!program) return program.error();
  std::size_t stride = 0;  // floats per vertex
  for_each(key.layout.morphed, [&](MorphAttribute a) { stride += base_component_count(a); });
  std::vector<float> interleaved(stride * vertices.positions.size());
  const auto buffer = Buffer::create(gl, interleaved.size() * sizeof(float), GL_STREAM_READ);
  if (!buffer) return no_memory();
  capture(gl, binding, **program, *buffer);
  buffer->read(0, std::as_writable_bytes(std::span(interleaved)));
  std::size_t first = 0;
  for_each(key.layout.morphed, [&](MorphAttribute attribute) {
    const std::size_t width = base_component_count(attribute);
    const auto out = values_of(vertices, attribute);
    for (std::size_t v = 0; v < vertices.positions.size(); ++v) {
      for (std::size_t c = 0; c < width; ++c) {
        out[v * width + c] = interleaved[v * stride + first + c];
      }
    }
    first += width;
  });
  return {};
}

}  // namespace

MorphedVertices unmorphed_vertices(const Primitive& primitive) {
  MorphedVertices vertices;
  vertices.positions = primitive.positions;
  vertices.normals = primitive.normals;
  if (!primitive.normals.empty()) vertices.tangents = primitive.tangents;
  vertices.texcoords = primitive.texcoords;
  vertices.colors = primitive.colors;
  return vertices;
}

Result<void> read_morphed(const Gl& gl, const MorphBinding& binding, ProgramCache& programs,
                          MorphedVertices& vertices) {
  ProgramKey key;
  key.layout = binding.buffers().layout();
  binding.describe(key);
  if (key.morphs) return read_captured(gl, binding, key, programs, vertices);
  for_each(binding.blended_attributes(), [&](MorphAttribute attribute) {
    binding.blended(attribute).read(0, std::as_writable_bytes(values_of(vertices, attribute)));
  });
  return {};
}

void blend_left_out(const Primitive& primitive, const AttributeLayout& layout,
                    std::span<const ActiveTarget> active, MorphedVertices& vertices) {
  for (std::uint32_t set = 0; set < primitive.texcoords.size(); ++set) {
    const MorphAttribute attribute = texcoord_attribute(set);
    if (!primitive.morph_targets.has(attribute) || layout.morphed.has(attribute)) continue;
    blend_texcoords(primitive.morph_targets, set, primitive.texcoords[set], active,
                    vertices.texcoords[set]);
  }
}

void add_flat_normals(const Primitive& primitive, MorphedVertices& vertices) {
  if (!primitive.normals.empty() || primitive.mode < PrimitiveMode::triangles) return;
  vertices.normals.resize(vertices.positions.size());
  flat_normals(primitive, vertices.positions, vertices.normals);
}

}  // namespace morph::gl::detail
