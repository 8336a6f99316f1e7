// SPDX-License-Identifier: MIT
//
// More active targets than slots: the strongest stay attributes, the rest is folded into the base.
#include "gl/gl_support.h"

namespace morph::test {
namespace {

using gl::MorphPath;
using gl::MorphPathWish;

class Folding : public HeadlessGl {};

/// T targets that all move positions, normals and tangents: N = 4 beside the base of the same.
Primitive twelve_targets() {
  Primitive primitive = random_primitive(40, 12, 3, false);
  primitive.colors.clear();
  primitive.texcoords.clear();
  MorphTargetData::Builder builder(40, 12);
  std::vector<glm::vec3> deltas(40);
  for (std::uint32_t t = 0; t < 12; ++t) {
    primitive.morph_targets.copy_position_deltas(t, deltas);
    EXPECT_TRUE(builder.set_position_deltas(t, deltas));
    primitive.morph_targets.copy_normal_deltas(t, deltas);
    EXPECT_TRUE(builder.set_normal_deltas(t, deltas));
    primitive.morph_targets.copy_tangent_deltas(t, deltas);
    EXPECT_TRUE(builder.set_tangent_deltas(t, deltas));
  }
  primitive.morph_targets = std::move(builder).build();
  return primitive;
}

std::vector<float> first_active(std::uint32_t count, float weight = 0.5f) {
  std::vector<float> weights(12, 0.0f);
  for (std::uint32_t t = 0; t < count; ++t) weights[t] = weight - 0.03f * static_cast<float>(t);
  return weights;
}

double largest_distance(const gl::MorphedVertices& a, const gl::MorphedVertices& b) {
  double worst = a.positions.size() == b.positions.size() ? 0.0 : 1e30;
  for (std::size_t v = 0; v < a.positions.size(); ++v) {
    worst = std::max<double>(worst, glm::distance(a.positions[v], b.positions[v]));
    worst = std::max<double>(worst, glm::distance(a.normals[v], b.normals[v]));
    worst = std::max<double>(worst, glm::distance(a.tangents[v], b.tangents[v]));
  }
  return worst;
}

TEST_F(Folding, EveryNumberOfActiveTargets) {
  const Primitive primitive = twelve_targets();
  const Scene scene = scene_of(parts_of(primitive));
  gl::Renderer renderer = renderer_of(context(), scene);
  const std::uint32_t slots = gl::morph_slot_count(context().info().max_vertex_attributes, 3, 3);
  // Up and down again, in one renderer: the base that was folded into must come back as it was.
  for (const std::uint32_t active : {0u, 1u, slots, slots + 1, 12u, slots, 3u, 12u, 0u, 2u}) {
    const auto weights = first_active(active);
    const auto found = read_back(renderer, pose_with(scene, weights), MorphPathWish::attributes);
    EXPECT_EQ(found.report.path, MorphPath::attributes);
    EXPECT_EQ(found.report.slots, slots);
    EXPECT_EQ(found.report.slots_used, std::min(active, slots));
    EXPECT_EQ(found.report.folded, active - std::min(active, slots));
    EXPECT_LE(error_against_reference(found, primitive, weights), kTolerance) << active;
  }
}

TEST_F(Folding, AutomaticCrossesToTheCpuAndBack) {
  const Primitive primitive = twelve_targets();
  const Scene scene = scene_of(parts_of(primitive));
  gl::Renderer renderer = renderer_of(context(), scene);
  const std::uint32_t slots = gl::morph_slot_count(context().info().max_vertex_attributes, 3, 3);
  for (const std::uint32_t active : {slots, slots + 1, slots, slots + 1, 12u, 0u}) {
    const auto weights = first_active(active);
    const auto found = read_back(renderer, pose_with(scene, weights), MorphPathWish::automatic);
    EXPECT_EQ(found.report.path, active <= slots ? MorphPath::attributes : MorphPath::cpu);
    EXPECT_EQ(found.report.folded, 0u);
    EXPECT_LE(error_against_reference(found, primitive, weights), kTolerance) << active;
  }
}

// A weight that grows from zero crosses N: the vertices on both sides belong to the same motion.
TEST_F(Folding, NoPopWhereTheNumberOfActiveTargetsCrossesN) {
  const Primitive primitive = twelve_targets();
  const Scene scene = scene_of(parts_of(primitive));
  gl::Renderer renderer = renderer_of(context(), scene);
  const std::uint32_t slots = gl::morph_slot_count(context().info().max_vertex_attributes, 3, 3);
  for (const MorphPathWish wish : {MorphPathWish::automatic, MorphPathWish::attributes}) {
    for (const bool rising : {true, false}) {
      auto before = first_active(slots);
      auto after = before;
      after[slots] = 1e-6f;
      if (!rising) std::swap(before, after);
      const auto a = read_back(renderer, pose_with(scene, before), wish);
      const auto b = read_back(renderer, pose_with(scene, after), wish);
      EXPECT_LE(largest_distance(a, b), 1e-5) << "rising " << rising;
    }
  }
}

// The same weights on all three ways agree with each other.
TEST_F(Folding, PathsAgree) {
  const Primitive primitive = twelve_targets();
  const Scene scene = scene_of(parts_of(primitive));
  gl::Renderer renderer = renderer_of(context(), scene);
  for (std::uint32_t seed = 0; seed < 8; ++seed) {
    const Pose pose = pose_with(scene, random_weights(12, seed));
    const auto cpu = read_back(renderer, pose, MorphPathWish::cpu);
    const auto attributes = read_back(renderer, pose, MorphPathWish::attributes);
    EXPECT_LE(largest_distance(cpu, attributes), 2e-5) << seed;
  }
}

/// One vertex per way to collapse; 9 targets that move normals, tangents and colours alone.
Primitive collapsing(std::uint32_t targets) {
  Primitive primitive = triangle_primitive(0);
  primitive.normals.assign(3, {0, 0, 2});
  primitive.tangents.assign(3, {0, 4, 0, -1});
  primitive.colors.assign(3, {0.5f, 0.5f, 0.5f, 1});
  MorphTargetData::Builder builder(3, targets);
  for (std::uint32_t t = 0; t < targets; ++t) {
    const float share = 1.0f / static_cast<float>(targets);
    EXPECT_TRUE(builder.set_normal_deltas(t, std::vector<glm::vec3>(3, {0, 0, -2 * share})));
    EXPECT_TRUE(builder.set_tangent_deltas(t, std::vector<glm::vec3>(3, {0, -4 * share, 0})));
    EXPECT_TRUE(builder.set_color_deltas(t, std::vector<glm::vec4>(3, glm::vec4(t % 2 ? 3 : -3))));
  }
  primitive.morph_targets = std::move(builder).build();
  return primitive;
}

// The sum collapses only with the slots and the folded base together; the file's own vectors come
// back, not the folded ones, and not brought to unit length.
TEST_F(Folding, CollapsedVectorsKeepTheFilesOwn) {
  const Primitive primitive = collapsing(16);
  const Scene scene = scene_of(parts_of(primitive));
  gl::Renderer renderer = renderer_of(context(), scene);
  const Pose pose = pose_with(scene, std::vector<float>(16, 1.0f));
  for (const MorphPathWish wish :
       {MorphPathWish::attributes, MorphPathWish::texture, MorphPathWish::cpu}) {
    const auto found = read_back(renderer, pose, wish);
    if (wish == MorphPathWish::attributes) {
      EXPECT_GT(found.report.folded, 0u);
    }
    for (int v = 0; v < 3; ++v) {
      EXPECT_EQ(found.normals[v], glm::vec3(0, 0, 2));
      EXPECT_EQ(found.tangents[v], glm::vec4(0, 4, 0, -1));
    }
  }
}

// Colours that leave 0 … 1 on the way and come back are clamped once, at the end.
TEST_F(Folding, ColoursAreClampedOnce) {
  const Primitive primitive = collapsing(16);
  const Scene scene = scene_of(parts_of(primitive));
  gl::Renderer renderer = renderer_of(context(), scene);
  // Odd targets add, even ones take away; strongest first means that the slots hold both.
  std::vector<float> weights(16, 0.5f);
  weights[1] = 0.55f;
  for (const MorphPathWish wish :
       {MorphPathWish::attributes, MorphPathWish::texture, MorphPathWish::cpu}) {
    const auto found = read_back(renderer, pose_with(scene, weights), wish);
    EXPECT_NEAR(found.colors[0].r, 0.65f, 1e-5f);
    EXPECT_NEAR(found.colors[0].a, 1.0f, 1e-5f);
  }
}

}  // namespace
}  // namespace morph::test
