// SPDX-License-Identifier: MIT
#include "morphview/text.h"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <cmath>
#include <system_error>
#include <utility>

#include "morphview/utf8.h"

namespace morphview {
namespace {

char lower(char c) { return c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c; }

constexpr std::size_t kEdit = 4;      // the cost of a letter more, less, or another
constexpr std::size_t kCaseOnly = 1;  // of one that differs only in ASCII case

// Levenshtein's distance, in those costs.
std::size_t edit_distance(std::string_view a, std::string_view b) {
  std::vector<std::size_t> row(b.size() + 1);
  for (std::size_t j = 0; j <= b.size(); ++j) row[j] = j * kEdit;
  for (std::size_t i = 1; i <= a.size(); ++i) {
    std::size_t diagonal = row[0];
    row[0] = i * kEdit;
    for (std::size_t j = 1; j <= b.size(); ++j) {
      const bool alike = lower(a[i - 1]) == lower(b[j - 1]);
      const std::size_t cost = a[i - 1] == b[j - 1] ? 0 : alike ? kCaseOnly : kEdit;
      const std::size_t replaced = diagonal + cost;
      diagonal = row[j];
      row[j] = std::min({replaced, row[j] + kEdit, row[j - 1] + kEdit});
    }
  }
  return row[b.size()];
}

bool contains(std::string_view text, std::string_view part) {
  const auto same = [](char a, char b) { return lower(a) == lower(b); };
  return std::search(text.begin(), text.end(), part.begin(), part.end(), same) != text.end();
}

// Smaller is nearer; none: not alike.
std::optional<std::size_t> unlikeness(std::string_view wanted, std::string_view name) {
  constexpr std::size_t kLongestCompared = 256;
  if (name.size() > kLongestCompared || wanted.size() > kLongestCompared) return std::nullopt;
  const std::size_t distance = edit_distance(wanted, name);
  if (distance <= kEdit * std::max<std::size_t>(2, wanted.size() / 3)) return distance;
  constexpr std::size_t kShortestPart = 3;
  if (wanted.size() >= kShortestPart && contains(name, wanted)) return distance;
  if (name.size() >= kShortestPart && contains(wanted, name)) return distance;
  return std::nullopt;
}

/// Changes how a terminal shows what comes after it: controls, and those of Unicode that turn the
/// direction of writing around.
bool is_control(std::uint32_t c) {
  const bool turns = (c >= 0x202A && c <= 0x202E) || (c >= 0x2066 && c <= 0x2069);
  return c < 0x20 || (c >= 0x7F && c < 0xA0) || c == 0x2028 || c == 0x2029 || turns;
}

}  // namespace

std::string printable(std::string_view text) {
  std::string out;
  out.reserve(text.size());
  while (!text.empty()) {
    const Utf8Step step = next_code_point(text);
    if (!step.valid) {
      out += kReplacementCharacter;
    } else if (!is_control(step.code_point)) {
      out += text.substr(0, step.length);
    }
    text.remove_prefix(step.length);
  }
  return out;
}

std::optional<double> parse_number(std::string_view text) {
  if (text.starts_with('+')) text.remove_prefix(1);
  double value = 0.0;
  const char* const end = text.data() + text.size();
  const auto [stop, error] = std::from_chars(text.data(), end, value);
  if (error != std::errc{} || stop != end || !std::isfinite(value)) return std::nullopt;
  return value;
}

std::optional<std::uint32_t> parse_index(std::string_view text) {
  std::uint32_t value = 0;
  const char* const end = text.data() + text.size();
  const auto [stop, error] = std::from_chars(text.data(), end, value);
  if (text.empty() || error != std::errc{} || stop != end) return std::nullopt;
  return value;
}

std::vector<std::string_view> split(std::string_view text, char separator) {
  std::vector<std::string_view> parts;
  for (;;) {
    const std::size_t end = text.find(separator);
    parts.push_back(text.substr(0, end));
    if (end == std::string_view::npos) return parts;
    text.remove_prefix(end + 1);
  }
}

bool glob_matches(std::string_view pattern, std::string_view text) {
  std::size_t p = 0;
  std::size_t t = 0;
  std::size_t star = std::string_view::npos;  // the last '*' seen, and where its run ends so far
  std::size_t run_end = 0;
  while (t < text.size()) {
    if (p < pattern.size() && pattern[p] == '*') {
      star = p++;
      run_end = t;
    } else if (p < pattern.size() && pattern[p] == '?') {
      ++p;
      t += next_code_point(text.substr(t)).length;
    } else if (p < pattern.size() && pattern[p] == text[t]) {
      ++p;
      ++t;
    } else if (star != std::string_view::npos) {
      p = star + 1;
      run_end += next_code_point(text.substr(run_end)).length;
      t = run_end;
    } else {
      return false;
    }
  }
  while (p < pattern.size() && pattern[p] == '*') ++p;
  return p == pattern.size();
}

bool is_glob(std::string_view pattern) {
  return pattern.find_first_of("*?") != std::string_view::npos;
}

std::vector<std::string> nearest_names(std::string_view wanted, std::span<const std::string> names,
                                       std::size_t at_most) {
  std::vector<std::pair<std::size_t, std::string>> near;
  for (const std::string& name : names) {
    const auto distance = name.empty() ? std::nullopt : unlikeness(wanted, name);
    if (distance) near.emplace_back(*distance, name);
  }
  std::sort(near.begin(), near.end());
  near.erase(std::unique(near.begin(), near.end()), near.end());
  near.resize(std::min(near.size(), at_most));
  std::vector<std::string> out;
  for (auto& entry : near) out.push_back(std::move(entry.second));
  return out;
}

std::string did_you_mean(std::string_view wanted, std::span<const std::string> names) {
  const std::vector<std::string> near = nearest_names(wanted, names);
  return near.empty() ? std::string() : fmt::format(" (did you mean {}?)", fmt::join(near, ", "));
}

std::string display_name(std::string_view name, std::string_view kind, std::uint32_t index) {
  return name.empty() ? fmt::format("{} {}", kind, index) : std::string(name);
}

}  // namespace morphview
