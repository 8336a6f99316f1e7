// SPDX-License-Identifier: MIT
//
// What is drawn where: rectangle, culling, order, modes, and the same picture every time.
#include "gl/gl_support.h"

namespace morph::test {
namespace {

using gl::MorphPathWish;

class Drawing : public HeadlessGl {
 protected:
  /// The middle of a picture of the scene in its pose at rest.
  Pixel middle_of(SceneParts parts) {
    const Scene scene = scene_of(std::move(parts));
    gl::Renderer renderer = renderer_of(context(), scene);
    const gl::Framebuffer framebuffer = framebuffer_of(context(), 9);
    return center(picture(renderer, Pose(scene), flat_view(framebuffer), framebuffer));
  }
};

constexpr Pixel kBlack{0, 0, 0, 255};
constexpr Pixel kWhite{255, 255, 255, 255};

Material white() { return unlit({1, 1, 1, 1}); }

TEST_F(Drawing, NothingInAViewWithoutArea) {
  const Scene scene = scene_of(parts_with(square(), white()));
  gl::Renderer renderer = renderer_of(context(), scene);
  const gl::Framebuffer framebuffer = framebuffer_of(context(), 4);
  gl::View view = flat_view(framebuffer);
  EXPECT_EQ(center(picture(renderer, Pose(scene), view, framebuffer)), kWhite);
  view.background = {1, 0, 0, 1};
  view.size = {0, 4};
  EXPECT_EQ(center(picture(renderer, Pose(scene), view, framebuffer)), kWhite);
  EXPECT_TRUE(renderer.reports().empty());
  EXPECT_EQ(renderer.counters().draws, 1u);
}

// Neither the background nor the object leaves the view's rectangle.
TEST_F(Drawing, StaysInItsRectangle) {
  const Scene scene = scene_of(parts_with(square(), white()));
  gl::Renderer renderer = renderer_of(context(), scene);
  const gl::Framebuffer framebuffer = framebuffer_of(context(), 8);
  gl::View view = flat_view(framebuffer);
  view.background = {1, 0, 0, 1};
  view.world_to_view = glm::translate(glm::mat4(1.0f), glm::vec3(0, 5, -5));  // out of sight
  EXPECT_EQ(pixel(picture(renderer, Pose(scene), view, framebuffer), 0, 0),
            (Pixel{255, 0, 0, 255}));
  view = flat_view(framebuffer);
  view.origin = {2, 1};  // from below
  view.size = {4, 2};
  const Image image = picture(renderer, Pose(scene), view, framebuffer);
  for (std::uint32_t y = 0; y < 8; ++y) {
    for (std::uint32_t x = 0; x < 8; ++x) {
      const bool inside = x >= 2 && x < 6 && y >= 5 && y < 7;
      EXPECT_EQ(pixel(image, x, y), inside ? kWhite : (Pixel{255, 0, 0, 255})) << x << ", " << y;
    }
  }
}

// Rule 74: a mirrored node turns the winding around.
TEST_F(Drawing, CullsBackFacesAlsoInMirroredNodes) {
  for (const bool double_sided : {false, true}) {
    for (const bool mirrored : {false, true}) {
      for (const bool turned : {false, true}) {
        Material material = white();
        material.double_sided = double_sided;
        SceneParts parts = parts_with(square(), material);
        if (mirrored) parts.nodes[0].transform.scale = {-1, 1, 1};
        if (turned) parts.nodes[0].transform.rotation = {0, 0, 1, 0};  // half a turn about y
        EXPECT_EQ(middle_of(parts), !turned || double_sided ? kWhite : kBlack)
            << double_sided << mirrored << turned;
      }
    }
  }
}

// Alpha 1 at every corner stays 1 between them, whatever interpolating rounds away.
TEST_F(Drawing, AMaskWithCutoffOneShowsWhatIsOpaque) {
  Material material = white();
  material.alpha_mode = AlphaMode::mask;
  material.alpha_cutoff = 1.0f;
  Primitive uneven = square();
  uneven.colors.assign(uneven.positions.size(), glm::vec4(1.0f));
  SceneParts parts = parts_with(uneven, material);
  parts.nodes[0].transform.rotation = glm::normalize(glm::quat(1, 0.31f, 0.17f, 0.05f));
  const Scene scene = scene_of(std::move(parts));
  gl::Renderer renderer = renderer_of(context(), scene);
  const gl::Framebuffer framebuffer = framebuffer_of(context(), 64);
  const Image image = picture(renderer, Pose(scene), flat_view(framebuffer), framebuffer);
  for (std::uint32_t y = 24; y < 40; ++y) {
    for (std::uint32_t x = 24; x < 40; ++x) EXPECT_EQ(pixel(image, x, y), kWhite) << x << ", " << y;
  }
}

TEST_F(Drawing, AMirroredParentCountsToo) {
  SceneParts parts = parts_with(square(), white());
  parts.nodes.push_back({});
  parts.nodes[1].children = {0};
  parts.nodes[1].transform.scale = {1, -1, 1};
  EXPECT_EQ(middle_of(parts), kWhite);
}

// The nearer surface hides the farther one, whichever comes first.
TEST_F(Drawing, NearerSurfacesHideFartherOnes) {
  for (const float z : {0.5f, -0.5f}) {
    SceneParts parts = parts_with(square(), white());
    parts.materials.push_back(unlit({1, 0, 0, 1}));
    parts.meshes.push_back(parts.meshes[0]);
    parts.meshes[1].primitives[0].material = 1;
    parts.nodes.push_back({});
    parts.nodes[1].mesh = 1;
    parts.nodes[1].transform.translation = {0, 0, z};
    EXPECT_EQ(middle_of(parts), z > 0 ? (Pixel{255, 0, 0, 255}) : kWhite);
  }
}

// Half of red over half of white over black, whichever comes first in the file.
TEST_F(Drawing, BlendedSurfacesAreDrawnFromFarToNear) {
  for (const float z : {0.5f, -0.5f}) {
    SceneParts parts = parts_with(square(), unlit({1, 1, 1, 0.5f}));
    parts.materials.push_back(unlit({1, 0, 0, 0.5f}));
    for (Material& material : parts.materials) material.alpha_mode = AlphaMode::blend;
    parts.meshes.push_back(parts.meshes[0]);
    parts.meshes[1].primitives[0].material = 1;
    parts.nodes.push_back({});
    parts.nodes[1].mesh = 1;
    parts.nodes[1].transform.translation = {0, 0, z};
    const Pixel found = middle_of(parts);
    const double white_part = z > 0 ? 0.25 : 0.5;
    EXPECT_NEAR(found[0], srgb_byte(0.75), 1);
    EXPECT_NEAR(found[1], srgb_byte(white_part), 1);
    EXPECT_EQ(found[3], 255);
  }
}

// A target carries the far square before the near one, and so does a joint.
TEST_F(Drawing, BlendedSurfacesAreSortedWhereTheyAreMovedTo) {
  for (const bool by_joint : {false, true}) {
    Primitive moved = square();
    if (by_joint) {
      moved.joint_sets = {{4, JointInfluences{{1, 0, 0, 0}, {1, 0, 0, 0}}}};
    } else {
      MorphTargetData::Builder builder(4, 1);
      ASSERT_TRUE(builder.set_position_deltas(0, std::vector<glm::vec3>(4, {0, 0, 1})));
      moved.morph_targets = std::move(builder).build();
    }
    Material red = unlit({1, 0, 0, 0.5f});
    Material green = unlit({0, 1, 0, 0.5f});
    red.alpha_mode = green.alpha_mode = AlphaMode::blend;
    SceneParts parts = parts_with(moved, red);
    parts.materials.push_back(green);
    parts.meshes.push_back({"still", {square()}});
    parts.meshes[1].primitives[0].material = 1;
    parts.nodes.push_back({});
    parts.nodes[1].mesh = 1;
    parts.nodes[1].transform.translation = {0, 0, 0.5f};
    if (by_joint) {
      parts.nodes.resize(4);
      parts.nodes[3].transform.translation = {0, 0, 1};
      parts.skins.push_back({"skin", {2, 3}, {glm::mat4(1.0f), glm::mat4(1.0f)}, kNoIndex});
      parts.nodes[0].skin = 0;
    } else {
      parts.nodes[0].weights = {1.0f};
    }
    const Pixel middle = middle_of(parts);
    EXPECT_NEAR(middle[0], srgb_byte(0.5), 1) << by_joint;
    EXPECT_NEAR(middle[1], srgb_byte(0.25), 1) << by_joint;
  }
}

TEST_F(Drawing, OpaqueSurfacesComeBeforeBlendedOnes) {
  SceneParts parts = parts_with(square(), unlit({1, 1, 1, 0.5f}));
  parts.materials[0].alpha_mode = AlphaMode::blend;
  parts.materials.push_back(unlit({1, 0, 0, 1}));
  parts.meshes.push_back(parts.meshes[0]);
  parts.meshes[1].primitives[0].material = 1;
  parts.nodes.push_back({});
  parts.nodes[1].mesh = 1;
  parts.nodes[1].transform.translation = {0, 0, -0.5f};  // behind, and later in the file
  EXPECT_EQ(middle_of(parts)[0], 255);
  EXPECT_NEAR(middle_of(parts)[1], srgb_byte(0.5), 1);

  const Scene scene = scene_of(parts);
  gl::Renderer renderer = renderer_of(context(), scene);
  const gl::Framebuffer framebuffer = framebuffer_of(context(), 4);
  ASSERT_TRUE(renderer.draw(Pose(scene), flat_view(framebuffer)));
  ASSERT_EQ(renderer.reports().size(), 2u);
  EXPECT_EQ(renderer.reports()[0].node, 1u);
  EXPECT_EQ(renderer.reports()[1].node, 0u);
}

TEST_F(Drawing, OnlyTheNodesOfTheScene) {
  SceneParts parts = parts_with(square(), white());
  parts.scenes.resize(2);
  parts.scenes[1].nodes = {0};
  const Scene scene = scene_of(parts);
  gl::Renderer renderer = renderer_of(context(), scene);
  const gl::Framebuffer framebuffer = framebuffer_of(context(), 4);
  gl::View view = flat_view(framebuffer);
  EXPECT_EQ(center(picture(renderer, Pose(scene), view, framebuffer)), kBlack);
  view.scene = 1;
  EXPECT_EQ(center(picture(renderer, Pose(scene), view, framebuffer)), kWhite);
}

// Every mode, with and without indices: the middle of the picture is covered.
TEST_F(Drawing, EveryMode) {
  const std::vector<glm::vec3> corners = {{-1, -1, 0}, {1, -1, 0}, {1, 1, 0}, {-1, 1, 0}};
  struct Case {
    PrimitiveMode mode;
    std::vector<std::uint32_t> order;
  };
  const std::vector<Case> cases = {
      {PrimitiveMode::points, {4}},
      {PrimitiveMode::lines, {0, 2}},
      {PrimitiveMode::line_loop, {1, 0, 2}},
      {PrimitiveMode::line_strip, {1, 0, 2}},
      {PrimitiveMode::triangles, {0, 1, 2, 0, 2, 3}},
      {PrimitiveMode::triangle_strip, {0, 1, 3, 2}},
      {PrimitiveMode::triangle_fan, {0, 1, 2, 3}},
  };
  for (const Case& one : cases) {
    for (const bool indexed : {false, true}) {
      Primitive primitive;
      primitive.mode = one.mode;
      std::vector<glm::vec3> all = corners;
      all.emplace_back(0.0f);
      if (indexed) {
        primitive.positions = all;
        primitive.indices = one.order;
      } else {
        for (const std::uint32_t i : one.order) primitive.positions.push_back(all[i]);
      }
      EXPECT_EQ(middle_of(parts_with(primitive, white())), kWhite)
          << static_cast<int>(one.mode) << (indexed ? " indexed" : "");
    }
  }
}

TEST_F(Drawing, TheSamePictureEveryTime) {
  Primitive primitive = random_primitive(300, 6, 7);
  primitive.mode = PrimitiveMode::triangles;
  Material material;
  material.double_sided = true;
  const Scene scene = scene_of(parts_with(primitive, material));
  const Pose pose = pose_with(scene, random_weights(6, 4));
  const gl::Framebuffer framebuffer = framebuffer_of(context(), 64, 4);
  for (const MorphPathWish wish :
       {MorphPathWish::attributes, MorphPathWish::texture, MorphPathWish::cpu}) {
    gl::Renderer renderer = renderer_of(context(), scene);
    gl::Renderer other = renderer_of(context(), scene);
    gl::View view = flat_view(framebuffer);
    view.morph_path = wish;
    const Image first = picture(renderer, pose, view, framebuffer);
    EXPECT_EQ(first, picture(renderer, pose, view, framebuffer));
    EXPECT_EQ(first, picture(other, pose, view, framebuffer));
  }
}

// The paths show the same: pixels off by more than 2 are rare, although the triangles are shards.
TEST_F(Drawing, PathsGiveTheSamePicture) {
  Primitive primitive = random_primitive(300, 6, 7);
  primitive.mode = PrimitiveMode::triangles;
  Material material;
  material.double_sided = true;
  const Scene scene = scene_of(parts_with(primitive, material));
  gl::Renderer renderer = renderer_of(context(), scene);
  const Pose pose = pose_with(scene, random_weights(6, 4));
  const gl::Framebuffer framebuffer = framebuffer_of(context(), 128, 4);
  gl::View view = flat_view(framebuffer);
  view.morph_path = MorphPathWish::attributes;
  const Image attributes = picture(renderer, pose, view, framebuffer);
  view.morph_path = MorphPathWish::cpu;
  const Image cpu = picture(renderer, pose, view, framebuffer);
  std::size_t differing = 0;
  for (std::size_t at = 0; at < cpu.rgba.size(); at += 4) {
    int worst = 0;
    for (std::size_t c = 0; c < 4; ++c) {
      worst = std::max(worst, std::abs(int{cpu.rgba[at + c]} - int{attributes.rgba[at + c]}));
    }
    if (worst > 2) ++differing;
  }
  EXPECT_LE(differing, cpu.pixel_count() / 2000);
}

// A morph is seen: the square slides out of the left half.
TEST_F(Drawing, AWeightMovesThePicture) {
  Primitive primitive = square();
  MorphTargetData::Builder builder(4, 1);
  ASSERT_TRUE(builder.set_position_deltas(0, std::vector<glm::vec3>(4, {1, 0, 0})));
  primitive.morph_targets = std::move(builder).build();
  const Scene scene = scene_of(parts_with(primitive, white()));
  gl::Renderer renderer = renderer_of(context(), scene);
  const gl::Framebuffer framebuffer = framebuffer_of(context(), 8);
  for (const MorphPathWish wish :
       {MorphPathWish::attributes, MorphPathWish::texture, MorphPathWish::cpu}) {
    gl::View view = flat_view(framebuffer);
    view.morph_path = wish;
    const Image still = picture(renderer, pose_with(scene, {0}), view, framebuffer);
    const Image moved = picture(renderer, pose_with(scene, {1}), view, framebuffer);
    EXPECT_EQ(pixel(still, 1, 4), kWhite);
    EXPECT_EQ(pixel(moved, 1, 4), kBlack);
    EXPECT_EQ(pixel(moved, 6, 4), kWhite);
  }
}

// Rule 10: a displacement is scaled and turned with the node.
TEST_F(Drawing, DisplacementsComeBeforeTheNodesTransform) {
  Primitive primitive = square();
  MorphTargetData::Builder builder(4, 1);
  ASSERT_TRUE(builder.set_position_deltas(0, std::vector<glm::vec3>(4, {1, 0, 0})));
  primitive.morph_targets = std::move(builder).build();
  SceneParts parts = parts_with(primitive, white());
  parts.nodes[0].transform.scale = glm::vec3(0.5f);
  parts.nodes[0].transform.rotation = glm::angleAxis(glm::radians(180.0f), glm::vec3(0, 0, 1));
  const Scene scene = scene_of(parts);
  gl::Renderer renderer = renderer_of(context(), scene);
  const gl::Framebuffer framebuffer = framebuffer_of(context(), 8);
  for (const MorphPathWish wish :
       {MorphPathWish::attributes, MorphPathWish::texture, MorphPathWish::cpu}) {
    gl::View view = flat_view(framebuffer);
    view.morph_path = wish;
    const Image image = picture(renderer, pose_with(scene, {1}), view, framebuffer);
    for (std::uint32_t x = 0; x < 8; ++x) {
      EXPECT_EQ(pixel(image, x, 4), x < 4 ? kWhite : kBlack) << x;  // −1 … 0 of −1 … 1
    }
  }
}

TEST_F(Drawing, ReportsEveryPrimitive) {
  SceneParts parts = parts_of(triangle_primitive(3));
  parts.meshes[0].primitives.push_back(triangle_primitive(3));
  const Scene scene = scene_of(parts);
  gl::Renderer renderer = renderer_of(context(), scene);
  const gl::Framebuffer framebuffer = framebuffer_of(context(), 4);
  ASSERT_TRUE(renderer.draw(pose_with(scene, {0.5f, 0, 1}), flat_view(framebuffer)));
  ASSERT_EQ(renderer.reports().size(), 2u);
  for (Index p = 0; p < 2; ++p) {
    const gl::PrimitiveReport& report = renderer.reports()[p];
    EXPECT_EQ(report.node, 0u);
    EXPECT_EQ(report.primitive, p);
    EXPECT_EQ(report.path, gl::MorphPath::attributes);
    EXPECT_EQ(report.active, 2u);
    EXPECT_EQ(report.slots, 8u);
    EXPECT_EQ(report.slots_used, 2u);
    EXPECT_EQ(report.folded, 0u);
  }
}

}  // namespace
}  // namespace morph::test
