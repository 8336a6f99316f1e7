// SPDX-License-Identifier: MIT
#include "morph/runtime/blend.h"

#include <algorithm>
#include <array>
#include <bit>
#include <cassert>
#include <cmath>
#include <cstddef>
#include <limits>

#include "morph/runtime/detail/blend_kernel.h"
#include "morph/runtime/detail/delta_access.h"

namespace morph {
namespace {

using detail::BlendRun;
using detail::BlendTile;
using detail::DeltaAccess;
using detail::kBlockVertices;
using detail::kMaxRuns;
using detail::kMaxStreams;
using detail::kTileBlocks;
using detail::StreamKind;

constexpr std::size_t kTileVertices = DeltaAccess::kTileVertices;
static_assert(kTileVertices == kTileBlocks * kBlockVertices);
static_assert(kBlockVertices == DeltaAccess::kBlockVertices);

/// So many targets that move a whole tile are added four at a time.
constexpr std::size_t kDense = 4;

/// Targets that are looked up at once, for all tiles. A tile takes those of them that move it.
constexpr std::size_t kMostSources = 512;

/// Floats of a vertex at most.
constexpr std::size_t kMaxFloats = 4;

constexpr std::array<float, kBlockVertices * kMaxFloats> kZeros{};

/// An attribute that some target carries, all of its vertices.
struct Part {
  MorphAttribute attribute = MorphAttribute::position;
  StreamKind kind = StreamKind::vec3;
  std::size_t floats = 3;          // of a vertex
  std::uint32_t block_floats = 0;  // of the deltas of a block
  const float* base = nullptr;
  float* out = nullptr;
};

/// What is blended in one pass.
struct Job {
  const MorphTargetData& data;
  std::span<const ActiveTarget> active;
  BlendStage stage = BlendStage::complete;
  std::array<Part, kMaxStreams> parts{};
  std::size_t part_count = 0;

  [[nodiscard]] std::span<const Part> given() const { return std::span(parts).first(part_count); }
  [[nodiscard]] std::size_t tiles() const {
    return (data.vertex_count() + kTileVertices - 1) / kTileVertices;
  }
};

/// Blends tiles, one after the other, on one thread.
class TileBlender {
 public:
  explicit TileBlender(const Job& job) : job_(job) {}

  void blend(std::size_t tile) {
    const std::span<const Part> parts = job_.given();
    const std::size_t vertices =
        std::min(kTileVertices, job_.data.vertex_count() - tile * kTileVertices);
    alignas(64) std::array<std::array<float, kTileVertices * kMaxFloats>, kMaxStreams> sums;
    BlendTile kernel;
    kernel.streams = parts.size();
    for (std::size_t p = 0; p < parts.size(); ++p) {
      const std::size_t first = tile * kTileVertices * parts[p].floats;
      const float* const base = parts[p].base + first;
      kernel.kinds[p] = parts[p].kind;
      kernel.values[p] = {base, base, parts[p].out + first};
    }
    std::size_t active = 0, source = 0;
    while (true) {  // once, but for more targets than are looked up at once or than a run takes
      const std::size_t looked_up = look_up(active);
      source = gather(tile, source);
      if (source == source_count_) {
        active = looked_up;
        source = 0;
      }
      const bool last = active == job_.active.size();
      BlendTile some = kernel;
      some.finish = last && job_.stage == BlendStage::complete;
      for (std::size_t p = 0; p < parts.size() && !last; ++p) some.values[p].out = sums[p].data();
      run_kernel(some, vertices);
      if (last) return;
      for (std::size_t p = 0; p < parts.size(); ++p) kernel.values[p].from = sums[p].data();
    }
  }

 private:
  /// An active target, looked up once for all tiles. Of many only the first are ever written.
  struct Source {
    float weight;
    const DeltaAccess::Tile* tiles;
    std::array<const float*, kMaxStreams> values;  // nullptr: it lacks the attribute
  };

  /// Looks up the active targets from `first` on and returns the one behind them. Weights that are
  /// not finite are for spread_broken_weights.
  std::size_t look_up(std::size_t first) {
    const auto rest = job_.active.subspan(first);
    const auto some = rest.first(std::min(kMostSources, rest.size()));
    if (first == looked_up_) return first + some.size();
    looked_up_ = first;
    source_count_ = 0;
    for (const ActiveTarget& target : some) {
      if (!std::isfinite(target.weight)) continue;
      Source source{target.weight, nullptr, {}};
      for (std::size_t p = 0; p < job_.part_count; ++p) {
        const auto stored = DeltaAccess::stored(job_.data, target.index, job_.parts[p].attribute);
        if (stored.tiles == nullptr) continue;
        source.tiles = stored.tiles;
        source.values[p] = stored.values;
      }
      if (source.tiles != nullptr) sources_[source_count_++] = source;
    }
    return first + some.size();
  }

