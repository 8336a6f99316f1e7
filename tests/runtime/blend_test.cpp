// SPDX-License-Identifier: MIT
#include "morph/runtime/blend.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cstdint>
#include <string>
#include <vector>

#include "support/reference_blend.h"
#include "support/scene_builder.h"

// The kernels against the formula in double.

namespace morph {
namespace {

constexpr double kTolerance = 2e-6;  // 300 targets, summed in float

struct Size {
  std::uint32_t vertices, targets;
};

class Kernels : public testing::TestWithParam<Size> {};

TEST_P(Kernels, AgreeWithTheFormulaInDouble) {
  const auto [vertices, targets] = GetParam();
  const Primitive primitive = test::random_primitive(vertices, targets, vertices + 31 * targets);
  const auto weights = test::random_weights(targets, targets);
  const auto active = select_active_targets(weights, kAllTargets);
  const auto reference = test::reference_blend(primitive, weights);
  const MorphTargetData& data = primitive.morph_targets;

  std::vector<glm::vec3> vec3s(vertices);
  blend_positions(data, primitive.positions, active, vec3s);
  EXPECT_LE(test::relative_error<glm::vec3>(vec3s, reference.positions), kTolerance);
  blend_normals(data, primitive.normals, active, vec3s);
  EXPECT_LE(test::relative_error<glm::vec3>(vec3s, reference.normals), 1e-5);
  std::vector<glm::vec4> vec4s(vertices);
  blend_tangents(data, primitive.tangents, active, vec4s);
  EXPECT_LE(test::relative_error<glm::vec4>(vec4s, reference.tangents), 1e-5);
  blend_colors(data, primitive.colors, active, vec4s);
  EXPECT_LE(test::relative_error<glm::vec4>(vec4s, reference.colors), kTolerance);
  std::vector<glm::vec2> vec2s(vertices);
  for (std::uint32_t set = 0; set < 2; ++set) {
    blend_texcoords(data, set, primitive.texcoords[set], active, vec2s);
    EXPECT_LE(test::relative_error<glm::vec2>(vec2s, reference.texcoords[set]), kTolerance);
  }
}

// 511, 512, 513 and 1025 stand around the edge of the kernels' tile.
INSTANTIATE_TEST_SUITE_P(Sizes, Kernels,
                         testing::Values(Size{0, 3}, Size{1, 0}, Size{1, 1}, Size{3, 2},
                                         Size{511, 5}, Size{512, 5}, Size{513, 5}, Size{1025, 12},
                                         Size{100, 300}),
                         [](const auto& row) {
                           return std::to_string(row.param.vertices) + "x" +
                                  std::to_string(row.param.targets);
                         });

TEST(Blend, AnEmptyListCopiesTheBaseAndFinishesIt) {
  const Primitive primitive = test::random_primitive(5, 3, 7, false);
  std::vector<glm::vec3> out(5);
  blend_positions(primitive.morph_targets, primitive.positions, {}, out);
  EXPECT_EQ(out, primitive.positions);
  const std::vector<glm::vec3> long_normals(5, {0, 0, 2});
  blend_normals(primitive.morph_targets, long_normals, {}, out);
  EXPECT_EQ(out, std::vector<glm::vec3>(5, {0, 0, 1}));
}

TEST(Blend, PartialLeavesNormalsLongAndColoursOutside) {
  MorphTargetData::Builder builder(1, 1);
  ASSERT_TRUE(builder.set_normal_deltas(0, std::vector<glm::vec3>{{0, 0, 2}}));
  ASSERT_TRUE(builder.set_tangent_deltas(0, std::vector<glm::vec3>{{2, 0, 0}}));
  ASSERT_TRUE(builder.set_color_deltas(0, std::vector<glm::vec4>{{2, 0, 0, 0}}));
  const MorphTargetData data = std::move(builder).build();
  const std::vector<ActiveTarget> active = {{0, 1.0f}};
  std::vector<glm::vec3> normals(1, {0, 0, 1});
  blend_normals(data, normals, active, normals, BlendStage::partial);
  EXPECT_EQ(normals[0], glm::vec3(0, 0, 3));
  std::vector<glm::vec4> tangents(1, {1, 0, 0, -1});
  blend_tangents(data, tangents, active, tangents, BlendStage::partial);
  EXPECT_EQ(tangents[0], glm::vec4(3, 0, 0, -1));
  std::vector<glm::vec4> colors(1, {1, 0, 0, 1});
  blend_colors(data, colors, active, colors, BlendStage::partial);
  EXPECT_EQ(colors[0], glm::vec4(3, 0, 0, 1));
}

TEST(Blend, FoldingAPartAndAddingTheRestEqualsTheWhole) {
  const Primitive primitive = test::random_primitive(600, 12, 3);
  const auto active = select_active_targets(test::random_weights(12, 5), kAllTargets);
  const std::span<const ActiveTarget> all(active);
  std::vector<glm::vec3> folded(600), twice(600), whole(600);
  blend_normals(primitive.morph_targets, primitive.normals, all.subspan(4), folded,
                BlendStage::partial);
  blend_normals(primitive.morph_targets, folded, all.first(4), twice);
  blend_normals(primitive.morph_targets, primitive.normals, all, whole);
  for (std::size_t v = 0; v < whole.size(); ++v) {
    for (int c = 0; c < 3; ++c) EXPECT_NEAR(twice[v][c], whole[v][c], 1e-5);
  }
}

}  // namespace
}  // namespace morph
