// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <span>

#include "morph/runtime/morph_target_data.h"

namespace morph::detail {

/// The kernels' key to the store of MorphTargetData. Nobody else looks inside.
struct DeltaAccess {
  /// [V][component_count(attribute)], or empty where the target does not carry the attribute.
  static std::span<const float> deltas(const MorphTargetData& data, std::uint32_t target,
                                       MorphAttribute attribute) {
    return data.deltas(target, attribute);
  }
};

}  // namespace morph::detail
