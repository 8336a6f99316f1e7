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

// How far from the camera's plane a box begins and ends; negative: behind it.
struct Depths {
  float nearest = 0.0f;
  float farthest = 0.0f;

  [[nodiscard]] bool sound() const {
    constexpr float kEnd = 1e30f;  // beyond it products leave the range of float
    return std::abs(nearest) < kEnd && std::abs(farthest) < kEnd && nearest <= farthest;
  }
};

Depths depths_of(const glm::mat4& world_to_view, const morph::Bounds& box) {
  const glm::vec3 back(world_to_view[0][2], world_to_view[1][2], world_to_view[2][2]);
  float low = -world_to_view[3][2];
  float high = low;
  for (int c = 0; c < 3; ++c) {
    const float at_min = -back[c] * box.min[c];
    const float at_max = -back[c] * box.max[c];
    low += std::min(at_min, at_max);
    high += std::max(at_min, at_max);
  }
  return box.empty() ? Depths{1.0f, 0.0f} : Depths{low, high};
}

}  // namespace

glm::mat3 OrbitCamera::rotation() const { return turn_of(yaw, pitch); }

glm::mat4 OrbitCamera::world_to_view() const {
  const glm::mat3 turn = rotation();
  glm::mat4 matrix(turn);
  matrix[3] = glm::vec4(-(turn * pivot) - glm::vec3(offset, distance), 1.0f);
  return matrix;
}

glm::mat4 OrbitCamera::view_to_clip(float aspect, const morph::Bounds& model) const {
  // The pivot stays between the planes as well: something may be drawn there that is no model.
  const Depths depths = depths_of(world_to_view(), model);
  constexpr float kMargin = 0.01f;
  if (orthographic) {
    const float half_height = 0.5f * visible_height();
    const float half_width = half_height * aspect;
    const bool known = depths.sound();
    const float nearest = known ? std::min(depths.nearest, distance) : 0.0f;
    const float farthest = known ? std::max(depths.farthest, distance) : 2.0f * distance;
    const float margin = std::max(kMargin * (farthest - nearest), kMargin * distance);
    return glm::ortho(-half_width, half_width, -half_height, half_height, nearest - margin,
                      farthest + margin);
  }
  constexpr float kNearPart = 0.01f;
  constexpr float kNearPlane = 1e-3f;  // of the far plane: the bits of the depth buffer
  float far = 2.0f * distance;
  float near = kNearPart * distance;
  if (depths.sound()) {
    far = std::max(depths.farthest * (1.0f + kMargin), (1.0f + kMargin) * distance);
    near = std::min(std::max(depths.nearest * (1.0f - kMargin), kNearPlane * far), 0.5f * distance);
  }
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
