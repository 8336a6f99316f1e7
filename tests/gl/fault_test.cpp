// SPDX-License-Identifier: MIT
//
// A weight that is wrong by 5 % on the graphics side is noticed, and by the right test: the dump of
// the attributes path changes, that of the CPU path does not. Linked to the library that is
// shipped, the same switch does nothing.
#include <cstdlib>

#include "gl/gl_support.h"

namespace morph::test {
namespace {

using gl::MorphPathWish;

class Fault : public HeadlessGl {
 protected:
  void TearDown() override {
    unsetenv("MORPH_TEST_FAULT");
    HeadlessGl::TearDown();
  }
};

TEST_F(Fault, OnlyTheAttributesPathIsWrong) {
  const Primitive primitive = random_primitive(60, 3, 9, false);
  const std::vector<float> weights = {0.8f, 0.0f, -0.3f};
  const Scene scene = scene_of(parts_of(primitive));
  gl::Renderer renderer = renderer_of(context(), scene);
  const auto error = [&](MorphPathWish wish) {
    return error_against_reference(read_back(renderer, pose_with(scene, weights), wish), primitive,
                                   weights);
  };
  EXPECT_LE(error(MorphPathWish::attributes), kTolerance);
  setenv("MORPH_TEST_FAULT", "gpu-weight", 1);
  EXPECT_LE(error(MorphPathWish::cpu), kTolerance);
  if (MORPH_TEST_FAULTY != 0) {
    EXPECT_GT(error(MorphPathWish::attributes), 100 * kTolerance);
  } else {
    EXPECT_LE(error(MorphPathWish::attributes), kTolerance);
  }
}

}  // namespace
}  // namespace morph::test
