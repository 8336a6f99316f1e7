// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>

namespace morph {

// Indices of glTF objects (glTF 2.0 §3.2). Nodes, meshes, materials and so on refer to each other
// by their position in the arrays of a Scene, which is also their position in the file, so that a
// JSON pointer can be made from an index.

/// Position of an object in its array.
using Index = std::uint32_t;

/// "Undefined": the property is absent from the file.
inline constexpr Index kNoIndex = 0xFFFF'FFFF;

}  // namespace morph
