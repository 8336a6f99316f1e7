// SPDX-License-Identifier: MIT
#pragma once

#include <array>
#include <cstdint>

#include "morph/runtime/image.h"

namespace morphview {

// Whether two pictures show the same thing. A pixel differs when any channel is off by more than
// the tolerance. The share of such pixels is taken of those where either picture is not background,
// so that a small object on a large ground is judged as strictly as one that fills the picture.

enum class CompareResult : std::uint8_t { match, mismatch, size_mismatch, missing_reference };

struct ComparePolicy {
  std::uint32_t tolerance = 2;  ///< levels, 0 … 255
  double max_diff = 0.05;       ///< percent of the pixels that are compared
  std::array<std::uint8_t, 4> background{0, 0, 0, 255};  ///< sRGB, alpha
};

struct Comparison {
  CompareResult result = CompareResult::match;
  std::uint64_t compared_pixels = 0;  ///< where either is not background, at least 16
  std::uint64_t differing_pixels = 0;
  double differing_percent = 0.0;  ///< of compared_pixels
  std::uint32_t max_delta = 0;     ///< levels, over all channels
  double rmse = 0.0;               ///< levels, over red, green and blue of the compared pixels
};

/// Pictures of unequal size are a size_mismatch, with nothing counted.
[[nodiscard]] Comparison compare_images(const morph::Image& actual, const morph::Image& expected,
                                        const ComparePolicy& policy);

/// Where they differ: the expected picture dimmed to grey, the pixels over the tolerance in red,
/// the brighter the more they differ. Precondition (asserted): equal sizes.
[[nodiscard]] morph::Image difference_image(const morph::Image& actual,
                                            const morph::Image& expected, std::uint32_t tolerance);

}  // namespace morphview
