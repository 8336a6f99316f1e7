// SPDX-License-Identifier: MIT
#include <gtest/gtest.h>
#include <png.h>
#include <turbojpeg.h>

#include <algorithm>
#include <cstdint>
#include <cstdlib>
#include <string>
#include <vector>

#include "morph/gltf/detail/image_decode.h"
#include "support/gltf_builder.h"

namespace morph::test {
namespace {

using gltf::Limits;
using gltf::detail::Budget;
using gltf::detail::decode_image;
using gltf::detail::placeholder_image;

// ---- Encoded pictures, made here ----

void append_png(png_structp png, png_bytep data, png_size_t size) {
  auto* out = static_cast<std::vector<std::byte>*>(png_get_io_ptr(png));
  const auto* const begin = reinterpret_cast<const std::byte*>(data);
  out->insert(out->end(), begin, begin + size);
}

/// A PNG with rows as they are to be stored, of any color type and depth, gAMA included.
std::vector<std::byte> encode_png(int width, int height, int depth, int color_type,
                                  std::vector<std::uint8_t> rows, bool interlaced = false) {
  std::vector<std::byte> out;
  png_structp png = png_create_write_struct(PNG_LIBPNG_VER_STRING, nullptr, nullptr, nullptr);
  png_infop info = png_create_info_struct(png);
  png_set_write_fn(png, &out, append_png, nullptr);
  png_set_IHDR(png, info, static_cast<png_uint_32>(width), static_cast<png_uint_32>(height), depth,
               color_type, interlaced ? PNG_INTERLACE_ADAM7 : PNG_INTERLACE_NONE,
               PNG_COMPRESSION_TYPE_DEFAULT, PNG_FILTER_TYPE_DEFAULT);
  png_set_gAMA(png, info, 1.0);  // to be ignored
  if (color_type == PNG_COLOR_TYPE_PALETTE) {
    png_color palette[] = {{10, 20, 30}, {40, 50, 60}};
    png_byte alpha[] = {128};
    png_set_PLTE(png, info, palette, 2);
    png_set_tRNS(png, info, alpha, 1, nullptr);
  }
  png_write_info(png, info);
  const std::size_t stride = rows.size() / static_cast<std::size_t>(height);
  std::vector<png_bytep> pointers;
  for (int y = 0; y < height; ++y)
    pointers.push_back(rows.data() + stride * static_cast<std::size_t>(y));
  png_write_image(png, pointers.data());
  png_write_end(png, nullptr);
  png_destroy_write_struct(&png, &info);
  return out;
}

std::vector<std::byte> encode_jpeg(int width, int height, std::uint8_t r, std::uint8_t g,
                                   std::uint8_t b) {
  std::vector<std::uint8_t> pixels;
  for (int i = 0; i < width * height; ++i) pixels.insert(pixels.end(), {r, g, b});
  tjhandle handle = tjInitCompress();
  unsigned char* data = nullptr;
  unsigned long size = 0;
  EXPECT_EQ(tjCompress2(handle, pixels.data(), width, 0, height, TJPF_RGB, &data, &size, TJSAMP_444,
                        95, 0),
            0);
  const auto* const begin = reinterpret_cast<const std::byte*>(data);
  std::vector<std::byte> out(begin, begin + size);
  tjFree(data);
  tjDestroy(handle);
  return out;
}

std::vector<std::uint8_t> decoded(const std::vector<std::byte>& bytes) {
  const Limits limits;
  Budget budget(limits, 1 << 20);
  auto image = decode_image(bytes, limits, budget);
  if (!image) {
    ADD_FAILURE() << image.error().text();
    return {};
  }
  EXPECT_EQ(image->rgba.size(), image->pixel_count() * 4);
  return image->rgba;
}

using Bytes = std::vector<std::uint8_t>;

TEST(Png, EveryColorTypeBecomesRgba) {
  EXPECT_EQ(decoded(encode_png(2, 1, 8, PNG_COLOR_TYPE_RGBA, {1, 2, 3, 4, 5, 6, 7, 8})),
            Bytes({1, 2, 3, 4, 5, 6, 7, 8}));
  EXPECT_EQ(decoded(encode_png(1, 2, 8, PNG_COLOR_TYPE_RGB, {1, 2, 3, 4, 5, 6})),
            Bytes({1, 2, 3, 255, 4, 5, 6, 255}));
  EXPECT_EQ(decoded(encode_png(2, 1, 8, PNG_COLOR_TYPE_GRAY, {7, 200})),
            Bytes({7, 7, 7, 255, 200, 200, 200, 255}));
  EXPECT_EQ(decoded(encode_png(1, 1, 8, PNG_COLOR_TYPE_GRAY_ALPHA, {7, 9})), Bytes({7, 7, 7, 9}));
  EXPECT_EQ(decoded(encode_png(2, 1, 8, PNG_COLOR_TYPE_PALETTE, {1, 0})),
            Bytes({40, 50, 60, 255, 10, 20, 30, 128}));
  EXPECT_EQ(decoded(encode_png(8, 1, 1, PNG_COLOR_TYPE_GRAY, {0x80}))[0], 255);
}

TEST(Png, SixteenBitsAreScaledAndGammaIsIgnored) {
  // 0x1234 / 257 rounds to 18; cutting would give 0x12 = 18; 0x12FF tells them apart: 19, not 18.
  EXPECT_EQ(decoded(encode_png(1, 1, 16, PNG_COLOR_TYPE_RGB, {0x12, 0x34, 0x12, 0xFF, 0xFF, 0xFF})),
            Bytes({18, 19, 255, 255}));
}

TEST(Png, InterlacedIsTheSame) {
  Bytes rows(9 * 7 * 4);
  for (std::size_t i = 0; i < rows.size(); ++i) rows[i] = static_cast<std::uint8_t>(i * 7);
  EXPECT_EQ(decoded(encode_png(9, 7, 8, PNG_COLOR_TYPE_RGBA, rows, true)), rows);
}

TEST(Jpeg, BecomesRgba) {
  const Bytes pixels = decoded(encode_jpeg(5, 3, 200, 100, 50));
  ASSERT_EQ(pixels.size(), 60u);
  EXPECT_NEAR(pixels[0], 200, 3);
  EXPECT_NEAR(pixels[1], 100, 3);
  EXPECT_NEAR(pixels[2], 50, 3);
  EXPECT_EQ(pixels[3], 255);
}

TEST(ImageDecoding, CutOffPicturesAreErrors) {
  const Limits limits;
  Budget budget(limits, 1 << 20);
  for (const auto& whole : {encode_png(16, 16, 8, PNG_COLOR_TYPE_RGBA, Bytes(1024, 99)),
                            encode_jpeg(16, 16, 1, 2, 3)}) {
    for (std::size_t size = 0; size + 2 < whole.size(); ++size) {
      EXPECT_FALSE(decode_image(std::span(whole).first(size), limits, budget)) << size;
    }
  }
}

TEST(ImageDecoding, SizesAreCheckedBeforeDecoding) {
  const auto png = encode_png(40, 30, 8, PNG_COLOR_TYPE_GRAY, Bytes(1200, 0));
  const auto jpeg = encode_jpeg(40, 30, 0, 0, 0);
  const auto refusal = [](const std::vector<std::byte>& bytes, const Limits& limits) {
    Budget budget(limits, 1 << 20);
    const auto image = decode_image(bytes, limits, budget);
    return image ? std::string("decoded") : image.error().message;
  };
  for (const auto& bytes : {png, jpeg}) {
    Limits limits;
    limits.image_side = 39;
    EXPECT_EQ(refusal(bytes, limits), "40 × 30 pixels, limit 39 per side");
    limits = {};
    limits.image_pixels = 1199;
    EXPECT_EQ(refusal(bytes, limits), "40 × 30 pixels, limit 1199 pixels");
    limits = {};
    limits.image_decoded_bytes = 4799;
    EXPECT_NE(refusal(bytes, limits), "decoded");
    limits.image_decoded_bytes = 4800;
    EXPECT_EQ(refusal(bytes, limits), "decoded");
    limits.image_bytes = 20;
    EXPECT_NE(refusal(bytes, limits), "decoded");
  }
}

// ---- Materials, textures, images in a file ----

/// A triangle whose material shows image 0.
GltfBuilder textured() {
  GltfBuilder builder = GltfBuilder::triangle();
  const int texcoords = builder.add_accessor(-1, Component::f32, "VEC2", 3);
  for (const char* set : {"TEXCOORD_0", "TEXCOORD_3"}) {
    builder.primitive()["attributes"][set] = texcoords;
  }
  builder.root["images"] = nlohmann::json::array({nlohmann::json::object()});
  builder.root["textures"] = {{{"source", 0}}};
  builder.root["materials"] = {{{"pbrMetallicRoughness", {{"baseColorTexture", {{"index", 0}}}}}}};
  builder.primitive()["material"] = 0;
  return builder;
}

TEST(Images, FromABufferViewOrADataUri) {
  const auto png = encode_png(1, 1, 8, PNG_COLOR_TYPE_RGB, {1, 2, 3});
  GltfBuilder builder = textured();
  builder.root["images"][0] = {{"bufferView", builder.add_view(png)}, {"mimeType", "image/png"}};
  auto imported = expect_imported(builder.import());
  EXPECT_TRUE(imported.warnings.empty());
  EXPECT_EQ(imported.scene.images()[0].rgba, Bytes({1, 2, 3, 255}));
  // What the bytes are counts, not what they are called.
  builder.root["images"][0] = {{"uri", "data:image/jpeg;base64," + base64(png)}};
  imported = expect_imported(builder.import());
  EXPECT_EQ(imported.scene.images()[0].rgba, Bytes({1, 2, 3, 255}));
}

TEST(Images, ThatFailAreACheckerboardAndAWarning) {
  GltfBuilder builder = textured();
  builder.root["images"][0] = {{"uri", "missing.png"}};
  const auto imported = expect_imported(builder.import());
  EXPECT_EQ(imported.scene.images()[0], placeholder_image());
  ASSERT_EQ(imported.warnings.size(), 1u);
  EXPECT_EQ(imported.warnings[0].where, "/images/0");
}

TEST(Images, ThatNoMaterialUsesAreNotDecoded) {
  GltfBuilder builder = textured();
  builder.root["images"] = {{{"uri", "missing.png"}}};
  builder.root["materials"] = nlohmann::json::array({nlohmann::json::object()});
  const auto imported = expect_imported(builder.import());
  EXPECT_TRUE(imported.warnings.empty());
  EXPECT_EQ(imported.scene.images()[0].pixel_count(), 0u);
}

TEST(Images, OfAnExtensionAreStoodInFor) {
  GltfBuilder builder = textured();
  builder.root["images"].push_back({{"uri", "data:image/ktx2;base64,q0tUWCAyMLsNChoK"}});
  builder.root["textures"] = {{{"extensions", {{"KHR_texture_basisu", {{"source", 1}}}}}}};
  builder.root["extensionsUsed"] = builder.root["extensionsRequired"] = {"KHR_texture_basisu"};
  const auto imported = expect_imported(builder.import());
  EXPECT_EQ(imported.scene.textures()[0].image, 1u);
  EXPECT_EQ(imported.scene.images()[1], placeholder_image());
  EXPECT_TRUE(has_warning(imported, "/images/1", "IMAGE_UNRECOGNIZED_FORMAT"));
  EXPECT_TRUE(has_warning(imported, "/extensionsRequired/0", "UNSUPPORTED_EXTENSION"));
}

TEST(Images, OfTheTextureItselfArePreferredToKtx2) {
  GltfBuilder builder = textured();
  builder.root["images"].push_back({{"uri", "data:image/ktx2;base64,q0tUWCAyMLsNChoK"}});
  builder.root["textures"][0]["extensions"]["KHR_texture_basisu"]["source"] = 1;
  EXPECT_EQ(expect_imported(builder.import()).scene.textures()[0].image, 0u);
}

TEST(Images, LookedAtManyTimesAreCharged) {
  GltfBuilder builder = textured();
  const int view = builder.add_view(std::vector<std::uint8_t>(1000, 7));
  for (int i = 0; i < 20; ++i) {
    builder.root["images"][i] = {{"bufferView", view}};
    builder.root["textures"][i] = {{"source", i}};
    builder.root["materials"][i] = {
        {"pbrMetallicRoughness", {{"baseColorTexture", {{"index", i}}}}}};
  }
  gltf::ImportOptions options;
  options.limits.external_bytes = 10'000;
  const auto imported = expect_imported(builder.import(options));
  EXPECT_EQ(imported.warnings[9].code, ErrorCode::unsupported);
  EXPECT_EQ(imported.warnings[10].code, ErrorCode::limit_exceeded);
}

TEST(Materials, AllThatIsRead) {
  GltfBuilder builder = textured();
  builder.root["images"][0] = {
      {"uri", "data:image/jpeg;base64," + base64(encode_jpeg(1, 1, 0, 0, 0))}};
  builder.root["samplers"] = {
      {{"magFilter", 9728}, {"minFilter", 9986}, {"wrapS", 33071}, {"wrapT", 33648}}};
  builder.root["textures"][0]["sampler"] = 0;
  builder.root["materials"] = {
      {{"name", "m"},
       {"pbrMetallicRoughness",
        {{"baseColorFactor", {0.1, 0.2, 0.3, 0.4}},
         {"baseColorTexture", {{"index", 0}, {"texCoord", 3}}},
         {"metallicFactor", 0.5},
         {"roughnessFactor", 0.25}}},
       {"alphaMode", "MASK"},
       {"alphaCutoff", 0.75},
       {"doubleSided", true},
       {"extensions", {{"KHR_materials_unlit", nlohmann::json::object()}}}},
      nlohmann::json::object()};
  const auto imported = expect_imported(builder.import());
  EXPECT_TRUE(imported.warnings.empty());
  const Material& m = imported.scene.materials()[0];
  EXPECT_EQ(m.name, "m");
  EXPECT_EQ(m.base_color_factor, glm::vec4(0.1f, 0.2f, 0.3f, 0.4f));
  EXPECT_EQ(m.base_color_texture.texture, 0u);
  EXPECT_EQ(m.base_color_texture.texcoord, 3u);
  EXPECT_EQ(m.metallic_factor, 0.5f);
  EXPECT_EQ(m.roughness_factor, 0.25f);
  EXPECT_EQ(m.alpha_mode, AlphaMode::mask);
  EXPECT_EQ(m.alpha_cutoff, 0.75f);
  EXPECT_TRUE(m.double_sided);
  EXPECT_TRUE(m.unlit);
  EXPECT_EQ(imported.scene.textures()[0].sampler,
            (TextureSampler{Filter::nearest, Filter::nearest, Mipmap::linear, Wrap::clamp_to_edge,
                            Wrap::mirrored_repeat}));
}

TEST(Material, MtoonIsUnlitAndListedAsNotSupported) {
  GltfBuilder builder = GltfBuilder::triangle();
  builder.root["extensionsUsed"] = {"VRMC_materials_mtoon", "KHR_materials_sheen"};
  builder.root["materials"] = {
      {{"extensions", {{"VRMC_materials_mtoon", {{"specVersion", "1.0"}}}}}},
      {{"extensions", {{"KHR_materials_sheen", {{"sheenRoughnessFactor", 0.5}}}}}}};
  const auto imported = expect_imported(builder.import());
  EXPECT_TRUE(imported.scene.materials()[0].unlit);
  EXPECT_FALSE(imported.scene.materials()[1].unlit);
  EXPECT_EQ(imported.source.extensions_unsupported,
            (std::vector<std::string>{"VRMC_materials_mtoon", "KHR_materials_sheen"}));
}

TEST(Rules, Item75_DefaultsOfAMaterial) {
  GltfBuilder builder = GltfBuilder::triangle();
  builder.root["materials"] = nlohmann::json::array({nlohmann::json::object()});
  const auto imported = expect_imported(builder.import());
  const Primitive& primitive = imported.scene.meshes()[0].primitives[0];
  EXPECT_EQ(primitive.material, kNoIndex);
  for (const Material& m : {imported.scene.materials()[0], imported.scene.material_of(primitive)}) {
    EXPECT_EQ(m.metallic_factor, 1);
    EXPECT_EQ(m.roughness_factor, 1);
    EXPECT_EQ(m.base_color_factor, glm::vec4(1));
    EXPECT_EQ(m.normal_scale, 1);
    EXPECT_EQ(m.occlusion_strength, 1);
    EXPECT_EQ(m.emissive_factor, glm::vec3(0));
    EXPECT_EQ(m.emissive_strength, 1);
    for_each_texture_use(m, [](std::string_view place, const TextureUse&) {
      ADD_FAILURE() << place << " without a texture";
    });
    EXPECT_EQ(m.alpha_mode, AlphaMode::opaque);
    EXPECT_EQ(m.alpha_cutoff, 0.5f);
    EXPECT_FALSE(m.double_sided);
    EXPECT_FALSE(m.unlit);
  }
}

TEST(Textures, EveryMinificationFilter) {
  const struct {
    int number;
    Filter minify;
    Mipmap mipmap;
  } table[] = {{9728, Filter::nearest, Mipmap::none},    {9729, Filter::linear, Mipmap::none},
               {9984, Filter::nearest, Mipmap::nearest}, {9985, Filter::linear, Mipmap::nearest},
               {9986, Filter::nearest, Mipmap::linear},  {9987, Filter::linear, Mipmap::linear}};
  for (const auto& row : table) {
    GltfBuilder builder;
    builder.root["samplers"] = {{{"minFilter", row.number}}};
    builder.root["textures"] = {{{"sampler", 0}}};
    const auto imported = expect_imported(builder.import());
    EXPECT_EQ(imported.scene.textures()[0].sampler.minify, row.minify) << row.number;
    EXPECT_EQ(imported.scene.textures()[0].sampler.mipmap, row.mipmap) << row.number;
  }
}

TEST(Extensions, OnlyWhatChangesShapesIsRefused) {
  const struct {
    const char* name;
    bool loads;
    bool warns;
  } table[] = {{"KHR_mesh_quantization", true, false},
               {"KHR_materials_unlit", true, false},
               {"KHR_materials_sheen", true, true},
               {"KHR_texture_transform", true, false},
               {"KHR_texture_basisu", true, true},
               {"MSFT_texture_dds", true, true},
               {"KHR_lights_punctual", true, true},
               {"EXT_mesh_gpu_instancing", false, false},
               {"KHR_foo", false, false}};
  for (const auto& row : table) {
    GltfBuilder builder = GltfBuilder::triangle();
    builder.root["extensionsRequired"] = {row.name};
    const auto imported = builder.import();
    ASSERT_EQ(imported.has_value(), row.loads) << row.name;
    if (imported) {
      EXPECT_EQ(imported->warnings.size(), row.warns ? 1u : 0u) << row.name;
    } else {
      EXPECT_EQ(imported.error().code, ErrorCode::unsupported);
      EXPECT_EQ(imported.error().message,
                std::string("needs ") + row.name + ", which morphview does not support");
    }
  }
}

}  // namespace
}  // namespace morph::test
