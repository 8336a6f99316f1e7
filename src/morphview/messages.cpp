// SPDX-License-Identifier: MIT
#include "morphview/messages.h"

#include <fmt/format.h>

#include <cstdio>
#include <string>

#include "morph/gltf/severity.h"
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
  ++warning_count_;
  if (verbosity_ >= 0) write_line("warning: ", text);
}

void Messages::note(std::string_view text, int level) const {
  if (notes(level)) write_line("", text);
}

void Messages::findings(std::span<const morph::Error> list) const {
  constexpr std::size_t kShown = 10;
  std::size_t more = 0;
  std::size_t shown = 0;
  for (const morph::Error& finding : list) {
    if (morph::gltf::severity_of(finding) > morph::gltf::Severity::warning) {
      note(finding.text());
    } else if (notes() || shown < kShown) {
      warning(finding.text());
      ++shown;
    } else {
      ++more;
    }
  }
  if (more > 0) warning(fmt::format("and {} more (--info lists them all)", more));
}

}  // namespace morphview
