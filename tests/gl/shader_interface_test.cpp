// SPDX-License-Identifier: MIT
#include "morph/gl/detail/shader_interface.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <set>

namespace morph::gl::detail {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::IsEmpty;
using ::testing::Not;
using ::testing::StartsWith;

AttributeSet set_of(std::initializer_list<MorphAttribute> attributes) {
  AttributeSet set;
  for (const MorphAttribute attribute : attributes) set.add(attribute);
  return set;
}

ProgramKey everything() {
  ProgramKey key;
  key.layout.base =
      set_of({MorphAttribute::position, MorphAttribute::normal, MorphAttribute::tangent,
              MorphAttribute::color_0, texcoord_attribute(1), texcoord_attribute(3)});
  key.layout.morphed = set_of({MorphAttribute::position, MorphAttribute::normal,
                               MorphAttribute::color_0, texcoord_attribute(3)});
  key.layout.slots = 2;
  key.morphs = true;
  key.lit = true;
  key.maps = 5;
  return key;
}

TEST(AttributeSet, CountsAndRanks) {
  const AttributeSet set = set_of({MorphAttribute::tangent, MorphAttribute::position});
  EXPECT_EQ(AttributeSet().count(), 0u);
  EXPECT_TRUE(AttributeSet().empty());
  EXPECT_EQ(set.count(), 2u);
  EXPECT_EQ(set.rank(MorphAttribute::position), 0u);
  EXPECT_EQ(set.rank(MorphAttribute::tangent), 1u);
  EXPECT_FALSE(set.has(MorphAttribute::normal));
  EXPECT_EQ(set_of({texcoord_attribute(0), texcoord_attribute(7)}).texcoord_bits(), 0x81u);
}

TEST(AttributeLayout, LocationsAreDenseAndDistinct) {
  const AttributeLayout layout = everything().layout;
  std::set<std::uint32_t> used;
  for_each(layout.base, [&](MorphAttribute a) { used.insert(layout.base_location(a)); });
  for_each(layout.morphed, [&](MorphAttribute a) {
    for (std::uint32_t slot = 0; slot < layout.slots; ++slot) {
      used.insert(layout.slot_location(a, slot));
    }
  });
  EXPECT_EQ(used.size(), 6u + 4u * 2u);
  EXPECT_EQ(*used.begin(), 0u);
  EXPECT_EQ(*used.rbegin(), 13u);
}

TEST(Defines, NameWhatIsThereAndNothingElse) {
  const std::string defines = defines_of(everything());
  for (const char* line :
       {"#define HAS_MORPH_TARGETS\n", "#define HAS_LIGHT\n", "#define MORPH_SLOT_COUNT 2\n",
        "#define MORPH_POSITION_LOCATION 0\n", "#define MORPH_TANGENT_LOCATION 2\n",
        "#define MORPH_TEXCOORD_LOCATION 4\n", "#define MORPH_TEXCOORD_COUNT 2\n",
        "#define MORPH_TEXCOORD_MASK 2\n", "#define MORPH_TEXCOORD_MORPHED 1\n",
        "#define MORPH_POSITION_SLOT_LOCATION 6\n", "#define MORPH_COLOR_SLOT_LOCATION 10\n",
        "#define MORPH_TEXCOORD_SLOT_LOCATION 12\n", "#define MORPH_MAPS 5\n"}) {
    EXPECT_THAT(defines, HasSubstr(line));
  }
  EXPECT_THAT(defines, Not(HasSubstr("MORPH_TANGENT_SLOT_LOCATION")));
  EXPECT_THAT(defines, Not(HasSubstr("HAS_FOLDED_BASE")));
}

// The CPU path draws with the same vertex array: same locations, no slots.
TEST(Defines, WithoutMorphsOnlySlotsAreGone) {
  ProgramKey key = everything();
  key.morphs = false;
  const std::string defines = defines_of(key);
  EXPECT_THAT(defines, HasSubstr("#define MORPH_TEXCOORD_LOCATION 4\n"));
  EXPECT_THAT(defines, HasSubstr("#define MORPH_SLOT_COUNT 0\n"));
  EXPECT_THAT(defines, Not(HasSubstr("HAS_MORPH_TARGETS")));
  EXPECT_THAT(defines, Not(HasSubstr("SLOT_LOCATION")));
}

TEST(Sources, BeginWithTheVersionAndNumberTheirParts) {
  for (const auto& parts : {vertex_source(everything()), fragment_source(everything())}) {
    EXPECT_THAT(parts[0].text, StartsWith("#version 410 core\n#line 1 0\n"));
    for (std::size_t i = 1; i < parts.size(); ++i) {
      EXPECT_THAT(parts[i].text, StartsWith("#line 1 " + std::to_string(i) + "\n"));
      EXPECT_THAT(parts[i].name, Not(IsEmpty()));
    }
  }
}

// GLSL 4.10 knows no other characters, not even in comments; some drivers insist on that.
TEST(Sources, AreAscii) {
  ProgramKey capture = everything();
  capture.capture = true;
  for (const auto& parts :
       {vertex_source(everything()), vertex_source(capture), fragment_source(everything())}) {
    for (const SourcePart& part : parts) {
      const auto strange = std::ranges::find_if(
          part.text, [](char c) { return static_cast<unsigned char>(c) > 127; });
      EXPECT_EQ(strange, part.text.end())
          << part.name << " at byte " << strange - part.text.begin();
    }
  }
}

TEST(Captured, MorphedAttributesInOrder) {
  ProgramKey key = everything();
  key.capture = true;
  EXPECT_THAT(
      captured_varyings(key),
      ElementsAre(::testing::StrEq("v_morphed_position"), ::testing::StrEq("v_morphed_normal"),
                  ::testing::StrEq("v_morphed_color"), ::testing::StrEq("v_morphed_texcoord")));
}

}  // namespace
}  // namespace morph::gl::detail
