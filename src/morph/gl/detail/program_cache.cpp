// SPDX-License-Identifier: MIT
#include "morph/gl/detail/program_cache.h"

#include <utility>

namespace morph::gl::detail {

Result<const Program*> ProgramCache::get(const ProgramKey& key) {
  const auto known = programs_.find(key);
  if (known != programs_.end()) return &known->second;
  auto program = Program::create(*gl_, key);
  if (!program) return program.error();
  return &programs_.emplace(key, std::move(program).value()).first->second;
}

}  // namespace morph::gl::detail
