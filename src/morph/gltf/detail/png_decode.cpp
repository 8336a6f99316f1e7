// SPDX-License-Identifier: MIT
#include <png.h>

#include <csetjmp>
#include <cstring>
#include <string>

#include "morph/gltf/detail/image_decode.h"

namespace morph::gltf::detail {
namespace {

/// What is known on both sides of a longjmp. Nothing in it needs a destructor to run in between.
struct PngState {
  const std::byte* data = nullptr;
  std::size_t size = 0;
  std::size_t read = 0;
  char message[120] = "";
  Image* image = nullptr;
  png_bytep* rows = nullptr;
  png_structp png = nullptr;
  png_infop info = nullptr;
};

void on_error(png_structp png, png_const_charp message) {
  auto* state = static_cast<PngState*>(png_get_error_ptr(png));
  std::strncpy(state->message, message, sizeof(state->message) - 1);
  png_longjmp(png, 1);
}

void on_warning(png_structp, png_const_charp) {}

void on_read(png_structp png, png_bytep out, png_size_t count) {
  auto* state = static_cast<PngState*>(png_get_io_ptr(png));
  if (count > state->size - state->read) png_error(png, "cut off");
  std::memcpy(out, state->data + state->read, count);
  state->read += count;
}

/// Whatever the file has becomes 8-bit RGBA. No gamma: glTF says to ignore it.
void ask_for_rgba(png_structp png, png_infop info) {
  png_set_scale_16(png);
  png_set_expand(png);
  png_set_gray_to_rgb(png);
  png_set_add_alpha(png, 0xFF, PNG_FILLER_AFTER);
  png_set_interlace_handling(png);
  png_read_update_info(png, info);
}

/// C-like, because libpng's errors jump out of it over every frame: nothing here has a destructor.
bool read_header(PngState& state) {
  if (setjmp(png_jmpbuf(state.png)) != 0) return false;
  png_set_read_fn(state.png, &state, on_read);
  png_set_user_limits(state.png, 0x7FFF'FFFF, 0x7FFF'FFFF);  // ours are asked after this
  png_set_chunk_malloc_max(state.png, 1 << 20);
  // Text, profiles and the like are skipped, not inflated.
  png_set_keep_unknown_chunks(state.png, PNG_HANDLE_CHUNK_NEVER, nullptr, -1);
  png_read_info(state.png, state.info);
  return true;
}

bool read_rows(PngState& state) {
  if (setjmp(png_jmpbuf(state.png)) != 0) return false;
  ask_for_rgba(state.png, state.info);
  if (png_get_rowbytes(state.png, state.info) != std::size_t{state.image->width} * 4) {
    png_error(state.png, "unexpected row size");
  }
  png_read_image(state.png, state.rows);
  png_read_end(state.png, nullptr);
  return true;
}

/// Frees what libpng holds when the scope ends.
struct PngOwner {
  explicit PngOwner(PngState& owned) : state(owned) {}
  PngOwner(const PngOwner&) = delete;
  PngOwner& operator=(const PngOwner&) = delete;
  ~PngOwner() { png_destroy_read_struct(&state.png, &state.info, nullptr); }
  PngState& state;
};

Error broken(const PngState& state) {
  return {ErrorCode::syntax, {}, "broken PNG: " + std::string(state.message), "IMAGE_DATA_INVALID"};
}

}  // namespace

Result<Image> decode_png(std::span<const std::byte> bytes, AdmitSize admit, void* admit_state) {
  PngState state;
  state.data = bytes.data();
  state.size = bytes.size();
  state.png = png_create_read_struct(PNG_LIBPNG_VER_STRING, &state, on_error, on_warning);
  const PngOwner owner(state);
  if (state.png != nullptr) state.info = png_create_info_struct(state.png);
  if (state.info == nullptr) return Error{ErrorCode::out_of_memory, {}, "no memory for libpng", {}};
  if (!read_header(state)) return broken(state);

  Image image;
  image.width = png_get_image_width(state.png, state.info);
  image.height = png_get_image_height(state.png, state.info);
  if (auto admitted = admit(admit_state, image.width, image.height, 0); !admitted) {
    return admitted.error();
  }
  image.rgba.resize(image.pixel_count() * 4);
  std::vector<png_bytep> rows(image.height);
  for (std::uint32_t y = 0; y < image.height; ++y) {
    rows[y] = image.rgba.data() + std::size_t{y} * image.width * 4;
  }
  state.image = &image;
  state.rows = rows.data();
  if (!read_rows(state)) return broken(state);
  return image;
}

}  // namespace morph::gltf::detail
