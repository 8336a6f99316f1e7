// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <functional>
#include <optional>

namespace morph::bench {

/// What some work took in a process of its own.
struct OwnProcess {
  double ms = 0.0;               ///< of processor time, new pages of memory included
  std::uint64_t peak_bytes = 0;  ///< the most memory that was resident
};

/// Forks, and does the work there. Pages of this process that the work does not touch are not
/// counted. Nothing where the work says false, or no process could be made.
[[nodiscard]] std::optional<OwnProcess> in_own_process(const std::function<bool()>& work);

}  // namespace morph::bench
