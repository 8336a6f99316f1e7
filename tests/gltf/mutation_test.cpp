// SPDX-License-Identifier: MIT
#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <cstdint>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <nlohmann/json.hpp>
#include <random>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "morph/runtime/expression_mixer.h"
#include "morph/runtime/pose.h"
#include "morph/runtime/sample.h"
#include "morph/runtime/skinning.h"
#include "support/gltf_builder.h"

namespace morph::test {
namespace {

// Sound files with a few bytes changed: whatever comes out, importing must neither crash nor read
// outside (run this under the sanitizers), and what it accepts must be playable.
// MORPH_MUTATIONS sets the number of mutants of each file.

using nlohmann::json;

int mutations() {
  const char* const number = std::getenv("MORPH_MUTATIONS");
  return number == nullptr ? 1000 : std::atoi(number);
}

/// Small limits keep a mutant that asks for much from costing much.
gltf::ImportOptions small_limits() {
  gltf::ImportOptions options;
  options.limits.decoded_bytes = 16 << 20;
  options.limits.image_pixels = 1 << 20;
  options.limits.image_decoded_bytes = 8 << 20;
  return options;
}

/// Numbers on which readers trip, for the digits that stand at `at` or after it.
void replace_number(std::vector<std::byte>& bytes, std::size_t at, std::size_t choice) {
  constexpr std::array<std::string_view, 9> kNumbers = {"99999999999999999999",
                                                        "18446744073709551616",
                                                        "9007199254740993",
                                                        "4294967296",
                                                        "2147483648",
                                                        "-1",
                                                        "1e400",
                                                        "1e39",
                                                        "0.5"};
  const auto is_digit = [](std::byte b) { return b >= std::byte{'0'} && b <= std::byte{'9'}; };
  const auto begin =
      std::find_if(bytes.begin() + static_cast<std::ptrdiff_t>(at), bytes.end(), is_digit);
  const auto end = std::find_if_not(begin, bytes.end(), is_digit);
  const auto number = std::as_bytes(std::span(kNumbers[choice % kNumbers.size()]));
  bytes.insert(bytes.erase(begin, end), number.begin(), number.end());
}

void mutate(std::vector<std::byte>& bytes, std::mt19937& random) {
  const auto below = [&](std::size_t n) { return static_cast<std::size_t>(random() % n); };
  constexpr std::string_view kTokens = "0123456789-.eE[]{},:\"\\ntu";
  for (std::size_t change = 1 + below(3); change > 0 && !bytes.empty(); --change) {
    const std::size_t at = below(bytes.size());
    const auto place = bytes.begin() + static_cast<std::ptrdiff_t>(at);
    switch (below(8)) {
      case 0:
        bytes[at] ^= static_cast<std::byte>(1u << below(8));
        break;
      case 1:
        bytes[at] = static_cast<std::byte>(kTokens[below(kTokens.size())]);
        break;
      case 2:
        bytes.erase(place);
        break;
      case 3:
        bytes.insert(place, static_cast<std::byte>(kTokens[below(kTokens.size())]));
        break;
      case 4:
        if (below(8) == 0) bytes.resize(at);
        break;
      case 5:  // a word of a header or of data
        for (std::size_t i = at; i < std::min(at + 4, bytes.size()); ++i)
          bytes[i] = std::byte{0xFF};
        break;
      case 6:
        replace_number(bytes, at, random());
        break;
      default: {  // a piece twice
        const std::size_t length = std::min<std::size_t>(1 + below(24), bytes.size() - at);
        const std::vector<std::byte> piece(place, place + static_cast<std::ptrdiff_t>(length));
        bytes.insert(bytes.begin() + static_cast<std::ptrdiff_t>(below(bytes.size())),
                     piece.begin(), piece.end());
        break;
      }
    }
  }
}

void skin(const Scene& scene, Index node, const Pose& pose) {
  const Skin* const node_skin = scene.skin_of(node);
  if (node_skin == nullptr) return;
  std::vector<glm::mat4> globals(scene.nodes().size());
  global_matrices(scene, pose, globals);
  std::vector<glm::mat4> joints(node_skin->joints.size());
  joint_matrices(*node_skin, globals, joints);
  for (const Primitive& primitive : scene.mesh_of(node)->primitives) {
    if (primitive.joint_sets.empty()) continue;
    std::vector<glm::vec3> positions = primitive.positions;
    skin_positions(primitive, joints, positions, positions);
  }
}

/// Touches everything that a frame touches.
void play(const Scene& scene) {
  Pose pose(scene);
  ExpressionMixer expressions(scene);
  for (Index e = 0; e < scene.expressions().size(); ++e) ASSERT_TRUE(expressions.set(e, 1.0f));
  expressions.apply(scene, pose);
  for (const Animation& animation : scene.animations()) {
    AnimationSampler sampler(animation);
    for (const float time : {-1.0f, 0.0f, 0.3f, 1e9f}) sampler.sample(animation, time, pose);
  }
  for (Index n = 0; n < scene.nodes().size(); ++n) {
    const Mesh* mesh = scene.mesh_of(n);
    if (mesh == nullptr) continue;
    skin(scene, n, pose);
    for (const Primitive& primitive : mesh->primitives) {
      std::vector<glm::vec3> out(primitive.vertex_count());
      primitive.morph_targets.blend_positions(primitive.positions, pose.morph_weights(n), out);
      for_each_triangle(primitive, [&](std::uint32_t a, std::uint32_t b, std::uint32_t c) {
        ASSERT_LT(std::max({a, b, c}), primitive.vertex_count());
      });
    }
  }
}

struct Tally {
  int accepted = 0;
  int refused = 0;
};

Tally import_mutants(const std::vector<std::byte>& whole, unsigned seed,
                     const gltf::ImportOptions& options, int count = mutations()) {
  Tally tally;
  for (int i = 0; i < count; ++i) {
    std::mt19937 random(seed * 1'000'003u + static_cast<unsigned>(i));
    std::vector<std::byte> mutant = whole;
    mutate(mutant, random);
    const auto imported = gltf::import_memory(mutant, options);
    if (imported) {
      play(imported->scene);
      ++tally.accepted;
    } else {
      EXPECT_FALSE(imported.error().message.empty());
      ++tally.refused;
    }
  }
  return tally;
}

GltfBuilder rich_file() {
  GltfBuilder builder = GltfBuilder::triangle(3);
  const int normals = builder.add_values<float>("VEC3", {0, 0, 1, 0, 0, 1, 0, 0, 1});
  const int colors =
      builder.add_values<std::uint8_t>("VEC4", std::vector<std::uint8_t>(12, 200), true);
  const int indices = builder.add_view(std::vector<std::uint16_t>{0, 2});
  const int values = builder.add_view(std::vector<float>{5, 6, 7, 8, 9, 10});
  builder.accessor(3)["sparse"] = {{"count", 2},
                                   {"indices", {{"bufferView", indices}, {"componentType", 5123}}},
                                   {"values", {{"bufferView", values}}}};
  builder.primitive()["attributes"].update({{"NORMAL", normals}, {"COLOR_0", colors}});
  builder.primitive()["targets"][0].update({{"NORMAL", normals}, {"COLOR_0", colors}});
  builder.root["meshes"][0]["extras"]["targetNames"] = {"a", "b", "\xC3\xA9"};
  builder.root["nodes"] = {{{"mesh", 0}, {"children", {1}}, {"skin", 0}},
                           {{"translation", {1, 2, 3}}, {"camera", 0}}};
  builder.primitive()["attributes"].update(
      {{"JOINTS_0", builder.add_values<std::uint8_t>("VEC4", {0, 1, 0, 0, 1, 0, 0, 0, 0, 0, 0, 0})},
       {"WEIGHTS_0",
        builder.add_values<float>("VEC4", {0.5f, 0.5f, 0, 0, 1, 0, 0, 0, 1, 0, 0, 0})}});
  builder.root["skins"] = {
      {{"joints", {0, 1}},
       {"inverseBindMatrices", builder.add_values<float>("MAT4", std::vector<float>(32, 1))}}};
  builder.root["cameras"] = {
      {{"type", "perspective"}, {"perspective", {{"yfov", 0.5}, {"znear", 0.1}, {"zfar", 10}}}}};
  const int times = builder.add_values<float>("SCALAR", {0, 1});
  const int weights = builder.add_values<float>("SCALAR", {0, 0, 0, 1, 1, 1});
  const int spline = builder.add_values<float>("VEC3", std::vector<float>(18, 1));
  builder.add_channel(0, "weights", times, weights);
  builder.add_channel(0, "scale", times, spline, "CUBICSPLINE", 1);
  builder.root["materials"] = {{{"pbrMetallicRoughness", {{"baseColorTexture", {{"index", 0}}}}}}};
  builder.root["textures"] = {{{"source", 0}}};
  builder.root["images"] = {{{"bufferView", values}}};
  return builder;
}

json bind_of(const char* owner, int index, double weight) {
  return {{owner, 0}, {"index", index}, {"weight", weight}};
}

/// Little but expressions, so that most mutants are mutants of these.
GltfBuilder avatar(bool version_1) {
  GltfBuilder builder = GltfBuilder::triangle(2);
  const json expression = {{"isBinary", true},
                           {"overrideBlink", "blend"},
                           {"morphTargetBinds", {bind_of("node", 0, 1), bind_of("node", 1, -3)}}};
  const json group = {{"name", "Joy"},
                      {"presetName", "joy"},
                      {"isBinary", false},
                      {"binds", {bind_of("mesh", 0, 100), bind_of("mesh", 1, 50)}},
                      {"materialValues", {{{"propertyName", "_Color"}}}}};
  if (version_1) {
    builder.root["extensions"]["VRMC_vrm"] = {
        {"specVersion", "1.0"},
        {"expressions",
         {{"preset", {{"happy", expression}, {"aa", expression}}},
          {"custom", {{"x", expression}}}}}};
  } else {
    builder.root["extensions"]["VRM"]["blendShapeMaster"]["blendShapeGroups"] = {group, group};
  }
  return builder;
}

TEST(Mutation, MutantsOfAvatars) {
  for (const bool version_1 : {false, true}) {
    const std::string text = avatar(version_1).gltf();
    const auto bytes = bytes_of(text);
    const Tally tally =
        import_mutants({bytes.begin(), bytes.end()}, version_1 ? 101 : 102, small_limits());
    EXPECT_GT(tally.accepted, 0);
    EXPECT_GT(tally.refused, 0);
  }
}

TEST(Mutation, MutantsOfABinaryFile) {
  const Tally tally = import_mutants(rich_file().glb(), 1, small_limits());
  EXPECT_GT(tally.accepted, 0);
  EXPECT_GT(tally.refused, 0);
}

TEST(Mutation, MutantsOfAText) {
  const std::string text = rich_file().gltf();
  const auto bytes = bytes_of(text);
  const Tally tally = import_mutants({bytes.begin(), bytes.end()}, 2, small_limits());
  EXPECT_GT(tally.accepted, 0);
  EXPECT_GT(tally.refused, 0);
}

TEST(Mutation, MutantsOfTheCorpus) {
  const char* const folder = std::getenv("MORPH_CORPUS");
  if (folder == nullptr) GTEST_SKIP() << "MORPH_CORPUS names no folder";
  const int count = std::max(1, mutations() / 200);  // of each of some fifty files
  unsigned seed = 3;
  for (const auto& entry : std::filesystem::recursive_directory_iterator(folder)) {
    const std::string extension = entry.path().extension().string();
    if (extension != ".glb" && extension != ".gltf" && extension != ".vrm") continue;
    std::ifstream stream(entry.path(), std::ios::binary);
    const std::string text((std::istreambuf_iterator<char>(stream)), {});
    if (text.size() > 2'000'000) continue;
    const auto bytes = bytes_of(text);
    gltf::ImportOptions options = small_limits();
    options.asset_root = entry.path().parent_path();
    import_mutants({bytes.begin(), bytes.end()}, seed++, options, count);
  }
}

}  // namespace
}  // namespace morph::test
