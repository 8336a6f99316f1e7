// SPDX-License-Identifier: MIT
#include <gtest/gtest.h>
#include <stdlib.h>

#include <cstdint>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <string>
#include <string_view>
#include <utility>

#include "support/gltf_builder.h"

namespace morph::test {
namespace {

// What is known against the libraries that we link, and against parsers that read the same files:
// one test each. tests/morphview/faults.py looks from outside at what is opened and started.

namespace fs = std::filesystem;

/// A folder with model.gltf, a folder "inner" and, above it, secret.bin; the test works in it.
class KnownVulnerabilities : public ::testing::Test {
 protected:
  KnownVulnerabilities() {
    std::string name = fs::temp_directory_path() / "morph-known-XXXXXX";
    root_ = ::mkdtemp(name.data());
    fs::create_directories(root_ / "model/inner");
    std::ofstream(root_ / "secret.bin") << "secret";
    fs::current_path(root_ / "model");
  }
  ~KnownVulnerabilities() override {
    fs::current_path(before_);
    fs::remove_all(root_);
  }

  /// The answer to a file whose buffer has this URI.
  [[nodiscard]] Error refused(std::string_view uri) const {
    GltfBuilder builder;
    builder.root["buffers"] = {{{"byteLength", 6}, {"uri", uri}}};
    const fs::path file = root_ / "model/model.gltf";
    std::ofstream(file) << builder.gltf();
    return expect_refused(gltf::import_file(file));
  }

  [[nodiscard]] std::size_t files() const {
    return static_cast<std::size_t>(
        std::distance(fs::recursive_directory_iterator(root_), fs::recursive_directory_iterator()));
  }

 private:
  fs::path root_;
  fs::path before_ = fs::current_path();
};

TEST_F(KnownVulnerabilities, TinygltfCve2022_3008_UrisAreNotExpandedByAShell) {
  EXPECT_EQ(refused("first").code, ErrorCode::io);
  const std::size_t before = files();
  for (const std::string_view uri :
       {"`touch pwned`", "$(touch pwned)", "~", "$HOME", "x;touch pwned", "x|touch pwned",
        "x\ntouch pwned", "*", "{a,b}"}) {
    const Error error = refused(uri);
    EXPECT_EQ(error.where, "/buffers/0/uri") << uri;
    EXPECT_EQ(error.code, ErrorCode::io) << uri << ": " << error.text();
    EXPECT_EQ(files(), before) << uri << " made a file";
  }
}

TEST_F(KnownVulnerabilities, Tinygltf373_PathsDoNotLeaveTheFolder) {
  for (const std::string_view uri :
       {"../secret.bin", "%2e%2e%2fsecret.bin", "inner/../../secret.bin", "..%2Fsecret.bin",
        "/etc/passwd", "file:///etc/passwd"}) {
    EXPECT_EQ(refused(uri).code, ErrorCode::forbidden) << uri;
  }
}

TEST_F(KnownVulnerabilities, Tinygltf416_AFolderIsNoBuffer) {
  for (const std::string_view uri : {".", "inner", "inner/", "./"}) {
    EXPECT_EQ(refused(uri).code, ErrorCode::io) << uri;
  }
}

TEST(KnownVulnerabilitiesOfParsers, TinygltfRecursion_DeepExtrasAreRefused) {
  constexpr std::size_t kLevels = 200'000;
  for (const auto& [opening, closing] : {std::pair("[", "]"), std::pair("{\"a\":", "}")}) {
    std::string text = R"({"asset":{"version":"2.0"},"nodes":[{"extras":)";
    for (std::size_t i = 0; i < kLevels; ++i) text += opening;
    text += '0';
    for (std::size_t i = 0; i < kLevels; ++i) text += closing;
    text += "}]}";
    EXPECT_EQ(expect_refused(gltf::import_memory(bytes_of(text))).code, ErrorCode::limit_exceeded);
  }
}

/// CVE-2023-43898 and CVE-2023-45661 to 45667: none of its code is in this program.
TEST(KnownVulnerabilitiesOfParsers, StbImage_IsNotLinked) {
  std::ifstream maps("/proc/self/maps");
  if (!maps) GTEST_SKIP() << "no /proc";
  const std::string loaded((std::istreambuf_iterator<char>(maps)), {});
  EXPECT_EQ(loaded.find("libstb"), std::string::npos);
  EXPECT_EQ(loaded.find("libtinygltf"), std::string::npos) << "Debian's brings libstb";
  std::ifstream program("/proc/self/exe", std::ios::binary);
  const std::string bytes((std::istreambuf_iterator<char>(program)), {});
  EXPECT_NE(bytes.find("morph_tinygltf_private"), std::string::npos) << "the names are there";
  EXPECT_EQ(bytes.find(std::string("stbi_") + "_jpeg"), std::string::npos);
  EXPECT_EQ(bytes.find(std::string("stbi_") + "load"), std::string::npos);
}

/// CVE-2026-32845 of cgltf and its issue 300: sparse data that lies outside, counts that wrap.
TEST(KnownVulnerabilitiesOfParsers, CgltfCve2026_32845_SparseRangesAreChecked) {
  for (const std::uint64_t count : {5ull, 0x7FFF'FFFFull, 0x4000'0000ull}) {
    GltfBuilder builder = GltfBuilder::triangle(1);
    builder.accessor(0)["count"] = count;
    builder.accessor(0)["sparse"] = {{"count", count},
                                     {"indices", {{"bufferView", 0}, {"componentType", 5121}}},
                                     {"values", {{"bufferView", 0}}}};
    builder.accessor(0).erase("bufferView");
    const Error error = expect_refused(builder.import());
    EXPECT_TRUE(error.where.starts_with("/accessors/0")) << error.text();
  }
}

/// fastgltf 107: a range that ends behind its buffer by no more than an element.
TEST(KnownVulnerabilitiesOfParsers, Fastgltf107_TheLastElementLiesInside) {
  for (const int offset : {1, 4, 35, 36, 37}) {
    GltfBuilder builder = GltfBuilder::triangle();
    const auto positions = static_cast<std::size_t>(builder.primitive()["attributes"]["POSITION"]);
    builder.accessor(positions)["byteOffset"] = offset;
    EXPECT_EQ(expect_refused(builder.import()).code, ErrorCode::out_of_range) << offset;
  }
}

}  // namespace
}  // namespace morph::test
