// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <span>

namespace morph::bench {

/// The least that a blend can do: reads every float of `deltas`, and once the base, and writes the
/// output once, with the widest registers of the processor. No kernel that needs these bytes is
/// much faster.
///   base, out  [N]. The values written mean nothing.
void plain_read(std::span<const float> deltas, std::span<const float> base, std::span<float> out);

}  // namespace morph::bench
