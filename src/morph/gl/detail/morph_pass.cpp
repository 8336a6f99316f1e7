// SPDX-License-Identifier: MIT
#include "morph/gl/detail/morph_pass.h"

#include <array>

#include "interface.glsl"

namespace morph::gl::detail {
namespace {

GLint kind_of(MorphAttribute attribute) {
  switch (attribute) {
    case MorphAttribute::normal:
      return MORPH_KIND_NORMAL;
    case MorphAttribute::tangent:
      return MORPH_KIND_TANGENT;
    case MorphAttribute::color_0:
      return MORPH_KIND_COLOR;
    default:
      return MORPH_KIND_PLAIN;
  }
}

}  // namespace

MorphPass::MorphPass(const Gl& gl) : gl_(&gl), programs_(gl) {
  const FramebufferBinding before(gl);
  pixel_ = make<RenderbufferHandle>(gl, gl.GenRenderbuffers);
  gl.BindRenderbuffer(GL_RENDERBUFFER, pixel_.name());
  gl.RenderbufferStorage(GL_RENDERBUFFER, GL_RGBA8, 1, 1);
  gl.BindRenderbuffer(GL_RENDERBUFFER, 0);
  framebuffer_ = make<FramebufferHandle>(gl, gl.GenFramebuffers);
  gl.BindFramebuffer(GL_FRAMEBUFFER, framebuffer_.name());
  gl.FramebufferRenderbuffer(GL_FRAMEBUFFER, GL_COLOR_ATTACHMENT0, GL_RENDERBUFFER, pixel_.name());
}

void MorphPass::run(const Input& input, const Buffer& morphed) const {
  std::array<GLint, kMorphAttributeCount> kinds{};
  GLsizei count = 0;
  for_each(input.morphed,
           [&](MorphAttribute a) { kinds[static_cast<std::size_t>(count++)] = kind_of(a); });
  gl_->BindFramebuffer(GL_FRAMEBUFFER, framebuffer_.name());
  gl_->UseProgram(input.program->handle.name());
  gl_->Uniform1iv(input.program->kinds, count, kinds.data());
  gl_->Uniform1fv(input.program->weights, static_cast<GLsizei>(input.weights.size()),
                  input.weights.data());
  gl_->BindVertexArray(input.vertex_array);
  gl_->Enable(GL_RASTERIZER_DISCARD);
  gl_->BindBufferBase(GL_TRANSFORM_FEEDBACK_BUFFER, 0, morphed.name());
  gl_->BeginTransformFeedback(GL_POINTS);
  gl_->DrawArraysInstanced(GL_POINTS, 0, static_cast<GLsizei>(input.vertices),
                           static_cast<GLsizei>(input.instances));
  gl_->EndTransformFeedback();
  gl_->BindBufferBase(GL_TRANSFORM_FEEDBACK_BUFFER, 0, 0);
  gl_->Disable(GL_RASTERIZER_DISCARD);
  gl_->BindVertexArray(0);
  gl_->UseProgram(0);
}

}  // namespace morph::gl::detail
