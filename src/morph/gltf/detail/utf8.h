// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

namespace morph::gltf::detail {

/// Length in bytes (1 … 4) of the UTF-8 sequence that `text` begins with; 0 where it is not valid:
/// overlong, a surrogate, above U+10FFFF or cut off.
std::size_t utf8_sequence(std::string_view text);

/// Appends one code point. Precondition: it is at most U+10FFFF.
void append_utf8(std::string& out, std::uint32_t code_point);

/// The longest beginning of a valid UTF-8 text that has at most `bytes` bytes and cuts no
/// character.
std::string_view utf8_prefix(std::string_view text, std::size_t bytes);

}  // namespace morph::gltf::detail
