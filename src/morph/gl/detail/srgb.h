// SPDX-License-Identifier: MIT
#pragma once

#include <array>
#include <cmath>
#include <cstdint>

namespace morph::gl::detail {

// The transfer function of sRGB (IEC 61966-2-1), exactly.

[[nodiscard]] inline float decode_srgb(float encoded) {
  return encoded <= 0.04045f ? encoded / 12.92f : std::pow((encoded + 0.055f) / 1.055f, 2.4f);
}

/// Bytes to linear light.
[[nodiscard]] inline const std::array<float, 256>& srgb_table() {
  static const std::array<float, 256> table = [] {
    std::array<float, 256> values{};
    for (int i = 0; i < 256; ++i) values[i] = decode_srgb(static_cast<float>(i) / 255.0f);
    return values;
  }();
  return table;
}

/// Linear light to the nearest byte; below 0 and above 1 are clamped.
[[nodiscard]] inline std::uint8_t encode_srgb(float linear) {
  if (!(linear > 0.0f)) return 0;
  const float encoded =
      linear <= 0.0031308f ? 12.92f * linear : 1.055f * std::pow(linear, 1.0f / 2.4f) - 0.055f;
  return encoded >= 1.0f ? 255 : static_cast<std::uint8_t>(std::lround(encoded * 255.0f));
}

}  // namespace morph::gl::detail
