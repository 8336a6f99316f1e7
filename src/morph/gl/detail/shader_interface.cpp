// SPDX-License-Identifier: MIT
#include "morph/gl/detail/shader_interface.h"

#include <bit>
#include <cassert>
#include <initializer_list>

#include "interface.glsl"
#include "morph_shaders.h"

namespace morph::gl::detail {
namespace {

static_assert(static_cast<int>(DeltaSource::slots) == MORPH_SOURCE_SLOTS);
static_assert(static_cast<int>(DeltaSource::folded) == MORPH_SOURCE_FOLDED);
static_assert(static_cast<int>(DeltaSource::buffer) == MORPH_SOURCE_BUFFER);
static_assert(static_cast<int>(DeltaSource::array) == MORPH_SOURCE_ARRAY);

constexpr std::uint32_t kTexcoordShift = static_cast<std::uint32_t>(MorphAttribute::texcoord_0);

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

void append(std::vector<SourcePart>& parts, std::string_view name) {
  const std::string_view source = shaders::find(name);
  assert(!source.empty());
  parts.push_back({name, "#line 1 " + std::to_string(parts.size()) + "\n" + std::string(source)});
}

template <class Key>
std::vector<SourcePart> assemble(const Key& key, std::initializer_list<std::string_view> files) {
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

std::uint32_t AttributeLayout::texcoords() const {
  const auto sets = static_cast<std::uint32_t>(std::popcount(base.texcoord_bits()));
  if (sets <= 1) return sets;
  return joint_sets == 4 ? 4 : MORPH_MAP_COUNT;
}

std::uint32_t AttributeLayout::location(MorphAttribute attribute) const {
  if (attribute < MorphAttribute::texcoord_0) return static_cast<std::uint32_t>(attribute);
  return kTexcoordShift + texcoord_place(attribute);
}

std::uint32_t AttributeLayout::joints_location() const { return kTexcoordShift + texcoords(); }

ProgramKey key_of(const AttributeLayout& layout) {
  ProgramKey key;
  key.normals = layout.base.has(MorphAttribute::normal);
  key.tangents = layout.base.has(MorphAttribute::tangent);
  key.colors = layout.base.has(MorphAttribute::color_0);
  key.texcoords = layout.texcoords();
  key.joint_sets = layout.joint_sets;
  return key;
}

std::string defines_of(const ProgramKey& key) {
  assert(key.normals || !key.tangents);
  assert(!key.instances || key.joint_sets == 0);
  Defines defines;
  if (key.instances) defines.flag("HAS_INSTANCES");
  if (key.lit) defines.flag("HAS_LIGHT");
  if (key.masked) defines.flag("HAS_ALPHA_MASK");
  defines.number("MORPH_POSITION_LOCATION", 0);
  if (key.normals) defines.number("MORPH_NORMAL_LOCATION", 1);
  if (key.tangents) defines.number("MORPH_TANGENT_LOCATION", 2);
  if (key.colors) defines.number("MORPH_COLOR_LOCATION", 3);
  defines.number("MORPH_TEXCOORD_COUNT", key.texcoords);
  defines.number("MORPH_TEXCOORD_LOCATION", kTexcoordShift);
  if (key.joint_sets > 0) {
    const std::uint32_t joints = kTexcoordShift + key.texcoords;
    defines.number("MORPH_JOINT_SETS", key.joint_sets);
    defines.number("MORPH_JOINTS_LOCATION", joints);
    defines.number("MORPH_JOINT_WEIGHTS_LOCATION", joints + key.joint_sets);
  }
  return defines.take();
}

std::string defines_of(const MorphKey& key) {
  Defines defines;
  defines.number("MORPH_COUNT", key.count);
  defines.number("MORPH_SLOT_COUNT", key.slots);
  defines.number("MORPH_SOURCE", static_cast<std::uint32_t>(key.source));
  return defines.take();
}

std::vector<SourcePart> vertex_source(const ProgramKey& key) {
  return assemble(key, {"interface.glsl", "attributes.glsl", "skin.glsl", "mesh.vert"});
}

std::vector<SourcePart> fragment_source(const ProgramKey& key) {
  if (key.lit) {
    return assemble(key,
                    {"interface.glsl", "pbr.glsl", "material.glsl", "shading.glsl", "mesh.frag"});
  }
  return assemble(key, {"interface.glsl", "material.glsl", "mesh.frag"});
}

std::vector<SourcePart> vertex_source(const MorphKey& key) {
  return assemble(key, {"interface.glsl", "morph.glsl", "morph.vert"});
}

}  // namespace morph::gl::detail
