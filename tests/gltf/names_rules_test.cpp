// SPDX-License-Identifier: MIT
#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "support/gltf_builder.h"

namespace morph::test {
namespace {

// Where the names of targets are found (item 72), and what becomes of odd ones.

using Names = std::vector<std::string>;

Names names_of(const gltf::Imported& imported) {
  const auto names = primitive_of(imported).morph_targets.target_names();
  return {names.begin(), names.end()};
}

TEST(Rules, Item72_NamesAreLookedForInThreePlaces) {
  GltfBuilder builder = GltfBuilder::triangle(2);
  EXPECT_EQ(names_of(expect_imported(builder.import())), Names({"", ""}));
  builder.accessor(2)["name"] = "thin";
  builder.accessor(3)["name"] = "angle";
  EXPECT_EQ(names_of(expect_imported(builder.import())), Names({"thin", "angle"}));
  builder.primitive()["extras"]["targetNames"] = {"p0", "p1"};
  EXPECT_EQ(names_of(expect_imported(builder.import())), Names({"p0", "p1"}));
  builder.root["meshes"][0]["extras"]["targetNames"] = {"m0", "m1"};
  EXPECT_EQ(names_of(expect_imported(builder.import())), Names({"m0", "m1"}));
}

TEST(Rules, Item72_AccessorNamesPreferThePosition) {
  GltfBuilder builder = GltfBuilder::triangle(2);
  const int normals = builder.add_values<float>("VEC3", {0, 0, 1, 0, 0, 1, 0, 0, 1});
  builder.primitive()["attributes"]["NORMAL"] = normals;
  for (int t = 0; t < 2; ++t) builder.primitive()["targets"][t]["NORMAL"] = normals;
  builder.accessor(static_cast<std::size_t>(normals))["name"] = "normals";
  builder.accessor(3)["name"] = "angle";
  EXPECT_EQ(names_of(expect_imported(builder.import())), Names({"normals", "angle"}));
}

TEST(Rules, Item72_NamesKeepTheirIndex) {
  GltfBuilder builder = GltfBuilder::triangle(4);
  builder.root["meshes"][0]["extras"]["targetNames"] = {nullptr, "b", 3, "d"};
  const auto imported = expect_imported(builder.import());
  EXPECT_EQ(names_of(imported), Names({"", "b", "3", "d"}));
  EXPECT_TRUE(imported.warnings.empty());
}

TEST(Rules, Item72_NamesOfAnotherNumberAreFitted) {
  GltfBuilder builder = GltfBuilder::triangle(2);
  builder.root["meshes"][0]["extras"]["targetNames"] = {"a"};
  auto imported = expect_imported(builder.import());
  EXPECT_EQ(names_of(imported), Names({"a", ""}));
  EXPECT_TRUE(has_warning(imported, "/meshes/0/extras/targetNames", ""));
  builder.root["meshes"][0]["extras"]["targetNames"] = {"a", "b", "c"};
  EXPECT_EQ(names_of(expect_imported(builder.import())), Names({"a", "b"}));
}

TEST(Rules, Item72_ExtrasThatHoldNoNamesDoNotHideOthers) {
  GltfBuilder builder = GltfBuilder::triangle(1);
  builder.accessor(2)["name"] = "accessor";
  for (const nlohmann::json& useless :
       {nlohmann::json(5), nlohmann::json("text"), nlohmann::json::array(),
        nlohmann::json({{"targetNames", "text"}}), nlohmann::json({{"targetNames", {nullptr}}}),
        nlohmann::json({{"targetNames", nlohmann::json::array()}})}) {
    builder.root["meshes"][0]["extras"] = useless;
    const auto imported = expect_imported(builder.import());
    EXPECT_EQ(names_of(imported), Names({"accessor"})) << useless;
    // Names that are no array are a mistake; extras without any are not.
    const bool mistaken = useless.is_object() && !useless["targetNames"].is_array();
    EXPECT_EQ(imported.warnings.size(), mistaken ? 1u : 0u) << useless;
  }
}

TEST(Rules, Item72_NamesThatAreNoArrayAreSaid) {
  GltfBuilder builder = GltfBuilder::triangle(1);
  builder.root["meshes"][0]["extras"]["targetNames"] = {{"0", "a"}};
  builder.primitive()["extras"]["targetNames"] = "b";
  const auto imported = expect_imported(builder.import());
  EXPECT_EQ(names_of(imported), Names({""}));
  EXPECT_TRUE(has_warning(imported, "/meshes/0/extras/targetNames", ""));
  EXPECT_TRUE(has_warning(imported, "/meshes/0/primitives/0/extras/targetNames", ""));
  for (const Error& warning : imported.warnings) {
    EXPECT_TRUE(warning.message.ends_with(", expected an array")) << warning.message;
  }
}

TEST(Rules, Item72_OddNamesKeepTheirTextAndPlace) {
  const Names odd = {"##",       "#1",   "%s%n",    "a",         "a",      "",  " blink ",
                     "まばたき", "ÅñüΩ", "\"\\/\n", "MESH/name", "name=1", "😀", "eye*Left"};
  GltfBuilder builder = GltfBuilder::triangle(static_cast<int>(odd.size()));
  builder.root["meshes"][0]["extras"]["targetNames"] = odd;
  const auto imported = expect_imported(builder.import());
  EXPECT_EQ(names_of(imported), odd);
  EXPECT_TRUE(imported.warnings.empty());
}

TEST(Rules, Item72_OnePrimitivesNamesServeAll) {
  GltfBuilder builder = GltfBuilder::triangle(1);
  auto second = builder.primitive();
  second["extras"]["targetNames"] = {"second"};
  builder.root["meshes"][0]["primitives"].push_back(second);
  const auto imported = expect_imported(builder.import());
  for (std::size_t p = 0; p < 2; ++p) {
    EXPECT_EQ(primitive_of(imported, p).morph_targets.target_names()[0], "second");
  }
}

TEST(Names, AreCutWithoutCuttingACharacter) {
  GltfBuilder builder = GltfBuilder::triangle(1);
  std::string name = std::string(1023, 'a') + "\xC3\xA9";
  builder.root["meshes"][0]["extras"]["targetNames"] = {name};
  EXPECT_EQ(names_of(expect_imported(builder.import())), Names({std::string(1023, 'a')}));
}

}  // namespace
}  // namespace morph::test
