// SPDX-License-Identifier: MIT
#include <gtest/gtest.h>

#include <algorithm>
#include <cstdint>
#include <cstring>
#include <functional>
#include <limits>
#include <string>
#include <string_view>
#include <vector>

#include "morph/gltf/severity.h"
#include "support/gltf_builder.h"

namespace morph::test {
namespace {

// Faults that change nothing in the Scene: reported where a report is asked for, and only there.

/// An accessor whose min and max are true.
template <class T>
int add_bounded(GltfBuilder& builder, std::string_view type, const std::vector<T>& values,
                bool normalized = false) {
  const int accessor = builder.add_values(type, values, normalized);
  const std::size_t width = GltfBuilder::width_of(type);
  std::vector<T> least(values.begin(), values.begin() + static_cast<int>(width));
  std::vector<T> most = least;
  for (std::size_t i = 0; i < values.size(); ++i) {
    least[i % width] = std::min(least[i % width], values[i]);
    most[i % width] = std::max(most[i % width], values[i]);
  }
  builder.accessor(static_cast<std::size_t>(accessor))["min"] = least;
  builder.accessor(static_cast<std::size_t>(accessor))["max"] = most;
  return accessor;
}

enum Accessor { kPosition, kNormal, kTangent, kColor, kDelta, kTimes, kRotations };

/// A triangle with everything that the checks look at, all of it sound.
GltfBuilder sound() {
  GltfBuilder builder;
  add_bounded<float>(builder, "VEC3", {0, 0, 0, 1, 0, 0, 0, 1, 0});
  add_bounded<float>(builder, "VEC3", {0, 0, 1, 0, 0.6f, 0.8f, 0, 0, 1.005f});
  add_bounded<float>(builder, "VEC4", {1, 0, 0, 1, 1, 0, 0, -1, 1, 0, 0, 1});
  add_bounded<std::uint8_t>(builder, "VEC4", {0, 255, 0, 255, 9, 9, 9, 9, 0, 0, 0, 0}, true);
  add_bounded<float>(builder, "VEC3", {0, 0, 2, 0, 0, -3, 0, 0, 0});
  add_bounded<float>(builder, "SCALAR", {0, 1});
  add_bounded<float>(builder, "VEC4", {0, 0, 0, 1, 0.6f, 0, 0, 0.8f});
  builder.root["meshes"] = {{{"primitives",
                              {{{"attributes",
                                 {{"POSITION", kPosition},
                                  {"NORMAL", kNormal},
                                  {"TANGENT", kTangent},
                                  {"COLOR_0", kColor}}},
                                {"targets", {{{"POSITION", kDelta}, {"NORMAL", kDelta}}}}}}}}};
  builder.root["nodes"] = {{{"mesh", 0}, {"children", {1}}}, {{"name", "child"}}};
  builder.root["scenes"] = {{{"nodes", {0}}}};
  builder.add_channel(0, "rotation", kTimes, kRotations);
  return builder;
}

gltf::Imported report(const GltfBuilder& builder) {
  gltf::ImportOptions options;
  options.report_conformance = true;
  return expect_imported(builder.import(options));
}

/// Overwrites one float of an accessor that has a view of its own.
void set_float(GltfBuilder& builder, Accessor accessor, std::size_t index, float value) {
  const std::size_t view = builder.accessor(accessor)["bufferView"];
  const std::size_t offset = builder.root["bufferViews"][view].value("byteOffset", 0u);
  std::memcpy(builder.bin.data() + offset + index * sizeof(float), &value, sizeof(float));
}

TEST(Conformance, SaysNothingOfASoundFile) {
  const auto imported = report(sound());
  for (const Error& finding : imported.warnings) ADD_FAILURE() << finding.text();
}

struct Fault {
  const char* name;
  std::function<void(GltfBuilder&)> make;
  const char* where;
  const char* rule;
};

class ConformanceReports : public ::testing::TestWithParam<Fault> {};

TEST_P(ConformanceReports, TheFaultAtItsPlace) {
  GltfBuilder builder = sound();
  GetParam().make(builder);
  const auto imported = report(builder);
  EXPECT_TRUE(has_warning(imported, GetParam().where, GetParam().rule));
  for (const Error& finding : imported.warnings) {
    EXPECT_EQ(gltf::severity_of(finding), gltf::Severity::error) << finding.text();
  }
  EXPECT_TRUE(expect_imported(builder.import()).warnings.empty()) << "only where it is asked for";
}

// Rotations of key frames are brought to unit length, so that they are reported in any case.
TEST(Conformance, RotationsAreReportedOnce) {
  GltfBuilder builder = sound();
  set_float(builder, kRotations, 7, 0.9f);
  builder.accessor(kRotations)["min"][3] = 0.9f;
  for (const auto& imported : {report(builder), expect_imported(builder.import())}) {
    ASSERT_EQ(imported.warnings.size(), 1u);
    EXPECT_TRUE(has_warning(imported, "/accessors/6",
                            "ACCESSOR_ANIMATION_SAMPLER_OUTPUT_NON_NORMALIZED_QUATERNION"));
  }
}

// The zeros between substitutions count, where there are any.
TEST(Conformance, BoundsOfSparseDeltas) {
  const auto substitute = [](const std::vector<std::uint8_t>& which) {
    GltfBuilder builder = sound();
    auto& deltas = builder.accessor(kDelta);
    deltas["sparse"] = {
        {"count", which.size()},
        {"indices", {{"bufferView", builder.add_view(which)}, {"componentType", 5121}}},
        {"values", {{"bufferView", builder.add_view(std::vector<float>(9, 2.0f))}}}};
    deltas.erase("bufferView");
    deltas["min"] = deltas["max"] = {2, 2, 2};
    return builder;
  };
  EXPECT_TRUE(report(substitute({0, 1, 2})).warnings.empty());
  const auto some = report(substitute({0, 2}));
  ASSERT_EQ(some.warnings.size(), 1u);
  EXPECT_TRUE(has_warning(some, "/accessors/4/min/0", "ACCESSOR_MIN_MISMATCH"));
}

const Fault kFaults[] = {
    {"Min", [](GltfBuilder& b) { b.accessor(kPosition)["min"][1] = -1; }, "/accessors/0/min/1",
     "ACCESSOR_MIN_MISMATCH"},
    {"MaxOfDeltas", [](GltfBuilder& b) { b.accessor(kDelta)["max"][2] = 1; }, "/accessors/4/max/2",
     "ACCESSOR_MAX_MISMATCH"},
    {"MaxOfStoredIntegers", [](GltfBuilder& b) { b.accessor(kColor)["max"][1] = 1; },
     "/accessors/3/max/1", "ACCESSOR_MAX_MISMATCH"},
    {"MaxOfAnotherLength",
     [](GltfBuilder& b) {
       b.accessor(kDelta)["max"] = {0, 0};
     },
     "/accessors/4/max", "ARRAY_LENGTH_NOT_IN_LIST"},
    {"Normal",
     [](GltfBuilder& b) {
       set_float(b, kNormal, 8, 1.01f);
       b.accessor(kNormal)["max"][2] = 1.01f;
     },
     "/accessors/1", "ACCESSOR_VECTOR3_NON_UNIT"},
    {"Tangent",
     [](GltfBuilder& b) {
       set_float(b, kTangent, 8, 0.5f);
       b.accessor(kTangent)["min"][0] = 0.5f;
     },
     "/accessors/2", "ACCESSOR_VECTOR3_NON_UNIT"},
    {"Handedness",
     [](GltfBuilder& b) {
       set_float(b, kTangent, 7, 0);
       b.accessor(kTangent)["min"][3] = 0;
     },
     "/accessors/2", "ACCESSOR_INVALID_SIGN"},
    {"SharedViewWithoutStride",
     [](GltfBuilder& b) {
       b.accessor(kDelta)["bufferView"] = b.accessor(kPosition)["bufferView"];
       b.accessor(kDelta)["min"] = b.accessor(kPosition)["min"];
       b.accessor(kDelta)["max"] = b.accessor(kPosition)["max"];
     },
     "/meshes/0/primitives/0/targets/0/POSITION", "MESH_PRIMITIVE_ACCESSOR_WITHOUT_BYTESTRIDE"},
    {"SceneOfAChild",
     [](GltfBuilder& b) {
       b.root["scenes"][0]["nodes"] = {0, 1};
     },
     "/scenes/0/nodes/1", "SCENE_NON_ROOT_NODE"},
    {"RootTwice",
     [](GltfBuilder& b) {
       b.root["scenes"][0]["nodes"] = {0, 0};
     },
     "/scenes/0/nodes/1", "DUPLICATE_ELEMENTS"},
    {"EmptyTarget",
     [](GltfBuilder& b) { b.primitive()["targets"].push_back(nlohmann::json::object()); },
     "/meshes/0/primitives/0/targets/1", "EMPTY_ENTITY"},
    {"EmptyList", [](GltfBuilder& b) { b.root["nodes"][1]["children"] = nlohmann::json::array(); },
     "/nodes/1/children", "EMPTY_ENTITY"},
    {"KeysInAViewOfVertices",
     [](GltfBuilder& b) {
       b.root["animations"][0]["channels"][0]["target"]["path"] = "translation";
       b.accessor(kRotations) = b.accessor(kNormal);
       b.accessor(kRotations)["count"] = 2;
       b.accessor(kRotations)["min"] = {0, 0, 0.8f};
       b.accessor(kRotations)["max"] = {0, 0.6f, 1};
     },
     "/animations/0/samplers/0/output", "BUFFER_VIEW_TARGET_OVERRIDE"},
    {"RequiredButNotUsed",
     [](GltfBuilder& b) { b.root["extensionsRequired"] = {"KHR_mesh_quantization"}; },
     "/extensionsRequired/0", "UNUSED_EXTENSION_REQUIRED"},
    {"UndeclaredExtension",
     [](GltfBuilder& b) {
       b.root["nodes"][1]["extensions"]["EXT_none"] = {{"a", 1}};
     },
     "/nodes/1/extensions/EXT_none", "UNDECLARED_EXTENSION"},
};

INSTANTIATE_TEST_SUITE_P(Table, ConformanceReports, ::testing::ValuesIn(kFaults),
                         [](const auto& fault) { return std::string(fault.param.name); });

TEST(Conformance, ColoursOutsideTheUnitRange) {
  GltfBuilder builder = sound();
  builder.primitive()["attributes"]["COLOR_0"] =
      add_bounded<float>(builder, "VEC3", {0, 0, 0, 1, 1, 1, 0, 1.5f, 0});
  EXPECT_TRUE(has_warning(report(builder), "/accessors/7", "ACCESSOR_NON_CLAMPED"));
}

TEST(Conformance, AnAccessorThatNobodyUsesIsLookedAtToo) {
  GltfBuilder builder = sound();
  add_bounded<float>(builder, "SCALAR", {0, std::numeric_limits<float>::infinity()});
  builder.accessor(7).erase("max");
  EXPECT_TRUE(has_warning(report(builder), "/accessors/7", "ACCESSOR_INVALID_FLOAT"));
}

TEST(Severity, IsThatOfTheRule) {
  const auto of = [](std::string_view rule) { return gltf::severity_of({{}, {}, {}, rule}); };
  EXPECT_EQ(of("ACCESSOR_MIN_MISMATCH"), gltf::Severity::error);
  EXPECT_EQ(of("MESH_PRIMITIVE_NO_POSITION"), gltf::Severity::warning);
  EXPECT_EQ(of("UNSUPPORTED_EXTENSION"), gltf::Severity::warning);
  EXPECT_EQ(of(""), gltf::Severity::warning);
  EXPECT_EQ(of("NODE_EMPTY"), gltf::Severity::info);
  EXPECT_EQ(of("BUFFER_VIEW_TARGET_MISSING"), gltf::Severity::hint);
}

}  // namespace
}  // namespace morph::test
