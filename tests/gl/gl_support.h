// SPDX-License-Identifier: MIT
#pragma once

#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdint>
#include <cstdlib>
#include <glm/gtc/matrix_transform.hpp>
#include <string>
#include <utility>
#include <vector>

#include "morph/gl/framebuffer.h"
#include "morph/gl/renderer.h"
#include "morph/runtime/pose.h"
#include "morph/runtime/scene.h"
#include "support/headless_gl.h"
#include "support/reference_blend.h"
#include "support/scene_builder.h"

namespace morph::test {

// What the tests of the renderer share: renderers and pictures that must come about, and looking at
// pixels.

inline gl::Renderer renderer_of(const gl::Context& context, const Scene& scene) {
  auto renderer = gl::Renderer::create(context, scene);
  if (!renderer) ADD_FAILURE() << renderer.error().text();
  return std::move(renderer).value();
}

inline gl::Framebuffer framebuffer_of(const gl::Context& context, std::uint32_t size,
                                      std::uint32_t samples = 0) {
  auto framebuffer = gl::Framebuffer::create(context, size, size, samples);
  if (!framebuffer) ADD_FAILURE() << framebuffer.error().text();
  return std::move(framebuffer).value();
}

/// Looks along −z at the square −1 … 1 of the plane z = 0, without perspective.
inline gl::View flat_view(const gl::Framebuffer& framebuffer) {
  gl::View view;
  view.world_to_view = glm::translate(glm::mat4(1.0f), glm::vec3(0, 0, -5));
  view.view_to_clip = glm::ortho(-1.0f, 1.0f, -1.0f, 1.0f, 0.1f, 10.0f);
  view.framebuffer = framebuffer.name();
  view.size = {static_cast<int>(framebuffer.width()), static_cast<int>(framebuffer.height())};
  return view;
}

inline Image picture(gl::Renderer& renderer, const Pose& pose, const gl::View& view,
                     const gl::Framebuffer& framebuffer) {
  const auto drawn = renderer.draw(pose, view);
  EXPECT_TRUE(drawn) << (drawn ? "" : drawn.error().text());
  return framebuffer.read();
}

using Pixel = std::array<int, 4>;

/// From the upper left corner.
inline Pixel pixel(const Image& image, std::uint32_t x, std::uint32_t y) {
  Pixel found{};
  for (std::size_t c = 0; c < 4; ++c) {
    found[c] = image.rgba[(std::size_t{y} * image.width + x) * 4 + c];
  }
  return found;
}

inline Pixel center(const Image& image) { return pixel(image, image.width / 2, image.height / 2); }

/// Pixels with a channel that differs by more than 2. On the outline some do: a vertex that is the
/// last bit of a float elsewhere covers another pixel's middle.
inline std::size_t different_pixels(const Image& a, const Image& b) {
  std::size_t count = 0;
  for (std::size_t p = 0; p < a.rgba.size(); p += 4) {
    int worst = 0;
    for (std::size_t c = 0; c < 4; ++c) {
      worst = std::max(worst, std::abs(int{a.rgba[p + c]} - int{b.rgba[p + c]}));
    }
    count += worst > 2 ? 1 : 0;
  }
  return count;
}

/// The byte that stands for an amount of light, in double.
inline int srgb_byte(double linear) {
  const double encoded =
      linear <= 0.0031308 ? 12.92 * linear : 1.055 * std::pow(linear, 1.0 / 2.4) - 0.055;
  return static_cast<int>(std::lround(std::clamp(encoded, 0.0, 1.0) * 255.0));
}

/// The square −1 … 1 of the plane z = 0 as two triangles that face +z.
inline Primitive square() {
  Primitive primitive;
  primitive.positions = {{-1, -1, 0}, {1, -1, 0}, {1, 1, 0}, {-1, 1, 0}};
  primitive.normals.assign(4, {0, 0, 1});
  primitive.indices = {0, 1, 2, 0, 2, 3};
  return primitive;
}

/// A scene of one primitive with a material of its own.
inline SceneParts parts_with(Primitive primitive, Material material) {
  primitive.material = 0;
  SceneParts parts = parts_of(std::move(primitive));
  parts.materials.push_back(std::move(material));
  return parts;
}

inline Material unlit(glm::vec4 color) {
  Material material;
  material.base_color_factor = color;
  material.unlit = true;
  return material;
}

inline Pose pose_with(const Scene& scene, const std::vector<float>& weights, Index node = 0) {
  Pose pose(scene);
  if (!weights.empty()) {
    EXPECT_TRUE(pose.assign_morph_weights(node, weights));
  }
  return pose;
}

inline gl::MorphedVertices read_back(gl::Renderer& renderer, const Pose& pose,
                                     gl::MorphPathWish wish, Index node = 0) {
  auto read = renderer.read_back(pose, node, 0, wish);
  if (!read) ADD_FAILURE() << read.error().text();
  return read ? std::move(read).value() : gl::MorphedVertices();
}

/// The worst relative error of all attributes against the formula in double.
inline double error_against_reference(const gl::MorphedVertices& found, const Primitive& primitive,
                                      const std::vector<float>& weights) {
  const ReferenceVertices expected = reference_blend(primitive, weights);
  const auto error = [](const auto& values, const ReferenceAttribute& reference) {
    return relative_error(std::span(values.data(), values.size()), reference);
  };
  double worst = error(found.positions, expected.positions);
  if (!primitive.normals.empty()) {
    worst = std::max(worst, error(found.normals, expected.normals));
    worst = std::max(worst, error(found.tangents, expected.tangents));
  }
  worst = std::max(worst, error(found.colors, expected.colors));
  EXPECT_EQ(found.texcoords.size(), expected.texcoords.size());
  for (std::size_t set = 0; set < expected.texcoords.size(); ++set) {
    worst = std::max(worst, error(found.texcoords[set], expected.texcoords[set]));
  }
  return worst;
}

/// What both paths must hold.
inline constexpr double kTolerance = 1e-5;

}  // namespace morph::test
