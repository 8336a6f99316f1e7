// SPDX-License-Identifier: MIT
#include <gtest/gtest.h>

#include <cmath>
#include <cstdint>
#include <cstring>
#include <string>
#include <vector>

#include "morph/runtime/pose.h"
#include "morph/runtime/sample.h"
#include "support/gltf_builder.h"

namespace morph::test {
namespace {

// Animations with core targets, item by item.

/// A triangle with two targets and a weights channel of two keys.
struct Animated {
  GltfBuilder builder = GltfBuilder::triangle(2);
  int times = builder.add_values<float>("SCALAR", {0, 1});
  int weights = builder.add_values<float>("SCALAR", {0, 0, 1, 0.5f});

  Animated() { builder.add_channel(0, "weights", times, weights); }
  nlohmann::json& channel(std::size_t c = 0) {
    return builder.root["animations"][0]["channels"][c];
  }
  nlohmann::json& sampler(std::size_t s = 0) {
    return builder.root["animations"][0]["samplers"][s];
  }
};

const std::string kChannel = "/animations/0/channels/0";
const std::string kSampler = "/animations/0/samplers/0";

std::vector<float> values_of(const Track& track, std::uint32_t key) {
  return {track.value(key).begin(), track.value(key).end()};
}

TEST(Animations, ChannelsShareTheTrackOfASampler) {
  Animated a;
  a.builder.root["nodes"].push_back({{"mesh", 0}});
  a.builder.root["animations"][0]["channels"].push_back(
      {{"sampler", 0}, {"target", {{"node", 1}, {"path", "weights"}}}});
  a.builder.root["animations"][0]["name"] = "clip";
  const auto imported = expect_imported(a.builder.import());
  const Animation& animation = imported.scene.animations()[0];
  EXPECT_EQ(animation.name, "clip");
  EXPECT_EQ(animation.channels.size(), 2u);
  ASSERT_EQ(animation.samplers.size(), 1u);
  EXPECT_EQ(values_of(animation.samplers[0], 1), std::vector<float>({1, 0.5f}));
  EXPECT_EQ(animation.duration(), 1);
}

TEST(Animations, TransformTracks) {
  Animated a;
  a.builder.root["nodes"].push_back({{"name", "empty"}});
  const int vec3 = a.builder.add_values<float>("VEC3", {0, 0, 0, 1, 2, 3});
  const int vec4 =
      a.builder.add_values<std::int16_t>("VEC4", {0, 0, 0, 32767, 0, 0, 32767, 0}, true);
  a.builder.add_channel(0, "translation", a.times, vec3, "STEP", 1);
  a.builder.add_channel(0, "rotation", a.times, vec4, "LINEAR", 1);
  a.builder.add_channel(0, "scale", a.times, vec3, "LINEAR", 1);
  const auto imported = expect_imported(a.builder.import());
  EXPECT_TRUE(imported.warnings.empty());
  const Animation& animation = imported.scene.animations()[0];
  ASSERT_EQ(animation.channels.size(), 4u);
  EXPECT_EQ(animation.samplers[1].interpolation(), Interpolation::step);
  EXPECT_EQ(animation.samplers[2].width(), 4u);
  EXPECT_EQ(values_of(animation.samplers[2], 1), std::vector<float>({0, 0, 1, 0}));
}

TEST(Rules, Item24_EveryPathIsKnown) {
  const struct {
    const char* name;
    ChannelPath path;
    int width;
  } table[] = {{"translation", ChannelPath::translation, 3},
               {"rotation", ChannelPath::rotation, 4},
               {"scale", ChannelPath::scale, 3},
               {"weights", ChannelPath::weights, 1}};
  for (const auto& row : table) {
    Animated a;
    const std::string type = row.width == 1 ? "SCALAR" : "VEC" + std::to_string(row.width);
    const auto floats = static_cast<std::size_t>(row.width == 1 ? 4 : row.width * 2);
    a.sampler()["output"] = a.builder.add_values<float>(type, std::vector<float>(floats, 0.5f));
    a.channel()["target"]["path"] = row.name;
    const auto imported = expect_imported(a.builder.import());
    ASSERT_EQ(imported.scene.animations()[0].channels.size(), 1u) << row.name;
    EXPECT_EQ(imported.scene.animations()[0].channels[0].path, row.path);
  }
}

TEST(Rules, Item25_TimesMustRiseFromZero) {
  for (const std::vector<float>& bad : {std::vector<float>{1, 1}, {2, 1}, {-1, 1}, {0, INFINITY}}) {
    Animated a;
    std::memcpy(a.builder.bin.data() + a.builder.root["bufferViews"][4]["byteOffset"].get<int>(),
                bad.data(), 8);
    const auto imported = expect_imported(a.builder.import());
    EXPECT_TRUE(imported.scene.animations()[0].channels.empty());
    EXPECT_EQ(imported.warnings.size(), 1u);
  }
}

TEST(Rules, Item28_KeyFramesWithAStrideAreReadWithAWarning) {
  Animated a;
  const int view = a.builder.add_view(std::vector<float>{0, 9, 0, 9, 1, 9, 0.25f, 9}, 8);
  a.sampler()["output"] = a.builder.add_accessor(view, Component::f32, "SCALAR", 4);
  const auto imported = expect_imported(a.builder.import());
  EXPECT_TRUE(has_warning(imported, "/accessors/6", "ANIMATION_SAMPLER_ACCESSOR_WITH_BYTESTRIDE"));
  EXPECT_EQ(values_of(imported.scene.animations()[0].samplers[0], 1),
            std::vector<float>({1, 0.25f}));
}

TEST(Rules, Item36_NodesWithAMatrixTakeWeightsButNoTransforms) {
  Animated a;
  a.builder.root["nodes"][0]["matrix"] = {1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1};
  const int vec3 = a.builder.add_values<float>("VEC3", {0, 0, 0, 1, 2, 3});
  a.builder.add_channel(0, "scale", a.times, vec3);
  const auto imported = expect_imported(a.builder.import());
  ASSERT_EQ(imported.scene.animations()[0].channels.size(), 1u);
  EXPECT_EQ(imported.scene.animations()[0].channels[0].path, ChannelPath::weights);
  EXPECT_TRUE(has_warning(imported, kChannel + "/target", ""));
  EXPECT_TRUE(has_warning(imported, "/animations/0/channels/1/target",
                          "ANIMATION_CHANNEL_TARGET_NODE_MATRIX"));
}

template <class T>
void check_normalized(const std::vector<T>& raw, const std::vector<float>& expected) {
  Animated a;
  a.sampler()["output"] = a.builder.add_values<T>("SCALAR", raw, true);
  const auto imported = expect_imported(a.builder.import());
  EXPECT_TRUE(imported.warnings.empty());
  const Track& track = imported.scene.animations()[0].samplers[0];
  EXPECT_EQ(values_of(track, 0), std::vector<float>(expected.begin(), expected.begin() + 2));
  EXPECT_EQ(values_of(track, 1), std::vector<float>(expected.begin() + 2, expected.end()));
}

TEST(Rules, Item37_NormalizedIntegerWeights) {
  check_normalized<std::int8_t>({-128, -127, 0, 127}, {-1, -1, 0, 1});
  check_normalized<std::uint8_t>({0, 51, 128, 255}, {0, 51.0f / 255, 128.0f / 255, 1});
  check_normalized<std::int16_t>({-32768, -32767, 1, 32767}, {-1, -1, 1.0f / 32767, 1});
  check_normalized<std::uint16_t>({0, 1, 13107, 65535}, {0, 1.0f / 65535, 0.2f, 1});
}

TEST(Rules, Item37_RawIntegerWeightsAreUsedAsTheyAre) {
  Animated a;
  a.sampler()["output"] = a.builder.add_values<std::uint8_t>("SCALAR", {0, 1, 2, 255});
  const auto imported = expect_imported(a.builder.import());
  EXPECT_TRUE(has_warning(imported, kSampler + "/output",
                          "ANIMATION_SAMPLER_OUTPUT_ACCESSOR_INVALID_FORMAT"));
  EXPECT_EQ(values_of(imported.scene.animations()[0].samplers[0], 1), std::vector<float>({2, 255}));
}

TEST(Rules, Item38_InputWithoutBoundsIsPlayedWithAWarning) {
  Animated a;
  a.builder.accessor(4).erase("max");
  const auto imported = expect_imported(a.builder.import());
  EXPECT_EQ(imported.scene.animations()[0].channels.size(), 1u);
  EXPECT_TRUE(has_warning(imported, kSampler + "/input",
                          "ANIMATION_SAMPLER_INPUT_ACCESSOR_WITHOUT_BOUNDS"));
}

TEST(Rules, Item39_OutputCountIsKeysTimesTargets) {
  Animated a;
  a.builder.accessor(5)["count"] = 3;
  const auto imported = expect_imported(a.builder.import());
  EXPECT_TRUE(imported.scene.animations()[0].channels.empty());
  ASSERT_EQ(imported.scene.animations()[0].samplers.size(), 1u) << "indices keep";
  ASSERT_EQ(imported.warnings.size(), 1u);
  EXPECT_EQ(imported.warnings[0].message,
            "3 elements for 2 keys, expected 4; /animations/0/channels/0 is left out");
}

TEST(Rules, Item40_SplineKeysAreTangentsValuesTangents) {
  Animated a;
  a.sampler()["output"] =
      a.builder.add_values<float>("SCALAR", {1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12});
  a.sampler()["interpolation"] = "CUBICSPLINE";
  const auto imported = expect_imported(a.builder.import());
  const Track& track = imported.scene.animations()[0].samplers[0];
  EXPECT_EQ(values_of(track, 0), std::vector<float>({3, 4}));
  EXPECT_EQ(track.in_tangent(1)[0], 7);
  EXPECT_EQ(track.out_tangent(1)[1], 12);
}

TEST(Rules, Item41_AFirstKeyAfterZeroHoldsFromZero) {
  Animated a;
  a.sampler()["input"] = a.builder.add_values<float>("SCALAR", {10, 12});
  for (const char* mode : {"LINEAR", "STEP"}) {
    a.sampler()["interpolation"] = mode;
    const auto imported = expect_imported(a.builder.import());
    EXPECT_TRUE(imported.warnings.empty());
    const Animation& animation = imported.scene.animations()[0];
    EXPECT_EQ(animation.duration(), 12) << "the clip begins at 0";
    Pose pose(imported.scene);
    AnimationSampler sampler(animation);
    sampler.sample(animation, 12, pose);
    for (const float time : {5.0f, 0.0f, 10.0f}) {
      sampler.sample(animation, time, pose);
      EXPECT_EQ(pose.morph_weights(0)[1], 0) << mode << time;
    }
  }
}

TEST(Rules, Item42_SamplersHaveTimesOfTheirOwn) {
  Animated a;
  const int later = a.builder.add_values<float>("SCALAR", {2, 5});
  const int scales = a.builder.add_values<float>("VEC3", {1, 1, 1, 2, 2, 2});
  a.builder.add_channel(0, "scale", later, scales);
  const auto imported = expect_imported(a.builder.import());
  const Animation& animation = imported.scene.animations()[0];
  EXPECT_EQ(animation.samplers[0].end(), 1);
  EXPECT_EQ(animation.samplers[1].end(), 5);
  EXPECT_EQ(animation.duration(), 5);
}

TEST(Rules, Item43_ChannelWithoutNodeIsIgnored) {
  Animated a;
  a.channel()["target"].erase("node");
  const auto imported = expect_imported(a.builder.import());
  EXPECT_TRUE(imported.scene.animations()[0].channels.empty());
  EXPECT_TRUE(imported.warnings.empty());
}

TEST(Rules, Item43_WithoutNodeNothingElseIsJudged) {
  // gltf-validator wants a target and a path even then; without a node there is nothing to play.
  for (const nlohmann::json& channel :
       {nlohmann::json::object(), nlohmann::json({{"sampler", 0}, {"target", {{"path", "shape"}}}}),
        nlohmann::json({{"sampler", 7}, {"target", nlohmann::json::object()}})}) {
    Animated a;
    a.channel() = channel;
    const auto imported = expect_imported(a.builder.import());
    ASSERT_EQ(imported.scene.animations().size(), 1u) << "the clip is listed all the same";
    EXPECT_TRUE(imported.scene.animations()[0].channels.empty());
    EXPECT_EQ(imported.scene.animations()[0].duration(), 0);
    EXPECT_TRUE(imported.warnings.empty());
  }
}

TEST(Rules, Item44_WeightsOfANodeWithoutTargetsAreLeftOut) {
  Animated a;
  a.builder.root["nodes"].push_back({{"name", "no mesh"}});
  a.channel()["target"]["node"] = 1;
  const auto imported = expect_imported(a.builder.import());
  EXPECT_TRUE(imported.scene.animations()[0].channels.empty());
  EXPECT_TRUE(has_warning(imported, kChannel + "/target",
                          "ANIMATION_CHANNEL_TARGET_NODE_WEIGHTS_NO_MORPHS"));
}

TEST(Rules, Item45_LaterChannelsOfTheSamePropertyAreLeftOut) {
  Animated a;
  const int other = a.builder.add_values<float>("SCALAR", {9, 9, 9, 9});
  a.builder.add_channel(0, "weights", a.times, other);
  const auto imported = expect_imported(a.builder.import());
  ASSERT_EQ(imported.scene.animations()[0].channels.size(), 1u);
  EXPECT_EQ(imported.scene.animations()[0].channels[0].sampler, 0u);
  EXPECT_TRUE(
      has_warning(imported, "/animations/0/channels/1/target", "ANIMATION_DUPLICATE_TARGETS"));
}

TEST(Rules, Item45_AnEarlierChannelThatIsLeftOutTakesNothing) {
  Animated a;
  a.builder.add_channel(0, "weights", a.times, a.weights);
  a.sampler()["output"] = a.times;
  const auto imported = expect_imported(a.builder.import());
  ASSERT_EQ(imported.scene.animations()[0].channels.size(), 1u);
  EXPECT_EQ(imported.scene.animations()[0].channels[0].sampler, 1u);
  EXPECT_EQ(imported.warnings.size(), 1u);
}

TEST(Rules, Item52_OneKeyIsAConstantButNotOfASpline) {
  Animated a;
  a.sampler()["input"] = a.builder.add_values<float>("SCALAR", {10});
  a.sampler()["output"] = a.builder.add_values<float>("SCALAR", {1, 2});
  for (const char* mode : {"LINEAR", "STEP"}) {
    a.sampler()["interpolation"] = mode;
    const auto constant = expect_imported(a.builder.import());
    EXPECT_TRUE(constant.warnings.empty());
    EXPECT_EQ(values_of(constant.scene.animations()[0].samplers[0], 0), std::vector<float>({1, 2}));
  }
  a.sampler()["output"] = a.builder.add_values<float>("SCALAR", {0, 0, 1, 2, 0, 0});
  a.sampler()["interpolation"] = "CUBICSPLINE";
  const auto imported = expect_imported(a.builder.import());
  EXPECT_TRUE(has_warning(imported, kSampler + "/input",
                          "ANIMATION_SAMPLER_INPUT_ACCESSOR_TOO_FEW_ELEMENTS"));
  EXPECT_TRUE(imported.scene.animations()[0].channels.empty());
}

TEST(Rules, Item73_RotationsAreBroughtToUnitLength) {
  for (const char* mode : {"LINEAR", "STEP"}) {
    Animated a;
    const int rotations = a.builder.add_values<float>("VEC4", {0, 0, 0, 4, 0, 0, 0, 0});
    a.builder.add_channel(0, "rotation", a.times, rotations, mode);
    const auto imported = expect_imported(a.builder.import());
    EXPECT_TRUE(has_warning(imported, "/accessors/6",
                            "ACCESSOR_ANIMATION_SAMPLER_OUTPUT_NON_NORMALIZED_QUATERNION"));
    const Track& track = imported.scene.animations()[0].samplers[1];
    EXPECT_EQ(values_of(track, 0), std::vector<float>({0, 0, 0, 1}));
    EXPECT_EQ(values_of(track, 1), std::vector<float>({0, 0, 0, 1})) << "no rotation";
  }
}

TEST(Rules, Item73_RoundedRotationsAndSplinesAreKeptToTheBit) {
  Animated a;
  // As normalized bytes round a rotation: its length is 1.002.
  const int rounded = a.builder.add_values<std::int8_t>("VEC4", {90, 90, 0, 0, 0, 0, 0, 127}, true);
  a.builder.add_channel(0, "rotation", a.times, rounded);
  std::vector<float> keys(24, 0.0f);
  keys[7] = keys[19] = 3;
  const int spline = a.builder.add_values<float>("VEC4", keys);
  a.builder.root["nodes"].push_back({{"name", "other"}});
  a.builder.add_channel(0, "rotation", a.times, spline, "CUBICSPLINE", 1);
  const auto imported = expect_imported(a.builder.import());
  EXPECT_TRUE(imported.warnings.empty());
  EXPECT_EQ(values_of(imported.scene.animations()[0].samplers[1], 0)[0], 90.0f / 127);
  EXPECT_EQ(values_of(imported.scene.animations()[0].samplers[2], 0)[3], 3);
}

TEST(Animations, OneBrokenChannelLeavesTheOthers) {
  Animated a;
  auto& channels = a.builder.root["animations"][0]["channels"];
  nlohmann::json broken = channels[0];
  broken["target"]["path"] = "shape";
  channels = {broken, channels[0]};
  const auto imported = expect_imported(a.builder.import());
  ASSERT_EQ(imported.scene.animations()[0].channels.size(), 1u);
  EXPECT_TRUE(has_warning(imported, kChannel + "/target/path", "VALUE_NOT_IN_LIST"));
}

TEST(Animations, TheSameSamplerForAnotherNumberOfTargets) {
  Animated a;
  GltfBuilder& builder = a.builder;
  auto mesh = builder.root["meshes"][0];
  mesh["primitives"][0]["targets"].erase(1);
  builder.root["meshes"].push_back(mesh);
  builder.root["nodes"].push_back({{"mesh", 1}});
  builder.root["animations"][0]["channels"].push_back(
      {{"sampler", 0}, {"target", {{"node", 1}, {"path", "weights"}}}});
  const auto imported = expect_imported(builder.import());
  EXPECT_EQ(imported.scene.animations()[0].channels.size(), 1u);
  EXPECT_TRUE(has_warning(imported, "/animations/0/channels/1/sampler",
                          "ANIMATION_SAMPLER_OUTPUT_ACCESSOR_INVALID_COUNT"));
}

TEST(Animations, ABrokenSamplerIsReadOnce) {
  Animated a;
  a.sampler()["input"] = a.builder.add_values<float>("SCALAR", {1, 1});
  for (int c = 0; c < 50; ++c) a.builder.root["animations"][0]["channels"].push_back(a.channel());
  gltf::ImportOptions options;
  options.limits.track_floats = 6;
  EXPECT_EQ(expect_imported(a.builder.import(options)).warnings.size(), 51u);
}

TEST(Animations, KeysAreLimited) {
  Animated a;
  gltf::ImportOptions options;
  options.limits.keys = 1;
  EXPECT_EQ(expect_refused(a.builder.import(options)).where, kSampler + "/input");
  options = {};
  options.limits.track_floats = 6;  // two times and four weights
  EXPECT_TRUE(a.builder.import(options));
  options.limits.track_floats = 5;
  EXPECT_EQ(expect_refused(a.builder.import(options)).where, kSampler + "/output");
}

}  // namespace
}  // namespace morph::test
