// SPDX-License-Identifier: MIT
#include "morphview/png.h"

#include <fmt/format.h>
#include <png.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <csetjmp>
#include <cstdio>
#include <cstring>
#include <filesystem>
#include <memory>
#include <string>
#include <utility>

#include "morphview/output_file.h"

namespace morphview {
namespace {

using morph::Error;
using morph::ErrorCode;
using morph::Image;
using morph::Result;

constexpr std::uint32_t kLargestSide = 16'384;

/// What libpng's callbacks share with their caller.
struct Reader {
  std::span<const std::uint8_t> rest;
  std::array<char, 128> complaint{};
};

void read_bytes(png_structp png, png_bytep out, std::size_t count) {
  auto& reader = *static_cast<Reader*>(png_get_io_ptr(png));
  if (reader.rest.size() < count) png_error(png, "the file ends early");
  std::memcpy(out, reader.rest.data(), count);
  reader.rest = reader.rest.subspan(count);
}

[[noreturn]] void on_error(png_structp png, png_const_charp message) {
  auto& reader = *static_cast<Reader*>(png_get_error_ptr(png));
  std::strncpy(reader.complaint.data(), message, reader.complaint.size() - 1);
  png_longjmp(png, 1);
}

void ignore_warning(png_structp, png_const_charp) {}

// 8-bit RGBA whatever the file holds; the stored values, whatever gamma it claims.
void expand_to_rgba(png_structp png) {
  png_set_scale_16(png);
  png_set_expand(png);
  png_set_gray_to_rgb(png);
  png_set_add_alpha(png, 0xFF, PNG_FILLER_AFTER);
}

// Between setjmp and longjmp there is nothing with a destructor in this function.
bool decode_rows(png_structp png, png_infop info, Reader& reader, Image& image) {
  if (setjmp(png_jmpbuf(png))) return false;
  png_set_read_fn(png, &reader, read_bytes);
  png_set_user_limits(png, kLargestSide, kLargestSide);
  png_read_info(png, info);
  expand_to_rgba(png);
  const int passes = png_set_interlace_handling(png);
  png_read_update_info(png, info);
  image.width = png_get_image_width(png, info);
  image.height = png_get_image_height(png, info);
  image.rgba.resize(4 * image.pixel_count());
  for (int pass = 0; pass < passes; ++pass) {
    for (std::uint32_t y = 0; y < image.height; ++y) {
      png_read_row(png, image.rgba.data() + std::size_t{4} * image.width * y, nullptr);
    }
  }
  png_read_end(png, nullptr);
  return true;
}

Result<std::vector<std::uint8_t>> read_bytes_of(const std::string& path) {
  std::error_code error;
  if (!std::filesystem::exists(path, error)) {
    return Error{ErrorCode::not_found, path, "no such file"};
  }
  const auto close = [](std::FILE* file) { std::fclose(file); };
  const std::unique_ptr<std::FILE, decltype(close)> file(std::fopen(path.c_str(), "rb"), close);
  if (!file) return Error{ErrorCode::io, path, std::strerror(errno)};
  std::vector<std::uint8_t> bytes;
  std::array<std::uint8_t, 1 << 14> chunk;
  while (const std::size_t got = std::fread(chunk.data(), 1, chunk.size(), file.get())) {
    bytes.insert(bytes.end(), chunk.begin(), chunk.begin() + static_cast<std::ptrdiff_t>(got));
  }
  if (std::ferror(file.get())) return Error{ErrorCode::io, path, "cannot be read"};
  return bytes;
}

}  // namespace

Result<std::vector<std::uint8_t>> encode_png(const Image& image) {
  png_image description{};
  description.version = PNG_IMAGE_VERSION;
  description.width = image.width;
  description.height = image.height;
  description.format = PNG_FORMAT_RGBA;
  png_alloc_size_t size = PNG_IMAGE_PNG_SIZE_MAX(description);
  std::vector<std::uint8_t> bytes(size);
  if (!png_image_write_to_memory(&description, bytes.data(), &size, 0, image.rgba.data(), 0,
                                 nullptr)) {
    return Error{ErrorCode::io, "", fmt::format("PNG: {}", description.message)};
  }
  bytes.resize(size);
  return bytes;
}

Result<Image> decode_png(std::span<const std::uint8_t> bytes) {
  constexpr std::size_t kSignature = 8;
  if (bytes.size() < kSignature || png_sig_cmp(bytes.data(), 0, kSignature) != 0) {
    return Error{ErrorCode::syntax, "", "not a PNG file"};
  }
  Reader reader{bytes};
  png_structp png =
      png_create_read_struct(PNG_LIBPNG_VER_STRING, &reader, on_error, ignore_warning);
  png_infop info = png ? png_create_info_struct(png) : nullptr;
  Image image;
  const bool decoded = info && decode_rows(png, info, reader, image);
  png_destroy_read_struct(&png, &info, nullptr);
  if (!decoded)
    return Error{ErrorCode::syntax, "", fmt::format("PNG: {}", reader.complaint.data())};
  return image;
}

Result<Image> read_png(const std::string& path) {
  const Result<std::vector<std::uint8_t>> bytes = read_bytes_of(path);
  if (!bytes) return bytes.error();
  Result<Image> image = decode_png(*bytes);
  if (image) return image;
  Error error = image.error();
  error.where = path;
  return error;
}

Result<void> write_png(const std::string& path, const Image& image) {
  const Result<std::vector<std::uint8_t>> bytes = encode_png(image);
  if (!bytes) return bytes.error();
  return write_file(path, *bytes);
}

}  // namespace morphview
