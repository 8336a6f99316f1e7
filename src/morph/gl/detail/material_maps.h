// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>

#include "interface.glsl"
#include "morph/runtime/material.h"

namespace morph::gl::detail {

// The textures of a material by the numbers that the shaders give them, MORPH_MAP_….

[[nodiscard]] inline const TextureUse& map_of(const Material& material, std::size_t map) {
  switch (map) {
    case MORPH_MAP_METALLIC_ROUGHNESS:
      return material.metallic_roughness_texture;
    case MORPH_MAP_NORMAL:
      return material.normal_texture;
    case MORPH_MAP_OCCLUSION:
      return material.occlusion_texture;
    case MORPH_MAP_EMISSIVE:
      return material.emissive_texture;
    default:
      return material.base_color_texture;
  }
}

/// Maps that the material shows: the base colour's alone where it is unlit.
[[nodiscard]] inline std::size_t map_count(const Material& material) {
  return material.unlit ? 1 : MORPH_MAP_COUNT;
}

/// Whether the bytes of a map are sRGB; else they are numbers.
[[nodiscard]] constexpr bool is_color(std::size_t map) {
  return map == MORPH_MAP_BASE_COLOR || map == MORPH_MAP_EMISSIVE;
}

}  // namespace morph::gl::detail
