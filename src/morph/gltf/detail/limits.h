// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <string>

#include "morph/gltf/import.h"

namespace morph::gltf::detail {

// What a file may still ask for. Every allocation whose size a file decides is taken from a budget
// before it is made; all sizes are 64-bit.

/// One amount that only shrinks.
class Allowance {
 public:
  explicit Allowance(std::uint64_t limit) : limit_(limit), left_(limit) {}

  /// Takes `bytes`, or says what is needed and what the limit is (limit_exceeded, at `where`).
  Result<void> take(std::uint64_t bytes, const std::string& where, const char* what);

  [[nodiscard]] std::uint64_t left() const { return left_; }
  [[nodiscard]] std::uint64_t limit() const { return limit_; }

 private:
  std::uint64_t limit_;
  std::uint64_t left_;
};

/// The amounts that the whole file shares.
struct Budget {
  explicit Budget(const Limits& limits)
      : decoded(limits.decoded_bytes),
        external(limits.external_bytes),
        tracks(limits.track_floats),
        expressions(limits.expression_bytes),
        images(limits.image_decoded_bytes),
        encoded(limits.external_bytes),
        external_files(limits.external_files) {}

  Allowance decoded;      ///< bytes of accessors after decoding, and what targets cost in each node
  Allowance external;     ///< bytes of files beside the file
  Allowance tracks;       ///< floats of key frames
  Allowance expressions;  ///< bytes of the binds of expressions
  Allowance images;       ///< bytes of pixels
  Allowance encoded;      ///< bytes of encoded images, each as often as it is looked at
  std::uint32_t external_files;
};

}  // namespace morph::gltf::detail
