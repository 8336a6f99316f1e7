// SPDX-License-Identifier: MIT
#include <gtest/gtest.h>
#include <meshoptimizer.h>

#include <cmath>
#include <cstdint>
#include <glm/gtc/quaternion.hpp>
#include <string>
#include <vector>

#include "morph/gltf/detail/codecs.h"
#include "support/compressed_data.h"

namespace morph::test {
namespace {

// EXT_meshopt_compression and KHR_meshopt_compression (item 54): every mode and filter, and
// everything that may be wrong with a view.

constexpr const char* kWhere = "/bufferViews/0/extensions/EXT_meshopt_compression";

/// The triangle with its positions (view 0), indices (view 1) and deltas (view 2) compressed.
GltfBuilder compressed_triangle() {
  GltfBuilder builder = GltfBuilder::triangle(1);
  compress_view(builder, 0, 12, Encoding::attributes);
  compress_view(builder, 1, 2, Encoding::triangles);
  compress_view(builder, 2, 12, Encoding::attributes);
  return builder;
}

nlohmann::json& extension_of(GltfBuilder& builder, std::size_t view = 0) {
  return builder.root["bufferViews"][view]["extensions"]["EXT_meshopt_compression"];
}

TEST(Meshopt, Item54_PositionsIndicesAndDeltas) {
  const auto imported = expect_imported(compressed_triangle().import());
  EXPECT_TRUE(imported.warnings.empty());
  EXPECT_TRUE(imported.source.extensions_unsupported.empty());
  const Primitive& primitive = imported.scene.meshes()[0].primitives[0];
  EXPECT_EQ(primitive.positions, (std::vector<glm::vec3>{{0, 0, 0}, {1, 0, 0}, {0, 1, 0}}));
  EXPECT_EQ(primitive.indices, (std::vector<std::uint32_t>{0, 1, 2}));
  std::vector<glm::vec3> moved(3);
  primitive.morph_targets.blend_positions(primitive.positions, std::vector{0.5f}, moved);
  EXPECT_EQ(moved[1], glm::vec3(1, 0, 0.5f));
}

TEST(Meshopt, IndicesOfEveryModeAndWidth) {
  for (const Encoding encoding : {Encoding::triangles, Encoding::indices}) {
    for (const bool wide : {false, true}) {
      GltfBuilder builder = GltfBuilder::triangle();
      const int indices = wide ? builder.add_values<std::uint32_t>("SCALAR", {2, 0, 1})
                               : builder.add_values<std::uint16_t>("SCALAR", {2, 0, 1});
      builder.primitive()["indices"] = indices;
      compress_view(builder, static_cast<std::size_t>(indices), wide ? 4 : 2, encoding);
      const auto imported = expect_imported(builder.import());
      const Primitive& primitive = imported.scene.meshes()[0].primitives[0];
      std::vector<std::uint32_t> found = primitive.indices;
      // The triangle codec may turn a triangle, but not over.
      if (encoding == Encoding::triangles) {
        while (found.front() != 2) std::rotate(found.begin(), found.begin() + 1, found.end());
      }
      EXPECT_EQ(found, (std::vector<std::uint32_t>{2, 0, 1}));
    }
  }
}

// ---- Filters ----

const std::vector<glm::vec4> kDirections = {
    {0, 0, 1, 1},         {0, 0, -1, -1},           {1, 0, 0, 1},
    {-0.6f, 0.8f, 0, -1}, {0.48f, -0.6f, 0.64f, 1}, {-0.48f, -0.6f, -0.64f, 1}};

/// Encodes with a filter's encoder, then as attributes, and decodes.
std::vector<std::byte> through_filter(std::span<const std::byte> filtered, std::size_t stride,
                                      gltf::detail::MeshoptFilter filter) {
  gltf::detail::MeshoptLayout layout;
  layout.count = filtered.size() / stride;
  layout.stride = stride;
  layout.filter = filter;
  EXPECT_TRUE(gltf::detail::check_layout(layout));
  std::vector<std::byte> out(filtered.size());
  const auto stream = encode_meshopt(filtered, stride, Encoding::attributes);
  EXPECT_TRUE(gltf::detail::decode_meshopt(stream, layout, out));
  return out;
}

template <class T>
std::vector<float> as_unit_floats(std::span<const std::byte> bytes) {
  std::vector<T> numbers(bytes.size() / sizeof(T));
  std::memcpy(numbers.data(), bytes.data(), bytes.size());
  std::vector<float> out;
  for (const T number : numbers) {
    out.push_back(static_cast<float>(number) / static_cast<float>(std::numeric_limits<T>::max()));
  }
  return out;
}

TEST(MeshoptFilters, Octahedral) {
  for (const std::size_t stride : {4u, 8u}) {
    std::vector<std::byte> filtered(kDirections.size() * stride);
    meshopt_encodeFilterOct(filtered.data(), kDirections.size(), stride, 8, &kDirections[0][0]);
    const auto bytes = through_filter(filtered, stride, gltf::detail::MeshoptFilter::octahedral);
    const auto floats =
        stride == 4 ? as_unit_floats<std::int8_t>(bytes) : as_unit_floats<std::int16_t>(bytes);
    for (std::size_t i = 0; i < floats.size(); ++i) {
      EXPECT_NEAR(floats[i], kDirections[i / 4][static_cast<int>(i % 4)], 0.02f) << i;
    }
  }
}

TEST(MeshoptFilters, Quaternion) {
  const std::vector<glm::vec4> rotations = {
      {0, 0, 0, 1}, {0.5f, 0.5f, 0.5f, 0.5f}, {0.6f, 0, 0.8f, 0}, {-0.1f, 0.8f, 0.1f, -0.583095f}};
  std::vector<std::byte> filtered(rotations.size() * 8);
  meshopt_encodeFilterQuat(filtered.data(), rotations.size(), 8, 12, &rotations[0][0]);
  const auto floats = as_unit_floats<std::int16_t>(
      through_filter(filtered, 8, gltf::detail::MeshoptFilter::quaternion));
  for (std::size_t i = 0; i < floats.size(); ++i) {
    EXPECT_NEAR(floats[i], rotations[i / 4][static_cast<int>(i % 4)], 0.002f) << i;
  }
}

TEST(MeshoptFilters, Exponential) {
  const std::vector<float> numbers = {0, 1, -2.5f, 1e-3f, 12345.678f, -1e6f};
  std::vector<std::byte> filtered(numbers.size() * 4);
  meshopt_encodeFilterExp(filtered.data(), numbers.size(), 4, 20, numbers.data());
  const auto bytes = through_filter(filtered, 4, gltf::detail::MeshoptFilter::exponential);
  std::vector<float> floats(numbers.size());
  std::memcpy(floats.data(), bytes.data(), bytes.size());
  for (std::size_t i = 0; i < floats.size(); ++i) {
    EXPECT_NEAR(floats[i], numbers[i], std::abs(numbers[i]) * 1e-5f) << i;
  }
}

/// The example of the specification's formula for K bits, one to one: Y = (R + 2 G + B) / 4 …
template <class Unsigned>
std::vector<std::byte> encode_colors(const std::vector<glm::vec4>& colors, int bits) {
  std::vector<Unsigned> out;
  const float most = static_cast<float>((1 << bits) - 1);
  for (const glm::vec4& color : colors) {
    const int r = static_cast<int>(std::lround(color.r * most));
    const int g = static_cast<int>(std::lround(color.g * most));
    const int b = static_cast<int>(std::lround(color.b * most));
    const int co = (r - b) / 2;
    const int half = b + co;
    const int cg = (g - half) / 2;
    const int alpha =
        static_cast<int>(std::lround(color.a * static_cast<float>((1 << (bits - 1)) - 1)));
    for (const int number : {half + cg, co, cg, alpha | 1 << (bits - 1)}) {
      out.push_back(static_cast<Unsigned>(number));
    }
  }
  const auto bytes = std::as_bytes(std::span(out));
  return {bytes.begin(), bytes.end()};
}

TEST(MeshoptFilters, ColorOfTheKhronosExtension) {
  const std::vector<glm::vec4> colors = {{0, 0, 0, 0}, {1, 1, 1, 1}, {1, 0, 0, 0.5f},
                                         {0, 1, 0, 1}, {0, 0, 1, 1}, {0.2f, 0.4f, 0.9f, 1}};
  for (const int bits : {6, 8}) {
    const auto floats = as_unit_floats<std::uint8_t>(through_filter(
        encode_colors<std::uint8_t>(colors, bits), 4, gltf::detail::MeshoptFilter::color));
    for (std::size_t i = 0; i < floats.size(); ++i) {
      EXPECT_NEAR(floats[i], colors[i / 4][static_cast<int>(i % 4)],
                  3.0f / static_cast<float>(1 << bits))
          << i;
    }
  }
  const auto floats = as_unit_floats<std::uint16_t>(through_filter(
      encode_colors<std::uint16_t>(colors, 12), 8, gltf::detail::MeshoptFilter::color));
  for (std::size_t i = 0; i < floats.size(); ++i) {
    EXPECT_NEAR(floats[i], colors[i / 4][static_cast<int>(i % 4)], 0.001f) << i;
  }
}

TEST(MeshoptFilters, ColorBelongsToTheKhronosExtension) {
  const auto file = [](const std::string& extension) {
    GltfBuilder builder = GltfBuilder::triangle();
    const int colors =
        builder.add_values<std::uint8_t>("VEC4", std::vector<std::uint8_t>(12, 128), true);
    builder.primitive()["attributes"]["COLOR_0"] = colors;
    compress_view(builder, static_cast<std::size_t>(colors), 4, Encoding::attributes, "COLOR",
                  extension);
    return builder;
  };
  expect_imported(file("KHR_meshopt_compression").import());
  EXPECT_EQ(expect_refused(file("EXT_meshopt_compression").import()).where,
            "/bufferViews/2/extensions/EXT_meshopt_compression");
}

TEST(MeshoptFilters, Item54_BoundsNeedNotBeExact) {
  const auto findings = [](const std::string& filter) {
    GltfBuilder builder = GltfBuilder::triangle();
    builder.accessor(0).update({{"min", {0, 0, 0}}, {"max", {1.001, 1, 0}}});
    if (filter == "EXPONENTIAL") {
      const std::vector<float> positions = {0, 0, 0, 1, 0, 0, 0, 1, 0};
      meshopt_encodeFilterExp(builder.bin.data(), 9, 4, 20, positions.data());
    }
    compress_view(builder, 0, 12, Encoding::attributes, filter);
    gltf::ImportOptions options;
    options.report_conformance = true;
    return expect_imported(builder.import(options));
  };
  EXPECT_TRUE(has_warning(findings("NONE"), "/accessors/0/max/0", "ACCESSOR_MAX_MISMATCH"));
  EXPECT_FALSE(has_warning(findings("EXPONENTIAL"), "/accessors/0/max/0", "ACCESSOR_MAX_MISMATCH"));
}

// ---- What may be wrong ----

struct Fault {
  const char* name;
  void (*make)(GltfBuilder&);
  ErrorCode code;
  const char* where = kWhere;
};

const Fault kFaults[] = {
    {"count too large", [](GltfBuilder& b) { extension_of(b)["count"] = 4; },
     ErrorCode::count_mismatch},
    {"count too small", [](GltfBuilder& b) { extension_of(b)["count"] = 2; },
     ErrorCode::count_mismatch},
    {"count of overflow", [](GltfBuilder& b) { extension_of(b)["count"] = 4503599627370496; },
     ErrorCode::count_mismatch},
    {"count of zero", [](GltfBuilder& b) { extension_of(b)["count"] = 0; },
     ErrorCode::invalid_value},
    {"stride of no multiple of 4",
     [](GltfBuilder& b) {
       extension_of(b).update({{"byteStride", 6}, {"count", 6}});
     },
     ErrorCode::invalid_value},
    {"stride of 0", [](GltfBuilder& b) { extension_of(b)["byteStride"] = 0; },
     ErrorCode::invalid_value},
    {"stride of its own",
     [](GltfBuilder& b) {
       b.root["bufferViews"][0]["byteStride"] = 16;
       b.root["bufferViews"][0]["byteLength"] = 36;
     },
     ErrorCode::invalid_value},
    {"quaternions of 12 bytes", [](GltfBuilder& b) { extension_of(b)["filter"] = "QUATERNION"; },
     ErrorCode::invalid_value},
    {"normals of 12 bytes", [](GltfBuilder& b) { extension_of(b)["filter"] = "OCTAHEDRAL"; },
     ErrorCode::invalid_value},
    {"indices of 12 bytes", [](GltfBuilder& b) { extension_of(b)["mode"] = "INDICES"; },
     ErrorCode::invalid_value},
    {"indices with a filter", [](GltfBuilder& b) { extension_of(b, 1)["filter"] = "EXPONENTIAL"; },
     ErrorCode::invalid_value, "/bufferViews/1/extensions/EXT_meshopt_compression"},
    {"triangles of two indices",
     [](GltfBuilder& b) {
       extension_of(b, 1)["count"] = 2;
       b.root["bufferViews"][1]["byteLength"] = 4;
     },
     ErrorCode::invalid_value, "/bufferViews/1/extensions/EXT_meshopt_compression"},
    {"no such buffer", [](GltfBuilder& b) { extension_of(b)["buffer"] = 7; },
     ErrorCode::out_of_range, "/bufferViews/0/extensions/EXT_meshopt_compression/buffer"},
    {"the fallback as source",
     [](GltfBuilder& b) {
       extension_of(b).update({{"buffer", 1}, {"byteOffset", 0}});
     },
     ErrorCode::unsupported, "/buffers/1"},
    {"beyond the buffer", [](GltfBuilder& b) { extension_of(b)["byteLength"] = 100000; },
     ErrorCode::out_of_range},
    {"offset of overflow", [](GltfBuilder& b) { extension_of(b)["byteOffset"] = 9007199254740991; },
     ErrorCode::out_of_range},
    {"cut off",
     [](GltfBuilder& b) {
       extension_of(b)["byteLength"] = extension_of(b)["byteLength"].get<int>() - 1;
     },
     ErrorCode::syntax},
    {"empty", [](GltfBuilder& b) { extension_of(b)["byteLength"] = 0; }, ErrorCode::syntax},
    {"of another format",
     [](GltfBuilder& b) {
       b.bin[extension_of(b)["byteOffset"].get<std::size_t>()] = std::byte{0x42};
     },
     ErrorCode::syntax},
    {"of an unknown version",
     [](GltfBuilder& b) {
       b.bin[extension_of(b)["byteOffset"].get<std::size_t>()] = std::byte{0xAF};
     },
     ErrorCode::unsupported},
    {"both extensions",
     [](GltfBuilder& b) {
       auto& extensions = b.root["bufferViews"][0]["extensions"];
       extensions["KHR_meshopt_compression"] = extensions["EXT_meshopt_compression"];
     },
     ErrorCode::invalid_value},
    {"unknown mode", [](GltfBuilder& b) { extension_of(b)["mode"] = "POINTS"; },
     ErrorCode::invalid_value, "/bufferViews/0/extensions/EXT_meshopt_compression/mode"},
    {"no mode", [](GltfBuilder& b) { extension_of(b).erase("mode"); }, ErrorCode::invalid_value,
     "/bufferViews/0/extensions/EXT_meshopt_compression/mode"},
    {"negative count", [](GltfBuilder& b) { extension_of(b)["count"] = -1; },
     ErrorCode::out_of_range, "/bufferViews/0/extensions/EXT_meshopt_compression/count"},
    {"beyond the fallback", [](GltfBuilder& b) { b.root["buffers"][1]["byteLength"] = 4; },
     ErrorCode::out_of_range, "/bufferViews/0"},
};

TEST(Meshopt, RefusesWithThePlace) {
  for (const Fault& fault : kFaults) {
    SCOPED_TRACE(fault.name);
    GltfBuilder builder = compressed_triangle();
    fault.make(builder);
    const Error error = expect_refused(builder.import());
    EXPECT_EQ(error.code, fault.code) << error.text();
    EXPECT_EQ(error.where, fault.where) << error.text();
  }
}

TEST(Meshopt, EveryCutAndEveryFlippedByteIsSurvived) {
  const GltfBuilder whole = compressed_triangle();
  const std::size_t begin = 36 + 8 + 36;  // behind what was compressed
  for (std::size_t at = begin; at < whole.bin.size(); ++at) {
    for (const unsigned mask : {0x01u, 0x80u, 0xFFu}) {
      GltfBuilder builder = whole;
      builder.bin[at] ^= static_cast<std::byte>(mask);
      const auto imported = builder.import();
      EXPECT_TRUE(imported || !imported.error().message.empty());
    }
  }
  for (int length = 0;; ++length) {
    GltfBuilder builder = whole;
    if (extension_of(builder)["byteLength"] == length) break;
    extension_of(builder)["byteLength"] = length;
    expect_refused(builder.import());
  }
}

TEST(Meshopt, TheBudgetIsAskedFirst) {
  GltfBuilder builder = compressed_triangle();
  builder.root["buffers"][1]["byteLength"] = 3'000'000'000;
  builder.root["bufferViews"][0]["byteLength"] = 2'999'999'988;
  extension_of(builder)["count"] = 2'999'999'988 / 12;
  const Error error = expect_refused(builder.import());
  EXPECT_EQ(error.code, ErrorCode::limit_exceeded);
  EXPECT_EQ(error.where, kWhere);
}

// ---- Fallbacks ----

TEST(MeshoptFallback, NeedsNoMemory) {
  GltfBuilder builder = compressed_triangle();
  builder.root["buffers"][1]["byteLength"] = 9'000'000'000'000;
  expect_imported(builder.import());
}

TEST(MeshoptFallback, IsNotLoaded) {
  GltfBuilder builder = compressed_triangle();
  builder.root["buffers"][1]["uri"] = "missing.bin";
  expect_imported(builder.import());
  builder.root["buffers"][1].erase("extensions");
  EXPECT_EQ(expect_refused(builder.import()).where, "/buffers/1/uri");
}

TEST(MeshoptFallback, OfAViewWithoutTheExtensionHasNoData) {
  GltfBuilder builder = compressed_triangle();
  builder.root["bufferViews"][0].erase("extensions");
  EXPECT_EQ(expect_refused(builder.import()).where, "/buffers/1");
}

TEST(Meshopt, AViewOfNobodyMayBeBroken) {
  GltfBuilder builder = compressed_triangle();
  builder.root["bufferViews"].push_back(builder.root["bufferViews"][0]);
  extension_of(builder, 3)["count"] = 77;
  expect_imported(builder.import());
}

TEST(Meshopt, ABrokenImageIsACheckerboard) {
  GltfBuilder builder = compressed_triangle();
  builder.root["bufferViews"].push_back(builder.root["bufferViews"][0]);
  extension_of(builder, 3)["count"] = 77;
  builder.root["images"] = {{{"bufferView", 3}, {"mimeType", "image/png"}}};
  builder.root["textures"] = {{{"source", 0}}};
  builder.root["materials"] = {{{"pbrMetallicRoughness", {{"baseColorTexture", {{"index", 0}}}}}}};
  const auto imported = expect_imported(builder.import());
  EXPECT_TRUE(has_warning(imported, "/images/0", ""));
}

}  // namespace
}  // namespace morph::test
