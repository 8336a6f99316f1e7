// SPDX-License-Identifier: MIT
#include <turbojpeg.h>

#include <memory>
#include <string>

#include "morph/gltf/detail/image_decode.h"

namespace morph::gltf::detail {
namespace {

struct DestroyHandle {
  void operator()(void* handle) const { tjDestroy(handle); }
};
using Handle = std::unique_ptr<void, DestroyHandle>;

Error broken(void* handle) {
  return {ErrorCode::syntax,
          {},
          "broken JPEG: " + std::string(tjGetErrorStr2(handle)),
          "IMAGE_DATA_INVALID"};
}

#ifdef TJFLAG_LIMITSCANS
constexpr int kFlags =
    TJFLAG_ACCURATEDCT | TJFLAG_LIMITSCANS;  // a scan costs a pass over all pixels
#else
constexpr int kFlags = TJFLAG_ACCURATEDCT;
#endif

/// Whether the first scan has all components of a frame that is not progressive. False where that
/// cannot be told.
bool comes_in_one_scan(std::span<const std::byte> bytes) {
  const auto at = [&](std::size_t i) {
    return i < bytes.size() ? std::to_integer<unsigned>(bytes[i]) : 0u;
  };
  unsigned components = 0;
  for (std::size_t i = 2; i + 4 < bytes.size();) {
    if (at(i) != 0xFF) return false;
    const unsigned marker = at(i + 1);
    if (marker == 0xFF) {
      ++i;  // fill bytes
      continue;
    }
    if (marker == 0xDA) return components != 0 && at(i + 4) == components;
    const bool sequential = marker == 0xC0 || marker == 0xC1;
    const bool frame =
        marker >= 0xC0 && marker <= 0xCF && marker != 0xC4 && marker != 0xC8 && marker != 0xCC;
    if (frame && !sequential) return false;
    if (frame) components = at(i + 9);
    i += 2 + (at(i + 2) << 8 | at(i + 3));
  }
  return false;
}

}  // namespace

Result<Image> decode_jpeg(std::span<const std::byte> bytes, AdmitSize admit, void* admit_state) {
  const Handle handle(tjInitDecompress());
  if (!handle) return Error{ErrorCode::out_of_memory, {}, "no memory for libjpeg-turbo", {}};
  const auto* data = reinterpret_cast<const unsigned char*>(bytes.data());
  int width = 0;
  int height = 0;
  int subsampling = 0;
  int color_space = 0;
  if (tjDecompressHeader3(handle.get(), data, bytes.size(), &width, &height, &subsampling,
                          &color_space) != 0) {
    return broken(handle.get());
  }
  // Where a component comes in several scans, all coefficients are kept: 16 bits for each of at
  // most four components.
  const std::uint64_t meanwhile = comes_in_one_scan(bytes) ? 0 : 8;
  if (auto admitted = admit(admit_state, static_cast<std::uint64_t>(width),
                            static_cast<std::uint64_t>(height), meanwhile);
      !admitted) {
    return admitted.error();
  }
  Image image{static_cast<std::uint32_t>(width), static_cast<std::uint32_t>(height), {}};
  image.rgba.resize(image.pixel_count() * 4, 255);
  const int result = tjDecompress2(handle.get(), data, bytes.size(), image.rgba.data(), width, 0,
                                   height, TJPF_RGBA, kFlags);
  // A warning means that pixels are missing; such a picture is as good as broken.
  if (result != 0) return broken(handle.get());
  return image;
}

}  // namespace morph::gltf::detail
