// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <string>
#include <string_view>
#include <vector>

#include "morph/gltf/detail/limits.h"

namespace morph::gltf::detail {

// The only place that opens files: regular ones, without waiting for a FIFO's other end, read with
// a cap because a size that stat tells may be stale.

/// Owns a POSIX file descriptor.
class FileDescriptor {
 public:
  explicit FileDescriptor(int number = -1) : number_(number) {}
  FileDescriptor(FileDescriptor&& other) noexcept : number_(other.number_) { other.number_ = -1; }
  FileDescriptor& operator=(FileDescriptor&& other) noexcept;
  ~FileDescriptor() { close(); }

  [[nodiscard]] int number() const { return number_; }
  [[nodiscard]] bool open() const { return number_ >= 0; }

 private:
  void close();
  int number_;
};

/// Reads a file named by the user. Errors: io ("Cannot open 'x.glb': no such file", "'x' is not a
/// regular file"), limit_exceeded.
Result<std::vector<std::byte>> read_input_file(const std::filesystem::path& file,
                                               std::uint64_t limit);

/// How a path is kept below its root. `canonical` is for kernels without openat2.
enum class Containment : std::uint8_t { kernel, canonical };

/// Opens `relative` below the folder `root`; symbolic links and ".." may not leave it.
/// Errors (without a place): forbidden, io.
Result<FileDescriptor> open_beneath(const std::filesystem::path& root, const std::string& relative,
                                    Containment containment = Containment::kernel);

/// Reads a regular file to its end. Errors (without a place): io, limit_exceeded.
Result<std::vector<std::byte>> read_all(const FileDescriptor& file, const std::string& name,
                                        std::uint64_t limit);

}  // namespace morph::gltf::detail
