// SPDX-License-Identifier: MIT
#include "morph/runtime/smooth_normals.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <cstring>
#include <functional>
#include <glm/ext/vector_double3.hpp>
#include <glm/geometric.hpp>
#include <map>
#include <numbers>
#include <string>
#include <vector>

#include "morph/runtime/active_targets.h"
#include "morph/runtime/blend.h"
#include "support/scene_builder.h"

namespace morph {
namespace {

using Map = std::function<glm::dvec3(const glm::dvec3&)>;

/// A sphere of `around` × `up` quads with the doubled vertices that texture coordinates need along
/// the meridian and at the poles; exact normals.
Primitive uv_sphere(std::uint32_t around, std::uint32_t up) {
  Primitive sphere;
  for (std::uint32_t j = 0; j <= up; ++j) {
    for (std::uint32_t i = 0; i <= around; ++i) {
      const double a = 2.0 * std::numbers::pi * (i % around) / around;
      const double b = std::numbers::pi * j / up;
      const double ring = j == 0 || j == up ? 0.0 : std::sin(b);
      const glm::vec3 place(glm::dvec3(ring * std::cos(a), std::cos(b), ring * std::sin(a)));
      sphere.positions.push_back(place);
      sphere.normals.push_back(glm::normalize(place));
      sphere.tangents.emplace_back(-std::sin(a), 0.0, std::cos(a), -1.0);
      const std::uint32_t v = j * (around + 1) + i;
      if (i == around || j == up) continue;
      if (j > 0) sphere.indices.insert(sphere.indices.end(), {v, v + 1, v + around + 1});
      if (j + 1 < up) {
        sphere.indices.insert(sphere.indices.end(), {v + 1, v + around + 2, v + around + 1});
      }
    }
  }
  return sphere;
}

/// An icosahedron, each triangle cut into four `times` times.
Primitive ico_sphere(int times) {
  const double g = std::numbers::phi;
  std::vector<glm::dvec3> places = {{-1, g, 0}, {1, g, 0}, {-1, -g, 0}, {1, -g, 0},
                                    {0, -1, g}, {0, 1, g}, {0, -1, -g}, {0, 1, -g},
                                    {g, 0, -1}, {g, 0, 1}, {-g, 0, -1}, {-g, 0, 1}};
  std::vector<std::uint32_t> indices = {0, 11, 5, 0, 5,  1,  0,  1,  7,  0,  7, 10, 0, 10, 11,
                                        1, 5,  9, 5, 11, 4,  11, 10, 2,  10, 7, 6,  7, 1,  8,
                                        3, 9,  4, 3, 4,  2,  3,  2,  6,  3,  6, 8,  3, 8,  9,
                                        4, 9,  5, 2, 4,  11, 6,  2,  10, 8,  6, 7,  9, 8,  1};
  for (glm::dvec3& place : places) place = glm::normalize(place);
  for (; times > 0; --times) {
    std::map<std::pair<std::uint32_t, std::uint32_t>, std::uint32_t> middles;
    const auto middle = [&](std::uint32_t a, std::uint32_t b) {
      const auto [at, fresh] =
          middles.try_emplace(std::minmax(a, b), static_cast<std::uint32_t>(places.size()));
      if (fresh) places.push_back(glm::normalize(places[a] + places[b]));
      return at->second;
    };
    std::vector<std::uint32_t> finer;
    for (std::size_t i = 0; i < indices.size(); i += 3) {
      const std::uint32_t a = indices[i], b = indices[i + 1], c = indices[i + 2];
      const std::uint32_t ab = middle(a, b), bc = middle(b, c), ca = middle(c, a);
      finer.insert(finer.end(), {a, ab, ca, b, bc, ab, c, ca, bc, ab, bc, ca});
    }
    indices = std::move(finer);
  }
  Primitive sphere;
  sphere.indices = std::move(indices);
  for (const glm::dvec3& place : places) {
    sphere.positions.emplace_back(place);
    sphere.normals.push_back(glm::normalize(glm::vec3(place)));
  }
  return sphere;
}

/// Gives a primitive one target that takes each position where `map` takes it.
void add_target(Primitive& primitive, const Map& map) {
  std::vector<glm::vec3> deltas;
  for (const glm::vec3& position : primitive.positions) {
    deltas.emplace_back(map(glm::dvec3(position)) - glm::dvec3(position));
  }
  MorphTargetData::Builder builder(primitive.vertex_count(), 1);
  EXPECT_TRUE(builder.set_position_deltas(0, deltas));
  primitive.morph_targets = std::move(builder).build();
}

struct Surface {
  std::vector<glm::vec3> positions, normals;
  std::vector<glm::vec4> tangents;
};

Surface evaluate(const Primitive& primitive, float weight) {
  Surface out{primitive.positions, primitive.normals, primitive.tangents};
  const std::vector<ActiveTarget> active =
      weight == 0.0f ? std::vector<ActiveTarget>() : std::vector<ActiveTarget>{{0, weight}};
  blend_positions(primitive.morph_targets, primitive.positions, active, out.positions);
  SmoothNormals::Scratch scratch;
  SmoothNormals(primitive).evaluate(primitive, out.positions, scratch, out.normals, out.tangents);
  return out;
}

double degrees_between(const glm::dvec3& a, const glm::dvec3& b) {
  return std::atan2(glm::length(glm::cross(a, b)), glm::dot(a, b)) * 180.0 / std::numbers::pi;
}

/// Of the unit sphere as `map` moves it, at a point of the sphere.
glm::dvec3 analytic_normal(const Map& map, const glm::dvec3& at) {
  const glm::dvec3 least = std::abs(at.x) < 0.7 ? glm::dvec3(1, 0, 0) : glm::dvec3(0, 1, 0);
  const glm::dvec3 u = glm::normalize(glm::cross(at, least));
  const glm::dvec3 w = glm::cross(at, u);
  const auto along = [&](const glm::dvec3& d) {
    constexpr double kStep = 1e-5;
    return map(glm::normalize(at + kStep * d)) - map(glm::normalize(at - kStep * d));
  };
  return glm::normalize(glm::cross(along(u), along(w)));
}

double worst_angle(Primitive sphere, const Map& map) {
  add_target(sphere, map);
  const Surface surface = evaluate(sphere, 1.0f);
  double worst = 0.0;
  for (std::size_t v = 0; v < sphere.positions.size(); ++v) {
    const glm::dvec3 expected = analytic_normal(map, glm::normalize(glm::dvec3(sphere.normals[v])));
    worst = std::max(worst, degrees_between(glm::dvec3(surface.normals[v]), expected));
    EXPECT_NEAR(glm::length(surface.normals[v]), 1.0f, 1e-6f);
  }
  return worst;
}

glm::dvec3 turned(const glm::dvec3& v, double angle) {
  return {std::cos(angle) * v.x + std::sin(angle) * v.z, v.y,
          std::cos(angle) * v.z - std::sin(angle) * v.x};
}

const Map kEllipsoid = [](const glm::dvec3& v) { return v * glm::dvec3(1.0, 2.0, 0.5); };
const Map kEgg = [](const glm::dvec3& v) { return v * glm::dvec3(1.0, 1.3, 0.8); };
const Map kShear = [](const glm::dvec3& v) { return v + glm::dvec3(0.8 * v.y, 0.0, 0.0); };
const Map kBump = [](const glm::dvec3& v) {
  const glm::dvec3 from = v - glm::dvec3(0.6, 0.0, 0.8);
  return v * (1.0 + 0.3 * std::exp(-4.0 * glm::dot(from, from)));
};
const Map kTwist = [](const glm::dvec3& v) { return turned(v, v.y); };

TEST(SmoothNormals, OfMorphedSpheresAreWithinTwoDegreesOfTheAnalyticOnes) {
  const std::array<std::pair<const char*, Map>, 5> maps = {{{"ellipsoid", kEllipsoid},
                                                            {"egg", kEgg},
                                                            {"shear", kShear},
                                                            {"bump", kBump},
                                                            {"twist", kTwist}}};
  for (const auto& [name, map] : maps) {
    const double uv = worst_angle(uv_sphere(64, 32), map);
    const double ico = worst_angle(ico_sphere(4), map);
    RecordProperty(std::string(name) + "_uv", std::to_string(uv));
    RecordProperty(std::string(name) + "_ico", std::to_string(ico));
    EXPECT_LT(uv, 2.0) << name;
    EXPECT_LT(ico, 2.0) << name;
  }
  EXPECT_LT(worst_angle(uv_sphere(32, 16), kEllipsoid), 2.0);
  EXPECT_LT(worst_angle(ico_sphere(2), kEllipsoid), 2.0);
}

TEST(SmoothNormals, OfWhatOnlyMovesTurnsAndGrowsAreThoseOfTheFile) {
  const Map larger = [](const glm::dvec3& v) { return 2.0 * v + glm::dvec3(3, 4, 5); };
  EXPECT_LT(worst_angle(uv_sphere(16, 8), larger), 1e-3);
  for (const double angle : {0.5, std::numbers::pi / 2, 3.0, std::numbers::pi}) {
    const Map turn = [&](const glm::dvec3& v) { return turned(v, angle); };
    EXPECT_LT(worst_angle(uv_sphere(16, 8), turn), 1e-3) << angle;
    EXPECT_LT(worst_angle(ico_sphere(1), turn), 1e-3) << angle;
  }
}

TEST(SmoothNormals, AreTheFilesToTheBitWhereNothingMoves) {
  Primitive sphere = uv_sphere(32, 16);
  sphere.normals[40] = {0.1f, 2.0f, -0.0f};  // not unit, and not what the surface says
  add_target(sphere, [](const glm::dvec3& v) { return v.y > 0.5 ? 1.5 * v : v; });
  const Surface rest = evaluate(sphere, 0.0f);
  EXPECT_EQ(std::memcmp(rest.normals.data(), sphere.normals.data(),
                        sphere.normals.size() * sizeof(glm::vec3)),
            0);
  EXPECT_EQ(rest.tangents, sphere.tangents);
  const Surface moved = evaluate(sphere, 1.0f);
  std::size_t kept = 0;
  std::size_t changed = 0;
  for (std::size_t v = 0; v < sphere.positions.size(); ++v) {
    ++(moved.normals[v] == sphere.normals[v] ? kept : changed);
    if (sphere.positions[v].y < 0.2f) {
      EXPECT_EQ(moved.normals[v], sphere.normals[v]);
    }
  }
  EXPECT_GT(kept, 250u);
  EXPECT_GT(changed, 100u);
}

TEST(SmoothNormals, DoNotShowASeamOfTextureCoordinates) {
  Primitive sphere = uv_sphere(32, 16);
  add_target(sphere, kShear);
  const Surface surface = evaluate(sphere, 1.0f);
  for (std::uint32_t j = 0; j <= 16; ++j) {
    EXPECT_EQ(surface.normals[j * 33], surface.normals[j * 33 + 32]) << j;
  }
}

/// Two squares at a right angle along x = 0, in the planes z = 0 and x = 0, each vertex its own.
Primitive folded_sheet() {
  Primitive sheet;
  sheet.positions = {{0, 0, 0}, {1, 0, 0}, {1, 1, 0},  {0, 1, 0},
                     {0, 0, 0}, {0, 1, 0}, {0, 1, -1}, {0, 0, -1}};
  sheet.normals.assign(8, {0, 0, 1});
  std::fill(sheet.normals.begin() + 4, sheet.normals.end(), glm::vec3(-1, 0, 0));
  sheet.indices = {0, 1, 2, 0, 2, 3, 4, 5, 6, 4, 6, 7};
  return sheet;
}

TEST(SmoothNormals, KeepAnEdgeThatTheFileSplit) {
  Primitive sheet = folded_sheet();
  add_target(sheet, [](const glm::dvec3& v) { return glm::dvec3(v.x, v.y, v.z + v.x); });
  const Surface surface = evaluate(sheet, 1.0f);
  const glm::vec3 leant = glm::normalize(glm::vec3(-1, 0, 1));
  for (std::size_t v = 0; v < 4; ++v) {
    EXPECT_LT(glm::distance(surface.normals[v], leant), 1e-6f) << v;
    EXPECT_EQ(surface.normals[v + 4], glm::vec3(-1, 0, 0)) << v;
  }
}

// Lips that touch at rest, with one normal, and open: two surfaces.
TEST(SmoothNormals, PartWhereATargetTearsApartWhatTouches) {
  Primitive sheet;
  sheet.positions = {{0, 0, 0}, {1, 0, 0}, {0, 1, 0}, {0, 0, 0}, {0, -1, 0}, {1, 0, 0}};
  sheet.normals.assign(6, {0, 0, 1});
  std::vector<glm::vec3> deltas(6, glm::vec3(0));
  deltas[2] = {0, 0, 1};  // the upper one leans back about its edge
  MorphTargetData::Builder together(6, 1);
  ASSERT_TRUE(together.set_position_deltas(0, deltas));
  sheet.morph_targets = std::move(together).build();
  EXPECT_EQ(evaluate(sheet, 1.0f).normals[0], evaluate(sheet, 1.0f).normals[3]);
  EXPECT_NE(evaluate(sheet, 1.0f).normals[0], glm::vec3(0, 0, 1));

  for (const std::size_t v : {0u, 1u}) deltas[v] = {0, 0.5f, 0};
  MorphTargetData::Builder apart(6, 1);
  ASSERT_TRUE(apart.set_position_deltas(0, deltas));
  sheet.morph_targets = std::move(apart).build();
  const Surface surface = evaluate(sheet, 1.0f);
  EXPECT_EQ(surface.normals[3], glm::vec3(0, 0, 1));
  EXPECT_LT(glm::distance(surface.normals[0], glm::normalize(glm::vec3(0, -2, 1))), 1e-6f);
}

TEST(SmoothNormals, TangentsFollow) {
  Primitive sphere = uv_sphere(32, 16);
  for (const Map& map : {kEllipsoid, kShear, kTwist}) {
    add_target(sphere, map);
    const Surface surface = evaluate(sphere, 1.0f);
    for (std::size_t v = 0; v < sphere.positions.size(); ++v) {
      const glm::vec3 tangent(surface.tangents[v]);
      EXPECT_NEAR(glm::dot(tangent, surface.normals[v]), 0.0f, 1e-6f);
      EXPECT_NEAR(glm::length(tangent), 1.0f, 1e-6f);
      EXPECT_EQ(surface.tangents[v].w, -1.0f);
    }
  }
  // A turn about the normal itself: the normal stays, the tangent does not.
  Primitive square = folded_sheet();
  for (glm::vec3& position : square.positions) position -= glm::vec3(0.5f, 0.5f, 0);
  square.indices.resize(6);
  square.tangents.assign(8, {1, 0, 0, 1});
  add_target(square, [](const glm::dvec3& v) { return glm::dvec3(-v.y, v.x, v.z + 1e-3 * v.x); });
  const Surface turned_square = evaluate(square, 1.0f);
  for (std::size_t v = 0; v < 4; ++v) {
    EXPECT_LT(glm::distance(turned_square.tangents[v], glm::vec4(0, 1, 0, 1)), 2e-3f);
  }
}

TEST(SmoothNormals, AreThereForWhateverCollapses) {
  Primitive sheet = folded_sheet();
  add_target(sheet, [](const glm::dvec3&) { return glm::dvec3(1, 2, 3); });
  EXPECT_EQ(evaluate(sheet, 1.0f).normals, sheet.normals) << "no area: the file's";
  for (const float weight : {1e-20f, 1.0f, -3.0f, 1e18f}) {
    for (const glm::vec3& normal : evaluate(sheet, weight).normals) {
      EXPECT_NEAR(glm::length(normal), 1.0f, 1e-5f) << weight;
    }
  }
  Primitive grown = folded_sheet();
  const std::vector<glm::vec3> shape = grown.positions;
  std::size_t v = 0;
  for (glm::vec3& position : grown.positions) position = glm::vec3(0);
  add_target(grown, [&](const glm::dvec3&) { return glm::dvec3(shape[v++]); });
  const Surface surface = evaluate(grown, 1.0f);
  EXPECT_EQ(surface.normals[1], glm::vec3(0, 0, 1)) << "no area at rest: the surface's";
  EXPECT_EQ(surface.normals[6], glm::vec3(-1, 0, 0));
}

TEST(SmoothNormals, FollowTrianglesWithNormalsWhosePositionsMove) {
  Primitive primitive = test::triangle_primitive(1);
  EXPECT_TRUE(SmoothNormals::follow(primitive));
  primitive.mode = PrimitiveMode::line_strip;
  EXPECT_FALSE(SmoothNormals::follow(primitive));
  primitive.mode = PrimitiveMode::triangles;
  primitive.normals.clear();
  EXPECT_FALSE(SmoothNormals::follow(primitive));
  EXPECT_FALSE(SmoothNormals::follow(test::triangle_primitive(0)));
}

// Many vertices at one place, all different: made in no time, and nothing is welded that should not
// be.
TEST(SmoothNormals, AConesTipCostsNoSquare) {
  constexpr std::uint32_t kSides = 60'000;
  Primitive cone;
  for (std::uint32_t i = 0; i < kSides; ++i) {
    const double a = 2.0 * std::numbers::pi * i / kSides;
    cone.positions.insert(cone.positions.end(),
                          {glm::vec3(0), glm::vec3(glm::dvec3(std::cos(a), -1, std::sin(a)))});
    const glm::vec3 normal(glm::normalize(glm::dvec3(std::cos(a), 1, std::sin(a))));
    cone.normals.insert(cone.normals.end(), {normal, normal});
  }
  for (std::uint32_t i = 0; i + 1 < kSides; ++i) {
    cone.indices.insert(cone.indices.end(), {2 * i, 2 * i + 3, 2 * i + 1});
  }
  add_target(cone, [](const glm::dvec3& v) { return v * glm::dvec3(1, 2, 1); });
  const Surface surface = evaluate(cone, 1.0f);
  const glm::vec3 expected = glm::normalize(glm::vec3(2, 1, 0));
  EXPECT_LT(degrees_between(glm::dvec3(surface.normals[0]), glm::dvec3(expected)), 2.0);
}

}  // namespace
}  // namespace morph
