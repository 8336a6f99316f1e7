// SPDX-License-Identifier: MIT
#include <gtest/gtest.h>

#include <array>
#include <cmath>
#include <cstdint>
#include <string>
#include <utility>
#include <vector>

#include "support/gltf_builder.h"

namespace morph::test {
namespace {

// What the specification says about attributes, their deltas and the accessors behind them (rules 8
// to 14, 27 to 34, 53, 70, 76). The formats of deltas are in delta_formats_test.cpp.

const std::string kTargets = "/meshes/0/primitives/0/targets";

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

TEST(Rules, Item12_TangentDeltasOfABaseWithoutEitherAreNotDroppedSilently) {
  GltfBuilder builder = GltfBuilder::triangle(1);
  builder.primitive()["targets"][0]["TANGENT"] = 0;
  const auto imported = expect_imported(builder.import());
  EXPECT_FALSE(primitive_of(imported).morph_targets.has(MorphAttribute::tangent));
  EXPECT_TRUE(has_warning(imported, kTargets + "/0/TANGENT",
                          "MESH_PRIMITIVE_MORPH_TARGET_NO_BASE_ACCESSOR"));
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

// A sparse VEC3 of shorts whose min and max, before and after dequantisation, would give nonsense.
TEST(Rules, Item33_BoundsOfTheFileChangeNoValue) {
  GltfBuilder builder = GltfBuilder::triangle(1);
  builder.root["extensionsUsed"] = builder.root["extensionsRequired"] = {"KHR_mesh_quantization"};
  const int indices = builder.add_view(std::vector<std::uint8_t>{1});
  const int values = builder.add_view(std::vector<std::int16_t>{32767, 0, -32767});
  const int sparse = builder.add_accessor(-1, Component::s16, "VEC3", 3, true);
  auto& accessor = builder.accessor(static_cast<std::size_t>(sparse));
  accessor["sparse"] = {{"count", 1},
                        {"indices", {{"bufferView", indices}, {"componentType", 5121}}},
                        {"values", {{"bufferView", values}}}};
  builder.primitive()["targets"][0]["POSITION"] = sparse;
  for (const auto& [least, most] : {std::pair{-32767, 32767}, std::pair{5, -5}}) {
    builder.accessor(static_cast<std::size_t>(sparse))["min"] = {0, 0, least};
    builder.accessor(static_cast<std::size_t>(sparse))["max"] = {most, 0, 0};
    const auto imported = expect_imported(builder.import());
    EXPECT_TRUE(imported.warnings.empty());
    EXPECT_EQ(deltas_of(primitive_of(imported), 0)[0], glm::vec3(0));
    EXPECT_EQ(deltas_of(primitive_of(imported), 0)[1], glm::vec3(1, 0, -1));
  }
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

}  // namespace
}  // namespace morph::test