  [[nodiscard]] std::size_t blocks_of(std::size_t tile) const {
    const std::size_t vertices = job_.data.vertex_count() - tile * kTileVertices;
    return std::min(kTileBlocks, (vertices + kBlockVertices - 1) / kBlockVertices);
  }

  /// Fills runs_ and runs_of_ with what the sources from `first_source` on have in a tile, and
  /// returns the first that no run was left for.
  std::size_t gather(std::size_t tile, std::size_t first_source) {
    std::size_t count = 0, s = first_source;
    bool dense = true;
    const std::size_t blocks = blocks_of(tile);
    const std::uint32_t all = ~std::uint32_t{0} >> (kTileBlocks - blocks);
    alignas(64) std::array<std::uint32_t, kMaxRuns> masks{};
    for (; s < source_count_; ++s) {
      const Source& source = sources_[s];
      const auto [mask, first] = source.tiles[tile];
      if (mask == 0) continue;
      if (count == kMaxRuns) break;
      dense = dense && mask == all;
      BlendRun& run = runs_[count];
      run.weight = source.weight;
      for (std::size_t p = 0; p < job_.part_count; ++p) {
        const std::uint32_t floats = job_.parts[p].block_floats;
        const bool carried = source.values[p] != nullptr;
        run.next[p] = carried ? source.values[p] + std::size_t{first} * floats : kZeros.data();
        run.step[p] = carried ? floats : 0;
        dense = dense && carried;
      }
      masks[count++] = mask;
    }
    run_count_ = count;
    dense_ = dense && count >= kDense;
    if (dense_) {
      runs_of_.fill(~std::uint64_t{0} >> (kMaxRuns - count));
    } else {
      detail::turn_masks(masks, count, runs_of_);
    }
    return s;
  }

  /// Whole blocks where they are, the rest of a last block in a copy with room for sixteen.
  void run_kernel(BlendTile& tile, std::size_t vertices) {
    tile.blocks = vertices / kBlockVertices;
    tile.runs = runs_.data();
    tile.runs_of = runs_of_.data();
    tile.run_count = run_count_;
    tile.dense = dense_;
    if (tile.blocks > 0) detail::blend_tile(tile);
    const std::size_t rest = vertices % kBlockVertices;
    if (rest == 0) return;
    const std::span<const Part> parts = job_.given();
    using Block = std::array<float, kBlockVertices * kMaxFloats>;
    std::array<std::array<Block, 3>, kMaxStreams> copies{};
    BlendTile last = tile;
    last.runs_of += tile.blocks;
    last.blocks = 1;
    last.dense = false;
    for (std::size_t p = 0; p < parts.size(); ++p) {
      const std::size_t first = tile.blocks * kBlockVertices * parts[p].floats;
      auto& [from, base, out] = copies[p];
      std::copy_n(tile.values[p].from + first, rest * parts[p].floats, from.begin());
      std::copy_n(tile.values[p].base + first, rest * parts[p].floats, base.begin());
      last.values[p] = {from.data(), base.data(), out.data()};
    }
    detail::blend_tile(last);
    for (std::size_t p = 0; p < parts.size(); ++p) {
      const std::size_t first = tile.blocks * kBlockVertices * parts[p].floats;
      std::copy_n(copies[p][2].begin(), rest * parts[p].floats, tile.values[p].out + first);
    }
  }

  static constexpr std::size_t kNothing = ~std::size_t{0};

