// SPDX-License-Identifier: MIT
#include "morph/runtime/workers.h"

#include <gtest/gtest.h>

#include <atomic>
#include <chrono>
#include <thread>
#include <vector>

#include "morph/runtime/blend.h"
#include "support/scene_builder.h"

namespace morph {
namespace {

TEST(Workers, CountTheCallersThread) {
  EXPECT_EQ(Workers(1).count(), 1u);
  EXPECT_EQ(Workers(3).count(), 3u);
  EXPECT_GE(Workers().count(), 1u);
}

// Also after they fell asleep, and with fewer and more parts than threads.
TEST(Workers, RunEachPartOnce) {
  Workers workers(4);
  for (int round = 0; round < 300; ++round) {
    if (round % 100 == 99) std::this_thread::sleep_for(std::chrono::milliseconds(2));
    std::vector<std::atomic<int>> calls(static_cast<std::size_t>(round % 40));
    workers.run(calls.size(), [&](std::size_t part) { calls[part].fetch_add(1); });
    for (const auto& count : calls) ASSERT_EQ(count.load(), 1) << round;
  }
}

TEST(Workers, ShareTheWork) {
  Workers workers(2);
  std::atomic<int> here{0};
  // The second part can only end when another thread began the first.
  workers.run(2, [&](std::size_t) {
    here.fetch_add(1);
    while (here.load() < 2) std::this_thread::yield();
  });
  EXPECT_EQ(here.load(), 2);
}

TEST(Workers, ChangeNothingInABlend) {
  const std::uint32_t vertices = 30'011;  // large, and no whole number of blocks
  const Primitive primitive = test::random_primitive(vertices, 12, 4);
  const auto active = select_active_targets(test::random_weights(12, 9), kAllTargets);
  struct Out {
    std::vector<glm::vec3> positions, normals;
    std::vector<glm::vec4> tangents;
    bool operator==(const Out&) const = default;
  };
  const auto blended = [&](Workers* workers) {
    Out out{std::vector<glm::vec3>(vertices), std::vector<glm::vec3>(vertices),
            std::vector<glm::vec4>(vertices)};
    blend_surface(primitive.morph_targets,
                  {primitive.positions, primitive.normals, primitive.tangents}, active,
                  {out.positions, out.normals, out.tangents}, BlendStage::complete, workers);
    return out;
  };
  const Out alone = blended(nullptr);
  for (const unsigned threads : {1u, 2u, 5u}) {
    Workers workers(threads);
    EXPECT_TRUE(blended(&workers) == alone) << threads;
  }
}

}  // namespace
}  // namespace morph
