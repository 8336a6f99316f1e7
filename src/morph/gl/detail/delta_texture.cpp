// SPDX-License-Identifier: MIT
#include "morph/gl/detail/delta_texture.h"

#include <algorithm>
#include <bit>
#include <glm/vec4.hpp>
#include <utility>

#include "interface.glsl"
#include "morph/gl/detail/texture.h"

namespace morph::gl::detail {
namespace {

constexpr std::size_t kSide = std::size_t{1} << MORPH_ARRAY_SIDE_BITS;

/// Deltas that the targets carry.
std::size_t texel_count(const MorphTargetData& targets, AttributeSet morphed) {
  std::size_t count = 0;
  for_each(morphed, [&](MorphAttribute attribute) {
    for (std::uint32_t target = 0; target < targets.target_count(); ++target) {
      if (targets.has(target, attribute)) count += targets.vertex_count();
    }
  });
  return count;
}

/// Moves V deltas of `width` floats apart, to four each.
void write_texels(std::span<const float> deltas, std::uint32_t width, glm::vec4* out) {
  for (std::size_t i = 0; i < deltas.size(); i += width) {
    glm::vec4 texel(0.0f);
    for (std::uint32_t c = 0; c < width; ++c) texel[static_cast<int>(c)] = deltas[i + c];
    *out++ = texel;
  }
}

/// A 2D array texture with the texels of a buffer, row by row and layer by layer.
TextureHandle make_array(const Gl& gl, const Buffer& texels, std::uint32_t layers) {
  auto texture = make<TextureHandle>(gl, gl.GenTextures);
  constexpr auto kLength = static_cast<GLsizei>(kSide);
  set_unpack_state(gl);
  gl.BindTexture(GL_TEXTURE_2D_ARRAY, texture.name());
  gl.BindBuffer(GL_PIXEL_UNPACK_BUFFER, texels.name());
  gl.TexImage3D(GL_TEXTURE_2D_ARRAY, 0, GL_RGBA32F, kLength, kLength, static_cast<GLsizei>(layers),
                0, GL_RGBA, GL_FLOAT, nullptr);
  gl.BindBuffer(GL_PIXEL_UNPACK_BUFFER, 0);
  gl.TexParameteri(GL_TEXTURE_2D_ARRAY, GL_TEXTURE_MIN_FILTER, GL_NEAREST);
  gl.TexParameteri(GL_TEXTURE_2D_ARRAY, GL_TEXTURE_MAG_FILTER, GL_NEAREST);
  gl.TexParameteri(GL_TEXTURE_2D_ARRAY, GL_TEXTURE_MAX_LEVEL, 0);
  gl.BindTexture(GL_TEXTURE_2D_ARRAY, 0);
  return texture;
}

}  // namespace

std::optional<DeltaTexture> DeltaTexture::create(const Context::Api& api,
                                                 const MorphTargetData& targets,
                                                 AttributeSet morphed) {
  const std::size_t count = texel_count(targets, morphed);
  if (count > kMaxBytes / sizeof(glm::vec4)) return std::nullopt;
  const Gl& gl = api.gl;
  DeltaTexture made;
  std::size_t room = std::max<std::size_t>(count, 1);
  if (count > api.info.max_buffer_texels) {
    made.layers_ = static_cast<std::uint32_t>((count + kSide * kSide - 1) / (kSide * kSide));
    room = made.layers_ * kSide * kSide;
  }
  made.bytes_ = room * sizeof(glm::vec4);
  auto buffer = Buffer::create(gl, made.bytes_, GL_STATIC_DRAW);
  if (!buffer) return std::nullopt;
  std::vector<float> deltas;
  const bool written = buffer->rewrite<glm::vec4>([&](std::span<glm::vec4> out) {
    std::size_t next = 0;
    for_each(morphed, [&](MorphAttribute attribute) {
      auto& first = made.first_[static_cast<std::size_t>(attribute)];
      first.assign(targets.target_count(), 0);
      const std::uint32_t width = component_count(attribute);
      deltas.resize(std::size_t{width} * targets.vertex_count());
      for (std::uint32_t target = 0; target < targets.target_count(); ++target) {
        if (!targets.has(target, attribute)) continue;
        first[target] = static_cast<std::int32_t>(next);
        targets.copy_deltas(target, attribute, deltas);
        write_texels(deltas, width, out.data() + next);
        next += targets.vertex_count();
      }
    });
    std::fill(out.begin() + static_cast<std::ptrdiff_t>(next), out.end(), glm::vec4(0.0f));
  });
  if (!written) return std::nullopt;
  take_error(gl, GL_NO_ERROR);
  made.texture_ = made.layers_ == 0 ? make_buffer_texture(gl, GL_RGBA32F, *buffer)
                                    : make_array(gl, *buffer, made.layers_);
  if (take_error(gl, GL_OUT_OF_MEMORY)) return std::nullopt;
  if (made.layers_ == 0) made.buffer_ = std::move(*buffer);
  return made;
}

void DeltaTexture::bind(const Gl& gl, GLuint name) const {
  gl.BindSampler(MORPH_UNIT_DELTAS, 0);
  gl.ActiveTexture(GL_TEXTURE0 + MORPH_UNIT_DELTAS);
  gl.BindTexture(layers_ == 0 ? GL_TEXTURE_BUFFER : GL_TEXTURE_2D_ARRAY, name);
  gl.ActiveTexture(GL_TEXTURE0);
}

void ActiveList::begin(std::uint32_t instances, AttributeSet morphed) {
  morphed_ = morphed;
  next_ = 0;
  entries_.assign(std::size_t{instances} * morphed.count(), glm::ivec2(0));
}

void ActiveList::add(const MorphTargetData& targets, const DeltaTexture& deltas,
                     std::span<const ActiveTarget> active) {
  std::size_t part = std::size_t{next_++} * morphed_.count();
  for_each(morphed_, [&](MorphAttribute attribute) {
    const auto first = static_cast<std::int32_t>(entries_.size());
    for (const ActiveTarget& target : active) {
      if (!targets.has(target.index, attribute)) continue;
      entries_.emplace_back(std::bit_cast<std::int32_t>(target.weight),
                            deltas.first_texel(target.index, attribute));
    }
    entries_[part++] = {first, static_cast<std::int32_t>(entries_.size())};
  });
}

bool ActiveList::upload(const Context::Api& api) {
  if (entries_.size() > api.info.max_buffer_texels) return false;
  const std::span<const glm::ivec2> entries(entries_);
  if (buffer_.bytes() < entries.size_bytes()) {
    // Room for the list to grow, so that a moving face does not make a buffer each frame.
    auto buffer = Buffer::create(api.gl, 2 * entries.size_bytes(), GL_STREAM_DRAW);
    if (!buffer) return false;
    buffer_ = std::move(*buffer);
    texture_ = make_buffer_texture(api.gl, GL_RG32I, buffer_);
  }
  if (!buffer_.rewrite<glm::ivec2>(
          [&](std::span<glm::ivec2> out) { std::ranges::copy(entries, out.begin()); })) {
    return false;
  }
  uploaded_ = entries_;
  return true;
}

void ActiveList::bind(const Gl& gl) const {
  bind_buffer_texture(gl, MORPH_UNIT_ACTIVE, texture_.name());
}

}  // namespace morph::gl::detail
