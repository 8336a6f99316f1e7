// SPDX-License-Identifier: MIT
#include "morphview/picture.h"

#include <gtest/gtest.h>

#include <cstdlib>
#include <memory>
#include <string>

#include "morphview/image_compare.h"
#include "morphview/model.h"
#include "morphview/offscreen_graphics.h"

namespace morphview {
namespace {

using morph::Image;
using morph::Result;
using morph::gl::MorphPathWish;

class Picture : public testing::Test {
 protected:
  void SetUp() override {
    auto graphics = OffscreenGraphics::create(Backend::egl);
    if (!graphics && !std::getenv("MORPH_REQUIRE_GL")) GTEST_SKIP() << graphics.error().text();
    ASSERT_TRUE(graphics) << graphics.error().text();
    graphics_ = std::move(*graphics);
  }

  // A picture by a renderer of its own.
  Image draw(const Model& model, const Options& options) {
    Result<morph::gl::Renderer> renderer =
        morph::gl::Renderer::create(graphics_->context(), model.scene());
    EXPECT_TRUE(renderer);
    return renderer ? draw(model, options, *renderer) : Image{};
  }

  Image draw(const Model& model, const Options& options, morph::gl::Renderer& renderer) {
    Player player(model.scene());
    EXPECT_TRUE(player.configure(options));
    Result<Image> image = render_picture(graphics_->context(), renderer, player, 0, options);
    EXPECT_TRUE(image);
    return image ? std::move(*image) : Image{};
  }

  static Options at(double time, MorphPathWish path) {
    Options options;
    options.width = options.height = 128;
    options.time = {StartTime::Kind::seconds, time};
    options.morph_path = path;
    return options;
  }

  std::unique_ptr<OffscreenGraphics> graphics_;
};

Model load(const char* name) {
  Result<Model> model = load_model(std::string(MORPH_ASSETS) + "/" + name, {});
  if (!model) ADD_FAILURE() << model.error().text();
  return std::move(*model);
}

// Neither memory that was not set nor the history of the renderer shows in a picture.
TEST_F(Picture, TheSameMomentGivesTheSameBits) {
  const Model model = load("AnimatedMorphCube/AnimatedMorphCube.gltf");
  for (const MorphPathWish path :
       {MorphPathWish::attributes, MorphPathWish::texture, MorphPathWish::cpu}) {
    Result<morph::gl::Renderer> renderer =
        morph::gl::Renderer::create(graphics_->context(), model.scene());
    ASSERT_TRUE(renderer);
    const Image first = draw(model, at(1.0, path), *renderer);
    const Image other = draw(model, at(3.0, path), *renderer);
    EXPECT_NE(first, other);
    EXPECT_EQ(draw(model, at(1.0, path), *renderer), first);
    EXPECT_EQ(draw(model, at(1.0, path)), first);
  }
}

// Twelve targets rise one after the other and sink again: what `auto` shows is what the CPU shows,
// on both sides of the number that fits a draw.
TEST_F(Picture, CrossingTheSlotCountShowsNoJump) {
  const Model model = load("TwelveTargets/TwelveTargets.gltf");
  Result<morph::gl::Renderer> renderer =
      morph::gl::Renderer::create(graphics_->context(), model.scene());
  ASSERT_TRUE(renderer);
  const double duration = static_cast<double>(model.scene().animations()[0].duration());
  bool attributes = false;
  bool cpu = false;
  for (int i = 0; i <= 24; ++i) {
    const double time = duration * i / 24;
    const Image automatic = draw(model, at(time, MorphPathWish::automatic), *renderer);
    const bool on_cpu = renderer->reports()[0].path == morph::gl::MorphPath::cpu;
    (on_cpu ? cpu : attributes) = true;
    const Image expected = draw(model, at(time, MorphPathWish::cpu), *renderer);
    const Comparison result =
        compare_images(automatic, expected, {2, 0.05, {0x26, 0x28, 0x2C, 255}});
    EXPECT_EQ(result.result, CompareResult::match) << time << " s: " << result.differing_percent;
    EXPECT_LE(result.rmse, 0.25) << time;
  }
  EXPECT_TRUE(attributes);
  EXPECT_TRUE(cpu);
}

}  // namespace
}  // namespace morphview
