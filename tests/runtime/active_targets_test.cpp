// SPDX-License-Identifier: MIT
#include "morph/runtime/active_targets.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>
#include <limits>
#include <string>
#include <vector>

// flutter_scene's selectActiveTargets (rules.md B.1) as a table.

namespace morph {
namespace {

constexpr float kNan = std::numeric_limits<float>::quiet_NaN();
constexpr float kInfinity = std::numeric_limits<float>::infinity();

struct Selection {
  std::string name;
  std::vector<float> weights;
  std::size_t cap;
  std::vector<std::uint32_t> expected;
};

class ParityB1Select : public testing::TestWithParam<Selection> {};

TEST_P(ParityB1Select, KeepsTheStrongest) {
  const auto active = select_active_targets(GetParam().weights, GetParam().cap);
  std::vector<std::uint32_t> indices;
  for (const ActiveTarget& target : active) {
    indices.push_back(target.index);
    const float weight = GetParam().weights[target.index];
    EXPECT_TRUE(target.weight == weight || (std::isnan(target.weight) && std::isnan(weight)))
        << "sign is kept";
  }
  EXPECT_EQ(indices, GetParam().expected);
}

INSTANTIATE_TEST_SUITE_P(
    Table, ParityB1Select,
    testing::Values(
        Selection{"nothing", {}, 8, {}}, Selection{"zeros", {0, -0.0f, 0}, 8, {}},
        Selection{"by_magnitude", {0.1f, -0.9f, 0.5f}, 8, {1, 2, 0}},
        Selection{"tie_lower_index_first", {0.5f, -0.5f, 0.5f}, 8, {0, 1, 2}},
        Selection{"cap", {0.1f, -0.9f, 0.5f}, 2, {1, 2}}, Selection{"cap_zero", {1, 1}, 0, {}},
        Selection{"exactly_the_cap", {1, 2}, 2, {1, 0}},
        Selection{"nan_before_infinity", {kInfinity, kNan, -kInfinity, kNan}, 8, {1, 3, 0, 2}},
        Selection{"tiny_counts", {1e-30f}, 8, {0}}),
    [](const auto& row) { return row.param.name; });

TEST(ParityB1, TheDefaultCapIsEight) {
  EXPECT_EQ(kMaxGpuMorphTargets, 8u);
  EXPECT_EQ(select_active_targets(std::vector<float>(20, 1.0f)).size(), 8u);
  EXPECT_EQ(select_active_targets(std::vector<float>(20, 1.0f), kAllTargets).size(), 20u);
}

}  // namespace
}  // namespace morph
