// SPDX-License-Identifier: MIT
#include <gtest/gtest.h>

#include <string>

#include "support/gltf_builder.h"

namespace morph::test {
namespace {

// Valid files that a parser alone gets wrong. Elsewhere: buffers longer than byteLength
// (container_test), names that are no strings (names_rules_test), buffers in the current folder
// (uri_policy_test), images that cannot be decoded (material_test).

TEST(AwkwardFiles, IndicesWithoutAViewAreZeros) {
  GltfBuilder builder = GltfBuilder::triangle();
  const int zeros = builder.add_accessor(-1, Component::u16, "SCALAR", 3);
  builder.primitive()["indices"] = zeros;
  const auto imported = expect_imported(builder.import());
  EXPECT_EQ(primitive_of(imported).indices, std::vector<std::uint32_t>(3, 0u));
}

TEST(AwkwardFiles, AChannelWithoutNodeLeavesTheOthers) {
  GltfBuilder builder = GltfBuilder::triangle(1);
  const int times = builder.add_values<float>("SCALAR", {0, 1});
  const int values = builder.add_values<float>("SCALAR", {0, 1});
  builder.add_channel(0, "weights", times, values);
  builder.add_channel(0, "weights", times, values);
  builder.root["animations"][0]["channels"][0]["target"].erase("node");
  const auto imported = expect_imported(builder.import());
  ASSERT_EQ(imported.scene.animations().size(), 1u);
  EXPECT_EQ(imported.scene.animations()[0].channels.size(), 1u);
}

TEST(AwkwardFiles, AnImageInAViewIsReadThoughBuffersAreHidden) {
  GltfBuilder builder = GltfBuilder::triangle();
  const int view = builder.add_view(std::vector<std::uint8_t>(64, 7));
  builder.root["images"] = {{{"bufferView", view}, {"mimeType", "image/png"}}};
  const auto imported = expect_imported(builder.import());
  EXPECT_EQ(imported.source.images.size(), 1u);
}

TEST(AwkwardFiles, AMisalignedAccessorIsReadWithAWarning) {
  GltfBuilder builder = GltfBuilder::triangle();
  const auto positions = static_cast<std::size_t>(builder.primitive()["attributes"]["POSITION"]);
  const auto view = static_cast<std::size_t>(builder.accessor(positions)["bufferView"]);
  builder.root["bufferViews"][view]["byteOffset"] =
      builder.root["bufferViews"][view].value("byteOffset", 0) + 1;
  const auto imported = expect_imported(builder.import());
  EXPECT_TRUE(has_warning(imported, "/accessors/" + std::to_string(positions),
                          "ACCESSOR_TOTAL_OFFSET_ALIGNMENT"));
}

TEST(AwkwardFiles, ADeltaOfAnotherCountIsRefusedAtItsTarget) {
  GltfBuilder builder = GltfBuilder::triangle(2);
  builder.primitive()["targets"][1]["POSITION"] =
      builder.add_values<float>("VEC3", {0, 0, 0, 1, 1, 1});
  const Error error = expect_refused(builder.import());
  EXPECT_EQ(error.code, ErrorCode::count_mismatch);
  EXPECT_EQ(error.where, "/meshes/0/primitives/0/targets/1/POSITION");
}

TEST(AwkwardFiles, GeometryExtensionsThatWeLackAreRefusedImagesOnesAreNot) {
  for (const auto& [name, refused] :
       {std::pair("EXT_mesh_gpu_instancing_x", true), std::pair("KHR_texture_basisu", false),
        std::pair("KHR_materials_variants", false)}) {
    GltfBuilder builder = GltfBuilder::triangle();
    builder.root["extensionsUsed"] = builder.root["extensionsRequired"] = {name};
    EXPECT_EQ(!builder.import(), refused) << name;
  }
}

}  // namespace
}  // namespace morph::test
