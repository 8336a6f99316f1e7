// SPDX-License-Identifier: MIT
#pragma once

#include "morph/gl/detail/handle.h"
#include "morph/gl/detail/shader_interface.h"
#include "morph/runtime/result.h"

namespace morph::gl::detail {

// Linked programs and the places of their uniforms; −1 for one that it does not use, which OpenGL
// ignores when it is set. Texture units and the light are set once, by `create`; no program is
// bound afterwards. Errors of `create`: graphics, with the driver's text and the numbers of the
// source files in it.

/// Draws vertices that are morphed.
struct Program {
  ProgramHandle handle;
  GLint mesh_to_view = -1;
  GLint view_to_clip = -1;
  GLint normal_to_view = -1;
  GLint base_color_factor = -1;
  GLint map_transforms = -1;
  GLint map_places = -1;
  GLint alpha_cutoff = -1;
  GLint blended = -1;
  GLint metallic_roughness = -1;
  GLint emission = -1;
  GLint normal_scale = -1;
  GLint occlusion_strength = -1;
  GLint mirrored = -1;
  GLint view_to_studio = -1;
  GLint exposure = -1;
  GLint eye = -1;
  GLint shading = -1;
  GLint view_to_world = -1;
  GLint heat_scale = -1;
  GLint morphed_places = -1;
  GLint morphed_count = -1;
  GLint vertex_count = -1;

  static Result<Program> create(const Gl& gl, const ProgramKey& key);
};

/// Morphs vertices into a buffer of transform feedback.
struct MorphProgram {
  ProgramHandle handle;
  GLint kinds = -1;
  GLint weights = -1;

  static Result<MorphProgram> create(const Gl& gl, const MorphKey& key);
};

/// The same from given sources.
///   fragment  empty: no fragment stage
///   captured  the varying of transform feedback; null: none
Result<ProgramHandle> link_program(const Gl& gl, const std::vector<SourcePart>& vertex,
                                   const std::vector<SourcePart>& fragment,
                                   const char* captured = nullptr);

}  // namespace morph::gl::detail
