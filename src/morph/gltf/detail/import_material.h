// SPDX-License-Identifier: MIT
#pragma once

#include <vector>

#include "morph/gltf/detail/document.h"
#include "morph/runtime/image.h"
#include "morph/runtime/material.h"
#include "morph/runtime/mesh.h"

namespace morph::gltf::detail {

/// Materials (glTF 2.0 §3.9) with KHR_materials_unlit, KHR_materials_emissive_strength and
/// KHR_texture_transform; VRMC_materials_mtoon counts as unlit, other extensions are passed over.
/// Values outside their range are brought into it, with a warning.
std::vector<Material> import_materials(const ImportContext& context);

/// Warns, once a primitive, about textures of its material for which it has no coordinates.
void check_texcoords(const ImportContext& context, const std::vector<Mesh>& meshes,
                     const std::vector<Material>& materials);

/// Textures with their samplers (§3.8). One whose image only an extension names refers to that
/// image, which will then be a placeholder. Errors: out_of_range.
Result<std::vector<Texture>> import_textures(const ImportContext& context);

/// The encoded bytes of an image, which outlive neither the document nor, if they are a file's,
/// what is returned. Errors (without a place): those of decode_data_uri, ExternalFiles and
/// find_view.
Result<FileBytes> read_encoded(const ImportContext& context, const ImageSource& image);

/// Decodes the images that a material uses; the others stay 0 × 0. What cannot be found or decoded
/// is a checkerboard, with a warning: an image never prevents loading.
///   infos  gets an entry for each image
std::vector<Image> import_images(const ImportContext& context,
                                 const std::vector<Material>& materials,
                                 const std::vector<Texture>& textures,
                                 std::vector<ImageInfo>& infos);

}  // namespace morph::gltf::detail
