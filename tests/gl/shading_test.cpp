// SPDX-License-Identifier: MIT
//
// Shading modes and the wireframe: what is shown instead of the material.
#include <glm/geometric.hpp>
#include <glm/gtc/quaternion.hpp>

#include "gl/gl_support.h"

namespace morph::test {
namespace {

using gl::MorphPathWish;
using gl::Shading;

class ShadingTest : public HeadlessGl {
 protected:
  /// The square, turned about an axis, from the front or through another camera.
  Pixel middle_of(const SceneParts& parts, Shading shading,
                  const glm::mat4& world_to_view = glm::mat4(1.0f)) {
    const Scene scene = scene_of(parts);
    gl::Renderer renderer = renderer_of(context(), scene);
    const gl::Framebuffer framebuffer = framebuffer_of(context(), 9, 4);
    gl::View view = flat_view(framebuffer);
    view.world_to_view = view.world_to_view * world_to_view;
    view.shading = shading;
    return center(picture(renderer, Pose(scene), view, framebuffer));
  }
};

SceneParts turned(Primitive primitive, const Material& material, float degrees,
                  const glm::vec3& axis) {
  SceneParts parts = parts_with(std::move(primitive), material);
  parts.nodes[0].transform.rotation = glm::angleAxis(glm::radians(degrees), axis);
  return parts;
}

Material red() {
  Material material;
  material.base_color_factor = {0.8f, 0.1f, 0.1f, 1};
  material.emissive_factor = {0, 0.3f, 0};
  return material;
}

/// Amount of light that a byte stands for.
double linear(int byte) {
  const double c = byte / 255.0;
  return c <= 0.04045 ? c / 12.92 : std::pow((c + 0.055) / 1.055, 2.4);
}

double linear(float srgb) { return linear(static_cast<int>(std::lround(255.0f * srgb))); }

// In the world, whatever the camera; flat ones as well.
TEST_F(ShadingTest, NormalsAreThoseOfTheWorldAsBytes) {
  const glm::mat4 rolled = glm::rotate(glm::mat4(1.0f), 1.0f, glm::vec3(0, 0, 1));
  const glm::mat4 tilted = glm::rotate(glm::mat4(1.0f), -0.6f, glm::vec3(1, 0, 0));
  for (const bool flat : {false, true}) {
    Primitive primitive = square();
    if (flat) primitive.normals.clear();
    for (const float degrees : {0.0f, 40.0f, -40.0f}) {
      const SceneParts parts = turned(primitive, red(), degrees, {0, 1, 0});
      const float angle = glm::radians(degrees);
      const glm::vec3 normal(std::sin(angle), 0, std::cos(angle));
      for (const glm::mat4& camera : {glm::mat4(1.0f), rolled, tilted}) {
        const Pixel found = middle_of(parts, Shading::normals, camera);
        for (int c = 0; c < 3; ++c) {
          EXPECT_NEAR(found[static_cast<std::size_t>(c)], 255.0f * (0.5f * normal[c] + 0.5f), 0.75f)
              << degrees << " flat " << flat;
        }
      }
    }
  }
}

TEST_F(ShadingTest, UnlitIsTheBaseColourOfAnyMaterial) {
  const Pixel found = middle_of(turned(square(), red(), 30, {0, 1, 0}), Shading::unlit);
  EXPECT_EQ(found, (Pixel{srgb_byte(0.8), srgb_byte(0.1), srgb_byte(0.1), 255}));
}

TEST_F(ShadingTest, ClayIsGreyAndLitWhateverTheMaterial) {
  Primitive colored = square();
  colored.colors.assign(4, {0, 1, 0, 1});
  Pixel darkest{255, 255, 255, 255};
  Pixel brightest{};
  for (const float degrees : {0.0f, 50.0f, -50.0f}) {
    const Pixel expected = middle_of(turned(square(), red(), degrees, {1, 0, 0}), Shading::clay);
    EXPECT_EQ(middle_of(turned(colored, unlit({0, 0, 1, 1}), degrees, {1, 0, 0}), Shading::clay),
              expected);
    EXPECT_LE(std::abs(expected[0] - expected[2]), 12) << "not grey";
    darkest = std::min(darkest, expected);
    brightest = std::max(brightest, expected);
  }
  EXPECT_GT(darkest[0], 60);
  EXPECT_GT(brightest[0] - darkest[0], 25);
  EXPECT_LT(brightest[0], 250);
}

// The shape that is seen stays: what a mask cuts out, and how much a blended surface covers.
TEST_F(ShadingTest, AlphaStays) {
  for (const Shading shading : {Shading::normals, Shading::clay, Shading::heatmap}) {
    Material material = red();
    material.base_color_factor.a = 0.3f;
    material.alpha_mode = AlphaMode::mask;
    EXPECT_EQ(middle_of(parts_with(square(), material), shading)[0], 0);
    material.alpha_mode = AlphaMode::opaque;
    const Pixel whole = middle_of(parts_with(square(), material), shading);
    material.alpha_mode = AlphaMode::blend;
    const Pixel part = middle_of(parts_with(square(), material), shading);
    for (std::size_t c = 0; c < 3; ++c) EXPECT_NEAR(part[c], srgb_byte(0.3 * linear(whole[c])), 2);
  }
}

TEST_F(ShadingTest, PointsWithoutNormalsKeepTheirColour) {
  Primitive primitive;
  primitive.mode = PrimitiveMode::points;
  primitive.positions = {{0, 0, 0}};
  for (const Shading shading : {Shading::normals, Shading::clay, Shading::heatmap}) {
    EXPECT_EQ(middle_of(parts_with(primitive, red()), shading)[0], srgb_byte(0.8));
  }
}

/// The square with a target that moves it aside.
Scene morphed_square() {
  Primitive primitive = square();
  MorphTargetData::Builder builder(4, 1);
  EXPECT_TRUE(builder.set_position_deltas(0, std::vector<glm::vec3>(4, {0.5f, 0, 0})));
  primitive.morph_targets = std::move(builder).build();
  SceneParts parts = parts_with(primitive, red());
  Node second = parts.nodes[0];
  second.transform.translation = {0, 2.5f, 0};
  parts.nodes.push_back(second);
  return scene_of(std::move(parts));
}

class HeatTest : public ShadingTest {
 protected:
  Pixel middle(gl::Renderer& renderer, float hottest, float y = 0.0f,
               MorphPathWish path = MorphPathWish::automatic, float weight = 0.0f) {
    const gl::Framebuffer framebuffer = framebuffer_of(context(), 9, 4);
    gl::View view = flat_view(framebuffer);
    view.world_to_view = glm::translate(view.world_to_view, glm::vec3(0, -y, 0));
    view.shading = Shading::heatmap;
    view.hottest = hottest;
    view.morph_path = path;
    return center(picture(renderer, pose_with(scene_, {weight}), view, framebuffer));
  }

