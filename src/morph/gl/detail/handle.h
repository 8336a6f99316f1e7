// SPDX-License-Identifier: MIT
#pragma once

#include <utility>

#include "morph/gl/detail/gl_api.h"

namespace morph::gl::detail {

// Names of OpenGL objects with an owner: moved, never copied, deleted with their owner.

/// One object. `Deleter` is a type with `static void remove(const Gl&, GLuint)`.
template <class Deleter>
class Handle {
 public:
  Handle() = default;
  Handle(const Gl& gl, GLuint name) : gl_(&gl), name_(name) {}
  Handle(Handle&& other) noexcept
      : gl_(std::exchange(other.gl_, nullptr)), name_(std::exchange(other.name_, 0u)) {}
  Handle& operator=(Handle&& other) noexcept {
    std::swap(gl_, other.gl_);
    std::swap(name_, other.name_);
    return *this;
  }
  ~Handle() {
    if (name_ != 0) Deleter::remove(*gl_, name_);
  }

  [[nodiscard]] GLuint name() const { return name_; }  ///< 0: no object
  explicit operator bool() const { return name_ != 0; }

 private:
  const Gl* gl_ = nullptr;
  GLuint name_ = 0;
};

struct BufferDeleter {
  static void remove(const Gl& gl, GLuint name) { gl.DeleteBuffers(1, &name); }
};
struct VertexArrayDeleter {
  static void remove(const Gl& gl, GLuint name) { gl.DeleteVertexArrays(1, &name); }
};
struct TextureDeleter {
  static void remove(const Gl& gl, GLuint name) { gl.DeleteTextures(1, &name); }
};
struct SamplerDeleter {
  static void remove(const Gl& gl, GLuint name) { gl.DeleteSamplers(1, &name); }
};
struct FramebufferDeleter {
  static void remove(const Gl& gl, GLuint name) { gl.DeleteFramebuffers(1, &name); }
};
struct RenderbufferDeleter {
  static void remove(const Gl& gl, GLuint name) { gl.DeleteRenderbuffers(1, &name); }
};
struct ProgramDeleter {
  static void remove(const Gl& gl, GLuint name) { gl.DeleteProgram(name); }
};
struct ShaderDeleter {
  static void remove(const Gl& gl, GLuint name) { gl.DeleteShader(name); }
};

using BufferHandle = Handle<BufferDeleter>;
using VertexArrayHandle = Handle<VertexArrayDeleter>;
using TextureHandle = Handle<TextureDeleter>;
using SamplerHandle = Handle<SamplerDeleter>;
using FramebufferHandle = Handle<FramebufferDeleter>;
using RenderbufferHandle = Handle<RenderbufferDeleter>;
using ProgramHandle = Handle<ProgramDeleter>;
using ShaderHandle = Handle<ShaderDeleter>;

/// A fresh object:  make<BufferHandle>(gl, gl.GenBuffers).
template <class AnyHandle, class Generate>
[[nodiscard]] AnyHandle make(const Gl& gl, Generate generate) {
  GLuint name = 0;
  generate(1, &name);
  return AnyHandle(gl, name);
}

}  // namespace morph::gl::detail
