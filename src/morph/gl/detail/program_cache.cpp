// SPDX-License-Identifier: MIT
#include "morph/gl/detail/program_cache.h"

#include <algorithm>
#include <utility>

namespace morph::gl::detail {

Result<const Program*> ProgramCache::get(const ProgramKey& key) {
  const auto known = std::ranges::find(entries_, key, &Entry::key);
  if (known != entries_.end()) return &known->program;
  const auto rejected = std::ranges::find(rejected_, key, &std::pair<ProgramKey, Error>::first);
  if (rejected != rejected_.end()) return rejected->second;
  auto program = Program::create(*gl_, key);
  if (!program) {
    rejected_.emplace_back(key, program.error());
    return program.error();
  }
  entries_.push_back({key, std::move(program).value()});
  return &entries_.back().program;
}

}  // namespace morph::gl::detail
