// SPDX-License-Identifier: MIT
#include "morph/runtime/mixer.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>

#include "support/scene_builder.h"

namespace morph {
namespace {

using testing::ElementsAre;

TEST(Mixer, TheUsersWeightStaysUntilItIsReleased) {
  const Scene scene = test::scene_of(test::parts_of(test::triangle_primitive(3)));
  Mixer mixer(scene);
  ASSERT_TRUE(mixer.set_user_weight(0, 1, 0.5f));
  EXPECT_EQ(mixer.user_weight(0, 1), 0.5f);
  EXPECT_FALSE(mixer.user_weight(0, 0));
  Pose pose(scene);
  for (const float animated : {0.0f, 1.0f}) {
    ASSERT_TRUE(pose.assign_morph_weights(0, std::vector<float>(3, animated)));
    mixer.apply(pose);
    EXPECT_THAT(pose.morph_weights(0), ElementsAre(animated, 0.5f, animated));
  }
  mixer.release(0, 1);
  ASSERT_TRUE(pose.assign_morph_weights(0, std::vector<float>(3, 1.0f)));
  mixer.apply(pose);
  EXPECT_THAT(pose.morph_weights(0), ElementsAre(1.0f, 1.0f, 1.0f));
}

TEST(Mixer, ReleaseAllReleasesEveryNode) {
  SceneParts parts = test::parts_of(test::triangle_primitive(1));
  parts.nodes.resize(2);
  parts.nodes[1].mesh = 0;
  const Scene scene = test::scene_of(std::move(parts));
  Mixer mixer(scene);
  ASSERT_TRUE(mixer.set_user_weight(0, 0, 1));
  ASSERT_TRUE(mixer.set_user_weight(1, 0, 0)) << "zero is a weight like any other";
  mixer.release_all();
  EXPECT_FALSE(mixer.user_weight(0, 0));
  EXPECT_FALSE(mixer.user_weight(1, 0));
}

TEST(Mixer, RefusesWhatThePoseRefuses) {
  SceneParts parts = test::parts_of(test::triangle_primitive(1));
  parts.nodes.resize(2);
  const Scene scene = test::scene_of(std::move(parts));
  Mixer mixer(scene);
  EXPECT_EQ(mixer.set_user_weight(kNoIndex, 0, 1).error().code, ErrorCode::out_of_range);
  EXPECT_EQ(mixer.set_user_weight(2, 0, 1).error().code, ErrorCode::out_of_range);
  EXPECT_EQ(mixer.set_user_weight(1, 0, 1).error().code, ErrorCode::no_morph_targets);
  EXPECT_EQ(mixer.set_user_weight(0, 1, 1).error().code, ErrorCode::out_of_range);
  EXPECT_EQ(mixer.set_user_weight(0, 0, NAN).error().code, ErrorCode::invalid_value);
}

}  // namespace
}  // namespace morph
