// SPDX-License-Identifier: MIT
#include <gtest/gtest.h>

#include <string>
#include <string_view>
#include <vector>

#include "support/gltf_builder.h"

namespace morph::test {
namespace {

// Textures as materials use them: every kind, KHR_texture_transform, coordinates, and the images
// behind them.

using nlohmann::json;

/// One pixel of (10, 20, 30, 255).
constexpr const char* kPixel =
    "data:image/png;base64,iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAIAAACQd1PeAAAADElEQVR4nGPgEpEDAABoAD1U"
    "CKP3AAAAAElFTkSuQmCC";

/// The places of a material where textures are used.
const std::vector<std::string> kPlaces = {
    "/pbrMetallicRoughness/baseColorTexture", "/pbrMetallicRoughness/metallicRoughnessTexture",
    "/normalTexture", "/occlusionTexture", "/emissiveTexture"};

/// A triangle with TEXCOORD_0 and TEXCOORD_1, and the material, of `count` textures with an image
/// each.
GltfBuilder triangle_with(json material, std::size_t count = 5) {
  GltfBuilder builder = GltfBuilder::triangle();
  const int texcoords = builder.add_accessor(-1, Component::f32, "VEC2", 3);
  for (const char* set : {"TEXCOORD_0", "TEXCOORD_1"}) {
    builder.primitive()["attributes"][set] = texcoords;
  }
  for (std::size_t i = 0; i < count; ++i) {
    builder.root["images"].push_back({{"uri", kPixel}});
    builder.root["textures"].push_back({{"source", i}});
  }
  builder.root["materials"] = json::array({std::move(material)});
  builder.primitive()["material"] = 0;
  return builder;
}

/// A material with texture i at the i-th place.
json material_with_all_textures() {
  json material = json::object();
  for (std::size_t i = 0; i < kPlaces.size(); ++i) {
    material[json::json_pointer(kPlaces[i])] = {{"index", i}, {"texCoord", i % 2}};
  }
  return material;
}

TEST(TextureUses, EveryKindIsRead) {
  json source = material_with_all_textures();
  source["normalTexture"]["scale"] = -2.5;
  source["occlusionTexture"]["strength"] = 0.25;
  source["emissiveFactor"] = {0.1, 0.2, 1};
  source["extensions"]["KHR_materials_emissive_strength"]["emissiveStrength"] = 40;
  const auto imported = expect_imported(triangle_with(source).import());
  EXPECT_TRUE(imported.warnings.empty());
  const Material& m = imported.scene.materials()[0];
  std::vector<std::string> places;
  for_each_texture_use(m, [&](std::string_view place, const TextureUse& use) {
    EXPECT_EQ(use.texture, places.size());
    EXPECT_EQ(use.texcoord, places.size() % 2);
    EXPECT_EQ(use.transform, TextureTransform());
    places.emplace_back(place);
  });
  EXPECT_EQ(places, kPlaces);
  EXPECT_EQ(m.normal_scale, -2.5f);
  EXPECT_EQ(m.occlusion_strength, 0.25f);
  EXPECT_EQ(m.emissive_factor, glm::vec3(0.1f, 0.2f, 1));
  EXPECT_EQ(m.emissive_strength, 40);
}

TEST(TextureUses, AreTransformedEachForItself) {
  const json transform = {
      {"offset", {0.5, -1}}, {"rotation", 3}, {"scale", {2, 0.25}}, {"texCoord", 1}};
  for (const std::string& changed : kPlaces) {
    json source = material_with_all_textures();
    source[json::json_pointer(changed + "/texCoord")] = 0;
    source[json::json_pointer(changed + "/extensions/KHR_texture_transform")] = transform;
    const auto imported = expect_imported(triangle_with(source).import());
    EXPECT_TRUE(imported.warnings.empty());
    for_each_texture_use(
        imported.scene.materials()[0], [&](std::string_view place, const TextureUse& use) {
          if (place != changed) {
            EXPECT_EQ(use.transform, TextureTransform()) << place << " with " << changed;
            return;
          }
          EXPECT_EQ(use.transform, (TextureTransform{{0.5f, -1}, 3, {2, 0.25f}})) << place;
          EXPECT_EQ(use.texcoord, 1u) << place;
        });
  }
}

TEST(TextureUses, AnEmptyTransformIsNone) {
  json source = material_with_all_textures();
  source["normalTexture"]["extensions"]["KHR_texture_transform"] = json::object();
  const auto imported = expect_imported(triangle_with(source).import());
  EXPECT_EQ(imported.scene.materials()[0].normal_texture.transform, TextureTransform());
  EXPECT_EQ(imported.scene.materials()[0].normal_texture.texcoord, 0u);
}

struct Clamped {
  const char* place;
  json value;
  float Material::*member;
  float expected;
  const char* message;
};

TEST(TextureUses, NumbersOutsideTheirRangeAreBroughtIntoIt) {
  const Clamped table[] = {
      {"/occlusionTexture/strength", -1, &Material::occlusion_strength, 0, "-1, expected 0 to 1"},
      {"/occlusionTexture/strength", 1.5, &Material::occlusion_strength, 1, "1.5, expected 0 to 1"},
      {"/normalTexture/scale", 1e39, &Material::normal_scale, 3.40282347e38f,
       "1e+39, expected a number that fits a float"},
      {"/extensions/KHR_materials_emissive_strength/emissiveStrength", -0.5,
       &Material::emissive_strength, 0, "-0.5, expected at least 0"},
      {"/alphaCutoff", -3, &Material::alpha_cutoff, 0, "-3, expected at least 0"},
  };
  for (const Clamped& row : table) {
    json source = material_with_all_textures();
    source[json::json_pointer(row.place)] = row.value;
    const auto imported = expect_imported(triangle_with(source).import());
    EXPECT_EQ(imported.scene.materials()[0].*row.member, row.expected) << row.place;
    ASSERT_EQ(imported.warnings.size(), 1u) << row.place;
    EXPECT_EQ(imported.warnings[0].where, "/materials/0" + std::string(row.place));
    EXPECT_EQ(imported.warnings[0].message, row.message);
    EXPECT_EQ(imported.warnings[0].rule, "VALUE_NOT_IN_RANGE");
  }
}

TEST(TextureUses, OfAnAlphaCutoffAboveOneNothingIsSaid) {
  const auto imported = expect_imported(triangle_with({{"alphaCutoff", 2}}, 0).import());
  EXPECT_TRUE(imported.warnings.empty());
  EXPECT_EQ(imported.scene.materials()[0].alpha_cutoff, 2);
}

TEST(TextureUses, WithoutCoordinatesAreSaidOncePerPrimitive) {
  GltfBuilder builder = triangle_with(material_with_all_textures());
  builder.primitive()["attributes"].erase("TEXCOORD_1");
  builder.root["meshes"][0]["primitives"].push_back(builder.primitive());
  const auto imported = expect_imported(builder.import());
  ASSERT_EQ(imported.warnings.size(), 2u);
  for (std::size_t p = 0; p < 2; ++p) {
    const Error& warning = imported.warnings[p];
    EXPECT_EQ(warning.where, "/meshes/0/primitives/" + std::to_string(p) + "/material");
    EXPECT_EQ(warning.rule, "MESH_PRIMITIVE_TOO_FEW_TEXCOORDS");
    EXPECT_EQ(warning.message,
              "metallicRoughnessTexture needs TEXCOORD_1, occlusionTexture needs TEXCOORD_1, which "
              "the primitive does not have");
  }
}

TEST(Images, OfEveryUseAreDecoded) {
  GltfBuilder builder = triangle_with(material_with_all_textures(), 6);
  builder.root["images"][5] = {{"uri", "never.png"}, {"name", "never"}};  // nobody uses it
  builder.root["images"][3] = {{"uri", "missing.png"}};
  const auto imported = expect_imported(builder.import());
  const auto& infos = imported.source.images;
  ASSERT_EQ(infos.size(), 6u);
  for (const std::size_t i : {0u, 1u, 2u, 4u}) {
    EXPECT_EQ(imported.scene.images()[i].rgba, (std::vector<std::uint8_t>{10, 20, 30, 255})) << i;
    EXPECT_EQ(infos[i].state, gltf::ImageInfo::State::decoded) << i;
    EXPECT_EQ(infos[i].uri, "") << i;
  }
  EXPECT_EQ(infos[3].state, gltf::ImageInfo::State::placeholder);
  EXPECT_EQ(infos[3].uri, "missing.png");
  EXPECT_GT(imported.scene.images()[3].width, 0u);
  EXPECT_EQ(infos[5].state, gltf::ImageInfo::State::unused);
  EXPECT_EQ(infos[5].name, "never");
  EXPECT_EQ(imported.scene.images()[5].width, 0u);
  EXPECT_EQ(imported.warnings.size(), 1u);
}

TEST(Images, OfManyUsesAreDecodedOnce) {
  json source = material_with_all_textures();
  for (const std::string& place : kPlaces) source[json::json_pointer(place + "/index")] = 0;
  GltfBuilder builder = triangle_with(source, 1);
  builder.root["images"][0] = {{"uri", "missing.png"}};
  EXPECT_EQ(expect_imported(builder.import()).warnings.size(), 1u);
}

TEST(Extensions, OtherOnesOfMaterialsAreListedAndNoReasonToRefuse) {
  const std::vector<std::string> names = {"KHR_materials_clearcoat", "KHR_materials_transmission",
                                          "KHR_materials_ior",       "KHR_materials_specular",
                                          "VRMC_materials_mtoon",    "MSFT_texture_dds"};
  json source = json::object();
  for (const std::string& name : names) source["extensions"][name]["someFactor"] = 1;
  GltfBuilder builder = triangle_with(source, 0);
  builder.root["extensionsUsed"] = names;
  builder.root["extensionsUsed"].push_back("KHR_materials_emissive_strength");
  builder.root["extensionsUsed"].push_back("KHR_texture_transform");
  auto imported = expect_imported(builder.import());
  EXPECT_EQ(imported.source.extensions_unsupported, names);
  EXPECT_TRUE(imported.warnings.empty());
  builder.root["extensionsRequired"] = names;
  imported = expect_imported(builder.import());
  EXPECT_EQ(imported.warnings.size(), names.size());
}

}  // namespace
}  // namespace morph::test
