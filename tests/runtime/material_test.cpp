// SPDX-License-Identifier: MIT
#include "morph/runtime/material.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <glm/geometric.hpp>
#include <numbers>
#include <string>
#include <vector>

namespace morph {
namespace {

constexpr float kQuarterTurn = std::numbers::pi_v<float> / 2;

/// Where a point of the texture is looked up.
glm::vec2 looked_up(const TextureTransform& transform, glm::vec2 uv) {
  return transform.matrix() * glm::vec3(uv, 1.0f);
}

void expect_near(glm::vec2 found, glm::vec2 expected) {
  EXPECT_LT(glm::length(found - expected), 1e-6f)
      << found.x << ' ' << found.y << ", expected " << expected.x << ' ' << expected.y;
}

TEST(TextureTransform, NoneIsExactlyNone) {
  EXPECT_EQ(looked_up({}, {0.1f, 12345.678f}), glm::vec2(0.1f, 12345.678f));
}

TEST(TextureTransform, TurnsCounterClockwiseWithVDownwards) {
  TextureTransform quarter;
  quarter.rotation = kQuarterTurn;
  expect_near(looked_up(quarter, {1, 0}), {0, -1});
  expect_near(looked_up(quarter, {0, 1}), {1, 0});
}

// The examples of the extension's text.
TEST(TextureTransform, LowerLeftQuadrantTurned) {
  const TextureTransform transform{{0, 1}, kQuarterTurn, {0.5f, 0.5f}};
  expect_near(looked_up(transform, {0, 0}), {0, 1});
  expect_near(looked_up(transform, {1, 0}), {0, 0.5f});
  expect_near(looked_up(transform, {1, 1}), {0.5f, 0.5f});
}

TEST(TextureTransform, OriginBelow) {
  const TextureTransform transform{{0, 1}, 0.0f, {1, -1}};
  expect_near(looked_up(transform, {0.25f, 0.25f}), {0.25f, 0.75f});
}

TEST(TextureTransform, ScalesThenTurnsThenMoves) {
  const TextureTransform transform{{10, 20}, kQuarterTurn, {2, 3}};
  expect_near(looked_up(transform, {1, 1}), {10 + 3, 20 - 2});
}

TEST(Material, VisitsTheTexturesThatItUses) {
  Material material;
  material.base_color_texture.texture = 4;
  material.metallic_roughness_texture.texture = 3;
  material.normal_texture.texture = 0;
  material.occlusion_texture.texture = 1;
  std::vector<std::string> visited;
  const auto note = [&](std::string_view place, const TextureUse& use) {
    visited.push_back(std::string(place) + " " + std::to_string(use.texture));
  };
  for_each_texture_use(material, note);
  EXPECT_THAT(visited, testing::ElementsAre("/pbrMetallicRoughness/baseColorTexture 4",
                                            "/pbrMetallicRoughness/metallicRoughnessTexture 3",
                                            "/normalTexture 0", "/occlusionTexture 1"));
  visited.clear();
  material = {};
  for_each_texture_use(material, note);
  EXPECT_TRUE(visited.empty());
  material.emissive_texture.texture = 2;
  for_each_texture_use(material, note);
  EXPECT_THAT(visited, testing::ElementsAre("/emissiveTexture 2"));
}

}  // namespace
}  // namespace morph
