// SPDX-License-Identifier: MIT
#include "morph/gl/morph_path.h"

#include <gtest/gtest.h>

namespace morph::gl {
namespace {

TEST(MorphSlotCount, NothingToPutIntoSlots) {
  EXPECT_EQ(morph_slot_count(16, 1, 0), 0u);
  EXPECT_EQ(morph_slot_count(16, 16, 0), 0u);
}

TEST(MorphSlotCount, NothingIsLeftBesideTheBase) {
  EXPECT_EQ(morph_slot_count(16, 16, 1), 0u);
  EXPECT_EQ(morph_slot_count(16, 17, 1), 0u);
  EXPECT_EQ(morph_slot_count(16, 14, 3), 0u);
  EXPECT_EQ(morph_slot_count(0, 1, 1), 0u);
}

// With the 16 attributes that every driver has: rows are base attributes 1 … 13, columns the
// attributes in the union of the targets, 1 … 5.
TEST(MorphSlotCount, WithSixteenAttributes) {
  constexpr std::uint32_t kExpected[13][5] = {
      {8, 7, 5, 3, 3}, {8, 7, 4, 3, 2}, {8, 6, 4, 3, 2}, {8, 6, 4, 3, 2}, {8, 5, 3, 2, 2},
      {8, 5, 3, 2, 2}, {8, 4, 3, 2, 1}, {8, 4, 2, 2, 1}, {7, 3, 2, 1, 1}, {6, 3, 2, 1, 1},
      {5, 2, 1, 1, 1}, {4, 2, 1, 1, 0}, {3, 1, 1, 0, 0},
  };
  for (std::uint32_t base = 1; base <= 13; ++base) {
    for (std::uint32_t each = 1; each <= 5; ++each) {
      EXPECT_EQ(morph_slot_count(16, base, each), kExpected[base - 1][each - 1])
          << base << " base attributes, " << each << " per target";
    }
  }
}

TEST(MorphSlotCount, NeverMoreThanTheCap) {
  EXPECT_EQ(morph_slot_count(32, 1, 1), kMaxGpuMorphTargets);
  EXPECT_EQ(morph_slot_count(1000, 3, 3), kMaxGpuMorphTargets);
}

TEST(ChooseMorphPath, WishesAreGranted) {
  for (const std::uint32_t active : {0u, 1u, 4u, 5u, 300u}) {
    for (const std::uint32_t slots : {0u, 1u, 4u, 8u}) {
      EXPECT_EQ(choose_morph_path(active, slots, MorphPathWish::attributes), MorphPath::attributes);
      EXPECT_EQ(choose_morph_path(active, slots, MorphPathWish::cpu), MorphPath::cpu);
    }
  }
}

TEST(ChooseMorphPath, AutomaticIsAttributesWhileTheActiveTargetsFit) {
  constexpr auto kAutomatic = MorphPathWish::automatic;
  EXPECT_EQ(choose_morph_path(0, 0, kAutomatic), MorphPath::attributes);
  EXPECT_EQ(choose_morph_path(1, 0, kAutomatic), MorphPath::cpu);
  EXPECT_EQ(choose_morph_path(3, 4, kAutomatic), MorphPath::attributes);
  EXPECT_EQ(choose_morph_path(4, 4, kAutomatic), MorphPath::attributes);
  EXPECT_EQ(choose_morph_path(5, 4, kAutomatic), MorphPath::cpu);
  EXPECT_EQ(choose_morph_path(300, 8, kAutomatic), MorphPath::cpu);
}

}  // namespace
}  // namespace morph::gl
