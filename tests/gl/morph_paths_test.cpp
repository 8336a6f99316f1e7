// SPDX-License-Identifier: MIT
//
// Every path against the formula in double: rules 1, 4, 13 and 14 of the specification, and unit
// normals and tangents.
#include "gl/gl_support.h"

namespace morph::test {
namespace {

using gl::MorphPath;
using gl::MorphPathWish;

constexpr std::array<MorphPathWish, 4> kWishes = {MorphPathWish::cpu, MorphPathWish::attributes,
                                                  MorphPathWish::texture, MorphPathWish::automatic};

class MorphPaths : public HeadlessGl {
 protected:
  /// All wishes, for one primitive and a set of weights.
  void expect_exact(const Primitive& primitive, const std::vector<float>& weights,
                    const std::string& what) {
    const Scene scene = scene_of(parts_of(primitive));
    gl::Renderer renderer = renderer_of(context(), scene);
    const Pose pose = pose_with(scene, weights);
    for (const MorphPathWish wish : kWishes) {
      const auto found = read_back(renderer, pose, wish);
      EXPECT_LE(error_against_reference(found, primitive, weights), kTolerance)
          << what << ", wish " << static_cast<int>(wish) << ", active " << found.report.active
          << ", folded " << found.report.folded;
    }
  }
};

TEST_F(MorphPaths, WithoutTargetsTheFileIsGivenBack) {
  Primitive primitive = random_primitive(10, 0, 1);
  primitive.normals[3] = {0, 0, 2};  // not unit, and no target makes it so
  expect_exact(primitive, {}, "no targets");
}

TEST_F(MorphPaths, RandomMeshesWithMixedAttributes) {
  std::uint32_t seed = 1;
  for (const std::uint32_t targets : {1u, 2u, 3u, 5u, 9u, 40u, 300u}) {
    for (const std::uint32_t vertices : {1u, 7u, 600u}) {
      const Primitive primitive = random_primitive(vertices, targets, ++seed);
      expect_exact(primitive, random_weights(targets, seed),
                   std::to_string(targets) + " targets, " + std::to_string(vertices) + " vertices");
    }
  }
}

// Rule 17: no number of targets is too many, whether few of them are active or all.
TEST_F(MorphPaths, FourThousandTargets) {
  const Primitive primitive = random_primitive(3, 4096, 5);
  std::vector<float> weights(4096, 0.0f);
  for (const std::size_t t : {0u, 511u, 2048u, 4095u}) weights[t] = 0.75f;
  expect_exact(primitive, weights, "few of 4096 targets");
  for (std::size_t t = 0; t < weights.size(); ++t) weights[t] = t % 2 == 0 ? 0.01f : -0.02f;
  expect_exact(primitive, weights, "all of 4096 targets");
}

// Rule 7: one set of weights moves all primitives of a mesh, whatever their targets carry.
TEST_F(MorphPaths, PrimitivesOfAMeshShareTheirWeights) {
  const std::vector<float> weights = {0.5f, -1, 0, 2, 0.25f};
  SceneParts parts = parts_of(random_primitive(10, 5, 21));
  parts.meshes[0].primitives.push_back(random_primitive(7, 5, 22));
  parts.meshes[0].primitives.push_back(random_primitive(1, 5, 23, false));
  const Scene scene = scene_of(parts);
  gl::Renderer renderer = renderer_of(context(), scene);
  const Pose pose = pose_with(scene, weights);
  for (Index p = 0; p < 3; ++p) {
    for (const MorphPathWish wish : kWishes) {
      const auto found = renderer.read_back(pose, 0, p, wish);
      ASSERT_TRUE(found);
      EXPECT_LE(error_against_reference(*found, parts.meshes[0].primitives[p], weights), kTolerance)
          << p;
    }
  }
}

TEST_F(MorphPaths, ZeroNegativeAndLargeWeights) {
  const Primitive primitive = random_primitive(50, 3, 11, false);
  for (const std::vector<float>& weights : std::vector<std::vector<float>>{{0, 0, 0},
                                                                           {-0.0f, 0, 0},
                                                                           {-1, -2, 0.5f},
                                                                           {1000, 0, 0},
                                                                           {-250, 1, 1000},
                                                                           {1e-20f, 0, 0}}) {
    expect_exact(primitive, weights, "weight " + std::to_string(weights[0]));
  }
}

// Each attribute alone, so that it is the only one in the slots; also with targets that carry
// nothing at all.
TEST_F(MorphPaths, EachAttributeAlone) {
  for (const MorphAttribute attribute :
       {MorphAttribute::position, MorphAttribute::normal, MorphAttribute::tangent,
        MorphAttribute::color_0, texcoord_attribute(0), texcoord_attribute(1)}) {
    Primitive primitive = random_primitive(20, 0, 5);
    MorphTargetData::Builder builder(20, 12);
    for (std::uint32_t t = 0; t < 12; t += 2) {
      std::vector<float> deltas(20 * component_count(attribute));
      for (std::size_t i = 0; i < deltas.size(); ++i) {
        deltas[i] = 0.01f * static_cast<float>((i * 7 + t * 3) % 23) - 0.1f;
      }
      ASSERT_TRUE(builder.set_deltas(t, attribute, deltas));
    }
    primitive.morph_targets = std::move(builder).build();
    expect_exact(primitive, random_weights(12, 3),
                 "attribute " + std::to_string(static_cast<int>(attribute)));
  }
}

// 1 … 12 base attributes: the slots shrink to nothing, and the rest is folded.
TEST_F(MorphPaths, EveryNumberOfBaseAttributes) {
  for (std::uint32_t sets = 0; sets <= kMaxTexcoordSets; ++sets) {
    Primitive primitive = random_primitive(9, 0, 2);
    primitive.texcoords.assign(sets, std::vector<glm::vec2>(9, {0.25f, 0.5f}));
    MorphTargetData::Builder builder(9, 9);
    for (std::uint32_t t = 0; t < 9; ++t) {
      const std::vector<glm::vec3> moves(9, {0.1f * static_cast<float>(t), 0.2f, -0.3f});
      ASSERT_TRUE(builder.set_position_deltas(t, moves));
      ASSERT_TRUE(builder.set_normal_deltas(t, moves));
      ASSERT_TRUE(builder.set_tangent_deltas(t, moves));
      ASSERT_TRUE(builder.set_color_deltas(t, std::vector<glm::vec4>(9, {0.1f, 0, 0.2f, 0.01f})));
      for (std::uint32_t set = 0; set < sets; ++set) {
        ASSERT_TRUE(builder.set_texcoord_deltas(t, set, std::vector<glm::vec2>(9, {0.1f, -0.2f})));
      }
    }
    primitive.morph_targets = std::move(builder).build();
    expect_exact(primitive, random_weights(9, sets), std::to_string(sets) + " sets");

    const Scene scene = scene_of(parts_of(primitive));
    gl::Renderer renderer = renderer_of(context(), scene);
    const Pose pose = pose_with(scene, std::vector<float>(9, 0.1f));
    const std::uint32_t slots =
        gl::morph_slot_count(context().info().max_vertex_attributes, 4 + sets, 4 + sets);
    const auto report = read_back(renderer, pose, MorphPathWish::attributes).report;
    EXPECT_EQ(report.slots, slots);
    EXPECT_EQ(report.slots_used, slots);
    EXPECT_EQ(report.folded, 9 - slots);
    EXPECT_EQ(report.active, 9u);
  }
}

// What no target moves takes no room from the slots, and a gap in the sets is no fault.
TEST_F(MorphPaths, OnlyNeededAttributesTakeRoom) {
  Primitive primitive = random_primitive(9, 0, 2);
  primitive.texcoords.assign(8, std::vector<glm::vec2>(9, {0.25f, 0.5f}));
  MorphTargetData::Builder builder(9, 4);
  for (std::uint32_t t = 0; t < 4; ++t) {
    for (const std::uint32_t set : {2u, 5u}) {
      const glm::vec2 move(0.1f * static_cast<float>(t + set), -0.3f);
      ASSERT_TRUE(builder.set_texcoord_deltas(t, set, std::vector<glm::vec2>(9, move)));
    }
  }
  primitive.morph_targets = std::move(builder).build();
  expect_exact(primitive, {0.5f, -1, 2, 0.25f}, "sets 2 and 5");
  const Scene scene = scene_of(parts_of(primitive));
  gl::Renderer renderer = renderer_of(context(), scene);
  const auto report =
      read_back(renderer, pose_with(scene, {1, 1, 1, 1}), MorphPathWish::attributes).report;
  EXPECT_EQ(report.slots, gl::morph_slot_count(context().info().max_vertex_attributes, 2, 2));
}

TEST_F(MorphPaths, HandednessOfTangentsStays) {
  const Primitive primitive = random_primitive(32, 2, 8, false);
  const Scene scene = scene_of(parts_of(primitive));
  gl::Renderer renderer = renderer_of(context(), scene);
  for (const MorphPathWish wish : kWishes) {
    const auto found = read_back(renderer, pose_with(scene, {0.7f, -0.4f}), wish);
    for (std::size_t v = 0; v < 32; ++v) EXPECT_EQ(found.tangents[v].w, v % 2 == 0 ? 1.0f : -1.0f);
  }
}

// Unit already at zero weights, once any target carries the attribute; else as the file has it.
TEST_F(MorphPaths, UnitNormalsAlsoAtZeroWeights) {
  Primitive primitive = triangle_primitive(1);
  primitive.normals.assign(3, {0, 0, 5});
  primitive.tangents.assign(3, {3, 0, 0, -1});
  for (const bool moved : {false, true}) {
    if (moved) {
      MorphTargetData::Builder builder(3, 1);
      ASSERT_TRUE(builder.set_normal_deltas(0, std::vector<glm::vec3>(3, {1, 0, 0})));
      primitive.morph_targets = std::move(builder).build();
    }
    const Scene scene = scene_of(parts_of(primitive));
    gl::Renderer renderer = renderer_of(context(), scene);
    for (const MorphPathWish wish : kWishes) {
      const auto found = read_back(renderer, pose_with(scene, {0}), wish);
      EXPECT_EQ(found.normals[0], glm::vec3(0, 0, moved ? 1 : 5));
      EXPECT_EQ(found.tangents[0], glm::vec4(3, 0, 0, -1)) << "no target carries tangents";
    }
  }
}

TEST_F(MorphPaths, CollapsedVectorsKeepTheFilesOwn) {
  Primitive primitive = triangle_primitive(1);
  primitive.normals.assign(3, {0, 0, 2});
  primitive.tangents.assign(3, {3, 0, 0, -1});
  MorphTargetData::Builder builder(3, 1);
  ASSERT_TRUE(builder.set_normal_deltas(0, std::vector<glm::vec3>(3, {0, 0, -2})));
  ASSERT_TRUE(builder.set_tangent_deltas(0, std::vector<glm::vec3>(3, {-3, 0, 0})));
  primitive.morph_targets = std::move(builder).build();
  const Scene scene = scene_of(parts_of(primitive));
  gl::Renderer renderer = renderer_of(context(), scene);
  for (const MorphPathWish wish : kWishes) {
    const auto found = read_back(renderer, pose_with(scene, {1}), wish);
    for (int v = 0; v < 3; ++v) {
      EXPECT_EQ(found.normals[v], glm::vec3(0, 0, 2));
      EXPECT_EQ(found.tangents[v], glm::vec4(3, 0, 0, -1));
    }
  }
}

// Rules 12 and 3: flat normals follow the morphed surface, and tangents do not count without
// normals.
TEST_F(MorphPaths, FlatNormalsComeFromTheMorphedSurface) {
  Primitive primitive = triangle_primitive(1);
  primitive.normals.clear();
  MorphTargetData::Builder builder(3, 1);
  ASSERT_TRUE(
      builder.set_position_deltas(0, std::vector<glm::vec3>{{0, 0, 0}, {0, 0, 1}, {0, 0, 0}}));
  ASSERT_TRUE(builder.set_tangent_deltas(0, std::vector<glm::vec3>(3, {1, 1, 1})));
  primitive.morph_targets = std::move(builder).build();
  const Scene scene = scene_of(parts_of(primitive));
  gl::Renderer renderer = renderer_of(context(), scene);
  for (const MorphPathWish wish : kWishes) {
    const auto found = read_back(renderer, pose_with(scene, {1}), wish);
    ASSERT_EQ(found.normals.size(), 3u);
    EXPECT_NEAR(glm::distance(found.normals[0], glm::normalize(glm::vec3(-1, 0, 1))), 0.0f, 1e-6f);
    EXPECT_TRUE(found.tangents.empty());
  }
}

TEST_F(MorphPaths, PointsAndLinesHaveNoFlatNormals) {
  Primitive primitive = triangle_primitive(1);
  primitive.normals.clear();
  for (const PrimitiveMode mode : {PrimitiveMode::points, PrimitiveMode::line_strip}) {
    primitive.mode = mode;
    const Scene scene = scene_of(parts_of(primitive));
    gl::Renderer renderer = renderer_of(context(), scene);
    EXPECT_TRUE(read_back(renderer, Pose(scene), MorphPathWish::cpu).normals.empty());
  }
}

// The framebuffer that the host has bound stays bound, and vertices come without any.
TEST_F(MorphPaths, PrimitiveWithoutVertices) {
  const Scene scene = scene_of(parts_of(Primitive()));
  gl::Renderer renderer = renderer_of(context(), scene);
  EXPECT_TRUE(read_back(renderer, Pose(scene), MorphPathWish::attributes).positions.empty());
}

}  // namespace
}  // namespace morph::test
