// SPDX-License-Identifier: MIT
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <sys/stat.h>
#include <unistd.h>

#include <filesystem>
#include <fstream>
#include <iterator>
#include <limits>
#include <string>

#include "morphview/json_writer.h"
#include "morphview/model.h"
#include "morphview/output_file.h"

namespace morphview {
namespace {

using morph::Result;
using testing::HasSubstr;

class OutputFolder : public testing::Test {
 protected:
  void SetUp() override {
    std::string pattern = testing::TempDir() + "output_XXXXXX";
    folder_ = mkdtemp(pattern.data());
  }
  void TearDown() override { std::filesystem::remove_all(folder_); }

  [[nodiscard]] std::string path(const char* name) const { return folder_ / name; }
  [[nodiscard]] std::string content(const char* name) const {
    std::ifstream file(path(name));
    return {std::istreambuf_iterator<char>(file), {}};
  }
  [[nodiscard]] std::size_t files() const {
    return static_cast<std::size_t>(
        std::distance(std::filesystem::directory_iterator(folder_), {}));
  }
  std::filesystem::path folder_;
};

TEST_F(OutputFolder, AFileAppearsOnlyAtTheEnd) {
  Result<OutputFile> file = OutputFile::open(path("a.json"));
  ASSERT_TRUE(file);
  file->write("hello");
  EXPECT_FALSE(std::filesystem::exists(path("a.json")));
  ASSERT_TRUE(file->commit());
  EXPECT_EQ(content("a.json"), "hello");
  EXPECT_EQ(files(), 1u);
}

TEST_F(OutputFolder, WithoutACommitTheOldFileStaysAndNothingElse) {
  std::ofstream(path("a.json")) << "old";
  {
    Result<OutputFile> file = OutputFile::open(path("a.json"));
    ASSERT_TRUE(file);
    file->write(std::string(1 << 20, 'x'));
  }
  EXPECT_EQ(content("a.json"), "old");
  EXPECT_EQ(files(), 1u);
}

TEST_F(OutputFolder, ASymbolicLinkStaysOne) {
  std::ofstream(path("real.json")) << "old";
  std::filesystem::create_symlink("real.json", path("link.json"));
  Result<OutputFile> file = OutputFile::open(path("link.json"));
  ASSERT_TRUE(file);
  file->write("new");
  ASSERT_TRUE(file->commit());
  EXPECT_TRUE(std::filesystem::is_symlink(path("link.json")));
  EXPECT_EQ(content("real.json"), "new");
}

TEST_F(OutputFolder, AFileKeepsItsPermissions) {
  std::ofstream(path("a.json")) << "old";
  chmod(path("a.json").c_str(), 0640);
  ASSERT_TRUE(write_file(path("a.json"), {}));
  struct stat status {};
  ASSERT_EQ(stat(path("a.json").c_str(), &status), 0);
  EXPECT_EQ(status.st_mode & 07777, 0640u);
}

TEST_F(OutputFolder, FailuresNamePathAndReason) {
  const auto missing = OutputFile::open(path("no/such/folder/x.png"));
  ASSERT_FALSE(missing);
  EXPECT_THAT(missing.error().message, HasSubstr("no/such/folder/x.png"));
  EXPECT_THAT(missing.error().message, HasSubstr("No such file"));
  const auto folder = write_file(folder_.string(), {});
  ASSERT_FALSE(folder);
}

TEST_F(OutputFolder, AFullDeviceIsAnError) {
  Result<OutputFile> file = OutputFile::open("/dev/full");
  if (!file) GTEST_SKIP() << "no /dev/full here";
  file->write("hello");
  const Result<void> written = file->commit();
  ASSERT_FALSE(written);
  EXPECT_THAT(written.error().message, HasSubstr("No space left"));
}

TEST_F(OutputFolder, JsonCarriesNineDigitsAndSafeText) {
  Result<OutputFile> file = OutputFile::open(path("a.json"));
  ASSERT_TRUE(file);
  JsonWriter json(*file);
  json.begin_object();
  json.member("weight", 0.683593670f);
  json.member("none", std::numeric_limits<double>::infinity());
  json.member("name", std::string_view("a\"\\\n\x1B\xC2\x9B\xFF"));
  json.key("v");
  json.components(std::array<float, 3>{1.0f, -0.5f, 1e-7f}, 3);
  json.member("yes", true);
  json.end_object();
  ASSERT_TRUE(file->commit());
  EXPECT_EQ(content("a.json"),
            "{\n  \"weight\": 0.68359369,\n  \"none\": null,\n"
            "  \"name\": \"a\\\"\\\\\\u000a\\u001b\\u009b\xEF\xBF\xBD\",\n"
            "  \"v\": [1, -0.5, 1.00000001e-07],\n  \"yes\": true\n}\n");
}

TEST(ExpandName, ReplacesWhatItKnows) {
  EXPECT_EQ(expand_name("out/{model}-{animation}.png", "cube", "Square"), "out/cube-Square.png");
  EXPECT_EQ(expand_name("{animation}", "cube", "../up"), ".._up");
  EXPECT_EQ(expand_name("{target}{model}", "{animation}", "x"), "{target}{animation}");
}

}  // namespace
}  // namespace morphview
