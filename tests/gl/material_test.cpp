// SPDX-License-Identifier: MIT
//
// The look: what is lit, what is not, alpha, vertex colours, normals of both sides.
#include "gl/gl_support.h"

namespace morph::test {
namespace {

class MaterialTest : public HeadlessGl {
 protected:
  Pixel middle_of(SceneParts parts) {
    const Scene scene = scene_of(std::move(parts));
    gl::Renderer renderer = renderer_of(context(), scene);
    const gl::Framebuffer framebuffer = framebuffer_of(context(), 9, 4);
    return center(picture(renderer, Pose(scene), flat_view(framebuffer), framebuffer));
  }

  /// The square turned about an axis.
  Pixel turned(Primitive primitive, Material material, float degrees, glm::vec3 axis) {
    SceneParts parts = parts_with(std::move(primitive), std::move(material));
    parts.nodes[0].transform.rotation = glm::angleAxis(glm::radians(degrees), glm::normalize(axis));
    return middle_of(std::move(parts));
  }
};

Material grey() {
  Material material;
  material.base_color_factor = {0.6f, 0.6f, 0.6f, 1};
  material.metallic_factor = 0;
  material.roughness_factor = 0.5f;
  return material;
}

Primitive without_normals(Primitive primitive) {
  primitive.normals.clear();
  return primitive;
}

TEST_F(MaterialTest, UnlitIsTheBaseColourItself) {
  EXPECT_EQ(middle_of(parts_with(square(), unlit({0.5f, 0.25f, 1, 1}))),
            (Pixel{srgb_byte(0.5), srgb_byte(0.25), 255, 255}));
}

TEST_F(MaterialTest, OpaqueIgnoresAlpha) {
  EXPECT_EQ(middle_of(parts_with(square(), unlit({1, 1, 1, 0.1f})))[0], 255);
}

TEST_F(MaterialTest, MaskIsAllOrNothing) {
  Material material = unlit({1, 1, 1, 0.4f});
  material.alpha_mode = AlphaMode::mask;
  EXPECT_EQ(middle_of(parts_with(square(), material))[0], 0);
  material.alpha_cutoff = 0.4f;
  EXPECT_EQ(middle_of(parts_with(square(), material)), (Pixel{255, 255, 255, 255}));
}

TEST_F(MaterialTest, VertexColoursMultiply) {
  Primitive primitive = square();
  primitive.colors.assign(4, {0.5f, 1, 0, 1});
  EXPECT_EQ(middle_of(parts_with(primitive, unlit({1, 0.5f, 1, 1}))),
            (Pixel{srgb_byte(0.5), srgb_byte(0.5), 0, 255}));
}

// The sides of a grey cube: none clipped, none black, each told from the others.
TEST_F(MaterialTest, SidesOfAGreyCubeAreToldApart) {
  const Pixel front = turned(square(), grey(), 0, {0, 1, 0});
  const Pixel left = turned(square(), grey(), -60, {0, 1, 0});
  const Pixel right = turned(square(), grey(), 60, {0, 1, 0});
  const Pixel top = turned(square(), grey(), -60, {1, 0, 0});
  const Pixel bottom = turned(square(), grey(), 60, {1, 0, 0});
  const std::array<Pixel, 5> sides = {front, left, right, top, bottom};
  for (std::size_t a = 0; a < sides.size(); ++a) {
    EXPECT_GT(sides[a][1], 70) << a;
    EXPECT_LT(sides[a][1], 240) << a;
    for (std::size_t b = 0; b < a; ++b) EXPECT_GE(std::abs(sides[a][1] - sides[b][1]), 8) << a << b;
  }
}

TEST_F(MaterialTest, WhiteFacingTheKeyLightDoesNotClip) {
  Material material = grey();
  material.base_color_factor = glm::vec4(1.0f);
  material.roughness_factor = 1.0f;
  for (float degrees = 0; degrees < 90; degrees += 10) {
    EXPECT_LT(turned(square(), material, degrees, {-0.66f, -0.58f, 0})[0], 255) << degrees;
  }
}

TEST_F(MaterialTest, FlatShadingEqualsTheNormalOfAFlatFace) {
  for (const float degrees : {0.0f, 30.0f, -50.0f}) {
    const Pixel given = turned(square(), grey(), degrees, {1, 1, 0});
    const Pixel flat = turned(without_normals(square()), grey(), degrees, {1, 1, 0});
    for (std::size_t c = 0; c < 3; ++c) EXPECT_NEAR(given[c], flat[c], 1) << degrees;
  }
}

// The back of a double-sided face is lit as a front that is turned the same way; a mirrored node
// changes nothing about that.
TEST_F(MaterialTest, BacksOfDoubleSidedFacesAreLitFromTheirSide) {
  Material material = grey();
  material.double_sided = true;
  for (const bool flat : {false, true}) {
    const Primitive primitive = flat ? without_normals(square()) : square();
    const Pixel front = turned(primitive, material, 25, {0, 1, 0});
    const Pixel back = turned(primitive, material, 25 + 180, {0, 1, 0});
    SceneParts parts = parts_with(primitive, material);
    parts.nodes[0].transform.rotation = glm::angleAxis(glm::radians(25.0f), glm::vec3(0, 1, 0));
    parts.nodes[0].transform.scale = {-1, 1, 1};
    const Pixel mirrored = middle_of(parts);
    for (std::size_t c = 0; c < 3; ++c) {
      EXPECT_NEAR(front[c], back[c], 1) << "flat " << flat;
      EXPECT_NEAR(front[c], mirrored[c], 1) << "flat " << flat;
    }
  }
}

// The size of a node does not change its light, from the tiny scale of quantized files to large
// ones.
TEST_F(MaterialTest, ScaleDoesNotChangeLight) {
  const Pixel expected = turned(square(), grey(), 30, {0, 1, 0});
  for (const float scale : {1e-6f, 1e-3f, 1e3f, 1e6f}) {
    Primitive primitive = square();
    for (glm::vec3& position : primitive.positions) position /= scale;
    SceneParts parts = parts_with(primitive, grey());
    parts.nodes[0].transform.scale = glm::vec3(scale);
    parts.nodes[0].transform.rotation = glm::angleAxis(glm::radians(30.0f), glm::vec3(0, 1, 0));
    const Pixel found = middle_of(parts);
    for (std::size_t c = 0; c < 3; ++c) EXPECT_NEAR(found[c], expected[c], 1) << scale;
  }
}

TEST_F(MaterialTest, NormalsWithoutDirectionAreNoFault) {
  Primitive primitive = square();
  primitive.normals.assign(4, glm::vec3(0.0f));
  EXPECT_GT(middle_of(parts_with(primitive, grey()))[0], 40);
}

// Rule 75.
TEST_F(MaterialTest, PointsAndLinesWithoutNormalsAreUnlit) {
  for (const bool normals : {false, true}) {
    Primitive primitive;
    primitive.mode = PrimitiveMode::points;
    primitive.positions = {{0, 0, 0}};
    if (normals) primitive.normals = {{0, 0, 1}};
    const Pixel found = middle_of(parts_with(primitive, grey()));
    EXPECT_EQ(found[0] == srgb_byte(0.6), !normals);
  }
}

TEST_F(MaterialTest, APrimitiveWithoutMaterialIsDrawn) {
  EXPECT_GT(middle_of(parts_of(square()))[0], 100);
}

}  // namespace
}  // namespace morph::test
