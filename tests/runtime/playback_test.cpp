// SPDX-License-Identifier: MIT
#include "morph/runtime/playback.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>
#include <string>
#include <vector>

#include "support/scene_builder.h"

namespace morph {
namespace {

/// "Square" drives the weight of the triangle from 0 to 2 in 2 s; "Circle", 4 s long, does so at
/// half the speed.
Scene two_clips() {
  SceneParts parts = test::parts_of(test::triangle_primitive(1));
  for (const auto& [name, end] : {std::pair{"Square", 2.0f}, std::pair{"Circle", 4.0f}}) {
    Animation clip;
    clip.name = name;
    clip.samplers.push_back(test::track_of(Interpolation::linear, 1, {0, end}, {0, 2}));
    clip.channels = {{0, 0, ChannelPath::weights}};
    parts.animations.push_back(clip);
  }
  return test::scene_of(std::move(parts));
}

TEST(Playback, PlaysByNameAndByIndex) {
  const Scene scene = two_clips();
  Playback playback;
  EXPECT_EQ(playback.duration(), 0.0f);
  ASSERT_TRUE(playback.play(scene, "Square"));
  EXPECT_THAT(playback.animations(), testing::ElementsAre(0));
  EXPECT_EQ(playback.duration(), 2.0f);
  EXPECT_TRUE(playback.running());
  ASSERT_TRUE(playback.play(scene, 1));
  EXPECT_EQ(playback.duration(), 4.0f);
  EXPECT_EQ(playback.play(scene, "square").error().code, ErrorCode::not_found);
  EXPECT_EQ(playback.play(scene, 2).error().code, ErrorCode::out_of_range);
  EXPECT_THAT(playback.animations(), testing::ElementsAre(1)) << "what was played goes on";
}

TEST(Playback, WritesThePose) {
  const Scene scene = two_clips();
  Playback playback;
  ASSERT_TRUE(playback.play(scene, "Square"));
  Pose pose(scene);
  playback.advance(0.5);
  playback.sample(scene, pose);
  EXPECT_EQ(pose.morph_weights(0)[0], 0.5f);
}

TEST(Playback, OfAllTheLaterClipWins) {
  const Scene scene = two_clips();
  Playback playback;
  playback.play_all(scene);
  EXPECT_EQ(playback.duration(), 4.0f);
  playback.seek(1.0);
  Pose pose(scene);
  playback.sample(scene, pose);
  EXPECT_EQ(pose.morph_weights(0)[0], 0.5f);
}

TEST(Playback, OfAllTheLaterClipWinsOnlyWhatItDrives) {
  SceneParts parts = test::parts_of(test::triangle_primitive(2));
  Animation both;
  both.samplers.push_back(test::track_of(Interpolation::linear, 2, {0, 1}, {0, 0, 1, 1}));
  both.channels = {{0, 0, ChannelPath::weights}};
  Animation second;
  second.samplers.push_back(test::track_of(Interpolation::linear, 1, {0, 4}, {8, 8}));
  second.channels = {{0, 0, ChannelPath::weights, 1}};
  parts.animations = {both, second, Animation{}};
  const Scene scene = test::scene_of(std::move(parts));
  Playback playback;
  playback.play_all(scene);
  EXPECT_EQ(playback.duration(), 4.0f);
  playback.seek(3.0);
  Pose pose(scene);
  playback.sample(scene, pose);
  EXPECT_THAT(pose.morph_weights(0), testing::ElementsAre(1.0f, 8.0f));
}

TEST(Playback, AClipWithoutChannelsStandsStill) {
  SceneParts parts = test::parts_of(test::triangle_primitive(1));
  parts.animations.resize(1);
  const Scene scene = test::scene_of(std::move(parts));
  Playback playback;
  ASSERT_TRUE(playback.play(scene, Index{0}));
  playback.advance(1);
  EXPECT_EQ(playback.duration(), 0.0f);
  EXPECT_EQ(playback.time(), 0.0f);
  Pose pose(scene);
  playback.sample(scene, pose);
  EXPECT_EQ(pose.morph_weights(0)[0], 0.0f);
}

struct Step {
  std::string name;
  LoopMode loop;
  double speed, from, step, expected;
  bool running;
};

class Looping : public testing::TestWithParam<Step> {};

TEST_P(Looping, GoesOnAtTheEnd) {
  const Scene scene = two_clips();
  Playback playback;
  ASSERT_TRUE(playback.play(scene, "Square"));
  playback.set_loop(GetParam().loop);
  playback.set_speed(GetParam().speed);
  playback.seek(GetParam().from);
  playback.advance(GetParam().step);
  EXPECT_NEAR(playback.time(), GetParam().expected, 1e-6);
  EXPECT_EQ(playback.running(), GetParam().running);
}

INSTANTIATE_TEST_SUITE_P(
    Table, Looping,
    testing::Values(Step{"repeat", LoopMode::repeat, 1, 1.5, 1, 0.5, true},
                    Step{"repeat_many_turns", LoopMode::repeat, 1, 0, 1001, 1, true},
                    Step{"repeat_shows_the_end", LoopMode::repeat, 1, 1, 1, 2, true},
                    Step{"repeat_backwards", LoopMode::repeat, -1, 0.5, 1, 1.5, true},
                    Step{"half_speed", LoopMode::repeat, 0.5, 0, 1, 0.5, true},
                    Step{"standing", LoopMode::repeat, 0, 0.5, 1, 0.5, true},
                    Step{"once", LoopMode::once, 1, 1.5, 1, 2, false},
                    Step{"once_inside", LoopMode::once, 1, 0.5, 1, 1.5, true},
                    Step{"once_backwards", LoopMode::once, -1, 0.5, 1, 0, false},
                    Step{"pingpong_turns", LoopMode::pingpong, 1, 1.5, 1, 1.5, true},
                    Step{"pingpong_and_forth", LoopMode::pingpong, 1, 1.5, 3, 0.5, true},
                    Step{"pingpong_backwards", LoopMode::pingpong, -1, 0.5, 1, 0.5, true}),
    [](const auto& row) { return row.param.name; });

TEST(Playback, PingpongGoesBackOverManySmallSteps) {
  const Scene scene = two_clips();
  Playback playback;
  ASSERT_TRUE(playback.play(scene, "Square"));
  playback.set_loop(LoopMode::pingpong);
  double highest = 0;
  for (int i = 0; i < 390; ++i) {
    playback.advance(0.01);
    highest = std::max(highest, double{playback.time()});
  }
  EXPECT_NEAR(highest, 2.0, 1e-3);
  EXPECT_NEAR(playback.time(), 0.1, 1e-3);
}

TEST(Playback, SeekIsClampedNeverWrapped) {
  const Scene scene = two_clips();
  Playback playback;
  ASSERT_TRUE(playback.play(scene, "Square"));
  playback.seek(99);
  EXPECT_EQ(playback.time(), 2.0f);
  playback.seek(-1);
  EXPECT_EQ(playback.time(), 0.0f);
  playback.seek(NAN);
  EXPECT_EQ(playback.time(), 0.0f);
}

TEST(Playback, ResumeStartsAgainWhatHasEnded) {
  const Scene scene = two_clips();
  Playback playback;
  playback.resume();
  EXPECT_FALSE(playback.running());
  ASSERT_TRUE(playback.play(scene, "Square"));
  playback.set_loop(LoopMode::once);
  playback.advance(9);
  playback.resume();
  EXPECT_TRUE(playback.running());
  EXPECT_EQ(playback.time(), 0.0f);
  playback.pause();
  playback.advance(1);
  EXPECT_EQ(playback.time(), 0.0f);
  playback.stop();
  EXPECT_EQ(playback.duration(), 0.0f);
}

TEST(Playback, AClipOfOneKeyStandsStill) {
  SceneParts parts = test::parts_of(test::triangle_primitive(1));
  Animation clip;
  clip.samplers.push_back(test::track_of(Interpolation::linear, 1, {0}, {0.5f}));
  clip.channels = {{0, 0, ChannelPath::weights}};
  parts.animations.push_back(clip);
  const Scene scene = test::scene_of(std::move(parts));
  Playback playback;
  ASSERT_TRUE(playback.play(scene, Index{0}));
  playback.advance(1);
  EXPECT_EQ(playback.time(), 0.0f);
  Pose pose(scene);
  playback.sample(scene, pose);
  EXPECT_EQ(pose.morph_weights(0)[0], 0.5f);
}

}  // namespace
}  // namespace morph