  Scene scene_ = morphed_square();
};

// The colour of the value, darkened by one factor; grey where nothing moves.
TEST_F(HeatTest, AValueHasItsColour) {
  gl::Renderer renderer = renderer_of(context(), scene_);
  const Pixel still = middle(renderer, 1.0f);
  EXPECT_EQ(still[0], still[1]);
  EXPECT_EQ(still[0], still[2]);
  const double light = linear(still[0]) / linear(gl::heat_color(0.0f).r);
  EXPECT_GT(light, 0.4);
  EXPECT_LE(light, 1.01);
  for (const float value : {0.1f, 0.5f, 0.8f, 1.0f, 3.0f}) {
    ASSERT_TRUE(renderer.set_heat(0, 0, std::vector<float>(4, 2.0f * value)));
    const Pixel found = middle(renderer, 2.0f);
    const glm::vec3 color = gl::heat_color(value);
    for (int c = 0; c < 3; ++c) {
      EXPECT_NEAR(found[static_cast<std::size_t>(c)], srgb_byte(light * linear(color[c])), 2)
          << value;
    }
  }
  EXPECT_EQ(middle(renderer, 0.0f), still);  // nothing moves at all
}

TEST_F(HeatTest, ValuesBelongToANodeAndAVertex) {
  gl::Renderer renderer = renderer_of(context(), scene_);
  const Pixel still = middle(renderer, 1.0f);
  ASSERT_TRUE(renderer.set_heat(1, 0, std::vector<float>(4, 1.0f)));
  EXPECT_EQ(middle(renderer, 1.0f), still);
  const Pixel hot = middle(renderer, 1.0f, 2.5f);
  EXPECT_NE(hot, still);
  // Along the diagonal from the first vertex to the third: half in the middle.
  ASSERT_TRUE(renderer.set_heat(1, 0, std::vector<float>{0.0f, 0.5f, 1.0f, 0.5f}));
  const Pixel half = middle(renderer, 1.0f, 2.5f);
  ASSERT_TRUE(renderer.set_heat(1, 0, std::vector<float>(4, 0.5f)));
  const Pixel expected = middle(renderer, 1.0f, 2.5f);
  for (std::size_t c = 0; c < 3; ++c) EXPECT_NEAR(half[c], expected[c], 1);
}

TEST_F(HeatTest, EveryPathShowsIt) {
  gl::Renderer renderer = renderer_of(context(), scene_);
  ASSERT_TRUE(renderer.set_heat(0, 0, std::vector<float>(4, 0.7f)));
  const Pixel expected = middle(renderer, 1.0f);
  for (const MorphPathWish path :
       {MorphPathWish::attributes, MorphPathWish::texture, MorphPathWish::cpu}) {
    EXPECT_EQ(middle(renderer, 1.0f, 0.0f, path, 1.0f), expected);
  }
}

// CIE L*, from dark to light in even steps, and neighbours never alike.
TEST(HeatColors, LightnessRisesEvenly) {
  const auto lightness = [](float value) {
    const glm::vec3 color = gl::heat_color(value);
    const double y = 0.2126 * linear(color.r) + 0.7152 * linear(color.g) + 0.0722 * linear(color.b);
    return 116.0 * std::cbrt(y) - 16.0;
  };
  const double whole = lightness(1.0f) - lightness(0.05f);
  EXPECT_GT(whole, 50.0);
  for (int i = 1; i < 19; ++i) {
    const float value = 0.05f + 0.05f * static_cast<float>(i);
    const double step = lightness(value + 0.05f) - lightness(value);
    EXPECT_GT(step, 0.4 * whole / 19) << value;
    EXPECT_LT(step, 1.7 * whole / 19) << value;
  }
  const glm::vec3 still = gl::heat_color(0.0f);
  EXPECT_EQ(still.r, still.g);
  EXPECT_EQ(still.r, still.b);
  EXPECT_GT(glm::distance(still, gl::heat_color(0.03f)), 0.2f);
}

class WireframeTest : public ShadingTest {
 protected:
  Image drawn(const Primitive& primitive, bool wireframe, std::uint32_t samples = 0) {
    const Scene scene = scene_of(parts_with(primitive, unlit({1, 1, 1, 1})));
    gl::Renderer renderer = renderer_of(context(), scene);
    const gl::Framebuffer framebuffer = framebuffer_of(context(), 32, samples);
    gl::View view = flat_view(framebuffer);
    view.wireframe = wireframe;
    return picture(renderer, Pose(scene), view, framebuffer);
  }
};

// The diagonal of the square, which two triangles share, is blended once.
TEST_F(WireframeTest, EdgesLieOverTheSurfaceOnce) {
  const Image plain = drawn(square(), false);
  const Image wires = drawn(square(), true);
  int edges = 0;
  for (std::uint32_t y = 2; y < 30; ++y) {
    for (std::uint32_t x = 2; x < 30; ++x) {
      const Pixel found = pixel(wires, x, y);
      if (found == pixel(plain, x, y)) continue;
      ++edges;
      EXPECT_NEAR(found[0], srgb_byte(0.5), 1) << x << ", " << y;
      EXPECT_LE(std::abs(static_cast<int>(x) - (31 - static_cast<int>(y))), 1);
    }
  }
  EXPECT_GE(edges, 28);
  EXPECT_LE(edges, 60);
}

TEST_F(WireframeTest, VertexColoursDoNotReachTheEdges) {
  Primitive primitive = square();
  primitive.colors.assign(4, {1, 0, 0, 1});
  const Pixel found = center(drawn(primitive, true, 4));
  EXPECT_EQ(found[1], 0);
  EXPECT_LT(found[0], 254);
}

TEST_F(WireframeTest, PointsAndLinesHaveNoEdges) {
  Primitive primitive = square();
  primitive.mode = PrimitiveMode::line_loop;
  EXPECT_EQ(drawn(primitive, true), drawn(primitive, false));
}

// A reported primitive is reported once.
TEST_F(WireframeTest, ReportsAreThoseOfTheSurfaces) {
  const Scene scene = scene_of(parts_with(square(), red()));
  gl::Renderer renderer = renderer_of(context(), scene);
  const gl::Framebuffer framebuffer = framebuffer_of(context(), 8);
  gl::View view = flat_view(framebuffer);
  view.wireframe = true;
  ASSERT_TRUE(renderer.draw(Pose(scene), view));
  EXPECT_EQ(renderer.reports().size(), 1u);
}

}  // namespace
}  // namespace morph::test
