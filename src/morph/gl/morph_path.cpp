// SPDX-License-Identifier: MIT
#include "morph/gl/morph_path.h"

#include <algorithm>

namespace morph::gl {

std::uint32_t morph_slot_count(std::uint32_t max_vertex_attributes, std::uint32_t base_attributes,
                               std::uint32_t attributes_per_target) {
  if (attributes_per_target == 0 || base_attributes >= max_vertex_attributes) return 0;
  const std::uint32_t fitting = (max_vertex_attributes - base_attributes) / attributes_per_target;
  return std::min(kMaxGpuMorphTargets, fitting);
}

MorphPath choose_morph_path(std::uint32_t active_count, std::uint32_t slot_count,
                            MorphPathWish wish) {
  switch (wish) {
    case MorphPathWish::attributes:
      return MorphPath::attributes;
    case MorphPathWish::texture:
      return MorphPath::texture;
    case MorphPathWish::cpu:
      return MorphPath::cpu;
    case MorphPathWish::automatic:
      break;
  }
  return active_count <= slot_count ? MorphPath::attributes : MorphPath::cpu;
}

}  // namespace morph::gl
