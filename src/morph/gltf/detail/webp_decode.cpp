// SPDX-License-Identifier: MIT
#include <webp/decode.h>

#include "morph/gltf/detail/codecs.h"

namespace morph::gltf::detail {
namespace {

Error broken(const char* what) {
  return {ErrorCode::syntax, {}, std::string("broken WebP: ") + what, "IMAGE_DATA_INVALID"};
}

}  // namespace

Result<Image> decode_webp(std::span<const std::byte> bytes, AdmitSize admit, void* admit_state) {
  const auto* const data = reinterpret_cast<const std::uint8_t*>(bytes.data());
  WebPBitstreamFeatures features;
  if (WebPGetFeatures(data, bytes.size(), &features) != VP8_STATUS_OK) return broken("no header");
  if (features.has_animation != 0) {
    return Error{ErrorCode::unsupported, {}, "an animated WebP", "IMAGE_FEATURES_UNSUPPORTED"};
  }
  Image image{
      static_cast<std::uint32_t>(features.width), static_cast<std::uint32_t>(features.height), {}};
  constexpr int kLossless = 2;
  const std::uint64_t meanwhile = features.format == kLossless ? 4 : 0;  // all pixels once more
  if (auto admitted = admit(admit_state, image.width, image.height, meanwhile); !admitted) {
    return admitted.error();
  }
  image.rgba.resize(image.pixel_count() * 4);
  if (WebPDecodeRGBAInto(data, bytes.size(), image.rgba.data(), image.rgba.size(),
                         features.width * 4) == nullptr) {
    return broken("pixels are missing");
  }
  return image;
}

}  // namespace morph::gltf::detail
