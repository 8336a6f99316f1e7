// SPDX-License-Identifier: MIT
#include "morph/gltf/severity.h"

#include <algorithm>
#include <string_view>

namespace morph::gltf {
namespace {

// Every rule of gltf-validator that is no error there. UNSUPPORTED_EXTENSION is graver here: the
// validator means that it cannot judge the extension, we that it is not shown.

constexpr std::string_view kWarnings[] = {
    "ACCESSOR_JOINTS_USED_ZERO_WEIGHT",
    "ANIMATION_CHANNEL_TARGET_NODE_SKIN",
    "BUFFER_GLB_CHUNK_TOO_BIG",
    "CAMERA_XMAG_YMAG_NEGATIVE",
    "CAMERA_YFOV_GEQUAL_PI",
    "DATA_URI_GLB",
    "GLB_EXTRA_DATA",
    "GLB_UNKNOWN_CHUNK_TYPE",
    "IMAGE_FEATURES_UNSUPPORTED",
    "IMAGE_UNRECOGNIZED_FORMAT",
    "INVALID_EXTENSION_NAME_FORMAT",
    "KHR_MATERIALS_ANISOTROPY_ANISOTROPY_TEXTURE_TEXCOORD",
    "KHR_MATERIALS_CLEARCOAT_CLEARCOAT_NORMAL_TEXTURE_TEXCOORD",
    "KHR_MATERIALS_DISPERSION_NO_VOLUME",
    "KHR_MATERIALS_EMISSIVE_STRENGTH_ZERO_FACTOR",
    "KHR_MATERIALS_VOLUME_DOUBLE_SIDED",
    "KHR_MATERIALS_VOLUME_NO_TRANSMISSION",
    "MATERIAL_ALPHA_CUTOFF_INVALID_MODE",
    "MESH_PRIMITIVE_GENERATED_TANGENT_SPACE",
    "MESH_PRIMITIVE_INCOMPATIBLE_MODE",
    "MESH_PRIMITIVE_NO_POSITION",
    "MESH_PRIMITIVE_TANGENT_WITHOUT_NORMAL",
    "MULTIPLE_EXTENSIONS",
    "NODE_SKINNED_MESH_LOCAL_TRANSFORMS",
    "NODE_SKINNED_MESH_NON_ROOT",
    "NODE_SKINNED_MESH_WITHOUT_SKIN",
    "NON_RELATIVE_URI",
    "UNEXPECTED_PROPERTY",
    "UNKNOWN_ASSET_MINOR_VERSION",
    "UNSUPPORTED_EXTENSION",
    "VALUE_NOT_IN_LIST",
};

constexpr std::string_view kInfos[] = {
    "ACCESSOR_INDEX_TRIANGLE_DEGENERATE",
    "EXTRA_PROPERTY",
    "GLB_EMPTY_BIN_CHUNK",
    "IMAGE_NPOT_DIMENSIONS",
    "INCOMPLETE_EXTENSION_SUPPORT",
    "KHR_MATERIALS_IRIDESCENCE_THICKNESS_RANGE_WITHOUT_TEXTURE",
    "KHR_MATERIALS_IRIDESCENCE_THICKNESS_TEXTURE_UNUSED",
    "MORPH_TARGET_WITHOUT_NORMALS",  // ours: the validator has no word for it
    "NODE_EMPTY",
    "NODE_MATRIX_DEFAULT",
    "NON_OBJECT_EXTRAS",
    "UNUSED_MESH_TANGENT",
    "UNUSED_MESH_WEIGHTS",
    "UNUSED_OBJECT",
    "URI_GLB",
};

constexpr std::string_view kHints[] = {
    "BUFFER_VIEW_TARGET_MISSING",
};

}  // namespace

Severity severity_of(const Error& finding) {
  const auto in = [&](const auto& rules) {
    return std::ranges::find(rules, finding.rule) != std::end(rules);
  };
  if (finding.rule.empty() || in(kWarnings)) return Severity::warning;
  if (in(kInfos)) return Severity::info;
  return in(kHints) ? Severity::hint : Severity::error;
}

}  // namespace morph::gltf
