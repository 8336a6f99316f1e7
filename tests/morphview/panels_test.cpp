// SPDX-License-Identifier: MIT
#include "morphview/panels.h"

#include <gtest/gtest.h>
#include <imgui.h>

#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "morphview/interface.h"
#include "morphview/timeline.h"
#include "support/allocation_counter.h"
#include "support/scene_builder.h"

namespace morphview {
namespace {

// The panels in a Dear ImGui context without a window: the mouse is moved by hand, and what matters
// is the model.

morph::Scene animated_scene(const std::vector<std::string>& names) {
  const auto count = static_cast<std::uint32_t>(names.size());
  morph::Primitive primitive = morph::test::triangle_primitive(count);
  morph::MorphTargetData::Builder builder(3, count);
  builder.set_target_names(names);
  primitive.morph_targets = std::move(builder).build();
  morph::SceneParts parts = morph::test::parts_of(std::move(primitive));
  morph::Animation animation;
  animation.name = "50%s##x";
  std::vector<float> values(2 * count, 0.0f);
  for (std::uint32_t t = 0; t < count; ++t) values[count + t] = 1.0f;
  animation.samplers.push_back(
      morph::test::track_of(morph::Interpolation::linear, count, {0, 2}, std::move(values)));
  animation.channels.push_back({0, 0, morph::ChannelPath::weights});
  parts.animations.push_back(std::move(animation));
  return morph::test::scene_of(std::move(parts));
}

class Panels : public testing::Test {
 protected:
  void SetUp() override {
    ImGui::CreateContext();
    ImGuiIO& io = ImGui::GetIO();
    io.IniFilename = nullptr;
    io.DisplaySize = {1280, 720};
    unsigned char* pixels = nullptr;
    int width = 0;
    int height = 0;
    io.Fonts->GetTexDataAsRGBA32(&pixels, &width, &height);
    apply_style(1.0f);
  }
  void TearDown() override { ImGui::DestroyContext(); }

  void show(const std::vector<std::string>& names) { show(animated_scene(names)); }

  void show(morph::Scene scene) {
    scene_.emplace(std::move(scene));
    player_.emplace(*scene_);
    Options options;
    ASSERT_TRUE(player_->configure(options));
    panel_.emplace(*scene_);
    timeline_.emplace(*scene_);
    for (int i = 0; i < 3; ++i) frame();
  }

  // A tenth of a second.
  void frame() {
    ImGui::GetIO().DeltaTime = 0.1f;
    player_->playback().advance(0.1);
    player_->update();
    ImGui::NewFrame();
    timeline_->draw(*player_, layout_);
    if (const auto edit = panel_->draw(*player_, controls_, layout_, {})) edit_ = edit;
    player_->update();
    ImGui::Render();
  }

  void mouse(const glm::vec2& at, bool down, int button = 0) {
    ImGui::GetIO().MousePos = {at.x, at.y};
    ImGui::GetIO().MouseDown[button] = down;
    frame();
  }

  void click(const glm::vec2& at, int button = 0) {
    mouse(at, false, button);
    mouse(at, true, button);
    mouse(at, false, button);
  }

  /// In the middle of a target's name.
  [[nodiscard]] glm::vec2 name(std::uint32_t target) const {
    return slider(target, 0.0f) - glm::vec2(40.0f, 0.0f);
  }

  [[nodiscard]] glm::vec2 slider(std::uint32_t target, float part) const {
    const auto place = panel_->slider_place(0, target);
    EXPECT_TRUE(place);
    return place ? place->corner + place->size * glm::vec2(part, 0.5f) : glm::vec2(0.0f);
  }

  [[nodiscard]] float weight(std::uint32_t target) const {
    return player_->pose().morph_weights(0)[target];
  }

