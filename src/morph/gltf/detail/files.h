// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "morph/gltf/detail/limits.h"

namespace morph::gltf::detail {

// The only place that opens files: regular ones, without waiting for a FIFO's other end, read with
// a cap because a size that stat tells may be stale. Large ones may be mapped instead: their pages
// cost memory only from their first use until they are released, and what is read once need not
// become pages at all (read_window.h).

/// Owns a POSIX file descriptor.
class FileDescriptor {
 public:
  explicit FileDescriptor(int number = -1) : number_(number) {}
  FileDescriptor(FileDescriptor&& other) noexcept : number_(other.number_) { other.number_ = -1; }
  FileDescriptor& operator=(FileDescriptor&& other) noexcept;
  ~FileDescriptor() { close(); }

  [[nodiscard]] int number() const { return number_; }
  [[nodiscard]] bool open() const { return number_ >= 0; }

  /// Precondition: open().
  [[nodiscard]] FileIdentity identity() const;

 private:
  void close();
  int number_;
};

/// How a file gets into memory. `map` is for files that nobody cuts off meanwhile: the system ends
/// a program that reads behind the end of a mapped file. Small files are always read.
enum class FileAccess : std::uint8_t { read, map };

/// Bytes that stay where they are until the last owner is gone: of a file, decoded, or somebody
/// else's.
class FileBytes {
 public:
  FileBytes() = default;
  explicit FileBytes(std::vector<std::byte> owned) : owned_(std::move(owned)), bytes_(owned_) {}
  /// Of an owner who outlives this object.
  explicit FileBytes(std::span<const std::byte> borrowed) : bytes_(borrowed) {}
  FileBytes(FileBytes&& other) noexcept;
  FileBytes& operator=(FileBytes&& other) noexcept;
  ~FileBytes() { unmap(); }

  [[nodiscard]] std::span<const std::byte> bytes() const { return bytes_; }

  /// Whether `copy` can read them from their file.
  [[nodiscard]] bool in_file() const { return mapped_ && file_.open(); }

  /// Copies a part from the file, past the mapping, or says that it cannot.
  ///   part  of bytes()
  ///   out   memory for it
  /// Precondition (asserted): in_file().
  [[nodiscard]] bool copy(std::span<const std::byte> part, std::byte* out) const;

  /// From now on only the mapping is there.
  void close_file() { file_ = FileDescriptor(); }

  /// Says that a part has been read and may leave memory; if it is needed again, it comes back from
  /// the file. Does nothing for bytes that are not mapped, or not of this file.
  void release(std::span<const std::byte> part) const;

 private:
  friend Result<FileBytes> read_all(FileDescriptor file, const std::string& name,
                                    std::uint64_t limit, FileAccess access);
  void unmap();

  std::vector<std::byte> owned_;
  std::span<const std::byte> bytes_;
  FileDescriptor file_;  // of mapped bytes
  bool mapped_ = false;
};

/// Reads a file named by the user. Errors: io ("Cannot open 'x.glb': no such file", "'x' is not a
/// regular file"), limit_exceeded.
Result<FileBytes> read_input_file(const std::filesystem::path& file, std::uint64_t limit,
                                  FileAccess access);

/// How a path is kept below its root. `canonical` is for kernels without openat2.
enum class Containment : std::uint8_t { kernel, canonical };

/// Opens `relative` below the folder `root`; symbolic links and ".." may not leave it.
/// Errors (without a place): forbidden, io.
Result<FileDescriptor> open_beneath(const std::filesystem::path& root, const std::string& relative,
                                    Containment containment = Containment::kernel);

/// The whole of a regular file. Errors (without a place): io, limit_exceeded.
Result<FileBytes> read_all(FileDescriptor file, const std::string& name, std::uint64_t limit,
                           FileAccess access);

}  // namespace morph::gltf::detail
