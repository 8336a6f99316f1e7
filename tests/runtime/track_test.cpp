// SPDX-License-Identifier: MIT
#include "morph/runtime/track.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <limits>
#include <string>
#include <vector>

#include "support/scene_builder.h"

namespace morph {
namespace {

constexpr float kNan = std::numeric_limits<float>::quiet_NaN();

struct BadTrack {
  std::string name;
  Interpolation interpolation;
  std::uint32_t width;
  std::vector<float> times, values;
  ErrorCode code;
  std::string message;
};

class TrackRefuses : public testing::TestWithParam<BadTrack> {};

TEST_P(TrackRefuses, WithAReason) {
  const BadTrack& bad = GetParam();
  const auto track = Track::create(bad.interpolation, bad.width, bad.times, bad.values);
  ASSERT_FALSE(track);
  EXPECT_EQ(track.error().code, bad.code);
  EXPECT_THAT(track.error().message, testing::HasSubstr(bad.message));
}

INSTANTIATE_TEST_SUITE_P(
    Table, TrackRefuses,
    testing::Values(
        BadTrack{"no_keys", Interpolation::linear, 1, {}, {}, ErrorCode::count_mismatch, "0 keys"},
        BadTrack{
            "no_width", Interpolation::linear, 0, {0}, {}, ErrorCode::count_mismatch, "expected 0"},
        BadTrack{"Item51_one_cubic_key",
                 Interpolation::cubic_spline,
                 1,
                 {0},
                 {0, 0, 0},
                 ErrorCode::count_mismatch,
                 "1 keys, expected at least 2"},
        BadTrack{"Item39_too_few_values",
                 Interpolation::linear,
                 2,
                 {0, 1},
                 {0, 0, 0},
                 ErrorCode::count_mismatch,
                 "3 values, expected 4 for 2 keys of 2"},
        BadTrack{"Item39_cubic_needs_three",
                 Interpolation::cubic_spline,
                 1,
                 {0, 1},
                 {0, 0},
                 ErrorCode::count_mismatch,
                 "2 values, expected 6 for 2 cubic keys of 1"},
        BadTrack{"Item25_negative_time",
                 Interpolation::linear,
                 1,
                 {-1, 1},
                 {0, 0},
                 ErrorCode::invalid_value,
                 "key 0"},
        BadTrack{"Item25_equal_times",
                 Interpolation::linear,
                 1,
                 {0, 1, 1},
                 {0, 0, 0},
                 ErrorCode::invalid_value,
                 "key 2"},
        BadTrack{"Item27_nan_time",
                 Interpolation::linear,
                 1,
                 {0, kNan},
                 {0, 0},
                 ErrorCode::invalid_value,
                 "key 1"},
        BadTrack{"Item27_nan_value",
                 Interpolation::linear,
                 1,
                 {0, 1},
                 {0, kNan},
                 ErrorCode::invalid_value,
                 "value 1"}),
    [](const auto& row) { return row.param.name; });

TEST(Rules, Item40_CubicKeysAreAllInTangentsThenValuesThenOutTangents) {
  const Track track = test::track_of(Interpolation::cubic_spline, 2, {0, 1},
                                     {1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12});
  EXPECT_THAT(track.in_tangent(0), testing::ElementsAre(1, 2));
  EXPECT_THAT(track.value(0), testing::ElementsAre(3, 4));
  EXPECT_THAT(track.out_tangent(0), testing::ElementsAre(5, 6));
  EXPECT_THAT(track.value(1), testing::ElementsAre(9, 10));
}

TEST(Rules, Item52_ASingleKeyIsLegalForLinearAndStep) {
  EXPECT_EQ(test::track_of(Interpolation::linear, 1, {3}, {0.5f}).end(), 3.0f);
  EXPECT_EQ(test::track_of(Interpolation::step, 1, {3}, {0.5f}).key_count(), 1u);
}

}  // namespace
}  // namespace morph
