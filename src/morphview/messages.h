// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <span>
#include <string_view>

#include "morph/runtime/result.h"

namespace morphview {

// What the program says on standard error, one line each: "morphview: error: …", "morphview:
// warning: …", and with -v notes, "morphview: …". Standard output belongs to results. Names of
// files and targets never reach the terminal raw.

class Messages {
 public:
  /// verbosity  −1 errors only (-q), 0 warnings too, 1 notes too (-v), 2 more notes (-vv)
  explicit Messages(int verbosity) : verbosity_(verbosity) {}

  void error(std::string_view text) const;
  void warning(std::string_view text) const;

  /// How many warnings there have been, shown or not.
  [[nodiscard]] std::size_t warning_count() const { return warning_count_; }

  void note(std::string_view text, int level = 1) const;
  [[nodiscard]] bool notes(int level = 1) const { return verbosity_ >= level; }

  /// The findings of an import as warnings, or as notes where they are less; beyond the first few
  /// warnings only how many there are, unless notes are wanted.
  void findings(std::span<const morph::Error> list) const;

 private:
  int verbosity_;
  mutable std::size_t warning_count_ = 0;
};

}  // namespace morphview
