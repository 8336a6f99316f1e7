// SPDX-License-Identifier: MIT
#include "support/headless_gl.h"

#include <cstdlib>
#include <optional>
#include <string>

#include "morphview/headless_context.h"

namespace morph::test {
namespace {

/// Members die in reverse order: our view of the context before the context.
struct Shared {
  std::string missing;  // why there is no OpenGL
  std::optional<morphview::HeadlessContext> headless;
  std::optional<gl::Context> context;

  Shared() {
    auto made = morphview::HeadlessContext::create();
    if (!made) {
      missing = made.error().text();
      return;
    }
    headless.emplace(std::move(made).value());
    auto loaded = gl::Context::create(morphview::HeadlessContext::loader());
    if (!loaded) {
      missing = loaded.error().text();
      return;
    }
    context.emplace(std::move(loaded).value());
  }
};

Shared& shared() {
  static Shared state;
  return state;
}

}  // namespace

void HeadlessGl::SetUp() {
  if (shared().context) {
    known_messages_ = context().messages().size();
    return;
  }
  if (std::getenv("MORPH_REQUIRE_GL") != nullptr) {
    FAIL() << "MORPH_REQUIRE_GL is set, and there is no OpenGL: " << shared().missing;
  }
  GTEST_SKIP() << "no OpenGL: " << shared().missing;
}

void HeadlessGl::TearDown() {
  if (!shared().context) return;
  const auto messages = context().messages();
  for (std::size_t i = known_messages_; i < messages.size(); ++i) {
    ADD_FAILURE() << "the driver says: " << messages[i];
  }
  using GetError = unsigned (*)();
  const auto get_error = reinterpret_cast<GetError>(headless_loader()("glGetError"));
  EXPECT_EQ(get_error(), 0u) << "an OpenGL error is left";
}

const gl::Context& HeadlessGl::context() { return *shared().context; }

gl::FunctionLoader HeadlessGl::headless_loader() { return morphview::HeadlessContext::loader(); }

void HeadlessGl::forgive_messages() { known_messages_ = context().messages().size(); }

}  // namespace morph::test
