// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <glm/mat4x4.hpp>
#include <glm/vec4.hpp>
#include <vector>

#include "morph/gl/detail/morph_pass.h"
#include "morph/gl/detail/primitive_buffers.h"
#include "morph/gl/detail/program.h"
#include "morph/gl/renderer.h"
#include "morph/runtime/active_targets.h"

namespace morph::gl::detail {

// Many nodes that show one primitive, each with weights of its own: morphed by one run of the pass
// and drawn by one draw. Letters: I instances, V vertices, M morphed attributes.

class Crowd {
 public:
  /// `buffers` must stay where it is.
  Crowd(const Context::Api& api, PrimitiveBuffers& buffers)
      : api_(&api), buffers_(&buffers), input_(buffers.make_morph_array()) {}

  /// Begins a frame with no one. false: there is no room for the deltas.
  bool begin(std::uint32_t instances, RendererCounters& counters);

  /// The next instance.
  void add(std::span<const ActiveTarget> active, const glm::mat4& mesh_to_view);

  /// Morphs them, and uploads what has changed; nothing while weights and matrices stand still. The
  /// framebuffer binding may be another one afterwards. false: there is no room for so many, or the
  /// driver rejects the program; each has to be drawn alone.
  bool update(MorphPass& pass, RendererCounters& counters);

  /// Sets what a program with instances needs and binds the textures. Precondition: it is in use.
  void bind(const Program& program) const;
  void unbind() const;

  [[nodiscard]] std::uint32_t instances() const { return instances_; }
  [[nodiscard]] const DeltaTexture& deltas() const { return buffers_->delta_texture(); }

 private:
  bool make_room();
  bool upload_matrices();

  const Context::Api* api_;
  PrimitiveBuffers* buffers_;
  VertexArrayHandle input_;
  ActiveList list_;
  std::uint32_t instances_ = 0;
  std::vector<glm::vec4> matrices_;  // [I][MORPH_INSTANCE_TEXELS]
  std::vector<glm::vec4> uploaded_;
  Buffer matrix_buffer_;
  TextureHandle matrix_texture_;
  Buffer morphed_;  // [I][V][M] vectors of four floats
  TextureHandle morphed_texture_;
};

}  // namespace morph::gl::detail
