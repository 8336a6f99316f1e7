// SPDX-License-Identifier: MIT
#pragma once

#include <optional>
#include <string_view>

#include "morph/gltf/detail/accessor.h"
#include "morph/runtime/morph_target_data.h"

namespace morph::gltf::detail {

// Which accessor an attribute may have (glTF 2.0 §3.7.2.1, §3.7.2.2, KHR_mesh_quantization).
// Another number of components makes it unusable; another component type is read all the same.

/// POSITION, NORMAL, TANGENT, COLOR_0, TEXCOORD_0 … TEXCOORD_7; none for what we do not read.
std::optional<MorphAttribute> semantic_of(std::string_view name);

enum class AttributeUse : std::uint8_t { base, delta };

/// Components: 3 for POSITION and NORMAL; TANGENT 4, its deltas 3 (4 are tolerated); COLOR_0 3
/// or 4.
bool has_usable_width(MorphAttribute attribute, AttributeUse use, const AccessorShape& shape);

/// Whether the specification allows the component type, with the extension or without.
bool is_allowed_format(MorphAttribute attribute, AttributeUse use, const AccessorShape& shape,
                       bool quantization);

}  // namespace morph::gltf::detail
