// SPDX-License-Identifier: MIT
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <glm/vec2.hpp>
#include <optional>
#include <span>
#include <vector>

#include "morph/gl/detail/buffer.h"
#include "morph/gl/detail/shader_interface.h"
#include "morph/runtime/active_targets.h"

namespace morph::gl::detail {

// The deltas of all targets of a primitive where a vertex shader can fetch any of them, and the
// list that says which. Letters: V vertices, M attributes that any target carries, I instances.

/// A texel of four floats for each delta: in a buffer texture, and where the driver's limit for one
/// is too small (65 536 texels are guaranteed) in a 2D array texture.
class DeltaTexture {
 public:
  /// Deltas that take more memory than this are blended on the CPU.
  static constexpr std::size_t kMaxBytes = std::size_t{1} << 30;

  /// Uploads what the targets carry. nullopt: more than kMaxBytes, or no memory for it.
  static std::optional<DeltaTexture> create(const Context::Api& api, const MorphTargetData& targets,
                                            AttributeSet morphed);

  /// Layers of the array texture; 0: it is a buffer texture.
  [[nodiscard]] std::uint32_t layers() const { return layers_; }
  [[nodiscard]] std::size_t bytes() const { return bytes_; }
  /// For a program that fetches from it.
  [[nodiscard]] DeltaSource source() const {
    return layers_ > 0 ? DeltaSource::array : DeltaSource::buffer;
  }

  /// The texel with the delta of vertex 0. Precondition: the target carries the attribute.
  [[nodiscard]] std::int32_t first_texel(std::uint32_t target, MorphAttribute attribute) const {
    return first_[static_cast<std::size_t>(attribute)][target];
  }

  /// Binds it to its unit, or nothing.
  void bind(const Gl& gl) const { bind(gl, texture_.name()); }
  void unbind(const Gl& gl) const { bind(gl, 0); }

 private:
  void bind(const Gl& gl, GLuint name) const;

  Buffer buffer_;  // no object where layers_ > 0
  TextureHandle texture_;
  std::uint32_t layers_ = 0;
  std::size_t bytes_ = 0;
  std::array<std::vector<std::int32_t>, kMorphAttributeCount> first_;  // [T], or empty
};

/// The compact list of active targets that shaders/morph.glsl walks: only what is not zero costs.
class ActiveList {
 public:
  /// Begins the list of `instances` instances.
  void begin(std::uint32_t instances, AttributeSet morphed);

  /// The active targets of the next instance.
  void add(const MorphTargetData& targets, const DeltaTexture& deltas,
           std::span<const ActiveTarget> active);

  /// Whether the list is another one than `upload` saw last.
  [[nodiscard]] bool changed() const { return entries_ != uploaded_; }

  /// false: too long for a buffer texture, or no memory.
  bool upload(const Context::Api& api);

  void bind(const Gl& gl) const;

 private:
  AttributeSet morphed_;
  std::uint32_t next_ = 0;           // instance
  std::vector<glm::ivec2> entries_;  // [I][M] parts, then targets
  std::vector<glm::ivec2> uploaded_;
  Buffer buffer_;
  TextureHandle texture_;
};

}  // namespace morph::gl::detail
