// SPDX-License-Identifier: MIT
#include "morphview/framing.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <glm/common.hpp>
#include <glm/geometric.hpp>
#include <glm/mat3x3.hpp>
#include <glm/trigonometric.hpp>
#include <glm/vector_relational.hpp>
#include <limits>

#include "morph/runtime/bounds.h"
#include "morph/runtime/interval_bounds.h"

namespace morphview {
namespace {

using morph::Bounds;
using morph::Index;

constexpr float kFilled = 0.92f;   // of the picture, the rest is margin
constexpr float kNearest = 1e-6f;  // distance, metres
constexpr float kInfinity = std::numeric_limits<float>::infinity();

// A point of the outline along one side of the picture: `across` it and `near` to the camera, seen
// from the pivot.
struct SidePoint {
  float across = 0.0f;
  float near = 0.0f;
};
using Side = std::vector<SidePoint>;

// The smallest distance from which all fit between two planes through the camera with tan(angle) =
// ±slope. For a distance d and a middle m each point asks for |across − m| ≤ (d − near) · slope.
float fitting_distance(const Side& side, float slope) {
  float high = -kInfinity;
  float low = kInfinity;
  for (const SidePoint& point : side) {
    high = std::max(high, point.across + point.near * slope);
    low = std::min(low, point.across - point.near * slope);
  }
  return (high - low) / (2.0f * slope);
}

// Where the picture's centre has to be, across, for equal margins on both sides.
float balanced_middle(const Side& side, float distance) {
  float low = kInfinity;
  float high = -kInfinity;
  for (const SidePoint& point : side) {
    low = std::min(low, point.across);
    high = std::max(high, point.across);
  }
  constexpr int kHalvings = 40;
  for (int i = 0; i < kHalvings; ++i) {
    const float middle = 0.5f * (low + high);
    float left = kInfinity;
    float right = -kInfinity;
    for (const SidePoint& point : side) {
      const float slope = (point.across - middle) / (distance - point.near);
      left = std::min(left, slope);
      right = std::max(right, slope);
    }
    (left + right > 0.0f ? low : high) = middle;
  }
  return 0.5f * (low + high);
}

// Something to look at, whatever the outline.
std::vector<glm::vec3> visible_points(const Outline& outline) {
  Bounds box;
  for (const glm::vec3& point : outline.points()) box.add(point);
  const glm::vec3 size = box.empty() ? glm::vec3(0.0f) : box.size();
  const float largest = std::max({size.x, size.y, size.z});
  if (largest > 0.0f && std::isfinite(largest)) return outline.points();
  const glm::vec3 center = largest == 0.0f && !box.empty() ? box.center() : glm::vec3(0.0f);
  return {center - 0.5f, center + 0.5f};
}

std::size_t vertex_count(const morph::Scene& scene, Index scene_index) {
  std::size_t count = 0;
  for (const Index node : scene.nodes_of_scene(scene_index)) {
    const morph::Mesh* const mesh = scene.mesh_of(node);
    if (!mesh) continue;
    for (const morph::Primitive& primitive : mesh->primitives) count += primitive.vertex_count();
  }
  return count;
}

void sort_and_drop_repeated(std::vector<double>& times) {
  std::ranges::sort(times);
  times.erase(std::unique(times.begin(), times.end()), times.end());
}

// The keys of what is played and the middles between them, evenly thinned to at most `most`.
std::vector<double> turning_times(const Player& player, std::size_t most) {
  std::vector<double> keys;
  for (const Index animation : player.playback().animations()) {
    for (const morph::Track& track : player.scene().animations()[animation].samplers) {
      keys.insert(keys.end(), track.times().begin(), track.times().end());
    }
  }
  sort_and_drop_repeated(keys);
  std::vector<double> all;
  for (std::size_t k = 0; k < keys.size(); ++k) {
    if (k > 0) all.push_back(0.5 * (keys[k - 1] + keys[k]));
    all.push_back(keys[k]);
  }
  if (all.size() <= most) return all;
  std::vector<double> kept;
  for (std::size_t i = 0; i < most; ++i) kept.push_back(all[i * (all.size() - 1) / (most - 1)]);
  return kept;
}

// When the model reaches furthest to each of six sides, as its boxes tell: a blink may lie between
// two regular times. Leaves the player anywhere.
std::vector<double> extreme_times(Player& player, Index scene, std::size_t vertices) {
  constexpr std::size_t kVertices = 100'000'000;  // in all, in boxes of up to 32: some 50 ms
  constexpr std::size_t kFewest = 65, kMost = 1024;
  const morph::IntervalBounds boxes(player.scene());
  morph::PosedScratch scratch;
  std::array<float, 6> furthest;
  furthest.fill(-kInfinity);
  std::vector<double> times(furthest.size(), 0.0);
  for (const double time :
       turning_times(player, std::clamp(kVertices / vertices, kFewest, kMost))) {
    player.playback().seek(time);
    player.update();
    const Bounds box = boxes.bounds(player.scene(), scene, player.pose(), scratch);
    for (int side = 0; side < 6 && !box.empty(); ++side) {
      const float reach = side < 3 ? box.max[side] : -box.min[side - 3];
      const auto s = static_cast<std::size_t>(side);
      if (reach <= furthest[s]) continue;
      furthest[s] = reach;
      times[s] = time;
    }
  }
  sort_and_drop_repeated(times);
  return times;
}

// Whether a box reaches beyond that of the points by more than the margin of a picture forgives.
bool sticks_out(const Bounds& box, const std::vector<glm::vec3>& points) {
  if (box.empty()) return false;
  Bounds held;
  for (const glm::vec3& point : points) held.add(point);
  if (held.empty()) return true;
  constexpr float kForgiven = 0.02f;
  const glm::vec3 size = held.size();
  const glm::vec3 most(kForgiven * std::max({size.x, size.y, size.z}));
  return glm::any(glm::lessThan(box.min, held.min - most)) ||
         glm::any(glm::greaterThan(box.max, held.max + most));
}

OrbitCamera camera_towards(const CameraOptions& options) {
  OrbitCamera camera;
  const glm::vec3 back = -glm::normalize(options.direction);
  camera.yaw = std::atan2(back.x, back.z);
  camera.pitch = std::asin(std::clamp(back.y, -1.0f, 1.0f));
  camera.orbit(glm::radians(static_cast<float>(options.azimuth)),
               glm::radians(static_cast<float>(options.elevation)));
  camera.fov = glm::radians(static_cast<float>(options.fov));
  camera.orthographic = options.orthographic;
  return camera;
}

}  // namespace

Outline::Outline() {
  // Fibonacci's spiral.
  const float turn = 3.14159265f * (3.0f - std::sqrt(5.0f));
  for (std::size_t i = 0; i < kDirections; ++i) {
    const float z = 1.0f - 2.0f * (static_cast<float>(i) + 0.5f) / static_cast<float>(kDirections);
    const float radius = std::sqrt(1.0f - z * z);
    const float angle = turn * static_cast<float>(i);
    directions_[i] = {radius * std::cos(angle), radius * std::sin(angle), z};
  }
  furthest_.fill(-kInfinity);
}

void Outline::add(const glm::vec3& point) {
  if (!std::isfinite(point.x) || !std::isfinite(point.y) || !std::isfinite(point.z)) return;
  if (points_.empty()) points_.resize(kDirections);
  for (std::size_t i = 0; i < kDirections; ++i) {
    const float reach = glm::dot(point, directions_[i]);
    if (reach <= furthest_[i]) continue;
    furthest_[i] = reach;
    points_[i] = point;
  }
}

Outline animation_outline(Player& player, Index scene) {
  constexpr std::size_t kPoints = 400'000;  // in all, at regular times: some 50 ms
  constexpr std::size_t kFewestTimes = 9, kMostTimes = 65;
  Outline outline;
  morph::PosedScratch scratch;
  const auto add_pose = [&](std::size_t step) {
    morph::for_each_posed_vertex(
        player.scene(), scene, player.pose(), scratch,
        [&](const glm::vec3& position) { outline.add(position); }, step);
  };
  morph::Playback& playback = player.playback();
  if (playback.duration() > 0.0f) {
    const morph::Playback before = playback;
    const auto add_time = [&](double time, std::size_t step) {
      playback.seek(time);
      player.update();
      add_pose(step);
    };
    const std::size_t count = std::max<std::size_t>(1, vertex_count(player.scene(), scene));
    for (const double time : extreme_times(player, scene, count)) add_time(time, 1);
    const std::size_t times = std::clamp(kPoints / count, kFewestTimes, kMostTimes);
    for (std::size_t i = 0; i < times; ++i) {
      add_time(static_cast<double>(playback.duration()) * static_cast<double>(i) /
                   static_cast<double>(times - 1),
               1 + count * times / (2 * kPoints));
    }
    playback = before;
    player.update();
  }
  // Only what would be cut off, so that pictures of one file at different times compare.
  const Bounds box = morph::pose_bounds(player.scene(), scene, player.pose(), scratch);
  if (sticks_out(box, outline.points())) add_pose(1);
  return outline;
}

void fit_outline(OrbitCamera& camera, const Outline& outline, float aspect) {
  const std::vector<glm::vec3> points = visible_points(outline);
  Bounds box;
  for (const glm::vec3& point : points) box.add(point);
  camera.pivot = box.center();

  const glm::mat3 turn = camera.rotation();
  const float up_slope = kFilled * std::tan(0.5f * camera.fov);
  const float right_slope = up_slope * aspect;
  Side right;
  Side up;
  float nearest = 0.0f;
  for (const glm::vec3& point : points) {
    const glm::vec3 seen = turn * (point - camera.pivot);
    right.push_back({seen.x, seen.z});
    up.push_back({seen.y, seen.z});
    nearest = std::max(nearest, seen.z);
  }
  if (camera.orthographic) {
    const auto middle_and_half = [](const Side& side) {
      const auto [low, high] = std::ranges::minmax(side, {}, &SidePoint::across);
      return glm::vec2(0.5f * low.across + 0.5f * high.across,
                       0.5f * high.across - 0.5f * low.across);
    };
    const glm::vec2 across = middle_and_half(right);
    const glm::vec2 upwards = middle_and_half(up);
    camera.distance = std::max({across.y / right_slope, upwards.y / up_slope, kNearest});
    camera.offset = {across.x, upwards.x};
    return;
  }
  constexpr float kClear = 1.0005f;  // a flat thing seen from its edge still lies before the camera
  camera.distance = std::max({fitting_distance(right, right_slope), fitting_distance(up, up_slope),
                              nearest * kClear, kNearest});
  camera.offset = {balanced_middle(right, camera.distance), balanced_middle(up, camera.distance)};
}

OrbitCamera frame_outline(const Outline& outline, const CameraOptions& options, float aspect) {
  OrbitCamera camera = camera_towards(options);
  fit_outline(camera, outline, aspect);
  camera.zoom(static_cast<float>(options.zoom));
  return camera;
}

}  // namespace morphview
