// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "morphview/output_file.h"

namespace morphview {

// JSON written straight into a file, because a dump can be hundreds of megabytes. Numbers carry 9
// significant digits, which bring back every float exactly. Whoever calls keeps the grammar: keys
// in objects, values after keys.

class JsonWriter {
 public:
  explicit JsonWriter(OutputFile& out) : out_(out) {}

  /// How an object or array is laid out: one entry a line, or all in one line (and then everything
  /// inside it, too).
  enum class Layout : std::uint8_t { lines, one_line };

  void begin_object(Layout layout = Layout::lines) { begin('{', layout); }
  void end_object() { end('}'); }
  void begin_array(Layout layout = Layout::lines) { begin('[', layout); }
  void end_array() { end(']'); }

  void key(std::string_view name);

  void value(double number);  ///< null where it is not finite: JSON has no such number
  void value(float number) { value(static_cast<double>(number)); }
  void value(std::uint64_t number);
  void value(std::uint32_t number) { value(std::uint64_t{number}); }
  void value(bool truth);
  void value(std::string_view text);  ///< bytes that are not UTF-8 become U+FFFD
  void value(const char* text) { value(std::string_view(text)); }
  void null();

  template <class Value>
  void member(std::string_view name, const Value& content) {
    key(name);
    value(content);
  }

  /// [x, y, z] of anything with operator[].
  template <class Vector>
  void components(const Vector& vector, int count) {
    begin_array(Layout::one_line);
    for (int i = 0; i < count; ++i) value(vector[i]);
    end_array();
  }

 private:
  struct Level {
    bool lines = false;
    bool empty = true;
  };

  void begin(char bracket, Layout layout);
  void end(char bracket);
  void separate();
  void new_line();

  OutputFile& out_;
  std::vector<Level> levels_;
  bool after_key_ = false;
};

}  // namespace morphview
