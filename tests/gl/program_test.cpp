// SPDX-License-Identifier: MIT
#include "morph/gl/detail/program.h"

#include <gmock/gmock.h>

#include "gl/gl_support.h"
#include "morph/gl/detail/program_cache.h"

namespace morph::test {
namespace {

using gl::detail::AttributeSet;
using gl::detail::Program;
using gl::detail::ProgramKey;
using ::testing::AllOf;
using ::testing::HasSubstr;

class ProgramTest : public HeadlessGl {
 protected:
  void expect_program(const ProgramKey& key) {
    const auto program = Program::create(context().api().gl, key);
    ASSERT_TRUE(program) << program.error().text() << "\n" << gl::detail::defines_of(key);
    ++compiled_;
  }

  /// Draws, draws folded, captures and captures folded, with the slots that this driver has.
  void expect_morphing(ProgramKey key) {
    key.layout.slots = gl::morph_slot_count(context().info().max_vertex_attributes,
                                            key.layout.base.count(), key.layout.morphed.count());
    key.morphs = true;
    for (const bool folded : {false, true}) {
      for (const bool capture : {false, true}) {
        key.folded = folded;
        key.capture = capture;
        expect_program(key);
      }
    }
  }

  int compiled_ = 0;
};

constexpr std::array<MorphAttribute, 6> kAttributes = {
    MorphAttribute::position, MorphAttribute::normal, MorphAttribute::tangent,
    MorphAttribute::color_0,  texcoord_attribute(0),  texcoord_attribute(5)};

/// The attributes whose bit is set, in the order above.
AttributeSet subset(unsigned bits) {
  AttributeSet set;
  for (std::size_t i = 0; i < kAttributes.size(); ++i) {
    if ((bits >> i & 1) != 0) set.add(kAttributes[i]);
  }
  return set;
}

// Every base that a primitive can have (tangents only beside normals), with every subset of it
// morphed.
TEST_F(ProgramTest, EveryVertexProgramCompiles) {
  for (unsigned base = 1; base < 64; base += 2) {
    if ((base & 4) != 0 && (base & 2) == 0) continue;
    for (unsigned morphed = 1; morphed < 64; ++morphed) {
      if ((morphed & ~base) != 0) continue;
      ProgramKey key;
      key.layout.base = subset(base);
      key.layout.morphed = subset(morphed);
      key.lit = true;
      expect_morphing(key);
    }
  }
  RecordProperty("programs", compiled_);
}

TEST_F(ProgramTest, EveryNumberOfTexcoordSetsCompiles) {
  for (std::uint32_t sets = 0; sets <= kMaxTexcoordSets; ++sets) {
    for (std::uint32_t morphed = 0; morphed <= sets; ++morphed) {
      ProgramKey key;
      key.layout.base = subset(0b1111);
      key.layout.morphed = subset(0b0001);
      for (std::uint32_t s = 0; s < sets; ++s) key.layout.base.add(texcoord_attribute(s));
      for (std::uint32_t s = 0; s < morphed; ++s) key.layout.morphed.add(texcoord_attribute(s));
      if (sets > 0) key.maps = 5;
      expect_morphing(key);
    }
  }
}

TEST_F(ProgramTest, EveryMaterialProgramCompiles) {
  for (const unsigned base : {0b000001u, 0b000011u, 0b001001u, 0b011011u, 0b110111u, 0b111111u}) {
    for (const bool lit : {false, true}) {
      for (const AlphaMode alpha : {AlphaMode::opaque, AlphaMode::mask, AlphaMode::blend}) {
        for (const int maps : {0, 1, 5}) {
          ProgramKey key;
          key.layout.base = subset(base);
          if (maps > 0 && key.layout.base.texcoord_bits() == 0) continue;
          key.lit = lit;
          key.alpha = alpha;
          key.maps = static_cast<std::uint8_t>(maps);
          expect_program(key);
        }
      }
    }
  }
}

TEST_F(ProgramTest, EveryHeatProgramCompiles) {
  for (const unsigned base : {0b000001u, 0b000011u, 0b011011u}) {
    for (const AlphaMode alpha : {AlphaMode::opaque, AlphaMode::mask, AlphaMode::blend}) {
      ProgramKey key;
      key.layout.base = subset(base);
      key.layout.morphed = subset(base & 3);
      key.lit = true;
      key.heat = true;
      key.alpha = alpha;
      key.maps = key.layout.base.texcoord_bits() != 0 ? 1 : 0;
      expect_morphing(key);
    }
  }
}

TEST_F(ProgramTest, TheCacheCompilesOnce) {
  gl::detail::ProgramCache cache(context().api().gl);
  ProgramKey key;
  key.layout.base = subset(0b11);
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
  key.layout.base = subset(0b1);
  auto vertex = gl::detail::vertex_source(key);
  vertex.back().text += "\nbroken on purpose;\n";
  const auto program =
      link_program(context().api().gl, vertex, gl::detail::fragment_source(key), {});
  ASSERT_FALSE(program);
  EXPECT_EQ(program.error().code, ErrorCode::graphics);
  EXPECT_THAT(program.error().text(), AllOf(HasSubstr("vertex shader: "), HasSubstr("5:"),
                                            HasSubstr("4 skin.glsl, 5 mesh.vert)")));
  forgive_messages();
}

TEST_F(ProgramTest, ALinkThatFailsIsAnError) {
  const std::vector<gl::detail::SourcePart> vertex = {
      {"a", "#version 410 core\nout vec3 v_a;\nvoid main() { v_a = vec3(1.0); }\n"}};
  const std::vector<gl::detail::SourcePart> fragment = {
      {"b", "#version 410 core\nin vec4 v_a;\nout vec4 o;\nvoid main() { o = v_a; }\n"}};
  const auto program = link_program(context().api().gl, vertex, fragment, {});
  ASSERT_FALSE(program);
  EXPECT_THAT(program.error().text(), HasSubstr("v_a"));
  forgive_messages();
}

}  // namespace
}  // namespace morph::test
