// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace morph::gltf::detail {

/// Where a scan stands: the keys and indices from the root to the value at hand.
class JsonPath {
 public:
  /// The key must live as long as it is part of the path.
  void push_key(std::string_view key) { steps_.push_back({key, 0, false}); }
  void push_index(std::uint32_t index) { steps_.push_back({{}, index, true}); }
  void pop() { steps_.pop_back(); }

  /// The array index at a depth: of /meshes/3/…, index_at(1) is 3.
  [[nodiscard]] std::uint32_t index_at(std::size_t depth) const { return steps_[depth].index; }

  /// The last key; "" for an index. Precondition: there is one.
  [[nodiscard]] std::string_view key() const { return steps_.back().key; }

  /// As a JSON pointer (RFC 6901).
  [[nodiscard]] std::string pointer() const;

 private:
  struct Step {
    std::string_view key;
    std::uint32_t index = 0;
    bool is_index = false;
  };
  std::vector<Step> steps_;
};

}  // namespace morph::gltf::detail
