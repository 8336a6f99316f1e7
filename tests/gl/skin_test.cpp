// SPDX-License-Identifier: MIT
//
// Skins in pictures: what the vertex shader makes of the joints, against vertices that were blended
// and skinned on the CPU and are then drawn as they are.
#include <glm/gtc/quaternion.hpp>

#include "gl/gl_support.h"
#include "morph/runtime/skinning.h"

namespace morph::test {
namespace {

using gl::MorphPathWish;

constexpr std::uint32_t kSide = 13;
constexpr std::uint32_t kTargets = 9;  // more than there are slots

/// A wavy sheet whose targets move positions and normals, followed by `sets` × 4 joints.
Primitive sheet(std::uint32_t sets, std::uint32_t joints) {
  Primitive primitive;
  std::mt19937 random(7);
  std::uniform_real_distribution<float> value(0.0f, 1.0f);
  for (std::uint32_t y = 0; y < kSide; ++y) {
    for (std::uint32_t x = 0; x < kSide; ++x) {
      const glm::vec2 at = glm::vec2(x, y) / float(kSide - 1) * 1.4f - 0.7f;
      primitive.positions.emplace_back(at, 0.1f * std::sin(5.0f * at.x));
      primitive.normals.push_back(glm::normalize(glm::vec3(-0.5f * std::cos(5 * at.x), 0, 1)));
      const std::uint32_t v = y * kSide + x;
      if (x + 1 == kSide || y + 1 == kSide) continue;
      for (const std::uint32_t i : {v, v + 1, v + kSide + 1, v, v + kSide + 1, v + kSide}) {
        primitive.indices.push_back(i);
      }
    }
  }
  const std::size_t vertices = primitive.positions.size();
  primitive.joint_sets.resize(sets, std::vector<JointInfluences>(vertices));
  for (std::size_t v = 0; v < vertices; ++v) {
    float sum = 0.0f;
    for (auto& set : primitive.joint_sets) {
      for (int i = 0; i < 4; ++i) {
        set[v].weights[i] = value(random);
        set[v].joints[static_cast<std::size_t>(i)] =
            static_cast<std::uint16_t>(value(random) * 0.999f * static_cast<float>(joints));
        sum += set[v].weights[i];
      }
    }
    for (auto& set : primitive.joint_sets) set[v].weights /= sum;
  }
  MorphTargetData::Builder builder(static_cast<std::uint32_t>(vertices), kTargets);
  for (std::uint32_t t = 0; t < kTargets; ++t) {
    std::vector<glm::vec3> deltas(vertices);
    for (glm::vec3& delta : deltas) delta = 0.06f * glm::vec3(0.5f, 0, value(random));
    EXPECT_TRUE(builder.set_position_deltas(t, deltas));
    EXPECT_TRUE(builder.set_normal_deltas(t, deltas));
  }
  primitive.morph_targets = std::move(builder).build();
  return primitive;
}

Transform joint_transform(std::uint32_t j) {
  Transform transform;
  const float turn = 0.1f * static_cast<float>(j % 7);
  transform.rotation = glm::angleAxis(turn, glm::normalize(glm::vec3(0.2f, 0.3f, 1)));
  transform.scale = {1.0f + 0.1f * static_cast<float>(j % 3), 0.9f, 1.1f};
  transform.translation = {0.05f * static_cast<float>(j % 5), -0.05f, 0};
  return transform;
}

/// Node 0 shows the sheet and stands somewhere else, which does not matter; the joints follow it in
/// the list. The inverse bind matrices are not the identity.
SceneParts skinned_scene(std::uint32_t sets, std::uint32_t joints) {
  Material material;
  material.double_sided = true;
  material.metallic_factor = 0.3f;
  SceneParts parts = parts_with(sheet(sets, joints), material);
  parts.nodes[0].skin = 0;
  parts.nodes[0].transform.translation = {3, 4, 5};
  Skin& skin = parts.skins.emplace_back();
  for (std::uint32_t j = 0; j < joints; ++j) {
    Node& node = parts.nodes.emplace_back();
    node.transform = joint_transform(j);
    skin.joints.push_back(j + 1);
    skin.inverse_bind_matrices.push_back(
        glm::translate(glm::mat4(1.0f), glm::vec3(-0.03f * static_cast<float>(j % 4), 0.02f, 0)));
  }
  return parts;
}

/// The same without skin and targets: blended and skinned here.
SceneParts moved_on_the_cpu(const Scene& scene, const Pose& pose) {
  Primitive primitive = scene.mesh_of(0)->primitives[0];
  const auto weights = pose.morph_weights(0);
  primitive.morph_targets.blend_positions(primitive.positions, weights, primitive.positions);
  primitive.morph_targets.blend_normals(primitive.normals, weights, primitive.normals);
  std::vector<glm::mat4> globals(scene.nodes().size());
  global_matrices(scene, pose, globals);
  std::vector<glm::mat4> joints(scene.skins()[0].joints.size());
  joint_matrices(scene.skins()[0], globals, joints);
  skin_positions(primitive, joints, primitive.positions, primitive.positions);
  skin_normals(primitive, joints, primitive.normals, primitive.normals);
  primitive.joint_sets.clear();
  primitive.morph_targets = {};
  return parts_with(std::move(primitive), scene.materials()[0]);
}

class SkinTest : public HeadlessGl {
 protected:
  static constexpr std::uint32_t kPixels = 128;
  static constexpr std::size_t kOnTheOutline = kPixels * kPixels / 1000;

