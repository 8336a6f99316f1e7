// SPDX-License-Identifier: MIT
#include <hwy/cache_control.h>

#include <array>
#include <bit>
#include <cassert>
#include <cstdint>
#include <limits>

#include "morph/runtime/blend.h"
#include "morph/runtime/detail/blend_kernel.h"

// Highway compiles what is between BEFORE and AFTER once for each instruction set.
#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "morph/runtime/detail/blend_kernel_simd.cpp"
#include <hwy/foreach_target.h>
#include <hwy/highway.h>

HWY_BEFORE_NAMESPACE();
namespace morph::detail::HWY_NAMESPACE {

namespace hn = hwy::HWY_NAMESPACE;

using Lanes = hn::CappedTag<float, kBlockVertices>;
using Vector = hn::Vec<Lanes>;

/// 1 / √squared, within 3e-7 of it, for what is not collapsed.
HWY_INLINE Vector inverse_root(Vector squared) {
  const Lanes lanes;
#if HWY_ARCH_X86 && HWY_TARGET != HWY_SCALAR && HWY_TARGET != HWY_EMU128
  // An estimate of 12 bits or more, and one step of Newton's: much less than the exact way costs.
  squared = hn::Min(hn::Set(lanes, std::numeric_limits<float>::max()), squared);
  const auto root = hn::ApproximateReciprocalSqrt(squared);
  const auto half = hn::Mul(hn::Mul(hn::Set(lanes, 0.5f), squared), root);
  return hn::Mul(root, hn::NegMulAdd(half, root, hn::Set(lanes, 1.5f)));
#else
  return hn::Div(hn::Set(lanes, 1.0f), hn::Sqrt(squared));
#endif
}

/// A stream that is not there.
struct Nothing {
  static constexpr bool kThere = false;
  explicit Nothing(const BlendStream& /*stream*/) {}
  void load(std::size_t /*vertex*/) {}
  void add(Vector /*weight*/, const float* /*deltas*/) {}
  void finish(std::size_t /*vertex*/) {}
  void store(std::size_t /*vertex*/) {}
};

/// The sums of one attribute of as many vertices as a register has lanes.
///   S  floats of a vertex, of which three or all move
template <int S, StreamKind kKind>
class Sums {
 public:
  static constexpr bool kThere = true;
  static constexpr std::size_t kMoved = kKind == StreamKind::vec4_01 ? 4 : S == 2 ? 2 : 3;

  HWY_INLINE explicit Sums(const BlendStream& stream) : stream_(stream) {}

  HWY_INLINE void load(std::size_t vertex) { load(stream_.from + vertex * S, x_, y_, z_, w_); }

  HWY_INLINE void add(Vector weight, const float* deltas) {
    const Lanes lanes;
    x_ = hn::MulAdd(weight, hn::LoadU(lanes, deltas), x_);
    y_ = hn::MulAdd(weight, hn::LoadU(lanes, deltas + kBlockVertices), y_);
    if constexpr (S > 2) z_ = hn::MulAdd(weight, hn::LoadU(lanes, deltas + 2 * kBlockVertices), z_);
    if constexpr (kKind == StreamKind::vec4_01) {
      w_ = hn::MulAdd(weight, hn::LoadU(lanes, deltas + 3 * kBlockVertices), w_);
    }
  }

  HWY_INLINE void finish(std::size_t vertex) {
    const Lanes lanes;
    if constexpr (kKind == StreamKind::vec3_unit || kKind == StreamKind::vec4_unit) {
      const auto squared = hn::MulAdd(x_, x_, hn::MulAdd(y_, y_, hn::Mul(z_, z_)));
      const auto scale = inverse_root(squared);
      const auto collapsed = hn::Le(squared, hn::Set(lanes, kCollapsedLengthSquared));
      x_ = hn::Mul(x_, scale);
      y_ = hn::Mul(y_, scale);
      z_ = hn::Mul(z_, scale);
      if (HWY_LIKELY(hn::AllFalse(lanes, collapsed))) return;
      auto x = x_, y = y_, z = z_, w = w_;
      load(stream_.base + vertex * S, x, y, z, w);
      x_ = hn::IfThenElse(collapsed, x, x_);
      y_ = hn::IfThenElse(collapsed, y, y_);
      z_ = hn::IfThenElse(collapsed, z, z_);
    } else if constexpr (kKind == StreamKind::vec4_01) {
      const auto zero = hn::Zero(lanes);
      const auto one = hn::Set(lanes, 1.0f);
      x_ = hn::Clamp(x_, zero, one);
      y_ = hn::Clamp(y_, zero, one);
      z_ = hn::Clamp(z_, zero, one);
      w_ = hn::Clamp(w_, zero, one);
    }
  }

