// SPDX-License-Identifier: MIT
#pragma once

#include <span>

#include "morph/runtime/active_targets.h"
#include "morph/runtime/morph_target_data.h"

namespace morph {

// How far targets move the vertices of a primitive: what a heatmap shows. Letters: V vertices.

/// Writes the length of each vertex's displacement, |Σ_i active[i].weight ·
/// deltas[active[i].index][v]|, and gives back the largest; 0 where no target moves positions.
///   active  any order, each target at most once
///   out     [V], mesh units
/// The sum is in float, in the order of `active`, as the kernels of blend.h make it; the length in
/// double.
/// Preconditions (asserted): out has V elements; every index < T; every weight is finite. Does not
/// allocate.
float displacement_lengths(const MorphTargetData& data, std::span<const ActiveTarget> active,
                           std::span<float> out);

}  // namespace morph
