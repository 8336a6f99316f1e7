// SPDX-License-Identifier: MIT
#include "morph/runtime/mesh.h"

#include <gtest/gtest.h>

namespace morph {
namespace {

TEST(Primitive, KnowsWhichAttributesTheFileGives) {
  Primitive primitive;
  const auto count = [&] {
    std::size_t found = 0;
    for (std::size_t i = 0; i < kMorphAttributeCount; ++i) {
      if (primitive.has(static_cast<MorphAttribute>(i))) ++found;
    }
    return found;
  };
  EXPECT_EQ(count(), 0u);
  primitive.positions.resize(1);
  EXPECT_TRUE(primitive.has(MorphAttribute::position));
  primitive.normals.resize(1);
  EXPECT_TRUE(primitive.has(MorphAttribute::normal));
  primitive.tangents.resize(1);
  EXPECT_TRUE(primitive.has(MorphAttribute::tangent));
  primitive.colors.resize(1);
  EXPECT_TRUE(primitive.has(MorphAttribute::color_0));
  EXPECT_EQ(count(), 4u);
  primitive.texcoords = {{}, {}, {glm::vec2(0)}};  // TEXCOORD_2 alone
  EXPECT_TRUE(primitive.has(texcoord_attribute(2)));
  EXPECT_EQ(count(), 5u);
}

}  // namespace
}  // namespace morph
