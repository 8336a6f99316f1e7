// SPDX-License-Identifier: MIT
#include "morphview/messages.h"

#include <fmt/format.h>

#include <cstdio>
#include <string>

#include "morphview/text.h"

namespace morphview {
namespace {

void write_line(std::string_view kind, std::string_view text) {
  const std::string line = fmt::format("morphview: {}{}\n", kind, printable(text));
  std::fwrite(line.data(), 1, line.size(), stderr);
}

}  // namespace

void Messages::error(std::string_view text) const { write_line("error: ", text); }

void Messages::warning(std::string_view text) const {
  if (verbosity_ >= 0) write_line("warning: ", text);
}

void Messages::note(std::string_view text, int level) const {
  if (notes(level)) write_line("", text);
}

void Messages::warnings(std::span<const morph::Error> list) const {
  constexpr std::size_t kShown = 10;
  const std::size_t shown = notes() || list.size() <= kShown ? list.size() : kShown;
  for (const morph::Error& entry : list.first(shown)) warning(entry.text());
  if (shown < list.size()) {
    warning(fmt::format("and {} more (--info lists them all)", list.size() - shown));
  }
}

}  // namespace morphview
