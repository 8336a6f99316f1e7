// SPDX-License-Identifier: MIT
#include "morph/runtime/blend.h"

#include <algorithm>
#include <array>
#include <cassert>
#include <cmath>
#include <cstddef>
#include <glm/common.hpp>
#include <glm/geometric.hpp>

#include "morph/runtime/detail/delta_access.h"

namespace morph {
namespace {

using detail::DeltaAccess;

/// Vertices that are summed before the next ones are begun: small enough to stay in the first-level
/// cache while every active target is added.
constexpr std::size_t kTile = DeltaAccess::kTileVertices;

/// Adds the deltas of all active targets to one tile.
///   sum  of Base, of which the first C components move
template <int C, class Base>
void add_deltas(const MorphTargetData& data, MorphAttribute attribute,
                std::span<const ActiveTarget> active, std::size_t tile,
                std::array<Base, kTile>& sum) {
  for (const ActiveTarget& target : active) {
    if (!std::isfinite(target.weight) && data.has(target.index, attribute)) {
      // NaN and infinity reach every vertex that the target carries, blocks of zeros too.
      for (Base& value : sum) {
        for (int c = 0; c < C; ++c) value[c] += target.weight * 0.0f;
      }
    }
    DeltaAccess::for_each_block(
        data, target.index, attribute, tile, [&](std::size_t first, const float* delta) {
          if constexpr (sizeof(Base) == C * sizeof(float)) {
            float* out = &sum[first].x;
            for (std::size_t i = 0; i < DeltaAccess::kBlockVertices * C; ++i) {
              out[i] += target.weight * delta[i];
            }
          } else {
            for (std::size_t v = first; v < first + DeltaAccess::kBlockVertices; ++v, delta += C) {
              for (int c = 0; c < C; ++c) sum[v][c] += target.weight * delta[c];
            }
          }
        });
  }
}

/// Blends tile by tile. `finish(base, sum)` makes the final value of a vertex; the sum lives beside
/// the base, which is therefore still whole when `out` is the base.
template <int C, class Base, class Finish>
void blend(const MorphTargetData& data, MorphAttribute attribute, std::span<const Base> base,
           std::span<const ActiveTarget> active, std::span<Base> out, Finish finish) {
  assert(base.size() == data.vertex_count() && out.size() == data.vertex_count());
  std::array<Base, kTile> sum{};  // a padded block also adds to vertices that are not there
  for (std::size_t tile = 0; tile * kTile < base.size(); ++tile) {
    const std::size_t first = tile * kTile;
    const std::size_t count = std::min(kTile, base.size() - first);
    std::ranges::copy(base.subspan(first, count), sum.begin());
    add_deltas<C, Base>(data, attribute, active, tile, sum);
    for (std::size_t v = 0; v < count; ++v) out[first + v] = finish(base[first + v], sum[v]);
  }
}

template <class Base>
void copy_base([[maybe_unused]] const MorphTargetData& data, std::span<const Base> base,
               std::span<Base> out) {
  assert(base.size() == data.vertex_count() && out.size() == data.vertex_count());
  if (base.data() != out.data()) std::ranges::copy(base, out.begin());
}

constexpr auto kKeepSum = [](const auto& /*base*/, const auto& sum) { return sum; };

}  // namespace

void blend_positions(const MorphTargetData& data, std::span<const glm::vec3> base,
                     std::span<const ActiveTarget> active, std::span<glm::vec3> out) {
  blend<3>(data, MorphAttribute::position, base, active, out, kKeepSum);
}

void blend_normals(const MorphTargetData& data, std::span<const glm::vec3> base,
                   std::span<const ActiveTarget> active, std::span<glm::vec3> out,
                   BlendStage stage) {
  if (!data.has(MorphAttribute::normal)) return copy_base(data, base, out);
  if (stage == BlendStage::partial)
    return blend<3>(data, MorphAttribute::normal, base, active, out, kKeepSum);
  blend<3>(data, MorphAttribute::normal, base, active, out,
           [](const glm::vec3& from, const glm::vec3& sum) {
             const float length_squared = glm::dot(sum, sum);
             return length_squared <= kCollapsedLengthSquared ? from
                                                              : sum / std::sqrt(length_squared);
           });
}

void blend_tangents(const MorphTargetData& data, std::span<const glm::vec4> base,
                    std::span<const ActiveTarget> active, std::span<glm::vec4> out,
                    BlendStage stage) {
  if (!data.has(MorphAttribute::tangent)) return copy_base(data, base, out);
  if (stage == BlendStage::partial)
    return blend<3>(data, MorphAttribute::tangent, base, active, out, kKeepSum);
  blend<3>(data, MorphAttribute::tangent, base, active, out,
           [](const glm::vec4& from, const glm::vec4& sum) {
             const glm::vec3 direction(sum);
             const float length_squared = glm::dot(direction, direction);
             return length_squared <= kCollapsedLengthSquared
                        ? from
                        : glm::vec4(direction / std::sqrt(length_squared), from.w);
           });
}

void blend_texcoords(const MorphTargetData& data, std::uint32_t set,
                     std::span<const glm::vec2> base, std::span<const ActiveTarget> active,
                     std::span<glm::vec2> out) {
  blend<2>(data, texcoord_attribute(set), base, active, out, kKeepSum);
}

void blend_colors(const MorphTargetData& data, std::span<const glm::vec4> base,
                  std::span<const ActiveTarget> active, std::span<glm::vec4> out,
                  BlendStage stage) {
  if (!data.has(MorphAttribute::color_0)) return copy_base(data, base, out);
  if (stage == BlendStage::partial)
    return blend<4>(data, MorphAttribute::color_0, base, active, out, kKeepSum);
  blend<4>(
      data, MorphAttribute::color_0, base, active, out,
      [](const glm::vec4& /*from*/, const glm::vec4& sum) { return glm::clamp(sum, 0.0f, 1.0f); });
}

}  // namespace morph
