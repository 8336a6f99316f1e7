// SPDX-License-Identifier: MIT
#include "morph/gl/detail/texture.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>
#include <optional>

#include "morph/gl/detail/material_maps.h"
#include "morph/gl/detail/srgb.h"

namespace morph::gl::detail {
namespace {

GLint wrap_of(Wrap wrap) {
  switch (wrap) {
    case Wrap::clamp_to_edge:
      return GL_CLAMP_TO_EDGE;
    case Wrap::mirrored_repeat:
      return GL_MIRRORED_REPEAT;
    case Wrap::repeat:
      break;
  }
  return GL_REPEAT;
}

GLint minify_of(const TextureSampler& settings) {
  const bool linear = settings.minify == Filter::linear;
  switch (settings.mipmap) {
    case Mipmap::none:
      return linear ? GL_LINEAR : GL_NEAREST;
    case Mipmap::nearest:
      return linear ? GL_LINEAR_MIPMAP_NEAREST : GL_NEAREST_MIPMAP_NEAREST;
    case Mipmap::linear:
      break;
  }
  return linear ? GL_LINEAR_MIPMAP_LINEAR : GL_NEAREST_MIPMAP_LINEAR;
}

SamplerHandle make_sampler(const Gl& gl, const TextureSampler& settings) {
  auto sampler = make<SamplerHandle>(gl, gl.GenSamplers);
  const GLuint name = sampler.name();
  gl.SamplerParameteri(name, GL_TEXTURE_MIN_FILTER, minify_of(settings));
  gl.SamplerParameteri(name, GL_TEXTURE_MAG_FILTER,
                       settings.magnify == Filter::linear ? GL_LINEAR : GL_NEAREST);
  gl.SamplerParameteri(name, GL_TEXTURE_WRAP_S, wrap_of(settings.wrap_s));
  gl.SamplerParameteri(name, GL_TEXTURE_WRAP_T, wrap_of(settings.wrap_t));
  return sampler;
}

std::optional<TextureHandle> upload(const Gl& gl, const Image& image, bool color) {
  auto texture = make<TextureHandle>(gl, gl.GenTextures);
  take_error(gl, GL_NO_ERROR);
  gl.BindTexture(GL_TEXTURE_2D, texture.name());
  gl.TexImage2D(GL_TEXTURE_2D, 0, color ? GL_SRGB8_ALPHA8 : GL_RGBA8,
                static_cast<GLsizei>(image.width), static_cast<GLsizei>(image.height), 0, GL_RGBA,
                GL_UNSIGNED_BYTE, image.rgba.data());
  gl.GenerateMipmap(GL_TEXTURE_2D);
  gl.BindTexture(GL_TEXTURE_2D, 0);
  if (take_error(gl, GL_OUT_OF_MEMORY)) return std::nullopt;
  return texture;
}

std::optional<TextureHandle> upload_fitting(const Context::Api& api, const Image& image,
                                            bool color) {
  const std::uint32_t limit = api.info.max_texture_size;
  Image smaller;
  const Image* fitting = &image;
  while (true) {
    const std::uint32_t side = std::max(fitting->width, fitting->height);
    if (side <= limit) {
      auto texture = upload(api.gl, *fitting, color);
      if (texture || side <= 1) return texture;
    }
    smaller = halved(*fitting, color);
    fitting = &smaller;
  }
}

}  // namespace

void set_unpack_state(const Gl& gl) {
  gl.BindBuffer(GL_PIXEL_UNPACK_BUFFER, 0);
  gl.PixelStorei(GL_UNPACK_SWAP_BYTES, GL_FALSE);
  gl.PixelStorei(GL_UNPACK_LSB_FIRST, GL_FALSE);
  gl.PixelStorei(GL_UNPACK_ROW_LENGTH, 0);
  gl.PixelStorei(GL_UNPACK_SKIP_ROWS, 0);
  gl.PixelStorei(GL_UNPACK_SKIP_PIXELS, 0);
  gl.PixelStorei(GL_UNPACK_ALIGNMENT, 4);
}

Image halved(const Image& image, bool color) {
  Image half;
  half.width = std::max(1u, image.width / 2);
  half.height = std::max(1u, image.height / 2);
  half.rgba.resize(half.pixel_count() * 4);
  const auto& linear = srgb_table();
  const auto decoded = [&](std::uint8_t byte) { return color ? linear[byte] : byte; };
  const auto encoded = [&](float value) {
    return color ? encode_srgb(value) : static_cast<std::uint8_t>(std::lround(value));
  };
  for (std::uint32_t y = 0; y < half.height; ++y) {
    for (std::uint32_t x = 0; x < half.width; ++x) {
      // An odd last row or column belongs to the pixel beside it.
      const std::uint32_t x_end = x + 1 == half.width ? image.width : 2 * x + 2;
      const std::uint32_t y_end = y + 1 == half.height ? image.height : 2 * y + 2;
      std::array<float, 4> sum{};
      float count = 0.0f;
      for (std::uint32_t from_y = 2 * y; from_y < y_end; ++from_y) {
        for (std::uint32_t from_x = 2 * x; from_x < x_end; ++from_x, ++count) {
          const std::size_t at = (std::size_t{from_y} * image.width + from_x) * 4;
          for (std::size_t c = 0; c < 3; ++c) sum[c] += decoded(image.rgba[at + c]);
          sum[3] += image.rgba[at + 3];
        }
      }
      std::uint8_t* const out = half.rgba.data() + (std::size_t{y} * half.width + x) * 4;
      for (std::size_t c = 0; c < 3; ++c) out[c] = encoded(sum[c] / count);
      out[3] = static_cast<std::uint8_t>(std::lround(sum[3] / count));
    }
  }
  return half;
}

Result<TextureSet> TextureSet::create(const Context::Api& api, const Scene& scene) {
  TextureSet set(api.gl);
  set.images_.resize(2 * scene.images().size());
  set.textures_.resize(2 * scene.textures().size());
  set_unpack_state(api.gl);
  for (const Material& material : scene.materials()) {
    for (std::size_t map = 0; map < map_count(material); ++map) {
      const Index texture = map_of(material, map).texture;
      if (texture == kNoIndex || set.has(texture, is_color(map))) continue;
      auto added = set.add(api, scene, texture, is_color(map));
      if (!added) return added.error();
    }
  }
  return set;
}

Result<void> TextureSet::add(const Context::Api& api, const Scene& scene, Index texture,
                             bool color) {
  const Texture& source = scene.textures()[texture];
  if (source.image == kNoIndex || scene.images()[source.image].rgba.empty()) return {};
  TextureHandle& image = images_[place(source.image, color)];
  if (!image) {
    auto uploaded = upload_fitting(api, scene.images()[source.image], color);
    if (!uploaded) return Error{ErrorCode::graphics, "", "the driver has no memory for textures"};
    image = std::move(*uploaded);
  }
  textures_[place(texture, color)] = {image.name(), sampler_for(source.sampler)};
  return {};
}

GLuint TextureSet::sampler_for(const TextureSampler& settings) {
  for (const auto& known : samplers_) {
    if (known.first == settings) return known.second.name();
  }
  samplers_.emplace_back(settings, make_sampler(*gl_, settings));
  return samplers_.back().second.name();
}

void TextureSet::bind(GLuint unit, Index texture, bool color) const {
  const Binding& binding = textures_[place(texture, color)];
  gl_->ActiveTexture(GL_TEXTURE0 + unit);
  gl_->BindTexture(GL_TEXTURE_2D, binding.image);
  gl_->BindSampler(unit, binding.sampler);
  gl_->ActiveTexture(GL_TEXTURE0);
}

void TextureSet::unbind(GLuint unit) const {
  gl_->ActiveTexture(GL_TEXTURE0 + unit);
  gl_->BindTexture(GL_TEXTURE_2D, 0);
  gl_->BindSampler(unit, 0);
  gl_->ActiveTexture(GL_TEXTURE0);
}

}  // namespace morph::gl::detail