  const Job& job_;
  std::size_t looked_up_ = kNothing;
  std::size_t source_count_ = 0;
  std::array<Source, kMostSources> sources_;
  std::array<BlendRun, kMaxRuns> runs_;
  std::array<std::uint64_t, kTileBlocks> runs_of_{};
  std::size_t run_count_ = 0;
  bool dense_ = false;  // so many runs move the whole tile that it is not gone through by blocks
};

/// NaN and infinity reach every vertex that a target carries, where its deltas are zero, too.
void spread_broken_weights(const Job& job) {
  for (const ActiveTarget& target : job.active) {
    if (std::isfinite(target.weight)) continue;
    for (const Part& part : job.given()) {
      if (!job.data.has(target.index, part.attribute)) continue;
      for (std::size_t v = 0; v < job.data.vertex_count(); ++v) {
        std::fill_n(part.out + v * part.floats, component_count(part.attribute),
                    std::numeric_limits<float>::quiet_NaN());
      }
    }
  }
}

/// Whether a job is large enough for more than one thread: what it reads and writes takes some 20
/// µs and more.
bool is_large(const Job& job) {
  constexpr std::size_t kBytes = 1 << 20;
  std::size_t bytes = 0;
  for (const Part& part : job.given()) {
    bytes += 2 * sizeof(float) * part.floats * job.data.vertex_count();
    for (const ActiveTarget& target : job.active) {
      if (bytes >= kBytes) return true;
      bytes += DeltaAccess::stored_bytes(job.data, target.index, part.attribute);
    }
  }
  return bytes >= kBytes;
}

/// The tiles are the same and each is summed alone, whoever does it: so are the results.
void run(const Job& job, Workers* workers) {
  if (job.part_count == 0) return;
  const std::size_t tiles = job.tiles();
  if (workers != nullptr && workers->count() > 1 && is_large(job)) {
    const std::size_t ranges = std::min<std::size_t>(tiles, std::size_t{8} * workers->count());
    workers->run(ranges, [&](std::size_t r) {
      TileBlender blender(job);
      for (std::size_t t = r * tiles / ranges; t < (r + 1) * tiles / ranges; ++t) blender.blend(t);
    });
  } else {
    TileBlender blender(job);
    for (std::size_t tile = 0; tile < tiles; ++tile) blender.blend(tile);
  }
  spread_broken_weights(job);
}

/// Adds an attribute to those that are blended, or copies it where no target carries it.
template <class Base>
void add_part(Job& job, MorphAttribute attribute, StreamKind kind, std::span<const Base> base,
              std::span<Base> out) {
  assert(base.size() == job.data.vertex_count() && out.size() == base.size());
  if (job.data.has(attribute) && !base.empty()) {
    const auto block = static_cast<std::uint32_t>(kBlockVertices * component_count(attribute));
    job.parts[job.part_count++] = {
        attribute, kind, sizeof(Base) / sizeof(float), block, &base.data()->x, &out.data()->x};
  } else if (base.data() != out.data()) {
    std::ranges::copy(base, out.begin());
  }
}

}  // namespace

void blend_surface(const MorphTargetData& data, const SurfaceBase& base,
                   std::span<const ActiveTarget> active, const SurfaceOut& out, BlendStage stage,
                   Workers* workers) {
  Job job{data, active, stage};
  if (!out.positions.empty()) {
    add_part(job, MorphAttribute::position, StreamKind::vec3, base.positions, out.positions);
  }
  if (!out.normals.empty()) {
    add_part(job, MorphAttribute::normal, StreamKind::vec3_unit, base.normals, out.normals);
  }
  if (!out.tangents.empty()) {
    add_part(job, MorphAttribute::tangent, StreamKind::vec4_unit, base.tangents, out.tangents);
  }
  run(job, workers);
}

void blend_positions(const MorphTargetData& data, std::span<const glm::vec3> base,
                     std::span<const ActiveTarget> active, std::span<glm::vec3> out) {
  assert(base.size() == data.vertex_count() && out.size() == base.size());
  blend_surface(data, {base, {}, {}}, active, {out, {}, {}});
}

void blend_normals(const MorphTargetData& data, std::span<const glm::vec3> base,
                   std::span<const ActiveTarget> active, std::span<glm::vec3> out,
                   BlendStage stage) {
  assert(base.size() == data.vertex_count() && out.size() == base.size());
  blend_surface(data, {{}, base, {}}, active, {{}, out, {}}, stage);
}

void blend_tangents(const MorphTargetData& data, std::span<const glm::vec4> base,
                    std::span<const ActiveTarget> active, std::span<glm::vec4> out,
                    BlendStage stage) {
  assert(base.size() == data.vertex_count() && out.size() == base.size());
  blend_surface(data, {{}, {}, base}, active, {{}, {}, out}, stage);
}

void blend_texcoords(const MorphTargetData& data, std::uint32_t set,
                     std::span<const glm::vec2> base, std::span<const ActiveTarget> active,
                     std::span<glm::vec2> out) {
  Job job{data, active};
  add_part(job, texcoord_attribute(set), StreamKind::vec2, base, out);
  run(job, nullptr);
}

void blend_colors(const MorphTargetData& data, std::span<const glm::vec4> base,
                  std::span<const ActiveTarget> active, std::span<glm::vec4> out,
                  BlendStage stage) {
  Job job{data, active, stage};
  add_part(job, MorphAttribute::color_0, StreamKind::vec4_01, base, out);
  run(job, nullptr);
}

}  // namespace morph
