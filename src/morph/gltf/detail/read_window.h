// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <span>
#include <vector>

#include "morph/gltf/detail/files.h"

namespace morph::gltf::detail {

/// The memory through which an import looks at its files. What is looked at once is read into it,
/// because a copy into memory that is there costs much less than a page of a mapping that is
/// touched for the first time; and the same memory serves all parts of all files.
class ReadWindow {
 public:
  /// Of parts that are not larger, `look` gives all bytes.
  static constexpr std::size_t kBytes = 128 << 10;

  /// The bytes of `part`, valid until the next call of any function: as they lie in memory, or
  /// copied from the file. Who walks forwards finds what follows in the window already.
  ///   file  that they are of; nullptr: of none, they are given as they lie
  ///   part  of file->bytes(), if there is a file; [≤ kBytes] if that is in_file()
  std::span<const std::byte> look(const FileBytes* file, std::span<const std::byte> part);

  /// Copies a part of any size to `out`.
  void copy(const FileBytes* file, std::span<const std::byte> part, std::byte* out);

 private:
  bool holds(std::span<const std::byte> part) const;
  bool follows(std::span<const std::byte> part) const;
  void give_back();

  std::vector<std::byte> memory_;
  std::span<const std::byte> held_;  // what memory_ has a copy of, by its place in the mapping
  const FileBytes* lender_ = nullptr;
  std::span<const std::byte> lent_;  // mapped bytes that were given as they lie
};

}  // namespace morph::gltf::detail
