// SPDX-License-Identifier: MIT
#include "morphview/model.h"

#include <fmt/format.h>
#include <poll.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <system_error>
#include <utility>
#include <vector>

namespace morphview {
namespace {

using morph::Error;
using morph::ErrorCode;
using morph::Result;

constexpr std::string_view kDemo = "AnimatedMorphCube/AnimatedMorphCube.gltf";

/// Waits until there is something to read, and says whether it is still wanted.
bool wait_for_input(const morph::gltf::ImportOptions& options) {
  constexpr int kMilliseconds = 100;
  pollfd input{STDIN_FILENO, POLLIN, 0};
  while (!options.progress || options.progress({})) {
    if (poll(&input, 1, kMilliseconds) != 0) return true;  // also an error: read will tell
  }
  return false;
}

Result<std::vector<std::byte>> read_standard_input(const morph::gltf::ImportOptions& options) {
  const std::uint64_t most = options.limits.file_bytes;
  std::vector<std::byte> bytes;
  std::size_t used = 0;
  for (;;) {
    constexpr std::size_t kChunk = std::size_t{1} << 16;
    if (bytes.size() < used + kChunk) bytes.resize(std::max(2 * bytes.size(), used + kChunk));
    if (!wait_for_input(options)) return Error{ErrorCode::cancelled, "", "cancelled"};
    const ssize_t got = read(STDIN_FILENO, bytes.data() + used, kChunk);
    if (got < 0 && errno == EINTR) continue;
    if (got < 0) {
      return Error{ErrorCode::io, "",
                   fmt::format("cannot read standard input: {}", std::strerror(errno))};
    }
    used += static_cast<std::size_t>(got);
    if (used > most) {
      return Error{ErrorCode::limit_exceeded, "",
                   fmt::format("standard input has more than {} bytes", most)};
    }
    if (got == 0) break;
  }
  bytes.resize(used);
  return bytes;
}

Result<morph::gltf::Imported> import_standard_input(const morph::gltf::ImportOptions& options) {
  const Result<std::vector<std::byte>> bytes = read_standard_input(options);
  if (!bytes) return bytes.error();
  return morph::gltf::import_memory(*bytes, options);
}

void replace_all(std::string& text, std::string_view what, std::string_view with) {
  for (std::size_t at = text.find(what); at != std::string::npos; at = text.find(what, at)) {
    text.replace(at, what.size(), with);
    at += with.size();
  }
}

}  // namespace

Result<Model> load_model(const std::string& file, const morph::gltf::ImportOptions& options) {
  const bool from_input = file == "-";
  Result<morph::gltf::Imported> imported =
      from_input ? import_standard_input(options) : morph::gltf::import_file(file, options);
  if (!imported) return imported.error();
  const std::string stem = from_input ? "stdin" : std::filesystem::path(file).stem().string();
  return Model{file, stem, std::move(*imported)};
}

Result<std::string> find_demo() {
  std::error_code error;
  const std::filesystem::path program = std::filesystem::read_symlink("/proc/self/exe", error);
  const std::filesystem::path folder = program.parent_path();
  const std::filesystem::path places[] = {folder / "assets" / kDemo,
                                          std::filesystem::path(MORPHVIEW_SOURCE_ASSETS) / kDemo,
                                          folder / ".." / "share" / "morphview" / "assets" / kDemo};
  for (const std::filesystem::path& place : places) {
    if (std::filesystem::exists(place, error)) return place.lexically_normal().string();
  }
  return Error{ErrorCode::not_found, "",
               "the bundled demo is not installed: name a FILE (see --help)"};
}

std::string expand_name(std::string_view pattern, std::string_view model,
                        std::string_view animation) {
  std::string clip(animation);
  std::replace(clip.begin(), clip.end(), '/', '_');
  std::string name(pattern);
  replace_all(name, "{animation}", clip);
  replace_all(name, "{model}", model);
  return name;
}

}  // namespace morphview
