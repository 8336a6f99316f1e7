// SPDX-License-Identifier: MIT
#include "morphview/overlay.h"

#include <gtest/gtest.h>

#include <cmath>
#include <glm/geometric.hpp>
#include <limits>
#include <vector>

#include "support/scene_builder.h"

namespace morphview {
namespace {

using morph::Bounds;
using morph::gl::Line;

// A box of corners 0 … 2, 0 … 4, 0 … 4: its radius is 3.
morph::SceneParts box_parts() {
  morph::Primitive primitive;
  primitive.mode = morph::PrimitiveMode::points;
  for (const float x : {0.0f, 2.0f}) {
    for (const float y : {0.0f, 4.0f}) {
      for (const float z : {0.0f, 4.0f}) primitive.positions.push_back({x, y, z});
    }
  }
  primitive.normals.assign(8, {0, 0, 1});
  return morph::test::parts_of(std::move(primitive));
}

std::vector<Line> lines_of(const morph::Scene& scene, const Overlays& wanted,
                           const Bounds& box = {}) {
  Overlay overlay(scene, 0);
  overlay.build(morph::Pose(scene), wanted, morph::NormalsMode::file, box);
  std::vector<Line> lines;
  for (const Overlay::Layer& layer : overlay.layers()) {
    lines.insert(lines.end(), layer.lines.begin(), layer.lines.end());
  }
  return lines;
}

Overlays only(bool Overlays::*shown) {
  Overlays wanted;
  wanted.*shown = true;
  return wanted;
}

TEST(RoundStep, IsOneTwoOrFiveTimesAPowerOfTen) {
  EXPECT_FLOAT_EQ(round_step(1.0f), 1.0f);
  EXPECT_FLOAT_EQ(round_step(1.99f), 1.0f);
  EXPECT_FLOAT_EQ(round_step(4.9f), 2.0f);
  EXPECT_FLOAT_EQ(round_step(0.07f), 0.05f);
  EXPECT_FLOAT_EQ(round_step(730.0f), 500.0f);
}

TEST(Overlay, NothingIsNothing) {
  const morph::Scene scene = morph::test::scene_of(box_parts());
  EXPECT_TRUE(lines_of(scene, {}).empty());
  Overlay overlay(scene, 0);
  EXPECT_TRUE(overlay.reach().empty());
  EXPECT_FLOAT_EQ(overlay.radius(), 3.0f);
}

// At whole steps, on the ground, faded at its ends and sides.
TEST(Overlay, TheGridLiesOnTheGroundAtRoundSteps) {
  for (const float lowest : {0.5f, 0.0f, -3.0f}) {
    morph::SceneParts parts = box_parts();
    parts.nodes[0].transform.translation = {0.3f, lowest, 0.0f};
    const std::vector<Line> lines =
        lines_of(morph::test::scene_of(std::move(parts)), only(&Overlays::grid));
    EXPECT_GT(lines.size(), 20u);
    for (const Line& line : lines) {
      EXPECT_EQ(line.from.y, std::min(lowest, 0.0f));
      EXPECT_EQ(line.to.y, line.from.y);
      EXPECT_EQ(line.to_color.a, 0.0f);
      const float at = line.from.x == line.to.x ? line.from.x : line.from.z;
      EXPECT_NEAR(at / 0.5f, std::round(at / 0.5f), 1e-4f) << "the step is not 0.5";
    }
  }
}

TEST(Overlay, TheBoxHasTwelveEdges) {
  const morph::Scene scene = morph::test::scene_of(box_parts());
  Bounds box;
  box.add({-1, -2, -3});
  box.add({1, 2, 3});
  const std::vector<Line> lines = lines_of(scene, only(&Overlays::bounds), box);
  ASSERT_EQ(lines.size(), 12u);
  float sum = 0.0f;
  for (const Line& line : lines) sum += glm::distance(line.from, line.to);
  EXPECT_FLOAT_EQ(sum, 4 * (2 + 4 + 6));
  EXPECT_TRUE(lines_of(scene, only(&Overlays::bounds)).empty());
}

TEST(Overlay, NormalsStandOnMovedVertices) {
  morph::SceneParts parts = box_parts();
  parts.nodes[0].transform.translation = {10, 0, 0};
  parts.nodes[0].transform.rotation = {std::sqrt(0.5f), 0, std::sqrt(0.5f), 0};  // z to x
  const std::vector<Line> lines =
      lines_of(morph::test::scene_of(std::move(parts)), only(&Overlays::normals));
  ASSERT_EQ(lines.size(), 8u);
  EXPECT_LT(glm::distance(lines[0].from, glm::vec3(10, 0, 0)), 1e-5f);
  for (const Line& line : lines) {
    const glm::vec3 normal = line.to - line.from;
    EXPECT_NEAR(glm::length(normal), 0.3f, 1e-4f);  // a tenth of the radius: few vertices
    EXPECT_GT(normal.x, 0.29f);
  }
}

TEST(Overlay, AxesAreRedGreenBlue) {
  const std::vector<Line> lines =
      lines_of(morph::test::scene_of(box_parts()), only(&Overlays::axes));
  ASSERT_EQ(lines.size(), 6u);
  for (std::size_t i = 0; i < 6; ++i) {
    const int axis = static_cast<int>(i % 3);
    EXPECT_EQ(lines[i].from, glm::vec3(0.0f));
    for (int c = 0; c < 3; ++c) {
      EXPECT_EQ(lines[i].to[c], c == axis ? 3.0f : 0.0f);
      if (c != axis) {
        EXPECT_GT(lines[i].to_color[axis], 2.0f * lines[i].to_color[c]);
      }
    }
  }
}

// Root, a node that is no joint, and two joints below: the bone goes past the node.
TEST(Overlay, BonesJoinJointsToTheirNearestJointAbove) {
  morph::SceneParts parts = box_parts();
  parts.meshes[0].primitives[0].joint_sets = {
      {8, morph::JointInfluences{{0, 0, 0, 0}, {1, 0, 0, 0}}}};
  parts.nodes[0].skin = 0;
  parts.nodes.resize(5);
  parts.nodes[1].children = {2};
  parts.nodes[2].children = {3, 4};
  parts.nodes[1].transform.translation = {0, 1, 0};
  parts.nodes[2].transform.translation = {0, 1, 0};
  parts.nodes[3].transform.translation = {1, 0, 0};
  parts.skins.push_back({"skin", {1, 3}, {glm::mat4(1.0f), glm::mat4(1.0f)}, morph::kNoIndex});
  const std::vector<Line> lines =
      lines_of(morph::test::scene_of(std::move(parts)), only(&Overlays::skeleton));
  // One bone and two dots, each with its dark edge.
  ASSERT_EQ(lines.size(), 6u);
  int bones = 0;
  for (const Line& line : lines) {
    if (line.from == line.to) continue;
    ++bones;
    EXPECT_EQ(line.from, glm::vec3(0, 1, 0));
    EXPECT_EQ(line.to, glm::vec3(1, 2, 0));
  }
  EXPECT_EQ(bones, 2);
}

// Models of any size and place, or none: no line is infinite, and there are not too many.
TEST(Overlay, SoundForEveryModel) {
  for (const float scale : {1e-20f, 1e-6f, 1.0f, 1e12f, 1e25f}) {
    for (const float away : {0.0f, 1e6f, 1e25f}) {
      morph::SceneParts parts = box_parts();
      for (glm::vec3& p : parts.meshes[0].primitives[0].positions) p = p * scale + away;
      const std::vector<Line> lines =
          lines_of(morph::test::scene_of(std::move(parts)), {true, true, true, true, true, true});
      EXPECT_LT(lines.size(), 500u) << scale << " at " << away;
      for (const Line& line : lines) {
        for (int c = 0; c < 3; ++c) {
          ASSERT_TRUE(std::isfinite(line.from[c]) && std::isfinite(line.to[c])) << scale;
        }
      }
    }
  }
  morph::SceneParts empty = box_parts();
  empty.nodes[0].mesh = morph::kNoIndex;
  EXPECT_GT(lines_of(morph::test::scene_of(std::move(empty)), only(&Overlays::grid)).size(), 20u);
}

}  // namespace
}  // namespace morphview
