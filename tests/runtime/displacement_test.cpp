// SPDX-License-Identifier: MIT
#include "morph/runtime/displacement.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <vector>

#include "support/scene_builder.h"

namespace morph {
namespace {

using testing::Each;
using testing::ElementsAre;

MorphTargetData data_of(std::vector<glm::vec3> deltas, std::uint32_t targets) {
  MorphTargetData::Arrays arrays;
  arrays.vertex_count = static_cast<std::uint32_t>(deltas.size()) / targets;
  arrays.target_count = targets;
  arrays.position_deltas = deltas;
  auto made = MorphTargetData::create(arrays);
  EXPECT_TRUE(made);
  return std::move(made).value();
}

TEST(Displacement, IsTheLengthOfTheWeightedSum) {
  const MorphTargetData data = data_of({{3, 4, 0}, {0, 0, 0}, {0, 0, 2}, {-3, -4, 1}}, 2);
  std::vector<float> out(2, 9.0f);
  EXPECT_EQ(displacement_lengths(data, std::vector<ActiveTarget>{{0, 1.0f}}, out), 5.0f);
  EXPECT_THAT(out, ElementsAre(5.0f, 0.0f));
  EXPECT_EQ(displacement_lengths(data, std::vector<ActiveTarget>{{1, -2.0f}}, out),
            std::sqrt(104.0f));
  EXPECT_THAT(out, ElementsAre(4.0f, std::sqrt(104.0f)));
  // Two targets that pull apart: the length of the sum, not the sum of the lengths.
  const MorphTargetData apart = data_of({{3, 4, 0}, {-3, -4, 0}}, 2);
  std::vector<float> one(1);
  EXPECT_EQ(displacement_lengths(apart, std::vector<ActiveTarget>{{0, 1.0f}, {1, 1.0f}}, one), 0);
}

TEST(Displacement, NothingMovesWithoutTargetsOrPositions) {
  const MorphTargetData data = data_of({{3, 4, 0}, {1, 0, 0}}, 1);
  std::vector<float> out(2, 9.0f);
  EXPECT_EQ(displacement_lengths(data, {}, out), 0.0f);
  EXPECT_THAT(out, Each(0.0f));
  MorphTargetData::Builder builder(2, 1);
  ASSERT_TRUE(builder.set_normal_deltas(0, std::vector<glm::vec3>(2, glm::vec3(1))));
  const MorphTargetData normals = std::move(builder).build();
  out.assign(2, 9.0f);
  EXPECT_EQ(displacement_lengths(normals, std::vector<ActiveTarget>{{0, 1.0f}}, out), 0.0f);
  EXPECT_THAT(out, Each(0.0f));
}

// Against the deltas as they come out, over several tiles and a block that is cut off.
TEST(Displacement, AgreesWithTheDeltasInDouble) {
  const Primitive primitive = test::random_primitive(1500, 7, 4);
  const std::vector<float> weights = test::random_weights(7, 2);
  const std::vector<ActiveTarget> active = select_active_targets(weights, kAllTargets);
  std::vector<float> out(1500);
  const float largest = displacement_lengths(primitive.morph_targets, active, out);
  std::vector<glm::dvec3> sums(1500, glm::dvec3(0));
  std::vector<glm::vec3> deltas(1500);
  for (std::uint32_t target = 0; target < 7; ++target) {
    primitive.morph_targets.copy_position_deltas(target, deltas);
    for (std::size_t v = 0; v < 1500; ++v) {
      sums[v] += static_cast<double>(weights[target]) * glm::dvec3(deltas[v]);
    }
  }
  for (std::size_t v = 0; v < 1500; ++v) {
    const double length =
        std::sqrt(sums[v].x * sums[v].x + sums[v].y * sums[v].y + sums[v].z * sums[v].z);
    ASSERT_NEAR(static_cast<double>(out[v]), length, 1e-6 * (1.0 + length)) << v;
  }
  EXPECT_EQ(largest, *std::ranges::max_element(out));
  EXPECT_GT(largest, 0.0f);
}

TEST(Displacement, TinyAndHugeLengthsAreInRange) {
  for (const float size : {1e-30f, 1e30f}) {
    const MorphTargetData data = data_of({{3 * size, 4 * size, 0}}, 1);
    std::vector<float> out(1);
    const float largest = displacement_lengths(data, std::vector<ActiveTarget>{{0, 1.0f}}, out);
    EXPECT_NEAR(largest / size, 5.0f, 1e-5f);
  }
}

}  // namespace
}  // namespace morph
