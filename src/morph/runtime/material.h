// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <glm/mat3x2.hpp>
#include <glm/vec2.hpp>
#include <glm/vec3.hpp>
#include <glm/vec4.hpp>
#include <string>
#include <string_view>

#include "morph/runtime/index.h"

namespace morph {

// Materials and the textures they name (glTF 2.0 §3.9, §3.8): plain values with the defaults of the
// specification. Factors are linear. Whether the colours of a texture are encoded as sRGB is
// decided by its use and said there, since one image may serve both kinds; alpha is always linear.

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

/// KHR_texture_transform: texture coordinates are scaled, then turned about the origin, then moved.
struct TextureTransform {
  glm::vec2 offset{0.0f};  ///< in sizes of the texture
  float rotation =
      0.0f;  ///< radians, counter-clockwise as seen with v down: the image turns clockwise
  glm::vec2 scale{1.0f};

  /// Takes (u, v, 1) to the coordinates that are looked up.
  [[nodiscard]] glm::mat3x2 matrix() const;

  friend bool operator==(const TextureTransform&, const TextureTransform&) = default;
};

/// A texture as a material uses it.
struct TextureUse {
  Index texture = kNoIndex;    ///< kNoIndex: the material does not use one
  std::uint32_t texcoord = 0;  ///< the set TEXCOORD_n, < kMaxTexcoordSets
  TextureTransform transform;
};

/// The metallic-roughness material, with KHR_materials_unlit and KHR_materials_emissive_strength.
/// Without a texture its factor stands alone, as if the texture were white.
struct Material {
  std::string name;
  glm::vec4 base_color_factor{1.0f};      ///< 0 … 1
  TextureUse base_color_texture;          ///< RGB sRGB, A
  float metallic_factor = 1.0f;           ///< 0 … 1
  float roughness_factor = 1.0f;          ///< 0 … 1
  TextureUse metallic_roughness_texture;  ///< linear: G roughness, B metalness
  TextureUse normal_texture;              ///< linear: RGB, 0 … 1 for −1 … 1 in tangent space
  float normal_scale = 1.0f;              ///< of the normal's x and y, any number
  TextureUse occlusion_texture;           ///< linear: R, 0 where no ambient light arrives
  float occlusion_strength = 1.0f;        ///< 0 … 1
  glm::vec3 emissive_factor{0.0f};        ///< 0 … 1
  TextureUse emissive_texture;            ///< RGB sRGB
  float emissive_strength = 1.0f;         ///< ≥ 0, multiplies what is emitted
  AlphaMode alpha_mode = AlphaMode::opaque;
  float alpha_cutoff = 0.5f;  ///< only with AlphaMode::mask
  bool double_sided = false;
  bool unlit = false;
};

/// Calls visit(place, use) for each texture that the material uses; `place` is where a glTF file
/// has it within the material, "/pbrMetallicRoughness/baseColorTexture".
template <class Visit>
void for_each_texture_use(const Material& material, Visit&& visit) {
  const auto look = [&](std::string_view place, const TextureUse& use) {
    if (use.texture != kNoIndex) visit(place, use);
  };
  look("/pbrMetallicRoughness/baseColorTexture", material.base_color_texture);
  look("/pbrMetallicRoughness/metallicRoughnessTexture", material.metallic_roughness_texture);
  look("/normalTexture", material.normal_texture);
  look("/occlusionTexture", material.occlusion_texture);
  look("/emissiveTexture", material.emissive_texture);
}

}  // namespace morph
