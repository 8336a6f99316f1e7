// SPDX-License-Identifier: MIT
#include "morph/runtime/displacement.h"

#include <algorithm>
#include <array>
#include <cassert>
#include <cmath>
#include <cstddef>

#include "morph/runtime/detail/delta_access.h"

namespace morph {

using detail::DeltaAccess;

float displacement_lengths(const MorphTargetData& data, std::span<const ActiveTarget> active,
                           std::span<float> out) {
  assert(out.size() == data.vertex_count());
  constexpr std::size_t kTile = DeltaAccess::kTileVertices;
  std::array<float, 3 * kTile> sum{};
  float largest = 0.0f;
  for (std::size_t tile = 0; tile * kTile < out.size(); ++tile) {
    sum.fill(0.0f);
    for (const ActiveTarget& target : active) {
      assert(target.index < data.target_count() && std::isfinite(target.weight));
      DeltaAccess::for_each_block(data, target.index, MorphAttribute::position, tile,
                                  [&](std::size_t first, const float* delta) {
                                    float* const into = &sum[3 * first];
                                    for (std::size_t i = 0; i < 3 * DeltaAccess::kBlockVertices;
                                         ++i) {
                                      into[i] += target.weight * delta[i];
                                    }
                                  });
    }
    const std::span<float> lengths =
        out.subspan(tile * kTile, std::min(kTile, out.size() - tile * kTile));
    for (std::size_t v = 0; v < lengths.size(); ++v) {
      const float* const delta = &sum[DeltaAccess::place(v, 3)];
      const double x = delta[0];
      const double y = delta[DeltaAccess::kBlockVertices];
      const double z = delta[2 * DeltaAccess::kBlockVertices];
      lengths[v] = static_cast<float>(std::sqrt(x * x + y * y + z * z));
      largest = std::max(largest, lengths[v]);
    }
  }
  return largest;
}

}  // namespace morph
