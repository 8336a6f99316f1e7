// SPDX-License-Identifier: MIT
#include "morph/gltf/detail/json_scan.h"

#include <gtest/gtest.h>
#include <sys/resource.h>

#include <chrono>
#include <nlohmann/json.hpp>
#include <string>
#include <string_view>

#include "morph/gltf/detail/json_lexer.h"
#include "support/gltf_builder.h"

namespace morph::test {
namespace {

Result<gltf::detail::JsonScan> scan_json(std::string_view text, const gltf::Limits& limits) {
  const gltf::ProgressCallback nobody;
  gltf::detail::Watch watch(nobody);
  return gltf::detail::scan_json(text, limits, watch);
}

using gltf::Limits;
using gltf::detail::JsonScan;
using nlohmann::json;

std::string repeated(std::string_view text, std::size_t count) {
  std::string out;
  out.reserve(text.size() * count);
  for (std::size_t i = 0; i < count; ++i) out += text;
  return out;
}

json structure(std::string_view text) {
  const auto scan = scan_json(text, {});
  if (!scan) {
    ADD_FAILURE() << scan.error().text();
    return {};
  }
  EXPECT_FALSE(scan->wrong_shape) << scan->wrong_shape->text();
  return json::parse(scan->structure);
}

Error wrong_shape(std::string_view text) {
  const auto scan = scan_json(text, {});
  if (!scan) {
    ADD_FAILURE() << scan.error().text();
    return {};
  }
  EXPECT_TRUE(scan->wrong_shape) << "found nothing wrong";
  return scan->wrong_shape.value_or(Error{});
}

// ---- Syntax: the scan accepts exactly what a JSON parser accepts ----

class JsonText : public ::testing::TestWithParam<std::string_view> {};

TEST_P(JsonText, IsJudgedAsByNlohmannJson) {
  const std::string text = "{\"extras\":" + std::string(GetParam()) + "}";
  EXPECT_EQ(scan_json(text, {}).has_value(), json::accept(text)) << text;
}

INSTANTIATE_TEST_SUITE_P(
    Fragments, JsonText,
    ::testing::Values("0", "-0", "1", "-1", "10", "01", "-01", "1.5", "1.", ".5", "1e5", "1E+5",
                      "1e-5", "1e", "+1", "1e400", "-1e400", "1e-400", "0.0e999", "--1", "-",
                      "Infinity", "NaN", "0x10", "1 2", "true", "false", "null", "True", "nul",
                      "truex", "\"\"", "\"a\"", "\"\\n\"", "\"\\q\"", "\"\\u00e9\"", "\"\\u00g0\"",
                      "\"\\u00\"", "\"\\ud83d\\ude00\"", "\"\\ud83d\"", "\"\\ud83dx\"",
                      "\"\\ude00\"", "\"\\ud83d\\u0041\"", "\"\t\"", "\"\x7f\"", "\"\xc3\xa9\"",
                      "\"\xc3\"", "\"\xc0\x80\"", "\"\xe0\x80\x80\"", "\"\xed\xa0\x80\"",
                      "\"\xf0\x9f\x98\x80\"", "\"\xf4\x90\x80\x80\"", "\"\xf8\x88\x80\x80\x80\"",
                      "\"\xff\"", "\"\x80\"", "[]", "[1]", "[1,]", "[,1]", "[1 2]", "[", "]", "{}",
                      "{\"a\":1}", "{\"a\":1,}", "{a:1}", "{\"a\"}", "{\"a\" 1}", "{,}", "{\"a\":}",
                      "{", "}", "[}", "{]", "", " ", "/* */1", "'a'", std::string_view("\"\0\"", 3),
                      std::string_view("\0", 1)));

TEST(JsonScan, ErrorsNameLineAndColumn) {
  const auto scan = scan_json("{\"asset\":\n  {\"version\": x}}", {});
  EXPECT_EQ(expect_refused(gltf::import_memory(bytes_of("{\"asset\":"))).message,
            "not a glTF file: line 1, column 10: unexpected end");
  ASSERT_FALSE(scan);
  EXPECT_EQ(scan.error().code, ErrorCode::syntax);
  EXPECT_EQ(scan.error().message, "not a glTF file: line 2, column 15: unexpected character");
}

// ---- Depth, size, time ----

TEST(JsonScan, DeepNestingIsRefusedWithinASecond) {
  const std::string text = "{\"extras\":" + repeated("[", 200'000) + repeated("]", 200'000) + "}";
  const auto begin = std::chrono::steady_clock::now();
  const Error error = expect_refused(gltf::import_memory(bytes_of(text)));
  EXPECT_LT(std::chrono::steady_clock::now() - begin, std::chrono::seconds(1));
  EXPECT_EQ(error.code, ErrorCode::limit_exceeded);
  EXPECT_EQ(error.message, "JSON nested deeper than 64 levels");
}

TEST(JsonScan, SixtyFourLevelsAreAllowed) {
  const auto nested = [](std::size_t levels) {
    return "{\"extras\":" + repeated("[", levels - 1) + repeated("]", levels - 1) + "}";
  };
  EXPECT_TRUE(scan_json(nested(64), {}));
  EXPECT_FALSE(scan_json(nested(65), {}));
}

TEST(JsonScan, DepthIsBoundedWhateverTheLimitSays) {
  Limits limits;
  limits.json_depth = 1'000'000;
  EXPECT_FALSE(scan_json("{\"extras\":" + repeated("[", 100'000), limits));
}

TEST(JsonScan, MillionsOfNodesCostNoMemory) {
  const std::string text =
      "{\"asset\":{\"version\":\"2.0\"},\"nodes\":[" + repeated("{},", 3'000'000) + "{}]}";
  rusage before{};
  getrusage(RUSAGE_SELF, &before);
  const Error error = expect_refused(gltf::import_memory(bytes_of(text)));
  rusage after{};
  getrusage(RUSAGE_SELF, &after);
  EXPECT_EQ(error.where, "/nodes");
  EXPECT_EQ(error.message, "more than 100000 nodes (limit)");
  EXPECT_LT(after.ru_maxrss - before.ru_maxrss, 32 * 1024) << "KiB";
}

TEST(JsonScan, ValuesAreCountedEverywhere) {
  Limits limits;
  limits.json_values = 100;
  EXPECT_TRUE(scan_json("{\"extras\":[" + repeated("0,", 97) + "0]}", limits));
  EXPECT_EQ(scan_json("{\"extras\":[" + repeated("0,", 98) + "0]}", limits).error().message,
            "more than 100 JSON values (limit)");
}

TEST(JsonScan, ArraysHaveLimits) {
  Limits limits;
  limits.targets = 2;
  const std::string text =
      R"({"meshes":[{"primitives":[{"attributes":{},"targets":[{},{},{}]}]}]})";
  EXPECT_EQ(scan_json(text, limits).error().where, "/meshes/0/primitives/0/targets");
}

// ---- Keys ----

TEST(JsonScan, KeysAreComparedUnescaped) {
  const auto scan = scan_json(R"({"\u0062uffers":[{"byteLength":4}]})", {});
  ASSERT_TRUE(scan);
  ASSERT_EQ(scan->buffers.size(), 1u);
  EXPECT_EQ(json::parse(scan->structure)["buffers"], json::array());
}

TEST(JsonScan, DuplicateKeysAreRefused) {
  for (const std::string_view text :
       {R"({"buffers":[],"buffers":[]})", R"({"buffers":[],"b\u0075ffers":[]})",
        R"({"asset":{"version":"2.0","version":"1.0"}})",
        R"({"meshes":[{"primitives":[],"primitives":[]}]})"}) {
    const auto scan = scan_json(text, {});
    ASSERT_FALSE(scan) << text;
    EXPECT_EQ(scan.error().rule, "DUPLICATE_KEY");
    EXPECT_EQ(scan.error().code, ErrorCode::syntax);
  }
  EXPECT_TRUE(scan_json(R"({"extras":{"a":1,"a":2}})", {})) << "nobody reads these";
}

TEST(JsonScan, PointersEscapeKeys) {
  EXPECT_EQ(wrong_shape(R"({"meshes":[{"primitives":[{"attributes":{"a/b~c":"x"}}]}]})").where,
            "/meshes/0/primitives/0/attributes/a~1b~0c");
}

// ---- What tinygltf gets to see ----

TEST(JsonScan, BuffersImagesAndUnreadPartsAreEmptied) {
  const json seen = structure(
      R"({"buffers":[{"byteLength":4,"uri":"x"}],"images":[{"uri":"y"}],"cameras":[{}],
          "extensions":{"A":{"b":[1]}},"extras":[1,2],"nodes":[{"extras":{"x":1}}]})");
  EXPECT_EQ(seen["buffers"], json::array());
  EXPECT_EQ(seen["images"], json::array());
  EXPECT_EQ(seen["cameras"], json::array());
  EXPECT_EQ(seen["extensions"], json::object());
  EXPECT_TRUE(seen["extras"].is_null());
  EXPECT_TRUE(seen["nodes"][0]["extras"].is_null());
}

TEST(JsonScan, WhatNobodyAsksForIsNotShown) {
  const json seen = structure(
      R"({"unknown":[1,2],"nodes":[{"name":7,"unknown":{"a":1},"extensions":{"A":{"b":[1]}}}],
          "textures":[{"extensions":{"A":{"source":3,"other":[1]}}}],
          "materials":[{"extensions":{"KHR_materials_emissive_strength":{"emissiveStrength":2}}}]})");
  EXPECT_TRUE(seen["unknown"].is_null());
  EXPECT_TRUE(seen["nodes"][0]["unknown"].is_null());
  EXPECT_TRUE(seen["nodes"][0]["name"].is_null());
  EXPECT_EQ(seen["nodes"][0]["extensions"], json({{"A", json::object()}}));
  EXPECT_EQ(seen["textures"][0]["extensions"]["A"], json({{"source", 3}, {"other", nullptr}}));
  EXPECT_EQ(seen["materials"][0]["extensions"]["KHR_materials_emissive_strength"],
            json({{"emissiveStrength", 2}}));
}

TEST(JsonScan, StringsAreCutToWhatIsKeptOfThem) {
  const std::string long_name = repeated("\u00e9", 5000);
  const json seen =
      structure("{\"nodes\":[{\"name\":\"" + long_name + "\"},{\"name\":\"short\"}]," +
                "\"extensionsUsed\":[\"" + repeated("x", 2000) + "\"]}");
  EXPECT_EQ(seen["nodes"][0]["name"], repeated("\xC3\xA9", 512));
  EXPECT_EQ(seen["nodes"][1]["name"], "short");
  for (const std::size_t shift :
       {0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11}) {  // where an escape is cut
    const std::string text = repeated("x", shift) + repeated("\\ud83d\\ude00", 3000);
    const json name = structure("{\"nodes\":[{\"name\":\"" + text + "\"}]}")["nodes"][0]["name"];
    EXPECT_TRUE(name.get<std::string>().starts_with(repeated("x", shift) + "\xF0\x9F\x98\x80"));
    EXPECT_LE(name.get<std::string>().size(), 1024u);
  }
  EXPECT_EQ(seen["extensionsUsed"][0], repeated("x", 1024));
}

TEST(JsonScan, NamesOfMembersHaveALimit) {
  const auto scan = [](std::size_t bytes) {
    return scan_json("{\"extras\":{\"" + repeated("k", bytes) + "\":0}}", {});
  };
  EXPECT_TRUE(scan(65536));
  EXPECT_EQ(scan(65537).error().text(), "/extras: a member's name of 65537 bytes, limit 65536");
}

TEST(JsonScan, PrimitivesAreCountedOverAllMeshes) {
  Limits limits;
  limits.primitives = 3;
  const auto scan = [&](std::string_view more) {
    return scan_json(R"({"meshes":[{"primitives":[{"attributes":{}},{"attributes":{}}]},)"
                     R"({"primitives":[{"attributes":{}})" +
                         std::string(more) + "]}]}",
                     limits);
  };
  EXPECT_TRUE(scan(""));
  EXPECT_EQ(scan(R"(,{"attributes":{}})").error().text(),
            "/meshes: more than 3 primitives (limit)");
}

TEST(JsonScan, ObjectsHaveACost) {
  Limits limits;
  limits.structure_bytes = 1'000'000;
  const auto scan = [&](std::size_t nodes, std::size_t materials) {
    return scan_json("{\"nodes\":[" + repeated("{},", nodes) + "{}],\"materials\":[" +
                         repeated("{},", materials) + "{}]}",
                     limits);
  };
  EXPECT_TRUE(scan(1000, 1));
  EXPECT_TRUE(scan(1, 300));
  EXPECT_EQ(scan(1000, 300).error().where, "/materials");
}

TEST(JsonScan, ObjectsThatTinygltfWouldDropAreCompleted) {
  const json seen = structure(
      R"({"animations":[{"channels":[{},{"target":{"path":"weights"}},{"sampler":3}],
                         "samplers":[{},{"input":1}]}]})");
  const json& animation = seen["animations"][0];
  EXPECT_EQ(animation["channels"][0], json({{"sampler", -1}}));
  EXPECT_EQ(animation["channels"][1]["target"], json({{"node", -1}, {"path", "weights"}}));
  EXPECT_EQ(animation["samplers"][0], json({{"input", -1}, {"output", -1}}));
  EXPECT_EQ(animation["samplers"][1], json({{"input", 1}, {"output", -1}}));
}

