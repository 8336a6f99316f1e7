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
using detail::BlendStream;
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

/// Floats of a vertex at most.
constexpr std::size_t kMaxFloats = 4;

constexpr std::array<float, kBlockVertices * kMaxFloats> kZeros{};

/// An attribute that some target carries, all of its vertices.
struct Part {
  MorphAttribute attribute = MorphAttribute::position;
  StreamKind kind = StreamKind::vec3;
  std::size_t floats = 3;  // of a vertex
  const float* base = nullptr;
  float* out = nullptr;
};

/// Blends the attributes of one kernel run, tile by tile.
class Blender {
 public:
  Blender(const MorphTargetData& data, std::span<const ActiveTarget> active, BlendStage stage)
      : data_(data), active_(active), stage_(stage) {}

  void add(const Part& part) { parts_[count_++] = part; }

  void run() {
    if (count_ == 0) return;
    const std::size_t vertices = data_.vertex_count();
    for (std::size_t tile = 0; tile * kTileVertices < vertices; ++tile) {
      blend(tile, std::min(kTileVertices, vertices - tile * kTileVertices));
    }
    spread_broken_weights();
  }

 private:
  /// An active target, looked up once for all tiles.
  struct Source {
    float weight = 0.0f;
    const DeltaAccess::Tile* tiles = nullptr;
    std::array<const float*, kMaxStreams> values{};  // nullptr: it lacks the attribute
  };

  /// Looks up the active targets from `first` on. Weights that are not finite are for
  /// spread_broken_weights.
  void look_up(std::size_t first) {
    if (looked_up_ && first == first_source_) return;
    looked_up_ = true;
    first_source_ = first;
    sources_count_ = 0;
    for (const ActiveTarget& target : active_.subspan(first).first(chunk_after(first))) {
      if (!std::isfinite(target.weight)) continue;
      Source source{target.weight};
      for (std::size_t p = 0; p < count_; ++p) {
        const auto stored = DeltaAccess::stored(data_, target.index, parts_[p].attribute);
        if (stored.tiles == nullptr) continue;
        source.tiles = stored.tiles;
        source.values[p] = stored.values;
      }
      if (source.tiles != nullptr) sources_[sources_count_++] = source;
    }
  }

  [[nodiscard]] std::size_t chunk_after(std::size_t first) const {
    return std::min(kMaxRuns, active_.size() - first);
  }

  /// Fills runs_ and runs_of_ with what the sources have in a tile.
  void gather(std::size_t tile) {
    runs_of_.fill(0);
    std::size_t count = 0;
    for (std::size_t s = 0; s < sources_count_; ++s) {
      const Source& source = sources_[s];
      const auto [mask, first] = source.tiles[tile];
      if (mask == 0) continue;
      BlendRun& run = runs_[count];
      run.weight = source.weight;
      for (std::size_t p = 0; p < count_; ++p) {
        const auto floats =
            static_cast<std::uint32_t>(kBlockVertices * component_count(parts_[p].attribute));
        const bool carried = source.values[p] != nullptr;
        run.next[p] = carried ? source.values[p] + std::size_t{first} * floats : kZeros.data();
        run.step[p] = carried ? floats : 0;
      }
      const std::uint64_t bit = std::uint64_t{1} << count++;
      for (std::uint32_t blocks = mask; blocks != 0; blocks &= blocks - 1) {
        runs_of_[std::countr_zero(blocks)] |= bit;
      }
    }
  }

  void blend(std::size_t tile, std::size_t vertices) {
    alignas(64) std::array<std::array<float, kTileVertices * kMaxFloats>, kMaxStreams> sums;
    BlendTile kernel;
    kernel.streams = count_;
    for (std::size_t p = 0; p < count_; ++p) {
      const std::size_t first = tile * kTileVertices * parts_[p].floats;
      const float* const base = parts_[p].base + first;
      kernel.kinds[p] = parts_[p].kind;
      kernel.values[p] = {base, base, parts_[p].out + first};
    }
    std::size_t begin = 0;
    while (true) {  // once, but for more targets than a run takes
      look_up(begin);
      gather(tile);
      begin += chunk_after(begin);
      const bool last = begin == active_.size();
      kernel.finish = last && stage_ == BlendStage::complete;
      BlendTile part = kernel;
      for (std::size_t p = 0; p < count_ && !last; ++p) part.values[p].out = sums[p].data();
      run_kernel(part, vertices);
      if (last) return;
      for (std::size_t p = 0; p < count_; ++p) kernel.values[p].from = sums[p].data();
    }
  }

