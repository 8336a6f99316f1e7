// SPDX-License-Identifier: MIT
#include "morphview/framing.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <glm/geometric.hpp>
#include <glm/matrix.hpp>
#include <glm/trigonometric.hpp>
#include <limits>
#include <random>

#include "morph/runtime/bounds.h"
#include "support/scene_builder.h"

namespace morphview {
namespace {

using morph::Bounds;

Outline outline_of(const Bounds& box) {
  Outline outline;
  for (int corner = 0; corner < 8; ++corner) {
    outline.add({corner & 1 ? box.max.x : box.min.x, corner & 2 ? box.max.y : box.min.y,
                 corner & 4 ? box.max.z : box.min.z});
  }
  return outline;
}

OrbitCamera frame_box(const Bounds& box, const CameraOptions& options, float aspect) {
  return frame_outline(outline_of(box), options, aspect);
}

// The box of a box's corners on the picture, in clip space: −1 … 1.
Bounds on_picture(const OrbitCamera& camera, const Bounds& bounds, float aspect) {
  Bounds seen;
  for (int corner = 0; corner < 8; ++corner) {
    const glm::vec3 point(corner & 1 ? bounds.max.x : bounds.min.x,
                          corner & 2 ? bounds.max.y : bounds.min.y,
                          corner & 4 ? bounds.max.z : bounds.min.z);
    const glm::vec4 clip =
        camera.view_to_clip(aspect, bounds) * camera.world_to_view() * glm::vec4(point, 1.0f);
    EXPECT_GT(clip.w, 0.0f);
    seen.add(glm::vec3(clip) / clip.w);
  }
  return seen;
}

struct Framing {
  Bounds bounds;
  glm::vec3 direction;
  float aspect;
  bool orthographic = false;
};

class FrameOutline : public testing::TestWithParam<Framing> {};

// It fits, it is in the middle, and it touches the margin on two sides.
TEST_P(FrameOutline, FillsThePicture) {
  const Framing& framing = GetParam();
  CameraOptions options;
  options.direction = framing.direction;
  options.orthographic = framing.orthographic;
  const OrbitCamera camera = frame_box(framing.bounds, options, framing.aspect);
  const Bounds seen = on_picture(camera, framing.bounds, framing.aspect);
  EXPECT_NEAR(seen.center().x, 0.0f, 1e-3f);
  EXPECT_NEAR(seen.center().y, 0.0f, 1e-3f);
  const float filled = 0.5f * std::max(seen.size().x, seen.size().y);
  EXPECT_LE(filled, 0.925f);
  EXPECT_GE(filled, 0.915f);
  EXPECT_GT(seen.min.z, -1.0f);
  EXPECT_LT(seen.max.z, 1.0f);
}

INSTANTIATE_TEST_SUITE_P(
    Table, FrameOutline,
    testing::Values(Framing{{glm::vec3(-1), glm::vec3(1)}, {-1, -0.5f, -1}, 16.0f / 9},
                    Framing{{glm::vec3(-1), glm::vec3(1)}, {0, 0, -1}, 1.0f},
                    Framing{{glm::vec3(-1), glm::vec3(1)}, {0, -1, 0}, 1.0f},
                    Framing{{{10, 0, 0}, {11, 8, 1}}, {-1, -0.5f, -1}, 16.0f / 9},
                    Framing{{{10, 0, 0}, {11, 8, 1}}, {-1, -0.5f, -1}, 0.4f},
                    Framing{{{-1e-4f, 0, 0}, {1e-4f, 1e-4f, 0}}, {0, 0, -1}, 1.5f},
                    Framing{{glm::vec3(-1), glm::vec3(1)}, {-1, -0.5f, -1}, 16.0f / 9, true},
                    Framing{{{10, 0, 0}, {11, 8, 1}}, {-1, -0.5f, -1}, 0.4f, true},
                    Framing{{{10, 0, 0}, {11, 8, 1}}, {0, -1, 0}, 3.0f, true},
                    Framing{{{-500, -2, -500}, {500, 2, 500}}, {1, -0.2f, 0.3f}, 2.0f}));

TEST(FrameOutlineOf, NothingAPointAndInfinityStillGiveACamera) {
  const float infinity = std::numeric_limits<float>::infinity();
  const float largest = std::numeric_limits<float>::max();
  for (const Bounds& bounds :
       {Bounds{glm::vec3(3), glm::vec3(3)}, Bounds{glm::vec3(-infinity), glm::vec3(infinity)},
        Bounds{glm::vec3(-largest), glm::vec3(largest)}}) {
    const OrbitCamera camera = frame_box(bounds, CameraOptions{}, 1.0f);
    EXPECT_TRUE(std::isfinite(camera.distance));
    EXPECT_GT(camera.distance, 0.0f);
    EXPECT_TRUE(std::isfinite(camera.world_to_view()[3].x));
  }
  EXPECT_GT(frame_outline(Outline(), CameraOptions{}, 1.0f).distance, 0.5f);
}

// A ball fills the picture too, which it does not where its box is framed.
TEST(FrameOutlineOf, ARoundShapeFillsThePicture) {
  Outline outline;
  for (int i = 0; i < 180; ++i) {
    for (int j = 0; j < 360; ++j) {
      const glm::vec2 angle = glm::radians(glm::vec2(i, j));
      outline.add({std::sin(angle.x) * std::cos(angle.y), std::cos(angle.x),
                   std::sin(angle.x) * std::sin(angle.y)});
    }
  }
  const OrbitCamera camera = frame_outline(outline, CameraOptions{}, 1.0f);
  // From distance d a ball of radius 1 is seen under sin(angle) = 1/d.
  const float seen = std::tan(std::asin(1.0f / camera.distance)) / std::tan(0.5f * camera.fov);
  EXPECT_GT(seen, 0.9f);
  EXPECT_LT(seen, 0.97f);
}

// Along −Z the camera is on +Z; positive azimuth goes to its right, positive elevation up.
TEST(OrbitCameraOptions, TurnAroundTheModel) {
  const Bounds box{glm::vec3(-1), glm::vec3(1)};
  const auto eye = [&](double azimuth, double elevation) {
    CameraOptions options;
    options.direction = {0, 0, -1};
    options.azimuth = azimuth;
    options.elevation = elevation;
    const glm::mat4 to_world = glm::inverse(frame_box(box, options, 1.0f).world_to_view());
    return glm::normalize(glm::vec3(to_world[3]));
  };
  EXPECT_NEAR(glm::distance(eye(0, 0), {0, 0, 1}), 0.0f, 1e-5f);
  EXPECT_NEAR(glm::distance(eye(90, 0), {1, 0, 0}), 0.0f, 1e-5f);
  EXPECT_NEAR(glm::distance(eye(0, 90), {0, 1, 0}), 0.0f, 1e-5f);
  EXPECT_NEAR(glm::distance(eye(0, 500), {0, 1, 0}), 0.0f, 1e-5f);  // stops at the pole
}

TEST(OrbitCameraOptions, ZoomIsNearness) {
  const Bounds box{glm::vec3(-1), glm::vec3(1)};
  CameraOptions options;
  const float distance = frame_box(box, options, 1.0f).distance;
  options.zoom = 2.0;
  EXPECT_FLOAT_EQ(frame_box(box, options, 1.0f).distance, distance / 2);
}

TEST(OrbitCamera, ZoomKeepsWhatIsUnderTheCursor) {
  OrbitCamera camera = frame_box({glm::vec3(-1), glm::vec3(1)}, CameraOptions{}, 1.0f);
  const glm::vec2 cursor(0.3f, -0.2f);  // of the picture's height, from its centre
  // The point of the pivot's plane that the cursor is on.
  const float height = 2.0f * camera.distance * std::tan(0.5f * camera.fov);
  const glm::vec4 in_view(cursor * height, -camera.distance, 1.0f);
  const glm::vec4 point = glm::inverse(camera.world_to_view()) * in_view;
  camera.zoom(1.7f, cursor);
  const glm::vec4 clip =
      camera.view_to_clip(1.0f, {glm::vec3(-1), glm::vec3(1)}) * camera.world_to_view() * point;
  EXPECT_NEAR(clip.x / clip.w, 2.0f * cursor.x, 1e-4f);
  EXPECT_NEAR(clip.y / clip.w, 2.0f * cursor.y, 1e-4f);
}

glm::vec3 in_clip(const OrbitCamera& camera, const Bounds& model, const glm::vec3& point) {
  const glm::vec4 clip =
      camera.view_to_clip(1.5f, model) * camera.world_to_view() * glm::vec4(point, 1.0f);
  return glm::vec3(clip) / clip.w;
}

// Whatever the weights do, from wherever it is seen: what is before the camera is drawn.
TEST(OrbitCamera, PlanesDoNotClipTheModel) {
  std::mt19937 random(1);
  std::uniform_real_distribution<float> value(-1.0f, 1.0f);
  const auto vec3 = [&] { return glm::vec3(value(random), value(random), value(random)); };
  int seen = 0;
  for (int i = 0; i < 2000; ++i) {
    const float size = std::pow(10.0f, 4.0f * value(random));
    OrbitCamera camera;
    camera.orthographic = i % 3 == 0;
    camera.pivot = size * vec3();
    camera.orbit(3.0f * value(random), value(random));
    camera.distance = size * std::pow(10.0f, value(random));
    Bounds model;
    for (int k = 0; k < 4; ++k) model.add(10.0f * size * vec3());
    for (int corner = 0; corner < 8; ++corner) {
      const glm::vec3 point(corner & 1 ? model.max.x : model.min.x,
                            corner & 2 ? model.max.y : model.min.y,
                            corner & 4 ? model.max.z : model.min.z);
      const float depth = -(camera.world_to_view() * glm::vec4(point, 1.0f)).z;
      if (!camera.orthographic && depth < 0.05f * size) continue;
      const glm::vec3 clip = in_clip(camera, model, point);
      EXPECT_GT(clip.z, -1.0f) << i;
      EXPECT_LT(clip.z, 1.0f) << i;
      ++seen;
    }
  }
  EXPECT_GT(seen, 5000);
}

TEST(OrbitCamera, PlanesAreSoundWithoutAModelAndInsideIt) {
  const float infinity = std::numeric_limits<float>::infinity();
  for (const bool orthographic : {false, true}) {
    OrbitCamera camera;
    camera.orthographic = orthographic;
    for (const Bounds& model :
         {Bounds(), Bounds{glm::vec3(-infinity), glm::vec3(infinity)},
          Bounds{glm::vec3(-3), glm::vec3(3)}, Bounds{glm::vec3(0, 0, 4), glm::vec3(1, 1, 9)}}) {
      camera.distance = 0.01f;
      const float depth = in_clip(camera, model, camera.pivot).z;
      EXPECT_GT(depth, -1.0f);
      EXPECT_LT(depth, 1.0f);
    }
  }
}

TEST(OrbitCamera, ManyTurnsAndZoomsStaySound) {
  OrbitCamera camera;
  for (int i = 0; i < 1000; ++i) {
    camera.orbit(1.0f, 0.3f);
    camera.zoom(i < 500 ? 3.0f : 0.3f);
  }
  EXPECT_LE(std::abs(camera.yaw), 3.15f);
  EXPECT_LE(camera.pitch, 1.571f);
  EXPECT_TRUE(std::isfinite(camera.distance));
}

// The outline holds the morph at its largest, and asking for it changes nothing.
TEST(AnimationOutline, HoldsTheWholeClip) {
  morph::SceneParts parts = morph::test::parts_of(morph::test::triangle_primitive(1));
  morph::Animation animation;
  animation.samplers.push_back(
      morph::test::track_of(morph::Interpolation::linear, 1, {0, 1, 2}, {0, 4, 0}));
  animation.channels.push_back({0, 0, morph::ChannelPath::weights});
  parts.animations.push_back(animation);
  const morph::Scene scene = morph::test::scene_of(std::move(parts));
  Player player(scene);
  Options options;
  options.time = {StartTime::Kind::seconds, 0.25};
  ASSERT_TRUE(player.configure(options));
  const Outline outline = animation_outline(player, 0);
  Bounds bounds;
  for (const glm::vec3& point : outline.points()) bounds.add(point);
  EXPECT_NEAR(bounds.max.z, 4.0f, 1e-5f);
  EXPECT_EQ(bounds.min.z, 0.0f);
  EXPECT_EQ(player.playback().time(), 0.25f);
  EXPECT_EQ(player.pose().morph_weights(0)[0], 1.0f);
}

// A blink, shorter than the time between two regular samples.
TEST(AnimationOutline, HoldsWhatIsShort) {
  morph::SceneParts parts = morph::test::parts_of(morph::test::triangle_primitive(1));
  morph::Animation animation;
  animation.samplers.push_back(morph::test::track_of(
      morph::Interpolation::linear, 1, {0, 5.07f, 5.08f, 5.09f, 10}, {0, 0, 4, 0, 0}));
  animation.channels.push_back({0, 0, morph::ChannelPath::weights});
  parts.animations.push_back(animation);
  const morph::Scene scene = morph::test::scene_of(std::move(parts));
  Player player(scene);
  Options options;
  ASSERT_TRUE(player.configure(options));
  const Outline outline = animation_outline(player, 0);
  Bounds bounds;
  for (const glm::vec3& point : outline.points()) bounds.add(point);
  EXPECT_NEAR(bounds.max.z, 4.0f, 1e-5f);
}

}  // namespace
}  // namespace morphview