TEST(JsonScan, IndicesAreTakenOut) {
  const std::string text =
      R"({"meshes":[{"primitives":[]},{"primitives":[{"attributes":{}},
                                                     {"attributes":{},"indices":5}]}]})";
  const auto scan = scan_json(text, {});
  ASSERT_TRUE(scan);
  ASSERT_EQ(scan->indices.size(), 1u);
  EXPECT_EQ(scan->indices[0].mesh, 1u);
  EXPECT_EQ(scan->indices[0].primitive, 1u);
  EXPECT_EQ(scan->indices[0].accessor, 5u);
  const json seen = json::parse(scan->structure);
  EXPECT_EQ(seen["meshes"][1]["primitives"][1]["indices"], -1);
}

TEST(JsonScan, BufferViewsAreReadAndTakenOut) {
  const auto scan = scan_json(R"({"bufferViews":[
      {"buffer":3,"byteLength":40,"byteOffset":8.0,"byteStride":7,"target":34962,"name":"a"},
      {"byteLength":1e2,"buffer":0,"target":"vertices","extensions":{"A":{"b":1},"B":2,
       "EXT_meshopt_compression":{"buffer":1,"byteLength":2,"byteStride":4,"count":1,
                                  "mode":"ATTRIBUTES"}}}]})",
                              {});
  ASSERT_TRUE(scan);
  EXPECT_FALSE(scan->wrong_shape);
  ASSERT_EQ(scan->views.size(), 2u);
  EXPECT_EQ(scan->views[0].buffer, 3);
  EXPECT_EQ(scan->views[0].byte_length, 40u);
  EXPECT_EQ(scan->views[0].byte_offset, 8u);
  EXPECT_EQ(scan->views[0].byte_stride, 7u);
  EXPECT_EQ(scan->views[0].target, 34962);
  EXPECT_EQ(scan->views[1].buffer, 0);
  EXPECT_EQ(scan->views[1].byte_length, 100u);
  EXPECT_EQ(scan->views[1].byte_offset, 0u);
  EXPECT_EQ(scan->views[1].byte_stride, 0u);
  EXPECT_EQ(scan->views[1].target, 0) << "passed over";
  ASSERT_EQ(scan->view_extensions.size(), 2u) << "one is no object";
  EXPECT_EQ(scan->view_extensions[0].view, 1u);
  EXPECT_EQ(scan->view_extensions[0].name, "A");
  EXPECT_EQ(scan->view_extensions[1].name, "EXT_meshopt_compression");
  ASSERT_EQ(scan->compressed_views.size(), 1u);
  EXPECT_EQ(scan->compressed_views[0].object, 1u);
  EXPECT_EQ(json::parse(scan->structure)["bufferViews"], json::array());
}

