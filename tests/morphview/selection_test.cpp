// SPDX-License-Identifier: MIT
#include "morphview/selection.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>
#include <utility>
#include <vector>

#include "morphview/player.h"
#include "support/scene_builder.h"

namespace morphview {
namespace {

using morph::Animation;
using morph::Interpolation;
using morph::Result;
using morph::Scene;
using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;

morph::Mesh named_mesh(const char* name, const std::vector<std::string>& targets) {
  const auto count = static_cast<std::uint32_t>(targets.size());
  morph::Primitive primitive = morph::test::triangle_primitive(count);
  morph::MorphTargetData::Builder builder(3, count);
  builder.set_target_names(targets);
  primitive.morph_targets = std::move(builder).build();
  morph::Mesh mesh{name, {}};
  mesh.primitives.push_back(std::move(primitive));
  return mesh;
}

Animation clip(const char* name, morph::Index node, float end) {
  Animation animation;
  animation.name = name;
  animation.samplers.push_back(
      morph::test::track_of(Interpolation::linear, 3, {0.0f, end}, {0, 0, 0, 1, 0, 0}));
  animation.channels.push_back({0, node, morph::ChannelPath::weights});
  return animation;
}

/// Node 0 "Face" and node 1 "Mask" show mesh "head" (jawOpen, eyeBlinkLeft, ""); node 2 "a/b" shows
/// mesh "brow" (jawOpen, x=y, x=y); node 3 has no mesh.
Scene faces() {
  morph::SceneParts parts;
  parts.meshes.push_back(named_mesh("head", {"jawOpen", "eyeBlinkLeft", ""}));
  parts.meshes.push_back(named_mesh("brow", {"jawOpen", "x=y", "x=y"}));
  parts.nodes.resize(4);
  parts.nodes[0].name = "Face";
  parts.nodes[0].mesh = 0;
  parts.nodes[1].name = "Mask";
  parts.nodes[1].mesh = 0;
  parts.nodes[2].name = "a/b";
  parts.nodes[2].mesh = 1;
  parts.animations = {clip("Square", 0, 2.0f), clip("0", 1, 3.0f), clip("", 2, 4.0f)};
  parts.scenes = {{"first", {0, 1}}, {"7", {2, 3}}};
  return morph::test::scene_of(std::move(parts));
}

std::vector<UserWeight> weights(const Scene& scene, const std::string& name, float value = 1.0f) {
  const std::vector<WeightAssignment> wanted = {{name, value}};
  const Result<std::vector<UserWeight>> found = select_weights(scene, wanted);
  return found ? *found : std::vector<UserWeight>{};
}

TEST(SelectWeights, AnExactNameMeansEveryNodeThatHasIt) {
  EXPECT_THAT(weights(faces(), "jawOpen"),
              ElementsAre(UserWeight{0, 0, 1}, UserWeight{1, 0, 1}, UserWeight{2, 0, 1}));
}

TEST(SelectWeights, ANumberMeansEveryNodeThatHasIt) {
  EXPECT_THAT(weights(faces(), "#2"),
              ElementsAre(UserWeight{0, 2, 1}, UserWeight{1, 2, 1}, UserWeight{2, 2, 1}));
}

TEST(SelectWeights, DigitsAfterTheSignAreNeverAName) {
  morph::SceneParts parts;
  parts.meshes.push_back(named_mesh("odd", {"#1", "b", "#x"}));
  parts.nodes.resize(1);
  parts.nodes[0].mesh = 0;
  const Scene scene = morph::test::scene_of(std::move(parts));
  EXPECT_THAT(weights(scene, "#1"), ElementsAre(UserWeight{0, 1, 1}));
  EXPECT_THAT(weights(scene, "#x"), ElementsAre(UserWeight{0, 2, 1}));
}

TEST(SelectWeights, ANodeOrItsMeshNarrowsIt) {
  EXPECT_THAT(weights(faces(), "Face/jawOpen"), ElementsAre(UserWeight{0, 0, 1}));
  EXPECT_THAT(weights(faces(), "head/jawOpen"),
              ElementsAre(UserWeight{0, 0, 1}, UserWeight{1, 0, 1}));
  EXPECT_THAT(weights(faces(), "Mask/#2"), ElementsAre(UserWeight{1, 2, 1}));
  EXPECT_THAT(weights(faces(), "a/b/jawOpen"), ElementsAre(UserWeight{2, 0, 1}));
}

TEST(SelectWeights, ANameThatANodeHasTwiceMeansBoth) {
  EXPECT_THAT(weights(faces(), "x=y"), ElementsAre(UserWeight{2, 1, 1}, UserWeight{2, 2, 1}));
}

TEST(SelectWeights, AGlobIsTriedLast) {
  EXPECT_THAT(weights(faces(), "eye*Left"), ElementsAre(UserWeight{0, 1, 1}, UserWeight{1, 1, 1}));
  EXPECT_THAT(weights(faces(), "M*/jaw*"), ElementsAre(UserWeight{1, 0, 1}));
  EXPECT_THAT(weights(faces(), "*nothing*"), IsEmpty());
}

TEST(SelectWeights, OddNamesAreOnlyNames) {
  const std::vector<std::string> names = {"a=b", "##", "%s", "日本", "#0", "*", "", "?x", "#"};
  morph::SceneParts parts;
  parts.meshes.push_back(named_mesh("", names));
  parts.nodes.resize(1);
  parts.nodes[0].name = "*";
  parts.nodes[0].mesh = 0;
  const Scene scene = morph::test::scene_of(std::move(parts));
  const struct {
    const char* wanted;
    std::uint32_t target;
  } table[] = {{"a=b", 0}, {"##", 1},    {"%s", 2},  {"日本", 3}, {"日?", 3},
               {"#4", 4},  {"?0", 4},    {"*", 5},   {"*/*", 5},  {"#6", 6},
               {"?x", 7},  {"*/a=b", 0}, {"/%s", 2}, {"#", 8},    {"*/#6", 6}};
  for (const auto& row : table) {
    EXPECT_THAT(weights(scene, row.wanted), ElementsAre(UserWeight{0, row.target, 1}))
        << row.wanted;
  }
  EXPECT_THAT(weights(scene, "#0"), ElementsAre(UserWeight{0, 0, 1})) << "digits are a number";
  EXPECT_THAT(weights(scene, "#9"), IsEmpty());
  EXPECT_THAT(weights(scene, "#99999999999"), IsEmpty());
  EXPECT_THAT(weights(scene, "*/"), IsEmpty());
}

TEST(SelectWeights, AFullNameWinsOverANodesName) {
  morph::SceneParts parts;
  parts.meshes.push_back(named_mesh("head", {"Face/smile", "smile", "e*", "eye"}));
  parts.nodes.resize(1);
  parts.nodes[0].name = "Face";
  parts.nodes[0].mesh = 0;
  const Scene scene = morph::test::scene_of(std::move(parts));
  EXPECT_THAT(weights(scene, "Face/smile"), ElementsAre(UserWeight{0, 0, 1}));
  EXPECT_THAT(weights(scene, "head/smile"), ElementsAre(UserWeight{0, 1, 1}));
  EXPECT_THAT(weights(scene, "Face/Face/smile"), ElementsAre(UserWeight{0, 0, 1}));
  EXPECT_THAT(weights(scene, "e*"), ElementsAre(UserWeight{0, 2, 1})) << "before it is a glob";
  EXPECT_THAT(weights(scene, "ey*"), ElementsAre(UserWeight{0, 3, 1}));
}

TEST(SelectWeights, LaterEntriesComeLater) {
  const std::vector<WeightAssignment> wanted = {{"Face/*", 0.5f}, {"#0", 1.0f}};
  const Result<std::vector<UserWeight>> found = select_weights(faces(), wanted);
  ASSERT_TRUE(found);
  EXPECT_THAT(*found, ElementsAre(UserWeight{0, 0, 0.5f}, UserWeight{0, 1, 0.5f},
                                  UserWeight{0, 0, 1}, UserWeight{1, 0, 1}, UserWeight{2, 0, 1}));
}

TEST(SelectWeights, ANamelessTargetHasNoNameToMatch) {
  EXPECT_THAT(weights(faces(), ""), IsEmpty());
  EXPECT_THAT(weights(faces(), "target 2"), IsEmpty());
}

TEST(SelectWeights, AnUnknownNameSaysWhatThereIs) {
  const auto message = [](const Scene& scene, const char* name) {
    const std::vector<WeightAssignment> wanted = {{name, 1.0f}};
    const Result<std::vector<UserWeight>> found = select_weights(scene, wanted);
    return found ? std::string() : found.error().message;
  };
  EXPECT_THAT(message(faces(), "jawopen"), HasSubstr("did you mean jawOpen"));
  EXPECT_THAT(message(faces(), "Face/jawopen"), HasSubstr("did you mean Face/jawOpen"));
  EXPECT_THAT(message(faces(), "#3"), HasSubstr("targets are #0 to #2"));
  const Scene none =
      morph::test::scene_of(morph::test::parts_of(morph::test::triangle_primitive(0)));
  EXPECT_THAT(message(none, "jawOpen"), HasSubstr("no morph targets"));
  // What is suggested can be asked for: there is no node that is called "node 0".
  morph::SceneParts parts;
  parts.meshes.push_back(named_mesh("", {"smile", ""}));
  parts.nodes.resize(1);
  parts.nodes[0].mesh = 0;
  const Scene nameless = morph::test::scene_of(std::move(parts));
  EXPECT_EQ(message(nameless, "node 0/smile"),
            "no morph target 'node 0/smile' (did you mean smile?)");
}

TEST(SelectAnimation, DigitsAreANumberFirst) {
  using Kind = AnimationChoice::Kind;
  const Scene scene = faces();
  EXPECT_EQ(*select_animation(scene, ""), (AnimationChoice{Kind::one, 0}));
  EXPECT_EQ(*select_animation(scene, "0"), (AnimationChoice{Kind::one, 0}));
  EXPECT_EQ(*select_animation(scene, "2"), (AnimationChoice{Kind::one, 2}));
  EXPECT_EQ(*select_animation(scene, "Square"), (AnimationChoice{Kind::one, 0}));
  EXPECT_EQ(*select_animation(scene, "none"), AnimationChoice{});
  EXPECT_EQ(select_animation(scene, "all")->kind, Kind::all);
  EXPECT_THAT(select_animation(scene, "3").error().message, HasSubstr("has 3 animations"));
  EXPECT_THAT(select_animation(scene, "square").error().message, HasSubstr("did you mean Square"));
}

TEST(SelectAnimation, OddNamesAreOnlyNames) {
  using Kind = AnimationChoice::Kind;
  morph::SceneParts parts;
  const std::vector<std::string> names = {"日本", "a=b", "%s", "*", "all", "none", "##", "1"};
  for (const std::string& name : names) parts.animations.emplace_back().name = name;
  const Scene scene = morph::test::scene_of(std::move(parts));
  for (const morph::Index i : {0u, 1u, 2u, 3u, 6u}) {
    EXPECT_EQ(*select_animation(scene, names[i]), (AnimationChoice{Kind::one, i})) << names[i];
  }
  EXPECT_EQ(select_animation(scene, "all")->kind, Kind::all) << "the clip of that name is 4";
  EXPECT_EQ(*select_animation(scene, "4"), (AnimationChoice{Kind::one, 4}));
  EXPECT_EQ(select_animation(scene, "none")->kind, Kind::none);
  EXPECT_EQ(*select_animation(scene, "1"), (AnimationChoice{Kind::one, 1}));
  EXPECT_FALSE(select_animation(scene, "日*")) << "no globs";
  EXPECT_FALSE(select_animation(scene, "-1"));
}

TEST(SelectAnimation, AFileWithoutClipsPlaysNone) {
  const Scene scene =
      morph::test::scene_of(morph::test::parts_of(morph::test::triangle_primitive(1)));
  EXPECT_EQ(*select_animation(scene, ""), AnimationChoice{});
  EXPECT_FALSE(select_animation(scene, "0"));
}

TEST(SelectAnimation, LabelsAreForReports) {
  const Scene scene = faces();
  EXPECT_EQ(animation_label(scene, *select_animation(scene, "0")), "Square");
  EXPECT_EQ(animation_label(scene, *select_animation(scene, "2")), "animation 2");
  EXPECT_EQ(animation_label(scene, *select_animation(scene, "none")), std::nullopt);
}

/// 0 "Joy" of preset joy, 1 "happy" of preset happy, 2 "joy" and 3 "HAPPY" custom; Joy is target 0
/// of node 0 at 0.5.
Scene avatar() {
  morph::SceneParts parts;
  parts.meshes.push_back(named_mesh("head", {"smile", "blink", ""}));
  parts.nodes.resize(1);
  parts.nodes[0].mesh = 0;
  parts.expressions.resize(4);
  const std::pair<const char*, const char*> names[] = {
      {"Joy", "joy"}, {"happy", "happy"}, {"joy", ""}, {"HAPPY", ""}};
  for (std::size_t e = 0; e < 4; ++e) {
    parts.expressions[e].name = names[e].first;
    parts.expressions[e].preset = names[e].second;
  }
  parts.expressions[0].morph_target_binds = {{0, 0, 0.5f}};
  parts.animations = {clip("Square", 0, 2.0f)};
  return morph::test::scene_of(std::move(parts));
}

std::vector<morph::Index> expressions(const std::string& name) {
  const std::vector<WeightAssignment> wanted = {{name, 1.0f}};
  const Result<std::vector<UserExpression>> found = select_expressions(avatar(), wanted);
  std::vector<morph::Index> indices;
  if (!found) return indices;
  for (const UserExpression& expression : *found) indices.push_back(expression.expression);
  return indices;
}

TEST(SelectExpressions, TheMostLiteralReadingWins) {
  EXPECT_THAT(expressions("Joy"), ElementsAre(0u));
  EXPECT_THAT(expressions("joy"), ElementsAre(2u)) << "a name before a preset";
  EXPECT_THAT(expressions("happy"), ElementsAre(1u));
  EXPECT_THAT(expressions("Happy"), ElementsAre(1u, 3u)) << "in any case, of all";
  EXPECT_THAT(expressions("JOY"), ElementsAre(0u, 2u));
  EXPECT_THAT(expressions("J*"), ElementsAre(0u));
  EXPECT_THAT(expressions("j?y"), ElementsAre(0u, 2u)) << "of names and presets";
  EXPECT_THAT(expressions("*"), ElementsAre(0u, 1u, 2u, 3u));
  EXPECT_THAT(expressions("sad"), IsEmpty());
  EXPECT_THAT(expressions(""), IsEmpty());
}

TEST(SelectExpressions, AnUnknownNameNamesTheNearest) {
  const std::vector<WeightAssignment> wanted = {{"hapy", 1.0f}};
  EXPECT_THAT(select_expressions(avatar(), wanted).error().message,
              HasSubstr("no expression 'hapy' (did you mean happy"));
  EXPECT_THAT(select_expressions(faces(), wanted).error().message,
              HasSubstr("the file has no expressions"));
}

TEST(SelectScene, ByNumberThenName) {
  const Scene scene = faces();
  EXPECT_EQ(*select_scene(scene, ""), 0u);
  EXPECT_EQ(*select_scene(scene, "1"), 1u);
  EXPECT_EQ(*select_scene(scene, "7"), 1u);  // there is no scene 7, but one of that name
  EXPECT_THAT(select_scene(scene, "fist").error().message, HasSubstr("did you mean first"));
}

Options with(StartTime time, const char* animation = "0") {
  Options options;
  options.animation = animation;
  options.time = time;
  return options;
}

TEST(Player, TimesAreClampedNeverWrapped) {
  const Scene scene = faces();
  Player player(scene);
  using Kind = StartTime::Kind;
  const struct {
    StartTime time;
    float expected;
  } table[] = {{{Kind::seconds, -1.0}, 0.0f}, {{Kind::seconds, 0.5}, 0.5f},
               {{Kind::seconds, 0.1}, 0.1f},  // rounded to float, as keys are
               {{Kind::seconds, 99.0}, 2.0f}, {{Kind::end, 0.0}, 2.0f},
               {{Kind::start, 0.0}, 0.0f}};
  for (const auto& row : table) {
    ASSERT_TRUE(player.configure(with(row.time)));
    EXPECT_EQ(player.playback().time(), row.expected);
  }
}

TEST(Player, WithoutAClipTheTimeIsIgnored) {
  const Scene scene = faces();
  Player player(scene);
  ASSERT_TRUE(player.configure(with({StartTime::Kind::seconds, 1.0}, "none")));
  EXPECT_EQ(player.playback().time(), 0.0f);
  EXPECT_EQ(player.pose().morph_weights(0)[0], 0.0f);
}

TEST(Player, TheUserWinsOverTheAnimationUntilReleased) {
  const Scene scene = faces();
  Player player(scene);
  Options options = with({StartTime::Kind::seconds, 1.0});
  options.weights = {{"Face/jawOpen", 0.25f}, {"Face/jawOpen", -3.0f}};  // the later wins
  ASSERT_TRUE(player.configure(options));
  EXPECT_EQ(player.pose().morph_weights(0)[0], -3.0f);
  player.mixer().release(0, 0);
  player.update();
  EXPECT_EQ(player.pose().morph_weights(0)[0], 0.5f);
}

TEST(Player, ExpressionsStandBetweenTheAnimationAndTheUser) {
  const Scene scene = avatar();
  Player player(scene);
  Options options = with({StartTime::Kind::end, 0.0});
  ASSERT_TRUE(player.configure(options));
  EXPECT_THAT(player.pose().morph_weights(0), ElementsAre(1.0f, 0.0f, 0.0f));
  options.expressions = {{"Joy", 0.25f}, {"Joy", 5.0f}};  // the later wins, and is clamped
  ASSERT_TRUE(player.configure(options));
  EXPECT_THAT(player.pose().morph_weights(0), ElementsAre(0.5f, 0.0f, 0.0f));
  options.weights = {{"smile", 2.0f}};
  ASSERT_TRUE(player.configure(options));
  EXPECT_THAT(player.pose().morph_weights(0), ElementsAre(2.0f, 0.0f, 0.0f));
  options.expressions = {{"nobody", 1.0f}};
  EXPECT_FALSE(player.configure(options));
}

TEST(Player, HoldingTheDefaultsStopsTheAnimationsEffect) {
  const Scene scene = faces();
  Player player(scene);
  ASSERT_TRUE(player.configure(with({StartTime::Kind::end, 0.0})));
  EXPECT_EQ(player.pose().morph_weights(0)[0], 1.0f);
  player.hold_defaults();
  player.update();
  EXPECT_EQ(player.pose().morph_weights(0)[0], 0.0f);
  player.mixer().release_all();
  player.update();
  EXPECT_EQ(player.pose().morph_weights(0)[0], 1.0f);
}

TEST(Player, AnotherClipLeavesTheOtherNodesAtRest) {
  const Scene scene = faces();
  Player player(scene);
  ASSERT_TRUE(player.configure(with({StartTime::Kind::end, 0.0})));
  EXPECT_EQ(player.pose().morph_weights(0)[0], 1.0f);
  player.choose({AnimationChoice::Kind::one, 1});
  player.playback().seek(3.0);
  player.update();
  EXPECT_EQ(player.pose().morph_weights(0)[0], 0.0f);
  EXPECT_EQ(player.pose().morph_weights(1)[0], 1.0f);
  player.choose({});
  player.update();
  EXPECT_EQ(player.pose().morph_weights(1)[0], 0.0f);
}

TEST(Player, AnotherClipKeepsRunningOrStanding) {
  const Scene scene = faces();
  Player player(scene);
  Options options = with({});
  options.paused = true;
  ASSERT_TRUE(player.configure(options));
  EXPECT_FALSE(player.playback().running());
  player.choose({AnimationChoice::Kind::one, 1});
  EXPECT_FALSE(player.playback().running());
  player.playback().resume();
  player.choose({AnimationChoice::Kind::all, morph::kNoIndex});
  EXPECT_TRUE(player.playback().running());
  EXPECT_EQ(player.playback().duration(), 4.0f);
}

}  // namespace
}  // namespace morphview
