// SPDX-License-Identifier: MIT
#include <algorithm>
#include <initializer_list>

#include "morph/gltf/detail/conformance_parts.h"
#include "morph/gltf/detail/extensions.h"
#include "morph/gltf/detail/image_decode.h"
#include "morph/gltf/detail/import_material.h"

namespace morph::gltf::detail {
namespace {

constexpr const char* kWebpExtension = "EXT_texture_webp";
constexpr std::string_view kWebp = "image/webp";

class ImageReport {
 public:
  explicit ImageReport(const ImportContext& context)
      : context_(context), budget_(context.budget), types_(context.document.images.size()) {}

  void run();

 private:
  void check_image(std::size_t index);
  void check_content(std::size_t index, std::string_view recognized);
  void check_texture(std::size_t texture, int image, const std::string& member,
                     std::initializer_list<std::string_view> allowed);

  const ImportContext& context_;
  Budget budget_;                   // a copy: what the report reads it drops again
  std::vector<std::string> types_;  // by image: as declared, else as recognized; "" if neither
};

void ImageReport::run() {
  for (std::size_t i = 0; i < types_.size(); ++i) check_image(i);
  const auto& textures = context_.model().textures;
  for (std::size_t t = 0; t < textures.size(); ++t) {
    check_texture(t, textures[t].source, "/source", {"image/png", "image/jpeg"});
    const auto webp = textures[t].extensions.find(kWebpExtension);
    if (webp == textures[t].extensions.end() || !webp->second.Get("source").IsInt()) continue;
    check_texture(t, webp->second.Get("source").GetNumberAsInt(),
                  pointer("/extensions/", kWebpExtension, "/source"), {kWebp});
  }
}

void ImageReport::check_image(std::size_t index) {
  const ImageSource& image = context_.document.images[index];
  const std::string where = pointer("/images/", index);
  const bool in_view = image.buffer_view >= 0;
  if (in_view == image.uri.has_value()) {
    add_finding(context_, where,
                in_view ? "has both uri and bufferView" : "has neither uri nor bufferView",
                "ONE_OF_MISMATCH");
    if (!in_view) return;
  }
  if (in_view && !image.mime_type) {
    add_finding(context_, where + "/bufferView", "has no mimeType beside it",
                "UNSATISFIED_DEPENDENCY");
  }
  const ImportContext context{context_.document, context_.files, context_.limits, budget_,
                              context_.warnings, context_.watch, context_.memory};
  auto encoded = read_encoded(context, image);
  if (!encoded) {
    Error error = std::move(encoded).error();
    error.where = where;
    return context_.warnings.add_once(std::move(error));
  }
  check_content(index, media_type_of(encoded->bytes()));
}

void ImageReport::check_content(std::size_t index, std::string_view recognized) {
  const ImageSource& image = context_.document.images[index];
  const std::string where = pointer("/images/", index);
  const std::string place = where + (image.uri ? "/uri" : "/bufferView");
  types_[index] = image.mime_type.value_or(std::string(recognized));
  if (image.uri && is_data_uri(*image.uri) && media_type_of_uri(*image.uri) != recognized) {
    return add_finding(context_, place,
                       "declares " + in_quotes(media_type_of_uri(*image.uri)) + ", but holds " +
                           (recognized.empty() ? "something else" : std::string(recognized)),
                       "INVALID_URI");
  }
  if (recognized.empty()) return;
  if (image.mime_type && *image.mime_type != recognized) {
    add_finding(
        context_, place,
        "is " + std::string(recognized) + ", but mimeType says " + in_quotes(*image.mime_type),
        "IMAGE_MIME_TYPE_INVALID");
  }
  if (recognized == kWebp && !uses_extension(context_.model(), kWebpExtension)) {
    add_finding(context_, where, "is image/webp, which needs EXT_texture_webp",
                "IMAGE_NON_ENABLED_MIME_TYPE");
  }
}

void ImageReport::check_texture(std::size_t texture, int image, const std::string& member,
                                std::initializer_list<std::string_view> allowed) {
  if (static_cast<std::size_t>(image) >= types_.size()) return;
  const std::string& type = types_[static_cast<std::size_t>(image)];
  const bool known = !type.empty() || context_.document.images[image].mime_type;
  if (!known || std::ranges::find(allowed, type) != allowed.end()) return;
  add_finding(
      context_, pointer("/textures/", texture, member),
      "image " + std::to_string(image) + " is " + in_quotes(type) + ", which cannot be shown so",
      "TEXTURE_INVALID_IMAGE_MIME_TYPE");
}

}  // namespace

void report_images(const ImportContext& context) { ImageReport(context).run(); }

}  // namespace morph::gltf::detail
