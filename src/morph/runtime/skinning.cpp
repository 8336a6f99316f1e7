// SPDX-License-Identifier: MIT
#include "morph/runtime/skinning.h"

#include <cassert>
#include <cmath>
#include <cstddef>
#include <glm/ext/matrix_double3x3.hpp>
#include <glm/ext/matrix_double4x3.hpp>
#include <glm/ext/matrix_double4x4.hpp>
#include <glm/ext/vector_double3.hpp>
#include <glm/ext/vector_double4.hpp>
#include <glm/geometric.hpp>

namespace morph {
namespace {

/// M of one vertex, without its last row.
glm::dmat4x3 vertex_matrix(const Primitive& primitive, std::span<const glm::mat4> joints,
                           std::size_t vertex) {
  glm::dmat4x3 sum(0.0);
  for (const auto& set : primitive.joint_sets) {
    const JointInfluences& influences = set[vertex];
    for (std::size_t i = 0; i < influences.joints.size(); ++i) {
      const double weight = influences.weights[static_cast<int>(i)];
      if (weight == 0.0) continue;
      assert(influences.joints[i] < joints.size());
      sum += weight * glm::dmat4x3(joints[influences.joints[i]]);
    }
  }
  return sum;
}

/// The inverse transpose up to a positive factor; also there for a matrix that has no inverse.
glm::dmat3 normal_matrix(const glm::dmat3& m) {
  const glm::dmat3 cofactors(glm::cross(m[1], m[2]), glm::cross(m[2], m[0]),
                             glm::cross(m[0], m[1]));
  return glm::dot(m[0], cofactors[0]) < 0.0 ? -cofactors : cofactors;
}

glm::vec3 unit(const glm::dvec3& v) {
  const double length = glm::length(v);
  return glm::vec3(length > 0.0 && std::isfinite(length) ? v / length : glm::dvec3(0.0));
}

/// out[v] = move(M of v, in[v])
template <class Vector, class Move>
void skin(const Primitive& primitive, std::span<const glm::mat4> joints, std::span<const Vector> in,
          std::span<Vector> out, Move&& move) {
  assert(!primitive.joint_sets.empty());
  assert(in.size() == primitive.vertex_count() && out.size() == primitive.vertex_count());
  for (std::size_t v = 0; v < in.size(); ++v) {
    out[v] = move(vertex_matrix(primitive, joints, v), in[v]);
  }
}

}  // namespace

void joint_matrices(const Skin& skin, std::span<const glm::mat4> globals,
                    std::span<glm::mat4> out) {
  assert(out.size() == skin.joints.size() && out.size() == skin.inverse_bind_matrices.size());
  for (std::size_t j = 0; j < out.size(); ++j) {
    assert(skin.joints[j] < globals.size());
    out[j] =
        glm::mat4(glm::dmat4(globals[skin.joints[j]]) * glm::dmat4(skin.inverse_bind_matrices[j]));
  }
}

void skin_positions(const Primitive& primitive, std::span<const glm::mat4> joints,
                    std::span<const glm::vec3> in, std::span<glm::vec3> out) {
  skin(primitive, joints, in, out, [](const glm::dmat4x3& m, const glm::vec3& position) {
    return glm::vec3(m * glm::dvec4(position, 1.0));
  });
}

glm::vec3 skinned_position(const Primitive& primitive, std::span<const glm::mat4> joints,
                           std::size_t vertex, const glm::vec3& position) {
  return glm::vec3(vertex_matrix(primitive, joints, vertex) * glm::dvec4(position, 1.0));
}

void skin_normals(const Primitive& primitive, std::span<const glm::mat4> joints,
                  std::span<const glm::vec3> in, std::span<glm::vec3> out) {
  skin(primitive, joints, in, out, [](const glm::dmat4x3& m, const glm::vec3& normal) {
    return unit(normal_matrix(glm::dmat3(m)) * glm::dvec3(normal));
  });
}

void skin_tangents(const Primitive& primitive, std::span<const glm::mat4> joints,
                   std::span<const glm::vec4> in, std::span<glm::vec4> out) {
  skin(primitive, joints, in, out, [](const glm::dmat4x3& m, const glm::vec4& tangent) {
    return glm::vec4(unit(glm::dmat3(m) * glm::dvec3(tangent)), tangent.w);
  });
}

}  // namespace morph
