// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "morph/runtime/morph_target_data.h"

namespace morph::gl::detail {

// What a program is made for, and where its vertex attributes are. A primitive is morphed by one
// program, once a frame, and drawn by others, which get the morphed vertices.

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
  friend constexpr AttributeSet operator|(AttributeSet a, AttributeSet b) {
    a.bits_ |= b.bits_;
    return a;
  }

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

/// Where a drawing program has the vertices that a primitive gives it: position, normal, tangent
/// and colour at 0 … 3, behind them texture coordinates without gaps, the sets of joints, their
/// weights.
struct AttributeLayout {
  AttributeSet base;
  std::uint32_t joint_sets = 0;  ///< pairs JOINTS_n and WEIGHTS_n, at most 4

  /// Locations kept for texture coordinates: none, one, or as many as a material can use beside the
  /// joints.
  [[nodiscard]] std::uint32_t texcoords() const;
  [[nodiscard]] std::uint32_t location(MorphAttribute attribute) const;
  [[nodiscard]] std::uint32_t joints_location() const;
  [[nodiscard]] std::uint32_t joint_weights_location() const {
    return joints_location() + joint_sets;
  }
  /// The number of a set of texture coordinates among those of the base.
  [[nodiscard]] std::uint32_t texcoord_place(MorphAttribute attribute) const {
    return base.rank(attribute) - base.rank(MorphAttribute::texcoord_0);
  }
};

/// One drawing program each. Everything else that a material can be is told by uniforms.
struct ProgramKey {
  bool normals = false;
  bool tangents = false;  ///< only with normals
  bool colors = false;
  std::uint32_t texcoords = 0;   ///< AttributeLayout::texcoords(); 0: no maps
  std::uint32_t joint_sets = 0;  ///< 0: follows the node
  bool instances = false;        ///< many nodes in one draw; only without joints
  bool lit = false;
  bool masked = false;  ///< AlphaMode::mask

  friend bool operator==(const ProgramKey&, const ProgramKey&) = default;
};

/// The part of a key that the vertices decide.
[[nodiscard]] ProgramKey key_of(const AttributeLayout& layout);

/// Where the deltas of the active targets are.
enum class DeltaSource : std::uint8_t {
  slots,   ///< vertex attributes
  folded,  ///< the same; the base already holds weighted deltas of further targets
  buffer,  ///< a buffer texture with those of all targets
  array,   ///< the same in a 2D array texture
};

/// One morphing program each. Which attributes are morphed is told by uniforms: the base is at the
/// locations 0 … count−1, one place each in the order of MorphAttribute; behind it for each place
/// one location per slot.
struct MorphKey {
  std::uint32_t count = 1;  ///< attributes that any target carries
  std::uint32_t slots = 0;  ///< N
  DeltaSource source = DeltaSource::slots;

  [[nodiscard]] std::uint32_t slot_location(std::uint32_t place, std::uint32_t slot) const {
    return count + place * slots + slot;
  }

  friend bool operator==(const MorphKey&, const MorphKey&) = default;
};

/// "#define" lines of a key.
[[nodiscard]] std::string defines_of(const ProgramKey& key);
[[nodiscard]] std::string defines_of(const MorphKey& key);

/// One piece of a stage's source.
struct SourcePart {
  std::string_view name;  ///< the file, for messages
  std::string text;
};

/// The parts of a stage in order: version, defines, interface, features, stage; each after a #line
/// that gives its number, which is what drivers write before a message.
[[nodiscard]] std::vector<SourcePart> vertex_source(const ProgramKey& key);
[[nodiscard]] std::vector<SourcePart> fragment_source(const ProgramKey& key);
/// Its output is `v_morphed`: four floats for each place.
[[nodiscard]] std::vector<SourcePart> vertex_source(const MorphKey& key);

}  // namespace morph::gl::detail
