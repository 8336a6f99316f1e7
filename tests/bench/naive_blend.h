// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>

namespace morph::bench {

/// The loop that everybody writes first: a pass over the mesh for each active target. Compiled with
/// -O2, whatever else is set.
///   base, out  [floats];  columns  [active][floats];  weights  [active]
void naive_blend(const float* base, const float* columns, const float* weights, std::size_t active,
                 std::size_t floats, float* out);

}  // namespace morph::bench
