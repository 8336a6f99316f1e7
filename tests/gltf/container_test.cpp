// SPDX-License-Identifier: MIT
#include <gtest/gtest.h>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <vector>

#include "support/gltf_builder.h"

namespace morph::test {
namespace {

// GLB containers (glTF 2.0 §4.4): a header, then chunks. Each fault is one number of a sound file.

void put(std::vector<std::byte>& bytes, std::size_t offset, std::uint32_t word) {
  for (std::size_t i = 0; i < 4; ++i) bytes[offset + i] = static_cast<std::byte>(word >> 8 * i);
}

std::uint32_t get(const std::vector<std::byte>& bytes, std::size_t offset) {
  std::uint32_t word = 0;
  for (std::size_t i = 4; i-- > 0;)
    word = word << 8 | std::to_integer<std::uint32_t>(bytes[offset + i]);
  return word;
}

std::vector<std::byte> sound() { return GltfBuilder::triangle(1).glb(); }

/// Offset of the header of the second chunk.
std::size_t second_chunk(const std::vector<std::byte>& glb) { return 20 + get(glb, 12); }

TEST(Glb, SoundFileIsRead) {
  const auto imported = expect_imported(gltf::import_memory(sound()));
  EXPECT_EQ(imported.source.format, "glb");
  EXPECT_TRUE(imported.warnings.empty());
}

TEST(Glb, EveryPrefixIsRefused) {
  const auto glb = sound();
  for (std::size_t size = 0; size < glb.size(); ++size) {
    EXPECT_FALSE(gltf::import_memory(std::span(glb).first(size))) << size;
  }
}

TEST(Glb, HeaderCutOff) {
  auto glb = sound();
  glb.resize(11);
  EXPECT_EQ(expect_refused(gltf::import_memory(glb)).message,
            "GLB header needs 12 bytes, file has 11");
}

TEST(Glb, VersionOfTheContainer) {
  auto glb = sound();
  put(glb, 4, 1);
  const Error error = expect_refused(gltf::import_memory(glb));
  EXPECT_EQ(error.code, ErrorCode::unsupported);
  EXPECT_EQ(error.message, "GLB version 1 is not supported (2 needed)");
}

TEST(Glb, LengthBeyondTheFile) {
  auto glb = sound();
  put(glb, 8, 0xFFFF'FFFF);
  EXPECT_EQ(expect_refused(gltf::import_memory(glb)).rule, "GLB_LENGTH_MISMATCH");
  put(glb, 8, 11);
  EXPECT_EQ(expect_refused(gltf::import_memory(glb)).rule, "GLB_LENGTH_MISMATCH");
}

TEST(Glb, ChunkLengthThatWrapsThirtyTwoBits) {
  auto glb = sound();
  put(glb, 12, 4294967276);  // offset + length wraps to 0 in 32 bits
  const Error error = expect_refused(gltf::import_memory(glb));
  EXPECT_EQ(error.message,
            "GLB chunk 0 claims 4294967276 bytes, file has " + std::to_string(glb.size()));
  EXPECT_EQ(error.rule, "GLB_CHUNK_TOO_BIG");
  EXPECT_EQ(error.code, ErrorCode::syntax);
}

TEST(Glb, SecondChunkBeyondTheFile) {
  auto glb = sound();
  put(glb, second_chunk(glb), 0x7FFF'FFFF);
  EXPECT_EQ(expect_refused(gltf::import_memory(glb)).rule, "GLB_CHUNK_TOO_BIG");
}

TEST(Glb, FirstChunkMustBeJson) {
  auto glb = sound();
  put(glb, 16, 0x004E4942);
  EXPECT_EQ(expect_refused(gltf::import_memory(glb)).rule, "GLB_UNEXPECTED_FIRST_CHUNK");
}

TEST(Glb, WithoutChunks) {
  auto glb = sound();
  glb.resize(12);
  put(glb, 8, 12);
  EXPECT_EQ(expect_refused(gltf::import_memory(glb)).rule, "GLB_UNEXPECTED_END_OF_CHUNK_HEADER");
}

TEST(Glb, TrailingBytesAreIgnoredWithAWarning) {
  auto glb = sound();
  glb.resize(glb.size() + 7);
  const auto imported = expect_imported(gltf::import_memory(glb));
  EXPECT_TRUE(has_warning(imported, "", "GLB_EXTRA_DATA"));
}

TEST(Glb, SecondChunksOfAKindAreIgnoredWithAWarning) {
  for (const std::uint32_t type : {0x4E4F534Au, 0x004E4942u}) {
    auto glb = sound();
    glb.resize(glb.size() + 12);
    put(glb, 8, static_cast<std::uint32_t>(glb.size()));
    put(glb, glb.size() - 12, 4);
    put(glb, glb.size() - 8, type);
    EXPECT_TRUE(has_warning(expect_imported(gltf::import_memory(glb)), "", "GLB_DUPLICATE_CHUNK"));
  }
}

TEST(Glb, UnknownChunksAreSkipped) {
  auto glb = sound();
  glb.resize(glb.size() + 12);
  put(glb, 8, static_cast<std::uint32_t>(glb.size()));
  put(glb, glb.size() - 12, 4);
  put(glb, glb.size() - 8, 0x12345678);
  EXPECT_TRUE(expect_imported(gltf::import_memory(glb)).warnings.empty());
}

TEST(Glb, BinaryChunkMuchLongerThanItsBufferIsAWarning) {
  GltfBuilder builder = GltfBuilder::triangle();
  const std::size_t used = builder.bin.size();
  builder.bin.resize(used + 8);
  builder.root["buffers"] = {{{"byteLength", used}}};
  const auto imported = expect_imported(builder.import());
  EXPECT_TRUE(has_warning(imported, "/buffers/0/byteLength", "BUFFER_GLB_CHUNK_TOO_BIG"));
}

TEST(Glb, BinaryChunkShorterThanItsBuffer) {
  GltfBuilder builder = GltfBuilder::triangle();
  builder.root["buffers"] = {{{"byteLength", builder.bin.size() + 8}}};
  EXPECT_EQ(expect_refused(builder.import()).where, "/buffers/0/byteLength");
}

TEST(Gltf, DataUriGivesTheSameAsABinaryChunk) {
  const GltfBuilder builder = GltfBuilder::triangle(2);
  const auto glb = expect_imported(builder.import());
  const auto text = expect_imported(gltf::import_memory(bytes_of(builder.gltf())));
  EXPECT_EQ(text.source.format, "gltf");
  const Primitive& a = glb.scene.meshes()[0].primitives[0];
  const Primitive& b = text.scene.meshes()[0].primitives[0];
  EXPECT_EQ(a.positions, b.positions);
  EXPECT_EQ(a.indices, b.indices);
  EXPECT_EQ(a.morph_targets, b.morph_targets);
}

TEST(Gltf, LongerBuffersAreSound) {
  GltfBuilder builder = GltfBuilder::triangle();
  builder.root["buffers"] = {{{"byteLength", builder.bin.size()}}};
  builder.bin.resize(builder.bin.size() + 20);
  EXPECT_TRUE(expect_imported(gltf::import_memory(bytes_of(builder.gltf()))).warnings.empty());
}

TEST(Gltf, TheFileDescribesItself) {
  GltfBuilder builder = GltfBuilder::triangle();
  builder.root["asset"]["generator"] = "by hand";
  builder.root["extensionsUsed"] = {"KHR_materials_unlit", "KHR_foo"};
  const auto imported = expect_imported(builder.import());
  EXPECT_EQ(imported.source.version, "2.0");
  EXPECT_EQ(imported.source.generator, "by hand");
  EXPECT_EQ(imported.source.bytes, builder.glb().size());
  EXPECT_EQ(imported.source.extensions_used.size(), 2u);
  EXPECT_EQ(imported.source.extensions_unsupported, std::vector<std::string>({"KHR_foo"}));
}

}  // namespace
}  // namespace morph::test