  /// Whole blocks where they are, the rest of a last block in a copy with room for sixteen.
  void run_kernel(BlendTile& tile, std::size_t vertices) {
    tile.blocks = vertices / kBlockVertices;
    tile.runs = runs_.data();
    tile.runs_of = runs_of_.data();
    if (tile.blocks > 0) detail::blend_tile(tile);
    const std::size_t rest = vertices % kBlockVertices;
    if (rest == 0) return;
    using Block = std::array<float, kBlockVertices * kMaxFloats>;
    std::array<std::array<Block, 3>, kMaxStreams> copies{};
    BlendTile last = tile;
    last.runs_of += tile.blocks;
    last.blocks = 1;
    for (std::size_t p = 0; p < count_; ++p) {
      const std::size_t first = tile.blocks * kBlockVertices * parts_[p].floats;
      auto& [from, base, out] = copies[p];
      std::copy_n(tile.values[p].from + first, rest * parts_[p].floats, from.begin());
      std::copy_n(tile.values[p].base + first, rest * parts_[p].floats, base.begin());
      last.values[p] = {from.data(), base.data(), out.data()};
    }
    detail::blend_tile(last);
    for (std::size_t p = 0; p < count_; ++p) {
      const std::size_t first = tile.blocks * kBlockVertices * parts_[p].floats;
      std::copy_n(copies[p][2].begin(), rest * parts_[p].floats, tile.values[p].out + first);
    }
  }

  /// NaN and infinity reach every vertex that a target carries, where its deltas are zero, too.
  void spread_broken_weights() {
    for (const ActiveTarget& target : active_) {
      if (std::isfinite(target.weight)) continue;
      for (std::size_t p = 0; p < count_; ++p) {
        const Part& part = parts_[p];
        if (!data_.has(target.index, part.attribute)) continue;
        for (std::size_t v = 0; v < data_.vertex_count(); ++v) {
          std::fill_n(part.out + v * part.floats, component_count(part.attribute),
                      std::numeric_limits<float>::quiet_NaN());
        }
      }
    }
  }

  const MorphTargetData& data_;
  std::span<const ActiveTarget> active_;
  BlendStage stage_;
  std::array<Part, kMaxStreams> parts_;
  std::size_t count_ = 0;
  std::array<Source, kMaxRuns> sources_;
  std::size_t sources_count_ = 0;
  std::size_t first_source_ = 0;
  bool looked_up_ = false;
  std::array<BlendRun, kMaxRuns> runs_;
  std::array<std::uint64_t, kTileBlocks> runs_of_{};
};

/// Adds an attribute to those that are blended, or copies it where no target carries it.
template <class Base>
void add_part(Blender& blender, const MorphTargetData& data, MorphAttribute attribute,
              StreamKind kind, std::span<const Base> base, std::span<Base> out) {
  assert(base.size() == data.vertex_count() && out.size() == data.vertex_count());
  if (data.has(attribute) && !base.empty()) {
    blender.add({attribute, kind, sizeof(Base) / sizeof(float), &base.data()->x, &out.data()->x});
  } else if (base.data() != out.data()) {
    std::ranges::copy(base, out.begin());
  }
}

}  // namespace

void blend_surface(const MorphTargetData& data, const SurfaceBase& base,
                   std::span<const ActiveTarget> active, const SurfaceOut& out, BlendStage stage) {
  Blender blender(data, active, stage);
  if (!out.positions.empty()) {
    add_part(blender, data, MorphAttribute::position, StreamKind::vec3, base.positions,
             out.positions);
  }
  if (!out.normals.empty()) {
    add_part(blender, data, MorphAttribute::normal, StreamKind::vec3_unit, base.normals,
             out.normals);
  }
  if (!out.tangents.empty()) {
    add_part(blender, data, MorphAttribute::tangent, StreamKind::vec4_unit, base.tangents,
             out.tangents);
  }
  blender.run();
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
  Blender blender(data, active, BlendStage::complete);
  add_part(blender, data, texcoord_attribute(set), StreamKind::vec2, base, out);
  blender.run();
}

void blend_colors(const MorphTargetData& data, std::span<const glm::vec4> base,
                  std::span<const ActiveTarget> active, std::span<glm::vec4> out,
                  BlendStage stage) {
  Blender blender(data, active, stage);
  add_part(blender, data, MorphAttribute::color_0, StreamKind::vec4_01, base, out);
  blender.run();
}

}  // namespace morph
