// SPDX-License-Identifier: MIT
#pragma once

#include <bit>
#include <cassert>
#include <cstddef>
#include <cstdint>

#include "morph/runtime/morph_target_data.h"

namespace morph::detail {

/// The kernels' key to the store of MorphTargetData. Nobody else looks inside.
struct DeltaAccess {
  /// Vertices of a block, and of a tile of blocks. The last block of a primitive is padded with
  /// zeros, so that a kernel always adds whole ones.
  static constexpr std::size_t kBlockVertices = MorphTargetData::kBlockVertices;
  static constexpr std::size_t kTileVertices = MorphTargetData::kTileVertices;

  /// Where a block has the first component of its vertex v; the others are kBlockVertices further
  /// on each. Also of blocks that lie one after the other.
  static constexpr std::size_t place(std::size_t v, std::size_t components) {
    return v / kBlockVertices * kBlockVertices * components + v % kBlockVertices;
  }

  using Tile = MorphTargetData::Tile;

  /// What a target stores of an attribute: its tiles, and its kept blocks one after the other, each
  /// [component_count(attribute)][kBlockVertices]. Of positions, normals and tangents a target
  /// keeps the same blocks. nullptr where it does not carry the attribute.
  struct Stored {
    const Tile* tiles = nullptr;
    const float* values = nullptr;
  };

  /// Precondition (asserted): target < T.
  static Stored stored(const MorphTargetData& data, std::uint32_t target,
                       MorphAttribute attribute) {
    if (!data.has(target, attribute)) return {};
    const MorphTargetData::Deltas& deltas = data.store(attribute)[target];
    return {deltas.tiles.data(), deltas.values.data()};
  }

  /// Bytes of the kept blocks.
  static std::size_t stored_bytes(const MorphTargetData& data, std::uint32_t target,
                                  MorphAttribute attribute) {
    if (!data.has(attribute)) return 0;
    return data.store(attribute)[target].values.size() * sizeof(float);
  }

  /// Calls add(vertex, deltas) for the blocks of one tile that hold a delta other than zero:
  ///   vertex  the block's first, counted from the tile's
  ///   deltas  [component_count(attribute)][kBlockVertices]
  /// Precondition (asserted): target < T; tile · kTileVertices < V.
  template <class Add>
  static void for_each_block(const MorphTargetData& data, std::uint32_t target,
                             MorphAttribute attribute, std::size_t tile, Add&& add) {
    if (!data.has(target, attribute)) return;
    const MorphTargetData::Deltas& deltas = data.store(attribute)[target];
    assert(tile < deltas.tiles.size());
    const std::size_t block_floats = kBlockVertices * component_count(attribute);
    const float* values = deltas.values.data() + deltas.tiles[tile].first * block_floats;
    for (std::uint32_t mask = deltas.tiles[tile].mask; mask != 0; mask &= mask - 1) {
      add(static_cast<std::size_t>(std::countr_zero(mask)) * kBlockVertices, values);
      values += block_floats;
    }
  }
};

}  // namespace morph::detail
