// SPDX-License-Identifier: MIT
#pragma once

#include <fmt/format.h>

#include <array>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "morph/runtime/result.h"
#include "morphview/text.h"

namespace morphview {

/// Reads the texts of options, one value in turn, and keeps the first complaint.
class OptionReader {
 public:
  [[nodiscard]] const std::optional<morph::Error>& failure() const { return failure_; }

  void fail(std::string message) {
    if (!failure_) failure_ = {morph::ErrorCode::invalid_value, "", std::move(message)};
  }

  /// These leave `into` as it is where the text is empty or wrong.
  void number(const char* name, const std::string& text, double low, double high, double& into) {
    if (text.empty()) return;
    const std::optional<double> value = parse_number(text);
    if (!value || *value < low || *value > high) {
      fail(fmt::format("{} {}: expected a number from {} to {}", name, text, low, high));
    } else {
      into = *value;
    }
  }

  template <class Value, std::size_t N>
  void choice(const char* name, const std::string& text,
              const std::array<std::pair<std::string_view, Value>, N>& choices, Value& into) {
    if (text.empty()) return;
    std::vector<std::string> words;
    for (const auto& [word, value] : choices) {
      if (word == text) {
        into = value;
        return;
      }
      words.emplace_back(word);
    }
    fail(fmt::format("{} {}: expected one of {}{}", name, text, fmt::join(words, ", "),
                     did_you_mean(text, words)));
  }

 private:
  std::optional<morph::Error> failure_;
};

}  // namespace morphview
