// SPDX-License-Identifier: MIT
#include "fuzz/figures.h"

#include <cstdio>
#include <cstdlib>
#include <vector>

namespace morph::fuzz {
namespace {

std::vector<const Figure*>& registered() {
  static std::vector<const Figure*> list;
  return list;
}

void print_figures() {
  const char* separator = "figures: ";
  for (const Figure* figure : registered()) {
    std::fprintf(stderr, "%s%s %llu", separator, figure->name,
                 static_cast<unsigned long long>(figure->count));
    const std::uint64_t all = registered().front()->count;
    if (figure != registered().front() && all > 0) {
      std::fprintf(stderr, " (%.1f %%)",
                   100.0 * static_cast<double>(figure->count) / static_cast<double>(all));
    }
    separator = ", ";
  }
  std::fputc('\n', stderr);
}

}  // namespace

void print_at_exit(std::initializer_list<const Figure*> figures) {
  registered() = figures;
  std::atexit(print_figures);
}

}  // namespace morph::fuzz
