// SPDX-License-Identifier: MIT
#include "morph/runtime/pose.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>
#include <limits>
#include <vector>

#include "support/scene_builder.h"

namespace morph {
namespace {

using testing::ElementsAre;

constexpr float kNan = std::numeric_limits<float>::quiet_NaN();

/// Node 0 has weights of its own, node 1 takes the mesh's, node 2 has no mesh, node 3 a mesh
/// without targets.
Scene three_kinds() {
  Primitive primitive = test::triangle_primitive(2);
  primitive.morph_targets.default_weights()[1] = 0.5f;
  SceneParts parts = test::parts_of(primitive);
  parts.nodes.resize(4);
  parts.nodes[0].weights = {1.0f, -1.0f};
  parts.nodes[1].mesh = 0;
  parts.meshes.push_back({"plain", {test::triangle_primitive(0)}});
  parts.nodes[3].mesh = 1;
  return test::scene_of(std::move(parts));
}

TEST(Rules, Item35_NodeWeightsThenMeshWeightsThenZerosAndEachNodeForItself) {
  const Scene scene = three_kinds();
  Pose pose(scene);
  EXPECT_THAT(pose.morph_weights(0), ElementsAre(1.0f, -1.0f));
  EXPECT_THAT(pose.morph_weights(1), ElementsAre(0.0f, 0.5f));
  EXPECT_TRUE(pose.morph_weights(2).empty());
  ASSERT_TRUE(pose.set_morph_weight(0, 0, 7.0f));
  EXPECT_THAT(pose.morph_weights(1), ElementsAre(0.0f, 0.5f));
  const Scene without = test::scene_of(test::parts_of(test::triangle_primitive(3)));
  EXPECT_THAT(Pose(without).morph_weights(0), ElementsAre(0.0f, 0.0f, 0.0f));
}

TEST(ParityB1, SetMorphWeightTellsWhatIsWrong) {
  const Scene scene = three_kinds();
  Pose pose(scene);
  EXPECT_EQ(pose.set_morph_weight(2, 0, 1).error().code, ErrorCode::no_morph_targets);
  EXPECT_EQ(pose.set_morph_weight(3, 0, 1).error().code, ErrorCode::no_morph_targets);
  EXPECT_EQ(pose.set_morph_weight(0, 2, 1).error().message, "target 2 of 2");
  EXPECT_EQ(pose.set_morph_weight(9, 0, 1).error().code, ErrorCode::out_of_range);
  EXPECT_EQ(pose.set_morph_weight(kNoIndex, 0, 1).error().code, ErrorCode::out_of_range);
  EXPECT_EQ(pose.set_morph_weight(0, 0, kNan).error().code, ErrorCode::invalid_value);
  EXPECT_THAT(pose.morph_weights(0), ElementsAre(1.0f, -1.0f));
}

TEST(Rules, Item20_WeightsAreNeverClamped) {
  const Scene scene = three_kinds();
  Pose pose(scene);
  ASSERT_TRUE(pose.set_morph_weights(0, std::vector<float>{-3.5f, 1000.0f}));
  EXPECT_THAT(pose.morph_weights(0), ElementsAre(-3.5f, 1000.0f));
}

TEST(ParityB1, SetMorphWeightsKeepsMissingOnesAndIgnoresSurplus) {
  const Scene scene = three_kinds();
  Pose pose(scene);
  ASSERT_TRUE(pose.set_morph_weights(0, std::vector<float>{0.25f}));
  EXPECT_THAT(pose.morph_weights(0), ElementsAre(0.25f, -1.0f));
  ASSERT_TRUE(pose.set_morph_weights(0, std::vector<float>{1, 2, 3}));
  EXPECT_THAT(pose.morph_weights(0), ElementsAre(1.0f, 2.0f));
  ASSERT_TRUE(pose.set_morph_weights(0, {}));
  EXPECT_EQ(pose.set_morph_weights(2, {}).error().code, ErrorCode::no_morph_targets);
  EXPECT_EQ(pose.set_morph_weights(0, std::vector<float>{5, kNan}).error().code,
            ErrorCode::invalid_value);
  EXPECT_THAT(pose.morph_weights(0), ElementsAre(1.0f, 2.0f)) << "nothing is changed by a refusal";
}

// CesiumJS checks the length in debug builds only (rules.md B.2).
TEST(ParityB2, AssignMorphWeightsWantsTheExactLength) {
  const Scene scene = three_kinds();
  Pose pose(scene);
  for (const std::size_t count : {0u, 1u, 3u}) {
    const auto assigned = pose.assign_morph_weights(0, std::vector<float>(count, 1.0f));
    EXPECT_EQ(assigned.error().code, ErrorCode::count_mismatch);
  }
  EXPECT_EQ(pose.assign_morph_weights(0, std::vector<float>(3)).error().message,
            "3 weights, expected 2");
  ASSERT_TRUE(pose.assign_morph_weights(0, std::vector<float>{3, 4}));
  EXPECT_THAT(pose.morph_weights(0), ElementsAre(3.0f, 4.0f));
}

TEST(ParityB1, ACopyOfAPoseHasWeightsOfItsOwn) {
  const Scene scene = three_kinds();
  Pose pose(scene);
  Pose copy = pose;
  ASSERT_TRUE(copy.set_morph_weight(0, 0, 9));
  EXPECT_EQ(pose.morph_weights(0)[0], 1.0f);
}

TEST(Pose, ResetReturnsToRest) {
  const Scene scene = three_kinds();
  Pose pose(scene);
  ASSERT_TRUE(pose.set_morph_weight(1, 0, 3));
  pose.transform(1).translation = {1, 2, 3};
  pose.reset(scene);
  EXPECT_THAT(pose.morph_weights(1), ElementsAre(0.0f, 0.5f));
  EXPECT_EQ(pose.transforms()[1].translation, glm::vec3(0));
}

TEST(Pose, GlobalMatricesFollowTheHierarchyWhateverTheOrder) {
  SceneParts parts;
  parts.nodes.resize(3);
  parts.nodes[2].children = {1};
  parts.nodes[1].children = {0};
  parts.nodes[2].transform.translation = {1, 0, 0};
  parts.nodes[1].transform.scale = {2, 2, 2};
  parts.nodes[1].transform.rotation = {std::sqrt(0.5f), 0, 0,
                                       std::sqrt(0.5f)};  // a quarter turn about z
  glm::mat4 matrix(1.0f);
  matrix[3] = {3, 0, 0, 1};
  parts.nodes[0].matrix = matrix;
  const Scene scene = test::scene_of(std::move(parts));
  std::vector<glm::mat4> globals(3);
  global_matrices(scene, Pose(scene), globals);
  const glm::vec4 origin = globals[0] * glm::vec4(0, 0, 0, 1);
  EXPECT_NEAR(origin.x, 1.0f, 1e-6);
  EXPECT_NEAR(origin.y, 6.0f, 1e-6);
}

}  // namespace
}  // namespace morph
