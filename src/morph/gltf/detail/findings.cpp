// SPDX-License-Identifier: MIT
#include "morph/gltf/detail/findings.h"

#include <array>
#include <cstdio>

#include "morph/gltf/detail/utf8.h"

namespace morph::gltf::detail {

std::string in_quotes(std::string_view text) {
  constexpr std::size_t kMostBytes = 256;
  std::string out = "'";
  out += utf8_prefix(text, kMostBytes);
  out += text.size() > kMostBytes ? "…'" : "'";
  return out;
}

std::string counted(std::uint64_t number, std::string_view singular, std::string_view plural) {
  const std::string count = std::to_string(number) + ' ';
  if (number == 1) return count + std::string(singular);
  return count + (plural.empty() ? std::string(singular) + 's' : std::string(plural));
}

std::string readable_number(double number) {
  std::array<char, 32> text{};
  std::snprintf(text.data(), text.size(), "%.6g", number);
  return text.data();
}

std::string readable_bytes(std::uint64_t bytes) {
  if (bytes < 1024) return std::to_string(bytes) + " bytes";
  constexpr std::array<const char*, 6> kUnits = {"KiB", "MiB", "GiB", "TiB", "PiB", "EiB"};
  double value = static_cast<double>(bytes) / 1024;
  std::size_t unit = 0;
  for (; value >= 1024 && unit + 1 < kUnits.size(); ++unit) value /= 1024;
  std::array<char, 32> text{};
  std::snprintf(text.data(), text.size(), "%.3g %s", value, kUnits[unit]);
  return text.data();
}

Error unresolved(std::string where, std::string_view what, std::int64_t index, std::size_t count) {
  if (index < 0) {
    return {ErrorCode::invalid_value, std::move(where), "is missing", "UNDEFINED_PROPERTY"};
  }
  return {ErrorCode::out_of_range, std::move(where),
          std::string(what) + " " + std::to_string(index) + " does not exist, there are " +
              std::to_string(count),
          "UNRESOLVED_REFERENCE"};
}

std::string Warnings::key_of(const Error& warning) {
  return warning.where + ' ' + std::string(warning.rule);
}

void Warnings::add(Error warning) {
  if (list_.size() < kMost) {
    known_.insert(key_of(warning));
    list_.push_back(std::move(warning));
  } else {
    ++left_out_;
  }
}

void Warnings::add_once(Error warning) {
  if (!known_.contains(key_of(warning))) add(std::move(warning));
}

void Warnings::add_skipped(Error warning) {
  if (!first_skipped_) first_skipped_ = warning;
  add(std::move(warning));
}

std::vector<Error> Warnings::take() && {
  if (left_out_ > 0) {
    list_.push_back({ErrorCode::limit_exceeded,
                     {},
                     std::to_string(left_out_) + " further warnings are left out",
                     {}});
  }
  return std::move(list_);
}

}  // namespace morph::gltf::detail
