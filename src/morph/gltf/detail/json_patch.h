// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <span>
#include <string>
#include <string_view>

namespace morph::gltf::detail {

/// Bytes of a JSON text.
struct JsonRange {
  std::size_t begin = 0;
  std::size_t end = 0;
};

/// A piece of a JSON text that is to read otherwise.
struct JsonPatch {
  JsonRange range;
  std::string text;
};

/// The text with the patches in the places of what they cover.
///   patches  in the text's order, none over another
std::string patched(std::string_view text, std::span<const JsonPatch> patches);

}  // namespace morph::gltf::detail
