// SPDX-License-Identifier: MIT
#include "morphview/eye.h"

#include <algorithm>
#include <cassert>
#include <cmath>
#include <glm/ext/matrix_clip_space.hpp>
#include <glm/geometric.hpp>
#include <glm/mat3x3.hpp>
#include <glm/matrix.hpp>
#include <variant>

namespace morphview {
namespace {

using morph::Bounds;
using morph::Index;
using morph::Pose;
using morph::Scene;

// Where a camera of the file stands; its axes without scale.
struct Stand {
  glm::mat3 axes{1.0f};  // right, up, back
  glm::vec3 place{0.0f};
};

Stand stand_of(const Scene& scene, const Pose& pose, Index node) {
  glm::mat4 m(1.0f);
  for (Index n = node; n != morph::kNoIndex; n = scene.nodes()[n].parent) {
    const auto& own = scene.nodes()[n].matrix;
    m = (own ? *own : pose.transforms()[n].matrix()) * m;
  }
  Stand stand;
  stand.place = glm::vec3(m[3]);
  const glm::vec3 back(m[2]);
  const glm::vec3 right = glm::cross(glm::vec3(m[1]), back);
  const float back_length = glm::length(back);
  const float right_length = glm::length(right);
  if (!(back_length > 0.0f) || !(right_length > 0.0f)) return stand;
  stand.axes[2] = back / back_length;
  stand.axes[0] = right / right_length;
  stand.axes[1] = glm::cross(stand.axes[2], stand.axes[0]);
  return stand;
}

const morph::Camera& camera_at(const Scene& scene, Index node) {
  assert(scene.nodes()[node].camera != morph::kNoIndex);
  return scene.cameras()[scene.nodes()[node].camera];
}

glm::mat4 projection(const morph::Perspective& camera, float aspect) {
  float slope = std::tan(0.5f * camera.yfov);
  const float own = camera.aspect_ratio.value_or(aspect);
  if (aspect < own) slope *= own / aspect;
  const float fov = 2.0f * std::atan(slope);
  return camera.zfar ? glm::perspective(fov, aspect, camera.znear, *camera.zfar)
                     : glm::infinitePerspective(fov, aspect, camera.znear);
}

glm::mat4 projection(const morph::Orthographic& camera, float aspect) {
  float half_width = std::abs(camera.xmag);
  float half_height = std::abs(camera.ymag);
  if (half_width < half_height * aspect) {
    half_width = half_height * aspect;
  } else {
    half_height = half_width / aspect;
  }
  return glm::ortho(-half_width, half_width, -half_height, half_height, camera.znear, camera.zfar);
}

}  // namespace

Eye eye_of(const OrbitCamera& camera, float aspect, const Bounds& model) {
  return {camera.world_to_view(), camera.view_to_clip(aspect, model)};
}

Eye eye_of_node(const Scene& scene, const Pose& pose, Index node, float aspect) {
  const Stand stand = stand_of(scene, pose, node);
  const glm::mat3 turn = glm::transpose(stand.axes);
  Eye eye;
  eye.world_to_view = glm::mat4(turn);
  eye.world_to_view[3] = glm::vec4(-(turn * stand.place), 1.0f);
  eye.view_to_clip = std::visit([&](const auto& camera) { return projection(camera, aspect); },
                                camera_at(scene, node).projection);
  return eye;
}

OrbitCamera orbit_from_node(const Scene& scene, const Pose& pose, Index node, const Bounds& model) {
  const Stand stand = stand_of(scene, pose, node);
  const glm::vec3 back = stand.axes[2];
  OrbitCamera camera;
  camera.yaw = std::atan2(back.x, back.z);
  camera.pitch = std::asin(std::clamp(back.y, -1.0f, 1.0f));
  camera.pivot = model.empty() ? stand.place - back : model.center();
  const glm::vec3 from_pivot = camera.rotation() * (stand.place - camera.pivot);
  if (from_pivot.z > 0.0f) {
    camera.distance = from_pivot.z;
    camera.offset = {from_pivot.x, from_pivot.y};
  } else {  // the model is behind it
    camera.pivot = stand.place - back;
    camera.distance = 1.0f;
  }
  const auto& projection = camera_at(scene, node).projection;
  if (const auto* const perspective = std::get_if<morph::Perspective>(&projection)) {
    camera.fov = perspective->yfov;
  } else {
    camera.orthographic = true;
    const float half_height = std::abs(std::get_if<morph::Orthographic>(&projection)->ymag);
    camera.fov = 2.0f * std::atan(half_height / camera.distance);
  }
  return camera;
}

}  // namespace morphview
