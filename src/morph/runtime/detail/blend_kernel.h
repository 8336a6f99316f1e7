// SPDX-License-Identifier: MIT
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>

namespace morph::detail {

// The innermost loop of blending, and all that depends on the processor. Two sources stand behind
// this header, of which CMake takes one: blend_kernel_simd.cpp (Highway, which chooses among its
// instruction sets when the program starts) and blend_kernel_portable.cpp (MORPH_SIMD=OFF).
//
// A tile is at most 32 blocks of 16 vertices. Where targets move parts of it, the kernel goes
// through it block by block and keeps a block's sums in registers while all targets that move it
// are added; so it reads what is stored once and writes each value once. Where all of them move all
// of it, it goes from four targets to the next four, with the sums in the first-level cache: a
// processor follows so few streams, but not fifty.

/// Vertices of a block, and blocks of a tile.
inline constexpr std::size_t kBlockVertices = 16;
inline constexpr std::size_t kTileBlocks = 32;

/// Attributes that one run of the kernel blends together: positions, normals and tangents.
inline constexpr std::size_t kMaxStreams = 3;

/// Targets that one run of the kernel adds: one for each bit of a word.
inline constexpr std::size_t kMaxRuns = 64;

/// One target's deltas in a tile. The kernel moves `next` on.
struct BlendRun {
  float weight = 0.0f;
  /// [streams] the deltas of the next block that has any: [C][16]. A target that lacks one of the
  /// attributes points at zeros.
  std::array<const float*, kMaxStreams> next{};
  /// [streams] floats from one block to the next; 0 where `next` points at zeros.
  std::array<std::uint32_t, kMaxStreams> step{};
};

/// What a vertex has of an attribute, how much of it moves, and how a sum is finished.
enum class StreamKind : std::uint8_t {
  vec2,       ///< texture coordinates
  vec3,       ///< positions
  vec3_unit,  ///< normals: of unit length, or the base where the sum collapses
  vec4_unit,  ///< tangents: the same of x, y, z; w is the base's
  vec4_01,    ///< colours: clamped
};

/// One attribute of a tile's vertices, each [blocks · 16] of 2, 3 or 4 floats.
struct BlendStream {
  const float* from = nullptr;  ///< what the deltas are added to
  const float* base = nullptr;  ///< what a sum that collapses falls back to; may be `from`
  float* out = nullptr;         ///< may be `from` or `base`
};

struct BlendTile {
  std::size_t blocks = 0;                  ///< ≤ kTileBlocks
  const std::uint64_t* runs_of = nullptr;  ///< [blocks] bit r: runs[r] has deltas there
  BlendRun* runs = nullptr;                ///< [≤ kMaxRuns]
  std::size_t run_count = 0;
  bool dense = false;       ///< every run has deltas in every block, of every stream
  bool finish = false;      ///< else the sums are left as they are
  std::size_t streams = 1;  ///< ≤ kMaxStreams
  std::array<StreamKind, kMaxStreams> kinds{};
  std::array<BlendStream, kMaxStreams> values{};
};

/// out = finish(from + Σ weight · delta) for every vertex of the tile, in the order of the runs.
/// Precondition (asserted): more than one stream are, in this order, some of vec3, vec3_unit and
/// vec4_unit.
void blend_tile(const BlendTile& tile);

/// From the blocks of each run to the runs of each block: bit r of runs_of[b] is bit b of masks[r].
///   masks  zeros from `count` on
void turn_masks(const std::array<std::uint32_t, kMaxRuns>& masks, std::size_t count,
                std::array<std::uint64_t, kTileBlocks>& runs_of);

}  // namespace morph::detail
