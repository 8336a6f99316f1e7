// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <utility>

#include "morph/runtime/index.h"
#include "morph/runtime/result.h"

namespace morph::detail {

// The words of the checks behind Scene::create.

/// pointer("/nodes/", 3, "/mesh") is "/nodes/3/mesh".
inline std::string pointer(std::string_view array, std::size_t index, std::string_view rest = {}) {
  return std::string(array) + std::to_string(index) + std::string(rest);
}

inline Error missing(std::string where, std::string_view what, Index index, std::size_t count) {
  return {ErrorCode::out_of_range, std::move(where),
          std::string(what) + " " + std::to_string(index) + " does not exist, there are " +
              std::to_string(count),
          "UNRESOLVED_REFERENCE"};
}

inline Error uneven(std::string where, std::size_t found, std::size_t expected,
                    std::string_view per, std::string_view rule = {}) {
  return {ErrorCode::count_mismatch, std::move(where),
          "has " + std::to_string(found) + " elements, expected " + std::to_string(expected) +
              " (" + std::string(per) + ")",
          rule};
}

}  // namespace morph::detail
