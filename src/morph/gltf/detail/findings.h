// SPDX-License-Identifier: MIT
#pragma once

#include <concepts>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <unordered_set>
#include <utility>
#include <vector>

#include "morph/runtime/result.h"

namespace morph::gltf::detail {

// Saying what is wrong and where: JSON pointers (RFC 6901), and the list of warnings of one import.

inline void append_to_pointer(std::string& out, std::string_view part) { out += part; }
template <std::integral Number>
void append_to_pointer(std::string& out, Number part) {
  out += std::to_string(part);
}

/// The parts one after the other: pointer("/accessors/", 3, "/count") is "/accessors/3/count".
template <class... Parts>
std::string pointer(const Parts&... parts) {
  std::string out;
  (append_to_pointer(out, parts), ...);
  return out;
}

/// A text of the file between quotes, for messages; its beginning, if it is long.
std::string in_quotes(std::string_view text);

/// "1 key", "3 keys", for messages; `plural` where an s is not enough.
std::string counted(std::uint64_t number, std::string_view singular, std::string_view plural = {});

/// A number of the file, with no more digits than it takes, for messages.
std::string readable_number(double number);

/// "44.7 GiB", for messages.
std::string readable_bytes(std::uint64_t bytes);

/// A reference to an object that does not exist (validator: UNRESOLVED_REFERENCE); a negative index
/// stands for one that is missing.
Error unresolved(std::string where, std::string_view what, std::int64_t index, std::size_t count);

/// What was repaired, ignored or replaced, in the order it was found; at most kMost, because a
/// hostile file could ask for millions.
class Warnings {
 public:
  static constexpr std::size_t kMost = 1000;

  void add(Error warning);

  /// As above, unless one of that `rule` and place is there already.
  void add_once(Error warning);

  /// A warning about something that will not be drawn because of its numbers. The first is kept
  /// apart: if nothing is left to draw, it is the reason.
  void add_skipped(Error warning);
  [[nodiscard]] const std::optional<Error>& first_skipped() const { return first_skipped_; }

  [[nodiscard]] std::vector<Error> take() &&;

 private:
  static std::string key_of(const Error& warning);

  std::vector<Error> list_;
  std::optional<Error> first_skipped_;
  std::uint64_t left_out_ = 0;
  std::unordered_set<std::string> known_;  // place and rule of each in the list
};

}  // namespace morph::gltf::detail
