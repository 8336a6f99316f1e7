// SPDX-License-Identifier: MIT
#pragma once

#include <gtest/gtest.h>

#include <cstdint>
#include <glm/geometric.hpp>
#include <glm/vec3.hpp>
#include <random>
#include <string>
#include <utility>
#include <vector>

#include "morph/runtime/scene.h"

namespace morph::test {

// Scenes made by hand: what tests of the runtime and the renderer stand on, without an importer.

/// The triangle (0,0,0), (1,0,0), (0,1,0) with normals and tangents, and T targets; target t moves
/// each vertex by (0, 0, t + 1).
inline Primitive triangle_primitive(std::uint32_t target_count) {
  Primitive primitive;
  primitive.positions = {{0, 0, 0}, {1, 0, 0}, {0, 1, 0}};
  primitive.normals.assign(3, {0, 0, 1});
  primitive.tangents.assign(3, {1, 0, 0, -1});
  MorphTargetData::Builder builder(3, target_count);
  for (std::uint32_t t = 0; t < target_count; ++t) {
    const std::vector<glm::vec3> deltas(3, {0, 0, static_cast<float>(t + 1)});
    EXPECT_TRUE(builder.set_position_deltas(t, deltas));
  }
  primitive.morph_targets = std::move(builder).build();
  return primitive;
}

/// One node that shows one mesh of one primitive.
inline SceneParts parts_of(Primitive primitive) {
  SceneParts parts;
  parts.meshes.push_back({"mesh", {}});
  parts.meshes[0].primitives.push_back(std::move(primitive));
  parts.nodes.resize(1);
  parts.nodes[0].name = "node";
  parts.nodes[0].mesh = 0;
  return parts;
}

/// Precondition: the parts are sound.
inline Scene scene_of(SceneParts parts) {
  auto scene = Scene::create(std::move(parts));
  if (!scene) ADD_FAILURE() << scene.error().text();
  return std::move(scene).value();
}

/// A track that must be sound.
inline Track track_of(Interpolation interpolation, std::uint32_t width, std::vector<float> times,
                      std::vector<float> values) {
  auto track = Track::create(interpolation, width, std::move(times), std::move(values));
  if (!track) ADD_FAILURE() << track.error().text();
  return std::move(track).value();
}

/// V random vertices with every attribute. Each target carries a random set of the attributes that
/// are asked for ("any"), or all of them.
inline Primitive random_primitive(std::uint32_t vertices, std::uint32_t targets, std::uint32_t seed,
                                  bool mixed_attributes = true) {
  std::mt19937 random(seed);
  std::uniform_real_distribution<float> value(-1.0f, 1.0f);
  const auto vec3 = [&] { return glm::vec3(value(random), value(random), value(random)); };
  Primitive primitive;
  primitive.mode = PrimitiveMode::points;
  primitive.texcoords.resize(2);
  for (std::uint32_t v = 0; v < vertices; ++v) {
    primitive.positions.push_back(vec3());
    primitive.normals.push_back(glm::normalize(vec3() + glm::vec3(0, 0, 3)));
    primitive.tangents.emplace_back(glm::normalize(vec3() + glm::vec3(3, 0, 0)),
                                    v % 2 == 0 ? 1.0f : -1.0f);
    primitive.colors.emplace_back(0.5f * vec3() + 0.5f, 0.75f);
    for (auto& set : primitive.texcoords) set.emplace_back(value(random), value(random));
  }
  MorphTargetData::Builder builder(vertices, targets);
  std::vector<float> deltas;
  for (std::uint32_t t = 0; t < targets; ++t) {
    for (const MorphAttribute attribute :
         {MorphAttribute::position, MorphAttribute::normal, MorphAttribute::tangent,
          MorphAttribute::color_0, MorphAttribute::texcoord_0}) {
      if (mixed_attributes && random() % 3 == 0) continue;
      deltas.resize(std::size_t{vertices} * component_count(attribute));
      for (float& delta : deltas) delta = 0.3f * value(random);
      EXPECT_TRUE(builder.set_deltas(t, attribute, deltas));
    }
  }
  primitive.morph_targets = std::move(builder).build();
  return primitive;
}

/// Weights between −1 and 2, some of them zero.
inline std::vector<float> random_weights(std::uint32_t targets, std::uint32_t seed) {
  std::mt19937 random(seed);
  std::uniform_real_distribution<float> value(-1.0f, 2.0f);
  std::vector<float> weights(targets);
  for (float& weight : weights) weight = random() % 4 == 0 ? 0.0f : value(random);
  return weights;
}

}  // namespace morph::test
