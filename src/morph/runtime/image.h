// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

namespace morph {

/// A decoded picture: 8-bit sRGB colour with linear, unassociated alpha, top row first, without
/// padding.
struct Image {
  std::uint32_t width = 0;
  std::uint32_t height = 0;
  std::vector<std::uint8_t> rgba;  ///< [height][width][4]

  [[nodiscard]] std::size_t pixel_count() const { return std::size_t{width} * height; }

  friend bool operator==(const Image&, const Image&) = default;
};

}  // namespace morph
