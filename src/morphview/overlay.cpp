// SPDX-License-Identifier: MIT
#include "morphview/overlay.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <glm/geometric.hpp>
#include <utility>

#include "morphview/vertices.h"

namespace morphview {
namespace {

using morph::Bounds;
using morph::Index;
using morph::gl::Line;

// Linear colours of the lines.
constexpr glm::vec3 kGrid{0.30f, 0.32f, 0.36f};
constexpr glm::vec3 kBox{0.85f, 0.85f, 0.85f};
constexpr glm::vec3 kNormal{0.10f, 0.62f, 0.85f};
constexpr glm::vec3 kBone{1.0f, 0.62f, 0.10f};
constexpr glm::vec3 kShadow{0.0f, 0.0f, 0.0f};
constexpr std::array<glm::vec3, 3> kAxes = {
    {{0.80f, 0.06f, 0.08f}, {0.15f, 0.55f, 0.05f}, {0.06f, 0.22f, 0.90f}}};

bool is_finite(const glm::vec3& v) {
  return std::isfinite(v.x) && std::isfinite(v.y) && std::isfinite(v.z);
}

// Half as long as vertices are apart, if a primitive's were spread over a square of its radius.
float normal_length(const std::vector<glm::vec3>& positions) {
  Bounds box;
  for (const glm::vec3& position : positions) box.add(position);
  const float apart = 1.0f / std::sqrt(static_cast<float>(positions.size()));
  return 0.5f * glm::length(box.size()) * std::clamp(0.5f * apart, 0.005f, 0.1f);
}

}  // namespace

float round_step(float length) {
  const float decade = std::pow(10.0f, std::floor(std::log10(length)));
  const float part = length / decade;
  return decade * (part >= 5.0f ? 5.0f : part >= 2.0f ? 2.0f : 1.0f);
}

Overlay::Overlay(const morph::Scene& scene, Index scene_index)
    : scene_(&scene),
      scene_index_(scene_index),
      is_joint_(scene.nodes().size(), false),
      globals_(scene.nodes().size()) {
  morph::PosedScratch scratch;
  rest_ = morph::pose_bounds(scene, scene_index, morph::Pose(scene), scratch);
  const float radius = rest_.empty() ? 0.0f : 0.5f * glm::length(rest_.size());
  if (radius > 0.0f && std::isfinite(radius)) {
    radius_ = radius;
  } else {
    rest_ = Bounds();
    rest_.add(glm::vec3(0.0f));
  }
  for (const Index node : scene.nodes_of_scene(scene_index)) {
    if (const morph::Skin* const skin = scene.skin_of(node)) {
      for (const Index joint : skin->joints) is_joint_[joint] = true;
    }
  }
}

std::vector<Line>& Overlay::layer(float width, bool over_all) {
  layers_.push_back({{}, {width, over_all}});
  return layers_.back().lines;
}

void Overlay::build(const morph::Pose& pose, const Overlays& wanted, morph::NormalsMode normals,
                    const Bounds& model) {
  layers_.clear();
  morph::global_matrices(*scene_, pose, globals_);
  if (wanted.grid) add_grid();
  if (wanted.normals) add_normals(pose, normals);
  if (wanted.bounds && !model.empty()) add_box(model);
  if (wanted.axes) add_axes();
  if (wanted.skeleton) add_skeleton();
}

Bounds Overlay::reach() const {
  Bounds box;
  for (const Layer& layer : layers_) {
    for (const Line& line : layer.lines) {
      box.add(line.from);
      box.add(line.to);
    }
  }
  return box;
}

// On the ground, or under a model that reaches below it: lines at whole steps of the world, which
// fade away from the middle.
void Overlay::add_grid() {
  std::vector<Line>& lines = layer(1.0f, false);
  const float half = 2.0f * radius_;
  const float step = round_step(0.1f * half);
  constexpr int kMajor = 10;  // every tenth is stronger
  constexpr float kAlpha = 0.45f, kMajorAlpha = 0.95f;
  const glm::vec3 middle = rest_.center();
  const float y = std::min(0.0f, rest_.min.y);
  for (const int across : {0, 2}) {
    const int along = 2 - across;
    constexpr float kExact = 1e6f;  // farther away a float has no such steps
    if (std::abs(middle[across]) > kExact * step) continue;
    const int first = static_cast<int>(std::ceil((middle[across] - half) / step));
    const int last = static_cast<int>(std::floor((middle[across] + half) / step));
    for (int i = first; i <= last; ++i) {
      const float at = static_cast<float>(i) * step;
      const float off = std::abs(at - middle[across]) / half;
      if (off >= 1.0f) continue;
      const float alpha = (i % kMajor == 0 ? kMajorAlpha : kAlpha) * (1.0f - off);
      glm::vec3 from(0.0f, y, 0.0f);
      from[across] = at;
      from[along] = middle[along];
      for (const float side : {-1.0f, 1.0f}) {
        glm::vec3 to = from;
        to[along] += side * half * (1.0f - off * off);
        lines.push_back({from, to, {kGrid, alpha}, {kGrid, 0.0f}});
      }
    }
  }
}

void Overlay::add_box(const Bounds& box) {
  std::vector<Line>& lines = layer(1.0f, false);
  const std::array<glm::vec3, 2> corners = {box.min, box.max};
  for (int along = 0; along < 3; ++along) {
    for (const std::size_t u : {0u, 1u}) {
      for (const std::size_t v : {0u, 1u}) {
        glm::vec3 from = box.min;
        from[(along + 1) % 3] = corners[u][(along + 1) % 3];
        from[(along + 2) % 3] = corners[v][(along + 2) % 3];
        glm::vec3 to = from;
        to[along] = box.max[along];
        lines.push_back({from, to, {kBox, 0.8f}, {kBox, 0.8f}});
      }
    }
  }
}

void Overlay::add_normals(const morph::Pose& pose, morph::NormalsMode normals) {
  std::vector<Line>& lines = layer(1.0f, false);
  for (const Index node : scene_->nodes_of_scene(scene_index_)) {
    const morph::Mesh* const mesh = scene_->mesh_of(node);
    if (mesh == nullptr) continue;
    for (Index p = 0; p < mesh->primitives.size(); ++p) {
      const morph::Primitive& primitive = mesh->primitives[p];
      if (primitive.vertex_count() == 0) continue;
      morph::gl::MorphedVertices vertices = blend_vertices(*scene_, pose, node, p, normals);
      complete_in_world(*scene_, node, primitive, globals_, vertices);
      const float length = normal_length(vertices.positions);
      for (std::size_t v = 0; v < vertices.normals.size(); ++v) {
        const glm::vec3 to = vertices.positions[v] + length * vertices.normals[v];
        if (vertices.normals[v] == glm::vec3(0.0f) || !is_finite(to)) continue;
        lines.push_back({vertices.positions[v], to, {kNormal, 0.6f}, {kNormal, 1.0f}});
      }
    }
  }
}

// Where the model is before them they shine through.
void Overlay::add_axes() {
  for (const bool hidden : {true, false}) {
    std::vector<Line>& lines = layer(2.5f, hidden);
    for (int axis = 0; axis < 3; ++axis) {
      glm::vec3 to(0.0f);
      to[axis] = radius_;
      const glm::vec4 color(kAxes[static_cast<std::size_t>(axis)], hidden ? 0.3f : 1.0f);
      lines.push_back({glm::vec3(0.0f), to, color, color});
    }
  }
}

void Overlay::add_skeleton() {
  std::vector<Line> bones;
  std::vector<Line> dots;
  const auto place_of = [&](Index node) { return glm::vec3(globals_[node][3]); };
  const auto is_drawn = [&](Index node) { return is_joint_[node] && is_finite(place_of(node)); };
  for (Index node = 0; node < is_joint_.size(); ++node) {
    if (!is_drawn(node)) continue;
    const glm::vec3 place = place_of(node);
    dots.push_back({place, place, {kBone, 1.0f}, {kBone, 1.0f}});
    Index parent = scene_->nodes()[node].parent;
    while (parent != morph::kNoIndex && !is_drawn(parent)) parent = scene_->nodes()[parent].parent;
    if (parent == morph::kNoIndex) continue;
    bones.push_back({place_of(parent), place, {kBone, 1.0f}, {kBone, 1.0f}});
  }
  // Dark beside light, so that it is told from any surface.
  constexpr float kBoneWidth = 1.5f, kDotWidth = 5.0f, kEdge = 2.0f;
  const auto dark = [](std::vector<Line> lines) {
    for (Line& line : lines) line.from_color = line.to_color = {kShadow, 0.7f};
    return lines;
  };
  layer(kBoneWidth + kEdge, true) = dark(bones);
  layer(kDotWidth + kEdge, true) = dark(dots);
  layer(kBoneWidth, true) = std::move(bones);
  layer(kDotWidth, true) = std::move(dots);
}

}  // namespace morphview