TEST(JsonScan, AccessorsAreReadAndTakenOut) {
  const std::string text = R"({"accessors":[
      {"bufferView":2,"byteOffset":12,"componentType":5121,"count":7,"type":"VEC3",
       "normalized":true,"min":[0, 1.5,-2e0],"max":[ ],"name":"a\u0062c"},
      {"sparse":{"values":{"bufferView":4,"byteOffset":16},"count":3,
                 "indices":{"componentType":5123,"bufferView":5,"byteOffset":6}},
       "type":"\u004dAT4","count":9,"componentType":5126,"name":3}]})";
  const auto scan = scan_json(text, {});
  ASSERT_TRUE(scan);
  EXPECT_FALSE(scan->wrong_shape);
  ASSERT_EQ(scan->accessors.size(), 2u);
  const auto& first = scan->accessors[0];
  EXPECT_EQ(first.view, 2);
  EXPECT_EQ(first.byte_offset, 12u);
  EXPECT_EQ(first.component_type, 5121);
  EXPECT_EQ(first.count, 7u);
  EXPECT_EQ(first.rows, 3);
  EXPECT_EQ(first.columns, 1);
  EXPECT_TRUE(first.normalized);
  EXPECT_EQ(first.min, "[0, 1.5,-2e0]");
  EXPECT_EQ(first.max, "") << "no numbers";
  EXPECT_EQ(gltf::detail::unescape(first.name), "abc");
  EXPECT_FALSE(first.sparse);
  const auto& second = scan->accessors[1];
  EXPECT_EQ(second.view, -1);
  EXPECT_EQ(second.count, 9u);
  EXPECT_EQ(second.rows, 4);
  EXPECT_EQ(second.columns, 4);
  EXPECT_FALSE(second.normalized);
  EXPECT_EQ(second.name.raw, "") << "passed over";
  ASSERT_TRUE(second.sparse);
  EXPECT_EQ(second.sparse->count, 3);
  EXPECT_EQ(second.sparse->indices.view, 5);
  EXPECT_EQ(second.sparse->indices.byte_offset, 6);
  EXPECT_EQ(second.sparse->indices.component_type, 5123);
  EXPECT_EQ(second.sparse->values.view, 4);
  EXPECT_EQ(second.sparse->values.byte_offset, 16);
  EXPECT_EQ(json::parse(scan->structure)["accessors"], json::array());
}

