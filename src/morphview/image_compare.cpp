// SPDX-License-Identifier: MIT
#include "morphview/image_compare.h"

#include <algorithm>
#include <cassert>
#include <cmath>
#include <cstddef>
#include <cstdlib>

namespace morphview {
namespace {

using morph::Image;

constexpr std::uint64_t kFewestPixels = 16;

// Largest difference of the four channels of a pixel.
std::uint32_t pixel_delta(const std::uint8_t* a, const std::uint8_t* b) {
  std::uint32_t delta = 0;
  for (int c = 0; c < 4; ++c) {
    delta = std::max(delta, static_cast<std::uint32_t>(std::abs(int{a[c]} - int{b[c]})));
  }
  return delta;
}

double squared_color_difference(const std::uint8_t* a, const std::uint8_t* b) {
  double sum = 0.0;
  for (int c = 0; c < 3; ++c) sum += static_cast<double>((a[c] - b[c]) * (a[c] - b[c]));
  return sum;
}

}  // namespace

Comparison compare_images(const Image& actual, const Image& expected, const ComparePolicy& policy) {
  Comparison out;
  if (actual.width != expected.width || actual.height != expected.height) {
    out.result = CompareResult::size_mismatch;
    return out;
  }
  const auto is_background = [&](const std::uint8_t* pixel) {
    return std::equal(policy.background.begin(), policy.background.end(), pixel);
  };
  double squares = 0.0;
  for (std::size_t i = 0; i < actual.rgba.size(); i += 4) {
    const std::uint8_t* const a = actual.rgba.data() + i;
    const std::uint8_t* const b = expected.rgba.data() + i;
    if (is_background(a) && is_background(b)) continue;
    const std::uint32_t delta = pixel_delta(a, b);
    ++out.compared_pixels;
    out.differing_pixels += delta > policy.tolerance;
    out.max_delta = std::max(out.max_delta, delta);
    squares += squared_color_difference(a, b);
  }
  out.compared_pixels = std::max(out.compared_pixels, kFewestPixels);
  const auto base = static_cast<double>(out.compared_pixels);
  out.differing_percent = 100.0 * static_cast<double>(out.differing_pixels) / base;
  out.rmse = std::sqrt(squares / (3.0 * base));
  if (out.differing_percent > policy.max_diff) out.result = CompareResult::mismatch;
  return out;
}

Image difference_image(const Image& actual, const Image& expected, std::uint32_t tolerance) {
  assert(actual.width == expected.width && actual.height == expected.height);
  Image out = expected;
  for (std::size_t i = 0; i < out.rgba.size(); i += 4) {
    std::uint8_t* const pixel = out.rgba.data() + i;
    const std::uint32_t delta = pixel_delta(actual.rgba.data() + i, pixel);
    const int grey = (pixel[0] + 2 * pixel[1] + pixel[2]) / 8;
    const bool differs = delta > tolerance;
    const auto level = static_cast<std::uint8_t>(grey);
    pixel[0] = differs ? static_cast<std::uint8_t>(std::min(255u, 128 + 4 * delta)) : level;
    pixel[1] = pixel[2] = differs ? std::uint8_t{0} : level;
    pixel[3] = 255;
  }
  return out;
}

}  // namespace morphview
