// SPDX-License-Identifier: MIT
#include "morph/gltf/detail/utf8.h"

namespace morph::gltf::detail {

std::size_t utf8_sequence(std::string_view text) {
  if (text.empty()) return 0;
  const auto byte = [&](std::size_t i) { return static_cast<unsigned char>(text[i]); };
  const unsigned lead = byte(0);
  if (lead < 0x80) return 1;
  const std::size_t length = lead < 0xC2   ? 0
                             : lead < 0xE0 ? 2
                             : lead < 0xF0 ? 3
                             : lead < 0xF5 ? 4
                                           : 0;
  if (length == 0 || text.size() < length) return 0;
  for (std::size_t i = 1; i < length; ++i) {
    if ((byte(i) & 0xC0) != 0x80) return 0;
  }
  // The second byte excludes overlong forms, surrogates and what lies above U+10FFFF.
  const unsigned second = byte(1);
  if (lead == 0xE0 && second < 0xA0) return 0;
  if (lead == 0xED && second > 0x9F) return 0;
  if (lead == 0xF0 && second < 0x90) return 0;
  if (lead == 0xF4 && second > 0x8F) return 0;
  return length;
}

void append_utf8(std::string& out, std::uint32_t code_point) {
  const auto put = [&](std::uint32_t byte) { out += static_cast<char>(byte); };
  const auto tail = [&](int shift) { put(0x80 | ((code_point >> shift) & 0x3F)); };
  if (code_point < 0x80) {
    put(code_point);
  } else if (code_point < 0x800) {
    put(0xC0 | (code_point >> 6));
    tail(0);
  } else if (code_point < 0x10000) {
    put(0xE0 | (code_point >> 12));
    tail(6);
    tail(0);
  } else {
    put(0xF0 | (code_point >> 18));
    tail(12);
    tail(6);
    tail(0);
  }
}

std::string_view utf8_prefix(std::string_view text, std::size_t bytes) {
  if (text.size() <= bytes) return text;
  while (bytes > 0 && (static_cast<unsigned char>(text[bytes]) & 0xC0) == 0x80) --bytes;
  return text.substr(0, bytes);
}

}  // namespace morph::gltf::detail
