// SPDX-License-Identifier: MIT
#pragma once

#include <vector>

#include "morph/gltf/detail/document.h"
#include "morph/runtime/camera.h"

namespace morph::gltf::detail {

/// Cameras (glTF 2.0 §3.10). One whose values cannot be used is a default perspective camera, with
/// a warning.
std::vector<Camera> import_cameras(const ImportContext& context);

}  // namespace morph::gltf::detail
