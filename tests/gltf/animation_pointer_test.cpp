// SPDX-License-Identifier: MIT
#include "morph/gltf/detail/animation_pointer.h"

#include <gtest/gtest.h>

#include <cstdint>
#include <string>
#include <tuple>
#include <vector>

#include "morph/runtime/pose.h"
#include "morph/runtime/sample.h"
#include "support/gltf_builder.h"

namespace morph::test {
namespace {

using nlohmann::json;

// KHR_animation_pointer: what its pointers mean (rules 56 and 57), and what is played of them.

// ---- The text ----

using gltf::detail::AnimationPointer;
using gltf::detail::parse_animation_pointer;
using Object = AnimationPointer::Object;

TEST(AnimationPointerText, PropertiesThatAreAnimated) {
  const struct {
    const char* text;
    Object object;
    Index index;
    ChannelPath path;
    Index element;
  } table[] = {
      {"/nodes/0/weights", Object::node, 0, ChannelPath::weights, kNoIndex},
      {"/nodes/12/weights/3", Object::node, 12, ChannelPath::weights, 3},
      {"/nodes/1/weights/0", Object::node, 1, ChannelPath::weights, 0},
      {"/nodes/1/translation", Object::node, 1, ChannelPath::translation, kNoIndex},
      {"/nodes/1/rotation", Object::node, 1, ChannelPath::rotation, kNoIndex},
      {"/nodes/4294967294/scale", Object::node, kNoIndex - 1, ChannelPath::scale, kNoIndex},
      {"/meshes/2/weights", Object::mesh, 2, ChannelPath::weights, kNoIndex},
      {"/meshes/2/weights/10", Object::mesh, 2, ChannelPath::weights, 10},
  };
  for (const auto& row : table) {
    const auto pointer = parse_animation_pointer(row.text);
    ASSERT_TRUE(pointer) << row.text;
    EXPECT_EQ(pointer->object, row.object) << row.text;
    EXPECT_EQ(pointer->index, row.index) << row.text;
    EXPECT_EQ(pointer->path, row.path) << row.text;
    EXPECT_EQ(pointer->element, row.element) << row.text;
  }
}

TEST(AnimationPointerText, OtherPropertiesAreSoundButNotAnimated) {
  for (const char* text :
       {"/", "/nodes", "/nodes/0", "/nodes/x/name", "/nodes/0/weights/0/x",
        "/nodes/0/weights.length", "/nodes/0/translation/1", "/nodes/0/~0weights",
        "/nodes/0/wei~1ghts", "/meshes/0/rotation",
        "/materials/0/pbrMetallicRoughness/baseColorFactor", "/cameras/0/perspective/yfov",
        "/extensions/KHR_lights_punctual/lights/0/color", "/a~1b/~0~1"}) {
    const auto pointer = parse_animation_pointer(text);
    ASSERT_TRUE(pointer) << text;
    EXPECT_EQ(pointer->object, Object::other) << text;
  }
}

TEST(AnimationPointerText, UnsoundTexts) {
  for (const char* text :
       {"", "nodes/0/weights", "#/nodes/0/weights", "/nodes/01/weights", "/nodes/-1/weights",
        "/nodes/+1/weights", "/nodes/-/weights", "/nodes//weights", "/nodes/ 1/weights",
        "/nodes/1.0/weights", "/nodes/0x1/weights", "/nodes/4294967295/weights",
        "/nodes/99999999999999999999/weights", "/nodes/0/weights/", "/nodes/0/weights/00",
        "/nodes/0/weights/-", "/meshes/a/weights", "/materials/a~2b", "/materials/a~"}) {
    const auto pointer = parse_animation_pointer(text);
    ASSERT_FALSE(pointer) << text;
    EXPECT_EQ(pointer.error().code, ErrorCode::syntax) << text;
  }
}

// ---- The file ----

const std::string kPointer =
    "/animations/0/channels/0/target/extensions/KHR_animation_pointer/pointer";

std::string at_channel(int channel, const std::string& rest) {
  return "/animations/0/channels/" + std::to_string(channel) + rest;
}

/// Nodes 0 and 1 show a triangle with two targets (node 1 with weights of its own), node 2 is
/// empty. `times` are 0 and 1.
struct Pointed {
  GltfBuilder builder = GltfBuilder::triangle(2);
  int times = builder.add_values<float>("SCALAR", {0, 1});

