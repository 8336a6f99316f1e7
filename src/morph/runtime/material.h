// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <glm/vec4.hpp>
#include <string>

#include "morph/runtime/index.h"

namespace morph {

// Materials and the textures they name (glTF 2.0 §3.9, §3.8): plain values with the defaults of the
// specification.

enum class AlphaMode : std::uint8_t { opaque, mask, blend };
enum class Filter : std::uint8_t { nearest, linear };
enum class Mipmap : std::uint8_t { none, nearest, linear };
enum class Wrap : std::uint8_t { repeat, clamp_to_edge, mirrored_repeat };

/// How a texture is read. Where the file leaves the filters open: linear, with linear mipmaps.
struct TextureSampler {
  Filter magnify = Filter::linear;
  Filter minify = Filter::linear;
  Mipmap mipmap = Mipmap::linear;
  Wrap wrap_s = Wrap::repeat;
  Wrap wrap_t = Wrap::repeat;

  friend bool operator==(const TextureSampler&, const TextureSampler&) = default;
};

/// An image and how to read it.
struct Texture {
  Index image = kNoIndex;
  TextureSampler sampler;
};

/// A texture as a material uses it.
struct TextureUse {
  Index texture = kNoIndex;    ///< kNoIndex: the material does not use one
  std::uint32_t texcoord = 0;  ///< the set TEXCOORD_n
};

/// The metallic-roughness material, with KHR_materials_unlit.
struct Material {
  std::string name;
  glm::vec4 base_color_factor{1.0f};  ///< linear
  TextureUse base_color_texture;      ///< sRGB
  float metallic_factor = 1.0f;
  float roughness_factor = 1.0f;
  AlphaMode alpha_mode = AlphaMode::opaque;
  float alpha_cutoff = 0.5f;  ///< only with AlphaMode::mask
  bool double_sided = false;
  bool unlit = false;
};

}  // namespace morph
