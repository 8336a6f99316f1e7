// SPDX-License-Identifier: MIT
#include "morphview/orbit_camera.h"

#include <algorithm>
#include <cmath>
#include <glm/geometric.hpp>
#include <glm/gtc/matrix_transform.hpp>
#include <glm/mat3x3.hpp>
#include <glm/trigonometric.hpp>

namespace morphview {
namespace {

constexpr float kPole = 1.57079633f;  // π/2
constexpr float kNearest = 1e-6f;     // distance, metres
constexpr float kFarthest = 1e12f;

// From world to view.
glm::mat3 turn_of(float yaw, float pitch) {
  const glm::vec3 right(std::cos(yaw), 0.0f, -std::sin(yaw));
  const glm::vec3 back(std::cos(pitch) * std::sin(yaw), std::sin(pitch),
                       std::cos(pitch) * std::cos(yaw));
  return glm::transpose(glm::mat3(right, glm::cross(back, right), back));
}

}  // namespace

glm::mat3 OrbitCamera::rotation() const { return turn_of(yaw, pitch); }

glm::mat4 OrbitCamera::world_to_view() const {
  const glm::mat3 turn = rotation();
  glm::mat4 matrix(turn);
  matrix[3] = glm::vec4(-(turn * pivot) - glm::vec3(offset, distance), 1.0f);
  return matrix;
}

glm::mat4 OrbitCamera::view_to_clip(float aspect) const {
  constexpr float kNearPart = 0.01f;
  constexpr float kReaches = 100.0f;  // weights beyond 1 move the surface out of its box
  const float near = distance * kNearPart;
  const float far = distance + std::max(kReaches * reach, distance);
  return glm::perspective(fov, aspect, near, far);
}

void OrbitCamera::orbit(float yaw_by, float pitch_by) {
  yaw = std::remainder(yaw + yaw_by, 4.0f * kPole);
  pitch = std::clamp(pitch + pitch_by, -kPole, kPole);
}

float OrbitCamera::visible_height() const { return 2.0f * distance * std::tan(0.5f * fov); }

void OrbitCamera::pan(const glm::vec2& by_heights) { offset += by_heights * visible_height(); }

void OrbitCamera::zoom(float factor, const glm::vec2& at) {
  const float before = visible_height();
  distance = std::clamp(distance / factor, kNearest, kFarthest);
  offset += at * (before - visible_height());
}

}  // namespace morphview