  /// To and from sums that are kept as deltas are, [blocks][C][16]. Nothing else changes w.
  HWY_INLINE void save(float* sums) const {
    const Lanes lanes;
    hn::StoreU(x_, lanes, sums);
    hn::StoreU(y_, lanes, sums + kBlockVertices);
    if constexpr (S > 2) hn::StoreU(z_, lanes, sums + 2 * kBlockVertices);
    if constexpr (kKind == StreamKind::vec4_01) hn::StoreU(w_, lanes, sums + 3 * kBlockVertices);
  }
  HWY_INLINE void restore(std::size_t vertex, const float* sums) {
    const Lanes lanes;
    if constexpr (kKind == StreamKind::vec4_unit) load(vertex);
    x_ = hn::LoadU(lanes, sums);
    y_ = hn::LoadU(lanes, sums + kBlockVertices);
    if constexpr (S > 2) z_ = hn::LoadU(lanes, sums + 2 * kBlockVertices);
    if constexpr (kKind == StreamKind::vec4_01) w_ = hn::LoadU(lanes, sums + 3 * kBlockVertices);
  }

  HWY_INLINE void store(std::size_t vertex) const {
    const Lanes lanes;
    float* const out = stream_.out + vertex * S;
    if constexpr (S == 2) hn::StoreInterleaved2(x_, y_, lanes, out);
    if constexpr (S == 3) hn::StoreInterleaved3(x_, y_, z_, lanes, out);
    if constexpr (S == 4) hn::StoreInterleaved4(x_, y_, z_, w_, lanes, out);
  }

 private:
  static HWY_INLINE void load(const float* values, Vector& x, Vector& y, Vector& z, Vector& w) {
    const Lanes lanes;
    if constexpr (S == 2) hn::LoadInterleaved2(lanes, values, x, y);
    if constexpr (S == 3) hn::LoadInterleaved3(lanes, values, x, y, z);
    if constexpr (S == 4) hn::LoadInterleaved4(lanes, values, x, y, z, w);
  }

