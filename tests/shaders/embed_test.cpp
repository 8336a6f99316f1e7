// SPDX-License-Identifier: MIT
#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>
#include <iterator>
#include <string>

#include "morph_shaders.h"

namespace {

namespace shaders = morph::gl::shaders;

std::string read_file(const std::filesystem::path& path) {
  std::ifstream file(path, std::ios::binary);
  EXPECT_TRUE(file) << path;
  return {std::istreambuf_iterator<char>(file), std::istreambuf_iterator<char>()};
}

const std::filesystem::path kFolder = MORPH_TEST_SHADER_FOLDER;

TEST(EmbeddedShaders, UnknownNameIsEmpty) {
  EXPECT_TRUE(shaders::find("nothing.vert").empty());
  EXPECT_TRUE(shaders::find("").empty());
  EXPECT_TRUE(shaders::find("data/odd.glsl").empty());
}

TEST(EmbeddedShaders, EmptyFileIsEmpty) { EXPECT_TRUE(shaders::empty_vert.empty()); }

TEST(EmbeddedShaders, EveryByteArrives) {
  EXPECT_EQ(shaders::find("odd.glsl"), read_file(kFolder / "odd.glsl"));
  EXPECT_EQ(shaders::odd_glsl, shaders::find("odd.glsl"));
}

TEST(EmbeddedShaders, LongerThanALiteralMayBe) {
  ASSERT_GT(shaders::long_glsl.size(), 65536u);
  EXPECT_EQ(shaders::find("long.glsl"), read_file(MORPH_TEST_LONG_SHADER));
}

// The sources are there before main, without a constructor.
static_assert(shaders::find("empty.vert").empty());
static_assert(shaders::find("long.glsl").starts_with("// sixteen bytes\n"));

}  // namespace
