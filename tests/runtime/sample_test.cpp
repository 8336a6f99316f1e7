// SPDX-License-Identifier: MIT
#include "morph/runtime/sample.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <random>
#include <vector>

#include "support/scene_builder.h"

namespace morph {
namespace {

using testing::ElementsAre;
using testing::FloatEq;
using testing::FloatNear;

std::vector<float> at(const Track& track, float time) {
  std::uint32_t cursor = 0;
  std::vector<float> out(track.width());
  evaluate(track, find_segment(track, time, cursor), out);
  return out;
}

TEST(Rules, Item41_BeforeTheFirstAndAfterTheLastKeyTheEndsHold) {
  const Track track = test::track_of(Interpolation::linear, 1, {10, 12}, {0.25f, 0.75f});
  EXPECT_THAT(at(track, -5), ElementsAre(0.25f));
  EXPECT_THAT(at(track, 0), ElementsAre(0.25f));
  EXPECT_THAT(at(track, 11), ElementsAre(0.5f));
  EXPECT_THAT(at(track, 99), ElementsAre(0.75f));
  EXPECT_THAT(at(track, NAN), ElementsAre(0.25f));
}

TEST(Rules, Item48_ATimeThatEqualsAKeyGivesItsValueAsItIs) {
  for (const Interpolation mode : {Interpolation::linear, Interpolation::step}) {
    const Track track = test::track_of(mode, 1, {0, 0.1f, 0.3f, 1}, {1, 1.0f / 3, 2, 3});
    EXPECT_EQ(at(track, 0.1f)[0], 1.0f / 3);
    EXPECT_EQ(at(track, 0.3f)[0], 2.0f);
  }
  const Track cubic = test::track_of(Interpolation::cubic_spline, 1, {0, 0.7f, 1.3f},
                                     {9, 1, 9, 9, 1.0f / 3, 9, 9, 5, 9});
  EXPECT_EQ(at(cubic, 0.7f)[0], 1.0f / 3);
}

TEST(Rules, Item48_ARotationsKeyIsUsedAsItIs) {
  const float h = std::sqrt(0.5f);
  const std::vector<float> keys = {0, 0, 0, 1, 0, 0, -h, -h, 0, h, h, 0};
  for (const Interpolation mode : {Interpolation::linear, Interpolation::step}) {
    const Track track = test::track_of(mode, 4, {0, 0.3f, 0.9f}, keys);
    std::uint32_t cursor = 0;
    for (std::uint32_t key = 0; key < 3; ++key) {
      const glm::quat q = evaluate_rotation(track, find_segment(track, track.times()[key], cursor));
      EXPECT_THAT(std::vector<float>({q.x, q.y, q.z, q.w}),
                  testing::ElementsAreArray(track.value(key)));
    }
  }
}

TEST(Rules, Item49_StepHoldsUntilTheNextKey) {
  const Track track = test::track_of(Interpolation::step, 1, {0, 1, 2}, {0.25f, 0.75f, 0.5f});
  EXPECT_EQ(at(track, std::nextafter(1.0f, 0.0f))[0], 0.25f);
  EXPECT_EQ(at(track, 1)[0], 0.75f);
  EXPECT_EQ(at(track, 2)[0], 0.5f);
}

TEST(Rules, Item50_LinearIsComponentwise) {
  const Track track = test::track_of(Interpolation::linear, 3, {0, 2}, {0, 1, -1, 1, 0, 3});
  EXPECT_THAT(at(track, 0.5f), ElementsAre(0.25f, 0.75f, 0.0f));
}

TEST(Rules, Item51_CubicScalesTangentsByTheSegmentAndMayOvershoot) {
  // From 0 to 1 over 2 s, leaving and arriving with slope 3: at the middle 0.5 + 2·(3 − 3)/8.
  const Track even = test::track_of(Interpolation::cubic_spline, 1, {0, 2}, {0, 0, 3, 3, 1, 0});
  EXPECT_THAT(at(even, 1)[0], FloatEq(0.5f));
  const Track over = test::track_of(Interpolation::cubic_spline, 1, {0, 2}, {0, 0, 4, -4, 0, 0});
  EXPECT_THAT(at(over, 1)[0], FloatEq(2.0f)) << "2 s · (4 + 4) / 8, not clamped to 1";
}

TEST(Rules, Item51_HugeTangentsStayFinite) {
  const float huge = 3e38f;
  const Track track =
      test::track_of(Interpolation::cubic_spline, 1, {0, 1e10f}, {0, 0, huge, -huge, 0, 0});
  EXPECT_EQ(at(track, 5e9f)[0], std::numeric_limits<float>::max());
}

// Keys crowded at one end, spread over all of float's range, and one alone; cursors of another time
// or of another track.
TEST(FindSegment, IsTheSameWhereverTheSearchBegins) {
  const float most = std::numeric_limits<float>::max();
  const float endless = std::numeric_limits<float>::infinity();
  for (const std::vector<float>& times : {std::vector<float>{0, 1, 2, 3},
                                          {0, 1e-3f, 2e-3f, 3e-3f, 1000},
                                          {0, 997, 998, 999, 1000},
                                          {0, 1, most},
                                          {1}}) {
    const Track track = test::track_of(Interpolation::step, 1, times, times);
    std::vector<float> asked(times);
    for (const float time : times) {
      asked.push_back(std::nextafter(time, endless));
      asked.push_back(std::nextafter(time, -endless));
    }
    asked.insert(asked.end(), {-endless, 0.5f, 500, endless});
    for (const float time : asked) {
      const auto later = std::ranges::upper_bound(times, time) - times.begin();
      const auto expected = static_cast<std::uint32_t>(std::max<std::ptrdiff_t>(later, 1) - 1);
      for (const std::uint32_t begin : {0u, 1u, 2u, 4u, 77u, 0xFFFF'FFFFu}) {
        std::uint32_t cursor = begin;
        EXPECT_EQ(find_segment(track, time, cursor).key, expected) << time << " from " << begin;
        EXPECT_EQ(cursor, expected);
      }
    }
  }
}

TEST(Rules, Item52_ASingleKeyIsAConstant) {
  const Track track = test::track_of(Interpolation::linear, 2, {1}, {0.5f, -2});
  for (const float time : {0.0f, 1.0f, 2.0f})
    EXPECT_THAT(at(track, time), ElementsAre(0.5f, -2.0f));
}

TEST(Rules, Item79_TimesAreComparedAsFloat) {
  const Track track = test::track_of(Interpolation::step, 1, {0, 0.1f}, {0, 1});
  EXPECT_EQ(at(track, static_cast<float>(0.1))[0], 1.0f);
}

TEST(Rules, Item73_LinearRotationTakesTheShortestWay) {
  const float h = std::sqrt(0.5f);
  // A quarter turn about z, written once as q and once as −q.
  for (const float sign : {1.0f, -1.0f}) {
    const Track track =
        test::track_of(Interpolation::linear, 4, {0, 1}, {0, 0, 0, 1, 0, 0, sign * h, sign * h});
    std::uint32_t cursor = 0;
    const glm::quat q = evaluate_rotation(track, find_segment(track, 0.5f, cursor));
    EXPECT_NEAR(std::abs(q.w), std::cos(M_PI / 8), 1e-6);
    EXPECT_NEAR(q.z / q.w, std::tan(M_PI / 8), 1e-6);
  }
}

TEST(Rules, Item73_NearlyEqualAndNearlyOppositeRotationsStayUnit) {
  for (const float sign : {1.0f, -1.0f}) {
    for (const float angle : {0.0f, 1e-7f, 1e-4f, 1e-3f}) {
      const float s = sign * std::sin(angle);
      const float c = sign * std::cos(angle);
      const Track track =
          test::track_of(Interpolation::linear, 4, {0, 1}, {0, 0, 0, 1, s, 0, 0, c});
      for (const float time : {0.25f, 0.5f, 0.999f}) {
        std::uint32_t cursor = 0;
        const glm::quat q = evaluate_rotation(track, find_segment(track, time, cursor));
        EXPECT_NEAR(glm::length(q), 1.0f, 1e-6f);
        EXPECT_NEAR(std::abs(q.x), std::sin(angle * time), 1e-7f) << "never the long way round";
      }
    }
  }
}

TEST(Rules, Item73_HalfATurnHasAWay) {
  const Track track = test::track_of(Interpolation::linear, 4, {0, 1}, {0, 0, 0, 1, 0, 1, 0, 0});
  std::uint32_t cursor = 0;
  const glm::quat q = evaluate_rotation(track, find_segment(track, 0.5f, cursor));
  EXPECT_NEAR(std::abs(q.y), std::sqrt(0.5f), 1e-6f);
  EXPECT_NEAR(std::abs(q.w), std::sqrt(0.5f), 1e-6f);
}

TEST(Rules, Item73_CubicRotationIsUnit) {
  const Track track =
      test::track_of(Interpolation::cubic_spline, 4, {0, 1},
                     {0, 0, 0, 0, 0, 0, 0, 1, 1, 1, 1, 1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 0, 0, 0});
  std::uint32_t cursor = 0;
  const glm::quat q = evaluate_rotation(track, find_segment(track, 0.3f, cursor));
  EXPECT_NEAR(glm::length(q), 1.0f, 1e-6);
}

TEST(Rules, Item73_CubicRotationsOfAnyLengthBecomeUnit) {
  // Keys of length 3 and 0.1, and one of no length at all, which is no rotation.
  const Track track = test::track_of(Interpolation::cubic_spline, 4, {0, 1, 2},
                                     {0, 0, 0, 0, 3, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0.1f,
                                      0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0});
  std::uint32_t cursor = 0;
  for (const float time : {0.0f, 0.4f, 1.0f, 1.7f, 2.0f}) {
    const glm::quat q = evaluate_rotation(track, find_segment(track, time, cursor));
    EXPECT_NEAR(glm::length(q), 1.0f, 1e-6f) << time;
  }
}

TEST(Rules, Item73_CubicRotationOfTheLargestTangentsIsUnit) {
  constexpr float kMost = std::numeric_limits<float>::max();
  const Track track = test::track_of(Interpolation::cubic_spline, 4, {0, 10},
                                     {0, 0,     0, 0,      0, 0, 0, 1, kMost, -kMost, kMost, 1,
                                      1, kMost, 1, -kMost, 0, 0, 0, 1, 0,     0,      0,     0});
  std::uint32_t cursor = 0;
  for (const float time : {1.0f, 5.0f, 9.0f}) {
    const glm::quat q = evaluate_rotation(track, find_segment(track, time, cursor));
    EXPECT_NEAR(glm::length(q), 1.0f, 1e-6f) << time;
  }
}

TEST(Segment, DoesNotDependOnTheCursor) {
  std::mt19937 random(5);
  std::vector<float> times;
  for (int k = 0; k < 40; ++k)
    times.push_back(0.1f * static_cast<float>(k) + 0.03f * static_cast<float>(k % 3));
  const Track track = test::track_of(Interpolation::linear, 1, times, times);
  std::uint32_t remembered = 0;
  for (int i = 0; i < 2000; ++i) {
    const float time = std::uniform_real_distribution<float>(-0.5f, 4.5f)(random);
    std::uint32_t fresh = static_cast<std::uint32_t>(random());
    const Segment a = find_segment(track, time, remembered);
    const Segment b = find_segment(track, time, fresh);
    ASSERT_EQ(a.key, b.key);
    ASSERT_EQ(a.fraction, b.fraction);
    ASSERT_THAT(at(track, time)[0],
                FloatNear(std::clamp(time, times.front(), times.back()), 1e-5f));
  }
}

// CesiumJS (rules.md B.2): one spline per target, tangents times the interval, time clamped per
// spline.
TEST(ParityB2, TargetsOfOneTrackAreIndependentSplines) {
  const Track both =
      test::track_of(Interpolation::cubic_spline, 2, {0, 3}, {0, 0, 0, 1, 2, -1, 1, 5, 1, 0, 0, 0});
  const Track first = test::track_of(Interpolation::cubic_spline, 1, {0, 3}, {0, 0, 2, 1, 1, 0});
  const Track second = test::track_of(Interpolation::cubic_spline, 1, {0, 3}, {0, 1, -1, 5, 0, 0});
  for (const float time : {0.0f, 0.4f, 1.9f, 3.0f, 4.0f}) {
    EXPECT_THAT(at(both, time), ElementsAre(at(first, time)[0], at(second, time)[0]));
  }
}

SceneParts animated_parts() {
  SceneParts parts = test::parts_of(test::triangle_primitive(2));
  parts.nodes.resize(3);
  parts.nodes[1].mesh = 0;
  parts.nodes[1].weights = {0.25f, 0.5f};
  Animation animation;
  animation.name = "clip";
  animation.samplers.push_back(test::track_of(Interpolation::linear, 2, {0, 1}, {0, 0, 1, 2}));
  animation.samplers.push_back(
      test::track_of(Interpolation::linear, 3, {0, 4}, {0, 0, 0, 4, 0, 0}));
  animation.channels = {
      {0, 0, ChannelPath::weights}, {1, 2, ChannelPath::translation}, {1, 2, ChannelPath::scale}};
  parts.animations.push_back(animation);
  return parts;
}

TEST(Rules, Item42_SamplersEndAtDifferentTimes) {
  const Scene scene = test::scene_of(animated_parts());
  const Animation& clip = scene.animations()[0];
  EXPECT_EQ(clip.duration(), 4.0f);
  Pose pose(scene);
  AnimationSampler(clip).sample(clip, 2.0f, pose);
  EXPECT_THAT(pose.morph_weights(0), ElementsAre(1.0f, 2.0f)) << "held since 1 s";
  EXPECT_EQ(pose.transforms()[2].translation, glm::vec3(2, 0, 0));
  EXPECT_EQ(pose.transforms()[2].scale, glm::vec3(2, 0, 0)) << "two channels share the sampler";
}

TEST(Rules, Item56_AChannelOfOneWeightLeavesTheOthers) {
  SceneParts parts = animated_parts();
  Animation& clip = parts.animations[0];
  clip.samplers = {test::track_of(Interpolation::step, 1, {0, 1}, {3, 4}),
                   test::track_of(Interpolation::linear, 1, {0, 8}, {0, 8})};
  clip.channels = {{0, 1, ChannelPath::weights, 1}, {1, 0, ChannelPath::weights, 0}};
  const Scene scene = test::scene_of(std::move(parts));
  Pose pose(scene);
  AnimationSampler(scene.animations()[0]).sample(scene.animations()[0], 2.0f, pose);
  EXPECT_THAT(pose.morph_weights(1), ElementsAre(0.25f, 4.0f)) << "held since 1 s";
  EXPECT_THAT(pose.morph_weights(0), ElementsAre(2.0f, 0.0f));
}

TEST(Rules, Item46_WhatIsNotAnimatedKeepsItsValue) {
  const Scene scene = test::scene_of(animated_parts());
  Pose pose(scene);
  ASSERT_TRUE(pose.set_morph_weight(1, 0, 0.75f));
  AnimationSampler(scene.animations()[0]).sample(scene.animations()[0], 0.5f, pose);
  EXPECT_THAT(pose.morph_weights(0), ElementsAre(0.5f, 1.0f));
  EXPECT_THAT(pose.morph_weights(1), ElementsAre(0.75f, 0.5f));
  EXPECT_EQ(pose.transforms()[0].translation, glm::vec3(0));
}

}  // namespace
}  // namespace morph
