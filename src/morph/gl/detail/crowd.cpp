// SPDX-License-Identifier: MIT
#include "morph/gl/detail/crowd.h"

#include <algorithm>
#include <array>
#include <glm/matrix.hpp>
#include <utility>

#include "interface.glsl"
#include "morph/gl/detail/draw_state.h"

namespace morph::gl::detail {

bool Crowd::begin(std::uint32_t instances, RendererCounters& counters) {
  instances_ = instances;
  matrices_.clear();
  if (!buffers_->make_texture_resident(counters)) return false;
  list_.begin(instances, buffers_->morphed());
  return true;
}

void Crowd::add(std::span<const ActiveTarget> active, const glm::mat4& mesh_to_view) {
  list_.add(buffers_->targets(), buffers_->delta_texture(), active);
  const glm::mat4 rows = glm::transpose(mesh_to_view);
  const glm::mat3 normals = normal_matrix(mesh_to_view);
  for (int r = 0; r < 3; ++r) matrices_.push_back(rows[r]);
  for (int c = 0; c < 3; ++c) matrices_.emplace_back(normals[c], 0.0f);
}

/// Makes the buffer of the morphed vertices large enough.
bool Crowd::make_room() {
  const std::size_t texels =
      std::size_t{instances_} * buffers_->targets().vertex_count() * buffers_->morphed().count();
  if (texels > api_->info.max_buffer_texels) return false;
  if (morphed_.bytes() >= texels * kMorphedBytes) return true;
  auto buffer = Buffer::create(api_->gl, texels * kMorphedBytes, GL_STREAM_COPY);
  if (!buffer) return false;
  morphed_ = std::move(*buffer);
  morphed_texture_ = make_buffer_texture(api_->gl, GL_RGBA32F, morphed_);
  return true;
}

bool Crowd::upload_matrices() {
  if (matrices_ == uploaded_) return true;
  const std::span<const glm::vec4> matrices(matrices_);
  if (matrix_buffer_.bytes() < matrices.size_bytes()) {
    auto buffer = Buffer::create(api_->gl, matrices.size_bytes(), GL_STREAM_DRAW);
    if (!buffer) return false;
    matrix_buffer_ = std::move(*buffer);
    matrix_texture_ = make_buffer_texture(api_->gl, GL_RGBA32F, matrix_buffer_);
  }
  uploaded_ = matrices_;
  return matrix_buffer_.rewrite<glm::vec4>(
      [&](std::span<glm::vec4> out) { std::ranges::copy(matrices, out.begin()); });
}

bool Crowd::update(MorphPass& pass, RendererCounters& counters) {
  if (matrices_.size() > api_->info.max_buffer_texels || !make_room()) return false;
  if (!upload_matrices()) return false;
  if (!list_.changed()) return true;
  const MorphKey key{buffers_->morphed().count(), 0, deltas().source()};
  const auto program = pass.program(key);
  if (!program || !list_.upload(*api_)) return false;
  deltas().bind(api_->gl);
  list_.bind(api_->gl);
  pass.run({*program,
            input_.name(),
            buffers_->morphed(),
            {},
            buffers_->targets().vertex_count(),
            instances_},
           morphed_);
  deltas().unbind(api_->gl);
  bind_buffer_texture(api_->gl, MORPH_UNIT_ACTIVE, 0);
  counters.morphs += 1;
  return true;
}

void Crowd::bind(const Program& program) const {
  const AttributeSet morphed = buffers_->morphed();
  const AttributeLayout& layout = buffers_->layout();
  std::array<GLint, MORPH_LOCATION_COUNT> places;
  places.fill(-1);
  for_each(layout.base, [&](MorphAttribute attribute) {
    if (!morphed.has(attribute)) return;
    places[layout.location(attribute)] = static_cast<GLint>(morphed.rank(attribute));
  });
  api_->gl.Uniform1iv(program.morphed_places, MORPH_LOCATION_COUNT, places.data());
  api_->gl.Uniform1i(program.morphed_count, static_cast<GLint>(morphed.count()));
  api_->gl.Uniform1i(program.vertex_count, static_cast<GLint>(buffers_->targets().vertex_count()));
  bind_buffer_texture(api_->gl, MORPH_UNIT_MORPHED, morphed_texture_.name());
  bind_buffer_texture(api_->gl, MORPH_UNIT_INSTANCES, matrix_texture_.name());
}

void Crowd::unbind() const {
  bind_buffer_texture(api_->gl, MORPH_UNIT_MORPHED, 0);
  bind_buffer_texture(api_->gl, MORPH_UNIT_INSTANCES, 0);
}

}  // namespace morph::gl::detail
