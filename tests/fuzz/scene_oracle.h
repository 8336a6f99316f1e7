// SPDX-License-Identifier: MIT
#pragma once

#include "morph/gltf/import.h"
#include "morph/runtime/scene.h"

namespace morph::fuzz {

// What must be true of anything that an import accepted. Written from the headers' promises and
// sharing no check with Scene::create.

/// Every index in range, every count as it must be, every number finite, nothing above its limit.
void check_imported(const gltf::Imported& imported, const gltf::Limits& limits);

/// Does what a frame does: expressions, animation, matrices, skins, blending, bounds. The blended
/// positions are compared with the formula in double.
void play(const Scene& scene);

}  // namespace morph::fuzz
