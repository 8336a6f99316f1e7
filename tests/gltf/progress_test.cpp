// SPDX-License-Identifier: MIT
#include <gtest/gtest.h>

#include <atomic>
#include <chrono>
#include <string>
#include <thread>
#include <vector>

#include "support/gltf_builder.h"

namespace morph::test {
namespace {

using gltf::ImportPhase;
using gltf::ImportProgress;

TEST(Progress, PhasesFollowEachOther) {
  const GltfBuilder builder = GltfBuilder::triangle(3);
  std::vector<ImportProgress> seen;
  gltf::ImportOptions options;
  options.report_conformance = true;
  options.progress = [&](const ImportProgress& progress) {
    seen.push_back(progress);
    return true;
  };
  expect_imported(builder.import(options));
  ASSERT_EQ(seen.size(), 7u) << "a small file is done before the first interval is over";
  for (std::size_t p = 0; p < seen.size(); ++p) {
    EXPECT_EQ(seen[p].phase, static_cast<ImportPhase>(p));
    EXPECT_EQ(seen[p].done, 0u);
  }
  EXPECT_EQ(seen[static_cast<std::size_t>(ImportPhase::accessors)].total, 5u);
  EXPECT_EQ(seen[static_cast<std::size_t>(ImportPhase::meshes)].total, 4u) << "POSITION, 3 targets";
}

TEST(Progress, EveryPhaseCanBeTheLast) {
  const GltfBuilder builder = GltfBuilder::triangle(3);
  for (int last = 0; last < 7; ++last) {
    int phases = 0;
    gltf::ImportOptions options;
    options.report_conformance = true;
    options.progress = [&](const ImportProgress&) { return phases++ < last; };
    const Error error = expect_refused(builder.import(options));
    EXPECT_EQ(error.code, ErrorCode::cancelled);
    EXPECT_EQ(error.message, "cancelled");
    EXPECT_EQ(phases, last + 1) << "asked no more after the answer";
  }
}

/// Many targets of the same numbers, so that an import takes some tenths of a second, and limits
/// that let it.
gltf::ImportOptions patient() {
  gltf::ImportOptions options;
  options.limits = gltf::Limits::none();
  return options;
}

GltfBuilder large() {
  constexpr int kVertices = 20'000;
  GltfBuilder builder = GltfBuilder::triangle(0);
  const int positions = builder.add_values<float>("VEC3", std::vector<float>(3 * kVertices, 1.0f));
  builder.primitive() = {{"attributes", {{"POSITION", positions}}}};
  for (int t = 0; t < 1000; ++t) {
    builder.primitive()["targets"].push_back({{"POSITION", positions}});
  }
  return builder;
}

TEST(Progress, IsToldWithinAPhase) {
  const GltfBuilder builder = large();
  std::uint64_t most = 0;
  std::uint64_t before = 0;
  gltf::ImportOptions options = patient();
  options.progress = [&](const ImportProgress& progress) {
    if (progress.phase != ImportPhase::meshes) return true;
    EXPECT_EQ(progress.total, 1001u);
    EXPECT_GE(progress.done, before);
    before = progress.done;
    most = std::max(most, progress.done);
    return true;
  };
  expect_imported(builder.import(options));
  EXPECT_GT(most, 0u);
}

// The thread that asks for the end is another one; ThreadSanitizer looks at this test.
TEST(Progress, AnotherThreadCanCancel) {
  const GltfBuilder builder = large();
  std::atomic<bool> go = true;
  std::atomic<bool> started = false;
  Error error;
  std::thread worker([&] {
    gltf::ImportOptions options = patient();
    options.progress = [&](const ImportProgress& progress) {
      if (progress.phase == ImportPhase::meshes) {
        started = true;
        while (go) std::this_thread::yield();  // so that the end comes in the middle
      }
      return go.load();
    };
    error = expect_refused(builder.import(options));
  });
  while (!started) std::this_thread::yield();
  go = false;
  worker.join();
  EXPECT_EQ(error.code, ErrorCode::cancelled);
}

}  // namespace
}  // namespace morph::test
