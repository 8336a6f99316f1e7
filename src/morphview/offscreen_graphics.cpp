// SPDX-License-Identifier: MIT
#include "morphview/offscreen_graphics.h"

#include <utility>

namespace morphview {

using morph::Result;

Result<std::unique_ptr<OffscreenGraphics>> OffscreenGraphics::create(Backend backend) {
  std::unique_ptr<OffscreenGraphics> graphics(new OffscreenGraphics);
  morph::gl::FunctionLoader loader = nullptr;
  if (backend == Backend::window) {
    Result<Window> window = Window::create({"morphview", 64, 64, false});
    if (!window) return window.error();
    graphics->window_ = std::move(*window);
    loader = Window::loader();
  } else {
    Result<HeadlessContext> headless = HeadlessContext::create();
    if (!headless) return headless.error();
    graphics->headless_ = std::move(*headless);
    loader = HeadlessContext::loader();
  }
  Result<morph::gl::Context> context = morph::gl::Context::create(loader);
  if (!context) return context.error();
  graphics->context_ = std::move(*context);
  return graphics;
}

}  // namespace morphview
