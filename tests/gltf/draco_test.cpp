// SPDX-License-Identifier: MIT
#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <cstdint>
#include <set>
#include <string>
#include <vector>

#include "support/compressed_data.h"

namespace morph::test {
namespace {

// KHR_draco_mesh_compression (item 55): base attributes and indices come from a stream, targets
// from their accessors.

using draco::GeometryAttribute;
using Method = DracoBuilder::Method;

constexpr const char* kWhere = "/meshes/0/primitives/0/extensions/KHR_draco_mesh_compression";

const std::vector<float> kCorners = {0, 0, 0, 1, 0, 0, 1, 1, 0, 0, 1, 0};
const std::vector<std::uint32_t> kTriangles = {0, 1, 2, 0, 2, 3};

/// A square of positions and indices in a stream; one target moves vertex v by v + 1 upwards.
struct Square {
  explicit Square(Method method, int bits = 0) : draco(4, kTriangles) {
    const auto id = draco.add(GeometryAttribute::POSITION, 3, kCorners);
    const int positions = builder.add_accessor(-1, Component::f32, "VEC3", 4);
    builder.accessor(0).update({{"min", {0, 0, 0}}, {"max", {1, 1, 0}}});
    const int indices = builder.add_accessor(-1, Component::u16, "SCALAR", 6);
    const int deltas = builder.add_values<float>("VEC3", {0, 0, 1, 0, 0, 2, 0, 0, 3, 0, 0, 4});
    builder.root["meshes"] = {{{"primitives",
                                {{{"attributes", {{"POSITION", positions}}},
                                  {"indices", indices},
                                  {"targets", {{{"POSITION", deltas}}}}}}}}};
    builder.root["nodes"] = {{{"mesh", 0}}};
    builder.root["extensionsUsed"] =
        builder.root["extensionsRequired"] = {"KHR_draco_mesh_compression"};
    attributes["POSITION"] = id;
    use(draco.encode(method, bits));
  }

  /// Appends a stream and names it in the primitive.
  void use(const std::vector<std::byte>& stream) {
    const int view = builder.add_view(stream);
    builder.primitive()["extensions"]["KHR_draco_mesh_compression"] = {{"bufferView", view},
                                                                       {"attributes", attributes}};
  }

  nlohmann::json& extension() {
    return builder.primitive()["extensions"]["KHR_draco_mesh_compression"];
  }

