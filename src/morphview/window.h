// SPDX-License-Identifier: MIT
#pragma once

#include <glm/vec2.hpp>
#include <memory>
#include <string>

#include "morph/gl/context.h"
#include "morph/runtime/result.h"

struct GLFWwindow;

namespace morphview {

// The window system through GLFW: one window with an OpenGL 4.1 core context that is current while
// the window lives.

class Window {
 public:
  struct Settings {
    std::string title;
    int width = 1280;  ///< screen units
    int height = 720;
    bool visible = true;  ///< false: only for its context
  };

  /// Errors: graphics, when there is no display or no OpenGL 4.1; the message names both and the
  /// way around.
  static morph::Result<Window> create(const Settings& settings);

  Window(Window&&) noexcept;
  Window& operator=(Window&&) noexcept;
  ~Window();

  [[nodiscard]] GLFWwindow* handle() const;
  [[nodiscard]] static morph::gl::FunctionLoader loader();

  /// Pixels; (0, 0) while it is minimised.
  [[nodiscard]] glm::ivec2 framebuffer_size() const;

  /// Makes the window's own framebuffer the one that is drawn into.
  void bind_framebuffer() const;

  /// How much larger than usual the display wants things to be; 1 on an ordinary one.
  [[nodiscard]] float content_scale() const;

  /// Frames a second that its display shows.
  [[nodiscard]] double refresh_rate() const;

 private:
  struct State;
  explicit Window(std::unique_ptr<State> state);
  std::unique_ptr<State> state_;
};

}  // namespace morphview
