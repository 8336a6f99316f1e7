// SPDX-License-Identifier: MIT
#include "morph/gltf/detail/json_patch.h"

namespace morph::gltf::detail {

std::string patched(std::string_view text, std::span<const JsonPatch> patches) {
  std::string out;
  std::size_t copied = 0;
  for (const JsonPatch& patch : patches) {
    out += text.substr(copied, patch.range.begin - copied);
    out += patch.text;
    copied = patch.range.end;
  }
  out += text.substr(copied);
  return out;
}

}  // namespace morph::gltf::detail
