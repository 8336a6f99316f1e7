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

// Colour textures: sRGB with mipmaps, filtered in linear light, and the samplers that read them.

/// Half the size in each direction, rounded down and at least 1: each pixel the mean of the pixels
/// that it stands for, in linear light.
[[nodiscard]] Image halved(const Image& image);

/// The textures that the materials of a scene use. An image is uploaded once, however many textures
/// show it, and a sampler is made once, however many textures use it.
class TextureSet {
 public:
  /// Images larger than the driver takes, or has memory for, are halved until they fit.
  /// Errors: graphics (no memory even for one pixel).
  static Result<TextureSet> create(const Context::Api& api, const Scene& scene);

  /// Whether there is a picture; a texture without an image, or an empty one, has none.
  [[nodiscard]] bool has(Index texture) const { return textures_[texture].image != 0; }

  /// Binds a texture and its sampler to a unit, and nothing.
  void bind(GLuint unit, Index texture) const;
  void unbind(GLuint unit) const;

 private:
  struct Binding {
    GLuint image = 0;
    GLuint sampler = 0;
  };

  explicit TextureSet(const Gl& gl) : gl_(&gl) {}
  GLuint sampler_for(const TextureSampler& settings);

  const Gl* gl_;
  std::vector<TextureHandle> images_;  // [images], no object for one that no material uses
  std::vector<std::pair<TextureSampler, SamplerHandle>> samplers_;
  std::vector<Binding> textures_;  // [textures]
};

}  // namespace morph::gl::detail
