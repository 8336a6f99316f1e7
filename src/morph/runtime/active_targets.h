// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "morph/runtime/morph_target_data.h"

namespace morph {

// Which targets matter in a frame. A target is active when its weight is not zero; everything after
// this point (the kernels, the choice of the path, the vertex attributes) works on the short list
// of active ones.

/// A target and its weight in this frame.
struct ActiveTarget {
  std::uint32_t index = 0;
  float weight = 0.0f;

  friend bool operator==(const ActiveTarget&, const ActiveTarget&) = default;
};

/// "No cap": every active target is kept.
inline constexpr std::size_t kAllTargets = ~std::size_t{0};

/// The targets with a weight other than zero, strongest |weight| first, on a tie the lower index
/// first; at most `cap` of them. −0 is zero; NaN counts as stronger than infinity. The weight keeps
/// its sign.
///   weights  [any]
///   out      replaced; keeps its capacity, so that a frame does not allocate once it is large
///            enough
void select_active_targets(std::span<const float> weights, std::size_t cap,
                           std::vector<ActiveTarget>& out);

/// The same as a fresh list (flutter_scene's selectActiveTargets).
[[nodiscard]] std::vector<ActiveTarget> select_active_targets(
    std::span<const float> weights, std::size_t cap = kMaxGpuMorphTargets);

}  // namespace morph
