// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <functional>
#include <optional>

namespace morph::bench {

/// The most memory, in bytes, that a process of its own had resident while it did some work; what
/// this one has by now is counted. Nothing where the work says false, or no process could be made.
[[nodiscard]] std::optional<std::uint64_t> peak_memory(const std::function<bool()>& work);

}  // namespace morph::bench
