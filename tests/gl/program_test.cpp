// SPDX-License-Identifier: MIT
#include "morph/gl/detail/program.h"

#include <gmock/gmock.h>

#include "gl/gl_support.h"
#include "morph/gl/detail/program_cache.h"

namespace morph::test {
namespace {

using gl::detail::DeltaSource;
using gl::detail::MorphKey;
using gl::detail::Program;
using gl::detail::ProgramKey;
using ::testing::AllOf;
using ::testing::HasSubstr;

class ProgramTest : public HeadlessGl {};

/// Every key that a primitive, a material and a view can ask for.
std::vector<ProgramKey> legal_keys() {
  std::vector<ProgramKey> keys;
  for (const bool lit : {false, true}) {
    for (const int vectors : {0, 1, 2}) {  // none, normals, tangents too
      if (!lit && vectors > 0) continue;
      for (const bool colors : {false, true}) {
        for (std::uint32_t joint_sets = 0; joint_sets <= 4; ++joint_sets) {
          for (const bool instances : {false, true}) {
            if (instances && joint_sets > 0) continue;
            for (const std::uint32_t texcoords : {0u, 1u, joint_sets == 4 ? 4u : 5u}) {
              for (const bool masked : {false, true}) {
                ProgramKey key;
                key.normals = vectors > 0;
                key.tangents = vectors > 1;
                key.colors = colors;
                key.texcoords = texcoords;
                key.joint_sets = joint_sets;
                key.instances = instances;
                key.lit = lit;
                key.masked = masked;
                keys.push_back(key);
              }
            }
          }
        }
      }
    }
  }
  return keys;
}

std::vector<MorphKey> legal_morph_keys(std::uint32_t max_vertex_attributes) {
  std::vector<MorphKey> keys;
  for (std::uint32_t count = 1; count <= kMorphAttributeCount; ++count) {
    const std::uint32_t slots = gl::morph_slot_count(max_vertex_attributes, count, count);
    keys.push_back({count, slots, DeltaSource::slots});
    keys.push_back({count, slots, DeltaSource::folded});
    keys.push_back({count, 0, DeltaSource::buffer});
    keys.push_back({count, 0, DeltaSource::array});
  }
  return keys;
}

TEST_F(ProgramTest, EveryLegalProgramCompiles) {
  const gl::detail::Gl& gl = context().api().gl;
  for (const ProgramKey& key : legal_keys()) {
    const auto program = Program::create(gl, key);
    ASSERT_TRUE(program) << program.error().text() << "\n" << gl::detail::defines_of(key);
  }
  for (const MorphKey& key : legal_morph_keys(context().info().max_vertex_attributes)) {
    const auto program = gl::detail::MorphProgram::create(gl, key);
    ASSERT_TRUE(program) << program.error().text() << "\n" << gl::detail::defines_of(key);
  }
}

TEST(ProgramKeys, AreFew) { EXPECT_LE(legal_keys().size() + legal_morph_keys(16).size(), 400u); }

TEST_F(ProgramTest, TheCacheCompilesOnce) {
  gl::detail::ProgramCache<ProgramKey, Program> cache(context().api().gl);
  ProgramKey key;
  const auto first = cache.get(key);
  const auto again = cache.get(key);
  key.lit = true;
  const auto other = cache.get(key);
  ASSERT_TRUE(first && again && other);
  EXPECT_EQ(*first, *again);
  EXPECT_NE(*first, *other);
  EXPECT_EQ(cache.compiled(), 2u);
}

// The driver's words, with the number of the file and the line in them, and the list of files.
TEST_F(ProgramTest, ABrokenShaderIsAnErrorWithTheDriversText) {
  ProgramKey key;
  auto vertex = gl::detail::vertex_source(key);
  vertex.back().text += "\nbroken on purpose;\n";
  const auto program = link_program(context().api().gl, vertex, gl::detail::fragment_source(key));
  ASSERT_FALSE(program);
  EXPECT_EQ(program.error().code, ErrorCode::graphics);
  EXPECT_THAT(program.error().text(), AllOf(HasSubstr("vertex shader: "), HasSubstr("4:"),
                                            HasSubstr("3 skin.glsl, 4 mesh.vert)")));
  forgive_messages();
}

TEST_F(ProgramTest, ALinkThatFailsIsAnError) {
  const std::vector<gl::detail::SourcePart> vertex = {
      {"a", "#version 410 core\nout vec3 v_a;\nvoid main() { v_a = vec3(1.0); }\n"}};
  const std::vector<gl::detail::SourcePart> fragment = {
      {"b", "#version 410 core\nin vec4 v_a;\nout vec4 o;\nvoid main() { o = v_a; }\n"}};
  const auto program = link_program(context().api().gl, vertex, fragment);
  ASSERT_FALSE(program);
  EXPECT_THAT(program.error().text(), HasSubstr("v_a"));
  forgive_messages();
}

}  // namespace
}  // namespace morph::test
