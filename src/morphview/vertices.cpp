// SPDX-License-Identifier: MIT
#include "morphview/vertices.h"

#include <cstdint>
#include <glm/geometric.hpp>
#include <glm/mat3x3.hpp>
#include <vector>

#include "morph/runtime/active_targets.h"
#include "morph/runtime/blend.h"
#include "morph/runtime/skinning.h"
#include "morph/runtime/surface_normals.h"

namespace morphview {
namespace {

using morph::Index;
using morph::Primitive;
using morph::Scene;
using morph::gl::MorphedVertices;

void skin(const morph::Skin& skin, const Primitive& primitive, std::span<const glm::mat4> globals,
          MorphedVertices& vertices) {
  std::vector<glm::mat4> joints(skin.joints.size());
  morph::joint_matrices(skin, globals, joints);
  morph::skin_positions(primitive, joints, vertices.positions, vertices.positions);
  if (!vertices.normals.empty()) {
    morph::skin_normals(primitive, joints, vertices.normals, vertices.normals);
  }
  if (!vertices.tangents.empty()) {
    morph::skin_tangents(primitive, joints, vertices.tangents, vertices.tangents);
  }
}

glm::vec3 unit(const glm::vec3& v) {
  const float length = glm::length(v);
  return length > 0.0f ? v / length : v;
}

// The inverse transpose up to a positive factor; also there for a matrix that has no inverse.
glm::mat3 normal_matrix(const glm::mat3& m) {
  const glm::mat3 cofactors(glm::cross(m[1], m[2]), glm::cross(m[2], m[0]), glm::cross(m[0], m[1]));
  return glm::dot(m[0], cofactors[0]) < 0.0f ? -cofactors : cofactors;
}

}  // namespace

MorphedVertices blend_vertices(const Scene& scene, const morph::Pose& pose, Index node,
                               Index primitive_index, morph::NormalsMode normals) {
  const Primitive& primitive = scene.mesh_of(node)->primitives[primitive_index];
  const morph::MorphTargetData& targets = primitive.morph_targets;
  MorphedVertices out;
  out.positions = primitive.positions;
  out.normals = primitive.normals;
  out.tangents = primitive.tangents;
  out.texcoords = primitive.texcoords;
  out.colors = primitive.colors;
  const std::vector<morph::ActiveTarget> active =
      morph::select_active_targets(pose.morph_weights(node), morph::kAllTargets);
  out.report.node = node;
  out.report.primitive = primitive_index;
  out.report.active = static_cast<std::uint32_t>(active.size());
  out.report.recomputed =
      normals == morph::NormalsMode::recompute && morph::SmoothNormals::follow(primitive);
  if (targets.target_count() == 0) return out;
  morph::blend_positions(targets, primitive.positions, active, out.positions);
  if (!out.tangents.empty()) {
    morph::blend_tangents(targets, primitive.tangents, active, out.tangents);
  }
  if (out.report.recomputed) {
    morph::SmoothNormals::Scratch scratch;
    morph::SmoothNormals(primitive).evaluate(primitive, out.positions, scratch, out.normals,
                                             out.tangents);
  } else if (!out.normals.empty()) {
    morph::blend_normals(targets, primitive.normals, active, out.normals);
  }
  for (std::uint32_t set = 0; set < out.texcoords.size(); ++set) {
    if (out.texcoords[set].empty()) continue;
    morph::blend_texcoords(targets, set, primitive.texcoords[set], active, out.texcoords[set]);
  }
  if (!out.colors.empty()) morph::blend_colors(targets, primitive.colors, active, out.colors);
  return out;
}

void complete_normals(const Primitive& primitive, MorphedVertices& vertices) {
  if (!primitive.normals.empty()) return;
  vertices.tangents.clear();
  vertices.normals.clear();
  if (primitive.mode < morph::PrimitiveMode::triangles) return;
  vertices.normals.resize(vertices.positions.size());
  morph::flat_normals(primitive, vertices.positions, vertices.normals);
}

void move_to_world(const glm::mat4& matrix, MorphedVertices& vertices) {
  const glm::mat3 linear(matrix);
  const glm::mat3 for_normals = normal_matrix(linear);
  for (glm::vec3& position : vertices.positions) {
    position = glm::vec3(matrix * glm::vec4(position, 1.0f));
  }
  for (glm::vec3& normal : vertices.normals) normal = unit(for_normals * normal);
  for (glm::vec4& tangent : vertices.tangents) {
    tangent = glm::vec4(unit(linear * glm::vec3(tangent)), tangent.w);
  }
}

void complete_in_world(const Scene& scene, Index node, const Primitive& primitive,
                       std::span<const glm::mat4> globals, MorphedVertices& vertices) {
  const morph::Skin* const node_skin = scene.skin_of(node);
  if (node_skin != nullptr && !primitive.joint_sets.empty()) {
    skin(*node_skin, primitive, globals, vertices);
    complete_normals(primitive, vertices);
  } else {
    complete_normals(primitive, vertices);
    move_to_world(globals[node], vertices);
  }
}

}  // namespace morphview
