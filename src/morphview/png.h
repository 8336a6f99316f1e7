// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "morph/runtime/image.h"
#include "morph/runtime/result.h"

namespace morphview {

// The program's own pictures as PNG files: what it renders, and what it compares with.

/// The file's bytes: 8-bit RGBA, marked sRGB; the same picture gives the same bytes. Errors:
/// out_of_memory, io.
morph::Result<std::vector<std::uint8_t>> encode_png(const morph::Image& image);

/// Any PNG as 8-bit RGBA, its values as they are stored (no gamma is applied). Errors: syntax,
/// limit_exceeded for a side above 16384.
morph::Result<morph::Image> decode_png(std::span<const std::uint8_t> bytes);

/// Errors: not_found when there is no such file, io, and those of decode_png; `where` is the file.
morph::Result<morph::Image> read_png(const std::string& path);

/// Written whole or not at all; "-" is standard output. Errors: io.
morph::Result<void> write_png(const std::string& path, const morph::Image& image);

}  // namespace morphview
