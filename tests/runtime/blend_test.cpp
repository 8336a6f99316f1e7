// SPDX-License-Identifier: MIT
#include "morph/runtime/blend.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <limits>
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
                                         Size{100, 300}, Size{513, 64}, Size{513, 65},
                                         Size{20, 513}),
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

/// All three of a surface in one pass; what `wanted` lacks stays empty.
struct Surface {
  std::vector<glm::vec3> positions, normals;
  std::vector<glm::vec4> tangents;

  friend bool operator==(const Surface&, const Surface&) = default;
};
Surface one_pass(const Primitive& primitive, std::span<const ActiveTarget> active, int wanted,
                 BlendStage stage = BlendStage::complete) {
  const std::size_t vertices = primitive.vertex_count();
  Surface out;
  if (wanted & 1) out.positions.resize(vertices);
  if (wanted & 2) out.normals.resize(vertices);
  if (wanted & 4) out.tangents.resize(vertices);
  blend_surface(primitive.morph_targets,
                {primitive.positions, primitive.normals, primitive.tangents}, active,
                {out.positions, out.normals, out.tangents}, stage);
  return out;
}
Surface three_passes(const Primitive& primitive, std::span<const ActiveTarget> active, int wanted,
                     BlendStage stage = BlendStage::complete) {
  const std::size_t vertices = primitive.vertex_count();
  const MorphTargetData& data = primitive.morph_targets;
  Surface out;
  if (wanted & 1) {
    out.positions.resize(vertices);
    blend_positions(data, primitive.positions, active, out.positions);
  }
  if (wanted & 2) {
    out.normals.resize(vertices);
    blend_normals(data, primitive.normals, active, out.normals, stage);
  }
  if (wanted & 4) {
    out.tangents.resize(vertices);
    blend_tangents(data, primitive.tangents, active, out.tangents, stage);
  }
  return out;
}

// Any of the three together give what each gives alone, to the bit; targets of the primitive differ
// in what they carry, and 130 do not fit into one run of the kernel.
TEST(BlendSurface, GivesWhatEachGivesAlone) {
  for (const Size size : {Size{40, 3}, Size{700, 130}}) {
    const Primitive primitive = test::random_primitive(size.vertices, size.targets, 11);
    const auto active = select_active_targets(test::random_weights(size.targets, 3), kAllTargets);
    for (int wanted = 0; wanted < 8; ++wanted) {
      for (const BlendStage stage : {BlendStage::partial, BlendStage::complete}) {
        EXPECT_TRUE(one_pass(primitive, active, wanted, stage) ==
                    three_passes(primitive, active, wanted, stage))
            << wanted << ", " << size.targets;
      }
    }
  }
}

// More targets than a run takes, each of which moves one block: a tile takes those that move it, in
// any order of the list.
TEST(BlendSurface, AddsManyTargetsThatEachMoveLittle) {
  constexpr std::uint32_t kVertices = 1040, kTargets = 700;
  MorphTargetData::Builder builder(kVertices, kTargets);
  std::vector<ActiveTarget> active;
  std::vector<glm::vec3> wanted(kVertices, {1, 0, 0});
  for (std::uint32_t t = 0; t < kTargets; ++t) {
    const std::uint32_t vertex = t * 37 % kVertices;
    std::vector<glm::vec3> deltas(kVertices);
    deltas[vertex] = {0, static_cast<float>(t + 1), 0};
    ASSERT_TRUE(builder.set_position_deltas(t, deltas));
    active.push_back({t, 0.5f});
    wanted[vertex].y += 0.5f * static_cast<float>(t + 1);
  }
  const MorphTargetData data = std::move(builder).build();
  std::vector<glm::vec3> out(kVertices);
  blend_positions(data, std::vector<glm::vec3>(kVertices, {1, 0, 0}), active, out);
  EXPECT_EQ(out, wanted);
  std::ranges::reverse(active);
  blend_positions(data, std::vector<glm::vec3>(kVertices, {1, 0, 0}), active, out);
  EXPECT_EQ(out, wanted);
}

// The base is whole until its vertex is finished, also when more targets than one run takes are
// summed elsewhere meanwhile: two that cancel out leave the base that was given.
TEST(BlendSurface, KeepsACollapsedBaseInPlace) {
  constexpr std::uint32_t kVertices = 33, kTargets = 101;
  MorphTargetData::Builder builder(kVertices, kTargets);
  for (std::uint32_t t = 0; t < kTargets; ++t) {
    const float part = t == 0 ? -1.0f : 0.0f;
    const float other = t == 1 ? 1.0f : t == 2 ? -1.0f : 0.0f;
    ASSERT_TRUE(builder.set_normal_deltas(
        t, std::vector<glm::vec3>(kVertices, {0, 0, 3.0f * part + other})));
  }
  const MorphTargetData data = std::move(builder).build();
  std::vector<ActiveTarget> active;
  for (std::uint32_t t = 0; t < kTargets; ++t) active.push_back({t, 1.0f});
  std::vector<glm::vec3> normals(kVertices, {0, 0, 3});
  blend_normals(data, normals, active, normals);
  EXPECT_EQ(normals, std::vector<glm::vec3>(kVertices, {0, 0, 3}));
}

// A weight that is no number breaks what its target carries, and nothing else.
TEST(BlendSurface, ABrokenWeightReachesWhatItsTargetCarries) {
  MorphTargetData::Builder builder(20, 2);
  ASSERT_TRUE(builder.set_position_deltas(0, std::vector<glm::vec3>(20)));
  ASSERT_TRUE(builder.set_normal_deltas(1, std::vector<glm::vec3>(20, {1, 0, 0})));
  Primitive primitive;
  primitive.positions.assign(20, {1, 2, 3});
  primitive.normals.assign(20, {0, 0, 1});
  primitive.morph_targets = std::move(builder).build();
  const float infinity = std::numeric_limits<float>::infinity();
  const Surface out = one_pass(primitive, std::vector<ActiveTarget>{{0, infinity}, {1, 1.0f}}, 3);
  EXPECT_TRUE(std::isnan(out.positions[19].y));
  EXPECT_NEAR(out.normals[19].x, std::sqrt(0.5f), 1e-6f);
}

}  // namespace
}  // namespace morph
