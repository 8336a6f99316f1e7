// SPDX-License-Identifier: MIT
#include "morph/runtime/bounds.h"

#include <gtest/gtest.h>

#include "support/scene_builder.h"

namespace morph {
namespace {

TEST(Bounds, AreThoseOfTheMorphedAndMovedVertices) {
  SceneParts parts = test::parts_of(test::triangle_primitive(2));
  parts.nodes.resize(3);
  parts.nodes[0].transform.translation = {10, 0, 0};
  parts.nodes[2].mesh = 0;
  parts.nodes[2].transform.translation = {0, 100, 0};
  parts.scenes.push_back({"", {0, 1}});
  const Scene scene = test::scene_of(std::move(parts));
  Pose pose(scene);
  ASSERT_TRUE(pose.set_morph_weight(0, 1, -1.5f));
  PosedScratch scratch;
  const Bounds bounds = pose_bounds(scene, 0, pose, scratch);
  EXPECT_EQ(bounds.min, glm::vec3(10, 0, -3));
  EXPECT_EQ(bounds.max, glm::vec3(11, 1, -3));
  EXPECT_EQ(bounds.center(), glm::vec3(10.5f, 0.5f, -3));
}

// The joints alone say where a skinned mesh is; its node does not.
TEST(Bounds, FollowTheJointsOfASkin) {
  Primitive primitive = test::triangle_primitive(1);
  primitive.joint_sets.assign(1, std::vector<JointInfluences>(3));
  for (JointInfluences& influences : primitive.joint_sets[0]) influences.weights = {1, 0, 0, 0};
  primitive.joint_sets[0][1] = {{0, 1, 0, 0}, {0.25f, 0.75f, 0, 0}};
  SceneParts parts = test::parts_of(std::move(primitive));
  parts.nodes.resize(3);
  parts.nodes[0].transform.translation = {100, 100, 100};
  parts.nodes[0].skin = 0;
  parts.nodes[2].transform.translation = {0, 0, 8};
  parts.skins.push_back({"", {1, 2}, std::vector<glm::mat4>(2, glm::mat4(1.0f)), kNoIndex});
  const Scene scene = test::scene_of(std::move(parts));
  Pose pose(scene);
  ASSERT_TRUE(pose.set_morph_weight(0, 0, 2.0f));
  PosedScratch scratch;
  const Bounds bounds = pose_bounds(scene, 0, pose, scratch);
  EXPECT_EQ(bounds.min, glm::vec3(0, 0, 2));
  EXPECT_EQ(bounds.max, glm::vec3(1, 1, 8));  // vertex 1: z = 2 + 0.75 · 8
}

TEST(Bounds, OfNothingAreEmpty) {
  SceneParts parts;
  parts.nodes.resize(1);
  const Scene scene = test::scene_of(std::move(parts));
  PosedScratch scratch;
  Bounds bounds = pose_bounds(scene, 0, Pose(scene), scratch);
  EXPECT_TRUE(bounds.empty());
  bounds.add(Bounds());
  EXPECT_TRUE(bounds.empty());
  bounds.add(glm::vec3(1));
  EXPECT_FALSE(bounds.empty());
}

}  // namespace
}  // namespace morph
