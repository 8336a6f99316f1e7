// SPDX-License-Identifier: MIT
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <nlohmann/json.hpp>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "support/gltf_builder.h"

namespace morph::test {
namespace {

// Expressions of VRMC_vrm 1.0 and blend shape groups of VRM 0.x.

using nlohmann::json;
using testing::ElementsAre;
using testing::IsEmpty;

constexpr auto kBlock = ExpressionOverride::block;
constexpr auto kBlend = ExpressionOverride::blend;
constexpr auto kNone = ExpressionOverride::none;

/// Nodes 0 and 1 show mesh 0 (3 targets), node 2 mesh 1 (no targets), node 3 nothing; mesh 2 (3
/// targets) is shown by none.
GltfBuilder avatar(const char* extension, json content) {
  GltfBuilder builder = GltfBuilder::triangle(3);
  builder.root["meshes"].push_back(builder.root["meshes"][0]);
  builder.root["meshes"].push_back(builder.root["meshes"][0]);
  builder.root["meshes"][1]["primitives"][0].erase("targets");
  builder.root["nodes"] = {{{"mesh", 0}}, {{"mesh", 0}}, {{"mesh", 1}}, json::object()};
  builder.root["scenes"][0]["nodes"] = {0, 1, 2, 3};
  builder.root["extensionsUsed"] = {extension};
  builder.root["extensions"][extension] = std::move(content);
  return builder;
}

GltfBuilder vrm_1(json expressions) {
  return avatar("VRMC_vrm", {{"specVersion", "1.0"}, {"expressions", std::move(expressions)}});
}

GltfBuilder vrm_0(json groups) {
  return avatar("VRM", {{"blendShapeMaster", {{"blendShapeGroups", std::move(groups)}}}});
}

json bind(const char* owner, json index, json target, json weight) {
  return {{owner, std::move(index)}, {"index", std::move(target)}, {"weight", std::move(weight)}};
}

json happy(json member, json value) {
  return {{"preset", {{"happy", {{std::move(member), std::move(value)}}}}}};
}

// ---- VRMC_vrm 1.0 ----

TEST(Vrm1, Item65_AnExpressionIsReadWhole) {
  const json sad = {{"isBinary", true},
                    {"morphTargetBinds", {bind("node", 1, 2, 3), bind("node", 0, 0, -0.75)}},
                    {"materialColorBinds", {json::object(), json::object()}},
                    {"textureTransformBinds", {json::object()}},
                    {"overrideMouth", "block"},
                    {"overrideBlink", "blend"},
                    {"overrideLookAt", "none"}};
  const auto imported = expect_imported(
      vrm_1({{"preset", {{"sad", sad}, {"aa", json::object()}}}, {"custom", {{"grin", sad}}}})
          .import());
  EXPECT_THAT(imported.warnings, IsEmpty());
  EXPECT_THAT(imported.source.extensions_unsupported, IsEmpty());
  const auto expressions = imported.scene.expressions();
  ASSERT_EQ(expressions.size(), 3u);
  const Expression& grin = expressions[0];  // nlohmann-json sorts what it writes
  EXPECT_EQ(grin.name, "grin");
  EXPECT_EQ(grin.preset, "");
  const Expression& aa = expressions[1];
  EXPECT_EQ(aa.category, ExpressionCategory::mouth);
  EXPECT_FALSE(aa.is_binary);
  EXPECT_THAT(aa.morph_target_binds, IsEmpty());
  for (const Expression& expression : {expressions[0], expressions[2]}) {
    EXPECT_TRUE(expression.is_binary);
    EXPECT_EQ(expression.category, ExpressionCategory::other);
    EXPECT_THAT(expression.overrides, ElementsAre(kBlock, kBlend, kNone));
    EXPECT_THAT(expression.morph_target_binds,
                ElementsAre(MorphTargetBind{1, 2, 3.0f}, MorphTargetBind{0, 0, -0.75f}));
    EXPECT_EQ(expression.material_color_binds, 2u);
    EXPECT_EQ(expression.texture_transform_binds, 1u);
  }
  EXPECT_EQ(expressions[2].name, "sad");
  EXPECT_EQ(expressions[2].preset, "sad");
}

TEST(Vrm1, ExpressionsKeepTheOrderOfTheFile) {
  GltfBuilder builder = vrm_1("here");
  std::string text = builder.gltf();
  const std::string_view expressions =
      R"({"preset":{"sad":{},"angry":{}},"custom":{"z\u00e9":{},"a":{}}})";
  text.replace(text.find("\"here\""), 6, expressions);
  const auto imported = expect_imported(gltf::import_memory(bytes_of(text)));
  std::vector<std::string> names;
  for (const Expression& expression : imported.scene.expressions())
    names.push_back(expression.name);
  EXPECT_THAT(names, ElementsAre("sad", "angry", "z\xC3\xA9", "a"));
}

struct Broken {
  std::string name;
  json expressions;
  std::string where;  ///< below /extensions/VRMC_vrm/expressions
  std::string_view rule;
  std::size_t kept;  ///< expressions
};

class BrokenVrm1 : public testing::TestWithParam<Broken> {};

TEST_P(BrokenVrm1, IsLeftOutWithAWarning) {
  const auto imported = expect_imported(vrm_1(GetParam().expressions).import());
  EXPECT_TRUE(has_warning(imported, "/extensions/VRMC_vrm/expressions" + GetParam().where,
                          GetParam().rule));
  EXPECT_EQ(imported.warnings.size(), 1u);
  EXPECT_EQ(imported.scene.expressions().size(), GetParam().kept);
  for (const Expression& expression : imported.scene.expressions()) {
    EXPECT_THAT(expression.morph_target_binds, IsEmpty());
    EXPECT_THAT(expression.overrides, ElementsAre(kNone, kNone, kNone));
    EXPECT_FALSE(expression.is_binary);
  }
}

json happy_bind(json node, json index, json weight) {
  return happy("morphTargetBinds",
               json::array({bind("node", std::move(node), std::move(index), std::move(weight))}));
}
constexpr const char* kHappy = "/preset/happy";
constexpr const char* kHappyBind = "/preset/happy/morphTargetBinds/0";

INSTANTIATE_TEST_SUITE_P(
    Table, BrokenVrm1,
    testing::Values(
        Broken{"ExpressionsOfADraft", json::array({json::object()}), "", "TYPE_MISMATCH", 0},
        Broken{"PresetTable", {{"preset", 3}}, "/preset", "TYPE_MISMATCH", 0},
        Broken{"CustomTable", {{"custom", json::array()}}, "/custom", "TYPE_MISMATCH", 0},
        Broken{"Expression", {{"preset", {{"happy", 1}}}}, kHappy, "TYPE_MISMATCH", 0},
        Broken{"CustomExpression",
               {{"custom", {{"a/~b", "x"}}}},
               "/custom/a~1~0b",
               "TYPE_MISMATCH",
               0},
        Broken{"NoPreset", {{"preset", {{"joy", json::object()}}}}, "/preset/joy", "", 1},
        Broken{
            "CustomIsAPreset", {{"custom", {{"happy", json::object()}}}}, "/custom/happy", "", 1},
        Broken{"IsBinary", happy("isBinary", 1), "/preset/happy/isBinary", "TYPE_MISMATCH", 1},
        Broken{"OverrideWord", happy("overrideBlink", "mix"), "/preset/happy/overrideBlink",
               "VALUE_NOT_IN_LIST", 1},
        Broken{"OverrideKind", happy("overrideMouth", true), "/preset/happy/overrideMouth",
               "TYPE_MISMATCH", 1},
        Broken{"Binds", happy("morphTargetBinds", json::object()), "/preset/happy/morphTargetBinds",
               "TYPE_MISMATCH", 1},
        Broken{"Colors", happy("materialColorBinds", 2), "/preset/happy/materialColorBinds",
               "TYPE_MISMATCH", 1},
        Broken{"Bind", happy("morphTargetBinds", {nullptr}), kHappyBind, "TYPE_MISMATCH", 1},
        Broken{"Node", happy_bind(4, 0, 1), std::string(kHappyBind) + "/node",
               "UNRESOLVED_REFERENCE", 1},
        Broken{"NodeWithoutTargets", happy_bind(2, 0, 1), std::string(kHappyBind) + "/node", "", 1},
        Broken{"NodeWithoutMesh", happy_bind(3, 0, 1), std::string(kHappyBind) + "/node", "", 1},
        Broken{"NegativeNode", happy_bind(-1, 0, 1), std::string(kHappyBind) + "/node",
               "INVALID_INDEX", 1},
        Broken{"FractionalNode", happy_bind(0.5, 0, 1), std::string(kHappyBind) + "/node",
               "INVALID_INDEX", 1},
        Broken{"HugeNode", happy_bind(18446744073709551615u, 0, 1),
               std::string(kHappyBind) + "/node", "INVALID_INDEX", 1},
        Broken{"TextNode", happy_bind("0", 0, 1), std::string(kHappyBind) + "/node",
               "TYPE_MISMATCH", 1},
        Broken{"Target", happy_bind(0, 3, 1), std::string(kHappyBind) + "/index",
               "UNRESOLVED_REFERENCE", 1},
        Broken{"Weight", happy_bind(0, 0, "1"), std::string(kHappyBind) + "/weight",
               "TYPE_MISMATCH", 1},
        Broken{"InfiniteWeight", happy_bind(0, 0, 1e39), std::string(kHappyBind) + "/weight", "",
               1},
        Broken{"NoWeight", happy("morphTargetBinds", json::array({{{"node", 0}, {"index", 0}}})),
               std::string(kHappyBind) + "/weight", "UNDEFINED_PROPERTY", 1}),
    [](const auto& row) { return row.param.name; });

TEST(Vrm1, AWholeNumberMayHaveAFraction) {
  const auto imported = expect_imported(vrm_1(happy_bind(1.0, 2.0, 1)).import());
  EXPECT_THAT(imported.scene.expressions()[0].morph_target_binds,
              ElementsAre(MorphTargetBind{1, 2, 1.0f}));
}

TEST(Vrm1, ADraftIsReadAndSaidToBeOne) {
  GltfBuilder builder = vrm_1(happy_bind(0, 1, 1));
  const char* const where = "/extensions/VRMC_vrm/specVersion";
  builder.root["extensions"]["VRMC_vrm"]["specVersion"] = "1.0-beta";
  const auto beta = expect_imported(builder.import());
  EXPECT_TRUE(has_warning(beta, where, "VALUE_NOT_IN_LIST"));
  EXPECT_EQ(beta.scene.expressions()[0].morph_target_binds.size(), 1u);
  builder.root["extensions"]["VRMC_vrm"].erase("specVersion");
  EXPECT_TRUE(has_warning(expect_imported(builder.import()), where, "VALUE_NOT_IN_LIST"));
}

TEST(Vrm1, ASecondExpressionOfOneNameIsLeftOut) {
  std::string text = vrm_1("here").gltf();
  text.replace(text.find("\"here\""), 6,
               R"({"custom":{"a":{"isBinary":true},"a":{}},"preset":{"aa":{}}})");
  const auto imported = expect_imported(gltf::import_memory(bytes_of(text)));
  EXPECT_TRUE(has_warning(imported, "/extensions/VRMC_vrm/expressions/custom/a", "DUPLICATE_KEY"));
  ASSERT_EQ(imported.scene.expressions().size(), 2u);
  EXPECT_TRUE(imported.scene.expressions()[0].is_binary);
}

// ---- VRM 0.x ----

TEST(Vrm0, Item69_AGroupBindsAMeshWithWeightsTo100) {
  const json values = {{{"materialName", "face"}, {"propertyName", "_Color"}},
                       {{"materialName", "face"}, {"propertyName", "_MainTex_ST"}},
                       {{"materialName", "face"}, {"propertyName", "_MainTex_ST_S"}}};
  const auto imported = expect_imported(
      vrm_0({{{"name", "Smile"},
              {"presetName", "joy"},
              {"isBinary", true},
              {"binds", {bind("mesh", 0, 1, 50), bind("mesh", 0, 2, 150.0)}},
              {"materialValues", values}},
             {{"name", "Blink_L"}, {"presetName", "Blink_L"}, {"binds", json::array()}},
             {{"name", "Own"}, {"presetName", "unknown"}},
             {{"presetName", "a"}},
             json::object()})
          .import());
  EXPECT_THAT(imported.warnings, IsEmpty());
  EXPECT_THAT(imported.source.extensions_unsupported, IsEmpty());
  const auto expressions = imported.scene.expressions();
  ASSERT_EQ(expressions.size(), 5u);
  EXPECT_EQ(expressions[0].name, "Smile");
  EXPECT_EQ(expressions[0].preset, "joy");
  EXPECT_TRUE(expressions[0].is_binary);
  EXPECT_THAT(expressions[0].morph_target_binds,
              ElementsAre(MorphTargetBind{0, 1, 0.5f}, MorphTargetBind{1, 1, 0.5f},
                          MorphTargetBind{0, 2, 1.5f}, MorphTargetBind{1, 2, 1.5f}));
  EXPECT_EQ(expressions[0].material_color_binds, 1u);
  EXPECT_EQ(expressions[0].texture_transform_binds, 2u);
  EXPECT_EQ(expressions[1].name, "Blink_L");
  EXPECT_EQ(expressions[1].preset, "blink_l") << "in any case";
  EXPECT_EQ(expressions[1].category, ExpressionCategory::blink);
  EXPECT_EQ(expressions[2].preset, "");
  EXPECT_EQ(expressions[3].name, "a") << "a group without a name is called as its preset";
  EXPECT_EQ(expressions[4].name, "");
}

class BrokenVrm0 : public testing::TestWithParam<Broken> {};

TEST_P(BrokenVrm0, IsLeftOutWithAWarning) {
  const auto imported = expect_imported(vrm_0(GetParam().expressions).import());
  EXPECT_TRUE(has_warning(imported,
                          "/extensions/VRM/blendShapeMaster/blendShapeGroups" + GetParam().where,
                          GetParam().rule));
  EXPECT_EQ(imported.warnings.size(), 1u);
  EXPECT_EQ(imported.scene.expressions().size(), GetParam().kept);
  for (const Expression& expression : imported.scene.expressions())
    EXPECT_THAT(expression.morph_target_binds, IsEmpty());
}

json group_bind(json mesh, json index, json weight) {
  return {{{"binds", {bind("mesh", std::move(mesh), std::move(index), std::move(weight))}}}};
}

INSTANTIATE_TEST_SUITE_P(
    Table, BrokenVrm0,
    testing::Values(
        Broken{"Groups", 5, "", "TYPE_MISMATCH", 0},
        Broken{"Group", {1, json::object()}, "/0", "TYPE_MISMATCH", 1},
        Broken{"Preset", {{{"presetName", "wink"}}}, "/0/presetName", "VALUE_NOT_IN_LIST", 1},
        Broken{"Name", {{{"name", 3}}}, "/0/name", "TYPE_MISMATCH", 1},
        Broken{"Mesh", group_bind(3, 0, 100), "/0/binds/0/mesh", "UNRESOLVED_REFERENCE", 1},
        Broken{"NegativeMesh", group_bind(-1, 0, 100), "/0/binds/0/mesh", "INVALID_INDEX", 1},
        Broken{"MeshWithoutTargets", group_bind(1, 0, 100), "/0/binds/0/mesh", "", 1},
        Broken{"MeshOfNoNode", group_bind(2, 0, 100), "/0/binds/0/mesh", "", 1},
        Broken{"Target", group_bind(0, 3, 100), "/0/binds/0/index", "UNRESOLVED_REFERENCE", 1},
        Broken{"MaterialValue",
               {{{"materialValues", {"x"}}}},
               "/0/materialValues/0",
               "TYPE_MISMATCH",
               1}),
    [](const auto& row) { return row.param.name; });

TEST(Vrm, WhereBothVersionsAreThereTheNewerIsRead) {
  GltfBuilder builder = vrm_1(happy_bind(0, 0, 1));
  builder.root["extensions"]["VRM"]["blendShapeMaster"]["blendShapeGroups"] = {
      {{"name", "Joy"}, {"presetName", "joy"}}};
  builder.root["extensionsUsed"] = {"VRM", "VRMC_vrm"};
  const auto imported = expect_imported(builder.import());
  EXPECT_THAT(imported.warnings, IsEmpty());
  ASSERT_EQ(imported.scene.expressions().size(), 1u);
  EXPECT_EQ(imported.scene.expressions()[0].name, "happy");
}

TEST(Vrm, AnExtensionThatIsNotDeclaredIsReadAndRequiredOnesAreKnown) {
  GltfBuilder builder = vrm_1(happy_bind(0, 0, 1));
  builder.root.erase("extensionsUsed");
  const auto undeclared = expect_imported(builder.import());
  EXPECT_TRUE(has_warning(undeclared, "/extensions/VRMC_vrm", "UNDECLARED_EXTENSION"));
  EXPECT_EQ(undeclared.scene.expressions().size(), 1u);
  builder.root["extensionsUsed"] = builder.root["extensionsRequired"] = {"VRMC_vrm"};
  EXPECT_THAT(expect_imported(builder.import()).warnings, IsEmpty());
}

TEST(Vrm, OtherContentOfTheExtensionsIsNotLookedAt) {
  GltfBuilder builder = avatar("VRM", 5);
  EXPECT_TRUE(has_warning(expect_imported(builder.import()), "/extensions/VRM", "TYPE_MISMATCH"));
  builder.root["extensions"] = {{"VRM", {{"meta", 1}, {"humanoid", "x"}, {"expressions", 7}}},
                                {"VRMC_vrm", {{"specVersion", 1}, {"meta", json::array()}}}};
  const auto imported = expect_imported(builder.import());
  EXPECT_THAT(imported.scene.expressions(), IsEmpty());
  EXPECT_EQ(imported.warnings.size(), 1u) << "specVersion is no text";
}

// ---- What a hostile file may ask for ----

TEST(VrmLimits, ExpressionsAreCounted) {
  gltf::ImportOptions options;
  options.limits.expressions = 2;
  const json two = {{"a", json::object()}, {"b", json::object()}};
  json three = two;
  three["c"] = json::object();
  EXPECT_TRUE(vrm_1({{"preset", two}, {"custom", two}}).import(options));
  EXPECT_TRUE(vrm_0({json::object(), json::object()}).import(options));
  for (const auto& [builder, where] :
       {std::pair{vrm_1({{"custom", three}}), "/extensions/VRMC_vrm/expressions/custom"},
        std::pair{vrm_0({json::object(), json::object(), json::object()}),
                  "/extensions/VRM/blendShapeMaster/blendShapeGroups"}}) {
    const Error error = expect_refused(builder.import(options));
    EXPECT_EQ(error.code, ErrorCode::limit_exceeded);
    EXPECT_EQ(error.where, where);
  }
}

TEST(VrmLimits, BindsOfAMeshThatManyNodesShowAreCounted) {
  json binds = json::array();
  for (int i = 0; i < 2000; ++i) binds.push_back(bind("mesh", 0, 0, 100));
  GltfBuilder builder = vrm_0({{{"binds", binds}}});
  for (int i = 0; i < 2000; ++i) builder.root["nodes"].push_back({{"mesh", 0}});
  const Error error = expect_refused(builder.import());
  EXPECT_EQ(error.code, ErrorCode::limit_exceeded);
  EXPECT_THAT(error.where, testing::StartsWith("/extensions/VRM/blendShapeMaster"));
}

TEST(VrmLimits, LongNamesAreCutInNamesAndPointers) {
  const std::string name(5000, 'x');
  const auto imported = expect_imported(vrm_1({{"custom", {{name, {{"isBinary", 1}}}}}}).import());
  EXPECT_EQ(imported.scene.expressions()[0].name.size(), 1024u);
  ASSERT_EQ(imported.warnings.size(), 1u);
  EXPECT_LT(imported.warnings[0].where.size(), 400u);
}

}  // namespace
}  // namespace morph::test
