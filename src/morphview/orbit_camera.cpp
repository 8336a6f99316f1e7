// SPDX-License-Identifier: MIT
#include "morphview/orbit_camera.h"

#include <algorithm>
#include <cmath>
#include <glm/geometric.hpp>
#include <glm/gtc/matrix_transform.hpp>
#include <glm/mat3x3.hpp>
#include <glm/trigonometric.hpp>
#include <limits>

namespace morphview {
namespace {

using morph::Bounds;
using morph::Index;

constexpr float kPole = 1.57079633f;  // π/2
constexpr float kFilled = 0.92f;      // of the picture, the rest is margin
constexpr float kNearest = 1e-6f;     // distance, metres
constexpr float kFarthest = 1e12f;

// From world to view, rotation only.
glm::mat3 rotation(float yaw, float pitch) {
  const glm::vec3 right(std::cos(yaw), 0.0f, -std::sin(yaw));
  const glm::vec3 back(std::cos(pitch) * std::sin(yaw), std::sin(pitch),
                       std::cos(pitch) * std::cos(yaw));
  return glm::transpose(glm::mat3(right, glm::cross(back, right), back));
}

// A box that can be looked at: neither empty nor a point nor infinite.
Bounds visible(const Bounds& bounds) {
  Bounds out = bounds;
  const float largest =
      bounds.empty() ? 0.0f : std::max({bounds.size().x, bounds.size().y, bounds.size().z});
  if (!std::isfinite(largest)) out = Bounds{glm::vec3(-0.5f), glm::vec3(0.5f)};
  if (largest > 0.0f && std::isfinite(largest)) return out;
  const glm::vec3 center =
      bounds.empty() || !std::isfinite(largest) ? glm::vec3(0.0f) : bounds.center();
  return {center - 0.5f, center + 0.5f};
}

// How one side of the picture, with tan(half its angle) = slope, sees points that are `across` and
// `near` (towards the camera) of the pivot: the smallest distance at which all fit, and where the
// middle is then.
struct SideFit {
  float high = -std::numeric_limits<float>::infinity();
  float low = std::numeric_limits<float>::infinity();

  void add(float across, float near, float slope) {
    high = std::max(high, across + near * slope);
    low = std::min(low, across - near * slope);
  }
  [[nodiscard]] float distance(float slope) const { return (high - low) / (2.0f * slope); }
  [[nodiscard]] float middle() const { return 0.5f * (high + low); }
};

std::uint64_t drawn_vertices(const morph::Scene& scene, Index scene_index) {
  std::uint64_t count = 0;
  for (const Index node : scene.nodes_of_scene(scene_index)) {
    const morph::Mesh* const mesh = scene.mesh_of(node);
    if (!mesh) continue;
    for (const morph::Primitive& primitive : mesh->primitives) count += primitive.vertex_count();
  }
  return count;
}

}  // namespace

glm::mat4 OrbitCamera::world_to_view() const {
  const glm::mat3 turn = rotation(yaw, pitch);
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

OrbitCamera frame_bounds(const Bounds& bounds, const CameraOptions& options, float aspect) {
  const Bounds box = visible(bounds);
  OrbitCamera camera;
  const glm::vec3 back = -glm::normalize(options.direction);
  camera.yaw = std::atan2(back.x, back.z);
  camera.pitch = std::asin(std::clamp(back.y, -1.0f, 1.0f));
  camera.orbit(glm::radians(static_cast<float>(options.azimuth)),
               glm::radians(static_cast<float>(options.elevation)));
  camera.fov = glm::radians(static_cast<float>(options.fov));
  camera.pivot = box.center();
  camera.reach = 0.5f * glm::length(box.size());

  const glm::mat3 turn = rotation(camera.yaw, camera.pitch);
  const float up_slope = kFilled * std::tan(0.5f * camera.fov);
  const float right_slope = up_slope * aspect;
  SideFit right;
  SideFit up;
  float nearest = 0.0f;
  for (unsigned corner = 0; corner < 8; ++corner) {
    const glm::vec3 half = 0.5f * box.size();
    const glm::vec3 signs(corner & 1 ? 1.0f : -1.0f, corner & 2 ? 1.0f : -1.0f,
                          corner & 4 ? 1.0f : -1.0f);
    const glm::vec3 seen = turn * (signs * half);
    right.add(seen.x, seen.z, right_slope);
    up.add(seen.y, seen.z, up_slope);
    nearest = std::max(nearest, seen.z);
  }
  constexpr float kClear = 1.02f;  // a flat thing seen from its edge still lies before the camera
  camera.distance =
      std::max({right.distance(right_slope), up.distance(up_slope), nearest * kClear, kNearest});
  camera.offset = {right.middle(), up.middle()};
  camera.zoom(static_cast<float>(options.zoom));
  return camera;
}

Bounds animation_bounds(Player& player, Index scene) {
  constexpr std::uint64_t kBlendedVertices = 4'000'000;  // in all: some 50 ms
  constexpr std::uint64_t kFewest = 9, kMost = 65;
  morph::BoundsScratch scratch;
  morph::Playback& playback = player.playback();
  if (playback.duration() <= 0.0f) {
    player.update();
    return pose_bounds(player.scene(), scene, player.pose(), scratch);
  }
  const std::uint64_t vertices = std::max<std::uint64_t>(1, drawn_vertices(player.scene(), scene));
  const std::uint64_t samples = std::clamp(kBlendedVertices / vertices, kFewest, kMost);
  const morph::Playback before = playback;
  Bounds bounds;
  for (std::uint64_t i = 0; i < samples; ++i) {
    playback.seek(static_cast<double>(playback.duration()) * static_cast<double>(i) /
                  static_cast<double>(samples - 1));
    player.update();
    bounds.add(pose_bounds(player.scene(), scene, player.pose(), scratch));
  }
  playback = before;
  player.update();
  return bounds;
}

}  // namespace morphview
