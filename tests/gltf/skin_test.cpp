// SPDX-License-Identifier: MIT
#include <gtest/gtest.h>

#include <cstdint>
#include <cstdlib>
#include <filesystem>
#include <numeric>
#include <string>
#include <string_view>
#include <vector>

#include "support/gltf_builder.h"

namespace morph::test {
namespace {

// Skins and the joints of vertices. What is wrong with them stands in invalid_files_test.cpp, one
// file a rule.

/// The triangle, skinned by nodes 1 and 2; vertex v follows joint v % 2.
struct SkinnedTriangle {
  GltfBuilder builder = GltfBuilder::triangle(1);

  SkinnedTriangle() {
    builder.root["nodes"] = {{{"mesh", 0}, {"skin", 0}}, {{"children", {2}}}, {{"name", "tip"}}};
    builder.root["skins"] = {{{"name", "bones"}, {"joints", {2, 1}}, {"skeleton", 1}}};
    set("JOINTS_0", builder.add_values<std::uint8_t>("VEC4", {0, 9, 9, 9, 1, 9, 9, 9, 0, 9, 9, 9}));
    set("WEIGHTS_0", builder.add_values<float>("VEC4", {1, 0, 0, 0, 1, 0, 0, 0, 1, 0, 0, 0}));
  }
  void set(const std::string& attribute, int accessor) {
    builder.primitive()["attributes"][attribute] = accessor;
  }
  gltf::Imported import() { return expect_imported(builder.import()); }
};

const JointInfluences& influences(const gltf::Imported& imported, std::size_t vertex,
                                  std::size_t set = 0) {
  return imported.scene.meshes()[0].primitives[0].joint_sets.at(set).at(vertex);
}

using Joints = std::array<std::uint16_t, 4>;
const std::string kAttributes = "/meshes/0/primitives/0/attributes/";

TEST(Skins, NodesThatDoNotExistAreRefusedWhateverElseIsWrong) {
  // Too few matrices alone would only cost the skin, and a report would then look at its joints.
  SkinnedTriangle t;
  t.builder.root["skins"][0]["inverseBindMatrices"] =
      t.builder.add_values<float>("MAT4", std::vector<float>(16, 0.0f));
  gltf::ImportOptions options;
  options.report_conformance = true;
  EXPECT_TRUE(t.builder.import(options));
  t.builder.root["skins"][0]["joints"] = {2, 3};
  EXPECT_EQ(expect_refused(t.builder.import(options)).where, "/skins/0/joints/1");
  t.builder.root["skins"][0]["joints"] = {2, 1};
  t.builder.root["skins"][0]["skeleton"] = 3;
  EXPECT_EQ(expect_refused(t.builder.import(options)).where, "/skins/0/skeleton");
}

TEST(Skins, AsTheFileHasThem) {
  SkinnedTriangle t;
  std::vector<float> matrices(3 * 16);
  std::iota(matrices.begin(), matrices.end(), 1.0f);
  for (std::size_t m = 0; m < 3; ++m) {
    for (std::size_t c = 0; c < 4; ++c) matrices[m * 16 + c * 4 + 3] = c == 3 ? 1.0f : 0.0f;
  }
  t.builder.root["skins"][0]["inverseBindMatrices"] = t.builder.add_values<float>("MAT4", matrices);
  const auto imported = t.import();
  EXPECT_TRUE(imported.warnings.empty());
  ASSERT_EQ(imported.scene.skins().size(), 1u);
  const Skin& skin = imported.scene.skins()[0];
  EXPECT_EQ(skin.name, "bones");
  EXPECT_EQ(skin.joints, (std::vector<Index>{2, 1}));
  EXPECT_EQ(skin.skeleton, 1u);
  ASSERT_EQ(skin.inverse_bind_matrices.size(), 2u) << "a file may hold more than it needs";
  EXPECT_EQ(skin.inverse_bind_matrices[1][3], glm::vec4(29, 30, 31, 1));
  EXPECT_EQ(imported.scene.nodes()[0].skin, 0u);
  EXPECT_EQ(imported.scene.skin_of(0), &skin);
  EXPECT_EQ(imported.scene.nodes()[1].skin, kNoIndex);
}

TEST(Skins, WithoutMatricesAreBoundWhereTheyStand) {
  SkinnedTriangle t;
  t.builder.root["skins"][0].erase("skeleton");
  const auto imported = t.import();
  const Skin& skin = imported.scene.skins()[0];
  EXPECT_EQ(skin.inverse_bind_matrices, std::vector<glm::mat4>(2, glm::mat4(1.0f)));
  EXPECT_EQ(skin.skeleton, kNoIndex);
}

TEST(Joints, OfWeightZeroAreZero) {
  SkinnedTriangle t;
  const auto imported = t.import();
  EXPECT_TRUE(imported.warnings.empty()) << "joint 9 has no weight";
  EXPECT_EQ(influences(imported, 1).joints, (Joints{1, 0, 0, 0}));
  EXPECT_EQ(influences(imported, 1).weights, glm::vec4(1, 0, 0, 0));
}

TEST(Joints, OfEveryFormat) {
  SkinnedTriangle t;
  GltfBuilder& builder = t.builder;
  for (int n = 0; n < 1024; ++n) builder.root["nodes"].push_back({{"name", ""}});
  auto& joints = builder.root["skins"][0]["joints"] = nlohmann::json::array();
  for (int n = 0; n < 1024; ++n) joints.push_back(n + 3);
  t.set("JOINTS_0",
        builder.add_values<std::uint16_t>("VEC4", {1023, 0, 0, 0, 258, 1, 0, 0, 1, 2, 3, 4}));
  t.set("WEIGHTS_0", builder.add_values<std::uint8_t>(
                         "VEC4", {255, 0, 0, 0, 51, 204, 0, 0, 102, 51, 51, 51}, true));
  auto imported = t.import();
  EXPECT_TRUE(imported.warnings.empty());
  EXPECT_EQ(influences(imported, 0).joints, (Joints{1023, 0, 0, 0}));
  EXPECT_EQ(influences(imported, 1).joints, (Joints{258, 1, 0, 0}));
  EXPECT_EQ(influences(imported, 1).weights, glm::vec4(0.2f, 0.8f, 0, 0));
  EXPECT_EQ(influences(imported, 2).weights, glm::vec4(0.4f, 0.2f, 0.2f, 0.2f));
  t.set("WEIGHTS_0",
        builder.add_values<std::uint16_t>(
            "VEC4", {65535, 0, 0, 0, 13107, 52428, 0, 0, 26214, 13107, 13107, 13107}, true));
  imported = t.import();
  EXPECT_TRUE(imported.warnings.empty());
  EXPECT_EQ(influences(imported, 1).weights, glm::vec4(0.2f, 0.8f, 0, 0));
}

TEST(Joints, OfEverySet) {
  SkinnedTriangle t;
  t.set("JOINTS_1",
        t.builder.add_values<std::uint8_t>("VEC4", {1, 0, 1, 0, 0, 0, 0, 0, 1, 0, 0, 0}));
  t.set("WEIGHTS_1",
        t.builder.add_values<float>("VEC4", {0.25f, 0, 0.25f, 0, 0, 0, 0, 0, 0.5f, 0, 0, 0}));
  t.set("WEIGHTS_0",
        t.builder.add_values<float>("VEC4", {0.5f, 0, 0, 0, 1, 0, 0, 0, 0.5f, 0, 0, 0}));
  const auto imported = t.import();
  EXPECT_TRUE(imported.warnings.empty()) << "the sum is that of all sets";
  EXPECT_EQ(influences(imported, 0, 1).joints, (Joints{1, 0, 1, 0}));
  EXPECT_EQ(influences(imported, 0, 1).weights, glm::vec4(0.25f, 0, 0.25f, 0));
}

TEST(Joints, ABrokenSetLeavesTheOthers) {
  SkinnedTriangle t;
  t.set("JOINTS_1", t.builder.add_values<float>("VEC4", std::vector<float>(12)));
  t.set("WEIGHTS_1", t.builder.add_values<float>("VEC4", std::vector<float>(12)));
  const auto imported = t.import();
  EXPECT_TRUE(has_warning(imported, kAttributes + "JOINTS_1",
                          "MESH_PRIMITIVE_ATTRIBUTES_ACCESSOR_INVALID_FORMAT"));
  EXPECT_EQ(imported.scene.meshes()[0].primitives[0].joint_sets.size(), 1u);
  EXPECT_EQ(imported.scene.nodes()[0].skin, 0u);
}

TEST(Joints, MemoryIsTakenFromTheBudget) {
  SkinnedTriangle t;
  gltf::ImportOptions options;
  ASSERT_TRUE(t.builder.import(options));
  options.limits.decoded_bytes = 200;
  EXPECT_EQ(expect_refused(t.builder.import(options)).where, kAttributes + "JOINTS_0");
  options.limits.decoded_bytes = 1 << 20;
  options.limits.joints = 1;
  EXPECT_EQ(expect_refused(t.builder.import(options)).where, "/skins/0/joints");
}

TEST(Rules, Item77_JointWeightsAreBroughtToASumOfOneWithOneWarningAMesh) {
  SkinnedTriangle t;
  auto& primitives = t.builder.root["meshes"][0]["primitives"];
  primitives.push_back(primitives[0]);
  primitives[1]["attributes"]["WEIGHTS_0"] = t.builder.add_values<float>(
      "VEC4", {0.5f, 0.25f, 0.25f, 0, 0.5f, 0.25f, 0, 0, 3e38f, 3e38f, 0, 0});
  primitives[1]["attributes"]["JOINTS_0"] =
      t.builder.add_values<std::uint8_t>("VEC4", {0, 1, 0, 0, 0, 1, 0, 0, 0, 1, 0, 0});
  primitives.push_back(primitives[1]);
  const auto imported = t.import();
  ASSERT_EQ(imported.warnings.size(), 1u);
  EXPECT_TRUE(has_warning(imported, "/meshes/0/primitives/1/attributes/WEIGHTS_0",
                          "ACCESSOR_WEIGHTS_NON_NORMALIZED"));
  EXPECT_TRUE(imported.warnings[0].message.starts_with("4 vertices"));
  const auto& set = imported.scene.meshes()[0].primitives[2].joint_sets[0];
  EXPECT_EQ(set[0].weights, glm::vec4(0.5f, 0.25f, 0.25f, 0));
  EXPECT_FLOAT_EQ(set[1].weights.x, 2.0f / 3);
  EXPECT_FLOAT_EQ(set[1].weights.y, 1.0f / 3);
  EXPECT_EQ(set[2].weights, glm::vec4(0.5f, 0.5f, 0, 0)) << "the sum is no float";
}

TEST(Rules, Item77_RoundingIsNoFault) {
  SkinnedTriangle t;
  const float third = 1.0f / 3;
  const float near = std::nextafter(1.0f, 2.0f);
  t.set("WEIGHTS_0", t.builder.add_values<float>(
                         "VEC4", {third, third, third, 0, near, 0, 0, 0, 0.1f, 0.2f, 0.3f, 0.4f}));
  t.set("JOINTS_0", t.builder.add_values<std::uint8_t>("VEC4", std::vector<std::uint8_t>(12, 1)));
  const auto imported = t.import();
  EXPECT_TRUE(imported.warnings.empty());
  EXPECT_EQ(influences(imported, 1).weights.x, near) << "kept to the bit";
}

TEST(Joints, AVertexWithoutWeightFollowsItsFirstJoint) {
  SkinnedTriangle t;
  t.set("WEIGHTS_0", t.builder.add_values<float>("VEC4", {1, 0, 0, 0, 0, 0, 0, 0, 1, 0, 0, 0}));
  const auto imported = t.import();
  EXPECT_TRUE(has_warning(imported, kAttributes + "WEIGHTS_0", "ACCESSOR_WEIGHTS_NON_NORMALIZED"));
  EXPECT_EQ(influences(imported, 1).joints, (Joints{1, 0, 0, 0}));
  EXPECT_EQ(influences(imported, 1).weights, glm::vec4(1, 0, 0, 0));
}

/// Each spoils the skin of node 0 alone.
TEST(Skins, ThatDoNotFitAreTakenFromTheirNodeOnly) {
  SkinnedTriangle t;
  t.builder.root["skins"].push_back({{"joints", {1}}});
  t.builder.root["skins"].push_back({{"joints", nlohmann::json::array()}});
  t.builder.root["nodes"].push_back({{"mesh", 0}, {"skin", 1}});
  t.builder.root["nodes"].push_back({{"mesh", 0}, {"skin", 2}});
  const auto imported = t.import();
  const auto nodes = imported.scene.nodes();
  EXPECT_EQ(nodes[0].skin, 0u);
  EXPECT_EQ(nodes[3].skin, kNoIndex) << "joint 1 of 1";
  EXPECT_EQ(nodes[4].skin, kNoIndex) << "a skin without joints";
  EXPECT_EQ(nodes[3].mesh, 0u);
  EXPECT_EQ(imported.scene.skins().size(), 3u) << "indices stay the file's";
  EXPECT_EQ(imported.warnings.size(), 2u);
}

TEST(Skins, OfAPrimitiveThatIsNotDrawnAreNoFault) {
  SkinnedTriangle t;
  t.builder.primitive()["indices"] = t.builder.add_accessor(-1, Component::u16, "SCALAR", 0);
  t.set("NORMAL", t.builder.add_values<float>("VEC3", {0, 0, 1, 0, 0, 1, 0, 0, 1}));
  const auto imported = t.import();
  EXPECT_EQ(imported.scene.meshes()[0].primitives[0].vertex_count(), 0u);
}

// ---- Cameras ----

TEST(Cameras, AsTheFileHasThem) {
  GltfBuilder builder = GltfBuilder::triangle();
  builder.root["cameras"] = {
      {{"name", "all"},
       {"type", "perspective"},
       {"perspective", {{"aspectRatio", 1.5}, {"yfov", 0.5}, {"zfar", 50}, {"znear", 0.25}}}},
      {{"type", "perspective"}, {"perspective", {{"yfov", 1}, {"znear", 1}}}},
      {{"type", "orthographic"},
       {"orthographic", {{"xmag", 2}, {"ymag", 3}, {"zfar", 4}, {"znear", 0}}},
       {"extras", {{"yfov", 7}}}}};
  builder.root["nodes"][0]["camera"] = 2;
  const auto imported = expect_imported(builder.import());
  EXPECT_TRUE(imported.warnings.empty());
  const auto cameras = imported.scene.cameras();
  ASSERT_EQ(cameras.size(), 3u);
  EXPECT_EQ(cameras[0].name, "all");
  EXPECT_EQ(std::get<Perspective>(cameras[0].projection), (Perspective{1.5f, 0.5f, 0.25f, 50.0f}));
  EXPECT_EQ(std::get<Perspective>(cameras[1].projection),
            (Perspective{std::nullopt, 1.0f, 1.0f, std::nullopt}));
  EXPECT_EQ(std::get<Orthographic>(cameras[2].projection), (Orthographic{2, 3, 0, 4}));
  EXPECT_EQ(imported.scene.nodes()[0].camera, 2u);
}

TEST(Cameras, ThatCannotBeUsedAreDefaultOnesInTheirPlace) {
  GltfBuilder builder = GltfBuilder::triangle();
  builder.root["cameras"] = {
      {{"name", "odd"}, {"type", "fisheye"}},
      {{"name", 7}, {"type", "perspective"}, {"perspective", {{"yfov", 1}, {"znear", 1}}}}};
  const auto imported = expect_imported(builder.import());
  const auto cameras = imported.scene.cameras();
  ASSERT_EQ(cameras.size(), 2u);
  EXPECT_EQ(cameras[0].name, "odd");
  EXPECT_EQ(std::get<Perspective>(cameras[0].projection), Perspective{});
  EXPECT_EQ(std::get<Perspective>(cameras[1].projection).yfov, 1.0f);
  EXPECT_EQ(cameras[1].name, "");
}

// ---- Real files ----

struct Skinned {
  std::string_view file;
  std::size_t skins;
  std::size_t most_joints;
  std::size_t nodes;     ///< with a skin
  std::size_t warnings;  ///< meshes whose joint weights had to be brought to a sum of 1
};

TEST(Corpus, SkinsAreThere) {
  const char* const folder = std::getenv("MORPH_CORPUS");
  if (folder == nullptr) GTEST_SKIP() << "MORPH_CORPUS names no folder";
  const Skinned table[] = {
      {"CesiumMan-glb/CesiumMan.glb", 1, 19, 1, 0},
      {"Fox-glTF/Fox.gltf", 1, 24, 1, 0},
      {"RecursiveSkeletons-glb/RecursiveSkeletons.glb", 84, 10, 84, 0},
      {"RiggedSimple-glb/RiggedSimple.glb", 1, 2, 1, 0},
      {"RobotExpressive-glb/RobotExpressive.glb", 2, 43, 2, 2},
      {"SimpleSkin-glTF/SimpleSkin.gltf", 1, 2, 1, 0},
  };
  for (const Skinned& row : table) {
    const auto imported =
        expect_imported(gltf::import_file(std::filesystem::path(folder) / row.file));
    std::size_t joints = 0, nodes = 0;
    for (const Skin& skin : imported.scene.skins()) joints = std::max(joints, skin.joints.size());
    for (const Node& node : imported.scene.nodes()) nodes += node.skin != kNoIndex ? 1 : 0;
    EXPECT_EQ(imported.scene.skins().size(), row.skins) << row.file;
    EXPECT_EQ(joints, row.most_joints) << row.file;
    EXPECT_EQ(nodes, row.nodes) << row.file;
    EXPECT_EQ(imported.warnings.size(), row.warnings) << row.file;
  }
}

}  // namespace
}  // namespace morph::test
