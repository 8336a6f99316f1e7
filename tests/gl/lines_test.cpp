// SPDX-License-Identifier: MIT
//
// Lines over a picture: where they are, what hides them, and what a host finds afterwards.
#include "morph/gl/lines.h"

#include <optional>

#include "gl/gl_support.h"
#include "morph/gl/detail/gl_api.h"

namespace morph::test {
namespace {

using gl::Line;

constexpr glm::vec4 kRed{1, 0, 0, 1};

class LinesTest : public HeadlessGl {
 protected:
  void SetUp() override {
    HeadlessGl::SetUp();
    if (IsSkipped() || HasFatalFailure()) return;
    framebuffer_.emplace(framebuffer_of(context(), 64));
    view_ = flat_view(*framebuffer_);
  }
  void TearDown() override {
    framebuffer_.reset();
    HeadlessGl::TearDown();
  }

  Image drawn(const std::vector<Line>& lines, const gl::LineStyle& style) {
    gl::Renderer renderer = renderer_of(context(), scene_);
    auto made = gl::Lines::create(context());
    EXPECT_TRUE(made) << (made ? "" : made.error().text());
    EXPECT_TRUE(renderer.draw(Pose(scene_), view_));
    if (made) {
      EXPECT_TRUE(made->draw(lines, view_, style));
    }
    return framebuffer_->read();
  }

  // A blue square at z = 0 that fills the picture.
  Scene scene_ = scene_of(parts_with(square(), unlit({0, 0, 1, 1})));
  std::optional<gl::Framebuffer> framebuffer_;
  gl::View view_;
};

TEST_F(LinesTest, ALineIsAsWideAsItsStyleSays) {
  const Image image = drawn({{{-1, 0, 1}, {1, 0, 1}, kRed, kRed}}, {4.0f, false});
  int red = 0;
  for (std::uint32_t y = 0; y < 64; ++y) {
    const Pixel found = pixel(image, 32, y);
    if (found == (Pixel{255, 0, 0, 255})) ++red;
    if (y < 28 || y > 35) {
      EXPECT_EQ(found, (Pixel{0, 0, 255, 255})) << y;
    }
  }
  EXPECT_EQ(red, 4);
}

TEST_F(LinesTest, ColoursRunAlongItAndAlphaBlendsInLinearLight) {
  const Image image = drawn({{{-1, 0, 1}, {1, 0, 1}, {1, 0, 0, 1}, {1, 0, 0, 0}}}, {6.0f, false});
  EXPECT_NEAR(pixel(image, 1, 32)[0], 255, 4);
  EXPECT_NEAR(pixel(image, 32, 32)[0], srgb_byte(0.5), 3);
  EXPECT_NEAR(pixel(image, 32, 32)[2], srgb_byte(0.5), 3);
  EXPECT_LT(pixel(image, 62, 32)[0], 50);
}

TEST_F(LinesTest, SurfacesHideThemUnlessTheyAreOverAll) {
  const std::vector<Line> behind = {{{-1, 0, -1}, {1, 0, -1}, kRed, kRed}};
  EXPECT_EQ(center(drawn(behind, {3.0f, false})), (Pixel{0, 0, 255, 255}));
  EXPECT_EQ(center(drawn(behind, {3.0f, true}))[0], 255);
  // One that lies on the surface is seen.
  const std::vector<Line> on = {{{-1, 0, 0}, {1, 0, 0}, kRed, kRed}};
  const Image image = drawn(on, {3.0f, false});
  for (std::uint32_t x = 2; x < 62; ++x) EXPECT_GT(pixel(image, x, 32)[0], 150) << x;
}

TEST_F(LinesTest, ASegmentWithoutLengthIsADot) {
  const Image image = drawn({{{0, 0, 1}, {0, 0, 1}, kRed, kRed}}, {9.0f, false});
  EXPECT_EQ(pixel(image, 32, 32)[0], 255);
  EXPECT_EQ(pixel(image, 32, 29)[0], 255);
  EXPECT_EQ(pixel(image, 32, 25)[0], 0);
  EXPECT_EQ(pixel(image, 36, 36)[0], 0) << "a square";
}

// The part behind the camera is cut off, and the rest stays where it is.
TEST_F(LinesTest, ALineThatPassesTheCameraIsCut) {
  view_.view_to_clip = glm::perspective(0.8f, 1.0f, 0.1f, 20.0f);
  view_.world_to_view = glm::translate(glm::mat4(1.0f), glm::vec3(0, 0, -3));
  const auto along = [](float z) { return glm::vec3(0.1f * z, 0.3f, z); };
  const std::vector<Line> whole = {{along(0.5f), along(60.0f), kRed, kRed}};
  const std::vector<Line> visible = {{along(0.5f), along(2.9f), kRed, kRed}};
  const std::vector<Line> turned = {{along(60.0f), along(0.5f), kRed, kRed}};
  const std::vector<Line> behind = {{along(4.0f), along(60.0f), kRed, kRed}};
  const Image expected = drawn(visible, {3.0f, false});
  EXPECT_NE(expected, drawn({}, {}));
  EXPECT_EQ(drawn(behind, {3.0f, false}), drawn({}, {}));
  for (const auto& lines : {whole, turned}) {
    const Image found = drawn(lines, {3.0f, false});
    int differing = 0;
    for (std::size_t i = 0; i < found.rgba.size(); ++i) {
      if (std::abs(found.rgba[i] - expected.rgba[i]) > 2) ++differing;
    }
    EXPECT_EQ(differing, 0);
  }
}

TEST_F(LinesTest, AHostChangesNothingAndFindsNothing) {
  const std::vector<Line> lines = {{{-1, -1, 1}, {1, 1, 1}, kRed, kRed}};
  const Image expected = drawn(lines, {2.0f, false});
  const gl::detail::Gl& api = context().api().gl;
  gl::Renderer renderer = renderer_of(context(), scene_);
  auto made = gl::Lines::create(context());
  ASSERT_TRUE(made);
  ASSERT_TRUE(renderer.draw(Pose(scene_), view_));
  for (const GLenum on : {GL_CULL_FACE, GL_STENCIL_TEST, GL_COLOR_LOGIC_OP, GL_CLIP_DISTANCE0,
                          GL_RASTERIZER_DISCARD, GL_DEPTH_CLAMP}) {
    api.Enable(on);
  }
  api.CullFace(GL_FRONT_AND_BACK);
  api.DepthFunc(GL_NEVER);
  api.PolygonMode(GL_FRONT_AND_BACK, GL_POINT);
  api.ColorMask(GL_FALSE, GL_TRUE, GL_FALSE, GL_FALSE);
  api.BlendEquation(GL_FUNC_REVERSE_SUBTRACT);
  api.Viewport(0, 0, 1, 1);
  api.Scissor(0, 0, 1, 1);
  ASSERT_TRUE(made->draw(lines, view_, {2.0f, false}));
  for (const GLenum off : {GL_BLEND, GL_CULL_FACE, GL_DEPTH_TEST, GL_FRAMEBUFFER_SRGB,
                           GL_SCISSOR_TEST, GL_RASTERIZER_DISCARD}) {
    EXPECT_FALSE(api.IsEnabled(off)) << off;
  }
  for (const GLenum binding :
       {GL_VERTEX_ARRAY_BINDING, GL_CURRENT_PROGRAM, GL_ARRAY_BUFFER_BINDING}) {
    GLint found = -1;
    api.GetIntegerv(binding, &found);
    EXPECT_EQ(found, 0) << binding;
  }
  EXPECT_EQ(framebuffer_->read(), expected);
}

}  // namespace
}  // namespace morph::test
