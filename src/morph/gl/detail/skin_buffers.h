// SPDX-License-Identifier: MIT
#pragma once

#include <glm/mat4x4.hpp>
#include <glm/vec4.hpp>
#include <optional>
#include <span>
#include <vector>

#include "morph/gl/detail/buffer.h"
#include "morph/runtime/scene.h"

namespace morph::gl::detail {

// The joint matrices of every skin (glTF 2.0 §3.7.3.3) as buffer textures, three rows a joint: what
// skin.glsl reads. All nodes that share a skin share its matrices. Letters: J joints.

class SkinBuffers {
 public:
  /// Empty: no memory for them. The scene must outlive it.
  static std::optional<SkinBuffers> create(const Gl& gl, const Scene& scene);

  /// Computes the matrices of a skin and uploads them if they are others than before.
  ///   globals  [nodes] of this frame
  /// false: the driver failed. Does not allocate.
  bool update(Index skin, std::span<const glm::mat4> globals);

  /// [J] of the last update, from mesh space to the world.
  [[nodiscard]] std::span<const glm::mat4> matrices(Index skin) const {
    return skins_[skin].matrices;
  }

  /// Binds a skin's rows to their texture unit; kNoIndex: nothing.
  void bind(Index skin) const;

 private:
  struct Joints {
    std::vector<glm::mat4> matrices;  // [J]
    std::vector<glm::vec4> rows;      // [J][3], as uploaded
    Buffer buffer;
    TextureHandle texture;
  };

  SkinBuffers(const Gl& gl, const Scene& scene) : gl_(&gl), scene_(&scene) {}

  const Gl* gl_;
  const Scene* scene_;
  std::vector<Joints> skins_;
};

}  // namespace morph::gl::detail
