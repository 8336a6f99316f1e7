// SPDX-License-Identifier: MIT
//
// NormalsMode::recompute in pictures and in what is read back.
#include "gl/gl_support.h"
#include "morph/runtime/blend.h"
#include "morph/runtime/smooth_normals.h"

namespace morph::test {
namespace {

using gl::MorphPath;
using gl::MorphPathWish;

constexpr std::uint32_t kSide = 9;

/// A flat sheet that faces +z with one target, a fold along y that leans everything to the right
/// side back; without displacements of normals, unless asked for.
Primitive sheet(bool normal_deltas = false) {
  Primitive primitive;
  std::vector<glm::vec3> deltas;
  for (std::uint32_t y = 0; y < kSide; ++y) {
    for (std::uint32_t x = 0; x < kSide; ++x) {
      const glm::vec2 at = 2.0f * glm::vec2(x, y) / float(kSide - 1) - 1.0f;
      primitive.positions.emplace_back(at, 0.0f);
      primitive.normals.emplace_back(0, 0, 1);
      primitive.tangents.emplace_back(1, 0, 0, -1);
      deltas.emplace_back(0, 0, -std::max(at.x, 0.0f));
      const std::uint32_t v = y * kSide + x;
      if (x + 1 == kSide || y + 1 == kSide) continue;
      for (const std::uint32_t i : {v, v + 1, v + kSide + 1, v, v + kSide + 1, v + kSide}) {
        primitive.indices.push_back(i);
      }
    }
  }
  MorphTargetData::Builder builder(primitive.vertex_count(), 1);
  EXPECT_TRUE(builder.set_position_deltas(0, deltas));
  if (normal_deltas) {
    EXPECT_TRUE(builder.set_normal_deltas(0, std::vector<glm::vec3>(deltas.size(), {5, 0, 0})));
  }
  primitive.morph_targets = std::move(builder).build();
  return primitive;
}

gl::MorphedVertices recomputed(gl::Renderer& renderer, const Pose& pose, MorphPathWish wish,
                               Index node = 0) {
  auto read = renderer.read_back(pose, node, 0, wish, NormalsMode::recompute);
  if (!read) ADD_FAILURE() << read.error().text();
  return read ? std::move(read).value() : gl::MorphedVertices();
}

class Normals : public HeadlessGl {};

TEST_F(Normals, AreThoseOfTheRuntimeOnTheCpuPathWhateverTheWish) {
  for (const bool normal_deltas : {false, true}) {
    const Scene scene = scene_of(parts_of(sheet(normal_deltas)));
    const Primitive& primitive = scene.meshes()[0].primitives[0];
    gl::Renderer renderer = renderer_of(context(), scene);
    std::vector<glm::vec3> positions(primitive.vertex_count());
    std::vector<glm::vec3> normals = positions;
    std::vector<glm::vec4> tangents = primitive.tangents;
    blend_positions(primitive.morph_targets, primitive.positions, std::vector{ActiveTarget{0, 2}},
                    positions);
    SmoothNormals::Scratch scratch;
    SmoothNormals(primitive).evaluate(primitive, positions, scratch, normals, tangents);
    const Pose pose = pose_with(scene, {2});
    for (const auto wish : {MorphPathWish::automatic, MorphPathWish::attributes}) {
      const gl::MorphedVertices found = recomputed(renderer, pose, wish);
      EXPECT_EQ(found.report.path, MorphPath::cpu);
      EXPECT_TRUE(found.report.recomputed);
      EXPECT_EQ(found.positions, positions);
      EXPECT_EQ(found.normals, normals);
      EXPECT_EQ(found.tangents, tangents);
      const gl::MorphedVertices file = read_back(renderer, pose, wish);
      EXPECT_FALSE(file.report.recomputed);
      EXPECT_NE(file.normals, normals) << "switched back";
    }
    EXPECT_LT(glm::distance(normals[kSide - 1], glm::normalize(glm::vec3(2, 0, 1))), 1e-6f);
  }
}

TEST_F(Normals, AtRestAreTheFilesToTheBit) {
  Primitive primitive = sheet(true);
  for (glm::vec3& normal : primitive.normals) normal = {0.3f, -0.0f, 0.7f};  // not unit
  const Scene scene = scene_of(parts_of(primitive));
  gl::Renderer renderer = renderer_of(context(), scene);
  const auto found = recomputed(renderer, Pose(scene), MorphPathWish::automatic);
  EXPECT_EQ(found.normals, primitive.normals);
  EXPECT_EQ(found.tangents, primitive.tangents);
}

TEST_F(Normals, OfTwoNodesOfOneMeshAreTheirOwn) {
  SceneParts parts = parts_of(sheet());
  parts.nodes.push_back(parts.nodes[0]);
  const Scene scene = scene_of(std::move(parts));
  gl::Renderer renderer = renderer_of(context(), scene);
  Pose pose = pose_with(scene, {1});
  ASSERT_TRUE(pose.set_morph_weight(1, 0, -2));
  for (int round = 0; round < 2; ++round) {
    for (const auto& [node, lean] : {std::pair(0u, 1.0f), std::pair(1u, -2.0f)}) {
      const auto found = recomputed(renderer, pose, MorphPathWish::automatic, node);
      EXPECT_LT(glm::distance(found.normals[kSide - 1], glm::normalize(glm::vec3(lean, 0, 1))),
                1e-6f);
    }
  }
}

// The picture of the morphed sheet is that of a sheet which has this shape and these normals.
TEST_F(Normals, ReachThePicture) {
  Material material;
  material.double_sided = true;
  const Scene scene = scene_of(parts_with(sheet(), material));
  gl::Renderer renderer = renderer_of(context(), scene);
  const Pose pose = pose_with(scene, {1.5f});
  const auto found = recomputed(renderer, pose, MorphPathWish::automatic);
  Primitive still = sheet();
  still.positions = found.positions;
  still.normals = found.normals;
  still.morph_targets = {};
  const Scene expected_scene = scene_of(parts_with(std::move(still), material));
  gl::Renderer expected = renderer_of(context(), expected_scene);

  const gl::Framebuffer framebuffer = framebuffer_of(context(), 32);
  gl::View view = flat_view(framebuffer);
  const Image from_file = picture(renderer, pose, view, framebuffer);
  view.normals = NormalsMode::recompute;
  const Image drawn = picture(renderer, pose, view, framebuffer);
  EXPECT_EQ(renderer.reports().front().path, MorphPath::cpu);
  EXPECT_TRUE(renderer.reports().front().recomputed);
  EXPECT_EQ(drawn, picture(expected, Pose(expected_scene), view, framebuffer));
  EXPECT_NE(drawn, from_file);
  EXPECT_EQ(pixel(drawn, 4, 16), pixel(from_file, 4, 16)) << "where nothing moves";
  const auto before = renderer.counters().base_uploads;
  EXPECT_EQ(drawn, picture(renderer, pose, view, framebuffer));
  EXPECT_EQ(renderer.counters().base_uploads, before) << "weights that stand cost nothing";
  view.normals = NormalsMode::file;
  EXPECT_EQ(from_file, picture(renderer, pose, view, framebuffer));
}

TEST_F(Normals, WithoutAnythingToFollowAreAsBefore) {
  Primitive flat = sheet();
  flat.normals.clear();
  const Scene scene = scene_of(parts_of(std::move(flat)));
  gl::Renderer renderer = renderer_of(context(), scene);
  const Pose pose = pose_with(scene, {1});
  const auto found = recomputed(renderer, pose, MorphPathWish::attributes);
  EXPECT_FALSE(found.report.recomputed);
  EXPECT_EQ(found.report.path, MorphPath::attributes);
  EXPECT_EQ(found.normals, read_back(renderer, pose, MorphPathWish::attributes).normals);
}

}  // namespace
}  // namespace morph::test
