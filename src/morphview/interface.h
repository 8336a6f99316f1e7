// SPDX-License-Identifier: MIT
#pragma once

#include <memory>

#include "morph/runtime/result.h"
#include "morphview/window.h"

namespace morphview {

// Dear ImGui in a window: its life, its look, and its frame.

class Interface {
 public:
  /// Takes over the window's callbacks; those that were there are still called. Errors: graphics.
  static morph::Result<Interface> create(const Window& window);

  Interface(Interface&&) noexcept;
  Interface& operator=(Interface&&) noexcept;
  ~Interface();

  /// Everything of Dear ImGui is called between these two.
  void begin_frame();

  /// Draws over what the window's framebuffer holds.
  void end_frame();

  [[nodiscard]] float scale() const;

 private:
  struct State;
  explicit Interface(std::unique_ptr<State> state);
  std::unique_ptr<State> state_;
};

/// The look: dark, quiet, one accent colour. For the current Dear ImGui context.
void apply_style(float scale);

}  // namespace morphview
