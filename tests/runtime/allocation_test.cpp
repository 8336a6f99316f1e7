// SPDX-License-Identifier: MIT
#include <gtest/gtest.h>

#include <new>
#include <vector>

#include "morph/runtime/blend.h"
#include "morph/runtime/bounds.h"
#include "morph/runtime/displacement.h"
#include "morph/runtime/expression_mixer.h"
#include "morph/runtime/interval_bounds.h"
#include "morph/runtime/mixer.h"
#include "morph/runtime/playback.h"
#include "morph/runtime/skinning.h"
#include "morph/runtime/smooth_normals.h"
#include "support/allocation_counter.h"
#include "support/scene_builder.h"

namespace morph {
namespace {

TEST(Frame, DoesNotAllocateAfterTheFirst) {
  SceneParts parts = test::parts_of(test::random_primitive(700, 12, 1, false));
  Animation clip;
  clip.samplers.push_back(
      test::track_of(Interpolation::linear, 12, {0, 1}, std::vector<float>(24, 0.5f)));
  clip.samplers.push_back(
      test::track_of(Interpolation::linear, 4, {0, 1}, {0, 0, 0, 1, 0, 0, 1, 0}));
  clip.channels = {{0, 0, ChannelPath::weights}, {1, 0, ChannelPath::rotation}};
  parts.animations.push_back(clip);
  parts.nodes[0].skin = 0;
  parts.skins.push_back({"skin", {0}, {glm::mat4(1.0f)}, kNoIndex});
  parts.meshes[0].primitives[0].joint_sets = {{700, JointInfluences{{0, 0, 0, 0}, {1, 0, 0, 0}}}};
  parts.expressions.resize(2);
  parts.expressions[0].morph_target_binds = {{0, 1, 0.5f}, {0, 2, 1.0f}};
  parts.meshes[0].primitives[0].mode = PrimitiveMode::triangle_strip;
  const Scene scene = test::scene_of(std::move(parts));
  const Primitive& primitive = scene.meshes()[0].primitives[0];
  const SmoothNormals smooth(primitive);
  SmoothNormals::Scratch fans;
  const IntervalBounds intervals(scene);

  Playback playback;
  ASSERT_TRUE(playback.play(scene, Index{0}));
  ExpressionMixer expressions(scene);
  ASSERT_TRUE(expressions.set(0, 0.5f));
  Mixer mixer(scene);
  ASSERT_TRUE(mixer.set_user_weight(0, 3, 1.0f));
  Pose pose(scene);
  PosedScratch scratch;
  std::vector<glm::mat4> joints(1);
  std::vector<ActiveTarget> active;
  std::vector<glm::vec3> vec3s(700);
  std::vector<glm::vec3> normals(700);
  std::vector<glm::vec4> vec4s(700);
  std::vector<float> floats(700);
  const auto frame = [&] {
    playback.advance(0.1);
    pose.reset(scene);
    playback.sample(scene, pose);
    expressions.apply(scene, pose);
    mixer.apply(pose);
    select_active_targets(pose.morph_weights(0), kAllTargets, active);
    blend_positions(primitive.morph_targets, primitive.positions, active, vec3s);
    blend_normals(primitive.morph_targets, primitive.normals, active, vec3s);
    blend_tangents(primitive.morph_targets, primitive.tangents, active, vec4s);
    displacement_lengths(primitive.morph_targets, active, floats);
    smooth.evaluate(primitive, vec3s, fans, normals, vec4s);
    Bounds bounds = pose_bounds(scene, 0, pose, scratch);
    bounds.add(intervals.bounds(scene, 0, pose, scratch));
    joint_matrices(scene.skins()[0], scratch.globals, joints);
    skin_positions(primitive, joints, vec3s, vec3s);
    skin_normals(primitive, joints, vec3s, vec3s);
    skin_tangents(primitive, joints, vec4s, vec4s);
    return bounds;
  };
  frame();
  const std::size_t before = test::allocation_count();
  for (int i = 0; i < 20; ++i) EXPECT_FALSE(frame().empty());
  EXPECT_EQ(test::allocation_count(), before);
  ::operator delete(::operator new(1));
  EXPECT_EQ(test::allocation_count(), before + 1) << "the counter counts";
}

}  // namespace
}  // namespace morph
