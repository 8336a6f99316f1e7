// SPDX-License-Identifier: MIT
#include <gtest/gtest.h>

#include <algorithm>
#include <cstdint>
#include <functional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "support/gltf_builder.h"

namespace morph::test {
namespace {

// Rules about how the objects of a file belong together, which are reported where a report is asked
// for: names, formats and counts of attributes, images and textures, buffer views, skins.

using nlohmann::json;

const std::string kPrimitive = "/meshes/0/primitives/0";
const std::string kAttributes = kPrimitive + "/attributes";
const std::string kPng = "iVBORw0KGgo=";  // its first eight bytes
const std::string kWebp = "UklGRgAAAABXRUJQ";

/// An array of one element. (Compilers differ on what one pair of braces more means to json.)
json list(json element) {
  json array = json::array();
  array.push_back(std::move(element));
  return array;
}

enum Node { kShown, kHip, kKnee, kApart };

/// A triangle with one target, skinned by a hip with a knee, and a texture of no material.
GltfBuilder sound() {
  GltfBuilder builder = GltfBuilder::triangle(1);
  builder.root["nodes"] = {
      {{"mesh", 0}, {"skin", 0}}, {{"children", {kKnee}}}, {{"name", "knee"}}, {{"name", "apart"}}};
  builder.root["scenes"] = list({{"nodes", {kShown, kHip, kApart}}});
  builder.root["skins"] = list({{"joints", {kHip, kKnee}}});
  json& attributes = builder.primitive()["attributes"];
  attributes["JOINTS_0"] =
      builder.add_values<std::uint8_t>("VEC4", {0, 1, 0, 0, 1, 1, 0, 0, 1, 0, 0, 0});
  attributes["WEIGHTS_0"] =
      builder.add_values<float>("VEC4", {0.5f, 0.5f, 0, 0, 1, 0, 0, 0, 0.5f, 0.5f, 0, 0});
  builder.root["images"] = list({{"uri", "data:image/png;base64," + kPng}});
  builder.root["textures"] = list({{"source", 0}});
  return builder;
}

gltf::Imported report(const GltfBuilder& builder) {
  gltf::ImportOptions options;
  options.report_conformance = true;
  return expect_imported(builder.import(options));
}

/// Three elements of no particular use.
int add_three(GltfBuilder& builder, std::string_view type) {
  return builder.add_values<float>(type, std::vector<float>(3 * GltfBuilder::width_of(type)));
}

void set_attribute(GltfBuilder& builder, const std::string& name, std::string_view type = "VEC2") {
  builder.primitive()["attributes"][name] = add_three(builder, type);
}

void set_image(GltfBuilder& builder, json image) { builder.root["images"][0] = std::move(image); }

struct Fault {
  const char* name;
  std::function<void(GltfBuilder&)> make;
  std::string where;
  std::string_view rule;
};

class StructureReports : public ::testing::TestWithParam<Fault> {};

TEST_P(StructureReports, TheFaultAtItsPlace) {
  GltfBuilder builder = sound();
  const auto is_same = [](const Error& finding) { return finding.rule == GetParam().rule; };
  EXPECT_TRUE(std::ranges::none_of(report(builder).warnings, is_same)) << "not before the fault";
  GetParam().make(builder);
  EXPECT_TRUE(has_warning(report(builder), GetParam().where, GetParam().rule));
}

// ---- Attributes ----

const Fault kAttributeFaults[] = {
    {"Gap", [](GltfBuilder& b) { set_attribute(b, "TEXCOORD_1"); }, kAttributes,
     "MESH_PRIMITIVE_INDEXED_SEMANTIC_CONTINUITY"},
    {"TargetWithoutBase",
     [](GltfBuilder& b) { b.primitive()["targets"][0]["_X"] = add_three(b, "VEC2"); },
     kPrimitive + "/targets/0/_X", "MESH_PRIMITIVE_MORPH_TARGET_NO_BASE_ACCESSOR"},
    {"TargetWithoutNormals",
     [](GltfBuilder& b) {
       set_attribute(b, "NORMAL", "VEC3");
       b.primitive()["targets"][0]["POSITION"] = add_three(b, "VEC3");
       b.primitive()["targets"][0].erase("NORMAL");
     },
     kPrimitive + "/targets", "MORPH_TARGET_WITHOUT_NORMALS"},
    {"TargetOfJoints",
     [](GltfBuilder& b) {
       b.primitive()["targets"][0]["JOINTS_0"] = b.primitive()["attributes"]["JOINTS_0"];
     },
     kPrimitive + "/targets/0/JOINTS_0", "MESH_PRIMITIVE_INVALID_ATTRIBUTE"},
    {"CountOfAnUnreadAttribute",
     [](GltfBuilder& b) {
       b.primitive()["attributes"]["_X"] = b.add_values<float>("SCALAR", {1, 2});
     },
     kAttributes + "/_X", "MESH_PRIMITIVE_UNEQUAL_ACCESSOR_COUNT"},
    {"CountOfAnUnreadDelta",
     [](GltfBuilder& b) {
       set_attribute(b, "_X");
       b.primitive()["targets"][0]["_X"] = b.add_values<float>("VEC2", {1, 2});
     },
     kPrimitive + "/targets/0/_X", "MESH_PRIMITIVE_MORPH_TARGET_INVALID_ATTRIBUTE_COUNT"},
    {"NoAccessor", [](GltfBuilder& b) { b.primitive()["attributes"]["_X"] = 99; },
     kAttributes + "/_X", "UNRESOLVED_REFERENCE"},
    {"LongIntegers",
     [](GltfBuilder& b) {
       b.primitive()["attributes"]["_X"] = b.add_values<std::uint32_t>("SCALAR", {1, 2, 3});
     },
     kAttributes + "/_X", "MESH_PRIMITIVE_ATTRIBUTES_ACCESSOR_UNSIGNED_INT"},
    {"FormatOfAnUnreadColour",
     [](GltfBuilder& b) {
       set_attribute(b, "COLOR_0", "VEC3");
       set_attribute(b, "COLOR_1", "VEC2");
     },
     kAttributes + "/COLOR_1", "MESH_PRIMITIVE_ATTRIBUTES_ACCESSOR_INVALID_FORMAT"},
};

INSTANTIATE_TEST_SUITE_P(Attributes, StructureReports, ::testing::ValuesIn(kAttributeFaults),
                         [](const auto& fault) { return std::string(fault.param.name); });

TEST(AttributeNames, AreThoseOfGltfOrBeginWithAnUnderscore) {
  const std::string rule = "MESH_PRIMITIVE_INVALID_ATTRIBUTE";
  for (const char* name : {"POSITION_0", "TANGENT_0", "TEXCOORD", "TEXCOORD_", "TEXCOORD_00",
                           "TEXCOORD_0x", "TEXCOORD_-1", "texcoord_0", "NORMALX", "FOO_0", ""}) {
    GltfBuilder builder = sound();
    set_attribute(builder, name);
    EXPECT_TRUE(has_warning(report(builder), kAttributes + "/" + name, rule)) << name;
  }
  for (const char* name : {"_", "_X", "_texcoord", "TEXCOORD_0", "TEXCOORD_10"}) {
    GltfBuilder builder = sound();
    set_attribute(builder, name);
    EXPECT_FALSE(has_warning(report(builder), kAttributes + "/" + name, rule)) << name;
  }
}

// ---- Animations ----

/// An animation whose only channel is for a reader of another extension.
void add_foreign_animation(GltfBuilder& builder) {
  builder.root["animations"] =
      list({{"channels", list({{"sampler", 0}, {"target", {{"path", "scale"}}}})},
            {"samplers", list({{"input", 0}, {"output", 0}})}});
}

const Fault kAnimationFaults[] = {
    {"OutputThatDoesNotExist",
     [](GltfBuilder& b) {
       add_foreign_animation(b);
       b.root["animations"][0]["samplers"][0]["output"] = 99;
     },
     "/animations/0/samplers/0/output", "UNRESOLVED_REFERENCE"},
    {"NoInput",
     [](GltfBuilder& b) {
       add_foreign_animation(b);
       b.root["animations"][0]["samplers"][0].erase("input");
     },
     "/animations/0/samplers/0/input", "UNDEFINED_PROPERTY"},
    {"NoTarget",
     [](GltfBuilder& b) {
       add_foreign_animation(b);
       b.root["animations"][0]["channels"][0].erase("target");
     },
     "/animations/0/channels/0/target/path", "UNDEFINED_PROPERTY"},
    {"PointerWithoutItsExtension",
     [](GltfBuilder& b) {
       add_foreign_animation(b);
       b.root["animations"][0]["channels"][0]["target"]["path"] = "pointer";
     },
     "/animations/0/channels/0/target/path", "VALUE_NOT_IN_LIST"},
};

INSTANTIATE_TEST_SUITE_P(Animations, StructureReports, ::testing::ValuesIn(kAnimationFaults),
                         [](const auto& fault) { return std::string(fault.param.name); });

// ---- Names and extensions ----

const Fault kOtherFaults[] = {
    {"NameThatIsNoText", [](GltfBuilder& b) { b.root["nodes"][0]["name"] = 5; }, "/nodes/0/name",
     "TYPE_MISMATCH"},
    {"ExtensionOfATexture",
     [](GltfBuilder& b) {
       b.root["materials"] = list(
           {{"normalTexture", {{"index", 0}, {"extensions", {{"EXT_none", json::object()}}}}}});
     },
     "/materials/0/normalTexture/extensions/EXT_none", "UNDECLARED_EXTENSION"},
    {"ExtensionThatIsNoObject",
     [](GltfBuilder& b) {
       b.root["nodes"][0]["extensions"] = {{"EXT_none", true}};
     },
     "/nodes/0/extensions/EXT_none", "TYPE_MISMATCH"},
    {"QuantizationThatIsNotRequired",
     [](GltfBuilder& b) { b.root["extensionsUsed"] = {"KHR_mesh_quantization"}; },
     "/extensionsUsed", "NON_REQUIRED_EXTENSION"},
    {"ExtensionUsedTwice",
     [](GltfBuilder& b) {
       b.root["extensionsUsed"] = {"EXT_a", "EXT_a"};
     },
     "/extensionsUsed/1", "DUPLICATE_ELEMENTS"},
    {"ExtensionOfAChannel",
     [](GltfBuilder& b) {
       add_foreign_animation(b);
       b.root["animations"][0]["channels"][0]["target"]["extensions"] = {
           {"KHR_animation_pointer", json::object()}};
     },
     "/animations/0/channels/0/target/extensions/KHR_animation_pointer", "UNDECLARED_EXTENSION"},
    {"CameraOfBothTypes",
     [](GltfBuilder& b) {
       b.root["cameras"] = list({{"type", "perspective"},
                                 {"perspective", {{"yfov", 1}, {"znear", 1}}},
                                 {"orthographic", json::object()}});
     },
     "/cameras/0/perspective", "ONE_OF_MISMATCH"},
    {"RotationBeyondOne",
     [](GltfBuilder& b) {
       b.root["nodes"][kApart]["rotation"] = {0, 0, 0, 1.004};
     },
     "/nodes/3/rotation/3", "VALUE_NOT_IN_RANGE"},
    {"MatrixBesideAScale",
     [](GltfBuilder& b) {
       b.root["nodes"][kApart]["matrix"] = {1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1};
       b.root["nodes"][kApart]["scale"] = {1, 1, 1};
     },
     "/nodes/3/matrix", "NODE_MATRIX_TRS"},
    {"MatrixThatShears",
     [](GltfBuilder& b) {
       b.root["nodes"][kApart]["matrix"] = {1, 0, 0, 0, 1, 1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1};
     },
     "/nodes/3/matrix", "NODE_MATRIX_NON_TRS"},
    {"MatrixWithoutVolume",
     [](GltfBuilder& b) {
       b.root["nodes"][kApart]["matrix"] = {1, 0, 0, 0, 0, 0, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1};
     },
     "/nodes/3/matrix", "NODE_MATRIX_NON_TRS"},
};

INSTANTIATE_TEST_SUITE_P(Others, StructureReports, ::testing::ValuesIn(kOtherFaults),
                         [](const auto& fault) { return std::string(fault.param.name); });

// ---- Images ----

const Fault kImageFaults[] = {
    {"Neither",
     [](GltfBuilder& b) {
       set_image(b, {{"name", "none"}});
     },
     "/images/0", "ONE_OF_MISMATCH"},
    {"Both", [](GltfBuilder& b) { b.root["images"][0]["bufferView"] = 0; }, "/images/0",
     "ONE_OF_MISMATCH"},
    {"ViewWithoutType",
     [](GltfBuilder& b) {
       set_image(b, {{"bufferView", 0}});
     },
     "/images/0/bufferView", "UNSATISFIED_DEPENDENCY"},
    {"ContentIsAnother",
     [](GltfBuilder& b) {
       set_image(b, {{"uri", "data:image/jpeg;base64," + kPng}});
     },
     "/images/0/uri", "INVALID_URI"},
    {"ContentOfNoKind",
     [](GltfBuilder& b) {
       set_image(b, {{"uri", "data:image/png;base64,AAAA"}});
     },
     "/images/0/uri", "INVALID_URI"},
    {"NoBase64",
     [](GltfBuilder& b) {
       set_image(b, {{"uri", "data:image/png;base64,!"}});
     },
     "/images/0", "INVALID_URI"},
    {"OtherType", [](GltfBuilder& b) { b.root["images"][0]["mimeType"] = "image/jpeg"; },
     "/images/0/uri", "IMAGE_MIME_TYPE_INVALID"},
    {"TypeThatNoTextureMayHave",
     [](GltfBuilder& b) { b.root["images"][0]["mimeType"] = "image/gif"; }, "/textures/0/source",
     "TEXTURE_INVALID_IMAGE_MIME_TYPE"},
    {"WebpWithoutTheExtension",
     [](GltfBuilder& b) {
       set_image(b, {{"uri", "data:image/webp;base64," + kWebp}});
     },
     "/images/0", "IMAGE_NON_ENABLED_MIME_TYPE"},
    {"PngAsWebp",
     [](GltfBuilder& b) {
       b.root["extensionsUsed"] = {"EXT_texture_webp"};
       b.root["textures"][0] = {{"extensions", {{"EXT_texture_webp", {{"source", 0}}}}}};
     },
     "/textures/0/extensions/EXT_texture_webp/source", "TEXTURE_INVALID_IMAGE_MIME_TYPE"},
    {"Stride",
     [](GltfBuilder& b) {
       const int view = b.add_view(std::vector<float>{0, 0}, 4);
       set_image(b, {{"bufferView", view}, {"mimeType", "image/png"}});
     },
     "/images/0/bufferView", "IMAGE_BUFFER_VIEW_WITH_BYTESTRIDE"},
    {"InAViewOfVertices",
     [](GltfBuilder& b) {
       set_image(b, {{"bufferView", b.accessor(0)["bufferView"]}, {"mimeType", "image/png"}});
     },
     "/images/0/bufferView", "BUFFER_VIEW_TARGET_OVERRIDE"},
};

INSTANTIATE_TEST_SUITE_P(Images, StructureReports, ::testing::ValuesIn(kImageFaults),
                         [](const auto& fault) { return std::string(fault.param.name); });

// ---- Buffer views ----

/// Makes the target's accessor sparse, with its indices in the given view.
void make_sparse(GltfBuilder& builder, int indices) {
  const std::size_t delta = builder.primitive()["targets"][0]["POSITION"];
  builder.accessor(delta)["sparse"] = {
      {"count", 1},
      {"indices", {{"bufferView", indices}, {"componentType", 5123}}},
      {"values", {{"bufferView", builder.add_view(std::vector<float>{0, 0, 1})}}}};
}

const Fault kViewFaults[] = {
    {"StrideOfSparseIndices",
     [](GltfBuilder& b) {
       make_sparse(b, b.add_view(std::vector<std::uint16_t>{1, 0}, 4));
     },
     "/accessors/2/sparse/indices/bufferView", "BUFFER_VIEW_INVALID_BYTE_STRIDE"},
    {"SparseIndicesForAnIndexBuffer",
     [](GltfBuilder& b) {
       const int view = b.add_view(std::vector<std::uint16_t>{1, 0});
       b.root["bufferViews"][static_cast<std::size_t>(view)]["target"] = 34963;
       make_sparse(b, view);
     },
     "/accessors/2/sparse/indices/bufferView", "BUFFER_VIEW_TARGET_OVERRIDE"},
    {"VerticesInAnIndexBuffer",
     [](GltfBuilder& b) {
       b.root["bufferViews"][b.accessor(0)["bufferView"].get<std::size_t>()]["target"] = 34963;
     },
     kAttributes + "/POSITION", "BUFFER_VIEW_TARGET_OVERRIDE"},
    {"TargetOfAnotherType", [](GltfBuilder& b) { b.root["bufferViews"][0]["target"] = "vertices"; },
     "/bufferViews/0/target", "TYPE_MISMATCH"},
    {"TargetThatIsNotWhole", [](GltfBuilder& b) { b.root["bufferViews"][0]["target"] = 34962.5; },
     "/bufferViews/0/target", "TYPE_MISMATCH"},
    {"ViewOfNoBytes",
     [](GltfBuilder& b) {
       b.root["bufferViews"].push_back({{"buffer", 0}, {"byteLength", 0}});
     },
     "/bufferViews/5/byteLength", "VALUE_NOT_IN_RANGE"},
    {"StrideOfNothing", [](GltfBuilder& b) { b.root["bufferViews"][0]["byteStride"] = 0; },
     "/bufferViews/0/byteStride", "VALUE_NOT_IN_RANGE"},
    {"OffsetIntoNoView",
     [](GltfBuilder& b) {
       b.accessor(2)["byteOffset"] = 0;
       b.accessor(2).erase("bufferView");
     },
     "/accessors/2/byteOffset", "UNSATISFIED_DEPENDENCY"},
};

INSTANTIATE_TEST_SUITE_P(Views, StructureReports, ::testing::ValuesIn(kViewFaults),
                         [](const auto& fault) { return std::string(fault.param.name); });

// ---- Skins ----

const Fault kSkinFaults[] = {
    {"NoCommonRoot",
     [](GltfBuilder& b) {
       b.root["skins"][0]["joints"] = {kHip, kApart};
     },
     "/skins/0/joints", "SKIN_NO_COMMON_ROOT"},
    {"SkeletonBelowAJoint", [](GltfBuilder& b) { b.root["skins"][0]["skeleton"] = kKnee; },
     "/skins/0/skeleton", "SKIN_SKELETON_INVALID"},
    {"JointsInNoScene",
     [](GltfBuilder& b) {
       b.root["scenes"][0]["nodes"] = {kShown, kApart};
     },
     "/nodes/0", "NODE_SKIN_NO_SCENE"},
    {"JointTwice",
     [](GltfBuilder& b) {
       b.primitive()["attributes"]["JOINTS_0"] =
           b.add_values<std::uint8_t>("VEC4", {0, 1, 0, 0, 1, 1, 0, 0, 1, 1, 0, 0});
     },
     kAttributes + "/JOINTS_0", "ACCESSOR_JOINTS_INDEX_DUPLICATE"},
    {"JointTwiceInTwoSets",
     [](GltfBuilder& b) {
       json& attributes = b.primitive()["attributes"];
       attributes["JOINTS_1"] = attributes["JOINTS_0"];
       attributes["WEIGHTS_1"] = attributes["WEIGHTS_0"];
     },
     kAttributes + "/JOINTS_1", "ACCESSOR_JOINTS_INDEX_DUPLICATE"},
    {"UnusedJointThatDoesNotExist",
     [](GltfBuilder& b) {
       b.primitive()["attributes"]["JOINTS_0"] =
           b.add_values<std::uint8_t>("VEC4", {0, 1, 2, 0, 1, 1, 0, 0, 1, 0, 0, 0});
     },
     kAttributes + "/JOINTS_0", "ACCESSOR_JOINTS_INDEX_OOB"},
};

INSTANTIATE_TEST_SUITE_P(Skins, StructureReports, ::testing::ValuesIn(kSkinFaults),
                         [](const auto& fault) { return std::string(fault.param.name); });

TEST(SkinReport, SkeletonMayBeTheFirstJointOrAboveIt) {
  for (const Node skeleton : {kHip, kApart}) {
    GltfBuilder builder = sound();
    builder.root["nodes"][kApart]["children"] = {kHip};
    builder.root["scenes"][0]["nodes"] = {kShown, kApart};
    builder.root["skins"][0]["skeleton"] = skeleton;
    for (const Error& finding : report(builder).warnings) {
      EXPECT_FALSE(finding.rule.starts_with("SKIN_") || finding.rule == "NODE_SKIN_NO_SCENE")
          << finding.text();
    }
  }
}

// Skins of a thousand joints in a branch a thousand nodes long must not cost a climb for each
// joint.
TEST(SkinReport, LongBranchesAndManySkinsTakeNoTime) {
  constexpr int kNodes = 1'000;
  GltfBuilder builder = sound();
  json& nodes = builder.root["nodes"];
  for (int n = kApart; n + 1 < kNodes; ++n) {
    nodes[static_cast<std::size_t>(n)]["children"] = {n + 1};
  }
  nodes[kNodes - 1] = {{"name", "last"}};
  json joints = json::array();
  for (int n = kNodes - 1; n > kApart; --n) joints.push_back(n);
  for (int s = 0; s < 300; ++s) {
    builder.root["skins"].push_back({{"joints", joints}, {"skeleton", kApart}});
  }
  for (const Error& finding : report(builder).warnings) {
    EXPECT_FALSE(finding.rule.starts_with("SKIN_")) << finding.text();
  }
}

}  // namespace
}  // namespace morph::test
