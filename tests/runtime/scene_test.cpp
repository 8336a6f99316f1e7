// SPDX-License-Identifier: MIT
#include "morph/runtime/scene.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <functional>
#include <limits>
#include <string>
#include <utility>
#include <vector>

#include "support/scene_builder.h"

namespace morph {
namespace {

using testing::ElementsAre;

struct BadParts {
  std::string name;
  std::function<void(SceneParts&)> spoil;
  ErrorCode code;
  std::string where;
  std::string message;
};

/// Two nodes, parent and child; a mesh of one morphed triangle on node 0, skinned by both; cameras;
/// a clip.
SceneParts sound_parts() {
  SceneParts parts = test::parts_of(test::triangle_primitive(2));
  parts.nodes.resize(2);
  parts.nodes[0].children = {1};
  parts.nodes[0].skin = 0;
  parts.nodes[1].camera = 1;
  parts.skins.push_back({"skin", {1, 0}, {glm::mat4(1.0f), glm::mat4(1.0f)}, 0});
  parts.meshes[0].primitives[0].joint_sets = {{3, JointInfluences{{1, 0, 0, 0}, {1, 0, 0, 0}}}};
  parts.cameras = {{"orthographic", Orthographic{}}, {"perspective", Perspective{}}};
  parts.images.push_back({1, 1, {0, 0, 0, 255}});
  parts.textures.push_back({.image = 0, .sampler = {}});
  parts.materials.resize(1);
  parts.materials[0].base_color_texture.texture = 0;
  parts.scenes.push_back({"scene", {0}});
  Animation clip;
  clip.samplers.push_back(test::track_of(Interpolation::linear, 2, {0}, {0, 0}));
  clip.samplers.push_back(test::track_of(Interpolation::linear, 3, {0}, {0, 0, 0}));
  clip.channels = {{0, 0, ChannelPath::weights}, {1, 0, ChannelPath::translation}};
  parts.animations.push_back(clip);
  return parts;
}

class SceneRefuses : public testing::TestWithParam<BadParts> {};

TEST_P(SceneRefuses, WithThePointerOfTheValue) {
  SceneParts parts = sound_parts();
  GetParam().spoil(parts);
  const auto scene = Scene::create(std::move(parts));
  ASSERT_FALSE(scene);
  EXPECT_EQ(scene.error().code, GetParam().code);
  EXPECT_EQ(scene.error().where, GetParam().where);
  EXPECT_THAT(scene.error().message, testing::HasSubstr(GetParam().message));
}

Primitive& primitive(SceneParts& parts) { return parts.meshes[0].primitives[0]; }
constexpr float kInfinity = std::numeric_limits<float>::infinity();

INSTANTIATE_TEST_SUITE_P(
    References, SceneRefuses,
    testing::Values(
        BadParts{"image", [](SceneParts& p) { p.textures[0].image = 5; }, ErrorCode::out_of_range,
                 "/textures/0/source", "image 5 does not exist, there are 1"},
        BadParts{"texture", [](SceneParts& p) { p.materials[0].base_color_texture.texture = 3; },
                 ErrorCode::out_of_range,
                 "/materials/0/pbrMetallicRoughness/baseColorTexture/index", "texture 3"},
        BadParts{"metallic_roughness_texture",
                 [](SceneParts& p) { p.materials[0].metallic_roughness_texture.texture = 1; },
                 ErrorCode::out_of_range,
                 "/materials/0/pbrMetallicRoughness/metallicRoughnessTexture/index", "texture 1"},
        BadParts{"normal_texture", [](SceneParts& p) { p.materials[0].normal_texture.texture = 1; },
                 ErrorCode::out_of_range, "/materials/0/normalTexture/index", "texture 1"},
        BadParts{"occlusion_texture",
                 [](SceneParts& p) { p.materials[0].occlusion_texture.texture = 1; },
                 ErrorCode::out_of_range, "/materials/0/occlusionTexture/index", "texture 1"},
        BadParts{"emissive_texture",
                 [](SceneParts& p) { p.materials[0].emissive_texture.texture = 1; },
                 ErrorCode::out_of_range, "/materials/0/emissiveTexture/index", "texture 1"},
        BadParts{"texcoord", [](SceneParts& p) { p.materials[0].base_color_texture.texcoord = 8; },
                 ErrorCode::out_of_range,
                 "/materials/0/pbrMetallicRoughness/baseColorTexture/texCoord",
                 "is 8, expected below 8"},
        BadParts{"pixels", [](SceneParts& p) { p.images[0].rgba.pop_back(); },
                 ErrorCode::count_mismatch, "/images/0", "3 elements, expected 4"},
        BadParts{"material", [](SceneParts& p) { primitive(p).material = 1; },
                 ErrorCode::out_of_range, "/meshes/0/primitives/0/material", "material 1"},
        BadParts{"mesh", [](SceneParts& p) { p.nodes[1].mesh = 9; }, ErrorCode::out_of_range,
                 "/nodes/1/mesh", "mesh 9"},
        BadParts{"child",
                 [](SceneParts& p) {
                   p.nodes[0].children = {1, 2};
                 },
                 ErrorCode::out_of_range, "/nodes/0/children/1", "node 2"},
        BadParts{"root",
                 [](SceneParts& p) {
                   p.scenes[0].nodes = {0, 7};
                 },
                 ErrorCode::out_of_range, "/scenes/0/nodes/1", "node 7"},
        BadParts{"default_scene", [](SceneParts& p) { p.default_scene = 1; },
                 ErrorCode::out_of_range, "/scene", "scene 1"},
        BadParts{"sampler", [](SceneParts& p) { p.animations[0].channels[1].sampler = 2; },
                 ErrorCode::out_of_range, "/animations/0/channels/1/sampler", "sampler 2"},
        BadParts{"target_node", [](SceneParts& p) { p.animations[0].channels[0].node = 2; },
                 ErrorCode::out_of_range, "/animations/0/channels/0/target/node", "node 2"},
        BadParts{"Item56_target_weight",
                 [](SceneParts& p) { p.animations[0].channels[0].element = 2; },
                 ErrorCode::out_of_range, "/animations/0/channels/0/target", "weight 2"}),
    [](const auto& row) { return row.param.name; });

INSTANTIATE_TEST_SUITE_P(
    Geometry, SceneRefuses,
    testing::Values(
        BadParts{"normals", [](SceneParts& p) { primitive(p).normals.pop_back(); },
                 ErrorCode::count_mismatch, "/meshes/0/primitives/0/attributes/NORMAL",
                 "has 2 elements, expected 3"},
        BadParts{"texcoords",
                 [](SceneParts& p) {
                   primitive(p).texcoords = {{}, {{0, 0}}};
                 },
                 ErrorCode::count_mismatch, "/meshes/0/primitives/0/attributes/TEXCOORD_1",
                 "has 1"},
        BadParts{"too_many_sets", [](SceneParts& p) { primitive(p).texcoords.resize(9); },
                 ErrorCode::out_of_range, "/meshes/0/primitives/0/attributes/TEXCOORD_8",
                 "at most 8"},
        BadParts{"index",
                 [](SceneParts& p) {
                   primitive(p).indices = {0, 1, 3};
                 },
                 ErrorCode::out_of_range, "/meshes/0/primitives/0/indices",
                 "index 3 at element 2, expected below 3"},
        BadParts{
            "Item7_unequal_targets",
            [](SceneParts& p) { p.meshes[0].primitives.push_back(test::triangle_primitive(1)); },
            ErrorCode::count_mismatch, "/meshes/0/primitives/1/targets",
            "has 1 elements, expected 2"},
        BadParts{"unequal_names",
                 [](SceneParts& p) {
                   MorphTargetData::Builder named(3, 2);
                   named.set_target_names(std::vector<std::string>{"other"});
                   Primitive second = test::triangle_primitive(2);
                   second.morph_targets = std::move(named).build();
                   p.meshes[0].primitives.push_back(second);
                 },
                 ErrorCode::invalid_value, "/meshes/0/primitives/1/targets", "names"},
        BadParts{"Item15_delta_count",
                 [](SceneParts& p) {
                   primitive(p).morph_targets = MorphTargetData::Builder(4, 2).build();
                 },
                 ErrorCode::count_mismatch, "/meshes/0/primitives/0/targets",
                 "has 4 elements, expected 3"},
        BadParts{"Item3_no_base",
                 [](SceneParts& p) {
                   MorphTargetData::Builder builder(3, 2);
                   EXPECT_TRUE(builder.set_color_deltas(0, std::vector<glm::vec4>(3)));
                   primitive(p).morph_targets = std::move(builder).build();
                 },
                 ErrorCode::invalid_value, "/meshes/0/primitives/0/targets", "does not have"}),
    [](const auto& row) { return row.param.name; });

INSTANTIATE_TEST_SUITE_P(
    NodesAndChannels, SceneRefuses,
    testing::Values(
        BadParts{"Item23_weights", [](SceneParts& p) { p.nodes[0].weights = {1}; },
                 ErrorCode::count_mismatch, "/nodes/0/weights", "has 1 elements, expected 2"},
        BadParts{"weights_without_targets", [](SceneParts& p) { p.nodes[1].weights = {1}; },
                 ErrorCode::count_mismatch, "/nodes/1/weights", "expected 0"},
        BadParts{"weights_not_finite",
                 [](SceneParts& p) {
                   p.nodes[0].weights = {1, kInfinity};
                 },
                 ErrorCode::invalid_value, "/nodes/0/weights", "not finite"},
        BadParts{"scale_not_finite",
                 [](SceneParts& p) { p.nodes[1].transform.scale.y = kInfinity; },
                 ErrorCode::invalid_value, "/nodes/1/scale", "not finite"},
        BadParts{"matrix_not_finite",
                 [](SceneParts& p) {
                   p.nodes[1].matrix = glm::mat4(1.0f);
                   (*p.nodes[1].matrix)[2][1] = kInfinity;
                 },
                 ErrorCode::invalid_value, "/nodes/1/matrix", "not finite"},
        BadParts{"loop", [](SceneParts& p) { p.nodes[1].children = {0}; }, ErrorCode::invalid_value,
                 "/nodes/0", "node loop 0 → 1 → 0"},
        BadParts{"loop_of_one",
                 [](SceneParts& p) {
                   p.nodes[1].children = {1};
                   p.nodes[0].children = {};
                 },
                 ErrorCode::invalid_value, "/nodes/1", "node loop 1 → 1"},
        BadParts{"two_parents",
                 [](SceneParts& p) {
                   p.nodes.resize(3);
                   p.nodes[2].children = {1};
                 },
                 ErrorCode::invalid_value, "/nodes/2/children/0",
                 "node 1 has two parents, 0 and 2"},
        BadParts{"Item44_no_targets", [](SceneParts& p) { p.animations[0].channels[0].node = 1; },
                 ErrorCode::no_morph_targets, "/animations/0/channels/0/target",
                 "no morph targets"},
        BadParts{"Item36_matrix", [](SceneParts& p) { p.nodes[0].matrix = glm::mat4(1.0f); },
                 ErrorCode::invalid_value, "/animations/0/channels/1/target", "matrix"},
        BadParts{"element_of_a_transform",
                 [](SceneParts& p) { p.animations[0].channels[1].element = 0; },
                 ErrorCode::invalid_value, "/animations/0/channels/1/target", "one element"},
        BadParts{"Item56_track_width_of_one_weight",
                 [](SceneParts& p) { p.animations[0].channels[0].element = 1; },
                 ErrorCode::count_mismatch, "/animations/0/channels/0/sampler",
                 "has 2 elements, expected 1"},
        BadParts{"track_width",
                 [](SceneParts& p) { p.animations[0].channels[1].path = ChannelPath::rotation; },
                 ErrorCode::count_mismatch, "/animations/0/channels/1/sampler",
                 "has 3 elements, expected 4"}),
    [](const auto& row) { return row.param.name; });

JointInfluences& last_influences(SceneParts& parts) { return primitive(parts).joint_sets[0][2]; }

INSTANTIATE_TEST_SUITE_P(
    Skins, SceneRefuses,
    testing::Values(
        BadParts{"skin", [](SceneParts& p) { p.nodes[0].skin = 1; }, ErrorCode::out_of_range,
                 "/nodes/0/skin", "skin 1 does not exist, there are 1"},
        BadParts{"skin_without_mesh", [](SceneParts& p) { p.nodes[1].skin = 0; },
                 ErrorCode::invalid_value, "/nodes/1/skin", "no mesh"},
        BadParts{"joint", [](SceneParts& p) { p.skins[0].joints[1] = 2; }, ErrorCode::out_of_range,
                 "/skins/0/joints/1", "node 2"},
        BadParts{"skeleton", [](SceneParts& p) { p.skins[0].skeleton = 7; },
                 ErrorCode::out_of_range, "/skins/0/skeleton", "node 7"},
        BadParts{"too_many_joints",
                 [](SceneParts& p) {
                   p.skins[0].joints.resize(kMaxJoints + 1);
                   p.skins[0].inverse_bind_matrices.resize(kMaxJoints + 1);
                 },
                 ErrorCode::limit_exceeded, "/skins/0/joints", "1025 joints, limit 1024"},
        BadParts{"inverse_bind_count",
                 [](SceneParts& p) { p.skins[0].inverse_bind_matrices.pop_back(); },
                 ErrorCode::count_mismatch, "/skins/0/inverseBindMatrices",
                 "has 1 elements, expected 2"},
        BadParts{"inverse_bind_not_finite",
                 [](SceneParts& p) { p.skins[0].inverse_bind_matrices[1][3][0] = kInfinity; },
                 ErrorCode::invalid_value, "/skins/0/inverseBindMatrices", "not finite"},
        BadParts{"joint_of_a_vertex", [](SceneParts& p) { last_influences(p).joints[3] = 2; },
                 ErrorCode::out_of_range, "/meshes/0/primitives/0/attributes/JOINTS_0",
                 "joint 2 at element 2, but skin 0 of node 0 has 2"},
        BadParts{"joint_of_a_second_node",
                 [](SceneParts& p) {
                   p.skins.push_back({"small", {0}, {glm::mat4(1.0f)}, kNoIndex});
                   p.nodes[1].mesh = 0;
                   p.nodes[1].skin = 1;
                 },
                 ErrorCode::out_of_range, "/meshes/0/primitives/0/attributes/JOINTS_0",
                 "joint 1 at element 0, but skin 1 of node 1 has 1"},
        BadParts{"joint_weight_negative", [](SceneParts& p) { last_influences(p).weights.y = -1; },
                 ErrorCode::invalid_value, "/meshes/0/primitives/0/attributes/WEIGHTS_0", "-1"},
        BadParts{"joint_weight_not_finite",
                 [](SceneParts& p) { last_influences(p).weights.w = kInfinity; },
                 ErrorCode::invalid_value, "/meshes/0/primitives/0/attributes/WEIGHTS_0", "inf"},
        BadParts{"joint_set_count",
                 [](SceneParts& p) {
                   primitive(p).joint_sets.push_back({{}, {}});
                 },
                 ErrorCode::count_mismatch, "/meshes/0/primitives/0/attributes/JOINTS_1",
                 "has 2 elements, expected 3"},
        BadParts{
            "too_many_joint_sets",
            [](SceneParts& p) { primitive(p).joint_sets.resize(5, primitive(p).joint_sets[0]); },
            ErrorCode::out_of_range, "/meshes/0/primitives/0/attributes/JOINTS_4", "at most 4"}),
    [](const auto& row) { return row.param.name; });

Orthographic& orthographic(SceneParts& parts) {
  return std::get<Orthographic>(parts.cameras[0].projection);
}
Perspective& perspective(SceneParts& parts) {
  return std::get<Perspective>(parts.cameras[1].projection);
}

INSTANTIATE_TEST_SUITE_P(
    Cameras, SceneRefuses,
    testing::Values(
        BadParts{"camera", [](SceneParts& p) { p.nodes[1].camera = 2; }, ErrorCode::out_of_range,
                 "/nodes/1/camera", "camera 2 does not exist, there are 2"},
        BadParts{"yfov_zero", [](SceneParts& p) { perspective(p).yfov = 0; },
                 ErrorCode::invalid_value, "/cameras/1/perspective/yfov", "more than 0"},
        BadParts{"yfov_pi", [](SceneParts& p) { perspective(p).yfov = 3.14159265f; },
                 ErrorCode::invalid_value, "/cameras/1/perspective/yfov", "less than pi"},
        BadParts{"aspect", [](SceneParts& p) { perspective(p).aspect_ratio = 0.0f; },
                 ErrorCode::invalid_value, "/cameras/1/perspective/aspectRatio", "more than 0"},
        BadParts{"znear_zero", [](SceneParts& p) { perspective(p).znear = 0; },
                 ErrorCode::invalid_value, "/cameras/1/perspective/znear", "more than 0"},
        BadParts{"zfar_at_znear", [](SceneParts& p) { perspective(p).zfar = perspective(p).znear; },
                 ErrorCode::invalid_value, "/cameras/1/perspective", "beyond znear"},
        BadParts{"zfar_infinite", [](SceneParts& p) { perspective(p).zfar = kInfinity; },
                 ErrorCode::invalid_value, "/cameras/1/perspective/zfar", "finite"},
        BadParts{"xmag_zero", [](SceneParts& p) { orthographic(p).xmag = 0; },
                 ErrorCode::invalid_value, "/cameras/0/orthographic", "other than 0"},
        BadParts{"ymag_infinite", [](SceneParts& p) { orthographic(p).ymag = kInfinity; },
                 ErrorCode::invalid_value, "/cameras/0/orthographic", "finite"},
        BadParts{"znear_negative", [](SceneParts& p) { orthographic(p).znear = -1; },
                 ErrorCode::invalid_value, "/cameras/0/orthographic/znear", "at least 0"},
        BadParts{"zfar_before_znear", [](SceneParts& p) { orthographic(p).zfar = 0; },
                 ErrorCode::invalid_value, "/cameras/0/orthographic", "beyond znear"}),
    [](const auto& row) { return row.param.name; });

TEST(Scene, TakesAMirroringCameraAndOneWithoutEnd) {
  SceneParts parts = sound_parts();
  orthographic(parts).xmag = -2;
  perspective(parts).aspect_ratio = 1.5f;
  const Scene scene = test::scene_of(std::move(parts));
  EXPECT_EQ(scene.cameras().size(), 2u);
  EXPECT_EQ(scene.nodes()[1].camera, 1u);
}

TEST(Scene, RefusesAHierarchyThatIsTooDeepWithoutRecursing) {
  SceneParts parts;
  parts.nodes.resize(100'000);
  for (Index n = 0; n + 1 < parts.nodes.size(); ++n) parts.nodes[n].children = {n + 1};
  SceneParts shallow;
  shallow.nodes.assign(parts.nodes.begin(), parts.nodes.begin() + Scene::kMaxNodeDepth);
  shallow.nodes.back().children.clear();
  EXPECT_TRUE(Scene::create(std::move(shallow)));
  const auto deep = Scene::create(std::move(parts));
  ASSERT_FALSE(deep);
  EXPECT_EQ(deep.error().code, ErrorCode::limit_exceeded);
  EXPECT_EQ(deep.error().where, "/nodes/1024");
}

TEST(Scene, NamesALongLoopBriefly) {
  SceneParts parts;
  parts.nodes.resize(1000);
  for (Index n = 0; n < 1000; ++n) parts.nodes[n].children = {(n + 1) % 1000};
  const auto scene = Scene::create(std::move(parts));
  ASSERT_FALSE(scene);
  EXPECT_EQ(scene.error().where, "/nodes/0");
  EXPECT_LT(scene.error().message.size(), 100u);
}

TEST(Rules, Item78_WithoutScenesAllRootNodesAreShown) {
  SceneParts parts = sound_parts();
  parts.scenes.clear();
  parts.nodes.resize(4);
  parts.nodes[3].children = {2};
  const Scene scene = test::scene_of(std::move(parts));
  ASSERT_EQ(scene.scenes().size(), 1u);
  EXPECT_EQ(scene.default_scene(), 0u);
  EXPECT_THAT(scene.nodes_of_scene(0), ElementsAre(0, 1, 3, 2));
}

TEST(Scene, ANodeListedTwiceIsShownOnce) {
  SceneParts parts = sound_parts();
  parts.scenes[0].nodes = {1, 0, 0};
  EXPECT_THAT(test::scene_of(std::move(parts)).nodes_of_scene(0), ElementsAre(1, 0));
}

TEST(Scene, LeavesWhatItCannotDrawInPlace) {
  SceneParts parts = sound_parts();
  parts.skins.resize(2);  // one that could not be read
  Primitive empty;
  empty.morph_targets = MorphTargetData::Builder(0, 2).build();
  parts.meshes[0].primitives.push_back(empty);
  EXPECT_TRUE(Scene::create(std::move(parts)));
}

}  // namespace
}  // namespace morph
