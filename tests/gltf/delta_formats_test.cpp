// SPDX-License-Identifier: MIT
#include <gtest/gtest.h>

#include <algorithm>
#include <cstdint>
#include <cstring>
#include <limits>
#include <string>
#include <string_view>
#include <vector>

#include "support/gltf_builder.h"

namespace morph::test {
namespace {

// Every attribute of a target in every component type (rules 8, 13, 37, 53): which of them the
// specification allows, and the numbers that they stand for.

struct Format {
  std::string_view name;
  Component component;
  bool normalized;
  std::size_t bytes;
  double least;  ///< raw
  double most;
};

constexpr Format kFormats[] = {
    {"f32", Component::f32, false, 4, -1.5, 2.5},
    {"s8", Component::s8, false, 1, -128, 127},
    {"s8n", Component::s8, true, 1, -128, 127},
    {"u8", Component::u8, false, 1, 0, 255},
    {"u8n", Component::u8, true, 1, 0, 255},
    {"s16", Component::s16, false, 2, -32768, 32767},
    {"s16n", Component::s16, true, 2, -32768, 32767},
    {"u16", Component::u16, false, 2, 0, 65535},
    {"u16n", Component::u16, true, 2, 0, 65535},
};

struct Attribute {
  MorphAttribute attribute;
  std::string_view semantic;
  std::string_view base;   ///< type of the base accessor
  std::string_view delta;  ///< type of the deltas
  std::string_view core;   ///< formats that glTF allows, each between spaces
  std::string_view more;   ///< those that KHR_mesh_quantization adds
};

constexpr std::string_view kNormalized = " f32 s8n u8n s16n u16n ";

constexpr Attribute kAttributes[] = {
    {MorphAttribute::position, "POSITION", "VEC3", "VEC3", " f32 ", " s8 s8n s16 s16n "},
    {MorphAttribute::normal, "NORMAL", "VEC3", "VEC3", " f32 ", " s8n s16n "},
    {MorphAttribute::tangent, "TANGENT", "VEC4", "VEC3", " f32 ", " s8n s16n "},
    {texcoord_attribute(0), "TEXCOORD_0", "VEC2", "VEC2", kNormalized, " s8 s16 "},
    {texcoord_attribute(7), "TEXCOORD_7", "VEC2", "VEC2", kNormalized, " s8 s16 "},
    {MorphAttribute::color_0, "COLOR_0", "VEC3", "VEC3", kNormalized, ""},
    {MorphAttribute::color_0, "COLOR_0", "VEC4", "VEC3", kNormalized, ""},
    {MorphAttribute::color_0, "COLOR_0", "VEC3", "VEC4", kNormalized, ""},
    {MorphAttribute::color_0, "COLOR_0", "VEC4", "VEC4", kNormalized, ""},
};

bool holds(std::string_view formats, std::string_view name) {
  const std::string word = std::string(" ").append(name).append(" ");
  return formats.find(word) != std::string_view::npos;
}

/// What a raw number stands for (glTF 2.0 §3.11).
float meaning(const Format& format, double raw) {
  return static_cast<float>(format.normalized ? std::max(raw / format.most, -1.0) : raw);
}

void put(std::vector<std::byte>& out, std::size_t at, const Format& format, double raw) {
  const auto write = [&](auto number) { std::memcpy(out.data() + at, &number, sizeof number); };
  if (format.component == Component::f32) return write(static_cast<float>(raw));
  const auto whole = static_cast<std::int32_t>(raw);
  if (format.bytes == 1) return write(static_cast<std::uint8_t>(whole));
  write(static_cast<std::uint16_t>(whole));
}

/// Three elements: all components the least number, all the most, all 0; padded to 4 bytes, or the
/// first two as substitutions of zeros.
int add_deltas(GltfBuilder& builder, const Attribute& attribute, const Format& format,
               bool sparse) {
  const std::size_t width = GltfBuilder::width_of(attribute.delta);
  const std::size_t packed = width * format.bytes;
  const std::size_t stride = sparse ? packed : (packed + 3) / 4 * 4;
  std::vector<std::byte> bytes(3 * stride);
  for (std::size_t c = 0; c < width; ++c) {
    put(bytes, c * format.bytes, format, format.least);
    put(bytes, stride + c * format.bytes, format, format.most);
  }
  const std::span<const std::byte> all(bytes);
  const int view = sparse ? builder.add_view(all.first(2 * stride))
                          : builder.add_view(all, static_cast<int>(stride));
  const int deltas = builder.add_accessor(sparse ? -1 : view, format.component, attribute.delta, 3,
                                          format.normalized);
  if (sparse) {
    const int indices = builder.add_view(std::vector<std::uint8_t>{0, 1});
    builder.accessor(static_cast<std::size_t>(deltas))["sparse"] = {
        {"count", 2},
        {"indices", {{"bufferView", indices}, {"componentType", 5121}}},
        {"values", {{"bufferView", view}}}};
  }
  builder.accessor(static_cast<std::size_t>(deltas))["min"] = std::vector<double>(width, 0);
  builder.accessor(static_cast<std::size_t>(deltas))["max"] = std::vector<double>(width, 0);
  return deltas;
}

GltfBuilder file_with(const Attribute& attribute, const Format& format, bool quantization,
                      bool sparse) {
  GltfBuilder builder = GltfBuilder::triangle(1);
  if (quantization) {
    builder.root["extensionsUsed"] = builder.root["extensionsRequired"] = {"KHR_mesh_quantization"};
  }
  auto& primitive = builder.primitive();
  primitive["attributes"]["NORMAL"] = builder.add_accessor(-1, Component::f32, "VEC3", 3);
  if (attribute.attribute != MorphAttribute::position) {
    primitive["attributes"][std::string(attribute.semantic)] =
        builder.add_accessor(-1, Component::f32, attribute.base, 3);
  }
  primitive["targets"][0] = {
      {std::string(attribute.semantic), add_deltas(builder, attribute, format, sparse)}};
  return builder;
}

/// Whether what is said of the file is what the specification says of such deltas.
void check_warnings(const Attribute& attribute, const Format& format, bool quantization,
                    const gltf::Imported& imported) {
  const bool allowed =
      holds(attribute.core, format.name) || (quantization && holds(attribute.more, format.name));
  ASSERT_EQ(imported.warnings.size(), allowed ? 0u : 1u);
  if (allowed) return;
  EXPECT_TRUE(has_warning(imported,
                          "/meshes/0/primitives/0/targets/0/" + std::string(attribute.semantic),
                          "MESH_PRIMITIVE_ATTRIBUTES_ACCESSOR_INVALID_FORMAT"));
}

void check_values(const Attribute& attribute, const Format& format, const Primitive& primitive) {
  const std::size_t width = component_count(attribute.attribute);
  const std::size_t in_file = GltfBuilder::width_of(attribute.delta);
  std::vector<float> found(3 * width);
  primitive.morph_targets.copy_deltas(0, attribute.attribute, found);
  for (std::size_t c = 0; c < width; ++c) {
    const bool given = c < in_file;  // the alpha of a colour may not be
    EXPECT_EQ(found[c], given ? meaning(format, format.least) : 0.0f);
    EXPECT_EQ(found[width + c], given ? meaning(format, format.most) : 0.0f);
    EXPECT_EQ(found[2 * width + c], 0.0f);
  }
}

TEST(Rules, Item08_Item53_EveryAttributeInEveryFormat) {
  for (const Attribute& attribute : kAttributes) {
    for (const Format& format : kFormats) {
      for (const bool quantization : {false, true}) {
        SCOPED_TRACE(std::string(attribute.semantic) + " " + std::string(attribute.delta) + " " +
                     std::string(format.name) + (quantization ? " quantized" : ""));
        for (const bool sparse : {false, true}) {
          const auto imported =
              expect_imported(file_with(attribute, format, quantization, sparse).import());
          check_warnings(attribute, format, quantization, imported);
          check_values(attribute, format, primitive_of(imported));
        }
      }
    }
  }
}

// A base may have unsigned numbers as well, and its alpha is 1 where COLOR_0 has none (item 14).
TEST(Rules, Item14_BaseColoursWithoutAlphaAreOpaque) {
  for (const Format& format : kFormats) {
    GltfBuilder builder = GltfBuilder::triangle();
    const Attribute colour{MorphAttribute::color_0, "COLOR_0", "VEC3", "VEC3", "", ""};
    builder.primitive()["attributes"]["COLOR_0"] = add_deltas(builder, colour, format, false);
    const auto imported = expect_imported(builder.import());
    const bool allowed = holds(" f32 u8n u16n ", format.name);
    EXPECT_EQ(imported.warnings.size(), allowed ? 0u : 1u) << format.name;
    EXPECT_EQ(primitive_of(imported).colors[1], glm::vec4(1)) << format.name;
    EXPECT_EQ(primitive_of(imported).colors[2], glm::vec4(0, 0, 0, 1)) << format.name;
  }
}

}  // namespace
}  // namespace morph::test
