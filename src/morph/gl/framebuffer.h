// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <memory>

#include "morph/gl/context.h"
#include "morph/runtime/image.h"
#include "morph/runtime/result.h"

namespace morph::gl {

// An off-screen picture: multisampled colour in sRGB with linear blending and resolve, depth, and a
// way to read it back bit for bit the same on every run. Its colour is multiplied by its alpha, so
// that edges against a transparent background come out right.

class Framebuffer {
 public:
  /// Errors: invalid_value for a side of 0, limit_exceeded beyond the driver's sizes, graphics when
  /// incomplete.
  ///   samples  0, 2, 4, …; lowered to what the driver has; 1 is 0
  static Result<Framebuffer> create(const Context& context, std::uint32_t width,
                                    std::uint32_t height, std::uint32_t samples);

  Framebuffer(Framebuffer&& other) noexcept;
  Framebuffer& operator=(Framebuffer&& other) noexcept;
  ~Framebuffer();

  [[nodiscard]] std::uint32_t width() const { return width_; }
  [[nodiscard]] std::uint32_t height() const { return height_; }
  [[nodiscard]] std::uint32_t samples() const { return samples_; }

  /// OpenGL's name of the framebuffer to draw into.
  [[nodiscard]] std::uint32_t name() const;

  /// Resolves the samples in linear light and reads the picture, top row first, as sRGB bytes with
  /// unassociated alpha. Leaves this framebuffer bound.
  [[nodiscard]] Image read() const;

  /// Resolves the samples into another framebuffer of the same size (0: the window's), at its lower
  /// left corner; bytes arrive as they are, whether the target is sRGB or not. Leaves it bound.
  void resolve_to(std::uint32_t target) const;

 private:
  struct Objects;
  explicit Framebuffer(std::unique_ptr<Objects> objects);
  void resolve() const;

  std::uint32_t width_ = 0, height_ = 0, samples_ = 0;
  std::unique_ptr<Objects> objects_;
};

}  // namespace morph::gl
