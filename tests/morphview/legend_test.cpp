// SPDX-License-Identifier: MIT
#include "morphview/legend.h"

#include <gtest/gtest.h>

#include <array>
#include <cmath>
#include <cstdint>
#include <set>

#include "morph/gl/renderer.h"

namespace morphview {
namespace {

using morph::Image;

Image grey(std::uint32_t width, std::uint32_t height, std::uint8_t alpha = 255) {
  Image image{width, height, {}};
  for (std::size_t i = 0; i < image.pixel_count(); ++i) {
    for (const std::uint8_t byte : {std::uint8_t{90}, std::uint8_t{90}, std::uint8_t{90}, alpha}) {
      image.rgba.push_back(byte);
    }
  }
  return image;
}

using Color = std::array<int, 3>;

Color color_at(const Image& image, std::uint32_t x, std::uint32_t y) {
  const std::size_t at = 4 * (std::size_t{y} * image.width + x);
  return {image.rgba[at], image.rgba[at + 1], image.rgba[at + 2]};
}

Color heat(float value) {
  const glm::vec3 color = morph::gl::heat_color(value);
  return {static_cast<int>(std::lround(255 * color.r)),
          static_cast<int>(std::lround(255 * color.g)),
          static_cast<int>(std::lround(255 * color.b))};
}

// The bar: 220 pixels from x = 20.
constexpr std::uint32_t kBarX = 20, kBarWidth = 220;

// A row through the bar; 0 where there is none.
std::uint32_t bar_row(const Image& image) {
  for (std::uint32_t y = 0; y < image.height; ++y) {
    if (color_at(image, kBarX + kBarWidth - 1, y) == heat(1.0f)) return y + 2;
  }
  return 0;
}

TEST(LegendPicture, TheBarHasTheColoursInOrder) {
  Image image = grey(400, 300);
  draw_legend({"jawOpen", 0.0189f}, image);
  const std::uint32_t row = bar_row(image);
  ASSERT_GT(row, 0u);
  for (std::uint32_t x = 0; x < kBarWidth; ++x) {
    const float value = static_cast<float>(x) / static_cast<float>(kBarWidth - 1);
    EXPECT_EQ(color_at(image, kBarX + x, row), heat(value)) << x;
  }
}

TEST(LegendPicture, NumbersAndNamesAreWritten) {
  const auto drawn = [](const Legend& legend) {
    Image image = grey(400, 300);
    draw_legend(legend, image);
    return image;
  };
  const Image first = drawn({"jawOpen", 0.0189f});
  EXPECT_EQ(first, drawn({"jawOpen", 0.0189f}));
  EXPECT_NE(first, drawn({"jawOpen", 0.0188f}));
  EXPECT_NE(first, drawn({"jawopen", 0.0189f}));
  EXPECT_NE(drawn({"jawOpen", 0.0f}), first);
  // "0" stands below the left end.
  const std::uint32_t row = bar_row(first);
  int lit = 0;
  for (std::uint32_t y = row + 10; y < row + 26; ++y) {
    for (std::uint32_t x = kBarX; x < kBarX + 8; ++x) lit += color_at(first, x, y)[0] > 180;
  }
  EXPECT_GT(lit, 8);
}

TEST(LegendPicture, StaysInThePictureWhateverTheName) {
  std::string japanese;
  for (int i = 0; i < 60; ++i) japanese += "\xE3\x81\x82";
  for (const std::string& name : {std::string(), std::string(500, 'w'), japanese,
                                  std::string("\xC3\xA9t\xC3"), std::string("\n%s##")}) {
    Image image = grey(400, 300);
    draw_legend({name, 1e-30f}, image);
    for (std::uint32_t y = 0; y < 300; ++y) {
      for (std::uint32_t x = 0; x < 400; ++x) {
        const bool inside = x >= 12 && x < 212 + 40 && y >= 200 && y < 288;
        if (!inside) {
          ASSERT_EQ(color_at(image, x, y), (Color{90, 90, 90})) << name << x << ',' << y;
        }
      }
    }
  }
}

TEST(LegendPicture, ATinyPictureHasNone) {
  for (const auto& [width, height] : {std::pair{100u, 300u}, {400u, 60u}, {1u, 1u}}) {
    Image image = grey(width, height);
    draw_legend({"jawOpen", 1.0f}, image);
    EXPECT_EQ(image, grey(width, height));
  }
}

TEST(LegendPicture, IsOpaqueEnoughOverATransparentPicture) {
  Image image = grey(400, 300, 0);
  draw_legend({"jawOpen", 1.0f}, image);
  const std::uint32_t row = bar_row(image);
  ASSERT_GT(row, 0u);
  EXPECT_EQ(image.rgba[4 * (std::size_t{row} * 400 + 100) + 3], 255);
  EXPECT_EQ(image.rgba[4 * (std::size_t{280} * 400 + 14) + 3], 0xD8);
  EXPECT_EQ(image.rgba[3], 0);
}

TEST(LegendPicture, GrowsWithThePicture) {
  Image small = grey(800, 600);
  Image large = grey(1600, 1200);
  const Image before = large;
  draw_legend({"jawOpen", 1.0f}, small);
  draw_legend({"jawOpen", 1.0f}, large);
  const auto changed = [](const Image& image) {
    int count = 0;
    for (std::size_t i = 0; i < image.pixel_count(); ++i) count += image.rgba[4 * i] != 90;
    return count;
  };
  EXPECT_NE(large, before);
  EXPECT_GT(changed(large), 3 * changed(small));
}

}  // namespace
}  // namespace morphview
