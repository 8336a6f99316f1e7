// SPDX-License-Identifier: MIT
#include "bench/naive_blend.h"

namespace morph::bench {

void naive_blend(const float* base, const float* columns, const float* weights, std::size_t active,
                 std::size_t floats, float* out) {
  for (std::size_t i = 0; i < floats; ++i) out[i] = base[i];
  for (std::size_t target = 0; target < active; ++target) {
    const float weight = weights[target];
    const float* const deltas = columns + target * floats;
    for (std::size_t i = 0; i < floats; ++i) out[i] += weight * deltas[i];
  }
}

}  // namespace morph::bench
