// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>

#include "fuzz/gltf_file.h"

namespace morph::fuzz {

// Changes a glTF file where it means something: a reference, a count, an offset, a member more or
// less, the bytes that accessors read. A file changed byte by byte hardly ever gets past a parser.

/// Makes a few random changes. `seed` decides which.
void mutate(GltfFile& file, std::uint32_t seed);

/// Takes a member of the other file for one that has the same key and place in this one.
void cross(GltfFile& file, const GltfFile& other, std::uint32_t seed);

/// Makes a length in the headers of a GLB wrong. Precondition: at least 28 bytes.
void break_header(Bytes& glb, std::uint32_t seed);

}  // namespace morph::fuzz
