// SPDX-License-Identifier: MIT
#include "morphview/json_writer.h"

#include <fmt/format.h>

#include <array>
#include <cmath>
#include <iterator>

#include "morphview/utf8.h"

namespace morphview {
namespace {

// A string between quotes. Control characters are escaped up to U+009F, so that a terminal is safe
// as well.
std::string quoted(std::string_view text) {
  std::string out = "\"";
  while (!text.empty()) {
    const Utf8Step step = next_code_point(text);
    const std::uint32_t code = step.code_point;
    if (!step.valid) {
      out += kReplacementCharacter;
    } else if (code == '"' || code == '\\') {
      out += '\\';
      out += static_cast<char>(code);
    } else if (code < 0x20 || (code >= 0x7F && code < 0xA0)) {
      fmt::format_to(std::back_inserter(out), "\\u{:04x}", code);
    } else {
      out += text.substr(0, step.length);
    }
    text.remove_prefix(step.length);
  }
  out += '"';
  return out;
}

}  // namespace

void JsonWriter::new_line() {
  out_.write("\n");
  for (std::size_t i = 0; i < levels_.size(); ++i) out_.write("  ");
}

void JsonWriter::separate() {
  if (after_key_) {
    after_key_ = false;
    return;
  }
  if (levels_.empty()) return;
  Level& level = levels_.back();
  if (!level.empty) out_.write(level.lines ? "," : ", ");
  level.empty = false;
  if (level.lines) new_line();
}

void JsonWriter::begin(char bracket, Layout layout) {
  separate();
  out_.write(std::string_view(&bracket, 1));
  const bool lines = layout == Layout::lines && (levels_.empty() || levels_.back().lines);
  levels_.push_back({lines, true});
}

void JsonWriter::end(char bracket) {
  const Level level = levels_.back();
  levels_.pop_back();
  if (level.lines && !level.empty) new_line();
  out_.write(std::string_view(&bracket, 1));
  if (levels_.empty()) out_.write("\n");
}

void JsonWriter::key(std::string_view name) {
  separate();
  out_.write(quoted(name));
  out_.write(": ");
  after_key_ = true;
}

void JsonWriter::value(double number) {
  if (!std::isfinite(number)) return null();
  separate();
  std::array<char, 40> text;
  const auto end = fmt::format_to_n(text.data(), text.size(), "{:.9g}", number);
  out_.write(std::string_view(text.data(), end.size));
}

void JsonWriter::value(std::uint64_t number) {
  separate();
  std::array<char, 24> text;
  const auto end = fmt::format_to_n(text.data(), text.size(), "{}", number);
  out_.write(std::string_view(text.data(), end.size));
}

void JsonWriter::value(bool truth) {
  separate();
  out_.write(truth ? "true" : "false");
}

void JsonWriter::value(std::string_view text) {
  separate();
  out_.write(quoted(text));
}

void JsonWriter::null() {
  separate();
  out_.write("null");
}

}  // namespace morphview
