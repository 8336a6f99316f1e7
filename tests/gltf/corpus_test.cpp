// SPDX-License-Identifier: MIT
#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdlib>
#include <filesystem>
#include <glm/geometric.hpp>
#include <glm/vec4.hpp>
#include <string>
#include <string_view>
#include <vector>

#include "morph/gltf/detail/codecs.h"
#include "morph/runtime/pose.h"
#include "morph/runtime/sample.h"
#include "support/gltf_builder.h"

namespace morph::test {
namespace {

// Real files, in folders that environment variables name: MORPH_CORPUS, a collection of models, and
// MORPH_CASES, tiny files with known results. Neither is part of the project.

namespace fs = std::filesystem;

#define REQUIRE_FOLDER(variable)                                             \
  const char* const folder = std::getenv(variable);                          \
  if (folder == nullptr || !fs::is_directory(folder)) {                      \
    GTEST_SKIP() << "the environment variable " variable " names no folder"; \
  }

std::uint32_t most_targets(const Scene& scene) {
  std::uint32_t most = 0;
  for (const Mesh& mesh : scene.meshes()) most = std::max(most, mesh.morph_target_count());
  return most;
}

struct Sound {
  std::string_view file;
  std::uint32_t targets;
  std::size_t meshes;
  std::size_t animations;
};

constexpr Sound kSound[] = {
    {"AlphaBlendModeTest-glb/AlphaBlendModeTest.glb", 0, 9, 0},
    {"AnimatedMorphCube-Quantized/AnimatedMorphCube.gltf", 2, 1, 1},
    {"AnimatedMorphCube-glTF/AnimatedMorphCube.gltf", 2, 1, 1},
    {"AnimatedMorphCube-glb/AnimatedMorphCube.glb", 2, 1, 1},
    {"AnimatedMorphSphere-glTF/AnimatedMorphSphere.gltf", 2, 1, 1},
    {"Bevy-MorphStressTest/MorphStressTest.gltf", 8, 1, 3},
    {"BlenderIO-animation_pointer/24_animation_pointer.gltf", 2, 34, 1},
    {"BlenderIO-cs_morph/01_cs_morph.gltf", 1, 1, 1},
    {"BlenderIO-morphed_cube/01_morphed_cube.gltf", 2, 1, 1},
    {"BlenderIO-morphed_triangle/01_morphed_triangle.gltf", 1, 1, 1},
    {"BlenderIO-multi_prim_vertex_attribute/23_multi_prim_vertex_attribute.gltf", 1, 1, 1},
    {"BoxAnimated-glb/BoxAnimated.glb", 0, 2, 1},
    {"CesiumMan-glb/CesiumMan.glb", 0, 1, 1},
    {"Fox-glTF/Fox.gltf", 0, 1, 3},
    {"Godette-VRM0/Godette_vrm_v4.vrm", 15, 2, 0},
    {"InterpolationTest-glTF/InterpolationTest.gltf", 0, 10, 9},
    {"MetalRoughSpheresNoTextures-glb/MetalRoughSpheresNoTextures.glb", 0, 102, 0},
    {"MorphPrimitivesTest-glTF/MorphPrimitivesTest.gltf", 1, 1, 0},
    {"MorphStressTest-glb/MorphStressTest.glb", 8, 1, 3},
    {"MultiUVTest-glb/MultiUVTest.glb", 0, 1, 0},
    {"OrientationTest-glb/OrientationTest.glb", 0, 13, 0},
    {"RecursiveSkeletons-glb/RecursiveSkeletons.glb", 0, 1, 1},
    {"RiggedSimple-glb/RiggedSimple.glb", 0, 1, 1},
    {"Robot-VRM0/robot.vrm", 22, 1, 0},
    {"RobotExpressive-glb/RobotExpressive.glb", 3, 14, 14},
    {"SimpleMorph-glTF/SimpleMorph.gltf", 2, 1, 1},
    {"SimpleSkin-glTF/SimpleSkin.gltf", 0, 1, 1},
    {"SimpleSparseAccessor-glTF/SimpleSparseAccessor.gltf", 0, 1, 0},
    {"TextureSettingsTest-glb/TextureSettingsTest.glb", 0, 10, 0},
    {"TextureTransformTest-glTF/TextureTransformTest.gltf", 0, 9, 0},
    {"ThreeVRM-cube/cube.gltf", 2, 3, 0},
    {"TinyGLTF-SparseMorph/singleBlendshapeCube_sparse.glb", 1, 1, 1},
    {"TriangleWithoutIndices-glTF/TriangleWithoutIndices.gltf", 0, 1, 0},
    {"UnicodeTest-glTF/Unicode❤♻Test.gltf", 0, 1, 0},
    {"UnlitTest-glb/UnlitTest.glb", 0, 2, 0},
    {"VRMAddon-custom_normal/custom_normal.vrm", 2, 1, 0},
    {"VRMAddon-expression_migration/expression_migration.vrm", 2, 2, 0},
    {"VRMAddon-modifier_shapekey_vrm0/modifier_shapekey_vrm0.vrm", 1, 1, 0},
    {"VRMAddon-pose_rotation_scale_shape_key_skinned/pose_rotation_scale_shape_key_skinned.vrm", 1,
     1, 0},
    {"Validator-mesh-valid/valid.gltf", 2, 1, 0},
    {"Validator-node-node_weights_override/node_weights_override.gltf", 1, 2, 0},
    {"gdx-Morphing/morphing.gltf", 4, 1, 0},
};

/// Of KHR_animation_pointer: pointers to what we do not animate, and old ones to a mesh.
bool is_of_pointers(const Error& warning) {
  return warning.where == "/animations" ||
         warning.where.ends_with("/extensions/KHR_animation_pointer/pointer");
}

/// Nothing is wrong with a sound file but the joint weights of one; what is said of the others is
/// what is not there yet.
bool is_expected_warning(const Error& warning) {
  return is_of_pointers(warning) || warning.rule == "ACCESSOR_WEIGHTS_NON_NORMALIZED";
}

void expect_sound(const Sound& row, const gltf::Imported& imported) {
  EXPECT_EQ(most_targets(imported.scene), row.targets) << row.file;
  EXPECT_EQ(imported.scene.meshes().size(), row.meshes) << row.file;
  EXPECT_EQ(imported.scene.animations().size(), row.animations) << row.file;
  for (const Error& warning : imported.warnings) {
    EXPECT_TRUE(is_expected_warning(warning)) << row.file << ": " << warning.text();
  }
}

TEST(Corpus, SoundFilesLoad) {
  REQUIRE_FOLDER("MORPH_CORPUS")
  for (const Sound& row : kSound) {
    expect_sound(row, expect_imported(gltf::import_file(fs::path(folder) / row.file)));
  }
}

struct Compressed {
  Sound sound;
  std::string_view extension;
};

constexpr Compressed kCompressed[] = {
    {{"MorphPrimitivesTest-Draco/MorphPrimitivesTest.gltf", 1, 1, 0}, "KHR_draco_mesh_compression"},
    {{"VALID-Hispanic_F_2_Busi/Hispanic_F_2_Busi.glb", 65, 7, 0}, "EXT_meshopt_compression"},
    {{"VALID-MENA_M_1_Casual/MENA_M_1_Casual.glb", 65, 7, 0}, "EXT_meshopt_compression"},
    {{"glTFTransform-BoxMeshopt/BoxMeshopt.glb", 0, 1, 0}, "EXT_meshopt_compression"}};

TEST(Corpus, CompressedFilesLoadOrNameWhatTheyNeed) {
  REQUIRE_FOLDER("MORPH_CORPUS")
  for (const Compressed& row : kCompressed) {
    auto imported = gltf::import_file(fs::path(folder) / row.sound.file);
    if (gltf::detail::kHasCodecs) {
      expect_sound(row.sound, expect_imported(std::move(imported)));
      continue;
    }
    const Error error = expect_refused(imported);
    EXPECT_EQ(error.code, ErrorCode::unsupported) << row.sound.file;
    EXPECT_NE(error.message.find(row.extension), std::string::npos) << error.message;
    EXPECT_NE(error.message.find("MORPH_CODECS"), std::string::npos) << error.message;
  }
}

/// Item 55: the same model with and without Draco, up to quantization to 11 bits. The encoder has
/// changed the order of the vertices, and with it that of the deltas.
TEST(Corpus, DracoGivesTheSameModel) {
  REQUIRE_FOLDER("MORPH_CORPUS")
  if (!gltf::detail::kHasCodecs) GTEST_SKIP() << "built without MORPH_CODECS";
  const auto morphed_corners = [&](const char* file, std::size_t p) {
    const auto imported = expect_imported(gltf::import_file(fs::path(folder) / file));
    const Primitive& primitive = imported.scene.meshes()[0].primitives[p];
    std::vector<glm::vec3> moved(primitive.vertex_count());
    primitive.morph_targets.blend_positions(primitive.positions, std::vector{0.5f}, moved);
    std::vector<glm::vec3> corners;
    for (const std::uint32_t index : primitive.indices) corners.push_back(moved[index]);
    return corners;
  };
  for (const std::size_t p : {0u, 1u}) {
    const auto plain = morphed_corners("MorphPrimitivesTest-glTF/MorphPrimitivesTest.gltf", p);
    const auto draco = morphed_corners("MorphPrimitivesTest-Draco/MorphPrimitivesTest.gltf", p);
    ASSERT_EQ(plain.size(), draco.size());
    for (const glm::vec3& corner : draco) {
      EXPECT_TRUE(std::ranges::any_of(
          plain, [&](const glm::vec3& other) { return glm::distance(corner, other) < 1e-3f; }))
          << corner.x << ", " << corner.y << ", " << corner.z;
    }
  }
}

struct Damaged {
  std::string_view file;
  std::string_view where;
  std::string_view rule;
};

TEST(Corpus, DamagedFilesLoadWithAWarningThatNamesThePlace) {
  REQUIRE_FOLDER("MORPH_CORPUS")
  const Damaged table[] = {
      {"SharpGLTF-InconsistentMorphTargets_unfixed/InconsistentMorphTargets_unfixed.glb",
       "/meshes/0/primitives/1/targets", "MESH_PRIMITIVES_UNEQUAL_TARGETS_COUNT"},
      {"Magnum-morph_target_attributes/mesh-morph-target-attributes.gltf",
       "/meshes/0/primitives/0/attributes/POSITION",
       "MESH_PRIMITIVE_POSITION_ACCESSOR_WITHOUT_BOUNDS"},
      {"Validator-mesh-morph_unequal_targets_count/morph_unequal_targets_count.gltf",
       "/meshes/0/primitives/1/targets", "MESH_PRIMITIVES_UNEQUAL_TARGETS_COUNT"},
      {"Validator-mesh-morph_weights_wrong_count/morph_weights_wrong_count.gltf",
       "/meshes/0/weights", "MESH_INVALID_WEIGHTS_COUNT"},
      {"Validator-mesh-morph_attribute_no_base/morph_attribute_no_base.gltf",
       "/meshes/0/primitives/0/targets/0/NORMAL", "MESH_PRIMITIVE_MORPH_TARGET_NO_BASE_ACCESSOR"},
      {"Validator-animation-channel_node_no_morphs/channel_node_no_morphs.gltf",
       "/animations/0/channels/0/target", "ANIMATION_CHANNEL_TARGET_NODE_WEIGHTS_NO_MORPHS"},
      {"Validator-animation-sampler_output_count_invalid/sampler_output_count_invalid.gltf",
       "/animations/0/samplers/0/output", "ANIMATION_SAMPLER_OUTPUT_ACCESSOR_INVALID_COUNT"},
      {"Validator-mesh-morph_position_accessor_no_bounds/morph_position_accessor_no_bounds.gltf",
       "/meshes/0/primitives/0/targets/0/POSITION",
       "MESH_PRIMITIVE_POSITION_ACCESSOR_WITHOUT_BOUNDS"},
      {"Validator-animation_data-invalid_input_values/invalid_input_values.gltf",
       "/animations/0/samplers/0/input", "ACCESSOR_ANIMATION_INPUT_NEGATIVE"},
  };
  for (const Damaged& row : table) {
    const auto imported = expect_imported(gltf::import_file(fs::path(folder) / row.file));
    EXPECT_TRUE(has_warning(imported, row.where, row.rule)) << row.file;
  }
}

TEST(Corpus, BrokenContainerIsRefused) {
  REQUIRE_FOLDER("MORPH_CORPUS")
  const Error error = expect_refused(
      gltf::import_file(fs::path(folder) / "RobotExpressive-damaged/RobotExpressive.glb"));
  EXPECT_EQ(error.rule, "GLB_CHUNK_TOO_BIG");
}

TEST(Corpus, EveryFileIsInOneOfTheTables) {
  REQUIRE_FOLDER("MORPH_CORPUS")
  const auto folders = std::count_if(fs::directory_iterator(folder), fs::directory_iterator(),
                                     [](const fs::directory_entry& e) { return e.is_directory(); });
  EXPECT_EQ(static_cast<std::size_t>(folders), std::size(kSound) + std::size(kCompressed) + 9 + 1);
}

TEST(Corpus, TheCubeIsTheCube) {
  REQUIRE_FOLDER("MORPH_CORPUS")
  for (const char* file : {"AnimatedMorphCube-glTF/AnimatedMorphCube.gltf",
                           "AnimatedMorphCube-glb/AnimatedMorphCube.glb"}) {
    const auto imported = expect_imported(gltf::import_file(fs::path(folder) / file));
    const Scene& scene = imported.scene;
    const Primitive& cube = scene.meshes()[0].primitives[0];
    EXPECT_EQ(cube.vertex_count(), 24u);
    EXPECT_EQ(cube.indices.size(), 36u);
    const auto names = cube.morph_targets.target_names();
    EXPECT_EQ(std::vector<std::string>(names.begin(), names.end()),
              std::vector<std::string>({"thin", "angle"}));
    ASSERT_EQ(scene.animations()[0].name, "Square");
    EXPECT_EQ(scene.animations()[0].samplers[0].key_count(), 127u);

    Pose pose(scene);
    AnimationSampler sampler(scene.animations()[0]);
    sampler.sample(scene.animations()[0], 1.0f, pose);
    const auto weights = pose.morph_weights(scene.animations()[0].channels[0].node);
    EXPECT_NEAR(weights[0], 0.68359367, 1e-7);
    EXPECT_EQ(weights[1], 0);
    std::vector<glm::vec3> blended(24);
    cube.morph_targets.blend_positions(cube.positions, weights, blended);
    EXPECT_NEAR(blended[2].x, 0.01, 1e-7);
    EXPECT_NEAR(blended[2].y, 0.00294216, 1e-7);
    EXPECT_NEAR(blended[2].z, 0.01, 1e-7);
  }
}

// ---- MORPH_CASES ----

TEST(Cases, MalformedFilesAreRefusedAtTheirPlace) {
  REQUIRE_FOLDER("MORPH_CASES")
  const std::array<std::array<std::string_view, 2>, 6> table = {{
      {"X04_sparse_index_oob.gltf", "/accessors/2"},
      {"X06_target_vertex_count.gltf", "/meshes/0/primitives/0/targets/0"},
      {"X07_huge_count.gltf", "/accessors/"},
      {"X08a_path_traversal.gltf", "/buffers/0"},
      {"X10_node_cycle.gltf", "/nodes/"},
      {"X17_deep_extras.gltf", "nest"},
  }};
  for (const auto& [file, text] : table) {
    const Error error = expect_refused(gltf::import_file(fs::path(folder) / file));
    EXPECT_NE(error.text().find(text), std::string::npos) << error.text();
  }
}

TEST(Cases, OddFilesLoad) {
  REQUIRE_FOLDER("MORPH_CASES")
  const auto import = [&](const char* file) {
    return expect_imported(gltf::import_file(fs::path(folder) / file));
  };
  EXPECT_EQ(import("X02_output_too_short.gltf").warnings.size(), 1u);
  EXPECT_TRUE(import("X14_long_bin.gltf").warnings.empty());
}

TEST(Cases, ValidFilesLoadWithoutAWord) {
  REQUIRE_FOLDER("MORPH_CASES")
  for (const auto& entry : fs::directory_iterator(folder)) {
    const std::string name = entry.path().filename().string();
    if (name[0] != 'T') continue;
    const auto imported = expect_imported(gltf::import_file(entry.path()));
    for (const Error& warning : imported.warnings) {
      EXPECT_TRUE(is_expected_warning(warning)) << name << ": " << warning.text();
    }
  }
}

}  // namespace
}  // namespace morph::test
