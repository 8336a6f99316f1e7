// SPDX-License-Identifier: MIT
#pragma once

#include <memory>
#include <optional>

#include "morph/gl/context.h"
#include "morph/runtime/result.h"
#include "morphview/headless_context.h"
#include "morphview/options.h"
#include "morphview/window.h"

namespace morphview {

// The context that headless results are drawn in: EGL's, or that of a window which is never shown.

class OffscreenGraphics {
 public:
  /// automatic is EGL. Errors: graphics.
  static morph::Result<std::unique_ptr<OffscreenGraphics>> create(Backend backend);

  [[nodiscard]] const morph::gl::Context& context() const { return *context_; }

 private:
  OffscreenGraphics() = default;

  // The context goes before what carries it.
  std::optional<HeadlessContext> headless_;
  std::optional<Window> window_;
  std::optional<morph::gl::Context> context_;
};

}  // namespace morphview
