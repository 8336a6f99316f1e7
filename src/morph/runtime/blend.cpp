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
constexpr std::size_t kTile = 512;

/// Adds the deltas of all active targets to a tile that begins at vertex `first`.
///   sum  [≤ kTile] of Base, of which the first C components move
template <int C, class Base>
void add_deltas(const MorphTargetData& data, MorphAttribute attribute,
                std::span<const ActiveTarget> active, std::size_t first, std::span<Base> sum) {
  for (const ActiveTarget& target : active) {
    const auto deltas = DeltaAccess::deltas(data, target.index, attribute);
    if (deltas.empty()) continue;
    const float* delta = deltas.data() + first * C;
    if constexpr (sizeof(Base) == C * sizeof(float)) {
      float* out = &sum.data()->x;
      for (std::size_t i = 0; i < sum.size() * C; ++i) out[i] += target.weight * delta[i];
    } else {
      for (std::size_t v = 0; v < sum.size(); ++v, delta += C) {
        for (int c = 0; c < C; ++c) sum[v][c] += target.weight * delta[c];
      }
    }
  }
}

/// Blends tile by tile. `finish(base, sum)` makes the final value of a vertex; the sum lives beside
/// the base, which is therefore still whole when `out` is the base.
template <int C, class Base, class Finish>
void blend(const MorphTargetData& data, MorphAttribute attribute, std::span<const Base> base,
           std::span<const ActiveTarget> active, std::span<Base> out, Finish finish) {
  assert(base.size() == data.vertex_count() && out.size() == data.vertex_count());
  std::array<Base, kTile> tile;
  for (std::size_t first = 0; first < base.size(); first += kTile) {
    const std::size_t count = std::min(kTile, base.size() - first);
    std::ranges::copy(base.subspan(first, count), tile.begin());
    add_deltas<C, Base>(data, attribute, active, first, std::span(tile).first(count));
    for (std::size_t v = 0; v < count; ++v) out[first + v] = finish(base[first + v], tile[v]);
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
