// SPDX-License-Identifier: MIT
#pragma once

#include <glm/mat3x3.hpp>
#include <glm/mat4x4.hpp>
#include <glm/vec2.hpp>
#include <glm/vec3.hpp>

#include "morph/runtime/bounds.h"

namespace morphview {

// A camera that turns around a point and never rolls. World: metres, Y up. View: right, up, towards
// the camera.

struct OrbitCamera {
  glm::vec3 pivot{0.0f};  ///< metres, world
  float yaw = 0.0f;    ///< radians; 0: the camera is on the pivot's +Z side; positive: to the right
  float pitch = 0.0f;  ///< radians, −π/2 … π/2; positive: the camera is above
  float distance = 1.0f;   ///< metres from the pivot, along the line of sight
  glm::vec2 offset{0.0f};  ///< metres: the picture's centre against the pivot, to the right and up
  float fov = 0.5f;        ///< radians, vertical
  bool orthographic = false;  ///< parallel rays; what is seen at the pivot stays as large

  /// From world to view, directions only.
  [[nodiscard]] glm::mat3 rotation() const;
  [[nodiscard]] glm::mat4 world_to_view() const;

  /// The projection, with planes between which all of the model lies, except what is behind the
  /// camera or next to its eye.
  ///   model  world-space box; where it is empty or endless, planes around the pivot
  [[nodiscard]] glm::mat4 view_to_clip(float aspect, const morph::Bounds& model) const;

  /// Turns by angles in radians; the pitch stops at the poles.
  void orbit(float yaw_by, float pitch_by);

  /// Moves the picture's centre by a part of the picture's height: (0, 1) shows what was above.
  void pan(const glm::vec2& by_heights);

  /// Goes nearer; 2 halves the distance. What is seen at `at` stays there. Stops where numbers end.
  ///   at  from the picture's centre, in parts of its height, up and to the right
  void zoom(float factor, const glm::vec2& at = glm::vec2(0.0f));

 private:
  /// Metres that the picture's height spans at the pivot.
  [[nodiscard]] float visible_height() const;
};

}  // namespace morphview
