// SPDX-License-Identifier: MIT
#include "morph/gl/detail/program.h"

#include <initializer_list>
#include <string>
#include <utility>

#include "interface.glsl"
#include "morph/gl/detail/environment.h"
#include "morph/gl/detail/test_fault.h"

namespace morph::gl::detail {
namespace {

std::string compile_log(const Gl& gl, GLuint shader) {
  GLint length = 0;
  gl.GetShaderiv(shader, GL_INFO_LOG_LENGTH, &length);
  std::string log(static_cast<std::size_t>(length), '\0');
  if (length > 0) gl.GetShaderInfoLog(shader, length, &length, log.data());
  log.resize(static_cast<std::size_t>(length));
  return log;
}

std::string link_log(const Gl& gl, GLuint program) {
  GLint length = 0;
  gl.GetProgramiv(program, GL_INFO_LOG_LENGTH, &length);
  std::string log(static_cast<std::size_t>(length), '\0');
  if (length > 0) gl.GetProgramInfoLog(program, length, &length, log.data());
  log.resize(static_cast<std::size_t>(length));
  return log;
}

/// "vertex shader: <driver's text> (0 defines, 1 interface.glsl, …)"
Error rejected(std::string_view stage, const std::string& log,
               const std::vector<SourcePart>& parts) {
  std::string message = std::string(stage) + " shader: " + (log.empty() ? "rejected" : log) + " (";
  for (std::size_t i = 0; i < parts.size(); ++i) {
    message += (i == 0 ? "" : ", ") + std::to_string(i) + " " + std::string(parts[i].name);
  }
  return Error{ErrorCode::graphics, "", message + ")"};
}

Result<ShaderHandle> compile(const Gl& gl, GLenum kind, const std::vector<SourcePart>& parts) {
  ShaderHandle shader(gl, gl.CreateShader(kind));
  std::vector<const GLchar*> texts;
  std::vector<GLint> lengths;
  for (const SourcePart& part : parts) {
    texts.push_back(part.text.data());
    lengths.push_back(static_cast<GLint>(part.text.size()));
  }
  gl.ShaderSource(shader.name(), static_cast<GLsizei>(parts.size()), texts.data(), lengths.data());
  gl.CompileShader(shader.name());
  GLint compiled = GL_FALSE;
  gl.GetShaderiv(shader.name(), GL_COMPILE_STATUS, &compiled);
  if (compiled == GL_TRUE) return shader;
  return rejected(kind == GL_VERTEX_SHADER ? "vertex" : "fragment", compile_log(gl, shader.name()),
                  parts);
}

void set_units(const Gl& gl, GLuint program,
               std::initializer_list<std::pair<const char*, GLint>> samplers) {
  gl.UseProgram(program);
  for (const auto& [name, unit] : samplers)
    gl.Uniform1i(gl.GetUniformLocation(program, name), unit);
  gl.UseProgram(0);
}

void set_constants(const Gl& gl, GLuint program) {
  set_units(gl, program,
            {{"u_joint_rows", MORPH_UNIT_JOINTS},
             {"u_morphed", MORPH_UNIT_MORPHED},
             {"u_heat", MORPH_UNIT_HEAT},
             {"u_instances", MORPH_UNIT_INSTANCES}});
  gl.UseProgram(program);
  for (GLint map = 0; map < MORPH_MAP_COUNT; ++map) {
    const std::string name = "u_maps[" + std::to_string(map) + "]";
    gl.Uniform1i(gl.GetUniformLocation(program, name.c_str()), MORPH_UNIT_MAPS + map);
  }
  set_light(gl, program, studio_light());
  gl.UseProgram(0);
}

}  // namespace

Result<ProgramHandle> link_program(const Gl& gl, const std::vector<SourcePart>& vertex,
                                   const std::vector<SourcePart>& fragment, const char* captured) {
  ProgramHandle program(gl, gl.CreateProgram());
  const auto vertex_shader = compile(gl, GL_VERTEX_SHADER, vertex);
  if (!vertex_shader) return vertex_shader.error();
  gl.AttachShader(program.name(), vertex_shader->name());
  if (!fragment.empty()) {
    const auto fragment_shader = compile(gl, GL_FRAGMENT_SHADER, fragment);
    if (!fragment_shader) return fragment_shader.error();
    gl.AttachShader(program.name(), fragment_shader->name());
  }
  if (captured != nullptr) {
    gl.TransformFeedbackVaryings(program.name(), 1, &captured, GL_INTERLEAVED_ATTRIBS);
  }
  gl.LinkProgram(program.name());
  GLint linked = GL_FALSE;
  gl.GetProgramiv(program.name(), GL_LINK_STATUS, &linked);
  if (linked != GL_TRUE) return rejected("linking the", link_log(gl, program.name()), vertex);
  return program;
}

Result<Program> Program::create(const Gl& gl, const ProgramKey& key) {
  auto fragment = fragment_source(key);
  if (rejects_light() && key.lit) fragment.back().text += "no light";
  auto linked = link_program(gl, vertex_source(key), fragment);
  if (!linked) return linked.error();
  Program program;
  program.handle = std::move(linked).value();
  const GLuint name = program.handle.name();
  const auto place = [&](const char* uniform) { return gl.GetUniformLocation(name, uniform); };
  program.mesh_to_view = place("u_mesh_to_view");
  program.view_to_clip = place("u_view_to_clip");
  program.normal_to_view = place("u_normal_to_view");
  program.base_color_factor = place("u_base_color_factor");
  program.map_transforms = place("u_map_transforms");
  program.map_places = place("u_map_places");
  program.alpha_cutoff = place("u_alpha_cutoff");
  program.blended = place("u_blended");
  program.metallic_roughness = place("u_metallic_roughness");
  program.emission = place("u_emission");
  program.normal_scale = place("u_normal_scale");
  program.occlusion_strength = place("u_occlusion_strength");
  program.mirrored = place("u_mirrored");
  program.view_to_studio = place("u_view_to_studio");
  program.exposure = place("u_exposure");
  program.eye = place("u_eye");
  program.shading = place("u_shading");
  program.view_to_world = place("u_view_to_world");
  program.heat_scale = place("u_heat_scale");
  program.morphed_places = place("u_morphed_places");
  program.morphed_count = place("u_morphed_count");
  program.vertex_count = place("u_vertex_count");
  set_constants(gl, name);
  return program;
}

Result<MorphProgram> MorphProgram::create(const Gl& gl, const MorphKey& key) {
  auto linked = link_program(gl, vertex_source(key), {}, "v_morphed");
  if (!linked) return linked.error();
  MorphProgram program;
  program.handle = std::move(linked).value();
  const GLuint name = program.handle.name();
  program.kinds = gl.GetUniformLocation(name, "u_morph_kinds");
  program.weights = gl.GetUniformLocation(name, "u_morph_weights");
  set_units(gl, name,
            {{"u_base_normals", MORPH_UNIT_BASE_NORMALS},
             {"u_base_tangents", MORPH_UNIT_BASE_TANGENTS},
             {"u_morph_deltas", MORPH_UNIT_DELTAS},
             {"u_morph_active", MORPH_UNIT_ACTIVE}});
  return program;
}

}  // namespace morph::gl::detail