  Image draw(const Scene& scene, const Pose& pose, MorphPathWish wish) {
    gl::Renderer renderer = renderer_of(context(), scene);
    const gl::Framebuffer framebuffer = framebuffer_of(context(), kPixels);
    gl::View view = flat_view(framebuffer);
    view.morph_path = wish;
    return picture(renderer, pose, view, framebuffer);
  }
};

TEST_F(SkinTest, FollowsTheJointsOnEveryPath) {
  for (const std::uint32_t sets : {1u, 2u, 4u}) {
    const Scene scene = scene_of(skinned_scene(sets, 11));
    const Pose pose = pose_with(scene, std::vector<float>(kTargets, 1.0f));
    const Scene moved = scene_of(moved_on_the_cpu(scene, pose));
    const Image expected = draw(moved, Pose(moved), MorphPathWish::automatic);
    for (const MorphPathWish wish :
         {MorphPathWish::attributes, MorphPathWish::texture, MorphPathWish::cpu}) {
      const Image found = draw(scene, pose, wish);
      EXPECT_LE(different_pixels(found, expected), kOnTheOutline)
          << sets << " sets, wish " << static_cast<int>(wish);
    }
    EXPECT_GT(different_pixels(draw(scene, Pose(scene), MorphPathWish::cpu), expected), 500u);
  }
}

TEST_F(SkinTest, HasAsManyJointsAsMayBe) {
  const Scene scene = scene_of(skinned_scene(1, kMaxJoints));
  const Pose pose = pose_with(scene, std::vector<float>(kTargets, 0.5f));
  const Scene moved = scene_of(moved_on_the_cpu(scene, pose));
  EXPECT_LE(different_pixels(draw(scene, pose, MorphPathWish::automatic),
                             draw(moved, Pose(moved), MorphPathWish::automatic)),
            kOnTheOutline);
}

// The same renderer, joints that move from frame to frame, and back again.
TEST_F(SkinTest, FollowsJointsThatMove) {
  const Scene scene = scene_of(skinned_scene(2, 5));
  gl::Renderer renderer = renderer_of(context(), scene);
  const gl::Framebuffer framebuffer = framebuffer_of(context(), kPixels);
  const gl::View view = flat_view(framebuffer);
  Pose pose(scene);
  const Image before = picture(renderer, pose, view, framebuffer);
  pose.transform(3).translation.x += 0.4f;
  const Image moved = picture(renderer, pose, view, framebuffer);
  EXPECT_GT(different_pixels(moved, before), 500u);
  const Scene expected = scene_of(moved_on_the_cpu(scene, pose));
  EXPECT_LE(different_pixels(moved, draw(expected, Pose(expected), MorphPathWish::automatic)),
            kOnTheOutline);
  pose.transform(3).translation.x -= 0.4f;
  EXPECT_LE(different_pixels(picture(renderer, pose, view, framebuffer), before), 8u);
}

// 12 attributes that targets move and 4 sets of joints would take 20 locations of 16.
TEST_F(SkinTest, LeavesRoomForWhatIsDrawn) {
  SceneParts parts = skinned_scene(4, 11);
  Primitive& primitive = parts.meshes[0].primitives[0];
  const std::size_t vertices = primitive.positions.size();
  primitive.tangents.assign(vertices, {1, 0, 0, 1});
  primitive.colors.assign(vertices, {0.5f, 0.25f, 0.75f, 1});
  primitive.texcoords.assign(kMaxTexcoordSets, std::vector<glm::vec2>(vertices, {0.5f, 0.25f}));
  MorphTargetData::Builder builder(static_cast<std::uint32_t>(vertices), 2);
  for (std::uint32_t t = 0; t < 2; ++t) {
    const std::vector<glm::vec3> deltas(vertices, {0.02f, 0, 0.05f});
    EXPECT_TRUE(builder.set_position_deltas(t, deltas));
    EXPECT_TRUE(builder.set_normal_deltas(t, deltas));
    EXPECT_TRUE(builder.set_tangent_deltas(t, deltas));
    EXPECT_TRUE(builder.set_color_deltas(t, std::vector<glm::vec4>(vertices, glm::vec4(0.125f))));
    for (std::uint32_t set = 0; set < kMaxTexcoordSets; ++set) {
      const std::vector<glm::vec2> moved(vertices, {0.5f, static_cast<float>(set)});
      EXPECT_TRUE(builder.set_texcoord_deltas(t, set, moved));
    }
  }
  primitive.morph_targets = std::move(builder).build();
  const Scene scene = scene_of(parts);
  const std::vector<float> weights = {1.0f, 0.5f};
  const Pose pose = pose_with(scene, weights);
  SceneParts moved = moved_on_the_cpu(scene, pose);
  auto& colors = moved.meshes[0].primitives[0].colors;
  scene.mesh_of(0)->primitives[0].morph_targets.blend_colors(colors, weights, colors);
  const Scene expected = scene_of(std::move(moved));
  gl::Renderer renderer = renderer_of(context(), scene);
  for (const MorphPathWish wish :
       {MorphPathWish::attributes, MorphPathWish::texture, MorphPathWish::cpu}) {
    EXPECT_LE(different_pixels(draw(scene, pose, wish),
                               draw(expected, Pose(expected), MorphPathWish::automatic)),
              kOnTheOutline);
    EXPECT_LE(error_against_reference(read_back(renderer, pose, wish),
                                      scene.mesh_of(0)->primitives[0], weights),
              kTolerance);
  }
}

// One set of coordinates more than fits beside four sets of joints, and each with a texture of its
// own: one is left out, and said.
TEST_F(SkinTest, TellsWhichTexturesItLeavesOut) {
  SceneParts parts = skinned_scene(4, 11);
  Primitive& primitive = parts.meshes[0].primitives[0];
  primitive.texcoords.assign(5, std::vector<glm::vec2>(primitive.positions.size()));
  parts.images.resize(1);
  parts.images[0].width = parts.images[0].height = 1;
  parts.images[0].rgba = {255, 255, 255, 255};
  parts.textures.resize(1);
  parts.textures[0].image = 0;
  Material material;
  std::uint32_t set = 0;
  for (TextureUse* use :
       {&material.base_color_texture, &material.metallic_roughness_texture,
        &material.normal_texture, &material.occlusion_texture, &material.emissive_texture}) {
    *use = {0, set++, {}};
  }
  parts.materials[0] = material;
  const Scene scene = scene_of(parts);
  const gl::Renderer renderer = renderer_of(context(), scene);
  ASSERT_EQ(renderer.faults().size(), 1u);
  EXPECT_EQ(renderer.faults()[0].code, ErrorCode::limit_exceeded);
  EXPECT_NE(renderer.faults()[0].text().find("TEXCOORD_4"), std::string::npos);
}

// Joints that mirror turn the winding around, as a mirrored node does.
TEST_F(SkinTest, MirroredJointsKeepTheFrontInFront) {
  SceneParts parts = skinned_scene(1, 1);
  parts.materials[0] = unlit({1, 1, 1, 1});
  parts.nodes[1].transform = {};
  for (const float side : {1.0f, -1.0f}) {
    parts.nodes[1].transform.scale = {side, 1, 1};
    const Scene scene = scene_of(parts);
    const Pixel found = center(draw(scene, Pose(scene), MorphPathWish::automatic));
    EXPECT_EQ(found, (Pixel{255, 255, 255, 255})) << side;
  }
}

// The joint that pulls decides, not the skin's first.
TEST_F(SkinTest, AMirroredJointThatNothingFollowsTurnsNoWinding) {
  Primitive primitive = square();
  primitive.joint_sets = {{4, JointInfluences{{1, 0, 0, 0}, {1, 0, 0, 0}}}};
  SceneParts parts = parts_with(primitive, unlit({1, 1, 1, 1}));
  parts.nodes.resize(3);
  parts.nodes[1].transform.scale = {-1, 1, 1};
  parts.skins.push_back({"skin", {1, 2}, {glm::mat4(1.0f), glm::mat4(1.0f)}, kNoIndex});
  parts.nodes[0].skin = 0;
  const Scene scene = scene_of(parts);
  const Pixel found = center(draw(scene, Pose(scene), MorphPathWish::automatic));
  EXPECT_EQ(found, (Pixel{255, 255, 255, 255}));
}

}  // namespace
}  // namespace morph::test
