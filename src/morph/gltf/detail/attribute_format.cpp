// SPDX-License-Identifier: MIT
#include "morph/gltf/detail/attribute_format.h"

#include <cstdint>

namespace morph::gltf::detail {
namespace {

// One bit for each component type, with and without normalisation.
using Formats = std::uint32_t;

constexpr Formats bit(ComponentType type, bool normalized) {
  return Formats{1} << ((static_cast<int>(type) - 5120) * 2 + (normalized ? 1 : 0));
}

constexpr Formats kF32 = bit(ComponentType::float_32, false);
constexpr Formats kS8 = bit(ComponentType::signed_byte, false);
constexpr Formats kS8n = bit(ComponentType::signed_byte, true);
constexpr Formats kU8 = bit(ComponentType::unsigned_byte, false);
constexpr Formats kU8n = bit(ComponentType::unsigned_byte, true);
constexpr Formats kS16 = bit(ComponentType::signed_short, false);
constexpr Formats kS16n = bit(ComponentType::signed_short, true);
constexpr Formats kU16 = bit(ComponentType::unsigned_short, false);
constexpr Formats kU16n = bit(ComponentType::unsigned_short, true);

constexpr Formats kUnsignedNormalized = kU8n | kU16n;
constexpr Formats kSignedNormalized = kS8n | kS16n;

bool is_texcoord(MorphAttribute attribute) { return attribute >= MorphAttribute::texcoord_0; }

Formats core_formats(MorphAttribute attribute, AttributeUse use) {
  if (attribute != MorphAttribute::color_0 && !is_texcoord(attribute)) return kF32;
  return kF32 | kUnsignedNormalized | (use == AttributeUse::delta ? kSignedNormalized : 0);
}

Formats quantized_formats(MorphAttribute attribute, AttributeUse use) {
  const bool base = use == AttributeUse::base;
  if (attribute == MorphAttribute::position) {
    return kS8 | kS8n | kS16 | kS16n | (base ? kU8 | kU8n | kU16 | kU16n : 0);
  }
  if (is_texcoord(attribute)) {
    return kS8 | kS16 | (base ? kSignedNormalized | kU8 | kU16 : 0);
  }
  return attribute == MorphAttribute::color_0 ? 0 : kSignedNormalized;
}

}  // namespace

std::optional<MorphAttribute> semantic_of(std::string_view name) {
  if (name == "POSITION") return MorphAttribute::position;
  if (name == "NORMAL") return MorphAttribute::normal;
  if (name == "TANGENT") return MorphAttribute::tangent;
  if (name == "COLOR_0") return MorphAttribute::color_0;
  constexpr std::string_view kTexcoord = "TEXCOORD_";
  if (name.size() != kTexcoord.size() + 1 || !name.starts_with(kTexcoord)) return std::nullopt;
  const char digit = name.back();
  if (digit < '0' || digit >= static_cast<char>('0' + kMaxTexcoordSets)) return std::nullopt;
  return texcoord_attribute(static_cast<std::uint32_t>(digit - '0'));
}

bool has_usable_width(MorphAttribute attribute, AttributeUse use, const AccessorShape& shape) {
  if (shape.columns != 1) return false;
  if (attribute == MorphAttribute::color_0) return shape.rows == 3 || shape.rows == 4;
  if (attribute == MorphAttribute::tangent) {
    return shape.rows == 4 || (use == AttributeUse::delta && shape.rows == 3);
  }
  return shape.rows == component_count(attribute);
}

bool is_allowed_format(MorphAttribute attribute, AttributeUse use, const AccessorShape& shape,
                       bool quantization) {
  if (attribute == MorphAttribute::tangent && use == AttributeUse::delta && shape.rows == 4) {
    return false;
  }
  Formats allowed = core_formats(attribute, use);
  if (quantization) allowed |= quantized_formats(attribute, use);
  return (allowed & bit(shape.component, shape.normalized)) != 0;
}

}  // namespace morph::gltf::detail