  BlendStream stream_;
  Vector x_ = hn::Zero(Lanes()), y_ = x_, z_ = x_, w_ = x_;
};

using Positions = Sums<3, StreamKind::vec3>;
using Normals = Sums<3, StreamKind::vec3_unit>;
using Tangents = Sums<4, StreamKind::vec4_unit>;
using Texcoords = Sums<2, StreamKind::vec2>;
using Colors = Sums<4, StreamKind::vec4_01>;

/// Floats from what is added to what is fetched meanwhile. A target's part of a tile is too short
/// for a processor to notice that it is read in order.
constexpr std::size_t kAhead = 512;

/// Adds `kRuns` targets at once to sums that lie as their deltas do.
template <std::size_t kRuns>
HWY_INLINE void add_runs(BlendRun* runs, std::size_t stream, std::size_t floats, float* sums) {
  const Lanes lanes;
  const float* deltas[kRuns];
  Vector weights[kRuns];
  for (std::size_t r = 0; r < kRuns; ++r) {
    deltas[r] = runs[r].next[stream];
    runs[r].next[stream] += floats;
    weights[r] = hn::Set(lanes, runs[r].weight);
  }
  for (std::size_t f = 0; f < floats; f += hn::Lanes(lanes)) {
    auto sum = hn::LoadU(lanes, sums + f);
    for (std::size_t r = 0; r < kRuns; ++r) {
      hwy::Prefetch(deltas[r] + f + kAhead);
      sum = hn::MulAdd(weights[r], hn::LoadU(lanes, deltas[r] + f), sum);
    }
    hn::StoreU(sum, lanes, sums + f);
  }
}

/// One stream of a tile that all runs move all of.
template <class A>
void blend_dense(const BlendTile& tile, std::size_t stream) {
  const std::size_t step = hn::Lanes(Lanes());
  const std::size_t vertices = tile.blocks * kBlockVertices;
  const std::size_t floats = A::kMoved * vertices;
  const auto place = [](std::size_t vertex) HWY_ATTR {
    return vertex / kBlockVertices * kBlockVertices * A::kMoved + vertex % kBlockVertices;
  };
  alignas(64) float sums[kTileBlocks * kBlockVertices * A::kMoved];
  A a(tile.values[stream]);
  for (std::size_t vertex = 0; vertex < vertices; vertex += step) {
    a.load(vertex);
    a.save(sums + place(vertex));
  }
  std::size_t run = 0;
  for (; run + 4 <= tile.run_count; run += 4) add_runs<4>(tile.runs + run, stream, floats, sums);
  for (; run < tile.run_count; ++run) add_runs<1>(tile.runs + run, stream, floats, sums);
  for (std::size_t vertex = 0; vertex < vertices; vertex += step) {
    a.restore(vertex, sums + place(vertex));
    if (tile.finish) a.finish(vertex);
    a.store(vertex);
  }
}

template <class A, class B = Nothing, class C = Nothing>
void blend(const BlendTile& tile) {
  if (tile.dense) {
    blend_dense<A>(tile, 0);
    if constexpr (B::kThere) blend_dense<B>(tile, 1);
    if constexpr (C::kThere) blend_dense<C>(tile, 2);
    return;
  }
  const Lanes lanes;
  const std::size_t step = hn::Lanes(lanes);
  A a(tile.values[0]);
  B b(tile.values[1]);
  C c(tile.values[2]);
  for (std::size_t block = 0; block < tile.blocks; ++block) {
    for (std::size_t lane = 0; lane < kBlockVertices; lane += step) {
      const std::size_t vertex = block * kBlockVertices + lane;
      a.load(vertex);
      b.load(vertex);
      c.load(vertex);
      for (std::uint64_t runs = tile.runs_of[block]; runs != 0; runs &= runs - 1) {
        BlendRun& run = tile.runs[std::countr_zero(runs)];
        const auto weight = hn::Set(lanes, run.weight);
        a.add(weight, run.next[0] + lane);
        if constexpr (B::kThere) b.add(weight, run.next[1] + lane);
        if constexpr (C::kThere) c.add(weight, run.next[2] + lane);
        if (lane + step < kBlockVertices) continue;
        run.next[0] += run.step[0];
        if constexpr (B::kThere) run.next[1] += run.step[1];
        if constexpr (C::kThere) run.next[2] += run.step[2];
      }
      if (tile.finish) {
        a.finish(vertex);
        b.finish(vertex);
        c.finish(vertex);
      }
      a.store(vertex);
      b.store(vertex);
      c.store(vertex);
    }
  }
}

void blend_tile(const BlendTile& tile) {
  const StreamKind first = tile.kinds[0];
  const StreamKind second = tile.kinds[1];
  if (tile.streams == 3) return blend<Positions, Normals, Tangents>(tile);
  if (tile.streams == 2) {
    if (first == StreamKind::vec3_unit) return blend<Normals, Tangents>(tile);
    if (second == StreamKind::vec3_unit) return blend<Positions, Normals>(tile);
    return blend<Positions, Tangents>(tile);
  }
  switch (first) {
    case StreamKind::vec2:
      return blend<Texcoords>(tile);
    case StreamKind::vec3:
      return blend<Positions>(tile);
    case StreamKind::vec3_unit:
      return blend<Normals>(tile);
    case StreamKind::vec4_unit:
      return blend<Tangents>(tile);
    case StreamKind::vec4_01:
      return blend<Colors>(tile);
  }
}

void turn_masks(const std::array<std::uint32_t, kMaxRuns>& masks, std::size_t count,
                std::array<std::uint64_t, kTileBlocks>& runs_of) {
  runs_of.fill(0);
  const hn::CappedTag<std::uint32_t, kMaxRuns> lanes;
  const std::size_t step = hn::Lanes(lanes);
  if (step < 8 || std::endian::native != std::endian::little) {
    for (std::size_t r = 0; r < count; ++r) {
      for (std::uint32_t mask = masks[r]; mask != 0; mask &= mask - 1) {
        runs_of[std::countr_zero(mask)] |= std::uint64_t{1} << r;
      }
    }
    return;
  }
  for (std::size_t block = 0; block < kTileBlocks; ++block) {
    const auto bit = hn::Set(lanes, std::uint32_t{1} << block);
    auto* const bytes = reinterpret_cast<std::uint8_t*>(&runs_of[block]);
    for (std::size_t r = 0; r < count; r += step) {
      const auto moved = hn::TestBit(hn::Load(lanes, masks.data() + r), bit);
      hn::StoreMaskBits(lanes, moved, bytes + r / 8);
    }
  }
}

}  // namespace morph::detail::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace morph::detail {

HWY_EXPORT(blend_tile);
HWY_EXPORT(turn_masks);

void blend_tile(const BlendTile& tile) { HWY_DYNAMIC_DISPATCH(blend_tile)(tile); }

void turn_masks(const std::array<std::uint32_t, kMaxRuns>& masks, std::size_t count,
                std::array<std::uint64_t, kTileBlocks>& runs_of) {
  HWY_DYNAMIC_DISPATCH(turn_masks)(masks, count, runs_of);
}

}  // namespace morph::detail
#endif
