// SPDX-License-Identifier: MIT
#include "morph/runtime/morph_target_data.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>
#include <limits>
#include <string>
#include <vector>

#include "support/scene_builder.h"

// flutter_scene's MorphTargetData (rules.md B.1), call by call, and the rules of Part A that live
// in the data.

namespace morph {
namespace {

using Vec3s = std::vector<glm::vec3>;

constexpr float kNan = std::numeric_limits<float>::quiet_NaN();

// Two targets of two vertices.
const Vec3s kPositions = {{1, 0, 0}, {0, 1, 0}, {0, 0, 2}, {0, 0, 4}};
const Vec3s kNormals = {{0, 0, 0}, {1, 0, 0}, {0, 0, -1}, {0, 0, 0}};

MorphTargetData two_targets(std::vector<std::string> names = {}, std::vector<float> weights = {}) {
  auto data = MorphTargetData::create({.vertex_count = 2,
                                       .target_count = 2,
                                       .position_deltas = kPositions,
                                       .normal_deltas = kNormals,
                                       .target_names = names,
                                       .default_weights = weights});
  EXPECT_TRUE(data) << data.error().text();
  return std::move(data).value();
}

struct BadArrays {
  std::string name;
  MorphTargetData::Arrays arrays;
  ErrorCode code;
  std::string message;
};

class ParityB1Refuses : public testing::TestWithParam<BadArrays> {};

TEST_P(ParityB1Refuses, WithTheSameInformation) {
  const auto data = MorphTargetData::create(GetParam().arrays);
  ASSERT_FALSE(data);
  EXPECT_EQ(data.error().code, GetParam().code);
  EXPECT_EQ(data.error().message, GetParam().message);
}

const Vec3s kThree(3, glm::vec3(0));
const Vec3s kFour(4, glm::vec3(0));
const Vec3s kNotFinite = {{0, 0, 0}, {0, 0, 0}, {0, kNan, 0}, {0, 0, 0}};
const std::vector<float> kBadWeights = {0.0f, std::numeric_limits<float>::infinity()};

INSTANTIATE_TEST_SUITE_P(
    Table, ParityB1Refuses,
    testing::Values(
        BadArrays{"positions_short",
                  {.vertex_count = 2, .target_count = 2, .position_deltas = kThree},
                  ErrorCode::count_mismatch,
                  "position_deltas has 3 elements; expected 4 for 2 targets of 2 vertices"},
        BadArrays{"positions_missing",
                  {.vertex_count = 2, .target_count = 2},
                  ErrorCode::count_mismatch,
                  "position_deltas has 0 elements; expected 4 for 2 targets of 2 vertices"},
        BadArrays{"normals_before_tangents",
                  {.vertex_count = 2,
                   .target_count = 2,
                   .position_deltas = kFour,
                   .normal_deltas = kThree,
                   .tangent_deltas = kThree},
                  ErrorCode::count_mismatch,
                  "normal_deltas has 3 elements; expected 4 for 2 targets of 2 vertices"},
        BadArrays{"tangents_short",
                  {.vertex_count = 2,
                   .target_count = 2,
                   .position_deltas = kFour,
                   .tangent_deltas = kThree},
                  ErrorCode::count_mismatch,
                  "tangent_deltas has 3 elements; expected 4 for 2 targets of 2 vertices"},
        BadArrays{"not_finite",
                  {.vertex_count = 2, .target_count = 2, .position_deltas = kNotFinite},
                  ErrorCode::invalid_value,
                  "position_deltas is not finite at element 0"},
        BadArrays{"weight_not_finite",
                  {.vertex_count = 2,
                   .target_count = 2,
                   .position_deltas = kFour,
                   .default_weights = kBadWeights},
                  ErrorCode::invalid_value,
                  "default_weights is not finite at element 1"}),
    [](const auto& row) { return row.param.name; });

TEST(ParityB1, NamesMissingAreEmptyAndSurplusIsDropped) {
  EXPECT_THAT(two_targets().target_names(), testing::ElementsAre("", ""));
  EXPECT_THAT(two_targets({"a"}).target_names(), testing::ElementsAre("a", ""));
  EXPECT_THAT(two_targets({"a", "a", "c"}).target_names(), testing::ElementsAre("a", "a"));
}

TEST(ParityB1, DefaultWeightsMissingAreZeroAndSurplusIsDroppedAndTheyStayMutable) {
  EXPECT_THAT(two_targets().default_weights(), testing::ElementsAre(0.0f, 0.0f));
  EXPECT_THAT(two_targets({}, {0.5f}).default_weights(), testing::ElementsAre(0.5f, 0.0f));
  MorphTargetData data = two_targets({}, {0.5f, -2.0f, kNan});
  EXPECT_THAT(data.default_weights(), testing::ElementsAre(0.5f, -2.0f));
  data.default_weights()[1] = 7.0f;
  EXPECT_THAT(std::as_const(data).default_weights(), testing::ElementsAre(0.5f, 7.0f));
}

TEST(ParityB1, NothingAtAllIsAccepted) {
  const auto data = MorphTargetData::create({});
  ASSERT_TRUE(data);
  EXPECT_EQ(*data, MorphTargetData());
  data->blend_positions({}, std::vector<float>{1.0f}, {});
}

TEST(ParityB1, EqualityIsByValue) {
  EXPECT_EQ(two_targets({"a"}), two_targets({"a"}));
  EXPECT_NE(two_targets({"a"}), two_targets({"b"}));
  EXPECT_NE(two_targets({}, {1.0f}), two_targets());
  MorphTargetData::Builder builder(2, 2);
  EXPECT_TRUE(builder.set_normal_deltas(1, Vec3s{{0, 0, -1}, {0, 0, 0}}));
  EXPECT_TRUE(builder.set_normal_deltas(0, Vec3s{{0, 0, 0}, {1, 0, 0}}));
  EXPECT_TRUE(builder.set_position_deltas(1, Vec3s{{0, 0, 2}, {0, 0, 4}}));
  EXPECT_TRUE(builder.set_position_deltas(0, Vec3s{{1, 0, 0}, {0, 1, 0}}));
  EXPECT_EQ(std::move(builder).build(), two_targets());
}

TEST(ParityB1, ATargetWithoutAnAttributeEqualsOneOfZeros) {
  MorphTargetData::Builder with_zeros(1, 2), without(1, 2);
  EXPECT_TRUE(with_zeros.set_position_deltas(0, Vec3s{{0, 0, 0}}));
  for (auto* builder : {&with_zeros, &without}) {
    EXPECT_TRUE(builder->set_position_deltas(1, Vec3s{{1, 2, 3}}));
  }
  EXPECT_EQ(std::move(with_zeros).build(), std::move(without).build());
}

TEST(ParityB1, DeltasComeOutTargetMajorAsTheyWentIn) {
  const MorphTargetData data = two_targets();
  Vec3s out(2);
  data.copy_position_deltas(1, out);
  EXPECT_THAT(out, testing::ElementsAre(kPositions[2], kPositions[3]));
  data.copy_normal_deltas(0, out);
  EXPECT_THAT(out, testing::ElementsAre(kNormals[0], kNormals[1]));
  data.copy_tangent_deltas(0, out);
  EXPECT_THAT(out, testing::Each(glm::vec3(0)));
  EXPECT_TRUE(data.has(MorphAttribute::normal));
  EXPECT_FALSE(data.has(MorphAttribute::tangent));
}

struct Blend {
  std::string name;
  std::vector<float> weights;
  Vec3s expected;
};

class ParityB1BlendPositions : public testing::TestWithParam<Blend> {};

TEST_P(ParityB1BlendPositions, AddsEveryTarget) {
  const Vec3s base = {{10, 0, 0}, {0, 10, 0}};
  Vec3s out(2);
  two_targets().blend_positions(base, GetParam().weights, out);
  EXPECT_EQ(out, GetParam().expected);
  Vec3s in_place = base;
  two_targets().blend_positions(in_place, GetParam().weights, in_place);
  EXPECT_EQ(in_place, GetParam().expected) << "out may be the base";
}

INSTANTIATE_TEST_SUITE_P(
    Table, ParityB1BlendPositions,
    testing::Values(Blend{"none", {}, {{10, 0, 0}, {0, 10, 0}}},
                    Blend{"short_is_zero", {2.0f}, {{12, 0, 0}, {0, 12, 0}}},
                    Blend{"surplus_is_ignored", {0, 1, 99}, {{10, 0, 2}, {0, 10, 4}}},
                    Blend{"negative", {-1, 0}, {{9, 0, 0}, {0, 9, 0}}},
                    Blend{"not_clamped", {0, 2.5f}, {{10, 0, 5}, {0, 10, 10}}},
                    Blend{"minus_zero_skips", {-0.0f, 1}, {{10, 0, 2}, {0, 10, 4}}}),
    [](const auto& row) { return row.param.name; });

TEST(ParityB1, ANanWeightPropagates) {
  Vec3s out(2);
  two_targets().blend_positions(Vec3s(2), std::vector<float>{kNan}, out);
  EXPECT_TRUE(std::isnan(out[0].x));
}

TEST(ParityB1, BlendingHasNoCap) {
  const Primitive many = test::triangle_primitive(300);
  Vec3s out(3);
  many.morph_targets.blend_positions(many.positions, std::vector<float>(300, 1.0f), out);
  EXPECT_EQ(out[0].z, 300 * 301 / 2);
}

TEST(ParityB1, NormalsAreUnitAlsoAtZeroWeights) {
  Vec3s out(2);
  two_targets().blend_normals(Vec3s{{0, 0, 3}, {0, 4, 0}}, std::vector<float>{0, 0}, out);
  EXPECT_THAT(out, testing::ElementsAre(glm::vec3(0, 0, 1), glm::vec3(0, 1, 0)));
}

TEST(ParityB1, ACollapsedNormalKeepsTheBaseAsGiven) {
  const Vec3s base = {{0, 0, 1}, {0, 4, 0}};
  Vec3s in_place = base;
  two_targets().blend_normals(in_place, std::vector<float>{0, 1}, in_place);
  EXPECT_EQ(in_place[0], base[0])
      << "the sum is zero; flutter_scene loses the base when it is blended in place";
  EXPECT_EQ(in_place[1], glm::vec3(0, 1, 0));
}

TEST(ParityB1, WithoutNormalDeltasTheBaseIsCopiedAsItIs) {
  const Primitive primitive = test::triangle_primitive(1);
  const Vec3s base = {{0, 0, 5}, {0, 3, 0}, {0, 0, 0}};
  Vec3s out(3);
  primitive.morph_targets.blend_normals(base, std::vector<float>{1}, out);
  EXPECT_EQ(out, base);
}

TEST(Rules, Item8_TangentDeltasHaveNoWAndTheBaseKeepsIt) {
  MorphTargetData::Builder builder(2, 1);
  ASSERT_TRUE(builder.set_tangent_deltas(0, Vec3s{{0, 1, 0}, {-2, 0, 0}}));
  std::vector<glm::vec4> out(2);
  std::move(builder).build().blend_tangents(std::vector<glm::vec4>{{1, 0, 0, -1}, {1, 0, 0, 1}},
                                            std::vector<float>{1}, out);
  EXPECT_NEAR(out[0].x, std::sqrt(0.5), 1e-7);
  EXPECT_NEAR(out[0].y, std::sqrt(0.5), 1e-7);
  EXPECT_EQ(out[0].w, -1.0f);
  EXPECT_EQ(out[1], glm::vec4(-1, 0, 0, 1));
}

TEST(Rules, Item8_TextureCoordinatesMorphBySet) {
  MorphTargetData::Builder builder(1, 1);
  ASSERT_TRUE(builder.set_texcoord_deltas(0, 1, std::vector<glm::vec2>{{0.5f, -0.25f}}));
  const MorphTargetData data = std::move(builder).build();
  std::vector<glm::vec2> out(1);
  const std::vector<glm::vec2> base = {{1, 1}};
  data.blend_texcoords(1, base, std::vector<float>{2}, out);
  EXPECT_EQ(out[0], glm::vec2(2, 0.5f));
  data.blend_texcoords(0, base, std::vector<float>{2}, out);
  EXPECT_EQ(out[0], base[0]) << "no target moves set 0";
}

TEST(Rules, Item14_MorphedColoursAreClampedToTheUnitRange) {
  MorphTargetData::Builder builder(1, 1);
  ASSERT_TRUE(builder.set_color_deltas(0, std::vector<glm::vec4>{{1, -1, 0.25f, 0}}));
  std::vector<glm::vec4> out(1);
  std::move(builder).build().blend_colors(std::vector<glm::vec4>{{0.5f, 0.5f, 0.5f, 1}},
                                          std::vector<float>{1}, out);
  EXPECT_EQ(out[0], glm::vec4(1, 0, 0.75f, 1));
}

TEST(Rules, Item4_TargetsMayCarryDifferentAttributes) {
  MorphTargetData::Builder builder(1, 2);
  ASSERT_TRUE(builder.set_position_deltas(0, Vec3s{{1, 0, 0}}));
  ASSERT_TRUE(builder.set_normal_deltas(1, Vec3s{{1, 0, 0}}));
  const MorphTargetData data = std::move(builder).build();
  EXPECT_TRUE(data.has(0, MorphAttribute::position));
  EXPECT_FALSE(data.has(1, MorphAttribute::position));
  Vec3s out(1);
  data.blend_positions(Vec3s{{0, 0, 0}}, std::vector<float>{1, 1}, out);
  EXPECT_EQ(out[0], glm::vec3(1, 0, 0));
  data.blend_normals(Vec3s{{0, 0, 1}}, std::vector<float>{1, 0}, out);
  EXPECT_EQ(out[0], glm::vec3(0, 0, 1));
}

TEST(Builder, RefusesWhatDoesNotFit) {
  MorphTargetData::Builder builder(2, 1);
  EXPECT_EQ(builder.set_position_deltas(1, kFour).error().code, ErrorCode::out_of_range);
  const auto wrong = builder.set_normal_deltas(0, kThree);
  EXPECT_EQ(wrong.error().code, ErrorCode::count_mismatch);
  EXPECT_EQ(wrong.error().message, "normal_deltas has 3 elements; expected 2 (one per vertex)");
  EXPECT_EQ(builder.set_tangent_deltas(0, Vec3s{{0, 0, 0}, {0, 0, kNan}}).error().message,
            "tangent_deltas is not finite at element 1");
  EXPECT_EQ(
      builder.set_texcoord_deltas(0, kMaxTexcoordSets, std::vector<glm::vec2>(2)).error().code,
      ErrorCode::out_of_range);
  EXPECT_EQ(std::move(builder).build().stored_bytes(), 0u) << "nothing of the refused deltas stays";
}

TEST(Builder, ASecondCallReplacesTheFirst) {
  MorphTargetData::Builder builder(1, 1);
  EXPECT_TRUE(builder.set_position_deltas(0, Vec3s{{1, 1, 1}}));
  EXPECT_TRUE(builder.set_position_deltas(0, Vec3s{{2, 2, 2}}));
  Vec3s out(1);
  std::move(builder).build().copy_position_deltas(0, out);
  EXPECT_EQ(out[0], glm::vec3(2));
}

// V is no multiple of the store's block or tile, and the deltas that are not zero stand at both
// ends of both.
TEST(Store, KeepsOnlyWhatMoves) {
  constexpr std::uint32_t kVertices = 1300;
  Vec3s deltas(kVertices, glm::vec3(0));
  for (const std::size_t v : {0u, 15u, 511u, 512u, 1023u, 1299u})
    deltas[v] = glm::vec3(static_cast<float>(v) + 1.0f);
  MorphTargetData::Builder builder(kVertices, 2);
  ASSERT_TRUE(builder.set_position_deltas(1, deltas));
  const MorphTargetData data = std::move(builder).build();
  EXPECT_LT(data.stored_bytes(), kVertices * sizeof(glm::vec3) / 8);
  Vec3s out(kVertices, glm::vec3(7));
  data.copy_position_deltas(1, out);
  EXPECT_EQ(out, deltas);
  data.copy_position_deltas(0, out);
  EXPECT_EQ(out, Vec3s(kVertices, glm::vec3(0)));
  data.blend_positions(Vec3s(kVertices, glm::vec3(1)), std::vector<float>{1, 2}, out);
  for (std::uint32_t v = 0; v < kVertices; ++v) {
    ASSERT_EQ(out[v], glm::vec3(1) + 2.0f * deltas[v]) << "vertex " << v;
  }
}

TEST(Builder, SparseDeltasAreTheDenseOnes) {
  constexpr std::uint32_t kVertices = 1300;
  const std::vector<std::uint32_t> moved = {0, 1, 15, 16, 511, 512, 700, 1023, 1299};
  for (const MorphAttribute attribute :
       {MorphAttribute::position, MorphAttribute::color_0, MorphAttribute::texcoord_0}) {
    const std::size_t components = component_count(attribute);
    std::vector<float> dense(kVertices * components, 0.0f);
    std::vector<float> sparse;
    for (const std::uint32_t v : moved) {
      for (std::size_t c = 0; c < components; ++c) {
        const bool zero = v == 700;  // substituted by what it was
        sparse.push_back(zero ? 0.0f : static_cast<float>(v * 4 + c + 1));
        dense[v * components + c] = sparse.back();
      }
    }
    MorphTargetData::Builder one(kVertices, 2);
    ASSERT_TRUE(one.set_deltas(1, attribute, dense));
    MorphTargetData::Builder other(kVertices, 2);
    ASSERT_TRUE(other.set_sparse_deltas(1, attribute, moved, sparse));
    const MorphTargetData a = std::move(one).build();
    const MorphTargetData b = std::move(other).build();
    EXPECT_TRUE(a == b);
    EXPECT_EQ(a.stored_bytes(), b.stored_bytes());
    std::vector<float> out(kVertices * components);
    b.copy_deltas(1, attribute, out);
    EXPECT_EQ(out, dense);
  }
}

TEST(Builder, RefusesSparseDeltasThatDoNotFit) {
  using Vertices = std::vector<std::uint32_t>;
  const std::vector<float> two(6, 1.0f);
  const auto set = [&](const Vertices& vertices, std::uint32_t target = 0) {
    MorphTargetData::Builder builder(4, 1);
    return builder.set_sparse_deltas(target, MorphAttribute::position, vertices, two);
  };
  EXPECT_TRUE(set({0, 3}));
  EXPECT_EQ(set({0, 3}, 1).error().code, ErrorCode::out_of_range);
  EXPECT_EQ(set({0}).error().code, ErrorCode::count_mismatch);
  EXPECT_EQ(set({0, 4}).error().message, "vertex 4 of 4");
  EXPECT_EQ(set({3, 3}).error().code, ErrorCode::invalid_value);
  EXPECT_EQ(set({3, 1}).error().message, "vertex 1 after 3, expected one above it");
  MorphTargetData::Builder builder(4, 1);
  EXPECT_EQ(builder
                .set_sparse_deltas(0, MorphAttribute::position, Vertices{2},
                                   std::vector<float>{0, kNan, 0})
                .error()
                .code,
            ErrorCode::invalid_value);
}

TEST(Store, DenseDeltasCostLittleMoreThanTheirFloats) {
  MorphTargetData::Builder builder(10'000, 1);
  ASSERT_TRUE(builder.set_position_deltas(0, Vec3s(10'000, glm::vec3(1))));
  EXPECT_LT(std::move(builder).build().stored_bytes(), 10'000 * sizeof(glm::vec3) * 1.01);
}

TEST(ParityB1, NanReachesVerticesThatTheTargetDoesNotMove) {
  Vec3s deltas(40, glm::vec3(0));
  deltas[39] = glm::vec3(1);
  MorphTargetData::Builder builder(40, 1);
  ASSERT_TRUE(builder.set_position_deltas(0, deltas));
  Vec3s out(40);
  std::move(builder).build().blend_positions(Vec3s(40, glm::vec3(1)), std::vector<float>{kNan},
                                             out);
  for (const glm::vec3& position : out) EXPECT_TRUE(std::isnan(position.x));
}

}  // namespace
}  // namespace morph
