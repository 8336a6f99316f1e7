// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "morph/runtime/material.h"
#include "morph/runtime/morph_target_data.h"

namespace morph::gl::detail {

// What a program is made for, and where its vertex attributes are. Base attributes lie without gaps
// from location 0, in the order of MorphAttribute; behind them the sets of joints, then their
// weights; behind those, for each morphed attribute in the order of MorphAttribute, one location
// per slot. So a primitive's vertex array fits all of its programs.

/// A set of attributes, one bit each.
class AttributeSet {
 public:
  constexpr void add(MorphAttribute attribute) { bits_ |= bit(attribute); }
  constexpr void remove(MorphAttribute attribute) { bits_ &= ~bit(attribute); }
  [[nodiscard]] constexpr bool has(MorphAttribute attribute) const {
    return (bits_ & bit(attribute)) != 0;
  }
  [[nodiscard]] constexpr bool empty() const { return bits_ == 0; }
  [[nodiscard]] std::uint32_t count() const;
  /// How many of the set come before `attribute`.
  [[nodiscard]] std::uint32_t rank(MorphAttribute attribute) const;
  /// The texture coordinate sets alone, set n as bit n.
  [[nodiscard]] std::uint32_t texcoord_bits() const;

  friend constexpr bool operator==(const AttributeSet&, const AttributeSet&) = default;

 private:
  static constexpr std::uint32_t bit(MorphAttribute attribute) {
    return 1u << static_cast<std::uint32_t>(attribute);
  }
  std::uint32_t bits_ = 0;
};

/// Calls visit(attribute) for each member, in order.
template <class Visit>
void for_each(AttributeSet set, Visit&& visit) {
  for (std::size_t i = 0; i < kMorphAttributeCount; ++i) {
    const auto attribute = static_cast<MorphAttribute>(i);
    if (set.has(attribute)) visit(attribute);
  }
}

/// Components of a base attribute: those of its deltas, and the handedness of a tangent.
[[nodiscard]] constexpr std::uint32_t base_component_count(MorphAttribute attribute) {
  return attribute == MorphAttribute::tangent ? 4 : component_count(attribute);
}

struct AttributeLayout {
  AttributeSet base;
  AttributeSet morphed;          ///< part of base: what any target carries
  std::uint32_t joint_sets = 0;  ///< pairs JOINTS_n and WEIGHTS_n
  std::uint32_t slots = 0;       ///< N

  [[nodiscard]] std::uint32_t base_location(MorphAttribute attribute) const {
    return base.rank(attribute);
  }
  [[nodiscard]] std::uint32_t joints_location() const { return base.count(); }
  [[nodiscard]] std::uint32_t joint_weights_location() const { return base.count() + joint_sets; }
  [[nodiscard]] std::uint32_t first_slot_location() const { return base.count() + 2 * joint_sets; }
  [[nodiscard]] std::uint32_t slot_location(MorphAttribute attribute, std::uint32_t slot) const {
    return first_slot_location() + morphed.rank(attribute) * slots + slot;
  }

  friend bool operator==(const AttributeLayout&, const AttributeLayout&) = default;
};

/// One program each. Nothing in it changes with the number of active targets: weights of slots that
/// are not in use are 0.
struct ProgramKey {
  AttributeLayout layout;
  bool morphs = false;  ///< the vertex shader applies the targets in the slots
  bool folded =
      false;  ///< the base holds further targets: collapsed vectors come from buffer textures
  bool skinned = false;  ///< the joints of the layout are applied
  bool capture = false;  ///< vertices go to transform feedback; no pixels, the rest is not used
  bool lit = false;
  bool heat = false;  ///< the vertices have values to show as colours
  AlphaMode alpha = AlphaMode::opaque;
  std::uint8_t maps = 0;  ///< textures of a material that it knows: 0, 1 (base colour), all

  friend bool operator==(const ProgramKey&, const ProgramKey&) = default;
};

/// Precondition of all below (asserted): folded or capture only with morphs; maps only
/// beside texture coordinates.

/// "#define" lines of a key.
[[nodiscard]] std::string defines_of(const ProgramKey& key);

/// One piece of a stage's source.
struct SourcePart {
  std::string_view name;  ///< the file, for messages
  std::string text;
};

/// The parts of a stage in order: version, defines, interface, features, stage; each after a #line
/// that gives its number, which is what drivers write before a message.
[[nodiscard]] std::vector<SourcePart> vertex_source(const ProgramKey& key);
[[nodiscard]] std::vector<SourcePart> fragment_source(const ProgramKey& key);

/// What a capture program writes for each vertex, interleaved, in this order; the file's own values
/// of other attributes need no program.
[[nodiscard]] std::vector<const char*> captured_varyings(const ProgramKey& key);

}  // namespace morph::gl::detail
