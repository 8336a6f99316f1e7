// SPDX-License-Identifier: MIT
#include <gtest/gtest.h>
#include <stdlib.h>

#include <algorithm>
#include <cstdint>
#include <filesystem>
#include <fstream>
#include <string>
#include <vector>

#include "morph/gltf/detail/limits.h"
#include "support/gltf_builder.h"

namespace morph::test {
namespace {

// What a file may ask for in relation to its own bytes.

using gltf::Limits;
using gltf::detail::Allowance;
using gltf::detail::Budget;

TEST(Allowance, GrowsUpToItsMost) {
  Allowance allowance(1000, 100);
  EXPECT_FALSE(allowance.take(101, {}, ""));
  EXPECT_TRUE(allowance.take(60, {}, ""));
  allowance.grow(5, 10);
  EXPECT_EQ(allowance.limit(), 150u);
  EXPECT_EQ(allowance.left(), 90u);
  allowance.grow(~std::uint64_t{0}, 10);  // must not wrap
  EXPECT_EQ(allowance.limit(), 1000u);
  EXPECT_EQ(allowance.left(), 940u);
}

TEST(Budget, AFileEarnsWhatItMayAskFor) {
  Limits limits;
  limits.unearned_bytes = 1000;
  limits.decoded_per_byte = 2;
  Budget budget(limits, 50);
  EXPECT_EQ(budget.decoded.left(), 1100u);
  EXPECT_EQ(budget.images.left(), 1100u);
  EXPECT_TRUE(budget.take_file({1, 1}, 100));
  EXPECT_EQ(budget.decoded.left(), 1300u);
  EXPECT_TRUE(budget.take_file({1, 1}, 100));  // the same once more costs instead
  EXPECT_EQ(budget.decoded.left(), 1200u);
  EXPECT_EQ(budget.images.left(), 1300u);
  EXPECT_FALSE(budget.take_file({1, 1}, 1201));
  limits.decoded_bytes = 1050;
  EXPECT_EQ(Budget(limits, 50).decoded.left(), 1050u);
}

/// Both just do not fit, and fit when the limits are told so.
void expect_earned(const GltfBuilder& builder, std::string_view where) {
  const Error error = expect_refused(builder.import());
  EXPECT_EQ(error.code, ErrorCode::limit_exceeded);
  EXPECT_TRUE(error.where.starts_with(where)) << error.text();
  gltf::ImportOptions options;
  options.limits.unearned_bytes = options.limits.decoded_bytes;
  EXPECT_TRUE(builder.import(options));
}

TEST(Budget, ZerosWithoutAViewAreNotFree) {
  GltfBuilder builder = GltfBuilder::triangle();
  builder.primitive() = {{"attributes", {{"POSITION", 0}}}};
  builder.accessor(0) = {{"componentType", 5126}, {"count", 6'000'000}, {"type", "VEC3"}};
  expect_earned(builder, "/meshes/0/primitives/0/attributes/POSITION");
}

TEST(Budget, NorAreKeyFrames) {
  GltfBuilder builder = GltfBuilder::triangle(1);
  std::vector<float> times(20'000);
  for (std::size_t i = 0; i < times.size(); ++i) times[i] = static_cast<float>(i);
  const int input = builder.add_values<float>("SCALAR", times);
  const int output = builder.add_accessor(-1, Component::f32, "SCALAR", times.size());
  for (int a = 0; a < 600; ++a) {
    builder.add_channel(static_cast<std::size_t>(a), "weights", input, output);
  }
  const Error error = expect_refused([&] {
    gltf::ImportOptions options;
    options.limits.decoded_per_byte = 16;
    return builder.import(options);
  }());
  EXPECT_EQ(error.code, ErrorCode::limit_exceeded);
  EXPECT_TRUE(error.where.starts_with("/animations/")) << error.text();
}

TEST(Budget, SparseTargetsCostWhatTheyMove) {
  constexpr std::size_t kVertices = 100'000;
  GltfBuilder builder;
  const int base = builder.add_values<float>("VEC3", std::vector<float>(3 * kVertices, 1.0f));
  const int indices = builder.add_view(std::vector<std::uint32_t>{7, 99'999});
  const int values = builder.add_view(std::vector<float>(6, 2.0f));
  const int delta = builder.add_accessor(-1, Component::f32, "VEC3", kVertices);
  builder.accessor(static_cast<std::size_t>(delta))["sparse"] = {
      {"count", 2},
      {"indices", {{"bufferView", indices}, {"componentType", 5125}}},
      {"values", {{"bufferView", values}}}};
  builder.root["nodes"] = {{{"mesh", 0}}};
  builder.root["meshes"] = {{{"primitives", {{{"attributes", {{"POSITION", base}}}}}}}};
  constexpr int kTargets = 4000;  // 4.8 GB of zeros, if they were written down
  for (int t = 0; t < kTargets; ++t) builder.primitive()["targets"][t] = {{"POSITION", delta}};
  gltf::ImportOptions options;
  options.report_conformance = true;
  const auto imported = expect_imported(builder.import(options));
  EXPECT_TRUE(std::ranges::none_of(imported.warnings, [](const Error& warning) {
    return warning.message.find("are not checked") != std::string::npos;
  }));
  const std::vector<glm::vec3> deltas = deltas_of(primitive_of(imported), kTargets - 1);
  EXPECT_EQ(deltas[7], glm::vec3(2.0f));
  EXPECT_EQ(deltas[8], glm::vec3(0.0f));
  EXPECT_EQ(deltas[99'999], glm::vec3(2.0f));
}

TEST(Budget, CheckingTheSameSparseIndicesAgainAndAgainEnds) {
  GltfBuilder builder = GltfBuilder::triangle();
  const auto first = builder.root["accessors"].size();
  for (int a = 0; a < 100; ++a) {
    const int index = builder.add_accessor(-1, Component::u8, "SCALAR", 3);
    builder.accessor(static_cast<std::size_t>(index))["sparse"] = {
        {"count", 1},
        {"indices", {{"bufferView", 0}, {"componentType", 5121}}},
        {"values", {{"bufferView", 0}}}};
  }
  EXPECT_TRUE(builder.import());
  gltf::ImportOptions options;
  options.limits.unearned_bytes = 10 * sizeof(std::uint32_t);
  options.limits.decoded_per_byte = 1;
  options.limits.decoded_bytes = 10 * sizeof(std::uint32_t);
  const Error error = expect_refused(builder.import(options));
  EXPECT_EQ(error.where, "/accessors/" + std::to_string(first + 10) + "/sparse/indices");
}

TEST(Budget, ConformanceIsNotLookedForWithoutEnd) {
  GltfBuilder builder = GltfBuilder::triangle();
  for (int a = 0; a < 100; ++a) builder.add_accessor(0, Component::u8, "SCALAR", 4);
  gltf::ImportOptions options;
  options.report_conformance = true;
  const auto said = [&] {
    const auto imported = expect_imported(builder.import(options));
    return std::ranges::count_if(imported.warnings, [](const Error& warning) {
      return warning.message.find("are not checked") != std::string::npos;
    });
  };
  EXPECT_EQ(said(), 0);
  options.limits.decoded_bytes = 800;
  EXPECT_EQ(said(), 1);
}

TEST(Budget, TheSameFileByAnotherNameEarnsNothing) {
  namespace fs = std::filesystem;
  std::string name = fs::temp_directory_path() / "morph-budget-XXXXXX";
  const fs::path folder = ::mkdtemp(name.data());
  std::ofstream(folder / "x.bin") << std::string(600'000, '\0');
  nlohmann::json root = {{"asset", {{"version", "2.0"}}}};
  for (int b = 0; b < 1000; ++b) {
    root["buffers"].push_back({{"byteLength", 1}, {"uri", b % 2 == 0 ? "x.bin" : "./x.bin"}});
  }
  std::ofstream(folder / "model.gltf") << root.dump();
  const Error error = expect_refused(gltf::import_file(folder / "model.gltf"));
  EXPECT_EQ(error.code, ErrorCode::limit_exceeded);
  EXPECT_TRUE(error.where.starts_with("/buffers/")) << error.text();
  fs::remove_all(folder);
}

}  // namespace
}  // namespace morph::test
