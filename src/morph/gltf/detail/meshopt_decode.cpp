// SPDX-License-Identifier: MIT
#include <meshoptimizer.h>

#include <cassert>
#include <string>

#include "morph/gltf/detail/codecs.h"
#include "morph/gltf/detail/meshopt_filters.h"

namespace morph::gltf::detail {
namespace {

// The first byte of an attribute stream: 0xA0 and the version of its format.
constexpr unsigned kAttributeHeader = 0xA0;

int decode_elements(std::span<const std::byte> stream, const MeshoptLayout& layout,
                    std::span<std::byte> out) {
  const auto* const data = reinterpret_cast<const unsigned char*>(stream.data());
  const auto count = static_cast<std::size_t>(layout.count);
  const auto stride = static_cast<std::size_t>(layout.stride);
  switch (layout.mode) {
    case MeshoptMode::attributes:
      return meshopt_decodeVertexBuffer(out.data(), count, stride, data, stream.size());
    case MeshoptMode::triangles:
      return meshopt_decodeIndexBuffer(out.data(), count, stride, data, stream.size());
    case MeshoptMode::indices:
      return meshopt_decodeIndexSequence(out.data(), count, stride, data, stream.size());
  }
  return -1;
}

Error not_decoded(std::span<const std::byte> stream, const MeshoptLayout& layout, int result) {
  const unsigned header = stream.empty() ? 0 : std::to_integer<unsigned>(stream.front());
  if (layout.mode == MeshoptMode::attributes && header > kAttributeHeader &&
      header < kAttributeHeader + 16) {
    return {ErrorCode::unsupported,
            {},
            "is of version " + std::to_string(header - kAttributeHeader) +
                " of its format, which this build's meshoptimizer does not decode",
            {}};
  }
  const char* const reason = result == -2   ? "it is cut off"
                             : result == -3 ? "it goes on after the last element"
                                            : "it is of another format";
  return {ErrorCode::syntax, {}, std::string("does not decode: ") + reason, {}};
}

}  // namespace

const bool kHasCodecs = true;

Result<void> decode_meshopt(std::span<const std::byte> stream, const MeshoptLayout& layout,
                            std::span<std::byte> out) {
  assert(out.size() == layout.count * layout.stride);
  if (const int result = decode_elements(stream, layout, out); result != 0) {
    return not_decoded(stream, layout, result);
  }
  undo_filter(layout, out);
  return {};
}

}  // namespace morph::gltf::detail