TEST(JsonScan, WholeNumbersInAnyNotationAreIntegers) {
  const json seen =
      structure(R"({"nodes":[{"mesh":1.0},{"mesh":2e0},{"mesh":30e-1},{"mesh":-0}]})");
  for (int n = 0; n < 3; ++n) EXPECT_EQ(seen["nodes"][n]["mesh"], n + 1);
  EXPECT_EQ(seen["nodes"][3]["mesh"], 0);
  EXPECT_TRUE(seen["nodes"][0]["mesh"].is_number_integer());
}

TEST(JsonScan, TargetNamesAreFoundWhereTheyStand) {
  const std::string text =
      R"({"meshes":[{"primitives":[{"attributes":{},"extras":{"targetNames":["p"]}}],
                     "extras":{"targetNames":["m",null,3]}}]})";
  const auto scan = scan_json(text, {});
  ASSERT_TRUE(scan);
  ASSERT_EQ(scan->names.size(), 2u);
  const auto parsed = [&](std::size_t i) {
    const auto& range = scan->names[i].range;
    return json::parse(text.substr(range.begin, range.end - range.begin));
  };
  EXPECT_EQ(scan->names[0].primitive, 0u);
  EXPECT_EQ(parsed(0), json({"p"}));
  EXPECT_EQ(scan->names[1].primitive, kNoIndex);
  EXPECT_EQ(parsed(1), json({"m", nullptr, 3}));
}

TEST(JsonScan, ShapeIsToldAfterTheVersion) {
  // The arrays of glTF 1.0 are objects; its user wants to hear of the version.
  const Error error = expect_refused(
      gltf::import_memory(bytes_of(R"({"accessors":{"a":{}},"asset":{"version":"1.0"}})")));
  EXPECT_EQ(error.where, "/asset/version");
  EXPECT_EQ(error.message, "glTF 1.0 is not supported (2.0 needed)");
}

}  // namespace
}  // namespace morph::test
