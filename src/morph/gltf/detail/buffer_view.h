// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>

#include "morph/gltf/detail/document.h"

namespace morph::gltf::detail {

// Buffer views (glTF 2.0 §3.6.1.2): what lies in them, wherever it comes from. A view may be
// compressed (EXT_meshopt_compression, KHR_meshopt_compression); then it is decoded once, here, and
// nobody else sees the difference.

/// `bytes` at `offset` of something that has `size`. No sum overflows.
inline bool inside(std::uint64_t offset, std::uint64_t bytes, std::uint64_t size) {
  return offset <= size && bytes <= size - offset;
}

/// Checks that every view lies in its buffer, and decodes those that are compressed. A view that
/// does not decode is a fault of whoever needs it: find_view tells them.
/// Errors: out_of_range, limit_exceeded.
Result<void> open_views(Document& document, Budget& budget, Watch& watch);

/// The bytes of a view that `where` refers to.
/// Errors: out_of_range (there is no such view), unsupported (it has no data), what decoding gave.
Result<std::span<const std::byte>> find_view(const Document& document, int view,
                                             const std::string& where);

}  // namespace morph::gltf::detail
