// SPDX-License-Identifier: MIT
#include "morph/gl/detail/texture.h"

#include "gl/gl_support.h"

namespace morph::test {
namespace {

class TextureTest : public HeadlessGl {
 protected:
  Image drawn(const Scene& scene, std::uint32_t size = 8) {
    gl::Renderer renderer = renderer_of(context(), scene);
    const gl::Framebuffer framebuffer = framebuffer_of(context(), size);
    return picture(renderer, Pose(scene), flat_view(framebuffer), framebuffer);
  }
};

Image image_of(std::uint32_t width, std::uint32_t height, std::vector<std::uint8_t> rgba) {
  return {width, height, std::move(rgba)};
}

/// The square with one set of coordinates, whose origin is the upper left corner.
SceneParts textured(Image image, TextureSampler sampler, float repeats = 1.0f) {
  Primitive primitive = square();
  primitive.texcoords = {{{0, repeats}, {repeats, repeats}, {repeats, 0}, {0, 0}}};
  Material material = unlit(glm::vec4(1.0f));
  material.base_color_texture.texture = 0;
  SceneParts parts = parts_with(primitive, material);
  parts.images.push_back(std::move(image));
  parts.textures.push_back({0, sampler});
  return parts;
}

constexpr TextureSampler kNearest{Filter::nearest, Filter::nearest, Mipmap::none};

/// Red, green / blue, white.
Image four_colours() {
  return image_of(2, 2, {255, 0, 0, 255, 0, 255, 0, 255, 0, 0, 255, 255, 255, 255, 255, 255});
}

TEST(Halved, IsTheMeanOfLight) {
  const Image half = gl::detail::halved(image_of(2, 1, {0, 0, 0, 0, 255, 255, 255, 255}), true);
  EXPECT_EQ(half, image_of(1, 1, {188, 188, 188, 128}));
}

TEST(Halved, IsTheMeanOfNumbers) {
  const Image half = gl::detail::halved(image_of(2, 1, {0, 10, 0, 0, 255, 30, 2, 255}), false);
  EXPECT_EQ(half, image_of(1, 1, {128, 20, 1, 128}));
}

TEST(Halved, OddSidesLoseNothing) {
  Image image = image_of(3, 3, std::vector<std::uint8_t>(36, 0));
  for (std::size_t i = 32; i < 36; ++i) image.rgba[i] = 255;  // the last of nine pixels
  const Image half = gl::detail::halved(image, true);
  EXPECT_EQ(half.width, 1u);
  EXPECT_EQ(half.rgba[0], srgb_byte(1.0 / 9.0));
  EXPECT_EQ(half.rgba[3], 28);
  EXPECT_EQ(gl::detail::halved(half, true), half);
}

TEST_F(TextureTest, BytesArriveAndTheOriginIsAbove) {
  const Image image = drawn(scene_of(textured(four_colours(), kNearest)));
  EXPECT_EQ(pixel(image, 1, 1), (Pixel{255, 0, 0, 255}));
  EXPECT_EQ(pixel(image, 6, 1), (Pixel{0, 255, 0, 255}));
  EXPECT_EQ(pixel(image, 1, 6), (Pixel{0, 0, 255, 255}));
  EXPECT_EQ(pixel(image, 6, 6), (Pixel{255, 255, 255, 255}));
}

TEST_F(TextureTest, EveryByteOfATextureIsTheSameInThePicture) {
  Image ramp = image_of(256, 1, {});
  for (int byte = 0; byte < 256; ++byte) {
    for (int c = 0; c < 3; ++c) ramp.rgba.push_back(static_cast<std::uint8_t>(byte));
    ramp.rgba.push_back(255);
  }
  const Image image = drawn(scene_of(textured(ramp, kNearest)), 256);
  for (int byte = 0; byte < 256; ++byte) {
    EXPECT_EQ(pixel(image, static_cast<std::uint32_t>(byte), 100)[0], byte);
  }
}

TEST_F(TextureTest, LinearFiltersMixLight) {
  TextureSampler sampler{Filter::linear, Filter::linear, Mipmap::none, Wrap::clamp_to_edge,
                         Wrap::clamp_to_edge};
  const Image stripe = image_of(2, 1, {0, 0, 0, 255, 255, 255, 255, 255});
  const Image image = drawn(scene_of(textured(stripe, sampler)), 5);
  EXPECT_NEAR(pixel(image, 2, 2)[0], srgb_byte(0.5), 1);
}

TEST_F(TextureTest, MipmapsAreTheMeanOfLight) {
  // A fine check pattern, far too small to see: half the light.
  Image check = image_of(64, 64, {});
  for (int i = 0; i < 64 * 64; ++i) {
    const std::uint8_t value = (i + i / 64) % 2 == 0 ? 255 : 0;
    check.rgba.insert(check.rgba.end(), {value, value, value, 255});
  }
  const Image image = drawn(scene_of(textured(check, TextureSampler(), 1.0f)), 4);
  EXPECT_NEAR(pixel(image, 1, 1)[0], srgb_byte(0.5), 2);
}

TEST_F(TextureTest, EveryWrap) {
  const Image stripe = image_of(2, 1, {255, 0, 0, 255, 0, 255, 0, 255});
  for (const Wrap wrap : {Wrap::repeat, Wrap::mirrored_repeat, Wrap::clamp_to_edge}) {
    TextureSampler sampler = kNearest;
    sampler.wrap_s = wrap;
    const Image image = drawn(scene_of(textured(stripe, sampler, 2.0f)));  // two repeats
    const bool third_is_red = pixel(image, 5, 4)[0] == 255;
    EXPECT_EQ(third_is_red, wrap == Wrap::repeat) << static_cast<int>(wrap);
    const bool fourth_is_red = pixel(image, 7, 4)[0] == 255;
    EXPECT_EQ(fourth_is_red, wrap == Wrap::mirrored_repeat) << static_cast<int>(wrap);
  }
}

TEST_F(TextureTest, TheSetThatTheMaterialNames) {
  SceneParts parts = textured(four_colours(), kNearest);
  Primitive& primitive = parts.meshes[0].primitives[0];
  primitive.texcoords = {{}, {}, {}, primitive.texcoords[0]};
  parts.materials[0].base_color_texture.texcoord = 3;
  EXPECT_EQ(pixel(drawn(scene_of(parts)), 6, 1), (Pixel{0, 255, 0, 255}));
  parts.materials[0].base_color_texture.texcoord = 2;  // the primitive has none: factor alone
  EXPECT_EQ(pixel(drawn(scene_of(parts)), 6, 1), (Pixel{255, 255, 255, 255}));
}

// KHR_texture_transform: what is morphed is the coordinates of the file.
TEST_F(TextureTest, TransformedCoordinates) {
  SceneParts parts = textured(four_colours(), kNearest);
  TextureTransform& transform = parts.materials[0].base_color_texture.transform;
  transform.offset = {0.5f, 0};
  EXPECT_EQ(pixel(drawn(scene_of(parts)), 1, 1), (Pixel{0, 255, 0, 255}));
  transform = {{0, 0}, glm::radians(90.0f), {1, 1}};  // the picture turns clockwise
  EXPECT_EQ(pixel(drawn(scene_of(parts)), 1, 1), (Pixel{0, 0, 255, 255}));
  EXPECT_EQ(pixel(drawn(scene_of(parts)), 6, 1), (Pixel{255, 0, 0, 255}));
  transform = {{0, 0}, 0, {0.5f, 0.5f}};
  EXPECT_EQ(pixel(drawn(scene_of(parts)), 6, 6), (Pixel{255, 0, 0, 255}));
}

TEST_F(TextureTest, OnlyWhatIsDrawnIsUploaded) {
  SceneParts parts = textured(four_colours(), kNearest);
  parts.images.push_back(four_colours());
  parts.textures.push_back({1, kNearest});
  parts.materials[0].normal_texture.texture = 1;  // of an unlit material
  const Scene scene = scene_of(parts);
  const auto textures = gl::detail::TextureSet::create(context().api(), scene);
  ASSERT_TRUE(textures);
  EXPECT_TRUE(textures->has(0, true));
  EXPECT_FALSE(textures->has(1, false));
}

TEST_F(TextureTest, WithoutAPictureTheFactorIsLeft) {
  SceneParts parts = textured(Image(), kNearest);
  EXPECT_EQ(center(drawn(scene_of(parts))), (Pixel{255, 255, 255, 255}));
  parts.textures[0].image = kNoIndex;
  EXPECT_EQ(center(drawn(scene_of(parts))), (Pixel{255, 255, 255, 255}));
}

// Texture coordinates that are morphed move the picture on the surface, on both paths.
TEST_F(TextureTest, MorphedCoordinates) {
  SceneParts parts = textured(four_colours(), kNearest);
  Primitive& primitive = parts.meshes[0].primitives[0];
  MorphTargetData::Builder builder(4, 1);
  ASSERT_TRUE(builder.set_texcoord_deltas(0, 0, std::vector<glm::vec2>(4, {0.5f, 0})));
  primitive.morph_targets = std::move(builder).build();
  const Scene scene = scene_of(parts);
  gl::Renderer renderer = renderer_of(context(), scene);
  const gl::Framebuffer framebuffer = framebuffer_of(context(), 8);
  for (const gl::MorphPathWish wish :
       {gl::MorphPathWish::attributes, gl::MorphPathWish::texture, gl::MorphPathWish::cpu}) {
    gl::View view = flat_view(framebuffer);
    view.morph_path = wish;
    const Image image = picture(renderer, pose_with(scene, {1}), view, framebuffer);
    EXPECT_EQ(pixel(image, 1, 1), (Pixel{0, 255, 0, 255}));
  }
}

}  // namespace
}  // namespace morph::test
