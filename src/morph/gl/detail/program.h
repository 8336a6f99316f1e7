// SPDX-License-Identifier: MIT
#pragma once

#include "morph/gl/detail/handle.h"
#include "morph/gl/detail/shader_interface.h"
#include "morph/runtime/result.h"

namespace morph::gl::detail {

// A linked program and the places of its uniforms; −1 for one that it does not use, which OpenGL
// ignores when it is set.
struct Program {
  ProgramHandle handle;
  GLint mesh_to_view = -1;
  GLint view_to_clip = -1;
  GLint normal_to_view = -1;
  GLint morph_weights = -1;
  GLint base_color_factor = -1;
  GLint map_transforms = -1;
  GLint map_places = -1;
  GLint alpha_cutoff = -1;
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

  /// Compiles and links. Texture units and the light are set once, here. No program is bound
  /// afterwards. Errors: graphics, with the driver's text and the numbers of the source files in
  /// it.
  static Result<Program> create(const Gl& gl, const ProgramKey& key);
};

/// The same from given sources: what Program::create does after vertex_source and fragment_source.
///   fragment  empty: no fragment stage
///   captured  names of the varyings of transform feedback, interleaved
Result<ProgramHandle> link_program(const Gl& gl, const std::vector<SourcePart>& vertex,
                                   const std::vector<SourcePart>& fragment,
                                   const std::vector<const char*>& captured);

}  // namespace morph::gl::detail
