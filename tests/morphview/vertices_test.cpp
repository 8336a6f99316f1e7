// SPDX-License-Identifier: MIT
#include "morphview/vertices.h"

#include <gtest/gtest.h>

#include <glm/geometric.hpp>
#include <glm/gtc/matrix_transform.hpp>
#include <glm/mat3x3.hpp>

#include "morphview/target_statistics.h"
#include "support/scene_builder.h"

namespace morphview {
namespace {

using morph::MorphAttribute;
using morph::Primitive;
using morph::gl::MorphedVertices;

TEST(Vertices, BlendAllActiveTargets) {
  const morph::Scene scene =
      morph::test::scene_of(morph::test::parts_of(morph::test::triangle_primitive(12)));
  morph::Pose pose(scene);
  for (std::uint32_t t = 0; t < 12; ++t) ASSERT_TRUE(pose.set_morph_weight(0, t, 1.0f));
  const MorphedVertices vertices = blend_vertices(scene, pose, 0, 0, morph::NormalsMode::file);
  EXPECT_EQ(vertices.positions[1], glm::vec3(1, 0, 78));  // 1 + 2 + … + 12
  EXPECT_EQ(vertices.report.active, 12u);
  EXPECT_EQ(vertices.normals[0], glm::vec3(0, 0, 1));
  EXPECT_EQ(vertices.tangents[0].w, -1.0f);
}

TEST(Vertices, RecomputedNormalsAreThoseOfTheMorphedSurface) {
  morph::Primitive primitive = morph::test::triangle_primitive(0);
  morph::MorphTargetData::Builder builder(3, 1);
  ASSERT_TRUE(builder.set_position_deltas(
      0, std::vector<glm::vec3>{glm::vec3(0), glm::vec3(-1, 0, -1), glm::vec3(0)}));
  primitive.morph_targets = std::move(builder).build();
  const morph::Scene scene = morph::test::scene_of(morph::test::parts_of(std::move(primitive)));
  morph::Pose pose(scene);
  ASSERT_TRUE(pose.set_morph_weight(0, 0, 1.0f));  // a quarter turn about y
  const MorphedVertices file = blend_vertices(scene, pose, 0, 0, morph::NormalsMode::file);
  EXPECT_EQ(file.normals[1], glm::vec3(0, 0, 1));
  EXPECT_FALSE(file.report.recomputed);
  const MorphedVertices found = blend_vertices(scene, pose, 0, 0, morph::NormalsMode::recompute);
  EXPECT_TRUE(found.report.recomputed);
  EXPECT_LT(glm::distance(found.normals[1], glm::vec3(1, 0, 0)), 1e-6f);
  EXPECT_LT(glm::distance(found.tangents[1], glm::vec4(0, 0, -1, -1)), 1e-6f);
}

TEST(Vertices, FlatNormalsReplaceMissingOnesAndTakeTheTangentsAway) {
  Primitive primitive = morph::test::triangle_primitive(0);
  primitive.normals.clear();
  MorphedVertices vertices;
  vertices.positions = {{0, 0, 0}, {0, 0, 1}, {0, 1, 0}};
  vertices.tangents = primitive.tangents;
  complete_normals(primitive, vertices);
  ASSERT_EQ(vertices.normals.size(), 3u);
  EXPECT_EQ(vertices.normals[2], glm::vec3(-1, 0, 0));
  EXPECT_TRUE(vertices.tangents.empty());
  primitive.mode = morph::PrimitiveMode::points;
  complete_normals(primitive, vertices);
  EXPECT_TRUE(vertices.normals.empty());
}

// Normals stay perpendicular to tangents under an uneven scale, also a mirroring one.
TEST(Vertices, NormalsGoToTheWorldByTheInverseTranspose) {
  for (const glm::vec3& scale : {glm::vec3(1, 2, 5), glm::vec3(-1, 2, 5), glm::vec3(1e-3f)}) {
    const glm::mat4 matrix = glm::translate(glm::mat4(1.0f), glm::vec3(7, 8, 9)) *
                             glm::rotate(glm::mat4(1.0f), 0.7f, glm::vec3(1, 2, 3)) *
                             glm::scale(glm::mat4(1.0f), scale);
    const glm::vec3 normal = glm::normalize(glm::vec3(1, 1, 1));
    MorphedVertices vertices;
    vertices.positions = {{0, 0, 0}};
    vertices.normals = {normal};
    vertices.tangents = {{glm::normalize(glm::vec3(1, -1, 0)), -1}};
    move_to_world(matrix, vertices);
    EXPECT_EQ(vertices.positions[0], glm::vec3(7, 8, 9));
    const glm::vec3 expected =
        glm::normalize(glm::transpose(glm::inverse(glm::mat3(matrix))) * normal);
    EXPECT_NEAR(glm::distance(vertices.normals[0], expected), 0.0f, 1e-5f);
    EXPECT_NEAR(glm::dot(vertices.normals[0], glm::vec3(vertices.tangents[0])), 0.0f, 1e-5f);
    EXPECT_NEAR(glm::length(glm::vec3(vertices.tangents[0])), 1.0f, 1e-6f);
    EXPECT_EQ(vertices.tangents[0].w, -1.0f);
  }
}

/// A triangle of which one corner follows a joint, on a node that stands elsewhere.
morph::SceneParts skinned_parts() {
  morph::SceneParts parts = morph::test::parts_of(morph::test::triangle_primitive(0));
  Primitive& primitive = parts.meshes[0].primitives[0];
  primitive.joint_sets = {{3, morph::JointInfluences{{0, 0, 0, 0}, {1, 0, 0, 0}}}};
  primitive.joint_sets[0][2].joints[0] = 1;
  parts.nodes.resize(3);
  parts.nodes[0].skin = 0;
  parts.nodes[0].transform.translation = {50, 0, 0};
  parts.nodes[2].transform.translation = {0, -1, 1};
  parts.skins.push_back({"skin", {1, 2}, {glm::mat4(1.0f), glm::mat4(1.0f)}, morph::kNoIndex});
  return parts;
}

MorphedVertices in_world(morph::SceneParts parts) {
  const morph::Scene scene = morph::test::scene_of(std::move(parts));
  const morph::Pose pose(scene);
  std::vector<glm::mat4> globals(scene.nodes().size());
  morph::global_matrices(scene, pose, globals);
  MorphedVertices vertices = blend_vertices(scene, pose, 0, 0, morph::NormalsMode::file);
  complete_in_world(scene, 0, scene.meshes()[0].primitives[0], globals, vertices);
  return vertices;
}

TEST(Vertices, OfASkinAreWhereTheJointsTakeThem) {
  const MorphedVertices vertices = in_world(skinned_parts());
  EXPECT_EQ(vertices.positions, (std::vector<glm::vec3>{{0, 0, 0}, {1, 0, 0}, {0, 0, 1}}));
  EXPECT_EQ(vertices.normals[2], glm::vec3(0, 0, 1)) << "the joint does not turn";
  EXPECT_EQ(vertices.tangents[2], glm::vec4(1, 0, 0, -1));
}

TEST(Vertices, OfASkinHaveTheFlatNormalsOfTheirTrianglesInTheWorld) {
  morph::SceneParts parts = skinned_parts();
  parts.meshes[0].primitives[0].normals.clear();
  parts.meshes[0].primitives[0].tangents.clear();
  const MorphedVertices vertices = in_world(std::move(parts));
  EXPECT_EQ(vertices.normals, std::vector<glm::vec3>(3, glm::vec3(0, -1, 0)));
}

TEST(Vertices, WithoutJointsFollowTheNodeThoughItHasASkin) {
  morph::SceneParts parts = skinned_parts();
  parts.meshes[0].primitives[0].joint_sets.clear();
  EXPECT_EQ(in_world(std::move(parts)).positions[1], glm::vec3(51, 0, 0));
}

TEST(TargetStatistics, MeasureWhatEachTargetDoes) {
  Primitive primitive = morph::test::triangle_primitive(0);
  morph::MorphTargetData::Builder builder(3, 5);
  using Deltas = std::vector<glm::vec3>;
  ASSERT_TRUE(builder.set_position_deltas(0, Deltas{{3, 4, 0}, {0, 0, 0}, {0, 0, -2}}));
  ASSERT_TRUE(builder.set_position_deltas(1, Deltas(3, glm::vec3(0.0f))));
  ASSERT_TRUE(builder.set_normal_deltas(2, Deltas{{1, 0, 0}, {0, 0, 0}, {0, 0, 0}}));
  ASSERT_TRUE(builder.set_position_deltas(3, Deltas{{3, 4, 0}, {0, 0, 0}, {0, 0, -2}}));
  ASSERT_TRUE(builder.set_normal_deltas(3, Deltas(3, glm::vec3(0.0f))));
  primitive.morph_targets = std::move(builder).build();
  morph::Mesh mesh{"mesh", {}};
  mesh.primitives.push_back(std::move(primitive));
  const std::vector<TargetStatistics> measured = measure_targets(mesh);
  ASSERT_EQ(measured.size(), 5u);
  EXPECT_DOUBLE_EQ(measured[0].max_displacement, 5.0);
  EXPECT_DOUBLE_EQ(measured[0].rms_displacement, std::sqrt(29.0 / 3.0));
  EXPECT_EQ(measured[0].moved_vertices, 2u);
  EXPECT_FALSE(measured[0].duplicate_of);
  EXPECT_TRUE(measured[1].empty);
  EXPECT_EQ(measured[2].attributes, std::vector{MorphAttribute::normal});
  EXPECT_FALSE(measured[2].empty);
  EXPECT_EQ(measured[3].duplicate_of, 0u);  // zeros are the same as nothing
  EXPECT_TRUE(measured[4].empty);
  EXPECT_FALSE(measured[4].duplicate_of);
}

}  // namespace
}  // namespace morphview
