// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>

#include "morph/gl/context.h"
#include "morph/runtime/image.h"
#include "morph/runtime/result.h"

namespace morph::gl {

// An off-screen picture: multisampled colour in sRGB with linear blending and resolve, depth, and a way to read it back
// bit for bit the same on every run.

class Framebuffer {
 public:
  /// Errors: invalid_value for a side of 0, limit_exceeded beyond the driver's sizes, graphics when incomplete.
  ///   samples  0, 2, 4, …; lowered to what the driver has
  static Result<Framebuffer> create(const Context& context, std::uint32_t width, std::uint32_t height,
                                    std::uint32_t samples);

  Framebuffer(Framebuffer&& other) noexcept;
  Framebuffer& operator=(Framebuffer&& other) noexcept;
  ~Framebuffer();

  [[nodiscard]] std::uint32_t width() const { return width_; }
  [[nodiscard]] std::uint32_t height() const { return height_; }
  [[nodiscard]] std::uint32_t samples() const { return samples_; }

  /// OpenGL's name of the framebuffer to draw into.
  [[nodiscard]] std::uint32_t name() const { return draw_; }

  /// Resolves the samples and reads the picture, top row first, as sRGB bytes.
  [[nodiscard]] Image read() const;

  /// Resolves the samples into another framebuffer of the same size (0: the window's), at its lower left corner.
  void resolve_to(std::uint32_t target) const;

 private:
  explicit Framebuffer(const Context& context) : context_(&context) {}
  void destroy();

  const Context* context_;
  std::uint32_t width_ = 0, height_ = 0, samples_ = 0;
  std::uint32_t draw_ = 0, draw_color_ = 0, draw_depth_ = 0;  // what is drawn into
  std::uint32_t resolved_ = 0, resolved_color_ = 0;           // one sample per pixel
};

}  // namespace morph::gl
