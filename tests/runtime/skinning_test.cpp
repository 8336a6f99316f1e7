// SPDX-License-Identifier: MIT
#include "morph/runtime/skinning.h"

#include <gtest/gtest.h>

#include <cmath>
#include <cstdint>
#include <glm/ext/matrix_double4x4.hpp>
#include <glm/ext/vector_double3.hpp>
#include <glm/ext/vector_double4.hpp>
#include <glm/geometric.hpp>
#include <random>
#include <utility>
#include <vector>

#include "morph/runtime/pose.h"
#include "support/scene_builder.h"

namespace morph {
namespace {

class Random {
 public:
  explicit Random(std::uint32_t seed) : random_(seed) {}
  float value() { return value_(random_); }
  glm::vec3 vec3() { return {value(), value(), value()}; }
  std::uint32_t below(std::uint32_t count) { return static_cast<std::uint32_t>(random_()) % count; }

  /// Far from singular; mirrored every second time.
  glm::mat4 matrix() {
    glm::mat4 m(1.0f);
    for (int c = 0; c < 3; ++c) m[c] = glm::vec4(0.4f * vec3(), 0.0f) + m[c];
    if (below(2) == 0) m[0] = -m[0];
    m[3] = glm::vec4(5.0f * vec3(), 1.0f);
    return m;
  }

