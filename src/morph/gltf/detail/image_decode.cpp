// SPDX-License-Identifier: MIT
#include "morph/gltf/detail/image_decode.h"

#include <string>
#include <string_view>

#include "morph/gltf/detail/codecs.h"
#include "morph/gltf/detail/findings.h"

namespace morph::gltf::detail {
namespace {

std::string_view as_text(std::span<const std::byte> bytes) {
  return {reinterpret_cast<const char*>(bytes.data()), bytes.size()};
}

struct Admission {
  const Limits& limits;
  Budget& budget;
};

Result<void> admit_size(void* state, std::uint64_t width, std::uint64_t height,
                        std::uint64_t meanwhile) {
  Admission& admission = *static_cast<Admission*>(state);
  const Limits& limits = admission.limits;
  const std::string size = std::to_string(width) + " × " + std::to_string(height) + " pixels";
  if (width == 0 || height == 0)
    return Error{ErrorCode::syntax, {}, "an image of " + size, "IMAGE_DATA_INVALID"};
  if (width > limits.image_side || height > limits.image_side) {
    return Error{ErrorCode::limit_exceeded,
                 {},
                 size + ", limit " + std::to_string(limits.image_side) + " per side",
                 {}};
  }
  if (width * height > limits.image_pixels) {
    return Error{ErrorCode::limit_exceeded,
                 {},
                 size + ", limit " + std::to_string(limits.image_pixels) + " pixels",
                 {}};
  }
  Allowance all = admission.budget.images;  // a copy: what is needed meanwhile is given back
  if (auto taken = all.take(width * height * (4 + meanwhile), {}, "decoded images"); !taken) {
    return taken;
  }
  return admission.budget.images.take(width * height * 4, {}, "decoded images");
}

}  // namespace

std::string_view media_type_of(std::span<const std::byte> bytes) {
  const std::string_view text = as_text(bytes);
  if (text.starts_with("\x89PNG\r\n\x1A\n")) return "image/png";
  if (text.starts_with("\xFF\xD8\xFF")) return "image/jpeg";
  if (text.starts_with("RIFF") && text.substr(0, 12).ends_with("WEBP")) return "image/webp";
  if (text.starts_with("\xABKTX 20\xBB\r\n\x1A\n")) return "image/ktx2";
  return {};
}

Result<Image> decode_image(std::span<const std::byte> bytes, const Limits& limits, Budget& budget) {
  if (bytes.size() > limits.image_bytes) {
    return Error{
        ErrorCode::limit_exceeded,
        {},
        readable_bytes(bytes.size()) + " encoded, limit " + readable_bytes(limits.image_bytes),
        {}};
  }
  const auto unsupported = [](const char* format) {
    return Error{ErrorCode::unsupported,
                 {},
                 std::string(format) +
                     (kHasCodecs ? ", expected PNG, JPEG or WebP" : ", expected PNG or JPEG"),
                 "IMAGE_UNRECOGNIZED_FORMAT"};
  };
  Admission admission{limits, budget};
  const std::string_view type = media_type_of(bytes);
  if (type == "image/png") return decode_png(bytes, admit_size, &admission);
  if (type == "image/jpeg") return decode_jpeg(bytes, admit_size, &admission);
  if (type == "image/webp") return decode_webp(bytes, admit_size, &admission);
  if (type == "image/ktx2") return unsupported("KTX2");
  if (as_text(bytes).starts_with("DDS ")) return unsupported("DDS");
  return unsupported("an unknown format");
}

Image placeholder_image() {
  constexpr std::uint32_t kSide = 16;
  constexpr std::uint32_t kCell = 4;
  Image image{kSide, kSide, {}};
  for (std::uint32_t y = 0; y < kSide; ++y) {
    for (std::uint32_t x = 0; x < kSide; ++x) {
      const bool light = (x / kCell + y / kCell) % 2 == 0;
      for (const int channel : {light ? 255 : 32, light ? 0 : 32, light ? 255 : 32, 255}) {
        image.rgba.push_back(static_cast<std::uint8_t>(channel));
      }
    }
  }
  return image;
}

}  // namespace morph::gltf::detail
