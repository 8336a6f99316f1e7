// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

namespace morph {

/// A decoded picture: 8 bits a channel as they were encoded, with unassociated alpha, top row
/// first, without padding. Whether its colours are sRGB or linear is said where it is used.
struct Image {
  std::uint32_t width = 0;
  std::uint32_t height = 0;
  std::vector<std::uint8_t> rgba;  ///< [height][width][4]

  [[nodiscard]] std::size_t pixel_count() const { return std::size_t{width} * height; }

  friend bool operator==(const Image&, const Image&) = default;
};

}  // namespace morph
