// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <string_view>

#include "morph/gltf/detail/json_path.h"
#include "morph/gltf/detail/json_scan.h"

namespace morph::gltf::detail {

// Where a scan puts the values that its schema tells it to remember.

/// Keeps any value but a number.
///   range  of the value, in `text`
void keep_value(JsonCapture capture, std::string_view text, JsonRange range, const JsonPath& path,
                JsonScan& scan);

/// Keeps a number. Gives back what tinygltf is to see in its place, "" for the number itself.
std::string_view keep_number(JsonCapture capture, std::uint64_t number, const JsonPath& path,
                             JsonScan& scan);

}  // namespace morph::gltf::detail
