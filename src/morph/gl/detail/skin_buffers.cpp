// SPDX-License-Identifier: MIT
#include "morph/gl/detail/skin_buffers.h"

#include <algorithm>
#include <cstddef>
#include <glm/matrix.hpp>
#include <utility>

#include "interface.glsl"
#include "morph/runtime/skinning.h"

namespace morph::gl::detail {

std::optional<SkinBuffers> SkinBuffers::create(const Gl& gl, const Scene& scene) {
  SkinBuffers made(gl, scene);
  for (const Skin& skin : scene.skins()) {
    Joints& joints = made.skins_.emplace_back();
    joints.matrices.resize(skin.joints.size());
    joints.rows.resize(3 * std::max<std::size_t>(skin.joints.size(), 1));
    auto buffer = Buffer::create(gl, std::span<const glm::vec4>(joints.rows), GL_STREAM_DRAW);
    if (!buffer) return std::nullopt;
    joints.buffer = std::move(*buffer);
    joints.texture = make_buffer_texture(gl, GL_RGBA32F, joints.buffer);
  }
  return made;
}

bool SkinBuffers::update(Index index, std::span<const glm::mat4> globals) {
  Joints& joints = skins_[index];
  joint_matrices(scene_->skins()[index], globals, joints.matrices);
  bool changed = false;
  for (std::size_t j = 0; j < joints.matrices.size(); ++j) {
    const glm::mat4 rows = glm::transpose(joints.matrices[j]);
    for (int r = 0; r < 3; ++r) {
      glm::vec4& row = joints.rows[3 * j + static_cast<std::size_t>(r)];
      changed = changed || row != rows[r];
      row = rows[r];
    }
  }
  return !changed || joints.buffer.rewrite<glm::vec4>([&](std::span<glm::vec4> out) {
    std::ranges::copy(joints.rows, out.begin());
  });
}

void SkinBuffers::bind(Index skin) const {
  bind_buffer_texture(*gl_, MORPH_UNIT_JOINTS, skin == kNoIndex ? 0 : skins_[skin].texture.name());
}

}  // namespace morph::gl::detail
