// SPDX-License-Identifier: MIT
#pragma once

#include <string>

#include "morph/gl/renderer.h"
#include "morph/runtime/pose.h"
#include "morph/runtime/result.h"
#include "morph/runtime/scene.h"
#include "morphview/options.h"
#include "morphview/player.h"

namespace morphview {

// --dump: evaluated weights and vertices as JSON, schema morphview.dump/1. One entry for each node
// that has a mesh, whatever the scene. The values are what the morph path computed, so that one
// format shows that all paths agree.

/// Writes the dump to a file, or standard output for "-".
///   renderer  reads the values back from the graphics side, on the path that `wish` leads to;
///   nullptr: the CPU path
///   normals   recomputed ones come from the CPU path, which is what the dump then says
/// Errors: io, graphics.
morph::Result<void> write_dump(const std::string& path, const std::string& file,
                               const Player& player, DumpSpace space, morph::gl::Renderer* renderer,
                               morph::gl::MorphPathWish wish, morph::NormalsMode normals);

}  // namespace morphview
