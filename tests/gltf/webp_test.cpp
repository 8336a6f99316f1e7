// SPDX-License-Identifier: MIT
#include <gtest/gtest.h>
#include <webp/encode.h>

#include <cstdint>
#include <vector>

#include "morph/gltf/detail/image_decode.h"
#include "support/compressed_data.h"

namespace morph::test {
namespace {

// EXT_texture_webp: the image, and which of a texture's images is shown.

using Bytes = std::vector<std::uint8_t>;

Result<Image> decode(std::span<const std::byte> bytes, const gltf::Limits& limits = {}) {
  gltf::detail::Budget budget(limits, 1 << 20);
  return gltf::detail::decode_image(bytes, limits, budget);
}

TEST(Webp, BecomesRgba) {
  const Bytes rgba = {1, 2, 3, 255, 250, 100, 50, 128, 7, 8, 9, 255, 70, 80, 90, 1};
  const auto image = decode(encode_webp(2, 2, rgba));
  ASSERT_TRUE(image) << image.error().text();
  EXPECT_EQ(image->width, 2u);
  EXPECT_EQ(image->height, 2u);
  EXPECT_EQ(image->rgba, rgba);
}

TEST(Webp, WithLossAndWithoutAlpha) {
  const Bytes rgb(16 * 16 * 3, 100);
  std::uint8_t* data = nullptr;
  const std::size_t size = WebPEncodeRGB(rgb.data(), 16, 16, 48, 90, &data);
  const auto image = decode(std::as_bytes(std::span(data, size)));
  WebPFree(data);
  ASSERT_TRUE(image) << image.error().text();
  EXPECT_NEAR(image->rgba[0], 100, 3);
  EXPECT_EQ(image->rgba[3], 255);
}

TEST(Webp, EveryCutIsRefusedAndEveryFlippedByteSurvived) {
  Bytes rgba(9 * 7 * 4);
  for (std::size_t i = 0; i < rgba.size(); ++i) rgba[i] = static_cast<std::uint8_t>(i * i);
  const auto whole = encode_webp(9, 7, rgba);
  for (std::size_t length = 12; length + 1 < whole.size(); ++length) {
    EXPECT_FALSE(decode(std::span(whole).first(length))) << length;
  }
  for (std::size_t at = 0; at < whole.size(); ++at) {
    for (unsigned mask = 1; mask < 256; mask += 6) {
      auto changed = whole;
      changed[at] ^= static_cast<std::byte>(mask);
      const auto image = decode(changed);
      EXPECT_TRUE(!image || image->rgba.size() == image->pixel_count() * 4);
    }
  }
}

TEST(Webp, SizeIsLimitedBeforeDecoding) {
  gltf::Limits limits;
  limits.image_side = 8;
  const auto image = decode(encode_webp(9, 2, Bytes(72, 0)), limits);
  ASSERT_FALSE(image);
  EXPECT_EQ(image.error().code, ErrorCode::limit_exceeded);
}

/// A triangle whose texture has a source of its own (2 × 1) and a WebP (1 × 1), as far as given.
GltfBuilder textured(int source, int webp) {
  GltfBuilder builder = GltfBuilder::triangle();
  const int own = builder.add_view(encode_webp(2, 1, Bytes(8, 255)));
  const int other = builder.add_view(encode_webp(1, 1, Bytes(4, 255)));
  builder.root["images"] = {{{"bufferView", own}, {"mimeType", "image/webp"}},
                            {{"bufferView", other}, {"mimeType", "image/webp"}}};
  nlohmann::json texture = nlohmann::json::object();
  if (source >= 0) texture["source"] = source;
  if (webp >= 0) texture["extensions"]["EXT_texture_webp"]["source"] = webp;
  builder.root["textures"] = nlohmann::json::array();
  builder.root["textures"].push_back(texture);  // {texture} is a list for one compiler only
  builder.root["materials"] = {{{"pbrMetallicRoughness", {{"baseColorTexture", {{"index", 0}}}}}}};
  builder.primitive()["material"] = 0;
  builder.primitive()["attributes"]["TEXCOORD_0"] =
      builder.add_values<float>("VEC2", {0, 0, 1, 0, 0, 1});
  builder.root["extensionsUsed"] = {"EXT_texture_webp"};
  return builder;
}

TEST(TextureWebp, IsPreferredToTheFallback) {
  const auto imported = expect_imported(textured(0, 1).import());
  EXPECT_TRUE(imported.warnings.empty());
  EXPECT_EQ(imported.scene.textures()[0].image, 1u);
  EXPECT_EQ(imported.scene.images()[1].width, 1u);
  EXPECT_EQ(imported.scene.images()[0].width, 0u);  // not decoded
}

TEST(TextureWebp, MayBeTheOnlySource) {
  GltfBuilder builder = textured(-1, 1);
  builder.root["extensionsRequired"] = {"EXT_texture_webp"};
  const auto imported = expect_imported(builder.import());
  EXPECT_TRUE(imported.warnings.empty());
  EXPECT_EQ(imported.scene.images()[1].width, 1u);
}

TEST(TextureWebp, ABrokenOneIsACheckerboard) {
  GltfBuilder builder = textured(-1, 1);
  builder.root["images"][1]["bufferView"] = 0;
  const auto imported = expect_imported(builder.import());
  EXPECT_TRUE(has_warning(imported, "/images/1", "IMAGE_UNRECOGNIZED_FORMAT"));
  EXPECT_EQ(imported.scene.images()[1].width, 16u);
}

}  // namespace
}  // namespace morph::test
