// SPDX-License-Identifier: MIT
#include "morphview/loader.h"

#include <gtest/gtest.h>
#include <unistd.h>

#include <thread>

namespace morphview {
namespace {

using morph::ErrorCode;
using morph::Result;
using morph::gltf::ImportPhase;

/// A standard input that is open and says nothing, so that an import of "-" goes on until it is
/// cancelled.
class SilentInput {
 public:
  SilentInput() : saved_(dup(STDIN_FILENO)) {
    EXPECT_EQ(pipe(ends_), 0);
    EXPECT_EQ(dup2(ends_[0], STDIN_FILENO), STDIN_FILENO);
  }
  ~SilentInput() {
    dup2(saved_, STDIN_FILENO);
    for (const int file : {ends_[0], ends_[1], saved_}) close(file);
  }
  SilentInput(const SilentInput&) = delete;
  SilentInput& operator=(const SilentInput&) = delete;

 private:
  int saved_;
  int ends_[2] = {};
};

TEST(Loader, IsWatchedToItsEnd) {
  const Result<std::string> demo = find_demo();
  ASSERT_TRUE(demo.has_value());
  Loader loader(*demo, {});
  auto phase = ImportPhase::parsing;
  while (!loader.done()) {
    EXPECT_GE(loader.progress().phase, phase) << "phases do not go back";
    phase = loader.progress().phase;
    std::this_thread::yield();
  }
  const Result<Model> model = loader.take();
  ASSERT_TRUE(model.has_value());
  EXPECT_EQ(model->stem, "AnimatedMorphCube");
  EXPECT_EQ(model->scene().meshes()[0].morph_target_count(), 2u);
}

TEST(Loader, CancelledFromAnotherThread) {
  const SilentInput input;
  Loader loader("-", {});
  loader.cancel();
  const Result<Model> model = loader.take();
  ASSERT_FALSE(model.has_value());
  EXPECT_EQ(model.error().code, ErrorCode::cancelled);
  EXPECT_TRUE(loader.done());
}

TEST(Loader, DestroyedWhileItLoads) {
  const SilentInput input;
  const Loader loader("-", {});
  EXPECT_FALSE(loader.done());
}

}  // namespace
}  // namespace morphview
