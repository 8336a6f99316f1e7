// SPDX-License-Identifier: MIT
#pragma once

#include <array>
#include <cstdint>
#include <optional>

#include "morphview/controls.h"
#include "morphview/orbit_camera.h"
#include "morphview/window.h"

namespace morphview {

// Keys and mouse of the viewer, as far as Dear ImGui leaves them.

enum class Action : std::uint8_t {
  play_or_pause,  // Space
  reset_weights,  // R
  release_all,    // Shift+R
  frame_model,    // F
  orthographic,   // 5
  wireframe,      // E
  normals,        // N
  grid,           // G
  axes,           // X
  heatmap,        // D
  screenshot,     // F12
  quit,           // Ctrl+Q
};

/// Remembers the keys that are pressed, even those that are released again before the next frame.
class KeyActions {
 public:
  /// Sets the window's key callback. The window must not outlive this object's last event; it does
  /// not move.
  explicit KeyActions(const Window& window);
  KeyActions(const KeyActions&) = delete;
  KeyActions& operator=(const KeyActions&) = delete;

  /// The oldest action that is not taken yet. While a text field has the keys, they are no actions.
  std::optional<Action> take();

 private:
  void press(int key, int modifiers);

  std::array<Action, 16> waiting_{};
  std::size_t count_ = 0;
};

/// Lets the mouse move the camera: left turns, middle or Shift+left pans, the wheel goes nearer to
/// what is under the cursor. Says whether it did. Between begin_frame and end_frame of the
/// interface.
bool steer_camera(OrbitCamera& camera, const WindowLayout& layout);

}  // namespace morphview
