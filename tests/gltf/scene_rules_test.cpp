// SPDX-License-Identifier: MIT
#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "morph/runtime/pose.h"
#include "support/gltf_builder.h"

namespace morph::test {
namespace {

// Nodes and scenes, item by item.

TEST(Nodes, TransformsAsTheyStand) {
  GltfBuilder builder;
  builder.root["nodes"] = {
      {{"name", "trs"},
       {"translation", {1, 2, 3}},
       {"rotation", {0, 0.6, 0, 0.8}},
       {"scale", {4, 5, 6}}},
      {{"matrix", {1, 0, 0, 0, 0, 2, 0, 0, 0, 0, 3, 0, 7, 8, 9, 1}}, {"children", {0}}}};
  const auto imported = expect_imported(builder.import());
  const Node& trs = imported.scene.nodes()[0];
  EXPECT_EQ(trs.name, "trs");
  EXPECT_EQ(trs.transform.translation, glm::vec3(1, 2, 3));
  EXPECT_EQ(trs.transform.rotation, glm::quat(0.8f, 0, 0.6f, 0));
  EXPECT_EQ(trs.transform.scale, glm::vec3(4, 5, 6));
  EXPECT_EQ(trs.parent, 1u);
  const Node& matrix = imported.scene.nodes()[1];
  ASSERT_TRUE(matrix.matrix);
  EXPECT_EQ((*matrix.matrix)[3], glm::vec4(7, 8, 9, 1));
  EXPECT_EQ((*matrix.matrix)[1][1], 2);
}

TEST(Nodes, RotationsAreBroughtToUnitLength) {
  GltfBuilder builder;
  builder.root["nodes"] = {{{"rotation", {0, 0, 0, 2}}},
                           {{"rotation", {0, 0, 0, 0}}},
                           {{"rotation", {0, 0.7071067, -0.7071068, 0}}}};
  const auto imported = expect_imported(builder.import());
  EXPECT_EQ(imported.scene.nodes()[0].transform.rotation, glm::quat(1, 0, 0, 0));
  EXPECT_EQ(imported.scene.nodes()[1].transform.rotation, glm::quat(1, 0, 0, 0));
  EXPECT_EQ(imported.scene.nodes()[2].transform.rotation, glm::quat(0, 0, 0.7071067f, -0.7071068f))
      << "close enough: kept to the bit";
  EXPECT_EQ(imported.warnings.size(), 2u);
}

TEST(Nodes, InfiniteTransformCostsTheMeshOnly) {
  GltfBuilder builder = GltfBuilder::triangle();
  builder.root["nodes"] = {{{"mesh", 0}}, {{"mesh", 0}, {"translation", {0, 1e39, 0}}}};
  const auto imported = expect_imported(builder.import());
  EXPECT_EQ(imported.scene.nodes()[0].mesh, 0u);
  EXPECT_EQ(imported.scene.nodes()[1].mesh, kNoIndex);
  EXPECT_TRUE(has_warning(imported, "/nodes/1", ""));
}

TEST(Nodes, DepthIsLimited) {
  GltfBuilder builder;
  for (int n = 0; n < 1024; ++n) {
    builder.root["nodes"].push_back({{"name", ""}});
    if (n > 0) builder.root["nodes"][n - 1]["children"] = {n};
  }
  EXPECT_TRUE(builder.import());
  builder.root["nodes"][1023]["children"] = {1024};
  builder.root["nodes"].push_back({{"name", ""}});
  EXPECT_EQ(expect_refused(builder.import()).code, ErrorCode::limit_exceeded);
}

TEST(Rules, Item35_InstancesHaveWeightsOfTheirOwn) {
  GltfBuilder builder = GltfBuilder::triangle(1);
  builder.root["meshes"][0]["weights"] = {0.5};
  builder.root["nodes"] = {{{"mesh", 0}}, {{"mesh", 0}, {"weights", {0.75}}}};
  const auto imported = expect_imported(builder.import());
  Pose pose(imported.scene);
  EXPECT_EQ(pose.morph_weights(0)[0], 0.5f);
  EXPECT_EQ(pose.morph_weights(1)[0], 0.75f);
  ASSERT_TRUE(pose.set_morph_weight(0, 0, 1));
  EXPECT_EQ(pose.morph_weights(1)[0], 0.75f);
}

TEST(Rules, Item78_SceneToShow) {
  GltfBuilder builder;
  builder.root["nodes"] = {{{"name", "a"}}, {{"name", "b"}}};
  EXPECT_EQ(expect_imported(builder.import()).scene.nodes_of_scene(0).size(), 2u)
      << "no scenes: all roots";
  builder.root["scenes"] = {{{"nodes", {1}}, {"name", "first"}}, {{"nodes", {0}}}};
  EXPECT_EQ(expect_imported(builder.import()).scene.default_scene(), 0u);
  builder.root["scene"] = 1;
  const auto imported = expect_imported(builder.import());
  EXPECT_EQ(imported.scene.default_scene(), 1u);
  EXPECT_EQ(imported.scene.scenes()[0].name, "first");
}

TEST(Rules, Item80_ByteOrderMarkIsToleratedWithAWarning) {
  const std::string text = "\xEF\xBB\xBF" + GltfBuilder::triangle(1).gltf();
  const auto imported = expect_imported(gltf::import_memory(bytes_of(text)));
  ASSERT_EQ(imported.warnings.size(), 1u);
}

TEST(Scenes, ManyScenesOfManyNodesAreCharged) {
  GltfBuilder builder;
  for (int n = 0; n < 3000; ++n) builder.root["nodes"].push_back({{"name", ""}});
  for (int s = 0; s < 1000; ++s) builder.root["scenes"].push_back({{"nodes", {0}}});
  gltf::ImportOptions options;
  EXPECT_TRUE(builder.import(options));
  options.limits.decoded_bytes = 1'000'000;
  EXPECT_EQ(expect_refused(builder.import(options)).where, "/scenes");
}

}  // namespace
}  // namespace morph::test
