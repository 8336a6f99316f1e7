// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <span>
#include <utility>
#include <vector>

#include "morph/gl/detail/handle.h"
#include "morph/runtime/image.h"
#include "morph/runtime/material.h"
#include "morph/runtime/result.h"
#include "morph/runtime/scene.h"

namespace morph::gl::detail {

// The textures of materials, with mipmaps, and the samplers that read them. Colours are sRGB and
// filtered in linear light; the other maps are numbers.

/// Half the size in each direction, rounded down and at least 1: each pixel the mean of the pixels
/// that it stands for.
///   color  the mean is one of linear light, else of the bytes
[[nodiscard]] Image halved(const Image& image, bool color);

/// How our memory is laid out: tightly packed. The host may have left anything.
void set_unpack_state(const Gl& gl);

/// The textures that the materials of a scene use. An image is uploaded once as colour and once as
/// numbers, however many textures show it so, and a sampler is made once.
class TextureSet {
 public:
  /// Images larger than the driver takes, or has memory for, are halved until they fit.
  /// Errors: graphics (no memory even for one pixel).
  static Result<TextureSet> create(const Context::Api& api, const Scene& scene);

  /// Whether there is a picture; a texture without an image, or an empty one, has none.
  ///   color  as what it is used
  [[nodiscard]] bool has(Index texture, bool color) const {
    return textures_[place(texture, color)].image != 0;
  }

  /// Binds a texture and its sampler to a unit, and nothing.
  void bind(GLuint unit, Index texture, bool color) const;
  void unbind(GLuint unit) const;

 private:
  struct Binding {
    GLuint image = 0;
    GLuint sampler = 0;
  };

  explicit TextureSet(const Gl& gl) : gl_(&gl) {}
  [[nodiscard]] static std::size_t place(Index index, bool color) {
    return std::size_t{index} * 2 + (color ? 1 : 0);
  }
  Result<void> add(const Context::Api& api, const Scene& scene, Index texture, bool color);
  GLuint sampler_for(const TextureSampler& settings);

  const Gl* gl_;
  std::vector<TextureHandle> images_;  // by place(image), no object for one that is not used so
  std::vector<std::pair<TextureSampler, SamplerHandle>> samplers_;
  std::vector<Binding> textures_;  // by place(texture)
};

}  // namespace morph::gl::detail
