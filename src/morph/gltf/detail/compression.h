// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "morph/gltf/detail/json_scan.h"
#include "morph/runtime/index.h"
#include "morph/runtime/result.h"

namespace morph::gltf::detail {

// What a file says about data that it has compressed. codecs.h decodes it.

// ---- EXT_meshopt_compression, KHR_meshopt_compression: a buffer view ----

enum class MeshoptMode : std::uint8_t { attributes, triangles, indices };
enum class MeshoptFilter : std::uint8_t { none, octahedral, quaternion, exponential, color };

struct MeshoptLayout {
  std::uint64_t count = 0;   ///< elements
  std::uint64_t stride = 0;  ///< bytes of one
  MeshoptMode mode = MeshoptMode::attributes;
  MeshoptFilter filter = MeshoptFilter::none;
};

/// A view whose bytes come from somewhere else than its own buffer, which is a fallback for readers
/// without a decoder and need not have data.
struct CompressedView {
  Index view = 0;
  std::string extension;
  int buffer = 0;
  std::uint64_t byte_offset = 0;
  std::uint64_t byte_length = 0;
  MeshoptLayout layout;
  std::optional<std::vector<std::byte>> decoded;  ///< what open_views made of it,
  std::optional<Error> error;                     ///< or why it could not

  /// "/bufferViews/0/extensions/EXT_meshopt_compression"
  [[nodiscard]] std::string where() const;
};

/// What the extensions demand of stride, count and filter in each mode.
/// Errors (without a place): invalid_value.
Result<void> check_layout(const MeshoptLayout& layout);

/// By rising view; two for a view that has both extensions.
std::vector<CompressedView> read_compressed_views(std::string_view text, const JsonScan& scan);

// ---- KHR_draco_mesh_compression: a primitive ----

/// A primitive whose indices and some of whose attributes (never those of targets) come from a
/// Draco stream instead of their accessors' buffer views.
struct CompressedPrimitive {
  Index mesh = 0;
  Index primitive = 0;
  int view = 0;                                     ///< the stream
  std::map<std::string, std::uint32_t> attributes;  ///< Draco's unique ids, by name
};

/// What such a stream gives in place of the data of accessors.
struct DecodedPrimitive {
  std::map<int, std::vector<std::byte>> elements;     ///< by accessor: all, without gaps
  std::optional<std::vector<std::uint32_t>> indices;  ///< of triangles, whatever the mode
};

/// By rising mesh and primitive.
std::vector<CompressedPrimitive> read_compressed_primitives(std::string_view text,
                                                            const JsonScan& scan);

}  // namespace morph::gltf::detail
