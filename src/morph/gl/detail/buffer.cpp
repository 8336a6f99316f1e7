// SPDX-License-Identifier: MIT
#include "morph/gl/detail/buffer.h"

namespace morph::gl::detail {

std::optional<Buffer> Buffer::allocate(const Gl& gl, const void* values, std::size_t bytes,
                                       GLenum usage) {
  assert(bytes > 0);
  Buffer buffer;
  buffer.gl_ = &gl;
  buffer.handle_ = make<BufferHandle>(gl, gl.GenBuffers);
  buffer.bytes_ = bytes;
  take_error(gl, GL_NO_ERROR);  // whatever the host left
  gl.BindBuffer(GL_COPY_WRITE_BUFFER, buffer.name());
  gl.BufferData(GL_COPY_WRITE_BUFFER, static_cast<GLsizeiptr>(bytes), values, usage);
  gl.BindBuffer(GL_COPY_WRITE_BUFFER, 0);
  if (take_error(gl, GL_OUT_OF_MEMORY)) return std::nullopt;
  return buffer;
}

std::optional<Buffer> Buffer::create(const Gl& gl, std::size_t bytes, GLenum usage) {
  return allocate(gl, nullptr, bytes, usage);
}

void* Buffer::map() {
  gl_->BindBuffer(GL_COPY_WRITE_BUFFER, name());
  void* const memory = gl_->MapBufferRange(GL_COPY_WRITE_BUFFER, 0, static_cast<GLsizeiptr>(bytes_),
                                           GL_MAP_WRITE_BIT | GL_MAP_INVALIDATE_BUFFER_BIT);
  gl_->BindBuffer(GL_COPY_WRITE_BUFFER, 0);
  return memory;
}

bool Buffer::end_rewrite() {
  gl_->BindBuffer(GL_COPY_WRITE_BUFFER, name());
  const GLboolean kept = gl_->UnmapBuffer(GL_COPY_WRITE_BUFFER);
  gl_->BindBuffer(GL_COPY_WRITE_BUFFER, 0);
  return kept == GL_TRUE;
}

void Buffer::read(std::size_t first, std::span<std::byte> out) const {
  gl_->BindBuffer(GL_COPY_WRITE_BUFFER, name());
  gl_->GetBufferSubData(GL_COPY_WRITE_BUFFER, static_cast<GLintptr>(first),
                        static_cast<GLsizeiptr>(out.size()), out.data());
  gl_->BindBuffer(GL_COPY_WRITE_BUFFER, 0);
}

TextureHandle make_buffer_texture(const Gl& gl, GLenum format, const Buffer& buffer) {
  auto texture = make<TextureHandle>(gl, gl.GenTextures);
  gl.BindTexture(GL_TEXTURE_BUFFER, texture.name());
  gl.TexBuffer(GL_TEXTURE_BUFFER, format, buffer.name());
  gl.BindTexture(GL_TEXTURE_BUFFER, 0);
  return texture;
}

void bind_buffer_texture(const Gl& gl, GLenum unit, GLuint texture) {
  gl.ActiveTexture(GL_TEXTURE0 + unit);
  gl.BindTexture(GL_TEXTURE_BUFFER, texture);
  gl.ActiveTexture(GL_TEXTURE0);
}

}  // namespace morph::gl::detail
