// SPDX-License-Identifier: MIT
#pragma once

#include <cassert>
#include <cstddef>
#include <optional>
#include <span>

#include "morph/gl/detail/handle.h"

namespace morph::gl::detail {

// Memory on the graphics side. Editing goes through GL_COPY_WRITE_BUFFER, so that no binding that
// drawing depends on is touched; that binding is 0 again afterwards.

class Buffer {
 public:
  Buffer() = default;  ///< no object

  /// Room for `bytes` > 0, not initialised, or the values given. Empty: the driver is out of
  /// memory.
  static std::optional<Buffer> create(const Gl& gl, std::size_t bytes, GLenum usage);
  template <class T>
  static std::optional<Buffer> create(const Gl& gl, std::span<const T> values, GLenum usage) {
    return allocate(gl, values.data(), values.size_bytes(), usage);
  }

  /// Begins to replace everything: the memory to write, once and in rising order, which is never
  /// read. The draws that still read the old content keep it. Empty: the driver failed.
  /// Precondition (asserted): T divides bytes().
  template <class T>
  [[nodiscard]] std::span<T> begin_rewrite() {
    assert(bytes_ % sizeof(T) == 0);
    void* const memory = map();
    return {static_cast<T*>(memory), memory == nullptr ? 0 : bytes_ / sizeof(T)};
  }

  /// After begin_rewrite, unless that was empty. false: the driver failed.
  bool end_rewrite();

  /// Both in one: `fill` is called with the memory.
  template <class T, class Fill>
  bool rewrite(Fill&& fill) {
    const std::span<T> memory = begin_rewrite<T>();
    if (memory.empty()) return false;
    fill(memory);
    return end_rewrite();
  }

  /// Copies bytes out of it, waiting for the driver to be done.
  void read(std::size_t first, std::span<std::byte> out) const;

  [[nodiscard]] GLuint name() const { return handle_.name(); }
  [[nodiscard]] std::size_t bytes() const { return bytes_; }
  explicit operator bool() const { return bool(handle_); }

 private:
  static std::optional<Buffer> allocate(const Gl& gl, const void* values, std::size_t bytes,
                                        GLenum usage);
  void* map();

  const Gl* gl_ = nullptr;
  BufferHandle handle_;
  std::size_t bytes_ = 0;
};

/// A buffer as a texture, one texel for each of its vectors. It shows what the buffer holds now and
/// later.
TextureHandle make_buffer_texture(const Gl& gl, GLenum format, const Buffer& buffer);

/// Binds a buffer texture to a unit; 0: nothing.
void bind_buffer_texture(const Gl& gl, GLenum unit, GLuint texture);

}  // namespace morph::gl::detail
