// SPDX-License-Identifier: MIT
#include "morph/gltf/detail/json_path.h"

#include "morph/gltf/detail/utf8.h"

namespace morph::gltf::detail {

std::string JsonPath::pointer() const {
  constexpr std::size_t kMostKeyBytes = 256;
  std::string out;
  for (const Step& step : steps_) {
    out += '/';
    if (step.is_index) {
      out += std::to_string(step.index);
      continue;
    }
    for (const char c : utf8_prefix(step.key, kMostKeyBytes)) {
      if (c == '~') {
        out += "~0";
      } else if (c == '/') {
        out += "~1";
      } else {
        out += c;
      }
    }
  }
  return out;
}

}  // namespace morph::gltf::detail