 private:
  std::mt19937 random_;
  std::uniform_real_distribution<float> value_{-1.0f, 1.0f};
};

struct Skinned {
  Primitive primitive;
  Skin skin;
  std::vector<glm::mat4> globals;
};

/// Joints of one vertex are all mirrored or none, so that their mean is far from singular, too.
Skinned random_skin(std::uint32_t seed, std::size_t sets) {
  Random random(seed);
  Skinned s{test::random_primitive(50, 0, seed), {}, {}};
  constexpr std::uint32_t kJoints = 8;
  for (Index j = 0; j < kJoints; ++j) {
    s.globals.push_back(random.matrix());
    s.skin.joints.push_back(kJoints - 1 - j);
    s.skin.inverse_bind_matrices.push_back(random.matrix());
  }
  const auto mirrored = [&](std::uint32_t j) {
    return glm::determinant(s.globals[s.skin.joints[j]]) *
               glm::determinant(s.skin.inverse_bind_matrices[j]) <
           0.0f;
  };
  s.primitive.joint_sets.resize(sets);
  for (std::uint32_t v = 0; v < s.primitive.vertex_count(); ++v) {
    const std::uint32_t leader = random.below(kJoints);
    float sum = 0.0f;
    for (auto& set : s.primitive.joint_sets) {
      JointInfluences& vertex = set.emplace_back();
      for (std::size_t i = 0; i < 4; ++i) {
        const std::uint32_t joint = random.below(kJoints);
        if (mirrored(joint) != mirrored(leader)) continue;
        vertex.joints[i] = static_cast<std::uint16_t>(joint);
        vertex.weights[static_cast<int>(i)] = 0.5f * (1.0f + random.value());
        sum += vertex.weights[static_cast<int>(i)];
      }
    }
    if (sum == 0.0f) {
      s.primitive.joint_sets[0][v] = {{static_cast<std::uint16_t>(leader)}, {1, 0, 0, 0}};
      sum = 1.0f;
    }
    for (auto& set : s.primitive.joint_sets) set[v].weights /= sum;
  }
  return s;
}

/// The formula, point by point instead of matrix by matrix: Σ weight · global (inverse bind · p).
glm::dvec3 moved(const Skinned& s, std::size_t vertex, const glm::dvec4& point) {
  glm::dvec4 sum(0.0);
  for (const auto& set : s.primitive.joint_sets) {
    for (std::size_t i = 0; i < 4; ++i) {
      const std::uint16_t joint = set[vertex].joints[i];
      const glm::dvec4 bound = glm::dmat4(s.skin.inverse_bind_matrices[joint]) * point;
      sum += static_cast<double>(set[vertex].weights[static_cast<int>(i)]) *
             (glm::dmat4(s.globals[s.skin.joints[joint]]) * bound);
    }
  }
  return glm::dvec3(sum);
}

/// A normal stands on the surface before and after, on the same side of it.
glm::dvec3 moved_normal(const Skinned& s, std::size_t vertex, const glm::dvec3& normal) {
  const glm::dvec3 other = std::abs(normal.x) < 0.5 ? glm::dvec3(1, 0, 0) : glm::dvec3(0, 1, 0);
  const glm::dvec3 u = glm::cross(normal, other);
  const glm::dvec3 v = glm::cross(normal, u);
  const glm::dvec3 across = glm::cross(moved(s, vertex, glm::dvec4(u, 0)),  //
                                       moved(s, vertex, glm::dvec4(v, 0)));
  const bool same_side = glm::dot(across, moved(s, vertex, glm::dvec4(normal, 0))) > 0.0;
  return glm::normalize(same_side ? across : -across);
}

class Skinning : public testing::TestWithParam<std::uint32_t> {};

TEST_P(Skinning, IsTheWeightedMeanOfTheJoints) {
  const Skinned s = random_skin(GetParam(), 1 + GetParam() % 3);
  const Primitive& primitive = s.primitive;
  std::vector<glm::mat4> joints(s.skin.joints.size());
  joint_matrices(s.skin, s.globals, joints);
  std::vector<glm::vec3> positions = primitive.positions;
  std::vector<glm::vec3> normals = primitive.normals;
  std::vector<glm::vec4> tangents = primitive.tangents;
  skin_positions(primitive, joints, positions, positions);  // in place
  skin_normals(primitive, joints, normals, normals);
  skin_tangents(primitive, joints, tangents, tangents);
  for (std::size_t v = 0; v < primitive.vertex_count(); ++v) {
    const glm::dvec3 position = moved(s, v, glm::dvec4(primitive.positions[v], 1));
    EXPECT_LE(glm::length(glm::dvec3(positions[v]) - position), 2e-6 * (1 + glm::length(position)));
    const glm::dvec3 normal = moved_normal(s, v, glm::dvec3(primitive.normals[v]));
    EXPECT_LE(glm::length(glm::dvec3(normals[v]) - normal), 2e-6) << v;
    const glm::dvec3 tangent =
        glm::normalize(moved(s, v, glm::dvec4(glm::dvec3(primitive.tangents[v]), 0)));
    EXPECT_LE(glm::length(glm::dvec3(tangents[v]) - tangent), 2e-6) << v;
    EXPECT_EQ(tangents[v].w, primitive.tangents[v].w);
  }
}

INSTANTIATE_TEST_SUITE_P(Seeds, Skinning, testing::Range(0u, 12u));

TEST(Rules, Item77_OnlyTheJointsPlaceASkinnedMesh) {
  SceneParts parts = test::parts_of(test::triangle_primitive(0));
  parts.nodes.resize(3);
  parts.nodes[0].skin = 0;
  parts.nodes[0].transform.translation = {50, 50, 50};
  parts.nodes[1].children = {2};
  parts.nodes[1].transform.translation = {10, 0, 0};
  parts.nodes[2].transform.translation = {0, 1, 0};
  parts.meshes[0].primitives[0].joint_sets = {{3, JointInfluences{{1, 0, 0, 0}, {1, 0, 0, 0}}}};
  parts.skins.push_back({"skin", {0, 2}, {glm::mat4(1), glm::mat4(1)}, kNoIndex});
  const Scene scene = test::scene_of(std::move(parts));
  std::vector<glm::mat4> globals(3);
  global_matrices(scene, Pose(scene), globals);
  std::vector<glm::mat4> joints(2);
  joint_matrices(*scene.skin_of(0), globals, joints);
  const Primitive& primitive = scene.meshes()[0].primitives[0];
  std::vector<glm::vec3> positions = primitive.positions;
  skin_positions(primitive, joints, positions, positions);
  EXPECT_EQ(positions, (std::vector<glm::vec3>{{10, 1, 0}, {11, 1, 0}, {10, 2, 0}}));
  EXPECT_EQ(scene.skin_of(1), nullptr);
}

TEST(SkinningVectors, WithoutALengthBecomeZero) {
  Primitive primitive = test::triangle_primitive(0);
  primitive.joint_sets = {{3, JointInfluences{{0, 0, 0, 0}, {1, 0, 0, 0}}}};
  const std::vector<glm::mat4> flat = {glm::mat4(0.0f)};
  std::vector<glm::vec3> normals(3);
  skin_normals(primitive, flat, primitive.normals, normals);
  EXPECT_EQ(normals, std::vector<glm::vec3>(3, glm::vec3(0)));
  std::vector<glm::vec4> tangents(3);
  skin_tangents(primitive, flat, primitive.tangents, tangents);
  EXPECT_EQ(tangents, std::vector<glm::vec4>(3, glm::vec4(0, 0, 0, -1)));
  const std::vector<glm::vec3> none(3, glm::vec3(0));
  skin_normals(primitive, std::vector<glm::mat4>{glm::mat4(1.0f)}, none, normals);
  EXPECT_EQ(normals, none);
}

}  // namespace
}  // namespace morph
