// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <string_view>

namespace morphview {

// Reading UTF-8 that may be broken: names come from files, and file names may be any bytes.

inline constexpr std::string_view kReplacementCharacter = "\xEF\xBF\xBD";

struct Utf8Step {
  std::uint32_t code_point = 0;
  std::uint32_t length = 1;  ///< bytes to go on; 1 where they are not valid
  bool valid = false;
};

/// The first code point of a text that is not empty. Overlong forms, surrogates and numbers above
/// U+10FFFF are not valid.
[[nodiscard]] inline Utf8Step next_code_point(std::string_view text) {
  const auto byte = [&](std::size_t i) { return static_cast<std::uint8_t>(text[i]); };
  const std::uint8_t first = byte(0);
  if (first < 0x80) return {first, 1, true};
  const std::uint32_t length = first >= 0xF0 ? 4 : first >= 0xE0 ? 3 : first >= 0xC0 ? 2 : 0;
  if (length == 0 || first > 0xF4 || text.size() < length) return {};
  std::uint32_t value = first & (0x7Fu >> length);
  for (std::uint32_t i = 1; i < length; ++i) {
    if ((byte(i) & 0xC0) != 0x80) return {};
    value = value << 6 | (byte(i) & 0x3Fu);
  }
  constexpr std::uint32_t kSmallest[5] = {0, 0, 0x80, 0x800, 0x10000};
  const bool surrogate = value >= 0xD800 && value < 0xE000;
  if (value < kSmallest[length] || surrogate || value > 0x10FFFF) return {};
  return {value, length, true};
}

}  // namespace morphview