  Pointed() {
    builder.root["nodes"].push_back({{"mesh", 0}, {"weights", {0.5, 0.25}}});
    builder.root["nodes"].push_back({{"name", "empty"}});
  }

  /// A channel with a pointer, and a sampler of its own.
  json& add(const std::string& pointer, int output, int input = -1) {
    builder.add_channel(0, "pointer", input < 0 ? times : input, output);
    json& channel = builder.root["animations"][0]["channels"].back();
    channel["target"] = {{"path", "pointer"},
                         {"extensions", {{"KHR_animation_pointer", {{"pointer", pointer}}}}}};
    return channel;
  }
  int scalars(const std::vector<float>& values) {
    return builder.add_values<float>("SCALAR", values);
  }
  [[nodiscard]] gltf::Imported import() const { return expect_imported(builder.import()); }
};

std::vector<float> weights_at(const Scene& scene, Index node, float time) {
  Pose pose(scene);
  AnimationSampler(scene.animations()[0]).sample(scene.animations()[0], time, pose);
  const auto weights = pose.morph_weights(node);
  return {weights.begin(), weights.end()};
}

using Floats = std::vector<float>;

TEST(Rules, Item56_PointerToTheWeightsOfANode) {
  Pointed p;
  p.builder.root["extensionsUsed"] =
      p.builder.root["extensionsRequired"] = {"KHR_animation_pointer"};
  p.add("/nodes/1/weights", p.scalars({0, 0, 1, 2}));
  const auto imported = p.import();
  EXPECT_TRUE(imported.warnings.empty());
  EXPECT_TRUE(imported.source.extensions_unsupported.empty());
  EXPECT_EQ(weights_at(imported.scene, 1, 0.5f), Floats({0.5f, 1}));
  EXPECT_EQ(weights_at(imported.scene, 0, 0.5f), Floats({0, 0}));
}

TEST(Rules, Item56_PointerToOneWeightLeavesTheOthers) {
  Pointed p;
  p.add("/nodes/1/weights/1", p.scalars({0, 1}));
  const auto imported = p.import();
  EXPECT_TRUE(imported.warnings.empty());
  ASSERT_EQ(imported.scene.animations()[0].channels.size(), 1u);
  EXPECT_EQ(imported.scene.animations()[0].channels[0].element, 1u);
  EXPECT_EQ(weights_at(imported.scene, 1, 0.75f), Floats({0.5f, 0.75f}));
}

TEST(Rules, Item42_PointersToSingleWeightsEndAtTimesOfTheirOwn) {
  Pointed p;
  const int later = p.scalars({2, 6});
  p.add("/nodes/0/weights/1", p.scalars({0, 4}), later);
  p.add("/nodes/0/weights/0", p.scalars({1, 3}));
  const auto imported = p.import();
  EXPECT_EQ(imported.scene.animations()[0].duration(), 6);
  EXPECT_EQ(weights_at(imported.scene, 0, 0.5f), Floats({2, 0}));
  EXPECT_EQ(weights_at(imported.scene, 0, 3), Floats({3, 1}));
}

TEST(Rules, Item57_NodesWithoutWeightsOfTheirOwnHaveThePointer) {
  Pointed p;
  p.builder.root["meshes"][0]["weights"] = {0.125, 0.875};
  p.add("/nodes/0/weights/0", p.scalars({0, 1}));
  const auto imported = p.import();
  EXPECT_TRUE(imported.warnings.empty());
  EXPECT_EQ(weights_at(imported.scene, 0, 1), Floats({1, 0.875f}));
}

TEST(Rules, Item56_PointersToTransforms) {
  Pointed p;
  p.add("/nodes/2/translation", p.builder.add_values<float>("VEC3", {0, 0, 0, 2, 4, 6}));
  p.add("/nodes/2/rotation", p.builder.add_values<float>("VEC4", {0, 0, 0, 1, 1, 0, 0, 0}));
  p.add("/nodes/2/scale", p.builder.add_values<float>("VEC3", {1, 1, 1, 3, 3, 3}));
  const auto imported = p.import();
  EXPECT_TRUE(imported.warnings.empty());
  Pose pose(imported.scene);
  const Animation& animation = imported.scene.animations()[0];
  AnimationSampler(animation).sample(animation, 0.5f, pose);
  EXPECT_EQ(pose.transforms()[2].translation, glm::vec3(1, 2, 3));
  EXPECT_NEAR(pose.transforms()[2].rotation.x, 0.70710678f, 1e-6);
  EXPECT_EQ(pose.transforms()[2].scale, glm::vec3(2));
}

TEST(Rules, Item57_OldPointersToAMeshDriveEveryNodeThatShowsIt) {
  Pointed p;
  p.add("/meshes/0/weights", p.scalars({0, 0, 1, 2}));
  const auto imported = p.import();
  ASSERT_EQ(imported.warnings.size(), 1u);
  EXPECT_EQ(imported.warnings[0].where, kPointer);
  const Animation& animation = imported.scene.animations()[0];
  ASSERT_EQ(animation.samplers.size(), 1u);
  ASSERT_EQ(animation.channels.size(), 2u);
  for (const Index node : {0u, 1u}) {
    EXPECT_EQ(animation.channels[node].sampler, 0u);
    EXPECT_EQ(animation.channels[node].node, node);
    EXPECT_EQ(weights_at(imported.scene, node, 1), Floats({1, 2}));
  }
}

TEST(Rules, Item57_OldPointersToOneWeightOfAMesh) {
  Pointed p;
  p.add("/meshes/0/weights/1", p.scalars({0, 1}));
  const auto imported = p.import();
  EXPECT_EQ(imported.warnings.size(), 1u);
  EXPECT_EQ(weights_at(imported.scene, 0, 1), Floats({0, 1}));
  EXPECT_EQ(weights_at(imported.scene, 1, 1), Floats({0.5f, 1}));
}

TEST(Rules, Item56_IntegersAreFloatsAndInterpolatedAfterwards) {
  Pointed p;
  p.add("/nodes/0/weights", p.builder.add_values<std::uint8_t>("SCALAR", {0, 1, 3, 255}));
  p.add("/nodes/1/weights", p.builder.add_values<std::uint8_t>("SCALAR", {0, 255, 255, 0}, true));
  p.add("/nodes/2/translation",
        p.builder.add_values<std::int16_t>("VEC3", {0, 0, 0, -32767, 1, 2}));
  const auto imported = p.import();
  EXPECT_TRUE(imported.warnings.empty());
  EXPECT_EQ(weights_at(imported.scene, 0, 0.5f), Floats({1.5f, 128}));
  EXPECT_EQ(weights_at(imported.scene, 1, 0.25f), Floats({0.25f, 0.75f}));
  EXPECT_EQ(imported.scene.animations()[0].samplers[2].value(1)[0], -32767);
}

TEST(Rules, Item36_PointersToANodeWithAMatrix) {
  Pointed p;
  p.builder.root["nodes"][0]["matrix"] = {1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1};
  p.add("/nodes/0/weights/0", p.scalars({0, 1}));
  p.add("/nodes/0/scale", p.builder.add_values<float>("VEC3", {1, 1, 1, 3, 3, 3}));
  const auto imported = p.import();
  EXPECT_EQ(weights_at(imported.scene, 0, 1), Floats({1, 0}));
  EXPECT_EQ(imported.scene.animations()[0].channels.size(), 1u);
  EXPECT_TRUE(has_warning(imported, at_channel(0, "/target"), ""));
  EXPECT_TRUE(has_warning(imported,
                          at_channel(1, "/target/extensions/KHR_animation_pointer/pointer"),
                          "ANIMATION_CHANNEL_TARGET_NODE_MATRIX"));
}

TEST(Rules, Item56_NothingIsDrivenTwice) {
  const std::string core = "core";
  const struct {
    std::string first, second;
    std::size_t channels;
  } table[] = {
      {"/nodes/0/weights", "/nodes/0/weights", 1},
      {"/nodes/0/weights", "/nodes/0/weights/1", 1},
      {"/nodes/0/weights/1", "/nodes/0/weights", 1},
      {"/nodes/0/weights/1", "/nodes/0/weights/1", 1},
      {"/nodes/0/weights", core, 1},
      {core, "/nodes/0/weights", 1},
      {core, "/nodes/0/weights/0", 1},
      {"/nodes/0/weights/0", core, 1},
      {"/meshes/0/weights", "/meshes/0/weights", 2},
      {"/meshes/0/weights", "/meshes/0/weights/0", 2},
      {"/meshes/0/weights/0", "/meshes/0/weights", 2},
      {"/meshes/0/weights", "/nodes/0/weights/0", 2},
      {"/nodes/0/weights/0", "/meshes/0/weights", 2},  // on node 1, which is free
  };
  for (const auto& row : table) {
    Pointed p;
    for (const std::string& target : {row.first, row.second}) {
      const bool one = target.ends_with("/0") || target.ends_with("/1");
      const int output = p.scalars(one ? Floats{0, 1} : Floats{0, 0, 1, 1});
      if (target == core) {
        p.builder.add_channel(0, "weights", p.times, output);
      } else {
        p.add(target, output);
      }
    }
    const auto imported = p.import();
    EXPECT_EQ(imported.scene.animations()[0].channels.size(), row.channels)
        << row.first << " " << row.second;
    EXPECT_TRUE(has_warning(imported, at_channel(1, "/target"), "ANIMATION_DUPLICATE_TARGETS"))
        << row.first << " " << row.second;
  }
}

TEST(Rules, Item56_WhatDiffersIsNoDuplicate) {
  Pointed p;
  p.add("/nodes/0/weights/0", p.scalars({0, 1}));
  p.add("/nodes/0/weights/1", p.scalars({0, 1}));
  p.add("/nodes/1/weights", p.scalars({0, 0, 1, 1}));
  p.add("/nodes/0/scale", p.builder.add_values<float>("VEC3", {1, 1, 1, 3, 3, 3}));
  const auto imported = p.import();
  EXPECT_TRUE(imported.warnings.empty());
  EXPECT_EQ(imported.scene.animations()[0].channels.size(), 4u);
}

TEST(AnimationPointers, TargetsThatCannotBeDrivenAreLeftOut) {
  const std::tuple<const char*, ErrorCode, const char*> table[] = {
      {"/nodes/3/weights", ErrorCode::out_of_range, "UNRESOLVED_REFERENCE"},
      {"/nodes/4294967294/scale", ErrorCode::out_of_range, "UNRESOLVED_REFERENCE"},
      {"/nodes/0/weights/2", ErrorCode::out_of_range, "UNRESOLVED_REFERENCE"},
      {"/meshes/2/weights", ErrorCode::out_of_range, "UNRESOLVED_REFERENCE"},
      {"/meshes/0/weights/2", ErrorCode::out_of_range, "UNRESOLVED_REFERENCE"},
      {"/meshes/1/weights", ErrorCode::invalid_value, ""},  // no node shows it
      {"/nodes/2/weights", ErrorCode::no_morph_targets,
       "ANIMATION_CHANNEL_TARGET_NODE_WEIGHTS_NO_MORPHS"},
      {"/nodes/2/weights/0", ErrorCode::no_morph_targets,
       "ANIMATION_CHANNEL_TARGET_NODE_WEIGHTS_NO_MORPHS"},
      {"/nodes/-1/weights", ErrorCode::syntax, ""},
      {"nodes/0/weights", ErrorCode::syntax, "PATTERN_MISMATCH"},
      {"/nodes~2/0/weights", ErrorCode::syntax, "PATTERN_MISMATCH"},
      {"", ErrorCode::syntax, ""},
  };
  for (const auto& [pointer, code, rule] : table) {
    Pointed p;
    p.builder.root["meshes"].push_back(p.builder.root["meshes"][0]);
    p.add(pointer, p.scalars({0, 1}));
    const auto imported = p.import();
    EXPECT_TRUE(imported.scene.animations()[0].channels.empty()) << pointer;
    ASSERT_EQ(imported.warnings.size(), 1u) << pointer;
    EXPECT_EQ(imported.warnings[0].where, kPointer) << pointer;
    EXPECT_EQ(imported.warnings[0].code, code) << pointer;
    EXPECT_EQ(imported.warnings[0].rule, rule) << pointer;
  }
}

TEST(AnimationPointers, OtherPropertiesAreCountedInOneWarning) {
  Pointed p;
  p.builder.root["materials"] = {{{"name", "m"}}};
  for (int i = 0; i < 3; ++i) p.add("/materials/0/alphaCutoff", p.scalars({0, 1}));
  p.add("/nodes/0/weights/0", p.scalars({0, 1}));
  p.builder.root["animations"].push_back(p.builder.root["animations"][0]);
  const auto imported = p.import();
  ASSERT_EQ(imported.warnings.size(), 1u);
  EXPECT_EQ(imported.warnings[0].where, "/animations");
  EXPECT_TRUE(imported.warnings[0].message.starts_with("6 pointers name"))
      << imported.warnings[0].message;
  EXPECT_EQ(imported.scene.animations()[1].channels.size(), 1u);
}

TEST(AnimationPointers, ANodeBesideThePointerIsIgnored) {
  Pointed p;
  p.add("/nodes/0/weights/0", p.scalars({0, 1}))["target"]["node"] = 1;
  const auto imported = p.import();
  EXPECT_TRUE(has_warning(imported, at_channel(0, "/target/node"),
                          "KHR_ANIMATION_POINTER_ANIMATION_CHANNEL_TARGET_NODE"));
  EXPECT_EQ(weights_at(imported.scene, 0, 1), Floats({1, 0}));
}

TEST(AnimationPointers, APointerBesideAnotherPathIsIgnored) {
  Pointed p;
  json& target = p.add("/nodes/0/weights", p.scalars({0, 0, 1, 1}))["target"];
  target["path"] = "weights";
  target["node"] = 1;
  const auto imported = p.import();
  EXPECT_TRUE(has_warning(imported, at_channel(0, "/target/extensions/KHR_animation_pointer"),
                          "KHR_ANIMATION_POINTER_ANIMATION_CHANNEL_TARGET_PATH"));
  EXPECT_EQ(weights_at(imported.scene, 1, 1), Floats({1, 1}));
}

TEST(AnimationPointers, APathWithoutThePointerIsLeftOut) {
  const auto import = [](const json& extensions) {
    Pointed p;
    p.add("/nodes/0/weights/0", p.scalars({0, 1}))["target"]["extensions"] = extensions;
    return p.import();
  };
  EXPECT_TRUE(has_warning(import({{"KHR_animation_pointer", json::object()}}), kPointer,
                          "UNDEFINED_PROPERTY"));
  for (const json& extensions : {json::object(), json({{"EXT_other", json::object()}})}) {
    EXPECT_TRUE(has_warning(import(extensions), "/animations/0/channels/0/target/path",
                            "VALUE_NOT_IN_LIST"))
        << extensions;
  }
}

TEST(AnimationPointers, OfAnotherTypeAreRefused) {
  Pointed p;
  json& extensions = p.add("/nodes/0/weights/0", p.scalars({0, 1}))["target"]["extensions"];
  for (const json& wrong : {json({{"pointer", 3}}), json({{"pointer", nullptr}}), json(1)}) {
    extensions["KHR_animation_pointer"] = wrong;
    EXPECT_EQ(expect_refused(p.builder.import()).rule, "TYPE_MISMATCH") << wrong;
  }
}

TEST(AnimationPointers, NodesThatShowAMeshAreCharged) {
  Pointed p;
  for (int n = 0; n < 1000; ++n) p.builder.root["nodes"].push_back({{"mesh", 0}});
  p.add("/meshes/0/weights", p.scalars({0, 0, 1, 1}));
  gltf::ImportOptions options;
  EXPECT_TRUE(p.builder.import(options));
  options.limits.decoded_bytes = 320'000;
  EXPECT_EQ(expect_refused(p.builder.import(options)).where, at_channel(0, "/target"));
}

}  // namespace
}  // namespace morph::test
