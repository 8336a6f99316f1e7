// SPDX-License-Identifier: MIT
#pragma once

#include <array>
#include <cassert>
#include <cstddef>
#include <cstdint>
#include <glm/vec2.hpp>
#include <glm/vec3.hpp>
#include <glm/vec4.hpp>
#include <memory>
#include <span>
#include <string>
#include <vector>

#include "morph/runtime/result.h"

namespace morph {

// The morph targets of one primitive (glTF 2.0 §3.7.2.2): additive deltas to the base attributes,
// target-major, with names and default weights. All primitives of a mesh have the same T targets in
// the same order. The interface is that of flutter_scene's MorphTargetData, with tangents, texture
// coordinates and colours beside it.
// Letters: V vertices, T targets.

/// How many morph targets a draw holds as vertex attributes unless the driver holds fewer. Also the
/// default cap of select_active_targets. Targets beyond it are blended on the CPU, never dropped.
inline constexpr std::uint32_t kMaxGpuMorphTargets = 8;

/// Texture coordinate sets that a primitive can hold.
inline constexpr std::uint32_t kMaxTexcoordSets = 8;

/// An attribute that morph targets displace. The deltas have 3 components for positions, normals
/// and tangents (the handedness, TANGENT.w, cannot be displaced), 2 for texture coordinates and 4
/// for colours.
enum class MorphAttribute : std::uint8_t { position, normal, tangent, color_0, texcoord_0 };

/// Distinct values of MorphAttribute; the last ones are texcoord_0 … texcoord_7.
inline constexpr std::size_t kMorphAttributeCount = 4 + kMaxTexcoordSets;

/// The attribute TEXCOORD_set. Precondition (asserted): set < kMaxTexcoordSets.
[[nodiscard]] constexpr MorphAttribute texcoord_attribute(std::uint32_t set) {
  assert(set < kMaxTexcoordSets);
  return static_cast<MorphAttribute>(static_cast<std::uint32_t>(MorphAttribute::texcoord_0) + set);
}

/// The set n of an attribute TEXCOORD_n. Precondition (asserted): it is one.
[[nodiscard]] constexpr std::uint32_t texcoord_set(MorphAttribute attribute) {
  assert(attribute >= MorphAttribute::texcoord_0);
  return static_cast<std::uint32_t>(attribute) -
         static_cast<std::uint32_t>(MorphAttribute::texcoord_0);
}

/// Components of one delta: 3, 4 (colours) or 2 (texture coordinates).
[[nodiscard]] constexpr std::uint32_t component_count(MorphAttribute attribute) {
  if (attribute >= MorphAttribute::texcoord_0) return 2;
  return attribute == MorphAttribute::color_0 ? 4 : 3;
}

namespace detail {
struct DeltaAccess;
}

/// Immutable deltas, names and default weights of T targets over V vertices. A value: copies have
/// names and weights of their own and share the deltas, which never change; compared by content.
/// How the deltas are stored is its secret: they go in target-major and come out the same way.
class MorphTargetData {
 public:
  class Builder;

  /// What `create` is given. Names missing at the end become "", weights missing at the end 0,
  /// surplus is dropped.
  struct Arrays {
    std::uint32_t vertex_count = 0;                ///< V
    std::uint32_t target_count = 0;                ///< T
    std::span<const glm::vec3> position_deltas{};  ///< [T][V], mesh units
    std::span<const glm::vec3> normal_deltas{};    ///< [T][V], or empty: no target moves normals
    std::span<const glm::vec3> tangent_deltas{};   ///< [T][V], or empty: no target moves tangents
    std::span<const std::string> target_names{};   ///< [≤ T] and more
    std::span<const float> default_weights{};      ///< [≤ T] and more
  };

  /// Copies the arrays of targets that all carry the same attributes. Targets that differ in their
  /// attributes, or move texture coordinates or colours, are made by the Builder.
  /// Errors: count_mismatch, "position_deltas has A elements; expected B for T targets of V
  /// vertices", likewise for the others, positions first; invalid_value for a delta or weight that
  /// is not finite.
  static Result<MorphTargetData> create(const Arrays& arrays);

