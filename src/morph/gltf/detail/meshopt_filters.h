// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <span>

#include "morph/gltf/detail/compression.h"

namespace morph::gltf::detail {

/// Undoes a filter in place, as appendix B of the extensions has it, rounded to nearest.
/// meshoptimizer's own functions take reciprocal roots from the processor, which are off by one
/// here and there, differently on each; and its older versions lack COLOR. Preconditions:
/// check_layout has passed the layout; `elements` has count × stride bytes.
void undo_filter(const MeshoptLayout& layout, std::span<std::byte> elements);

}  // namespace morph::gltf::detail
