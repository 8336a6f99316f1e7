// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <memory>

namespace morph::detail {

/// Memory for what kernels read from many places at once: a processor keeps the addresses of few
/// small pages at hand, so that fifty targets in them cost twice the time of fifty in large ones.
/// Large pages where the system has them and there is enough to fill them; not initialised.
[[nodiscard]] std::shared_ptr<float[]> allocate_in_large_pages(std::size_t count);

}  // namespace morph::detail
