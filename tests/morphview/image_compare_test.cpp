// SPDX-License-Identifier: MIT
#include "morphview/image_compare.h"

#include <gtest/gtest.h>
#include <unistd.h>

#include <cstdint>
#include <filesystem>
#include <string>
#include <vector>

#include "morphview/png.h"
#include "morphview/screenshot.h"

namespace morphview {
namespace {

using morph::Image;

Image filled(std::uint32_t width, std::uint32_t height, std::array<std::uint8_t, 4> color) {
  Image image{width, height, {}};
  for (std::size_t i = 0; i < image.pixel_count(); ++i) {
    image.rgba.insert(image.rgba.end(), color.begin(), color.end());
  }
  return image;
}

void set(Image& image, std::size_t pixel, std::array<std::uint8_t, 4> color) {
  std::copy(color.begin(), color.end(),
            image.rgba.begin() + static_cast<std::ptrdiff_t>(4 * pixel));
}

constexpr std::array<std::uint8_t, 4> kGround = {0x26, 0x28, 0x2C, 255};
const ComparePolicy kPolicy{2, 0.05, kGround};

TEST(CompareImages, EqualPicturesMatch) {
  const Image image = filled(8, 8, {1, 2, 3, 255});
  const Comparison result = compare_images(image, image, kPolicy);
  EXPECT_EQ(result.result, CompareResult::match);
  EXPECT_EQ(result.compared_pixels, 64u);
  EXPECT_EQ(result.rmse, 0.0);
}

TEST(CompareImages, AChannelMayBeOffByTheToleranceOnly) {
  const Image expected = filled(100, 100, {100, 100, 100, 255});
  Image actual = expected;
  set(actual, 0, {102, 98, 100, 255});
  EXPECT_EQ(compare_images(actual, expected, kPolicy).differing_pixels, 0u);
  set(actual, 0, {103, 100, 100, 255});
  EXPECT_EQ(compare_images(actual, expected, kPolicy).differing_pixels, 1u);
  set(actual, 0, {100, 100, 100, 250});  // alpha counts
  EXPECT_EQ(compare_images(actual, expected, kPolicy).differing_pixels, 1u);
}

TEST(CompareImages, ASmallShareOfPixelsMayDiffer) {
  const Image expected = filled(100, 100, {100, 100, 100, 255});
  Image actual = expected;
  for (std::size_t i = 0; i < 5; ++i) set(actual, i, {0, 0, 0, 255});
  EXPECT_EQ(compare_images(actual, expected, kPolicy).result, CompareResult::match);  // 0.05 %
  set(actual, 5, {0, 0, 0, 255});
  const Comparison result = compare_images(actual, expected, kPolicy);
  EXPECT_EQ(result.result, CompareResult::mismatch);
  EXPECT_DOUBLE_EQ(result.differing_percent, 0.06);
  EXPECT_EQ(result.max_delta, 100u);
}

// The share is of the object's pixels: one wrong pixel of 100 is 1 %, however large the ground.
TEST(CompareImages, BackgroundDoesNotDiluteADifference) {
  Image expected = filled(100, 100, kGround);
  for (std::size_t i = 0; i < 100; ++i) set(expected, i, {200, 0, 0, 255});
  Image actual = expected;
  set(actual, 7, {100, 0, 0, 255});
  const Comparison result = compare_images(actual, expected, kPolicy);
  EXPECT_EQ(result.compared_pixels, 100u);
  EXPECT_EQ(result.result, CompareResult::mismatch);
}

TEST(CompareImages, AnObjectThatVanishedDiffers) {
  Image expected = filled(10, 10, kGround);
  set(expected, 3, {200, 0, 0, 255});
  const Comparison result = compare_images(filled(10, 10, kGround), expected, kPolicy);
  EXPECT_EQ(result.result, CompareResult::mismatch);
  EXPECT_EQ(result.compared_pixels, 16u);  // the smallest base
  EXPECT_DOUBLE_EQ(result.differing_percent, 6.25);
}

TEST(CompareImages, UnequalSizesAreAMismatchOfTheirOwn) {
  EXPECT_EQ(compare_images(filled(4, 5, kGround), filled(5, 4, kGround), kPolicy).result,
            CompareResult::size_mismatch);
}

TEST(DifferenceImage, MarksInRedWhatIsOverTheTolerance) {
  const Image expected = filled(2, 1, {100, 100, 100, 255});
  Image actual = expected;
  set(actual, 0, {102, 100, 100, 255});
  set(actual, 1, {150, 100, 100, 255});
  const Image diff = difference_image(actual, expected, 2);
  EXPECT_EQ(diff.rgba[0], diff.rgba[1]);  // grey
  EXPECT_GT(diff.rgba[4], 128);
  EXPECT_EQ(diff.rgba[5], 0);
}

class PngFolder : public testing::Test {
 protected:
  void SetUp() override {
    std::string pattern = testing::TempDir() + "png_XXXXXX";
    folder_ = mkdtemp(pattern.data());
  }
  void TearDown() override { std::filesystem::remove_all(folder_); }
  std::filesystem::path folder_;
};

TEST_F(PngFolder, APictureComesBackAsItWas) {
  Image image{3, 2, {}};
  for (int i = 0; i < 24; ++i) image.rgba.push_back(static_cast<std::uint8_t>(i * 11));
  const std::string path = folder_ / "picture.png";
  ASSERT_TRUE(write_png(path, image));
  const auto read = read_png(path);
  ASSERT_TRUE(read);
  EXPECT_EQ(*read, image);
  EXPECT_EQ(*encode_png(image), *encode_png(image));
}

TEST_F(PngFolder, WhatIsNoPngIsRefused) {
  EXPECT_EQ(read_png(folder_ / "none.png").error().code, morph::ErrorCode::not_found);
  const std::vector<std::uint8_t> text = {'h', 'e', 'l', 'l', 'o', ' ', 'y', 'o', 'u'};
  EXPECT_EQ(decode_png(text).error().code, morph::ErrorCode::syntax);
  std::vector<std::uint8_t> cut = *encode_png(filled(50, 50, {1, 2, 3, 4}));
  cut.resize(cut.size() / 2);
  EXPECT_EQ(decode_png(cut).error().code, morph::ErrorCode::syntax);
}

TEST_F(PngFolder, ScreenshotsNeverOverwrite) {
  const Image image = filled(2, 2, kGround);
  EXPECT_EQ(*save_screenshot(image, "cube", folder_), folder_ / "morphview-cube-1.png");
  EXPECT_EQ(*save_screenshot(image, "cube", folder_), folder_ / "morphview-cube-2.png");
}

TEST(Crop, TakesThePart) {
  Image image = filled(4, 3, kGround);
  set(image, 4 * 1 + 2, {9, 8, 7, 255});
  const Image part = crop(image, {2, 1}, {2, 2});
  EXPECT_EQ(part.width, 2u);
  EXPECT_EQ(part.rgba[0], 9);
  EXPECT_EQ(part.rgba[4], kGround[0]);
}

}  // namespace
}  // namespace morphview
