// SPDX-License-Identifier: MIT
#include "morph/gltf/detail/uri_policy.h"

#include <gtest/gtest.h>
#include <sys/stat.h>
#include <unistd.h>

#include <filesystem>
#include <fstream>
#include <string>
#include <string_view>

#include "morph/gltf/detail/files.h"
#include "morph/gltf/detail/findings.h"
#include "support/gltf_builder.h"

namespace morph::test {
namespace {

namespace fs = std::filesystem;
using gltf::detail::Containment;
using gltf::detail::decode_data_uri;
using gltf::detail::in_quotes;
using gltf::detail::open_beneath;
using gltf::detail::relative_path;

// ---- The text of a URI ----

struct Uri {
  std::string_view uri;
  std::string_view path;  ///< "": refused
};

TEST(UriPolicy, NarrowRoot) {
  const Uri table[] = {
      {"a.bin", "a.bin"},
      {"sub/a.bin", "sub/a.bin"},
      {"./a.bin", "./a.bin"},
      {"a%20b.bin", "a b.bin"},
      {"%E2%9D%A4.bin", "\xE2\x9D\xA4.bin"},
      {"%2541.bin", "%41.bin"},  // decoded once
      {"100%.bin", "100%.bin"},
      {"%zz.bin", "%zz.bin"},
      {"A..B.bin", "A..B.bin"},
      {"...", "..."},
      {"a/..b/c", "a/..b/c"},
      {"`touch x`$(id)~", "`touch x`$(id)~"},  // literal names
      {"a\nb", "a\nb"},
      {"../x", ""},
      {"a/../../x", ""},
      {"a/..", ""},
      {"..", ""},
      {"%2e%2e%2fx", ""},
      {"a%2f..%2f..%2fx", ""},
      {"/etc/passwd", ""},
      {"%2fetc/passwd", ""},
      {"//host/x", ""},
      {"file:///etc/passwd", ""},
      {"FILE:x", ""},
      {"http://host/x", ""},
      {"C:/x", ""},
      {"..\\x", ""},
      {"a%5cb", ""},
      {"a%00.bin", ""},
      {"", ""},
  };
  for (const Uri& row : table) {
    const auto path = relative_path(row.uri, false, {});
    ASSERT_EQ(path.has_value(), !row.path.empty()) << row.uri;
    if (path) {
      EXPECT_EQ(*path, row.path);
    }
  }
}

TEST(UriPolicy, ParentsOnlyUnderAWiderRoot) {
  EXPECT_FALSE(relative_path("../x", false, {}));
  EXPECT_TRUE(relative_path("../x", true, {}));
  EXPECT_FALSE(relative_path("/x", true, {}));
  EXPECT_NE(relative_path("../x", false, {}).error().message.find("--asset-root"),
            std::string::npos);
}

TEST(UriPolicy, LengthIsLimited) {
  EXPECT_TRUE(relative_path(std::string(4096, 'a'), false, {}));
  EXPECT_EQ(relative_path(std::string(4097, 'a'), false, {}).error().code,
            ErrorCode::limit_exceeded);
}

std::string text_of(const Result<std::vector<std::byte>>& bytes) {
  if (!bytes) return "refused";
  return {reinterpret_cast<const char*>(bytes->data()), bytes->size()};
}

TEST(DataUri, Base64AndPercent) {
  EXPECT_EQ(text_of(decode_data_uri("data:,hello%20you")), "hello you");
  EXPECT_EQ(text_of(decode_data_uri("data:text/plain;base64,aGVsbG8=")), "hello");
  EXPECT_EQ(text_of(decode_data_uri("data:text/plain;BASE64,aGVsbG8=")), "hello");
  EXPECT_EQ(text_of(decode_data_uri("data:text/plain;base64,aGVsbG8")), "hello");
  EXPECT_EQ(text_of(decode_data_uri("data:text/plain;base64,aGVsbG8%3D")), "hello");
  EXPECT_EQ(text_of(decode_data_uri("data:any/thing;x=y;base64,")), "");
  EXPECT_EQ(text_of(decode_data_uri("data:;base64,a")), "refused");
  EXPECT_EQ(text_of(decode_data_uri("data:;base64,aGV sbG8=")), "refused");
  EXPECT_EQ(text_of(decode_data_uri("data:;base64,aG=sbG8=")), "refused");
  EXPECT_EQ(text_of(decode_data_uri("data:hello")), "refused");
}

// ---- Files ----

/// A folder with model/, model/inside.bin, outside.bin and links; gone afterwards.
class Folder {
 public:
  Folder() {
    std::string name = fs::temp_directory_path() / "morph-uri-XXXXXX";
    root_ = ::mkdtemp(name.data());
    fs::create_directories(root_ / "model/sub");
    std::ofstream(root_ / "model/inside.bin") << "inside";
    std::ofstream(root_ / "outside.bin") << "outside";
    fs::create_symlink("inside.bin", root_ / "model/link_inside");
    fs::create_symlink("../outside.bin", root_ / "model/link_outside");
    fs::create_symlink("/etc/passwd", root_ / "model/link_absolute");
    fs::create_symlink("..", root_ / "model/link_folder");
    ::mkfifo((root_ / "model/fifo").c_str(), 0600);
  }
  Folder(const Folder&) = delete;
  Folder& operator=(const Folder&) = delete;
  ~Folder() { fs::remove_all(root_); }

