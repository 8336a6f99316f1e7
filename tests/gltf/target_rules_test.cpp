// SPDX-License-Identifier: MIT
#include <gtest/gtest.h>

#include <array>
#include <cstdint>
#include <string>
#include <vector>

#include "morph/gltf/severity.h"
#include "support/gltf_builder.h"

namespace morph::test {
namespace {

// What the specification says about morph targets (rules 2 to 7, 15 to 23). What becomes of their
// numbers is in attribute_rules_test.cpp.

const std::string kTargets = "/meshes/0/primitives/0/targets";

TEST(Rules, Item02_TargetsMapSemanticsToDisplacements) {
  const auto imported = expect_imported(GltfBuilder::triangle(2).import());
  EXPECT_EQ(deltas_of(primitive_of(imported), 0)[1], glm::vec3(0, 0, 1));
  EXPECT_EQ(deltas_of(primitive_of(imported), 1)[2], glm::vec3(0, 0, 2));
}

TEST(Rules, Item03_DeltaWithoutBaseIsLeftOut) {
  GltfBuilder builder = GltfBuilder::triangle(1);
  builder.primitive()["targets"][0]["NORMAL"] = 0;
  builder.primitive()["targets"][0]["TEXCOORD_1"] = 0;
  const auto imported = expect_imported(builder.import());
  const MorphTargetData& targets = primitive_of(imported).morph_targets;
  EXPECT_TRUE(targets.has(MorphAttribute::position));
  EXPECT_FALSE(targets.has(MorphAttribute::normal));
  EXPECT_TRUE(has_warning(imported, kTargets + "/0/NORMAL",
                          "MESH_PRIMITIVE_MORPH_TARGET_NO_BASE_ACCESSOR"));
}

TEST(Rules, Item04_TargetsMayCarryDifferentAttributes) {
  GltfBuilder builder = GltfBuilder::triangle(2);
  const int normals = builder.add_values<float>("VEC3", {0, 0, 1, 0, 0, 1, 0, 0, 1});
  builder.primitive()["attributes"]["NORMAL"] = normals;
  builder.primitive()["targets"][1] = {{"NORMAL", normals}};
  const auto imported = expect_imported(builder.import());
  const MorphTargetData& targets = primitive_of(imported).morph_targets;
  EXPECT_TRUE(targets.has(0, MorphAttribute::position));
  EXPECT_FALSE(targets.has(0, MorphAttribute::normal));
  EXPECT_FALSE(targets.has(1, MorphAttribute::position));
  EXPECT_TRUE(targets.has(1, MorphAttribute::normal));
}

TEST(Rules, Item05_EveryAttributeCanBeMorphed) {
  GltfBuilder builder = GltfBuilder::triangle(1);
  const int vec2 = builder.add_values<float>("VEC2", {1, 2, 3, 4, 5, 6});
  const int vec3 = builder.add_values<float>("VEC3", {1, 2, 3, 4, 5, 6, 7, 8, 9});
  const int vec4 = builder.add_values<float>("VEC4", {1, 0, 0, 1, 1, 0, 0, 1, 1, 0, 0, -1});
  auto& attributes = builder.primitive()["attributes"];
  auto& target = builder.primitive()["targets"][0];
  attributes["NORMAL"] = target["NORMAL"] = target["TANGENT"] = vec3;
  attributes["TANGENT"] = attributes["COLOR_0"] = target["COLOR_0"] = vec4;
  for (const char* set : {"TEXCOORD_0", "TEXCOORD_7"}) attributes[set] = target[set] = vec2;
  const auto imported = expect_imported(builder.import());
  const MorphTargetData& targets = primitive_of(imported).morph_targets;
  for (const MorphAttribute attribute :
       {MorphAttribute::position, MorphAttribute::normal, MorphAttribute::tangent,
        MorphAttribute::color_0, texcoord_attribute(0), texcoord_attribute(7)}) {
    EXPECT_TRUE(targets.has(attribute)) << static_cast<int>(attribute);
  }
  std::array<float, 6> uv{};
  targets.copy_deltas(0, texcoord_attribute(7), uv);
  EXPECT_EQ(uv, (std::array<float, 6>{1, 2, 3, 4, 5, 6}));
  EXPECT_EQ(primitive_of(imported).texcoords.size(), 8u);
  EXPECT_TRUE(primitive_of(imported).texcoords[3].empty());
}

TEST(Rules, Item06_ApplicationSemanticsOfTheBaseArePassedOver) {
  GltfBuilder builder = GltfBuilder::triangle(1);
  builder.primitive()["attributes"]["_PRESSURE"] = 1;
  EXPECT_TRUE(expect_imported(builder.import()).warnings.empty());
}

TEST(Rules, Item06_WhatIsNotMorphedIsNamedOncePerPrimitive) {
  GltfBuilder builder = GltfBuilder::triangle(2);
  auto& targets = builder.primitive()["targets"];
  targets[0]["_PRESSURE"] = targets[1]["_PRESSURE"] = targets[1]["COLOR_1"] = 1;
  targets[1]["TEXCOORD_8"] = 1;
  builder.root["meshes"][0]["primitives"].push_back(builder.primitive());
  const auto imported = expect_imported(builder.import());
  ASSERT_EQ(imported.warnings.size(), 2u);
  EXPECT_EQ(imported.warnings[0].where, kTargets);
  EXPECT_EQ(imported.warnings[1].where, "/meshes/0/primitives/1/targets");
  EXPECT_EQ(imported.warnings[0].message,
            "not morphed: 'COLOR_1' of 1 target, 'TEXCOORD_8' of 1 target, '_PRESSURE' of 2 "
            "targets");
  EXPECT_EQ(gltf::severity_of(imported.warnings[0]), gltf::Severity::info) << "it is legal";
  EXPECT_EQ(deltas_of(primitive_of(imported), 1)[2], glm::vec3(0, 0, 2));
}

TEST(Rules, Item06_ManySemanticsAreNamedBriefly) {
  GltfBuilder builder = GltfBuilder::triangle(1);
  for (int i = 0; i < 100; ++i) {
    const std::string name = std::string("_").append(std::to_string(i)).append(1000, 'x');
    builder.primitive()["targets"][0][name] = 1;
  }
  const auto imported = expect_imported(builder.import());
  ASSERT_EQ(imported.warnings.size(), 1u);
  EXPECT_LT(imported.warnings[0].message.size(), 3000u);
  EXPECT_TRUE(imported.warnings[0].message.ends_with(" and 92 more attributes"));
}

TEST(Rules, Item04_ATargetMayMoveNormalsAlone) {
  GltfBuilder builder = GltfBuilder::triangle(1);
  const int normals = builder.add_values<float>("VEC3", {0, 0, 1, 0, 0, 1, 0, 0, 1});
  builder.primitive()["attributes"]["NORMAL"] = normals;
  builder.primitive()["targets"] = {{{"NORMAL", normals}}};
  const auto imported = expect_imported(builder.import());
  const Primitive& primitive = primitive_of(imported);
  EXPECT_TRUE(imported.warnings.empty());
  EXPECT_FALSE(primitive.morph_targets.has(MorphAttribute::position));
  EXPECT_EQ(deltas_of(primitive, 0, MorphAttribute::normal)[0], glm::vec3(0, 0, 1));
}

TEST(Rules, Item07_FirstPrimitiveWithTargetsDecidesTheirNumber) {
  GltfBuilder builder = GltfBuilder::triangle(2);
  const auto morphed = builder.primitive();
  auto plain = morphed;
  plain.erase("targets");
  auto more = morphed;
  more["targets"].push_back(more["targets"][0]);
  auto fewer = morphed;
  fewer["targets"].erase(1);
  builder.root["meshes"][0]["primitives"] = {plain, morphed, more, fewer};
  const auto imported = expect_imported(builder.import());
  for (std::size_t p = 0; p < 4; ++p) {
    EXPECT_EQ(primitive_of(imported, p).morph_targets.target_count(), 2u) << p;
  }
  EXPECT_EQ(deltas_of(primitive_of(imported, 0), 0)[0], glm::vec3(0));
  EXPECT_EQ(deltas_of(primitive_of(imported, 3), 0)[0], glm::vec3(0, 0, 1));
  EXPECT_EQ(deltas_of(primitive_of(imported, 3), 1)[0], glm::vec3(0));
  for (const int p : {0, 2, 3}) {
    EXPECT_TRUE(has_warning(imported, "/meshes/0/primitives/" + std::to_string(p) + "/targets",
                            "MESH_PRIMITIVES_UNEQUAL_TARGETS_COUNT"));
  }
}

TEST(Rules, Item15_DeltaCountMustBeTheVertexCount) {
  GltfBuilder builder = GltfBuilder::triangle(2);
  builder.accessor(3)["count"] = 2;
  const Error error = expect_refused(builder.import());
  EXPECT_EQ(error.code, ErrorCode::count_mismatch);
  EXPECT_EQ(error.where, kTargets + "/1/POSITION");
  EXPECT_EQ(error.message, "accessor 3 has 2 elements, expected 3 (one per base vertex)");
}

TEST(Rules, Item16_MeshWeightsAreTheDefaults) {
  GltfBuilder builder = GltfBuilder::triangle(2);
  builder.root["meshes"][0]["weights"] = {0.25, -1.5};
  builder.root["nodes"] = {{{"mesh", 0}}, {{"mesh", 0}, {"weights", {1, 2}}}};
  const auto imported = expect_imported(builder.import());
  EXPECT_EQ(imported.scene.nodes()[0].weights, std::vector<float>({0.25f, -1.5f}));
  EXPECT_EQ(imported.scene.nodes()[1].weights, std::vector<float>({1, 2}));
  builder.root["meshes"][0].erase("weights");
  EXPECT_EQ(expect_imported(builder.import()).scene.nodes()[0].weights, std::vector<float>({0, 0}));
}

TEST(Rules, Item17_TheNumberOfTargetsIsNotLimitedByTheFormat) {
  for (const std::uint32_t count : {300u, 600u, 4096u}) {
    GltfBuilder builder = GltfBuilder::triangle(2);
    auto& targets = builder.primitive()["targets"];
    while (targets.size() < count) targets.push_back(targets[targets.size() % 2]);
    builder.root["meshes"][0]["weights"] = std::vector<float>(count, 0.5f);
    const auto imported = expect_imported(builder.import());
    EXPECT_EQ(imported.scene.morph_target_count(0), count);
    EXPECT_EQ(imported.scene.nodes()[0].weights[count - 1], 0.5f);
    EXPECT_EQ(deltas_of(primitive_of(imported), count - 2)[0], glm::vec3(0, 0, 1));
    EXPECT_EQ(deltas_of(primitive_of(imported), count - 1)[0], glm::vec3(0, 0, 2));
    EXPECT_EQ(imported.warnings.size(), count > 512 ? 1u : 0u) << "very many deserve a word";
  }
  GltfBuilder builder = GltfBuilder::triangle(5);
  gltf::ImportOptions options;
  options.limits.targets = 4;
  EXPECT_EQ(expect_refused(builder.import(options)).code, ErrorCode::limit_exceeded);
}

TEST(Rules, Item20_WeightsOutsideZeroToOneAreKept) {
  GltfBuilder builder = GltfBuilder::triangle(2);
  builder.root["meshes"][0]["weights"] = {-3, 7.5};
  const auto imported = expect_imported(builder.import());
  EXPECT_EQ(imported.scene.nodes()[0].weights, std::vector<float>({-3, 7.5f}));
  EXPECT_TRUE(imported.warnings.empty());
}

TEST(Rules, Item21_EmptyTargetsMoveNothing) {
  GltfBuilder builder = GltfBuilder::triangle(2);
  builder.primitive()["targets"][0] = nlohmann::json::object();
  auto imported = expect_imported(builder.import());
  EXPECT_EQ(imported.scene.morph_target_count(0), 2u);
  EXPECT_EQ(deltas_of(primitive_of(imported), 0)[0], glm::vec3(0));
  EXPECT_EQ(deltas_of(primitive_of(imported), 1)[0], glm::vec3(0, 0, 2));
  builder.primitive()["targets"] = nlohmann::json::array();
  imported = expect_imported(builder.import());
  EXPECT_EQ(imported.scene.morph_target_count(0), 0u);
  EXPECT_TRUE(imported.scene.nodes()[0].weights.empty());
}

TEST(Rules, Item22_MeshWeightsOfAnotherLengthAreFitted) {
  GltfBuilder builder = GltfBuilder::triangle(2);
  builder.root["meshes"][0]["weights"] = {0.5};
  const auto imported = expect_imported(builder.import());
  EXPECT_EQ(imported.scene.nodes()[0].weights, std::vector<float>({0.5f, 0}));
  EXPECT_TRUE(has_warning(imported, "/meshes/0/weights", "MESH_INVALID_WEIGHTS_COUNT"));
}

TEST(Rules, Item23_NodeWeightsOfAnotherLengthAreFitted) {
  GltfBuilder builder = GltfBuilder::triangle(2);
  builder.root["nodes"] = {{{"mesh", 0}, {"weights", {1, 2, 3}}}, {{"weights", {1}}}};
  const auto imported = expect_imported(builder.import());
  EXPECT_EQ(imported.scene.nodes()[0].weights, std::vector<float>({1, 2}));
  EXPECT_TRUE(imported.scene.nodes()[1].weights.empty());
  EXPECT_TRUE(has_warning(imported, "/nodes/0/weights", "NODE_WEIGHTS_INVALID"));
  EXPECT_TRUE(has_warning(imported, "/nodes/1/weights", "NODE_WEIGHTS_INVALID"));
}

TEST(Meshes, ManyPaddedTargetsAreCharged) {
  GltfBuilder builder = GltfBuilder::triangle(1);
  auto& primitives = builder.root["meshes"][0]["primitives"];
  auto& targets = primitives[0]["targets"];
  while (targets.size() < 4096) targets.push_back(nlohmann::json::object());
  while (primitives.size() < 20'000) primitives.push_back({{"attributes", {{"POSITION", 0}}}});
  EXPECT_EQ(expect_refused(builder.import()).code, ErrorCode::limit_exceeded);
}

}  // namespace
}  // namespace morph::test