  /// No targets, no vertices.
  MorphTargetData() = default;

  [[nodiscard]] std::uint32_t vertex_count() const { return vertex_count_; }
  [[nodiscard]] std::uint32_t target_count() const { return target_count_; }

  /// [T] names; "" for a target without one.
  [[nodiscard]] std::span<const std::string> target_names() const { return target_names_; }

  /// [T] weights of an instance that sets none of its own. Neither clamped nor normalised. Mutable,
  /// as in flutter_scene; a Scene holds its copy const.
  [[nodiscard]] std::span<const float> default_weights() const { return default_weights_; }
  [[nodiscard]] std::span<float> default_weights() { return default_weights_; }

  /// Whether any target carries the attribute. One that none carries is never touched by a blend.
  [[nodiscard]] bool has(MorphAttribute attribute) const { return !store(attribute).empty(); }

  /// Whether this target carries the attribute; its deltas are zero where it does not.
  /// Precondition (asserted): target < target_count().
  [[nodiscard]] bool has(std::uint32_t target, MorphAttribute attribute) const;

  /// Writes the deltas of one target, zeros where it does not carry the attribute.
  ///   out  [V]   (copy_deltas: [V][component_count(attribute)] floats)
  /// Preconditions (asserted): target < target_count(), out has exactly that size. Does not
  /// allocate.
  void copy_deltas(std::uint32_t target, MorphAttribute attribute, std::span<float> out) const;
  void copy_position_deltas(std::uint32_t target, std::span<glm::vec3> out) const;
  void copy_normal_deltas(std::uint32_t target, std::span<glm::vec3> out) const;
  void copy_tangent_deltas(std::uint32_t target, std::span<glm::vec3> out) const;

  /// Adds the weighted deltas to the base:  out[v] = base[v] + Σ_t weights[t] · deltas[t][v]  over
  /// all targets in ascending order, however many (glTF 2.0 §3.7.2.2, flutter_scene's
  /// blendPositions, blendNormals).
  ///   base, out  [V]; out may be base
  ///   weights    [any]: missing ones are zero, surplus is ignored; 0 and −0 skip the target; NaN
  ///              propagates
  /// Normals and tangents are brought to unit length whenever any target carries them, also at zero
  /// weights; where the sum collapses (length² ≤ 1e-12) the base stays as it was given. Tangents
  /// keep base w. Colours are clamped to [0, 1] when any target carries them (§3.7.2.2). An
  /// attribute that no target carries is copied unchanged.
  /// Preconditions (asserted): base and out have V elements. Blending by a list of active targets
  /// is in blend.h.
  void blend_positions(std::span<const glm::vec3> base, std::span<const float> weights,
                       std::span<glm::vec3> out) const;
  void blend_normals(std::span<const glm::vec3> base, std::span<const float> weights,
                     std::span<glm::vec3> out) const;
  void blend_tangents(std::span<const glm::vec4> base, std::span<const float> weights,
                      std::span<glm::vec4> out) const;
  void blend_texcoords(std::uint32_t set, std::span<const glm::vec2> base,
                       std::span<const float> weights, std::span<glm::vec2> out) const;
  void blend_colors(std::span<const glm::vec4> base, std::span<const float> weights,
                    std::span<glm::vec4> out) const;

  /// Bytes held by the deltas.
  [[nodiscard]] std::size_t stored_bytes() const;

  /// Same counts, names, weights, attributes and deltas; a target without an attribute equals one
  /// of zeros.
  friend bool operator==(const MorphTargetData& a, const MorphTargetData& b);

 private:
  friend struct detail::DeltaAccess;

  static constexpr std::size_t kBlockVertices = 16;
  static constexpr std::size_t kTileBlocks = 32;  // one for each bit of the mask
  static constexpr std::size_t kTileVertices = kTileBlocks * kBlockVertices;

  /// Up to kTileVertices vertices of a target: which of their blocks are kept, and where.
  struct Tile {
    std::uint32_t mask = 0;   // bit b: block b holds a delta other than zero
    std::uint32_t first = 0;  // kept blocks of the tiles before
  };

