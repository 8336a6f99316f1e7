// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace morphview {

// Small verbs on text from outside: names of a file, numbers and patterns of the command line.

/// Text that is safe on a terminal: control characters (C0, DEL, C1) are left out, bytes that are
/// not UTF-8 become U+FFFD.
[[nodiscard]] std::string printable(std::string_view text);

/// The whole text as a number; none when anything else is in it, or it is not finite.
[[nodiscard]] std::optional<double> parse_number(std::string_view text);

/// The whole text as decimal digits; none when it is empty, has another character or does not fit.
[[nodiscard]] std::optional<std::uint32_t> parse_index(std::string_view text);

/// The parts between separators; "a,,b" has three.
[[nodiscard]] std::vector<std::string_view> split(std::string_view text, char separator);

/// Whether a pattern describes the whole text: '*' stands for any run of
/// characters, '?' for one.
[[nodiscard]] bool glob_matches(std::string_view pattern, std::string_view text);
[[nodiscard]] bool is_glob(std::string_view pattern);

/// The names that look most like the one that was not found, nearest first, without repeats; empty
/// when none is near.
[[nodiscard]] std::vector<std::string> nearest_names(std::string_view wanted,
                                                     std::span<const std::string> names,
                                                     std::size_t at_most = 3);

/// " (did you mean a, b?)" for a message, or nothing when no name is near.
[[nodiscard]] std::string did_you_mean(std::string_view wanted, std::span<const std::string> names);

/// What displays and reports call a thing: its name, or "target 3", "animation 0" where it has
/// none.
[[nodiscard]] std::string display_name(std::string_view name, std::string_view kind,
                                       std::uint32_t index);

}  // namespace morphview
