// SPDX-License-Identifier: MIT
#pragma once

#include <memory>

#include "morph/gl/context.h"
#include "morph/runtime/result.h"

namespace morphview {

// An OpenGL 4.1 core context without a window or a display: EGL on Mesa's surfaceless platform,
// else on the first device that EGL lists, else on EGL's default display.

/// Current on the thread that made it, until it is destroyed. It has no default framebuffer, so a
/// complete one of 1×1 pixel is bound at once: draws that only compute (transform feedback) then
/// work from the start.
class HeadlessContext {
 public:
  /// Errors: graphics, when there is no driver, or only one below OpenGL 4.1 (the message says
  /// which).
  static morph::Result<HeadlessContext> create();

  HeadlessContext(HeadlessContext&&) noexcept;
  HeadlessContext& operator=(HeadlessContext&&) noexcept;
  ~HeadlessContext();

  /// How to look up OpenGL functions while it is current.
  [[nodiscard]] static morph::gl::FunctionLoader loader();

 private:
  struct State;
  explicit HeadlessContext(std::unique_ptr<State> state);
  std::unique_ptr<State> state_;
};

}  // namespace morphview
