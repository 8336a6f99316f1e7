// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "morph/gltf/detail/accessor.h"
#include "morph/gltf/detail/compression.h"
#include "morph/gltf/detail/image_decode.h"

namespace morph::gltf::detail {

// Compressed data that meshoptimizer, Draco and libwebp decode for us, a source each. Built with
// MORPH_CODECS=OFF, codecs_absent.cpp stands in for all three: it refuses what it is asked for.
// Errors come without a place, which only the caller knows.

/// Whether the decoders are built in.
extern const bool kHasCodecs;

// ---- EXT_meshopt_compression, KHR_meshopt_compression: a buffer view ----

/// Preconditions: check_layout has passed the layout; `out` has count × stride bytes (asserted).
/// Errors: syntax, unsupported (a version of the format that the library lacks).
Result<void> decode_meshopt(std::span<const std::byte> stream, const MeshoptLayout& layout,
                            std::span<std::byte> out);

// ---- KHR_draco_mesh_compression: a primitive ----

/// An attribute that is wanted of a stream, as its accessor describes it.
struct DracoAttribute {
  std::uint32_t id = 0;  ///< Draco's unique id
  AccessorShape shape;   ///< `count` is what the stream must have
};

struct DracoMesh {
  std::vector<std::vector<std::byte>> attributes;  ///< [wanted][V] elements, without gaps
  std::vector<std::uint32_t> indices;              ///< three for each triangle, all below V
};

/// Decodes a mesh. All attributes wanted have one count V, at least 1.
///   memory  bytes that decoding may take at most, as far as they can be told beforehand.
/// Errors: syntax, unsupported, count_mismatch, invalid_value (an attribute that is missing or does
/// not fit its accessor), limit_exceeded.
Result<DracoMesh> decode_draco(std::span<const std::byte> stream,
                               std::span<const DracoAttribute> wanted, std::uint64_t memory);

// ---- EXT_texture_webp: an image ----

/// As decode_png.
Result<Image> decode_webp(std::span<const std::byte> bytes, AdmitSize admit, void* state);

}  // namespace morph::gltf::detail
