// SPDX-License-Identifier: MIT
#include "morph/gl/detail/shader_interface.h"

#include <array>
#include <bit>
#include <cassert>
#include <initializer_list>

#include "interface.glsl"
#include "morph_shaders.h"

namespace morph::gl::detail {
namespace {

static_assert(static_cast<int>(AlphaMode::opaque) == MORPH_ALPHA_OPAQUE);
static_assert(static_cast<int>(AlphaMode::mask) == MORPH_ALPHA_MASK);
static_assert(static_cast<int>(AlphaMode::blend) == MORPH_ALPHA_BLEND);

constexpr std::uint32_t kTexcoordShift = static_cast<std::uint32_t>(MorphAttribute::texcoord_0);

/// The attributes that are not texture coordinates, by their name in the shaders.
struct NamedAttribute {
  MorphAttribute attribute;
  const char* name;
};
constexpr std::array<NamedAttribute, 4> kNamedAttributes = {{
    {MorphAttribute::position, "POSITION"},
    {MorphAttribute::normal, "NORMAL"},
    {MorphAttribute::tangent, "TANGENT"},
    {MorphAttribute::color_0, "COLOR"},
}};

class Defines {
 public:
  void flag(const std::string& name) { text_ += "#define " + name + "\n"; }
  void number(const std::string& name, std::uint32_t value) {
    text_ += "#define " + name + " " + std::to_string(value) + "\n";
  }
  [[nodiscard]] std::string take() { return std::move(text_); }

 private:
  std::string text_;
};

/// Texture coordinates are numbered by their place among the bound sets.
void define_texcoords(const AttributeLayout& layout, AttributeSet morphed, Defines& defines) {
  const std::uint32_t bound = layout.base.texcoord_bits();
  std::uint32_t mask = 0;
  for (std::uint32_t set = 0, place = 0; set < kMaxTexcoordSets; ++set) {
    if ((bound >> set & 1) == 0) continue;
    if (morphed.has(texcoord_attribute(set))) mask |= 1u << place;
    ++place;
  }
  defines.number("MORPH_TEXCOORD_COUNT", static_cast<std::uint32_t>(std::popcount(bound)));
  defines.number("MORPH_TEXCOORD_MASK", mask);
  defines.number("MORPH_TEXCOORD_MORPHED", static_cast<std::uint32_t>(std::popcount(mask)));
  if (bound != 0) {
    defines.number("MORPH_TEXCOORD_LOCATION", layout.base_location(MorphAttribute::texcoord_0));
  }
  if (mask != 0) {
    defines.number("MORPH_TEXCOORD_SLOT_LOCATION",
                   layout.slot_location(MorphAttribute::texcoord_0, 0));
  }
}

void append(std::vector<SourcePart>& parts, std::string_view name) {
  const std::string_view source = shaders::find(name);
  assert(!source.empty());
  parts.push_back({name, "#line 1 " + std::to_string(parts.size()) + "\n" + std::string(source)});
}

std::vector<SourcePart> assemble(const ProgramKey& key,
                                 std::initializer_list<std::string_view> files) {
  std::vector<SourcePart> parts;
  parts.push_back({"defines", "#version 410 core\n#line 1 0\n" + defines_of(key)});
  for (const std::string_view file : files) append(parts, file);
  return parts;
}

}  // namespace

std::uint32_t AttributeSet::count() const {
  return static_cast<std::uint32_t>(std::popcount(bits_));
}

std::uint32_t AttributeSet::rank(MorphAttribute attribute) const {
  return static_cast<std::uint32_t>(std::popcount(bits_ & (bit(attribute) - 1)));
}

std::uint32_t AttributeSet::texcoord_bits() const { return bits_ >> kTexcoordShift; }

std::string defines_of(const ProgramKey& key) {
  assert(key.morphs || (!key.folded && !key.capture));
  const AttributeSet morphed = key.morphs ? key.layout.morphed : AttributeSet();
  Defines defines;
  if (key.morphs) defines.flag("HAS_MORPH_TARGETS");
  if (key.folded) defines.flag("HAS_FOLDED_BASE");
  if (key.lit) defines.flag("HAS_LIGHT");
  if (key.heat) defines.flag("HAS_HEAT");
  defines.number("MORPH_SLOT_COUNT", key.morphs ? key.layout.slots : 0);
  defines.number("MORPH_ALPHA_MODE", static_cast<std::uint32_t>(key.alpha));
  for (const NamedAttribute& named : kNamedAttributes) {
    const std::string prefix = std::string("MORPH_") + named.name;
    if (key.layout.base.has(named.attribute)) {
      defines.number(prefix + "_LOCATION", key.layout.base_location(named.attribute));
    }
    if (morphed.has(named.attribute)) {
      defines.number(prefix + "_SLOT_LOCATION", key.layout.slot_location(named.attribute, 0));
    }
  }
  if (key.skinned) {
    defines.number("MORPH_JOINT_SETS", key.layout.joint_sets);
    defines.number("MORPH_JOINTS_LOCATION", key.layout.joints_location());
    defines.number("MORPH_JOINT_WEIGHTS_LOCATION", key.layout.joint_weights_location());
  }
  define_texcoords(key.layout, morphed, defines);
  assert(key.maps == 0 || key.layout.base.texcoord_bits() != 0);
  defines.number("MORPH_MAPS", key.maps);
  return defines.take();
}

std::vector<SourcePart> vertex_source(const ProgramKey& key) {
  if (key.capture) {
    return assemble(key, {"interface.glsl", "attributes.glsl", "morph.glsl", "capture.vert"});
  }
  return assemble(key,
                  {"interface.glsl", "attributes.glsl", "morph.glsl", "skin.glsl", "mesh.vert"});
}

std::vector<SourcePart> fragment_source(const ProgramKey& key) {
  if (key.lit) {
    return assemble(key,
                    {"interface.glsl", "pbr.glsl", "material.glsl", "shading.glsl", "mesh.frag"});
  }
  return assemble(key, {"interface.glsl", "material.glsl", "mesh.frag"});
}

std::vector<const char*> captured_varyings(const ProgramKey& key) {
  std::vector<const char*> names;
  const AttributeSet morphed = key.layout.morphed;
  if (morphed.has(MorphAttribute::position)) names.push_back("v_morphed_position");
  if (morphed.has(MorphAttribute::normal)) names.push_back("v_morphed_normal");
  if (morphed.has(MorphAttribute::tangent)) names.push_back("v_morphed_tangent");
  if (morphed.has(MorphAttribute::color_0)) names.push_back("v_morphed_color");
  if (morphed.texcoord_bits() != 0) names.push_back("v_morphed_texcoord");
  return names;
}

}  // namespace morph::gl::detail
