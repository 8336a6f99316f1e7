// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <span>

#include "morph/gl/detail/buffer.h"
#include "morph/gl/detail/program_cache.h"
#include "morph/gl/detail/shader_interface.h"

namespace morph::gl::detail {

// The one place where a vertex shader morphs: transform feedback writes the morphed attributes of
// all vertices into a buffer, from which every pass draws and from which they are read back.

class MorphPass {
 public:
  explicit MorphPass(const Gl& gl);

  /// The program of a key. Errors: graphics; what the driver rejected once is not tried again.
  Result<const MorphProgram*> program(const MorphKey& key) { return programs_.get(key); }

  struct Input {
    const MorphProgram* program = nullptr;
    GLuint vertex_array = 0;
    AttributeSet morphed;            ///< M of them, in places 0 … M−1
    std::span<const float> weights;  ///< [N] of the slots
    std::uint32_t vertices = 0;      ///< V
    std::uint32_t instances = 1;     ///< I
  };

  /// Writes [I][V][M] vectors of four floats. Textures are bound already. The framebuffer binding
  /// is another one afterwards.
  void run(const Input& input, const Buffer& morphed) const;

  [[nodiscard]] std::uint64_t compiled() const { return programs_.compiled(); }

 private:
  const Gl* gl_;
  ProgramCache<MorphKey, MorphProgram> programs_;
  // Without a complete framebuffer nothing runs, not even without pixels.
  RenderbufferHandle pixel_;
  FramebufferHandle framebuffer_;
};

/// The framebuffers that are bound, bound again at the end.
class FramebufferBinding {
 public:
  explicit FramebufferBinding(const Gl& gl) : gl_(&gl) {
    gl.GetIntegerv(GL_DRAW_FRAMEBUFFER_BINDING, &draw_);
    gl.GetIntegerv(GL_READ_FRAMEBUFFER_BINDING, &read_);
  }
  FramebufferBinding(const FramebufferBinding&) = delete;
  FramebufferBinding& operator=(const FramebufferBinding&) = delete;
  ~FramebufferBinding() {
    gl_->BindFramebuffer(GL_DRAW_FRAMEBUFFER, static_cast<GLuint>(draw_));
    gl_->BindFramebuffer(GL_READ_FRAMEBUFFER, static_cast<GLuint>(read_));
  }

 private:
  const Gl* gl_;
  GLint draw_ = 0;
  GLint read_ = 0;
};

/// Bytes of one morphed attribute of a vertex.
inline constexpr std::size_t kMorphedBytes = 4 * sizeof(float);

}  // namespace morph::gl::detail
