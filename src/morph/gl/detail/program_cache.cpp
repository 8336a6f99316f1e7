// SPDX-License-Identifier: MIT
#include "morph/gl/detail/program_cache.h"

#include <algorithm>
#include <utility>

namespace morph::gl::detail {

Result<const Program*> ProgramCache::get(const ProgramKey& key) {
  const auto known = std::ranges::find(entries_, key, &Entry::key);
  if (known != entries_.end()) return &known->program;
  auto program = Program::create(*gl_, key);
  if (!program) return program.error();
  entries_.push_back({key, std::move(program).value()});
  return &entries_.back().program;
}

}  // namespace morph::gl::detail
