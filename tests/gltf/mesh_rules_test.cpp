// SPDX-License-Identifier: MIT
#include <gtest/gtest.h>

#include <array>
#include <cmath>
#include <cstdint>
#include <string>
#include <vector>

#include "support/gltf_builder.h"

namespace morph::test {
namespace {

// What the specification says about meshes and their targets, item by item.

const Primitive& primitive_of(const gltf::Imported& imported, std::size_t p = 0) {
  return imported.scene.meshes()[0].primitives[p];
}

std::vector<glm::vec3> deltas_of(const Primitive& primitive, std::uint32_t target,
                                 MorphAttribute attribute = MorphAttribute::position) {
  std::vector<glm::vec3> out(primitive.vertex_count());
  primitive.morph_targets.copy_deltas(target, attribute, {&out[0].x, out.size() * 3});
  return out;
}

const std::string kTargets = "/meshes/0/primitives/0/targets";

// ---- 1.A Geometry ----

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

TEST(Rules, Item06_ApplicationSemanticsArePassedOver) {
  GltfBuilder builder = GltfBuilder::triangle(1);
  builder.primitive()["attributes"]["_PRESSURE"] = 1;
  builder.primitive()["targets"][0]["_PRESSURE"] = 1;
  EXPECT_TRUE(expect_imported(builder.import()).warnings.empty());
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

TEST(Rules, Item08_TangentDeltasHaveNoHandedness) {
  GltfBuilder builder = GltfBuilder::triangle(1);
  const int vec3 = builder.add_values<float>("VEC3", {0, 0, 1, 0, 0, 1, 0, 0, 1});
  const int vec4 = builder.add_values<float>("VEC4", {1, 2, 3, -1, 1, 2, 3, -1, 1, 2, 3, -1});
  builder.primitive()["attributes"].update({{"NORMAL", vec3}, {"TANGENT", vec4}});
  builder.primitive()["targets"][0]["TANGENT"] = vec4;  // tolerated: some exporters write it
  const auto imported = expect_imported(builder.import());
  EXPECT_EQ(deltas_of(primitive_of(imported), 0, MorphAttribute::tangent)[1], glm::vec3(1, 2, 3));
  EXPECT_EQ(primitive_of(imported).tangents[0].w, -1);
  EXPECT_TRUE(has_warning(imported, kTargets + "/0/TANGENT",
                          "MESH_PRIMITIVE_ATTRIBUTES_ACCESSOR_INVALID_FORMAT"));
}

TEST(Rules, Item08_SignedNormalizedDeltasOfColoursAndTexcoordsAreAllowed) {
  GltfBuilder builder = GltfBuilder::triangle(1);
  const int base =
      builder.add_values<std::uint8_t>("VEC4", std::vector<std::uint8_t>(12, 255), true);
  const int delta =
      builder.add_values<std::int8_t>("VEC4", std::vector<std::int8_t>(12, -127), true);
  builder.primitive()["attributes"]["COLOR_0"] = base;
  builder.primitive()["targets"][0]["COLOR_0"] = delta;
  const auto imported = expect_imported(builder.import());
  EXPECT_TRUE(imported.warnings.empty());
  std::array<float, 12> colors{};
  primitive_of(imported).morph_targets.copy_deltas(0, MorphAttribute::color_0, colors);
  EXPECT_EQ(colors[5], -1);
}

TEST(Rules, Item09_PositionsWithoutBoundsWarnOncePerPrimitive) {
  GltfBuilder builder = GltfBuilder::triangle(3);
  for (const std::size_t a : {3u, 4u}) builder.accessor(a).erase("min");
  const auto imported = expect_imported(builder.import());
  ASSERT_EQ(imported.warnings.size(), 1u);
  EXPECT_TRUE(has_warning(imported, kTargets + "/1/POSITION",
                          "MESH_PRIMITIVE_POSITION_ACCESSOR_WITHOUT_BOUNDS"));
  EXPECT_EQ(imported.warnings[0].message, "has no min and max, and 1 more of this primitive");
}

TEST(Rules, Item12_WithoutNormalsTangentsAndTheirDisplacementsAreIgnored) {
  GltfBuilder builder = GltfBuilder::triangle(1);
  const int tangents = builder.add_values<float>("VEC4", {1, 0, 0, 1, 1, 0, 0, 1, 1, 0, 0, 1});
  builder.primitive()["attributes"]["TANGENT"] = tangents;
  builder.primitive()["targets"][0]["TANGENT"] = 0;
  const auto imported = expect_imported(builder.import());
  EXPECT_TRUE(primitive_of(imported).normals.empty());
  EXPECT_TRUE(primitive_of(imported).tangents.empty());
  EXPECT_FALSE(primitive_of(imported).morph_targets.has(MorphAttribute::tangent));
  EXPECT_TRUE(has_warning(imported, "/meshes/0/primitives/0/attributes/TANGENT", ""));
}

TEST(Rules, Item13_ColourDeltasWithoutAlphaLeaveAlphaAlone) {
  GltfBuilder builder = GltfBuilder::triangle(1);
  const int rgb = builder.add_values<float>("VEC3", {.1f, .2f, .3f, .1f, .2f, .3f, .1f, .2f, .3f});
  builder.primitive()["attributes"]["COLOR_0"] = rgb;
  builder.primitive()["targets"][0]["COLOR_0"] = rgb;
  const auto imported = expect_imported(builder.import());
  std::array<float, 12> deltas{};
  primitive_of(imported).morph_targets.copy_deltas(0, MorphAttribute::color_0, deltas);
  EXPECT_EQ(deltas[4], .1f);
  EXPECT_EQ(deltas[7], 0.0f);
  EXPECT_EQ(primitive_of(imported).colors[1], glm::vec4(.1f, .2f, .3f, 1));
}

TEST(Rules, Item14_BaseColoursAreClampedUnlessTheyAreMorphed) {
  GltfBuilder builder = GltfBuilder::triangle(1);
  const int rgb = builder.add_values<float>("VEC3", {-1, .5f, 2, 0, 0, 0, 0, 0, 0});
  builder.primitive()["attributes"]["COLOR_0"] = rgb;
  EXPECT_EQ(primitive_of(expect_imported(builder.import())).colors[0], glm::vec4(0, .5f, 1, 1));
  builder.primitive()["targets"][0]["COLOR_0"] = rgb;  // then the sum is what is clamped
  EXPECT_EQ(primitive_of(expect_imported(builder.import())).colors[0], glm::vec4(-1, .5f, 2, 1));
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
  GltfBuilder builder = GltfBuilder::triangle(1);
  auto& targets = builder.primitive()["targets"];
  while (targets.size() < 600) targets.push_back(targets[0]);
  const auto imported = expect_imported(builder.import());
  EXPECT_EQ(imported.scene.meshes()[0].morph_target_count(), 600u);
  EXPECT_TRUE(has_warning(imported, "/meshes/0", "")) << "many targets deserve a word";
  gltf::ImportOptions options;
  options.limits.targets = 599;
  EXPECT_EQ(expect_refused(builder.import(options)).code, ErrorCode::limit_exceeded);
}

TEST(Rules, Item20_WeightsOutsideZeroToOneAreKept) {
  GltfBuilder builder = GltfBuilder::triangle(2);
  builder.root["meshes"][0]["weights"] = {-3, 7.5};
  const auto imported = expect_imported(builder.import());
  EXPECT_EQ(imported.scene.nodes()[0].weights, std::vector<float>({-3, 7.5f}));
  EXPECT_TRUE(imported.warnings.empty());
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

// ---- 1.C Accessors ----

TEST(Rules, Item27_NotANumberCostsThePrimitive) {
  GltfBuilder builder = GltfBuilder::triangle(1);
  const int bad = builder.add_values<float>("VEC3", {0, 0, 0, 0, NAN, 0, 0, 0, 0});
  builder.accessor(static_cast<std::size_t>(bad)).erase("min");
  auto second = builder.primitive();
  second["targets"][0]["POSITION"] = bad;
  builder.root["meshes"][0]["primitives"].push_back(second);
  const auto imported = expect_imported(builder.import());
  EXPECT_EQ(primitive_of(imported, 0).vertex_count(), 3u);
  EXPECT_EQ(primitive_of(imported, 1).vertex_count(), 0u);
  EXPECT_EQ(primitive_of(imported, 1).morph_targets.target_count(), 1u);
  EXPECT_TRUE(has_warning(imported, "/accessors/3", "ACCESSOR_INVALID_FLOAT"));
  builder.root["meshes"][0]["primitives"].erase(0);  // now nothing is left to draw
  EXPECT_EQ(expect_refused(builder.import()).rule, "ACCESSOR_INVALID_FLOAT");
}

TEST(Rules, Item31_SparseWithoutBufferViewStartsFromZeros) {
  GltfBuilder builder = GltfBuilder::triangle(1);
  const int indices = builder.add_view(std::vector<std::uint16_t>{2});
  const int values = builder.add_view(std::vector<float>{1, 2, 3});
  const int sparse = builder.add_accessor(-1, Component::f32, "VEC3", 3);
  builder.accessor(static_cast<std::size_t>(sparse))["sparse"] = {
      {"count", 1},
      {"indices", {{"bufferView", indices}, {"componentType", 5123}}},
      {"values", {{"bufferView", values}}}};
  builder.primitive()["targets"][0]["POSITION"] = sparse;
  const auto imported = expect_imported(builder.import());
  const auto deltas = deltas_of(primitive_of(imported), 0);
  EXPECT_EQ(deltas[0], glm::vec3(0));
  EXPECT_EQ(deltas[2], glm::vec3(1, 2, 3));
}

TEST(Rules, Item30_AccessorsThatShareAViewWithoutAStrideArePacked) {
  GltfBuilder builder = GltfBuilder::triangle();
  const int view =
      builder.add_view(std::vector<float>{0, 0, 0, 1, 0, 0, 0, 1, 0, 0, 0, 1, 0, 0, 1, 0, 1, 0});
  const int positions = builder.add_accessor(view, Component::f32, "VEC3", 3);
  const int normals = builder.add_accessor(view, Component::f32, "VEC3", 3);
  builder.accessor(static_cast<std::size_t>(normals))["byteOffset"] = 36;
  builder.primitive()["attributes"] = {{"POSITION", positions}, {"NORMAL", normals}};
  const auto imported = expect_imported(builder.import());
  EXPECT_EQ(primitive_of(imported).positions[2], glm::vec3(0, 1, 0));
  EXPECT_EQ(primitive_of(imported).normals[2], glm::vec3(0, 1, 0));
}

TEST(Rules, Item32_SparseIndicesRiseAndStayBelowTheCount) {
  const auto import = [](const std::vector<std::uint16_t>& indices, std::size_t count) {
    GltfBuilder builder = GltfBuilder::triangle();
    const int view = builder.add_view(indices);
    builder.accessor(0)["sparse"] = {
        {"count", count},
        {"indices", {{"bufferView", view}, {"componentType", 5123}}},
        {"values", {{"bufferView", builder.add_view(std::vector<float>(indices.size() * 3, 1))}}}};
    return builder.import();
  };
  EXPECT_TRUE(import({0, 2}, 2));
  EXPECT_EQ(expect_refused(import({2, 0}, 2)).rule, "ACCESSOR_SPARSE_INDICES_NON_INCREASING");
  EXPECT_EQ(expect_refused(import({1, 1}, 2)).rule, "ACCESSOR_SPARSE_INDICES_NON_INCREASING");
  const Error outside = expect_refused(import({0, 3}, 2));
  EXPECT_EQ(outside.rule, "ACCESSOR_SPARSE_INDEX_OOB");
  EXPECT_EQ(outside.message, "sparse index 3 at 1, expected below 3 (the count)");
  EXPECT_EQ(expect_refused(import({0, 1, 2, 3}, 4)).rule, "ACCESSOR_SPARSE_COUNT_OUT_OF_RANGE");
}

TEST(Rules, Item34_AccessorWithoutAnyDataIsZeros) {
  GltfBuilder builder = GltfBuilder::triangle(1);
  const int zeros = builder.add_accessor(-1, Component::f32, "VEC3", 3);
  const int zero_indices = builder.add_accessor(-1, Component::u16, "SCALAR", 3);
  builder.primitive()["targets"][0]["POSITION"] = zeros;
  builder.primitive()["indices"] = zero_indices;
  const auto imported = expect_imported(builder.import());
  EXPECT_EQ(deltas_of(primitive_of(imported), 0)[1], glm::vec3(0));
  EXPECT_EQ(primitive_of(imported).indices, std::vector<std::uint32_t>({0, 0, 0}));
}

// ---- 1.G Quantisation ----

TEST(Rules, Item53_QuantizedDeltasKeepTheirUnits) {
  GltfBuilder builder = GltfBuilder::triangle(1);
  builder.root["extensionsUsed"] = builder.root["extensionsRequired"] = {"KHR_mesh_quantization"};
  const int base =
      builder.add_view(std::vector<std::uint16_t>{0, 0, 0, 0, 65535, 0, 0, 0, 0, 3, 0, 0}, 8);
  const int deltas =
      builder.add_view(std::vector<std::int16_t>{-3, 0, 7, 0, 0, -32768, 0, 0, 0, 0, 32767, 0}, 8);
  const int normals =
      builder.add_view(std::vector<std::int8_t>{0, 0, 127, 0, 0, -127, 0, 0, -128, 0, 0, 0}, 4);
  auto& primitive = builder.primitive();
  primitive["attributes"]["POSITION"] = builder.add_accessor(base, Component::u16, "VEC3", 3);
  primitive["attributes"]["NORMAL"] = builder.add_accessor(normals, Component::s8, "VEC3", 3, true);
  primitive["targets"][0]["POSITION"] = builder.add_accessor(deltas, Component::s16, "VEC3", 3);
  primitive["targets"][0]["NORMAL"] = primitive["attributes"]["NORMAL"];
  for (std::size_t a = 3; a < builder.root["accessors"].size(); ++a) {
    builder.accessor(a)["min"] = builder.accessor(a)["max"] = {0, 0, 0};
  }
  const auto imported = expect_imported(builder.import());
  EXPECT_TRUE(imported.warnings.empty());
  EXPECT_EQ(primitive_of(imported).positions[1], glm::vec3(65535, 0, 0));
  EXPECT_EQ(primitive_of(imported).normals[2], glm::vec3(-1, 0, 0));
  EXPECT_EQ(deltas_of(primitive_of(imported), 0)[0], glm::vec3(-3, 0, 7));
  EXPECT_EQ(deltas_of(primitive_of(imported), 0)[1], glm::vec3(0, -32768, 0));
}

TEST(Rules, Item53_IntegerPositionsWithoutTheExtensionAreReadWithAWarning) {
  GltfBuilder builder = GltfBuilder::triangle(1);
  const int deltas =
      builder.add_view(std::vector<std::int16_t>{5, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0}, 8);
  builder.primitive()["targets"][0]["POSITION"] =
      builder.add_accessor(deltas, Component::s16, "VEC3", 3);
  const auto imported = expect_imported(builder.import());
  EXPECT_TRUE(has_warning(imported, kTargets + "/0/POSITION",
                          "MESH_PRIMITIVE_ATTRIBUTES_ACCESSOR_INVALID_FORMAT"));
  EXPECT_EQ(deltas_of(primitive_of(imported), 0)[0], glm::vec3(5, 0, 0));
}

// ---- 1.J ----

TEST(Rules, Item70_FilesWithoutBoundsAndWeightsLoad) {
  GltfBuilder builder = GltfBuilder::triangle(1);
  for (const std::size_t a : {0u, 2u}) {
    builder.accessor(a).erase("min");
    builder.accessor(a).erase("max");
  }
  const auto imported = expect_imported(builder.import());
  EXPECT_EQ(imported.scene.nodes()[0].weights, std::vector<float>({0}));
  EXPECT_EQ(imported.warnings.size(), 1u);
}

template <class T>
void check_index_type(T largest) {
  GltfBuilder builder = GltfBuilder::triangle();
  builder.primitive()["indices"] = builder.add_values<T>("SCALAR", {2, 1, 0});
  EXPECT_EQ(primitive_of(expect_imported(builder.import())).indices,
            std::vector<std::uint32_t>({2, 1, 0}));
  builder.primitive()["indices"] = builder.add_values<T>("SCALAR", {0, 1, largest});
  const Error error = expect_refused(builder.import());
  EXPECT_EQ(error.rule, "ACCESSOR_INDEX_PRIMITIVE_RESTART");
  EXPECT_EQ(error.where, "/meshes/0/primitives/0/indices");
}

TEST(Rules, Item76_TheLargestIndexIsInvalid) {
  check_index_type<std::uint8_t>(255);
  check_index_type<std::uint16_t>(65535);
  check_index_type<std::uint32_t>(0xFFFF'FFFF);
}

TEST(Rules, Item76_AlsoWhereThereIsSuchAVertex) {
  GltfBuilder builder = GltfBuilder::triangle();
  const int zeros = builder.add_accessor(-1, Component::f32, "VEC3", 300);
  builder.primitive()["attributes"]["POSITION"] = zeros;
  builder.primitive()["indices"] = builder.add_values<std::uint8_t>("SCALAR", {0, 1, 255});
  EXPECT_EQ(expect_refused(builder.import()).rule, "ACCESSOR_INDEX_PRIMITIVE_RESTART");
}

TEST(Meshes, EveryModeAndUnindexedPrimitives) {
  GltfBuilder builder = GltfBuilder::triangle();
  for (int mode = 0; mode <= 6; ++mode) {
    auto primitive = builder.primitive();
    primitive["mode"] = mode;
    primitive.erase("indices");
    builder.root["meshes"][0]["primitives"].push_back(primitive);
  }
  const auto imported = expect_imported(builder.import());
  EXPECT_EQ(primitive_of(imported).mode, PrimitiveMode::triangles);
  for (std::size_t mode = 0; mode <= 6; ++mode) {
    EXPECT_EQ(primitive_of(imported, mode + 1).mode, static_cast<PrimitiveMode>(mode));
    EXPECT_TRUE(primitive_of(imported, mode + 1).indices.empty());
  }
}

TEST(Meshes, EmptyIndicesDrawNothing) {
  GltfBuilder builder = GltfBuilder::triangle(1);
  builder.primitive()["indices"] = builder.add_accessor(-1, Component::u16, "SCALAR", 0);
  EXPECT_EQ(primitive_of(expect_imported(builder.import())).vertex_count(), 0u);
}

TEST(Meshes, VerticesAreLimited) {
  GltfBuilder builder = GltfBuilder::triangle();
  gltf::ImportOptions options;
  options.limits.vertices = 2;
  const Error error = expect_refused(builder.import(options));
  EXPECT_EQ(error.where, "/meshes/0/primitives/0/attributes/POSITION");
  EXPECT_EQ(error.message, "3 vertices, limit 2");
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
