// SPDX-License-Identifier: MIT
#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "support/gltf_builder.h"

namespace morph::test {
namespace {

// A build with MORPH_CODECS=OFF: fallbacks are read, images stood in for, and everything else is
// refused with the name of the extension.

constexpr const char* kNoCodec = ", for which this build has no codec (built without MORPH_CODECS)";

GltfBuilder requiring(const char* extension) {
  GltfBuilder builder = GltfBuilder::triangle();
  builder.root["extensionsUsed"] = builder.root["extensionsRequired"] = {extension};
  return builder;
}

TEST(CodecsAbsent, RequiredOfGeometryIsRefused) {
  for (const char* extension :
       {"EXT_meshopt_compression", "KHR_meshopt_compression", "KHR_draco_mesh_compression"}) {
    const Error error = expect_refused(requiring(extension).import());
    EXPECT_EQ(error.code, ErrorCode::unsupported);
    EXPECT_EQ(error.where, "/extensionsRequired/0");
    EXPECT_EQ(error.message, std::string("needs ") + extension + kNoCodec);
  }
}

TEST(CodecsAbsent, RequiredOfImagesIsAWarning) {
  const auto imported = expect_imported(requiring("EXT_texture_webp").import());
  EXPECT_TRUE(has_warning(imported, "/extensionsRequired/0", "UNSUPPORTED_EXTENSION"));
  EXPECT_EQ(imported.source.extensions_unsupported, std::vector<std::string>{"EXT_texture_webp"});
}

/// The triangle, whose positions would also be in a stream.
GltfBuilder compressed_view() {
  GltfBuilder builder = GltfBuilder::triangle();
  const int stream = builder.add_view(std::vector<std::uint8_t>(16, 0xA0));
  builder.root["bufferViews"][0]["extensions"]["EXT_meshopt_compression"] = {
      {"buffer", 0},
      {"byteOffset", builder.root["bufferViews"][static_cast<std::size_t>(stream)]["byteOffset"]},
      {"byteLength", 16},
      {"byteStride", 12},
      {"count", 3},
      {"mode", "ATTRIBUTES"}};
  builder.root["extensionsUsed"] = {"EXT_meshopt_compression"};
  return builder;
}

TEST(CodecsAbsent, TheFallbackOfAViewIsRead) {
  const auto imported = expect_imported(compressed_view().import());
  EXPECT_TRUE(imported.warnings.empty());
  EXPECT_EQ(imported.scene.meshes()[0].primitives[0].positions[1], glm::vec3(1, 0, 0));
}

TEST(CodecsAbsent, AViewWithoutAFallbackIsRefused) {
  GltfBuilder builder = compressed_view();
  builder.root["buffers"] = {{{"byteLength", builder.bin.size()}}, {{"byteLength", 36}}};
  builder.root["bufferViews"][0]["buffer"] = 1;
  const Error error = expect_refused(builder.import());
  EXPECT_EQ(error.where, "/bufferViews/0/extensions/EXT_meshopt_compression");
  EXPECT_EQ(error.message, std::string("needs EXT_meshopt_compression") + kNoCodec);
}

GltfBuilder compressed_primitive() {
  GltfBuilder builder = GltfBuilder::triangle();
  const int stream = builder.add_view(std::vector<std::uint8_t>(16));
  builder.primitive()["extensions"]["KHR_draco_mesh_compression"] = {
      {"bufferView", stream}, {"attributes", {{"POSITION", 0}}}};
  builder.root["extensionsUsed"] = {"KHR_draco_mesh_compression"};
  return builder;
}

TEST(CodecsAbsent, TheFallbackOfAPrimitiveIsRead) {
  const auto imported = expect_imported(compressed_primitive().import());
  EXPECT_TRUE(imported.warnings.empty());
  EXPECT_EQ(imported.scene.meshes()[0].primitives[0].positions[1], glm::vec3(1, 0, 0));
}

TEST(CodecsAbsent, APrimitiveWithoutAFallbackIsRefused) {
  for (const std::size_t accessor : {0u, 1u}) {
    GltfBuilder builder = compressed_primitive();
    builder.accessor(accessor).erase("bufferView");
    const Error error = expect_refused(builder.import());
    EXPECT_EQ(error.where, "/meshes/0/primitives/0/extensions/KHR_draco_mesh_compression");
    EXPECT_EQ(error.message, std::string("needs KHR_draco_mesh_compression") + kNoCodec);
  }
}

TEST(CodecsAbsent, AWebpIsACheckerboardUnlessTheTextureHasAnother) {
  GltfBuilder builder = GltfBuilder::triangle();
  builder.root["images"] = {{{"uri", "data:image/webp;base64,UklGRhAAAABXRUJQVlA4IA=="}},
                            {{"uri", "missing.png"}}};
  builder.root["textures"] = {{{"extensions", {{"EXT_texture_webp", {{"source", 0}}}}}}};
  builder.root["materials"] = {{{"pbrMetallicRoughness", {{"baseColorTexture", {{"index", 0}}}}}}};
  builder.root["extensionsUsed"] = {"EXT_texture_webp"};
  const auto alone = expect_imported(builder.import());
  ASSERT_EQ(alone.warnings.size(), 1u);
  EXPECT_EQ(alone.warnings[0].message,
            std::string("WebP") + kNoCodec + "; a checkerboard stands for it");
  builder.root["textures"][0]["source"] = 1;
  EXPECT_EQ(expect_imported(builder.import()).scene.textures()[0].image, 1u);
}

}  // namespace
}  // namespace morph::test
