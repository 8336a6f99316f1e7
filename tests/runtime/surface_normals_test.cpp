// SPDX-License-Identifier: MIT
#include "morph/runtime/surface_normals.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <array>
#include <string>
#include <vector>

#include "support/scene_builder.h"

namespace morph {
namespace {

using testing::ElementsAre;
using Triangles = std::vector<std::array<std::uint32_t, 3>>;

TEST(Rules, Item12_FlatNormalsAreThoseOfTheMorphedPositions) {
  const Primitive primitive = test::triangle_primitive(0);
  std::vector<glm::vec3> out(3);
  flat_normals(primitive, primitive.positions, out);
  EXPECT_THAT(out, testing::Each(glm::vec3(0, 0, 1)));
  flat_normals(primitive, std::vector<glm::vec3>{{0, 0, 0}, {1, 0, 0}, {0, 0, 1}}, out);
  EXPECT_THAT(out, testing::Each(glm::vec3(0, -1, 0)));
}

TEST(FlatNormals, TheFirstTriangleOfAVertexDecidesAndUnusedVerticesHaveNone) {
  Primitive primitive;
  primitive.positions = {{0, 0, 0}, {1, 0, 0}, {0, 1, 0}, {0, 0, 1}, {9, 9, 9}};
  primitive.indices = {0, 1, 2, 0, 3, 1};
  std::vector<glm::vec3> out(5);
  flat_normals(primitive, primitive.positions, out);
  EXPECT_THAT(out, ElementsAre(glm::vec3(0, 0, 1), glm::vec3(0, 0, 1), glm::vec3(0, 0, 1),
                               glm::vec3(0, 1, 0), glm::vec3(0)));
}

TEST(FlatNormals, WorkAtAnySize) {
  Primitive primitive = test::triangle_primitive(0);
  for (const float scale : {1e-18f, 1e18f}) {
    std::vector<glm::vec3> positions = primitive.positions;
    for (auto& position : positions) position *= scale;
    std::vector<glm::vec3> out(3);
    flat_normals(primitive, positions, out);
    EXPECT_THAT(out, testing::Each(glm::vec3(0, 0, 1)));
  }
}

TEST(FlatNormals, PointsAndDegenerateTrianglesHaveNone) {
  Primitive primitive = test::triangle_primitive(0);
  std::vector<glm::vec3> out(3);
  primitive.mode = PrimitiveMode::points;
  flat_normals(primitive, primitive.positions, out);
  EXPECT_THAT(out, testing::Each(glm::vec3(0)));
  primitive.mode = PrimitiveMode::triangles;
  flat_normals(primitive, std::vector<glm::vec3>(3, glm::vec3(1)), out);
  EXPECT_THAT(out, testing::Each(glm::vec3(0)));
}

TEST(Triangles, FollowTheSpecificationsOrderInEachMode) {
  Primitive primitive;
  primitive.positions.resize(5);
  const auto triangles = [&](PrimitiveMode mode) {
    primitive.mode = mode;
    Triangles out;
    for_each_triangle(primitive, [&](auto a, auto b, auto c) { out.push_back({a, b, c}); });
    return out;
  };
  EXPECT_EQ(triangles(PrimitiveMode::triangles), (Triangles{{0, 1, 2}}))
      << "what is left over is no triangle";
  EXPECT_EQ(triangles(PrimitiveMode::triangle_strip), (Triangles{{0, 1, 2}, {1, 3, 2}, {2, 3, 4}}));
  EXPECT_EQ(triangles(PrimitiveMode::triangle_fan), (Triangles{{1, 2, 0}, {2, 3, 0}, {3, 4, 0}}));
  EXPECT_TRUE(triangles(PrimitiveMode::line_strip).empty());
  primitive.indices = {4, 3, 2};
  EXPECT_EQ(triangles(PrimitiveMode::triangles), (Triangles{{4, 3, 2}}));
}

}  // namespace
}  // namespace morph
