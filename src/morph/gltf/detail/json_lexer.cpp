// SPDX-License-Identifier: MIT
#include "morph/gltf/detail/json_lexer.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <cmath>
#include <limits>

#include "morph/gltf/detail/utf8.h"

namespace morph::gltf::detail {
namespace {

/// Characters inside a string that need no further look: printable ASCII but quote and backslash.
constexpr std::array<bool, 256> kPlain = [] {
  std::array<bool, 256> plain{};
  for (std::size_t c = 0x20; c < 0x80; ++c) plain[c] = c != '"' && c != '\\';
  return plain;
}();

bool is_digit(char c) { return c >= '0' && c <= '9'; }

bool is_high_surrogate(unsigned unit) { return unit >= 0xD800 && unit <= 0xDBFF; }
bool is_low_surrogate(unsigned unit) { return unit >= 0xDC00 && unit <= 0xDFFF; }

unsigned hex_value(std::string_view four) {
  unsigned value = 0;
  std::from_chars(four.data(), four.data() + four.size(), value, 16);
  return value;
}

/// The beginning of a string as it is written, of about `most` bytes and of whole escapes.
std::string_view beginning_of(std::string_view raw, std::size_t most) {
  std::size_t end = 0;
  while (end < std::min(raw.size(), most)) {
    if (raw[end] != '\\') {
      ++end;
      continue;
    }
    const bool unit = raw[end + 1] == 'u';
    const bool high = unit && (raw[end + 2] == 'd' || raw[end + 2] == 'D') &&
                      std::string_view("89abAB").find(raw[end + 3]) != std::string_view::npos;
    end += high ? 12 : unit ? 6 : 2;
  }
  return raw.substr(0, end);
}

}  // namespace

char JsonLexer::peek() {
  while (at_ < text_.size()) {
    const char c = text_[at_];
    if (c != ' ' && c != '\n' && c != '\r' && c != '\t') return c;
    ++at_;
  }
  return '\0';
}

bool JsonLexer::take(char c, const char* expected) {
  if (peek() != c || at_end()) return fail(expected);
  ++at_;
  return true;
}

bool JsonLexer::string(JsonString& out) {
  if (!take('"', "expected a string")) return false;
  const std::size_t begin = at_;
  out.escaped = false;
  while (true) {
    while (at_ < text_.size() && kPlain[static_cast<unsigned char>(text_[at_])]) ++at_;
    if (at_ >= text_.size()) return fail("unexpected end");
    const auto c = static_cast<unsigned char>(text_[at_]);
    if (c == '"') break;
    if (c == '\\') {
      out.escaped = true;
      if (!escape()) return false;
    } else if (c < 0x20) {
      return fail("control character in a string");
    } else if (!utf8()) {
      return false;
    }
  }
  out.raw = text_.substr(begin, at_ - begin);
  ++at_;
  return true;
}

bool JsonLexer::escape() {
  const std::size_t begin = at_++;
  if (at_ >= text_.size()) return fail("unexpected end");
  const char c = text_[at_++];
  if (std::string_view("\"\\/bfnrt").find(c) != std::string_view::npos) return true;
  if (c != 'u') return fail_at(begin, "unknown escape sequence");
  unsigned unit = 0;
  if (!hex4(unit)) return false;
  if (is_low_surrogate(unit)) return fail_at(begin, "half a surrogate pair");
  if (!is_high_surrogate(unit)) return true;
  if (text_.substr(at_, 2) != "\\u") return fail_at(begin, "half a surrogate pair");
  at_ += 2;
  if (!hex4(unit)) return false;
  return is_low_surrogate(unit) || fail_at(begin, "half a surrogate pair");
}

bool JsonLexer::hex4(unsigned& out) {
  const std::string_view four = text_.substr(at_, 4);
  if (four.size() < 4 ||
      four.find_first_not_of("0123456789abcdefABCDEF") != std::string_view::npos) {
    return fail("expected four hexadecimal digits");
  }
  out = hex_value(four);
  at_ += 4;
  return true;
}

bool JsonLexer::utf8() {
  const std::size_t length = utf8_sequence(text_.substr(at_));
  if (length == 0) return fail("not valid UTF-8");
  at_ += length;
  return true;
}

bool JsonLexer::digits() {
  if (at_ >= text_.size() || !is_digit(text_[at_])) return fail("expected a digit");
  while (at_ < text_.size() && is_digit(text_[at_])) ++at_;
  return true;
}

bool JsonLexer::number(JsonNumber& out) {
  const std::size_t begin = at_;
  out.integral = true;
  if (text_[at_] == '-') ++at_;
  if (at_ < text_.size() && text_[at_] == '0') {
    ++at_;
    if (at_ < text_.size() && is_digit(text_[at_])) return fail("number begins with 0");
  } else if (!digits()) {
    return false;
  }
  if (at_ < text_.size() && text_[at_] == '.') {
    out.integral = false;
    ++at_;
    if (!digits()) return false;
  }
  if (at_ < text_.size() && (text_[at_] == 'e' || text_[at_] == 'E')) {
    out.integral = false;
    ++at_;
    if (at_ < text_.size() && (text_[at_] == '+' || text_[at_] == '-')) ++at_;
    if (!digits()) return false;
  }
  out.text = text_.substr(begin, at_ - begin);
  return !too_large(out) || fail_at(begin, "number too large");
}

bool JsonLexer::too_large(const JsonNumber& number) {
  // Only an exponent of three digits, or three hundred digits, can leave the range of a double.
  if (number.text.size() < 5 || (number.integral && number.text.size() < 300)) return false;
  double value = 0;
  const auto end = number.text.data() + number.text.size();
  const auto result = std::from_chars(number.text.data(), end, value);
  if (result.ec != std::errc::result_out_of_range) return false;
  // Too small is out of range as well, and harmless: it reads as zero.
  const std::size_t exponent = number.text.find_first_of("eE");
  return exponent == std::string_view::npos || number.text[exponent + 1] != '-';
}

bool JsonLexer::literal() {
  for (const std::string_view word : {"true", "false", "null"}) {
    if (text_.substr(at_, word.size()) == word) {
      at_ += word.size();
      return true;
    }
  }
  return fail(at_end() ? "unexpected end" : "unexpected character");
}

std::string JsonLexer::place(std::size_t offset) const {
  std::size_t line = 1;
  std::size_t line_begin = 0;
  for (std::size_t i = 0; i < offset && i < text_.size(); ++i) {
    if (text_[i] != '\n') continue;
    ++line;
    line_begin = i + 1;
  }
  return "line " + std::to_string(line) + ", column " + std::to_string(offset - line_begin + 1);
}

bool JsonLexer::fail_at(std::size_t offset, const char* what) {
  const char* text = offset >= text_.size() ? "unexpected end" : what;
  error_ = {
      ErrorCode::syntax, {}, "not a glTF file: " + place(offset) + ": " + text, "INVALID_JSON"};
  return false;
}

std::optional<std::uint64_t> whole_number(const JsonNumber& number) {
  const char* const begin = number.text.data();
  const char* const end = begin + number.text.size();
  std::uint64_t whole = 0;
  if (number.integral) {
    const auto [stop, failure] = std::from_chars(begin, end, whole);
    if (failure == std::errc() && stop == end && whole <= kMostWholeNumber) return whole;
  }
  double value = -1;
  std::from_chars(begin, end, value);
  if (number.integral && value != 0) return std::nullopt;  // negative or too large
  if (!(value >= 0 && value <= static_cast<double>(kMostWholeNumber)) ||
      value != std::floor(value)) {
    return std::nullopt;
  }
  return static_cast<std::uint64_t>(value);
}

std::string unescape(const JsonString& string) {
  std::string out;
  out.reserve(string.raw.size());
  const std::string_view raw = string.raw;
  for (std::size_t i = 0; i < raw.size(); ++i) {
    if (raw[i] != '\\') {
      out += raw[i];
      continue;
    }
    const char c = raw[++i];
    if (c != 'u') {
      constexpr std::string_view kLetters = "bfnrt";
      const std::size_t letter = kLetters.find(c);
      out += letter == std::string_view::npos ? c : "\b\f\n\r\t"[letter];
      continue;
    }
    std::uint32_t unit = hex_value(raw.substr(i + 1, 4));
    i += 4;
    if (is_high_surrogate(unit)) {
      unit = 0x10000 + ((unit - 0xD800) << 10) + (hex_value(raw.substr(i + 3, 4)) - 0xDC00);
      i += 6;
    }
    append_utf8(out, unit);
  }
  return out;
}

std::string unescape_beginning(std::string_view raw, std::size_t bytes) {
  // An escape has at most six characters for each byte that it stands for.
  const std::string whole = unescape({beginning_of(raw, 8 * bytes + 8), true});
  return std::string(utf8_prefix(whole, bytes));
}

}  // namespace morph::gltf::detail
