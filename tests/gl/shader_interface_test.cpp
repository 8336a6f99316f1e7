// SPDX-License-Identifier: MIT
#include "morph/gl/detail/shader_interface.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <set>

namespace morph::gl::detail {
namespace {

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
  key.normals = key.tangents = key.colors = key.lit = key.masked = true;
  key.texcoords = 5;
  key.joint_sets = 2;
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

AttributeLayout layout_with(std::uint32_t texcoord_sets, std::uint32_t joint_sets) {
  AttributeLayout layout;
  layout.base = set_of({MorphAttribute::position, MorphAttribute::normal, MorphAttribute::tangent,
                        MorphAttribute::color_0});
  for (std::uint32_t set = 0; set < texcoord_sets; ++set) {
    layout.base.add(texcoord_attribute(2 * set));
  }
  layout.joint_sets = joint_sets;
  return layout;
}

// Sixteen are guaranteed.
TEST(AttributeLayout, LocationsAreDistinctAndBelowSixteen) {
  for (std::uint32_t sets = 0; sets <= 4; ++sets) {
    for (std::uint32_t joint_sets = 0; joint_sets <= 4; ++joint_sets) {
      const AttributeLayout layout = layout_with(sets, joint_sets);
      std::set<std::uint32_t> used;
      for_each(layout.base, [&](MorphAttribute a) { used.insert(layout.location(a)); });
      for (std::uint32_t set = 0; set < joint_sets; ++set) {
        used.insert(layout.joints_location() + set);
        used.insert(layout.joint_weights_location() + set);
      }
      EXPECT_EQ(used.size(), 4u + sets + 2u * joint_sets);
      EXPECT_LT(*used.rbegin(), 16u);
      EXPECT_LE(sets, layout.texcoords());
    }
  }
}

TEST(AttributeLayout, TexcoordsAreNumberedAmongThoseThatAreThere) {
  const AttributeLayout layout = layout_with(3, 0);
  EXPECT_EQ(layout.texcoord_place(texcoord_attribute(4)), 2u);
  EXPECT_EQ(layout.location(texcoord_attribute(4)), 6u);
}

TEST(Defines, NameWhatIsThereAndNothingElse) {
  const std::string defines = defines_of(everything());
  for (const char* line :
       {"#define HAS_LIGHT\n", "#define HAS_ALPHA_MASK\n", "#define MORPH_POSITION_LOCATION 0\n",
        "#define MORPH_TANGENT_LOCATION 2\n", "#define MORPH_TEXCOORD_LOCATION 4\n",
        "#define MORPH_TEXCOORD_COUNT 5\n", "#define MORPH_JOINT_SETS 2\n",
        "#define MORPH_JOINTS_LOCATION 9\n", "#define MORPH_JOINT_WEIGHTS_LOCATION 11\n"}) {
    EXPECT_THAT(defines, HasSubstr(line));
  }
  EXPECT_THAT(defines, Not(HasSubstr("HAS_INSTANCES")));
  ProgramKey plain;
  plain.instances = true;
  EXPECT_THAT(defines_of(plain), HasSubstr("#define HAS_INSTANCES\n"));
  EXPECT_THAT(defines_of(plain), Not(HasSubstr("HAS_LIGHT")));
  EXPECT_THAT(defines_of(plain), Not(HasSubstr("MORPH_NORMAL_LOCATION")));
  EXPECT_THAT(defines_of(plain), Not(HasSubstr("MORPH_JOINT")));
}

TEST(Defines, OfTheMorphingPass) {
  EXPECT_EQ(defines_of(MorphKey{3, 4, DeltaSource::folded}),
            "#define MORPH_COUNT 3\n#define MORPH_SLOT_COUNT 4\n#define MORPH_SOURCE 1\n");
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
  const MorphKey morph{3, 4, DeltaSource::array};
  for (const auto& parts :
       {vertex_source(everything()), vertex_source(morph), fragment_source(everything())}) {
    for (const SourcePart& part : parts) {
      const auto strange = std::ranges::find_if(
          part.text, [](char c) { return static_cast<unsigned char>(c) > 127; });
      EXPECT_EQ(strange, part.text.end())
          << part.name << " at byte " << strange - part.text.begin();
    }
  }
}

}  // namespace
}  // namespace morph::gl::detail
