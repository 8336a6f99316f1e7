// SPDX-License-Identifier: MIT
#include "morphview/eye.h"

#include <gtest/gtest.h>

#include <cmath>
#include <glm/geometric.hpp>
#include <glm/gtc/quaternion.hpp>
#include <glm/trigonometric.hpp>
#include <utility>

#include "morphview/selection.h"
#include "support/scene_builder.h"

namespace morphview {
namespace {

using morph::Bounds;
using morph::Index;
using morph::Pose;
using morph::Scene;

constexpr Index kArm = 1, kHand = 2;  // nodes; the camera stands at the hand

/// A camera 5 m along +x, which looks back at the origin, below a node of another scale; another
/// that no node has.
Scene scene_with(morph::Camera camera) {
  morph::SceneParts parts = morph::test::parts_of(morph::test::triangle_primitive(1));
  parts.nodes.resize(3);
  parts.nodes[kArm].children = {kHand};
  parts.nodes[kArm].transform.scale = {2, 3, -4};
  parts.nodes[kArm].transform.rotation = glm::angleAxis(glm::radians(90.0f), glm::vec3(0, 1, 0));
  parts.nodes[kHand].name = "hand";
  parts.nodes[kHand].camera = 0;
  // −4 · −1.25 along the arm's z, which is the world's x; turned about, because the arm mirrors.
  parts.nodes[kHand].transform.translation = {0, 0, -1.25f};
  parts.nodes[kHand].transform.rotation = glm::angleAxis(glm::radians(180.0f), glm::vec3(0, 1, 0));
  parts.cameras.push_back(std::move(camera));
  parts.cameras.push_back({"spare", morph::Perspective{}});
  return morph::test::scene_of(std::move(parts));
}

glm::vec3 seen(const Eye& eye, const glm::vec3& point) {
  const glm::vec4 clip = eye.view_to_clip * eye.world_to_view * glm::vec4(point, 1.0f);
  return glm::vec3(clip) / clip.w;
}

Eye eye_at(const Scene& scene, float aspect) {
  return eye_of_node(scene, Pose(scene), kHand, aspect);
}

void expect_near(const glm::vec3& found, const glm::vec3& expected) {
  EXPECT_LT(glm::distance(found, expected), 1e-5f) << found.x << ' ' << found.y << ' ' << found.z;
}

TEST(FileCamera, StandsWhereItsNodeStandsWithoutItsScale) {
  const Scene scene = scene_with({"main", morph::Perspective{{}, 0.5f, 1.0f, 9.0f}});
  const Eye eye = eye_at(scene, 1.0f);
  expect_near(glm::vec3(eye.world_to_view * glm::vec4(5, 0, 0, 1)), {0, 0, 0});
  expect_near(glm::vec3(eye.world_to_view * glm::vec4(0, 0, 0, 1)), {0, 0, -5});
  expect_near(glm::vec3(eye.world_to_view * glm::vec4(0, 1, 0, 1)), {0, 1, -5});
  expect_near(glm::vec3(eye.world_to_view * glm::vec4(0, 0, -1, 1)), {1, 0, -5});
}

TEST(FileCamera, PlanesAndAnglesAreTheFiles) {
  const float yfov = 0.6f;
  const Scene scene = scene_with({"main", morph::Perspective{{}, yfov, 1.0f, 9.0f}});
  const Eye eye = eye_at(scene, 2.0f);
  const float up = 5.0f * std::tan(0.5f * yfov);
  EXPECT_NEAR(seen(eye, {0, up, 0}).y, 1.0f, 1e-5f);
  EXPECT_NEAR(seen(eye, {0, 0, -2 * up}).x, 1.0f, 1e-5f);
  EXPECT_NEAR(seen(eye, {4, 0, 0}).z, -1.0f, 1e-5f);
  EXPECT_NEAR(seen(eye, {-4, 0, 0}).z, 1.0f, 1e-5f);
  const Scene endless = scene_with({"main", morph::Perspective{{}, yfov, 1.0f, {}}});
  EXPECT_NEAR(seen(eye_at(endless, 2.0f), {4, 0, 0}).z, -1.0f, 1e-5f);
  EXPECT_LE(seen(eye_at(endless, 2.0f), {-1e9f, 0, 0}).z, 1.0f);
}

// A picture of another shape shows all that the camera's own shape would.
TEST(FileCamera, APictureOfAnotherShapeShowsMore) {
  const float yfov = 0.6f;
  const Scene scene = scene_with({"main", morph::Perspective{2.0f, yfov, 1.0f, 9.0f}});
  const float up = 5.0f * std::tan(0.5f * yfov);
  const glm::vec3 narrow = seen(eye_at(scene, 1.0f), {0, up, -2 * up});
  EXPECT_NEAR(narrow.x, 1.0f, 1e-5f);
  EXPECT_NEAR(narrow.y, 0.5f, 1e-5f);
  const glm::vec3 wide = seen(eye_at(scene, 4.0f), {0, up, -2 * up});
  EXPECT_NEAR(wide.x, 0.5f, 1e-5f);
  EXPECT_NEAR(wide.y, 1.0f, 1e-5f);

  const Scene parallel = scene_with({"main", morph::Orthographic{4.0f, -1.0f, 0.0f, 10.0f}});
  expect_near(seen(eye_at(parallel, 4.0f), {0, 1, -4}), {1, 1, 0});
  expect_near(seen(eye_at(parallel, 1.0f), {0, 1, -4}), {1, 0.25f, 0});
  expect_near(seen(eye_at(parallel, 8.0f), {5, 1, -4}), {0.5f, 1, -1});
}

TEST(FileCamera, OurOwnTakesItsPlace) {
  const Bounds model{glm::vec3(-1), glm::vec3(1)};
  for (const auto& camera : {morph::Camera{"", morph::Perspective{{}, 0.5f, 1.0f, 9.0f}},
                             morph::Camera{"", morph::Orthographic{2.0f, 2.0f, 0.0f, 10.0f}}}) {
    const Scene scene = scene_with(camera);
    const Pose pose(scene);
    const Eye own = eye_of(orbit_from_node(scene, pose, kHand, model), 1.0f, model);
    for (const glm::vec3& point : {glm::vec3(0), glm::vec3(0, 0.5f, -0.3f), glm::vec3(0.4f)}) {
      const glm::vec3 a = seen(own, point);
      const glm::vec3 b = seen(eye_at(scene, 1.0f), point);
      EXPECT_NEAR(a.x, b.x, 1e-4f);
      EXPECT_NEAR(a.y, b.y, 1e-4f);
    }
    const Bounds behind{glm::vec3(8), glm::vec3(9)};
    const OrbitCamera away = orbit_from_node(scene, pose, kHand, behind);
    EXPECT_GT(away.distance, 0.0f);
    expect_near(glm::vec3(away.world_to_view() * glm::vec4(5, 0, 0, 1)), {0, 0, 0});
  }
}

TEST(FileCamera, IsChosenByNumberOrName) {
  const Scene named = scene_with({"main", morph::Perspective{}});
  EXPECT_EQ(*select_camera(named, 0, "0"), kHand);
  EXPECT_EQ(*select_camera(named, 0, "main"), kHand);
  EXPECT_FALSE(select_camera(named, 0, "hand"));
  EXPECT_EQ(select_camera(named, 0, "spare").error().message,
            "camera 'spare' stands at no node of the scene");
  EXPECT_EQ(select_camera(named, 0, "2").error().message, "no camera 2: the file has 2 cameras");
  const Scene nameless = scene_with({"", morph::Perspective{}});
  EXPECT_EQ(*select_camera(nameless, 0, "hand"), kHand);
  const auto near_miss = select_camera(named, 0, "mian");
  ASSERT_FALSE(near_miss);
  EXPECT_NE(near_miss.error().message.find("did you mean main"), std::string::npos);
}

}  // namespace
}  // namespace morphview
