// SPDX-License-Identifier: MIT
#pragma once

#include <vector>

#include "morph/gltf/detail/document.h"
#include "morph/runtime/image.h"
#include "morph/runtime/material.h"

namespace morph::gltf::detail {

/// Materials (glTF 2.0 §3.9) with KHR_materials_unlit; other extensions are passed over. Values
/// outside their range are brought into it, with a warning.
std::vector<Material> import_materials(const ImportContext& context);

/// Textures with their samplers (§3.8). One whose image only an extension names refers to that
/// image, which will then be a placeholder. Errors: out_of_range.
Result<std::vector<Texture>> import_textures(const ImportContext& context);

/// Decodes the images that a material shows; the others stay 0 × 0. What cannot be found or decoded
/// is a checkerboard, with a warning: an image never prevents loading.
std::vector<Image> import_images(const ImportContext& context,
                                 const std::vector<Material>& materials,
                                 const std::vector<Texture>& textures);

}  // namespace morph::gltf::detail
