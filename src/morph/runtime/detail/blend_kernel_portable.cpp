// SPDX-License-Identifier: MIT
#include <algorithm>
#include <bit>
#include <cmath>

#include "morph/runtime/blend.h"
#include "morph/runtime/detail/blend_kernel.h"

namespace morph::detail {
namespace {

struct Shape {
  std::size_t floats;  // of a vertex
  std::size_t moved;   // of these
};

Shape shape_of(StreamKind kind) {
  switch (kind) {
    case StreamKind::vec2:
      return {2, 2};
    case StreamKind::vec4_unit:
      return {4, 3};
    case StreamKind::vec4_01:
      return {4, 4};
    default:
      return {3, 3};
  }
}

using Sums = std::array<std::array<float, kBlockVertices>, 4>;  // [C][16]

/// Makes the final values of a block in place.
void finish(StreamKind kind, const float* base, Sums& sums) {
  if (kind == StreamKind::vec4_01) {
    for (auto& values : sums) {
      for (float& value : values) value = std::clamp(value, 0.0f, 1.0f);
    }
    return;
  }
  if (kind != StreamKind::vec3_unit && kind != StreamKind::vec4_unit) return;
  auto& [x, y, z, w] = sums;
  const std::size_t floats = shape_of(kind).floats;
  for (std::size_t v = 0; v < kBlockVertices; ++v) {
    const float squared = x[v] * x[v] + y[v] * y[v] + z[v] * z[v];
    const bool collapsed = squared <= kCollapsedLengthSquared;
    const float scale = 1.0f / std::sqrt(squared);
    x[v] = collapsed ? base[v * floats] : x[v] * scale;
    y[v] = collapsed ? base[v * floats + 1] : y[v] * scale;
    z[v] = collapsed ? base[v * floats + 2] : z[v] * scale;
  }
}

void blend_block(const BlendTile& tile, std::size_t block, std::size_t stream) {
  const StreamKind kind = tile.kinds[stream];
  const auto [floats, moved] = shape_of(kind);
  const std::size_t first = block * kBlockVertices * floats;
  const float* const from = tile.values[stream].from + first;
  float* const out = tile.values[stream].out + first;
  Sums sums{};
  for (std::size_t v = 0; v < kBlockVertices; ++v) {
    for (std::size_t c = 0; c < floats; ++c) sums[c][v] = from[v * floats + c];
  }
  for (std::uint64_t runs = tile.runs_of[block]; runs != 0; runs &= runs - 1) {
    BlendRun& run = tile.runs[std::countr_zero(runs)];
    const float* deltas = run.next[stream];
    for (std::size_t c = 0; c < moved; ++c) {
      for (float& sum : sums[c]) sum += run.weight * *deltas++;
    }
    run.next[stream] += run.step[stream];
  }
  if (tile.finish) finish(kind, tile.values[stream].base + first, sums);
  for (std::size_t v = 0; v < kBlockVertices; ++v) {
    for (std::size_t c = 0; c < floats; ++c) out[v * floats + c] = sums[c][v];
  }
}

}  // namespace

void blend_tile(const BlendTile& tile) {
  for (std::size_t stream = 0; stream < tile.streams; ++stream) {
    for (std::size_t block = 0; block < tile.blocks; ++block) blend_block(tile, block, stream);
  }
}

void turn_masks(const std::array<std::uint32_t, kMaxRuns>& masks, std::size_t count,
                std::array<std::uint64_t, kTileBlocks>& runs_of) {
  runs_of.fill(0);
  for (std::size_t r = 0; r < count; ++r) {
    for (std::uint32_t mask = masks[r]; mask != 0; mask &= mask - 1) {
      runs_of[std::countr_zero(mask)] |= std::uint64_t{1} << r;
    }
  }
}

}  // namespace morph::detail