  DracoBuilder draco;
  GltfBuilder builder;
  nlohmann::json attributes;
};

/// The corners of each triangle, as a set of sets: encoders turn triangles and reorder vertices.
std::multiset<std::multiset<std::array<float, 3>>> triangles_of(const Primitive& primitive) {
  std::multiset<std::multiset<std::array<float, 3>>> out;
  for (std::size_t i = 0; i < primitive.indices.size(); i += 3) {
    std::multiset<std::array<float, 3>> triangle;
    for (std::size_t c = 0; c < 3; ++c) {
      const glm::vec3 p = primitive.positions[primitive.indices[i + c]];
      triangle.insert({p.x, p.y, p.z});
    }
    out.insert(triangle);
  }
  return out;
}

TEST(Draco, Item55_BothMethods) {
  for (const Method method : {Method::sequential, Method::edgebreaker}) {
    const auto imported = expect_imported(Square(method).builder.import());
    EXPECT_TRUE(imported.warnings.empty());
    EXPECT_TRUE(imported.source.extensions_unsupported.empty());
    const Primitive& primitive = imported.scene.meshes()[0].primitives[0];
    ASSERT_EQ(primitive.positions.size(), 4u);
    const std::multiset<std::multiset<std::array<float, 3>>> expected = {
        {{0, 0, 0}, {1, 0, 0}, {1, 1, 0}}, {{0, 0, 0}, {1, 1, 0}, {0, 1, 0}}};
    EXPECT_EQ(triangles_of(primitive), expected);
  }
}

TEST(Draco, Item55_TargetsStayAsTheyAre) {
  const auto imported = expect_imported(Square(Method::edgebreaker).builder.import());
  const Primitive& primitive = imported.scene.meshes()[0].primitives[0];
  std::vector<glm::vec3> moved(4);
  primitive.morph_targets.blend_positions(primitive.positions, std::vector{1.0f}, moved);
  for (std::size_t v = 0; v < 4; ++v) {
    EXPECT_EQ(moved[v].z - primitive.positions[v].z, static_cast<float>(v + 1));
  }
}

TEST(Draco, Item55_QuantizedPositionsMayExceedMinAndMax) {
  const auto imported = expect_imported(Square(Method::edgebreaker, 5).builder.import());
  for (const glm::vec3& p : imported.scene.meshes()[0].primitives[0].positions) {
    EXPECT_NEAR(p.x, std::round(p.x), 1.0f / 31);
  }
}

TEST(Draco, IntegersAsTheAccessorsHaveThem) {
  Square square(Method::sequential);
  square.attributes["COLOR_0"] = square.draco.add<std::uint8_t>(
      GeometryAttribute::COLOR, 4, {255, 0, 51, 255, 0, 0, 0, 0, 1, 2, 3, 4, 255, 255, 255, 255},
      true);
  square.attributes["TEXCOORD_0"] = square.draco.add<std::uint16_t>(
      GeometryAttribute::TEX_COORD, 2, {0, 65535, 13107, 1, 2, 3, 4, 5}, false);
  square.use(square.draco.encode(Method::sequential));
  auto& attributes = square.builder.primitive()["attributes"];
  attributes["COLOR_0"] = square.builder.add_accessor(-1, Component::u8, "VEC4", 4, true);
  attributes["TEXCOORD_0"] = square.builder.add_accessor(-1, Component::u16, "VEC2", 4, true);
  const auto imported = expect_imported(square.builder.import());
  const Primitive& primitive = imported.scene.meshes()[0].primitives[0];
  EXPECT_EQ(primitive.colors[0], glm::vec4(1, 0, 0.2f, 1));
  EXPECT_EQ(primitive.texcoords[0][0], glm::vec2(0, 1));
  EXPECT_EQ(primitive.texcoords[0][1], glm::vec2(0.2f, 1.0f / 65535));
}

TEST(Draco, BooleansAreNoNumbers) {
  // Draco would take a byte of the stream for a bool, whatever is in it.
  Square square(Method::sequential);
  auto stream = square.draco.encode(Method::sequential);
  const std::array positions = {std::byte{draco::GeometryAttribute::POSITION},
                                std::byte{draco::DT_FLOAT32}, std::byte{3}, std::byte{0},
                                std::byte{10}};
  const auto found = std::search(stream.begin(), stream.end(), positions.begin(), positions.end());
  ASSERT_NE(found, stream.end());
  *(found + 1) = std::byte{draco::DT_BOOL};
  square.use(stream);
  const Error error = expect_refused(square.builder.import());
  EXPECT_EQ(error.code, ErrorCode::invalid_value);
  EXPECT_EQ(error.where, kWhere);
}

TEST(Draco, AttributesOutsideTheStreamAreOrdinary) {
  Square square(Method::sequential);
  square.builder.primitive()["attributes"]["NORMAL"] =
      square.builder.add_values<float>("VEC3", {0, 0, 1, 0, 0, 1, 0, 0, 1, 0, 0, 1});
  const auto imported = expect_imported(square.builder.import());
  EXPECT_EQ(imported.scene.meshes()[0].primitives[0].normals[3], glm::vec3(0, 0, 1));
}

TEST(Draco, TheStreamIsPreferredToAccessorsWithData) {
  Square square(Method::sequential);
  const int view = square.builder.add_view(std::vector<float>(12, 7.0f));
  square.builder.accessor(0)["bufferView"] = view;
  const auto imported = expect_imported(square.builder.import());
  EXPECT_EQ(imported.scene.meshes()[0].primitives[0].positions[1], glm::vec3(1, 0, 0));
}

TEST(Draco, StripsAreTrianglesOnceDecoded) {
  Square square(Method::edgebreaker);
  square.builder.primitive()["mode"] = 5;
  square.builder.accessor(1)["count"] = 4;
  const auto imported = expect_imported(square.builder.import());
  EXPECT_TRUE(imported.warnings.empty());
  const Primitive& primitive = imported.scene.meshes()[0].primitives[0];
  EXPECT_EQ(primitive.mode, PrimitiveMode::triangles);
  EXPECT_EQ(primitive.indices.size(), 6u);
}

TEST(Draco, AnotherNumberOfIndicesIsAWarning) {
  Square square(Method::edgebreaker);
  square.builder.accessor(1)["count"] = 9;
  const auto imported = expect_imported(square.builder.import());
  EXPECT_TRUE(has_warning(imported, kWhere, ""));
  EXPECT_EQ(imported.scene.meshes()[0].primitives[0].indices.size(), 6u);
}

struct Fault {
  const char* name;
  void (*make)(Square&);
  ErrorCode code;
  const char* where = kWhere;
};

const Fault kFaults[] = {
    {"more vertices declared", [](Square& s) { s.builder.accessor(0)["count"] = 5; },
     ErrorCode::count_mismatch},
    {"fewer vertices declared", [](Square& s) { s.builder.accessor(0)["count"] = 3; },
     ErrorCode::count_mismatch},
    {"no vertices declared", [](Square& s) { s.builder.accessor(0)["count"] = 0; },
     ErrorCode::invalid_value},
    {"too many vertices declared", [](Square& s) { s.builder.accessor(0)["count"] = 99'999'999; },
     ErrorCode::limit_exceeded},
    {"deltas for other vertices", [](Square& s) { s.builder.accessor(2)["count"] = 3; },
     ErrorCode::count_mismatch, "/meshes/0/primitives/0/targets/0/POSITION"},
    {"an id that is not there", [](Square& s) { s.extension()["attributes"]["POSITION"] = 3; },
     ErrorCode::invalid_value},
    {"other components", [](Square& s) { s.builder.accessor(0)["type"] = "VEC2"; },
     ErrorCode::invalid_value},
    {"values that do not fit",
     [](Square& s) {
       DracoBuilder large(4, kTriangles);
       large.add(GeometryAttribute::POSITION, 3, std::vector<float>(12, 1e6f));
       s.builder.accessor(0)["componentType"] = 5121;
       s.use(large.encode(Method::sequential));
     },
     ErrorCode::invalid_value},
    {"points", [](Square& s) { s.builder.primitive()["mode"] = 0; }, ErrorCode::invalid_value,
     "/meshes/0/primitives/0/mode"},
    {"a point cloud", [](Square& s) { s.use(s.draco.encode_points()); }, ErrorCode::unsupported},
    {"no attributes", [](Square& s) { s.extension()["attributes"] = nlohmann::json::object(); },
     ErrorCode::invalid_value,
     "/meshes/0/primitives/0/extensions/KHR_draco_mesh_compression/attributes"},
    {"no such view", [](Square& s) { s.extension()["bufferView"] = 99; }, ErrorCode::out_of_range,
     "/meshes/0/primitives/0/extensions/KHR_draco_mesh_compression/bufferView"},
    {"no view", [](Square& s) { s.extension().erase("bufferView"); }, ErrorCode::invalid_value,
     "/meshes/0/primitives/0/extensions/KHR_draco_mesh_compression/bufferView"},
    {"another format", [](Square& s) { s.use(std::vector<std::byte>(64)); }, ErrorCode::syntax},
    {"nothing", [](Square& s) { s.use({}); }, ErrorCode::syntax},
    {"an unknown method",
     [](Square& s) {
       auto stream = s.draco.encode(Method::sequential);
       stream[8] = std::byte{9};
       s.use(stream);
     },
     ErrorCode::syntax},
    {"an unknown version",
     [](Square& s) {
       auto stream = s.draco.encode(Method::sequential);
       stream[5] = std::byte{77};
       s.use(stream);
     },
     ErrorCode::syntax},
};

TEST(Draco, RefusesWithThePlace) {
  for (const Fault& fault : kFaults) {
    SCOPED_TRACE(fault.name);
    Square square(Method::sequential);
    fault.make(square);
    const Error error = expect_refused(square.builder.import());
    EXPECT_EQ(error.code, fault.code) << error.text();
    EXPECT_EQ(error.where, fault.where) << error.text();
  }
}

TEST(Draco, AnAttributeThatThePrimitiveLacksIsIgnored) {
  Square square(Method::sequential);
  square.extension()["attributes"]["NORMAL"] = 10;
  const auto imported = expect_imported(square.builder.import());
  EXPECT_TRUE(has_warning(imported, std::string(kWhere) + "/attributes/NORMAL", ""));
}

/// Streams of a few bytes that ask for gigabytes: a header, then numbers of seven bits a byte.
TEST(Draco, MemoryIsRefusedBeforeItIsTaken) {
  constexpr unsigned char kMany[] = {0x80, 0x80, 0x80, 0x80, 0x04};  // 2³⁰
  const auto stream = [&](bool edgebreaker) {
    std::array<unsigned char, 64> bytes = {'D', 'R', 'A', 'C', 'O', 2, 2, 1};
    bytes[8] = edgebreaker ? 1 : 0;
    const std::size_t counts = edgebreaker ? 12 : 11;  // the traversal comes first
    for (std::size_t i = 0; i < 10; ++i) bytes[counts + i] = kMany[i % 5];
    const auto whole = std::as_bytes(std::span(bytes));
    return std::vector<std::byte>(whole.begin(), whole.end());
  };
  for (const bool edgebreaker : {false, true}) {
    Square square(Method::sequential);
    square.use(stream(edgebreaker));
    const Error error = expect_refused(square.builder.import());
    EXPECT_EQ(error.code, ErrorCode::limit_exceeded) << error.text();
    EXPECT_EQ(error.where, kWhere);
  }
}

TEST(Draco, EveryCutAndEveryFlippedByteIsSurvived) {
  for (const Method method : {Method::sequential, Method::edgebreaker}) {
    const GltfBuilder whole = Square(method, 8).builder;
    const nlohmann::json& view = whole.root["bufferViews"].back();
    const auto offset = view["byteOffset"].get<std::size_t>();
    for (std::size_t at = 0; at < view["byteLength"]; ++at) {
      for (unsigned mask = 1; mask < 256; mask += 6) {
        GltfBuilder builder = whole;
        builder.bin[offset + at] ^= static_cast<std::byte>(mask);
        const auto imported = builder.import();
        EXPECT_TRUE(imported || !imported.error().message.empty());
      }
      GltfBuilder builder = whole;
      builder.root["bufferViews"].back()["byteLength"] = at;
      expect_refused(builder.import());
    }
  }
}

}  // namespace
}  // namespace morph::test
