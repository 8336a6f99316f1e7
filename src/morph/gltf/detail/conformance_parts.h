// SPDX-License-Identifier: MIT
#pragma once

#include <string>
#include <string_view>

#include "morph/gltf/detail/document.h"

namespace morph::gltf::detail {

// The parts of report_conformance, by the kind of object that they look at. Each finding has
// gltf-validator's name and place for it; one that the import had is not repeated.

/// Accessors: min and max, unit lengths, signs.
void report_accessors(const ImportContext& context);

/// Buffer views: strides, and that each serves one purpose.
void report_buffer_views(const ImportContext& context);

/// Attributes of primitives and targets: names, formats and counts, of those too that are not read.
void report_attributes(const ImportContext& context);

/// Images and the textures that show them: what they say they are, and are.
void report_images(const ImportContext& context);

/// Skins: their joints have a common root that is in the scene; no vertex names a joint twice.
void report_skins(const ImportContext& context);

inline void add_finding(const ImportContext& context, std::string where, std::string message,
                        std::string_view rule) {
  context.warnings.add_once({ErrorCode::invalid_value, std::move(where), std::move(message), rule});
}

}  // namespace morph::gltf::detail