  [[nodiscard]] fs::path root() const { return root_; }
  [[nodiscard]] fs::path model() const { return root_ / "model"; }

  /// A glTF file whose only buffer has this URI.
  [[nodiscard]] fs::path write_model(std::string_view uri) const {
    GltfBuilder builder;
    builder.root["buffers"] = {{{"byteLength", 6}, {"uri", uri}}};
    const fs::path path = model() / "model.gltf";
    std::ofstream(path) << builder.gltf();
    return path;
  }

 private:
  fs::path root_;
};

ErrorCode code_of(const Result<gltf::detail::FileDescriptor>& file) {
  return file ? ErrorCode::not_found : file.error().code;
}

class Beneath : public ::testing::TestWithParam<Containment> {};

TEST_P(Beneath, LinksMayNotLeaveTheRoot) {
  const Folder folder;
  const auto open = [&](const char* name) {
    return open_beneath(folder.model(), name, GetParam());
  };
  EXPECT_TRUE(open("inside.bin"));
  EXPECT_TRUE(open("./inside.bin"));
  EXPECT_TRUE(open("sub/../inside.bin"));
  EXPECT_TRUE(open("link_inside"));
  EXPECT_EQ(code_of(open("link_outside")), ErrorCode::forbidden);
  EXPECT_EQ(code_of(open("link_absolute")), ErrorCode::forbidden);
  EXPECT_EQ(code_of(open("link_folder/outside.bin")), ErrorCode::forbidden);
  EXPECT_EQ(code_of(open("../outside.bin")), ErrorCode::forbidden);
  EXPECT_EQ(code_of(open("missing.bin")), ErrorCode::io);
}

INSTANTIATE_TEST_SUITE_P(Both, Beneath,
                         ::testing::Values(Containment::kernel, Containment::canonical));

TEST(ExternalBuffers, AreFoundBesideTheFile) {
  const Folder folder;
  EXPECT_TRUE(gltf::import_file(folder.write_model("inside.bin")));
  const Error missing = expect_refused(gltf::import_file(folder.write_model("missing.bin")));
  EXPECT_EQ(missing.where, "/buffers/0/uri");
  EXPECT_EQ(missing.message,
            "missing buffer 'missing.bin' (looked in " + folder.model().string() + ")");
}

TEST(ExternalBuffers, OutsideOnlyWithAnAssetRoot) {
  const Folder folder;
  for (const std::string_view uri : {"../outside.bin", "link_outside", "%2e%2e/outside.bin"}) {
    const fs::path file = folder.write_model(uri);
    const Error error = expect_refused(gltf::import_file(file));
    EXPECT_EQ(error.code, ErrorCode::forbidden) << uri;
    EXPECT_NE(error.message.find("--asset-root"), std::string::npos) << error.message;
    gltf::ImportOptions options;
    options.asset_root = folder.root();
    EXPECT_TRUE(gltf::import_file(file, options)) << uri;
    options.asset_root = folder.model();
    EXPECT_EQ(expect_refused(gltf::import_file(file, options)).code, ErrorCode::forbidden) << uri;
  }
}

TEST(ExternalBuffers, AreTakenFromTheAssetRootWhereTheFileLiesOutsideIt) {
  const Folder folder;
  const fs::path file = folder.write_model("outside.bin");
  fs::create_directories(folder.root() / "elsewhere");
  fs::rename(file, folder.root() / "elsewhere/model.gltf");
  gltf::ImportOptions options;
  options.asset_root = folder.model();
  EXPECT_FALSE(gltf::import_file(folder.root() / "elsewhere/model.gltf", options));
  fs::rename(folder.root() / "outside.bin", folder.model() / "outside.bin");
  EXPECT_TRUE(gltf::import_file(folder.root() / "elsewhere/model.gltf", options));
}

TEST(ExternalBuffers, AreNotLookedForInTheCurrentFolder) {
  const Folder folder;
  const fs::path file = folder.write_model("beside_me.bin");
  const fs::path before = fs::current_path();
  fs::current_path(folder.root());
  std::ofstream("beside_me.bin") << "beside";
  EXPECT_FALSE(gltf::import_file(file));
  fs::current_path(before);
}

TEST(ExternalBuffers, OnlyRegularFilesAreRead) {
  const Folder folder;
  for (const std::string_view uri : {"fifo", "sub"}) {
    const Error error = expect_refused(gltf::import_file(folder.write_model(uri)));
    EXPECT_EQ(error.message, in_quotes(uri) + " is not a regular file");
  }
}

TEST(ExternalBuffers, CanBeSwitchedOffAndHaveLimits) {
  const Folder folder;
  const fs::path file = folder.write_model("inside.bin");
  gltf::ImportOptions options;
  options.external = false;
  EXPECT_EQ(expect_refused(gltf::import_file(file, options)).code, ErrorCode::forbidden);
  options = {};
  options.limits.external_bytes = 5;
  EXPECT_EQ(expect_refused(gltf::import_file(file, options)).code, ErrorCode::limit_exceeded);
  options = {};
  options.limits.external_files = 0;
  EXPECT_EQ(expect_refused(gltf::import_file(file, options)).code, ErrorCode::limit_exceeded);
}

TEST(ExternalBuffers, FromMemoryNeedAnAssetRoot) {
  const Folder folder;
  const fs::path file = folder.write_model("inside.bin");
  std::ifstream stream(file);
  const std::string text((std::istreambuf_iterator<char>(stream)), {});
  EXPECT_EQ(expect_refused(gltf::import_memory(bytes_of(text))).code, ErrorCode::forbidden);
  gltf::ImportOptions options;
  options.asset_root = folder.model();
  EXPECT_TRUE(gltf::import_memory(bytes_of(text), options));
}

TEST(InputFile, MustBeARegularFile) {
  const Folder folder;
  const auto message = [](const fs::path& file) {
    return expect_refused(gltf::import_file(file)).message;
  };
  const std::string missing = (folder.root() / "x.glb").string();
  EXPECT_EQ(message(missing), "Cannot open " + in_quotes(missing) + ": no such file");
  EXPECT_EQ(message(folder.model()), in_quotes(folder.model().string()) + " is not a regular file");
  const fs::path fifo = folder.model() / "fifo";  // must not wait for a writer
  EXPECT_EQ(message(fifo), in_quotes(fifo.string()) + " is not a regular file");
  EXPECT_EQ(message("/dev/null"), "'/dev/null' is not a regular file");
}

TEST(InputFile, SizeIsLimited) {
  const Folder folder;
  gltf::ImportOptions options;
  options.limits.file_bytes = 3;
  const auto imported = gltf::import_file(folder.model() / "inside.bin", options);
  EXPECT_EQ(expect_refused(imported).code, ErrorCode::limit_exceeded);
}

}  // namespace
}  // namespace morph::test
