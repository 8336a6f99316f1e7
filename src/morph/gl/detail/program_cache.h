// SPDX-License-Identifier: MIT
#pragma once

#include <algorithm>
#include <cstdint>
#include <deque>
#include <utility>
#include <vector>

#include "morph/gl/detail/program.h"

namespace morph::gl::detail {

// Programs by key, each compiled when it is first needed.
template <class Key, class Made>
class ProgramCache {
 public:
  explicit ProgramCache(const Gl& gl) : gl_(&gl) {}

  /// Errors: graphics; what the driver rejected once is not tried again. The program stays where it
  /// is as long as the cache. Allocates only for a new key.
  Result<const Made*> get(const Key& key) {
    const auto known = std::ranges::find(entries_, key, &std::pair<Key, Made>::first);
    if (known != entries_.end()) return &known->second;
    const auto rejected = std::ranges::find(rejected_, key, &std::pair<Key, Error>::first);
    if (rejected != rejected_.end()) return rejected->second;
    auto made = Made::create(*gl_, key);
    if (!made) {
      rejected_.emplace_back(key, made.error());
      return made.error();
    }
    entries_.emplace_back(key, std::move(made).value());
    return &entries_.back().second;
  }

  [[nodiscard]] std::uint64_t compiled() const { return entries_.size(); }

 private:
  const Gl* gl_;
  std::deque<std::pair<Key, Made>> entries_;  // a handful, which never move
  std::vector<std::pair<Key, Error>> rejected_;
};

}  // namespace morph::gl::detail
