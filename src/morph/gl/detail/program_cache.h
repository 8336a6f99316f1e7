// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <deque>
#include <utility>
#include <vector>

#include "morph/gl/detail/program.h"

namespace morph::gl::detail {

// Programs by key, each compiled when it is first needed.
class ProgramCache {
 public:
  explicit ProgramCache(const Gl& gl) : gl_(&gl) {}

  /// Errors: graphics; what the driver rejected once is not tried again. The program stays where it
  /// is as long as the cache. Allocates only for a new key.
  Result<const Program*> get(const ProgramKey& key);

  [[nodiscard]] std::uint64_t compiled() const { return entries_.size(); }

 private:
  const Gl* gl_;
  struct Entry {
    ProgramKey key;
    Program program;
  };
  std::deque<Entry> entries_;  // a handful, which never move
  std::vector<std::pair<ProgramKey, Error>> rejected_;
};

}  // namespace morph::gl::detail
