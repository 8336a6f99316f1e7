// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <cstdint>
#include <string_view>

#include "morph/runtime/morph_target_data.h"

namespace morph::gl {

// How a primitive's targets reach the picture, decided for each primitive and frame from numbers
// alone. Letters: A active targets, N morph slots that a draw can hold.

enum class MorphPath : std::uint8_t {
  attributes,  ///< the strongest targets as vertex attributes with a uniform weight array
  texture,     ///< all targets in a texture, with a list of the active ones
  cpu,         ///< blended by the kernels of blend.h, then uploaded
};

/// "attributes", "texture", "cpu".
[[nodiscard]] constexpr std::string_view name_of(MorphPath path) {
  constexpr std::string_view kNames[] = {"attributes", "texture", "cpu"};
  return kNames[static_cast<std::size_t>(path)];
}

/// What the caller asks for; every choice is exact.
enum class MorphPathWish : std::uint8_t { automatic, attributes, texture, cpu };

/// N = min(kMaxGpuMorphTargets, (max_vertex_attributes − base_attributes) / attributes_per_target),
/// 0 where nothing is left. CesiumJS binds without a limit and fails to link beyond it.
///   max_vertex_attributes  GL_MAX_VERTEX_ATTRIBS
///   base_attributes        vertex attributes that the base uses: those that are morphed too
///   attributes_per_target  attributes in the union of the primitive's targets; 0: no target
///   carries any, N = 0
[[nodiscard]] std::uint32_t morph_slot_count(std::uint32_t max_vertex_attributes,
                                             std::uint32_t base_attributes,
                                             std::uint32_t attributes_per_target);

/// `texture` and `cpu` are granted. automatic: `attributes` while A ≤ N, else `cpu`. Asked for
/// `attributes` with A > N, the N strongest stay attributes and the rest is folded into the base,
/// so that nothing is dropped.
[[nodiscard]] MorphPath choose_morph_path(std::uint32_t active_count, std::uint32_t slot_count,
                                          MorphPathWish wish);

}  // namespace morph::gl
