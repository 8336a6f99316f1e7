// SPDX-License-Identifier: MIT
#include "morph/gl/lines.h"

#include <algorithm>
#include <cstddef>
#include <glm/gtc/type_ptr.hpp>
#include <string>
#include <utility>

#include "morph/gl/detail/buffer.h"
#include "morph/gl/detail/draw_state.h"
#include "morph/gl/detail/program.h"
#include "morph_shaders.h"

namespace morph::gl {

using namespace detail;

struct Lines::State {
  const Gl* gl;
  ProgramHandle program;
  VertexArrayHandle vertex_array;
  Buffer buffer;

  bool upload(std::span<const Line> lines);
};

/// Makes the buffer hold the lines at its beginning and points the attributes at them.
bool Lines::State::upload(std::span<const Line> lines) {
  if (buffer.bytes() < lines.size_bytes()) {
    auto made = Buffer::create(*gl, lines.size_bytes(), GL_STREAM_DRAW);
    if (!made) return false;
    buffer = std::move(*made);
    gl->BindVertexArray(vertex_array.name());
    gl->BindBuffer(GL_ARRAY_BUFFER, buffer.name());
    const auto point = [&](GLuint location, GLint components, std::size_t offset) {
      gl->EnableVertexAttribArray(location);
      gl->VertexAttribPointer(location, components, GL_FLOAT, GL_FALSE, sizeof(Line),
                              reinterpret_cast<const void*>(offset));
      gl->VertexAttribDivisor(location, 1);
    };
    point(0, 3, offsetof(Line, from));
    point(1, 3, offsetof(Line, to));
    point(2, 4, offsetof(Line, from_color));
    point(3, 4, offsetof(Line, to_color));
    gl->BindBuffer(GL_ARRAY_BUFFER, 0);
    gl->BindVertexArray(0);
  }
  return buffer.rewrite<Line>([&](std::span<Line> out) { std::ranges::copy(lines, out.begin()); });
}

Result<Lines> Lines::create(const Context& context) {
  const Gl& gl = context.api().gl;
  const auto stage = [](std::string_view name) {
    return std::vector<SourcePart>{
        {name, "#version 410 core\n" + std::string(shaders::find(name))}};
  };
  auto program = link_program(gl, stage("lines.vert"), stage("lines.frag"));
  if (!program) return program.error();
  auto vertex_array = make<VertexArrayHandle>(gl, gl.GenVertexArrays);
  return Lines(
      std::make_unique<State>(State{&gl, std::move(program).value(), std::move(vertex_array), {}}));
}

Lines::Lines(std::unique_ptr<State> state) : state_(std::move(state)) {}
Lines::Lines(Lines&&) noexcept = default;
Lines& Lines::operator=(Lines&&) noexcept = default;
Lines::~Lines() = default;

Result<void> Lines::draw(std::span<const Line> lines, const View& view, const LineStyle& style) {
  if (lines.empty() || view.size.x <= 0 || view.size.y <= 0) return {};
  const Gl& gl = *state_->gl;
  if (!state_->upload(lines)) {
    return Error{ErrorCode::graphics, "", "the driver has no memory for lines"};
  }
  set_frame_state(gl, view);
  gl.Disable(GL_CULL_FACE);
  set_blending(gl, true);
  if (style.over_all) gl.Disable(GL_DEPTH_TEST);
  const GLuint program = state_->program.name();
  const auto place = [&](const char* name) { return gl.GetUniformLocation(program, name); };
  const glm::mat4 world_to_clip = view.view_to_clip * view.world_to_view;
  constexpr float kNearer = 2e-4f;
  gl.UseProgram(program);
  gl.UniformMatrix4fv(place("u_world_to_clip"), 1, GL_FALSE, glm::value_ptr(world_to_clip));
  gl.Uniform2f(place("u_size"), static_cast<float>(view.size.x), static_cast<float>(view.size.y));
  gl.Uniform1f(place("u_width"), style.width);
  gl.Uniform1f(place("u_nearer"), kNearer);
  gl.BindVertexArray(state_->vertex_array.name());
  gl.DrawArraysInstanced(GL_TRIANGLE_STRIP, 0, 4, static_cast<GLsizei>(lines.size()));
  gl.BindVertexArray(0);
  gl.UseProgram(0);
  end_frame(gl);
  return {};
}

}  // namespace morph::gl
