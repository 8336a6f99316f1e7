// SPDX-License-Identifier: MIT
#include "morph/gl/context.h"

#include <gmock/gmock.h>

#include "morph/gl/detail/gl_api.h"
#include "support/headless_gl.h"

namespace morph::test {
namespace {

using ::testing::Contains;
using ::testing::HasSubstr;

class ContextTest : public HeadlessGl {};

TEST_F(ContextTest, ALoaderThatFindsNothing) {
  const auto context = gl::Context::create([](const char*) -> void (*)() { return nullptr; });
  ASSERT_FALSE(context);
  EXPECT_EQ(context.error().code, ErrorCode::graphics);
  EXPECT_THAT(context.error().text(), HasSubstr("OpenGL 4.1 needed, found no OpenGL"));
}

TEST_F(ContextTest, KnowsTheDriver) {
  const gl::ContextInfo& info = context().info();
  EXPECT_FALSE(info.version.empty());
  EXPECT_FALSE(info.renderer.empty());
  EXPECT_GE(info.max_vertex_attributes, 16u);
  EXPECT_GE(info.max_samples, 4u);
  EXPECT_GE(info.max_texture_size, 16'384u);
  EXPECT_GE(info.max_buffer_texels, 65'536u);
  EXPECT_EQ(info.software, info.renderer.find("llvmpipe") != std::string::npos ||
                               info.renderer.find("softpipe") != std::string::npos);
}

// Each message once, however often the driver repeats it, and no more than the limit.
TEST_F(ContextTest, CollectsMessages) {
  const gl::detail::Gl& gl = context().api().gl;
  if (gl.KHR_debug == 0) GTEST_SKIP() << "the driver has no KHR_debug";
  const auto insert = [&](GLenum severity, const std::string& text) {
    gl.DebugMessageInsert(GL_DEBUG_SOURCE_APPLICATION, GL_DEBUG_TYPE_OTHER, 1, severity,
                          static_cast<GLsizei>(text.size()), text.data());
  };
  insert(GL_DEBUG_SEVERITY_HIGH, "twice");
  const std::size_t count = context().messages().size();
  insert(GL_DEBUG_SEVERITY_HIGH, "twice");
  insert(GL_DEBUG_SEVERITY_NOTIFICATION, "a mere notification");
  EXPECT_EQ(context().messages().size(), count);
  EXPECT_THAT(context().messages(), Contains("twice"));
  forgive_messages();
}

// A second view of the same OpenGL context leaves the messages to the first.
TEST_F(ContextTest, LeavesTheCallbackOfTheHostAlone) {
  const gl::detail::Gl& gl = context().api().gl;
  if (gl.KHR_debug == 0) GTEST_SKIP() << "the driver has no KHR_debug";
  void* before = nullptr;
  void* after = nullptr;
  gl.GetPointerv(GL_DEBUG_CALLBACK_FUNCTION, &before);
  {
    const auto second = gl::Context::create(headless_loader());
    ASSERT_TRUE(second);
  }
  gl.GetPointerv(GL_DEBUG_CALLBACK_FUNCTION, &after);
  EXPECT_NE(before, nullptr);
  EXPECT_EQ(before, after);
}

}  // namespace
}  // namespace morph::test
