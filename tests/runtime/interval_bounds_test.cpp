// SPDX-License-Identifier: MIT
#include "morph/runtime/interval_bounds.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <glm/geometric.hpp>
#include <glm/gtc/quaternion.hpp>
#include <random>
#include <string>
#include <vector>

#include "support/scene_builder.h"

namespace morph {
namespace {

using Random = std::mt19937;

std::uint32_t seed(Random& random) { return static_cast<std::uint32_t>(random()); }

float between(Random& random, float low, float high) {
  return std::uniform_real_distribution<float>(low, high)(random);
}

glm::vec3 anywhere(Random& random, float size) {
  return {between(random, -size, size), between(random, -size, size), between(random, -size, size)};
}

Transform random_transform(Random& random) {
  Transform transform;
  transform.translation = anywhere(random, 5.0f);
  transform.rotation = glm::angleAxis(between(random, -3.0f, 3.0f),
                                      glm::normalize(anywhere(random, 1.0f) + glm::vec3(0, 0, 2)));
  transform.scale = glm::vec3(1.0f) + anywhere(random, 1.9f);  // mirrored ones too
  return transform;
}

/// A sheet of 64 × 64 vertices whose targets are hills here and there, as an artist makes them.
Primitive sheet(Random& random, std::uint32_t targets) {
  constexpr std::uint32_t kSide = 64;
  Primitive primitive;
  for (std::uint32_t v = 0; v < kSide * kSide; ++v) {
    primitive.positions.emplace_back(
        2.0f * glm::vec2(v % kSide, v / kSide) / float(kSide - 1) - 1.0f, 0.0f);
  }
  MorphTargetData::Builder builder(primitive.vertex_count(), targets);
  for (std::uint32_t t = 0; t < targets; ++t) {
    const glm::vec3 center(between(random, -1, 1), between(random, -1, 1), 0);
    const glm::vec3 height = anywhere(random, 0.6f);
    std::vector<glm::vec3> deltas;
    for (const glm::vec3& position : primitive.positions) {
      const glm::vec3 from = position - center;
      const float fall = std::max(0.0f, 1.0f - 3.0f * glm::dot(from, from));
      deltas.push_back(fall * fall * height);
    }
    EXPECT_TRUE(builder.set_position_deltas(t, deltas));
  }
  primitive.morph_targets = std::move(builder).build();
  return primitive;
}

/// Each vertex between two or, in the second set, three joints, some of `joints`.
void add_joints(Primitive& primitive, Random& random, std::uint32_t joints, bool sum_to_one) {
  primitive.joint_sets.assign(2, std::vector<JointInfluences>(primitive.vertex_count()));
  for (std::size_t v = 0; v < primitive.positions.size(); ++v) {
    float sum = 0.0f;
    for (auto& set : primitive.joint_sets) {
      for (int i = 0; i < 2; ++i) {
        set[v].joints[static_cast<std::size_t>(i)] = static_cast<std::uint16_t>(random() % joints);
        set[v].weights[i] = random() % 3 == 0 ? 0.0f : between(random, 0.0f, 1.0f);
        sum += set[v].weights[i];
      }
    }
    if (!sum_to_one || sum == 0.0f) continue;
    for (auto& set : primitive.joint_sets) set[v].weights /= sum;
  }
}

struct Model {
  Scene scene;
  std::uint32_t targets = 0;
};

/// Node 0 shows the mesh, skinned or not, below node 1; the joints follow.
Model model_of(Primitive primitive, Random& random, bool skinned) {
  const std::uint32_t targets = primitive.morph_targets.target_count();
  SceneParts parts = test::parts_of(std::move(primitive));
  parts.nodes.resize(5);
  for (Node& node : parts.nodes) node.transform = random_transform(random);
  parts.nodes[1].children = {0, 2};
  parts.nodes[2].children = {3};
  if (skinned) {
    parts.nodes[0].skin = 0;
    Skin& skin = parts.skins.emplace_back();
    skin.joints = {1, 2, 3, 4};
    for (int j = 0; j < 4; ++j) {
      skin.inverse_bind_matrices.push_back(random_transform(random).matrix());
    }
  }
  return {test::scene_of(std::move(parts)), targets};
}

Pose random_pose(const Model& model, Random& random) {
  Pose pose(model.scene);
  for (std::uint32_t t = 0; t < model.targets; ++t) {
    if (random() % 3 == 0) continue;
    EXPECT_TRUE(pose.set_morph_weight(0, t, between(random, -2.0f, 3.0f)));
  }
  return pose;
}

/// Fails unless every vertex is inside. Gives back how much larger the box is than it must be: the
/// worst ratio of two sides.
float judge(const Model& model, const IntervalBounds& intervals, const Pose& pose) {
  PosedScratch scratch;
  const Bounds found = intervals.bounds(model.scene, 0, pose, scratch);
  std::size_t outside = 0;
  Bounds exact;
  for_each_posed_vertex(model.scene, 0, pose, scratch, [&](const glm::vec3& p) {
    exact.add(p);
    for (int c = 0; c < 3; ++c) outside += p[c] < found.min[c] || p[c] > found.max[c];
  });
  EXPECT_EQ(outside, 0u);
  float worst = 0.0f;
  for (int c = 0; c < 3; ++c) worst = std::max(worst, found.size()[c] / exact.size()[c]);
  return worst;
}

TEST(IntervalBounds, HoldEveryVertexForAnyWeights) {
  Random random(1);
  for (int round = 0; round < 60; ++round) {
    const bool skinned = round % 2 == 1;
    const std::uint32_t targets = static_cast<std::uint32_t>(round % 7);
    Primitive primitive =
        round % 3 == 0 ? sheet(random, targets)
                       : test::random_primitive(1 + seed(random) % 4000, targets, seed(random));
    if (skinned) add_joints(primitive, random, 4, round % 4 == 1);
    const Model model = model_of(std::move(primitive), random, skinned);
    const IntervalBounds intervals(model.scene);
    for (int i = 0; i < 5; ++i) judge(model, intervals, random_pose(model, random));
  }
}

// Pieces of one vertex, whatever the weights; larger ones where nothing is morphed.
TEST(IntervalBounds, OfSmallMeshesAndOfWhatRestsAreExact) {
  Random random(2);
  Model small{test::scene_of(test::parts_of(test::random_primitive(500, 9, 5, false))), 9};
  for (int i = 0; i < 20; ++i) {
    EXPECT_NEAR(judge(small, IntervalBounds(small.scene), random_pose(small, random)), 1.0f, 1e-5f);
  }
  const Scene scene = test::scene_of(test::parts_of(sheet(random, 3)));
  PosedScratch scratch;
  const Bounds found = IntervalBounds(scene).bounds(scene, 0, Pose(scene), scratch);
  EXPECT_LT(glm::distance(found.min, glm::vec3(-1, -1, 0)), 2e-6f);
  EXPECT_LT(glm::distance(found.max, glm::vec3(1, 1, 0)), 2e-6f);
}

// What the header promises, on hills that overlap and take from each other, with weights from −2 to
// 3.
TEST(IntervalBounds, AreTightWhereNeighboursMoveAlike) {
  Random random(3);
  double sum = 0.0;
  float worst = 0.0f;
  constexpr int kPoses = 100;
  for (int i = 0; i < kPoses; ++i) {
    Primitive primitive = sheet(random, 12);
    Model model{test::scene_of(test::parts_of(std::move(primitive))), 12};
    const float ratio = judge(model, IntervalBounds(model.scene), random_pose(model, random));
    sum += static_cast<double>(ratio);
    worst = std::max(worst, ratio);
  }
  RecordProperty("mean", std::to_string(sum / kPoses));
  RecordProperty("worst", std::to_string(worst));
  EXPECT_LT(sum / kPoses, 1.1);
  EXPECT_LT(worst, 1.5f);
}

TEST(IntervalBounds, AreWithinAFactorWhereEachVertexMovesAtRandom) {
  Random random(4);
  float worst = 0.0f;
  for (int i = 0; i < 50; ++i) {
    Model model{
        test::scene_of(test::parts_of(test::random_primitive(6000, 12, seed(random), false))), 12};
    worst = std::max(worst, judge(model, IntervalBounds(model.scene), random_pose(model, random)));
  }
  RecordProperty("worst", std::to_string(worst));
  EXPECT_LT(worst, 2.0f);
}

TEST(IntervalBounds, AreTightOnSkins) {
  Random random(5);
  float worst = 0.0f;
  for (int i = 0; i < 50; ++i) {
    Primitive primitive = sheet(random, 6);
    // An arm of two bones: the weight passes from one to the other along x.
    primitive.joint_sets.assign(1, std::vector<JointInfluences>(primitive.vertex_count()));
    for (std::size_t v = 0; v < primitive.positions.size(); ++v) {
      const float second = std::clamp(0.5f + 2.0f * primitive.positions[v].x, 0.0f, 1.0f);
      primitive.joint_sets[0][v] = {{0, 1, 0, 0}, {1.0f - second, second, 0, 0}};
    }
    SceneParts parts = test::parts_of(std::move(primitive));
    parts.nodes.resize(3);
    parts.nodes[0].skin = 0;
    parts.nodes[1].children = {2};
    parts.nodes[2].transform.rotation =
        glm::angleAxis(between(random, -2.0f, 2.0f), glm::normalize(glm::vec3(0.3f, 1, 0.2f)));
    parts.skins.push_back({"", {1, 2}, std::vector<glm::mat4>(2, glm::mat4(1.0f)), kNoIndex});
    Model model{test::scene_of(std::move(parts)), 6};
    worst = std::max(worst, judge(model, IntervalBounds(model.scene), random_pose(model, random)));
  }
  RecordProperty("worst", std::to_string(worst));
  EXPECT_LT(worst, 2.5f);
}

// Far from the origin and with large weights, float is coarse: what it rounds is inside too.
TEST(IntervalBounds, HoldWhatIsRounded) {
  Random random(6);
  for (int i = 0; i < 100; ++i) {
    Primitive primitive = test::random_primitive(3, 40, seed(random), false);
    SceneParts parts = test::parts_of(std::move(primitive));
    parts.nodes[0].transform = random_transform(random);
    parts.nodes[0].transform.translation = anywhere(random, 1e6f);
    Model model{test::scene_of(std::move(parts)), 40};
    Pose pose(model.scene);
    for (std::uint32_t t = 0; t < 40; ++t) {
      ASSERT_TRUE(pose.set_morph_weight(0, t, between(random, -1e4f, 1e4f)));
    }
    PosedScratch scratch;
    const Bounds found = IntervalBounds(model.scene).bounds(model.scene, 0, pose, scratch);
    for_each_posed_vertex(model.scene, 0, pose, scratch, [&](const glm::vec3& p) {
      for (int c = 0; c < 3; ++c) EXPECT_TRUE(p[c] >= found.min[c] && p[c] <= found.max[c]);
    });
  }
}

TEST(IntervalBounds, OfNothingAreEmpty) {
  SceneParts parts;
  parts.nodes.resize(1);
  const Scene scene = test::scene_of(std::move(parts));
  PosedScratch scratch;
  EXPECT_TRUE(IntervalBounds(scene).bounds(scene, 0, Pose(scene), scratch).empty());
}

}  // namespace
}  // namespace morph
