// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>

namespace morph::test {

/// Calls of operator new in this program so far. A test that links allocation_counter.cpp takes
/// differences.
[[nodiscard]] std::size_t allocation_count();

}  // namespace morph::test
