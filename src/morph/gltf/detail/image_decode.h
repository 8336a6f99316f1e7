// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string_view>

#include "morph/gltf/detail/limits.h"
#include "morph/runtime/image.h"

namespace morph::gltf::detail {

// Encoded pictures (glTF 2.0 §3.8.3) to 8-bit RGBA. Colour profiles and gamma are ignored, as the
// specification says; 16-bit channels are scaled, rounding to nearest.

/// image/png, image/jpeg, image/webp or image/ktx2 by the first bytes, "" if it is none of them.
std::string_view media_type_of(std::span<const std::byte> bytes);

/// Decodes PNG, JPEG or, with MORPH_CODECS, WebP, told apart by their first bytes. The size in the
/// header is checked before anything is decoded, and taken from the budget.
/// Errors (without a place): unsupported (KTX2, DDS, anything else), syntax, limit_exceeded.
Result<Image> decode_image(std::span<const std::byte> bytes, const Limits& limits, Budget& budget);

/// Shown where an image is missing: a checkerboard that no artist would make.
Image placeholder_image();

/// The decoders; that of WebP is in codecs.h. `admit(width, height, meanwhile)` is asked once the
/// header is read; `meanwhile` is how many bytes a pixel costs while it is decoded, beside the four
/// that stay.
using AdmitSize = Result<void> (*)(void* state, std::uint64_t width, std::uint64_t height,
                                   std::uint64_t meanwhile);
Result<Image> decode_png(std::span<const std::byte> bytes, AdmitSize admit, void* state);
Result<Image> decode_jpeg(std::span<const std::byte> bytes, AdmitSize admit, void* state);

}  // namespace morph::gltf::detail
