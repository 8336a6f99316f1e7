// SPDX-License-Identifier: MIT
#pragma once

#include <algorithm>
#include <cstdint>
#include <set>
#include <string>
#include <utility>

#include "morph/gltf/import.h"

namespace morph::gltf::detail {

// What a file may still ask for. Every allocation whose size a file decides is taken from a budget
// before it is made; all sizes are 64-bit.

/// One amount that shrinks by what is taken.
class Allowance {
 public:
  explicit Allowance(std::uint64_t limit) : Allowance(limit, limit) {}

  /// `first` of `most`; the rest comes with grow().
  Allowance(std::uint64_t most, std::uint64_t first)
      : most_(most), limit_(std::min(most, first)), left_(limit_) {}

  /// Adds `factor` for each of `bytes`, as far as `most` allows.
  void grow(std::uint64_t bytes, std::uint64_t factor);

  /// Takes `bytes`, or says what is needed and what the limit is (limit_exceeded, at `where`).
  Result<void> take(std::uint64_t bytes, const std::string& where, const char* what);

  [[nodiscard]] std::uint64_t left() const { return left_; }
  [[nodiscard]] std::uint64_t limit() const { return limit_; }

 private:
  std::uint64_t most_;
  std::uint64_t limit_;
  std::uint64_t left_;
};

/// Which file it is, whatever its names.
using FileIdentity = std::pair<std::uint64_t, std::uint64_t>;

/// The amounts that the whole file shares.
struct Budget {
  /// For a file of that size.
  Budget(const Limits& of, std::uint64_t file_bytes);

  /// Takes a file beside the file, which allows more to be decoded; or one that was there before,
  /// which costs as much as it has bytes. Errors (without a place): limit_exceeded.
  Result<void> take_file(const FileIdentity& identity, std::uint64_t bytes);

  Allowance decoded;      ///< bytes of accessors after decoding, and what nodes cost that show them
  Allowance external;     ///< bytes of files beside the file
  Allowance tracks;       ///< floats of key frames
  Allowance expressions;  ///< bytes of the binds of expressions
  Allowance images;       ///< bytes of pixels
  Allowance encoded;      ///< bytes of encoded images, each as often as it is looked at
  Allowance looked_at;    ///< bytes that are only checked, each as often as it is
  std::uint32_t external_files;

 private:
  void grow(std::uint64_t bytes);

  std::uint64_t per_byte_;
  std::set<FileIdentity> files_;
};

}  // namespace morph::gltf::detail
