// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <filesystem>
#include <string>
#include <string_view>
#include <vector>

#include "morph/gltf/detail/files.h"
#include "morph/gltf/detail/limits.h"

namespace morph::gltf::detail {

// Which files a URI may name (glTF 2.0 §2.8): relative ones below the file's own folder, or below
// a wider root that the user gives.

/// The path that a relative URI names, percent-decoded once. Refused: NUL, backslashes, a leading
/// slash, schemes, segments equal to ".." unless `parents` (then the root decides).
/// Errors (without a place): forbidden, limit_exceeded (uri_bytes), invalid_value (empty).
Result<std::string> relative_path(std::string_view uri, bool parents, const Limits& limits);

bool is_data_uri(std::string_view uri);

/// The media type that a data: URI declares, without parameters: image/png; "" if none.
/// Precondition: is_data_uri.
std::string_view media_type_of_uri(std::string_view uri);

/// The bytes of a data: URI (RFC 2397), base64 or percent-encoded, of whatever media type.
///   file  if given, that whose text the URI is: its pages are released as they are read
/// Errors (without a place): syntax.
Result<std::vector<std::byte>> decode_data_uri(std::string_view uri,
                                               const FileBytes* file = nullptr);

/// The files beside a glTF file.
class ExternalFiles {
 public:
  /// For a file in the folder `base`. An empty `root` is that folder; otherwise `root` bounds what
  /// may be opened, and takes the place of `base` where that lies outside it or is empty.
  ExternalFiles(const std::filesystem::path& base, const std::filesystem::path& root, bool allowed,
                FileAccess access);

  /// Reads the file that a URI names. Errors (without a place): forbidden, io, limit_exceeded.
  Result<FileBytes> read(std::string_view uri, std::string_view what, const Limits& limits,
                         Budget& budget) const;

 private:
  std::filesystem::path root_;
  std::filesystem::path base_;  // relative to root_; empty: root_ itself
  bool parents_ = false;
  bool allowed_ = false;
  FileAccess access_ = FileAccess::read;
};

}  // namespace morph::gltf::detail
