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

  /// Calls add(vertex, deltas) for the blocks of one tile that hold a delta other than zero:
  ///   vertex  the block's first, counted from the tile's
  ///   deltas  [kBlockVertices][component_count(attribute)]
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
