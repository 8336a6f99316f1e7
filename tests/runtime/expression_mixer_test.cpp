// SPDX-License-Identifier: MIT
#include "morph/runtime/expression_mixer.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>
#include <functional>
#include <limits>
#include <string>
#include <utility>
#include <vector>

#include "support/scene_builder.h"

namespace morph {
namespace {

using testing::ElementsAre;

constexpr float kMost = std::numeric_limits<float>::max();

/// Nodes 0 and 1 show a mesh of 4 targets, node 2 shows none. happy: node 0 target 0 at 0.5, node 1
/// target 2 at −0.75; aa: node 0 target 0 at 1 and twice target 1 at 2; big and bigger: node 1
/// target 3 near the end of float. Nothing binds target 2 of node 0.
SceneParts face() {
  SceneParts parts = test::parts_of(test::triangle_primitive(4));
  parts.nodes.resize(3);
  parts.nodes[1].mesh = 0;
  parts.expressions.resize(4);
  parts.expressions[0].name = parts.expressions[0].preset = "happy";
  parts.expressions[0].morph_target_binds = {{0, 0, 0.5f}, {1, 2, -0.75f}};
  parts.expressions[1].name = parts.expressions[1].preset = "aa";
  parts.expressions[1].morph_target_binds = {{0, 0, 1.0f}, {0, 1, 2.0f}, {0, 1, 2.0f}};
  parts.expressions[2].name = "big";
  parts.expressions[2].morph_target_binds = {{1, 3, kMost}};
  parts.expressions[3] = parts.expressions[2];
  return parts;
}

/// A pose as an animation leaves it: every weight 0.1.
Pose animated(const Scene& scene) {
  Pose pose(scene);
  for (const Index node : {0u, 1u})
    EXPECT_TRUE(pose.assign_morph_weights(node, std::vector<float>(4, 0.1f)));
  return pose;
}

TEST(ExpressionMixer, TouchesNothingWhileNothingIsSet) {
  const Scene scene = test::scene_of(face());
  ExpressionMixer mixer(scene);
  Pose pose = animated(scene);
  mixer.apply(scene, pose);
  EXPECT_THAT(pose.morph_weights(0), ElementsAre(0.1f, 0.1f, 0.1f, 0.1f));
  EXPECT_THAT(pose.morph_weights(1), ElementsAre(0.1f, 0.1f, 0.1f, 0.1f));
  EXPECT_FALSE(mixer.value(0));
}

TEST(ExpressionMixer, Item68_OneThatIsSetTakesEveryBoundTargetFromTheAnimation) {
  const Scene scene = test::scene_of(face());
  ExpressionMixer mixer(scene);
  ASSERT_TRUE(mixer.set(0, 1.0f));
  Pose pose = animated(scene);
  mixer.apply(scene, pose);
  EXPECT_THAT(pose.morph_weights(0), ElementsAre(0.5f, 0.0f, 0.1f, 0.1f));
  EXPECT_THAT(pose.morph_weights(1), ElementsAre(0.1f, 0.1f, -0.75f, 0.0f));

  ASSERT_TRUE(mixer.set(0, 0.0f)) << "zero is a value like any other";
  pose = animated(scene);
  mixer.apply(scene, pose);
  EXPECT_THAT(pose.morph_weights(0), ElementsAre(0.0f, 0.0f, 0.1f, 0.1f));

  mixer.release(0);
  pose = animated(scene);
  mixer.apply(scene, pose);
  EXPECT_THAT(pose.morph_weights(0), ElementsAre(0.1f, 0.1f, 0.1f, 0.1f));
}

TEST(ExpressionMixer, Item68_BindsAddUpWithinAndAcrossExpressions) {
  const Scene scene = test::scene_of(face());
  ExpressionMixer mixer(scene);
  ASSERT_TRUE(mixer.set(0, 0.5f));
  ASSERT_TRUE(mixer.set(1, 0.75f));
  Pose pose(scene);
  mixer.apply(scene, pose);
  EXPECT_THAT(pose.morph_weights(0), ElementsAre(1.0f, 3.0f, 0.0f, 0.0f));
  EXPECT_THAT(pose.morph_weights(1), ElementsAre(0.0f, 0.0f, -0.375f, 0.0f));
  EXPECT_THAT(mixer.outputs(), ElementsAre(0.5f, 0.75f, 0.0f, 0.0f));
  mixer.release_all();
  EXPECT_FALSE(mixer.value(0) || mixer.value(1));
}

TEST(ExpressionMixer, AppliesTheRules) {
  SceneParts parts = face();
  parts.expressions[0].overrides[0] = ExpressionOverride::blend;
  parts.expressions[1].category = ExpressionCategory::mouth;
  const Scene scene = test::scene_of(std::move(parts));
  ExpressionMixer mixer(scene);
  ASSERT_TRUE(mixer.set(0, 0.25f));
  ASSERT_TRUE(mixer.set(1, 9.0f));
  EXPECT_EQ(mixer.value(1), 9.0f) << "as it was set";
  Pose pose(scene);
  mixer.apply(scene, pose);
  EXPECT_THAT(mixer.outputs(), ElementsAre(0.25f, 0.75f, 0.0f, 0.0f));
  EXPECT_THAT(pose.morph_weights(0), ElementsAre(0.875f, 3.0f, 0.0f, 0.0f));
}

TEST(ExpressionMixer, WeightsStayFinite) {
  const Scene scene = test::scene_of(face());
  ExpressionMixer mixer(scene);
  ASSERT_TRUE(mixer.set(2, 1.0f));
  ASSERT_TRUE(mixer.set(3, 1.0f));
  Pose pose(scene);
  mixer.apply(scene, pose);
  EXPECT_EQ(pose.morph_weights(1)[3], kMost);
}

TEST(ExpressionMixer, RefusesWhatDoesNotExistAndWhatIsNotFinite) {
  const Scene scene = test::scene_of(face());
  ExpressionMixer mixer(scene);
  EXPECT_EQ(mixer.set(4, 1.0f).error().code, ErrorCode::out_of_range);
  EXPECT_EQ(mixer.set(kNoIndex, 1.0f).error().code, ErrorCode::out_of_range);
  EXPECT_EQ(mixer.set(0, NAN).error().code, ErrorCode::invalid_value);
  EXPECT_FALSE(mixer.value(0));
}

struct BadBind {
  std::string name;
  std::function<void(Expression&)> spoil;
  ErrorCode code;
  std::string where;
};

class SceneRefusesExpression : public testing::TestWithParam<BadBind> {};

TEST_P(SceneRefusesExpression, WithThePointerOfTheValue) {
  SceneParts parts = face();
  GetParam().spoil(parts.expressions[1]);
  const auto scene = Scene::create(std::move(parts));
  ASSERT_FALSE(scene);
  EXPECT_EQ(scene.error().code, GetParam().code);
  EXPECT_EQ(scene.error().where, "/extensions/VRMC_vrm/expressions/" + GetParam().where);
}

INSTANTIATE_TEST_SUITE_P(
    Table, SceneRefusesExpression,
    testing::Values(BadBind{"Node", [](Expression& e) { e.morph_target_binds[2].node = 3; },
                            ErrorCode::out_of_range, "preset/aa/morphTargetBinds/2/node"},
                    BadBind{"NoIndex", [](Expression& e) { e.morph_target_binds[0] = {}; },
                            ErrorCode::out_of_range, "preset/aa/morphTargetBinds/0/node"},
                    BadBind{"NodeWithoutTargets",
                            [](Expression& e) { e.morph_target_binds[0].node = 2; },
                            ErrorCode::no_morph_targets, "preset/aa/morphTargetBinds/0/node"},
                    BadBind{"Target", [](Expression& e) { e.morph_target_binds[1].target = 4; },
                            ErrorCode::out_of_range, "preset/aa/morphTargetBinds/1/index"},
                    BadBind{"Weight",
                            [](Expression& e) {
                              e.preset.clear();
                              e.name = "a/~b";
                              e.morph_target_binds[0].weight = INFINITY;
                            },
                            ErrorCode::invalid_value, "custom/a~1~0b/morphTargetBinds/0/weight"}),
    [](const auto& row) { return row.param.name; });

}  // namespace
}  // namespace morph