  std::optional<morph::Scene> scene_;
  std::optional<Player> player_;
  std::optional<MorphPanel> panel_;
  std::optional<Timeline> timeline_;
  std::optional<WeightEdit> edit_;
  Controls controls_;
  WindowLayout layout_ = divide_window({1280, 720}, 1.0f, true);
};

TEST_F(Panels, ADraggedSliderWinsUntilReleased) {
  show({"thin", "angle"});
  mouse(slider(0, 0.2f), false);
  mouse(slider(0, 0.2f), true);
  const float clicked = weight(0);
  EXPECT_NEAR(clicked, 0.2f, 0.05f);
  for (int i = 0; i < 5; ++i) frame();
  EXPECT_EQ(weight(0), clicked);  // the animation goes on, the slider stands
  mouse(slider(0, 0.8f), true);
  mouse(slider(0, 0.8f), false);
  EXPECT_NEAR(weight(0), 0.8f, 0.05f);
  ASSERT_TRUE(edit_);
  EXPECT_EQ(edit_->value, player_->mixer().user_weight(0, 0));
  EXPECT_FALSE(player_->mixer().user_weight(0, 1));
  player_->mixer().release(0, 0);
  frame();
  EXPECT_EQ(weight(0), weight(1));
}

TEST_F(Panels, TheSourceMarkReleases) {
  show({"thin", "angle"});
  ASSERT_TRUE(player_->mixer().set_user_weight(0, 1, 0.5f));
  frame();
  const auto place = panel_->slider_place(0, 1);
  ASSERT_TRUE(place);
  const glm::vec2 mark = place->corner + glm::vec2(place->size.x + 20.0f, 0.5f * place->size.y);
  mouse(mark, false);
  mouse(mark, true);
  mouse(mark, false);
  EXPECT_FALSE(player_->mixer().user_weight(0, 1));
  ASSERT_TRUE(edit_);
  EXPECT_EQ(edit_->target, 1u);
  EXPECT_FALSE(edit_->value);
}

TEST_F(Panels, AChannelOfOneWeightWidensItsSliderAlone) {
  morph::SceneParts parts = morph::test::parts_of(morph::test::triangle_primitive(2));
  morph::Animation animation;
  animation.samplers.push_back(
      morph::test::track_of(morph::Interpolation::linear, 1, {0, 2}, {-1, 3}));
  animation.channels.push_back({0, 0, morph::ChannelPath::weights, 1});
  parts.animations.push_back(std::move(animation));
  show(morph::test::scene_of(std::move(parts)));
  for (const std::uint32_t target : {0u, 1u}) {
    mouse(slider(target, 0.01f), false);
    mouse(slider(target, 0.01f), true);
    mouse(slider(target, 0.01f), false);
  }
  EXPECT_EQ(weight(0), 0.0f);
  EXPECT_LT(weight(1), -0.9f);
}

// Dear ImGui would read these as an identifier, a format and nothing.
TEST_F(Panels, OddNamesAreOnlyText) {
  show({"a##b", "%s%n", "", "a##b", std::string(2000, 'x')});
  for (std::uint32_t t = 0; t < 5; ++t) EXPECT_TRUE(panel_->slider_place(0, t)) << t;
  mouse(slider(3, 0.5f), false);
  mouse(slider(3, 0.5f), true);
  mouse(slider(3, 0.5f), false);
  EXPECT_TRUE(player_->mixer().user_weight(0, 3));
  EXPECT_FALSE(player_->mixer().user_weight(0, 0));  // the same name, another slider
}

TEST_F(Panels, OnlyTheVisibleOfManyTargetsAreDrawn) {
  show(std::vector<std::string>(3000, "target"));
  EXPECT_TRUE(panel_->slider_place(0, 0));
  EXPECT_FALSE(panel_->slider_place(0, 2999));
}

TEST_F(Panels, ASmallWindowGivesUpThePanelsFirst) {
  EXPECT_EQ(divide_window({300, 720}, 1.0f, true).panel_width, 0.0f);
  EXPECT_EQ(divide_window({1280, 150}, 1.0f, true).timeline_height, 0.0f);
  EXPECT_EQ(divide_window({1280, 720}, 1.0f, false).timeline_height, 0.0f);
  show({"thin"});
  layout_ = divide_window({1, 1}, 1.0f, true);
  frame();
  EXPECT_FALSE(panel_->slider_place(0, 0));
}

TEST_F(Panels, AClickOnANameSelectsTheTarget) {
  show({"thin", "angle"});
  click(name(1));
  EXPECT_EQ(controls_.selected, (TargetPlace{0, 1}));
  EXPECT_EQ(controls_.look.shading, morph::gl::Shading::lit);
  click(name(1));
  EXPECT_EQ(controls_.selected, std::nullopt);
  // A heatmap that is on follows the selection.
  controls_.look.heat(std::nullopt);
  click(name(0));
  EXPECT_EQ(controls_.look.heated, (std::vector<TargetPlace>{{0, 0}}));
  click(name(0));
  EXPECT_TRUE(controls_.look.heated.empty());
}

TEST_F(Panels, TheMenuOfARowColoursByItsTarget) {
  show({"thin", "angle"});
  const glm::vec2 at = name(1);
  click(at, 1);
  click(at + glm::vec2(24.0f, 16.0f));  // its first entry
  EXPECT_EQ(controls_.look.shading, morph::gl::Shading::heatmap);
  EXPECT_EQ(controls_.look.heated, (std::vector<TargetPlace>{{0, 1}}));
  EXPECT_EQ(controls_.selected, (TargetPlace{0, 1}));
  EXPECT_FALSE(player_->mixer().user_weight(0, 1)) << "the menu set a weight";
}

TEST_F(Panels, AFrameDoesNotAllocate) {
  show({"thin", "angle"});
  mouse(slider(0, 0.5f), true);
  for (int i = 0; i < 10; ++i) frame();
  const std::size_t before = morph::test::allocation_count();
  for (int i = 0; i < 100; ++i) frame();
  EXPECT_EQ(morph::test::allocation_count(), before);
}

}  // namespace
}  // namespace morphview
