// SPDX-License-Identifier: MIT
#include "fuzz/gltf_file.h"

#include <algorithm>
#include <cstring>
#include <string>
#include <string_view>
#include <utility>

namespace morph::fuzz {
namespace {

using nlohmann::json;

constexpr std::uint32_t kMagic = 0x46546C67;
constexpr std::size_t kHeaders = 20;  // of the file and of its first chunk

std::uint32_t word(std::span<const std::uint8_t> bytes, std::size_t at) {
  std::uint32_t out;
  std::memcpy(&out, bytes.data() + at, sizeof(out));
  return out;
}

void put_word(Bytes& out, std::uint32_t value) {
  for (int shift = 0; shift < 32; shift += 8)
    out.push_back(static_cast<std::uint8_t>(value >> shift));
}

void put_text(Bytes& out, const std::string& text) {
  out.insert(out.end(), text.begin(), text.end());
}

}  // namespace

std::size_t json_depth(std::string_view text) {
  std::size_t depth = 0;
  std::size_t deepest = 0;
  bool in_string = false;
  for (std::size_t i = 0; i < text.size(); ++i) {
    const char c = text[i];
    if (in_string) {
      if (c == '\\') ++i;
      in_string = c != '"';
    } else if (c == '"') {
      in_string = true;
    } else if (c == '[' || c == '{') {
      deepest = std::max(deepest, ++depth);
    } else if ((c == ']' || c == '}') && depth > 0) {
      --depth;
    }
  }
  return deepest;
}

std::optional<GltfFile> GltfFile::parse(std::span<const std::uint8_t> bytes) {
  GltfFile file;
  std::span<const std::uint8_t> text = bytes;
  if (bytes.size() >= kHeaders && word(bytes, 0) == kMagic) {
    file.is_glb = true;
    const std::size_t length = std::min<std::size_t>(word(bytes, 12), bytes.size() - kHeaders);
    text = bytes.subspan(kHeaders, length);
    const auto rest = bytes.subspan(kHeaders + length);
    if (rest.size() > 8) file.binary.assign(rest.begin() + 8, rest.end());
  }
  file.root = json::parse(text.begin(), text.end(), nullptr, false);
  if (!file.root.is_object()) return std::nullopt;
  constexpr std::size_t kDeepest = 100;  // for functions that recurse
  if (json_depth({reinterpret_cast<const char*>(text.data()), text.size()}) > kDeepest) {
    return std::nullopt;
  }
  return file;
}

Bytes GltfFile::write() const {
  std::string text = root.dump(-1, ' ', false, json::error_handler_t::replace);
  Bytes out;
  if (!is_glb) {
    put_text(out, text);
    return out;
  }
  text.resize((text.size() + 3) / 4 * 4, ' ');
  const std::size_t chunk = binary.empty() ? 0 : 8 + binary.size();
  put_word(out, kMagic);
  put_word(out, 2);
  put_word(out, static_cast<std::uint32_t>(kHeaders + text.size() + chunk));
  put_word(out, static_cast<std::uint32_t>(text.size()));
  put_word(out, 0x4E4F534A);
  put_text(out, text);
  if (binary.empty()) return out;
  put_word(out, static_cast<std::uint32_t>(binary.size()));
  put_word(out, 0x004E4942);
  out.insert(out.end(), binary.begin(), binary.end());
  return out;
}

}  // namespace morph::fuzz
