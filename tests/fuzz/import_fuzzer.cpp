// SPDX-License-Identifier: MIT
//
// A file from memory, and everything that a frame does with what was imported.
#include <unistd.h>

#include <algorithm>
#include <cstdint>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "fuzz/figures.h"
#include "fuzz/gltf_mutator.h"
#include "fuzz/require.h"
#include "fuzz/scene_oracle.h"
#include "morph/gltf/detail/container.h"
#include "morph/gltf/detail/document.h"
#include "morph/gltf/detail/watch.h"

extern "C" std::size_t LLVMFuzzerMutate(std::uint8_t* data, std::size_t size, std::size_t max_size);

namespace morph::fuzz {
namespace {

Figure executions{"executions"};
Figure past_the_parser{"past the parser"};
Figure imported_files{"imported"};

/// Small, so that no execution takes long or much.
gltf::Limits small_limits() {
  gltf::Limits limits;
  limits.file_bytes = 1 << 20;
  limits.external_bytes = 1 << 18;
  limits.external_files = 8;
  limits.uri_bytes = 256;
  limits.json_depth = 24;
  limits.json_values = 20'000;
  limits.structure_bytes = 1 << 20;
  limits.nodes = 200;
  limits.meshes = 50;
  limits.primitives = 100;
  limits.accessors = 300;
  limits.buffer_views = 300;
  limits.buffers = 16;
  limits.objects = 50;
  limits.joints = 20;
  limits.scenes = 20;
  limits.extensions = 50;
  limits.vertices = 5000;
  limits.decoded_bytes = 1 << 19;
  limits.unearned_bytes = 1 << 16;
  limits.decoded_per_byte = 32;
  limits.targets = 12;
  limits.animations = 20;
  limits.channels = 40;
  limits.keys = 100;
  limits.track_floats = 20'000;
  limits.expressions = 40;
  limits.expression_bytes = 1 << 16;
  limits.image_bytes = 1 << 17;
  limits.image_side = 256;
  limits.image_pixels = 1 << 14;
  limits.image_decoded_bytes = 1 << 18;
  limits.name_bytes = 64;
  return limits;
}

/// A folder with the files that the mutator's URIs name, a link that leads out, and nothing else.
class Folder {
 public:
  Folder() {
    std::string name = (std::filesystem::temp_directory_path() / "morph_fuzz_XXXXXX").string();
    MORPH_REQUIRE(mkdtemp(name.data()) != nullptr);
    path_ = name;
    const std::vector<float> corners = {0, 0, 0, 1, 0, 0, 0, 1, 0, 0, 0, 1};
    std::ofstream(path_ / "a.bin", std::ios::binary)
        .write(reinterpret_cast<const char*>(corners.data()), 48);
    std::ofstream(path_ / "a.png", std::ios::binary) << "\x89PNG\r\n\x1A\n";
    std::filesystem::create_symlink("/etc/passwd", path_ / "link.bin");
  }
  ~Folder() {
    std::error_code none;
    std::filesystem::remove_all(path_, none);
  }
  Folder(const Folder&) = delete;
  Folder& operator=(const Folder&) = delete;

  [[nodiscard]] const std::filesystem::path& path() const { return path_; }

 private:
  std::filesystem::path path_;
};

const Folder& folder() {
  static const Folder instance;
  return instance;
}

/// Whether an import that failed got as far as a parsed document.
bool passes_parser(std::span<const std::byte> bytes, const gltf::Limits& limits) {
  gltf::detail::Warnings warnings;
  const gltf::ProgressCallback nobody;
  gltf::detail::Watch watch(nobody);
  const auto container = gltf::detail::open_container(bytes, limits, warnings);
  return container && gltf::detail::parse_document(container->json, limits, warnings, watch);
}

void check_depth(std::span<const std::byte> bytes, const gltf::Limits& limits) {
  gltf::detail::Warnings warnings;
  const auto container = gltf::detail::open_container(bytes, limits, warnings);
  MORPH_REQUIRE(container.has_value());
  MORPH_REQUIRE(json_depth(container->json) <= limits.json_depth);
}

/// Through a file once in a while: the other entry point.
Result<gltf::Imported> import(std::span<const std::byte> bytes,
                              const gltf::ImportOptions& options) {
  if (bytes.size() % 61 != 0) return gltf::import_memory(bytes, options);
  const auto path = folder().path() / "input.glb";
  std::ofstream(path, std::ios::binary)
      .write(reinterpret_cast<const char*>(bytes.data()),
             static_cast<std::streamsize>(bytes.size()));
  gltf::ImportOptions of_file = options;
  if (bytes.size() % 2 == 0) of_file.asset_root.clear();
  of_file.map_files = bytes.size() % 4 == 0;
  return gltf::import_file(path, of_file);
}

void run(std::span<const std::byte> bytes) {
  gltf::ImportOptions options;
  options.limits = small_limits();
  options.report_conformance = bytes.size() % 8 != 0;
  options.asset_root = folder().path();
  // Once in a while somebody loses patience, in one phase or another.
  bool cancelled = false;
  if (bytes.size() % 31 == 0) {
    options.progress = [&](const gltf::ImportProgress& progress) {
      cancelled = static_cast<std::size_t>(progress.phase) >= bytes.size() / 31 % 8;
      return !cancelled;
    };
  }
  ++executions.count;
  const auto imported = import(bytes, options);
  MORPH_REQUIRE(!cancelled || (!imported && imported.error().code == ErrorCode::cancelled));
  if (!imported) {
    MORPH_REQUIRE(!imported.error().message.empty());
    if (passes_parser(bytes, options.limits)) ++past_the_parser.count;
    return;
  }
  ++past_the_parser.count;
  ++imported_files.count;
  check_depth(bytes, options.limits);
  check_imported(*imported, options.limits);
  play(imported->scene);
}

}  // namespace
}  // namespace morph::fuzz

extern "C" int LLVMFuzzerInitialize(int*, char***) {
  using namespace morph::fuzz;
  print_at_exit({&executions, &past_the_parser, &imported_files});
  return 0;
}

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  morph::fuzz::run(std::as_bytes(std::span(data, size)));
  return 0;
}

extern "C" std::size_t LLVMFuzzerCustomMutator(std::uint8_t* data, std::size_t size,
                                               std::size_t max_size, unsigned seed) {
  using namespace morph::fuzz;
  constexpr unsigned kRaw = 25;  // one in so many changes knows nothing of glTF
  auto file = seed % kRaw == 0 ? std::nullopt : GltfFile::parse(std::span(data, size));
  if (!file) return LLVMFuzzerMutate(data, size, max_size);
  mutate(*file, seed);
  Bytes out = file->write();
  if (seed % 30 == 7 && file->is_glb && out.size() >= 28) break_header(out, seed);
  if (out.size() > max_size) return LLVMFuzzerMutate(data, size, max_size);
  std::copy(out.begin(), out.end(), data);
  return out.size();
}

extern "C" std::size_t LLVMFuzzerCustomCrossOver(const std::uint8_t* data1, std::size_t size1,
                                                 const std::uint8_t* data2, std::size_t size2,
                                                 std::uint8_t* out, std::size_t max_out_size,
                                                 unsigned seed) {
  using namespace morph::fuzz;
  auto file = GltfFile::parse(std::span(data1, size1));
  const auto other = GltfFile::parse(std::span(data2, size2));
  if (!file || !other) return 0;
  cross(*file, *other, seed);
  const Bytes bytes = file->write();
  if (bytes.size() > max_out_size) return 0;
  std::copy(bytes.begin(), bytes.end(), out);
  return bytes.size();
}
