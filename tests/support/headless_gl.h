// SPDX-License-Identifier: MIT
#pragma once

#include <gtest/gtest.h>

#include <memory>

#include "morph/gl/context.h"

namespace morph::test {

// OpenGL for tests, without a window. Where there is none the tests skip and say why; they fail
// instead while the environment variable MORPH_REQUIRE_GL is set.

/// A base of tests that draw. All tests of a program share one context. A test fails in which the
/// driver reports an error, or a message that is not a mere notification.
class HeadlessGl : public ::testing::Test {
 protected:
  void SetUp() override;
  void TearDown() override;

  /// Precondition: SetUp found OpenGL.
  [[nodiscard]] static const gl::Context& context();
  [[nodiscard]] static gl::FunctionLoader headless_loader();

  /// For a test that provokes the driver: what it said so far is no failure.
  void forgive_messages();

 private:
  std::size_t known_messages_ = 0;
};

}  // namespace morph::test
