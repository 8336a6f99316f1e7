// SPDX-License-Identifier: MIT
#pragma once

#include "morph/gltf/detail/document.h"

namespace morph::gltf::detail {

/// Decodes a primitive's KHR_draco_mesh_compression; empty for one without, and in a build without
/// codecs if its accessors have data as well. Targets are never compressed (item 55).
/// Errors: out_of_range, unsupported, invalid_value, count_mismatch, syntax, limit_exceeded. That
/// the stream has another number of indices than the accessor says is a warning.
Result<DecodedPrimitive> decode_primitive(const ImportContext& context, Index mesh,
                                          Index primitive);

}  // namespace morph::gltf::detail
