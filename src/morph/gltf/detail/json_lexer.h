// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "morph/runtime/result.h"

namespace morph::gltf::detail {

// The tokens of a JSON text (RFC 8259), checked completely: literals, numbers, escapes, surrogate
// pairs, UTF-8. A text that passes is one that nlohmann-json accepts as well.

/// A number as it stands.
struct JsonNumber {
  std::string_view text;
  bool integral = true;  ///< neither fraction nor exponent
};

inline constexpr std::uint64_t kMostWholeNumber = std::uint64_t{1} << 53;

/// The whole number that the text stands for ("12", "12.0", "1.2e1"); none if it is not one, is
/// negative or beyond 2⁵³.
std::optional<std::uint64_t> whole_number(const JsonNumber& number);

/// The characters between the quotes.
struct JsonString {
  std::string_view raw;
  bool escaped = false;  ///< contains a backslash
};

/// Goes through the text once. A function that returns false has set error().
class JsonLexer {
 public:
  explicit JsonLexer(std::string_view text) : text_(text) {}

  /// The next character that is not white space, '\0' at the end; it is not taken.
  char peek();

  /// Takes the next character, which must be `c`.
  bool take(char c, const char* expected);

  bool string(JsonString& out);
  bool number(JsonNumber& out);
  bool literal();  ///< true, false, null

  /// Where the next character stands. After peek(): where the next token begins.
  [[nodiscard]] std::size_t offset() const { return at_; }
  [[nodiscard]] bool at_end() const { return at_ >= text_.size(); }

  bool fail(const char* what) { return fail_at(at_, what); }
  [[nodiscard]] const Error& error() const { return error_; }

  /// "line 3, column 17", counted from 1, columns in bytes.
  [[nodiscard]] std::string place(std::size_t offset) const;

 private:
  bool fail_at(std::size_t offset, const char* what);
  bool escape();
  bool hex4(unsigned& out);
  bool utf8();
  bool digits();
  bool too_large(const JsonNumber& number);

  std::string_view text_;
  std::size_t at_ = 0;
  Error error_;
};

/// What a string means, with its escapes resolved. Precondition: it has passed the lexer.
std::string unescape(const JsonString& string);

/// The first `bytes` of that, less where a character would be cut. Costs no more than they do.
///   raw  as JsonString has it
std::string unescape_beginning(std::string_view raw, std::size_t bytes);

}  // namespace morph::gltf::detail