  /// The deltas of one attribute of one target. Most targets move a small part of a mesh, so blocks
  /// of zeros are not kept; but of positions, normals and tangents a target keeps the same ones,
  /// because kernels go through them together.
  struct Deltas {
    bool carried = false;
    std::vector<Tile> tiles;        // [⌈V / kTileVertices⌉]
    std::span<const float> values;  // [kept blocks][components][kBlockVertices], padded with zeros
    std::vector<float> packed;      // the same until it is in a piece

    [[nodiscard]] bool keeps(std::size_t block) const {
      return block / kTileBlocks < tiles.size() &&
             (tiles[block / kTileBlocks].mask >> block % kTileBlocks & 1) != 0;
    }
  };

  MorphTargetData(std::uint32_t vertex_count, std::uint32_t target_count);
  [[nodiscard]] const std::vector<Deltas>& store(MorphAttribute attribute) const {
    return stores_[static_cast<std::size_t>(attribute)];
  }
  static Deltas pack(std::span<const float> deltas, std::uint32_t components);
  static Deltas pack_sparse(std::span<const std::uint32_t> vertices, std::span<const float> deltas,
                            std::uint32_t components, std::uint32_t vertex_count);
  static bool same(const Deltas& a, const Deltas& b, std::uint32_t components);
  void align_blocks(std::uint32_t target);
  void place();

  std::uint32_t vertex_count_ = 0;
  std::uint32_t target_count_ = 0;
  std::vector<std::string> target_names_;
  std::vector<float> default_weights_;
  std::array<std::vector<Deltas>, kMorphAttributeCount>
      stores_;  // each [T], or empty: none carries it
  /// What all of them keep, in few large pieces. Copies share it, for it never changes.
  std::vector<std::shared_ptr<const float[]>> pieces_;
};

/// Makes a MorphTargetData target by target, each with the attributes that it carries.
class MorphTargetData::Builder {
 public:
  Builder(std::uint32_t vertex_count, std::uint32_t target_count);

  /// Gives one target its deltas of one attribute; a second call for the same replaces the first.
  ///   deltas  [V], mesh units   (set_deltas: [V][component_count(attribute)] floats)
  /// Errors: out_of_range for target ≥ T; count_mismatch "has A elements; expected V";
  /// invalid_value if not finite.
  Result<void> set_deltas(std::uint32_t target, MorphAttribute attribute,
                          std::span<const float> deltas);

  /// The same for a target that moves few vertices; costs what it moves, not V.
  ///   vertices  [n], strictly rising, below V
  ///   deltas    [n][component_count(attribute)]
  /// Errors: those of set_deltas; count_mismatch "expected n"; out_of_range for a vertex that is
  /// not below V; invalid_value for one that does not rise.
  Result<void> set_sparse_deltas(std::uint32_t target, MorphAttribute attribute,
                                 std::span<const std::uint32_t> vertices,
                                 std::span<const float> deltas);

  Result<void> set_position_deltas(std::uint32_t target, std::span<const glm::vec3> deltas);
  Result<void> set_normal_deltas(std::uint32_t target, std::span<const glm::vec3> deltas);
  Result<void> set_tangent_deltas(std::uint32_t target, std::span<const glm::vec3> deltas);
  Result<void> set_texcoord_deltas(std::uint32_t target, std::uint32_t set,
                                   std::span<const glm::vec2> deltas);
  Result<void> set_color_deltas(std::uint32_t target, std::span<const glm::vec4> deltas);

  /// Missing at the end: "" and 0. Surplus is dropped. Weights that are not finite: invalid_value.
  void set_target_names(std::span<const std::string> names);
  Result<void> set_default_weights(std::span<const float> weights);

  /// Hands over the result; the builder is empty afterwards.
  [[nodiscard]] MorphTargetData build() &&;

 private:
  Result<void> check_target(std::uint32_t target) const;
  void turn_to(std::uint32_t target);
  void give(std::uint32_t target, MorphAttribute attribute, Deltas deltas);

  MorphTargetData data_;
  std::uint32_t target_ = 0;         // the one that is given deltas
  std::size_t unplaced_floats_ = 0;  // of it and those before it
};

}  // namespace morph
