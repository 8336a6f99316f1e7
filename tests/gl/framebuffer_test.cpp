// SPDX-License-Identifier: MIT
#include "morph/gl/framebuffer.h"

#include "gl/gl_support.h"
#include "morph/gl/detail/gl_api.h"

namespace morph::test {
namespace {

class FramebufferTest : public HeadlessGl {};

TEST_F(FramebufferTest, SizesThatCannotBe) {
  for (const auto& size : {std::pair{0u, 4u}, std::pair{4u, 0u}}) {
    const auto made = gl::Framebuffer::create(context(), size.first, size.second, 4);
    ASSERT_FALSE(made);
    EXPECT_EQ(made.error().code, ErrorCode::invalid_value);
  }
  const auto made = gl::Framebuffer::create(context(), 1'000'000, 4, 4);
  ASSERT_FALSE(made);
  EXPECT_EQ(made.error().code, ErrorCode::limit_exceeded);
}

TEST_F(FramebufferTest, SamplesAreLoweredToWhatThereIs) {
  EXPECT_EQ(framebuffer_of(context(), 4, 0).samples(), 0u);
  EXPECT_EQ(framebuffer_of(context(), 4, 1).samples(), 0u);
  EXPECT_EQ(framebuffer_of(context(), 4, 4).samples(), 4u);
  EXPECT_EQ(framebuffer_of(context(), 4, 4096).samples(), context().info().max_samples);
}

/// A scene without anything in it.
Scene empty_scene() { return scene_of({}); }

// Every grey that a byte can hold: the background's light arrives as that byte.
TEST_F(FramebufferTest, BackgroundIsExactInSrgb) {
  const Scene scene = empty_scene();
  gl::Renderer renderer = renderer_of(context(), scene);
  const Pose pose(scene);
  for (const std::uint32_t samples : {0u, 4u}) {
    const gl::Framebuffer framebuffer = framebuffer_of(context(), 2, samples);
    gl::View view = flat_view(framebuffer);
    for (int byte = 0; byte < 256; ++byte) {
      const double encoded = byte / 255.0;
      const double linear =
          encoded <= 0.04045 ? encoded / 12.92 : std::pow((encoded + 0.055) / 1.055, 2.4);
      view.background = glm::vec4(glm::vec3(static_cast<float>(linear)), 1.0f);
      const Pixel found = center(picture(renderer, pose, view, framebuffer));
      EXPECT_EQ(found, (Pixel{byte, byte, byte, 255})) << samples << " samples";
    }
  }
}

TEST_F(FramebufferTest, DrawnColourIsExactInSrgb) {
  for (const std::uint32_t samples : {0u, 4u}) {
    const gl::Framebuffer framebuffer = framebuffer_of(context(), 2, samples);
    for (int step = 0; step <= 32; ++step) {
      const float linear = static_cast<float>(step) / 32.0f;
      const Scene scene = scene_of(parts_with(square(), unlit({linear, 1 - linear, linear, 1})));
      gl::Renderer renderer = renderer_of(context(), scene);
      const Pixel found =
          center(picture(renderer, Pose(scene), flat_view(framebuffer), framebuffer));
      const int up = srgb_byte(linear);
      const int down = srgb_byte(1 - linear);
      EXPECT_EQ(found, (Pixel{up, down, up, 255})) << linear;
    }
  }
}

// Half of the samples white, half black: half the light, which is byte 188, not 128.
TEST_F(FramebufferTest, SamplesAreAveragedAsLight) {
  Primitive primitive = square();
  for (glm::vec3& position : primitive.positions) position.x = position.x < 0 ? -1.0f : 0.0f;
  const Scene scene = scene_of(parts_with(primitive, unlit({1, 1, 1, 1})));
  gl::Renderer renderer = renderer_of(context(), scene);
  const gl::Framebuffer framebuffer = framebuffer_of(context(), 3, 4);
  gl::View view = flat_view(framebuffer);
  view.background = {0, 0, 0, 1};
  const Image image = picture(renderer, Pose(scene), view, framebuffer);
  EXPECT_EQ(pixel(image, 0, 1), (Pixel{255, 255, 255, 255}));
  EXPECT_NEAR(pixel(image, 1, 1)[0], 188, 1);
  EXPECT_EQ(pixel(image, 2, 1), (Pixel{0, 0, 0, 255}));
}

// Against a transparent background the edge keeps its colour and loses only alpha.
TEST_F(FramebufferTest, EdgesAgainstNothingKeepTheirColour) {
  Primitive primitive = square();
  for (glm::vec3& position : primitive.positions) position.x = position.x < 0 ? -1.0f : 0.0f;
  const Scene scene = scene_of(parts_with(primitive, unlit({1, 0.5f, 0, 1})));
  gl::Renderer renderer = renderer_of(context(), scene);
  const gl::Framebuffer framebuffer = framebuffer_of(context(), 3, 4);
  gl::View view = flat_view(framebuffer);
  view.background = {0.3f, 0.6f, 0.9f, 0};
  const Image image = picture(renderer, Pose(scene), view, framebuffer);
  EXPECT_EQ(pixel(image, 0, 1), (Pixel{255, 188, 0, 255}));
  const Pixel edge = pixel(image, 1, 1);
  EXPECT_NEAR(edge[0], 255, 1);
  EXPECT_NEAR(edge[1], 188, 2);  // encoded once more, from fewer bits
  EXPECT_EQ(edge[2], 0);
  EXPECT_EQ(edge[3], 128);
  EXPECT_EQ(pixel(image, 2, 1), (Pixel{0, 0, 0, 0}));
}

TEST_F(FramebufferTest, TopRowComesFirst) {
  Primitive primitive = square();
  for (glm::vec3& position : primitive.positions) position.y = position.y < 0 ? 0.0f : 1.0f;
  const Scene scene = scene_of(parts_with(primitive, unlit({1, 1, 1, 1})));
  gl::Renderer renderer = renderer_of(context(), scene);
  const gl::Framebuffer framebuffer = framebuffer_of(context(), 4);
  const Image image = picture(renderer, Pose(scene), flat_view(framebuffer), framebuffer);
  EXPECT_EQ(pixel(image, 1, 0)[0], 255);
  EXPECT_EQ(pixel(image, 1, 3)[0], 0);
}

// Bytes arrive in a window as they are, whether its framebuffer says that it is sRGB or not.
TEST_F(FramebufferTest, ResolvesIntoAnother) {
  const Scene scene = empty_scene();
  gl::Renderer renderer = renderer_of(context(), scene);
  const gl::detail::Gl& gl = context().api().gl;
  for (const GLenum format : {GLenum{GL_RGBA8}, GLenum{GL_SRGB8_ALPHA8}}) {
    GLuint target = 0;
    GLuint color = 0;
    gl.GenFramebuffers(1, &target);
    gl.GenRenderbuffers(1, &color);
    gl.BindRenderbuffer(GL_RENDERBUFFER, color);
    gl.RenderbufferStorage(GL_RENDERBUFFER, format, 4, 4);
    gl.BindFramebuffer(GL_FRAMEBUFFER, target);
    gl.FramebufferRenderbuffer(GL_FRAMEBUFFER, GL_COLOR_ATTACHMENT0, GL_RENDERBUFFER, color);
    for (const std::uint32_t samples : {0u, 4u}) {
      const gl::Framebuffer framebuffer = framebuffer_of(context(), 4, samples);
      gl::View view = flat_view(framebuffer);
      view.background = {0.5f, 0.25f, 0.125f, 1};
      ASSERT_TRUE(renderer.draw(Pose(scene), view));
      framebuffer.resolve_to(target);
      std::array<std::uint8_t, 4> found{};
      gl.ReadPixels(1, 1, 1, 1, GL_RGBA, GL_UNSIGNED_BYTE, found.data());
      EXPECT_EQ(found[0], srgb_byte(0.5)) << format << ", " << samples << " samples";
      EXPECT_EQ(found[1], srgb_byte(0.25));
      EXPECT_EQ(found[2], srgb_byte(0.125));
    }
    framebuffer_of(context(), 1);  // something complete stays bound
    gl.DeleteFramebuffers(1, &target);
    gl.DeleteRenderbuffers(1, &color);
  }
}

TEST_F(FramebufferTest, CanBeMoved) {
  gl::Framebuffer first = framebuffer_of(context(), 4);
  const gl::Framebuffer kept = std::move(first);
  EXPECT_EQ(kept.width(), 4u);
  EXPECT_EQ(kept.read().rgba.size(), 4u * 4u * 4u);
}

}  // namespace
}  // namespace morph::test
