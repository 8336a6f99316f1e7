// SPDX-License-Identifier: MIT
#include <span>
#include <utility>

#include "morph/gltf/detail/buffer_view.h"
#include "morph/gltf/detail/image_decode.h"
#include "morph/gltf/detail/import_material.h"

namespace morph::gltf::detail {
namespace {

ImageInfo describe(const ImportContext& context, const ImageSource& image) {
  const std::string uri = image.uri && !is_data_uri(*image.uri) ? *image.uri : "";
  return {image.name, kept_name(uri, context.limits), ImageInfo::State::unused};
}

Image import_image(const ImportContext& context, std::size_t index, ImageInfo& info) {
  const ImageSource& source = context.document.images[index];
  auto encoded = read_encoded(context, source);
  if (encoded) {
    auto taken = context.budget.encoded.take(encoded->bytes().size(), {}, "encoded images");
    if (!taken) encoded = taken.error();
  }
  Result<Image> image = encoded ? decode_image(encoded->bytes(), context.limits, context.budget)
                                : Result<Image>(std::move(encoded).error());
  if (image) {
    info.state = ImageInfo::State::decoded;
    return std::move(*image);
  }
  Error warning = std::move(image).error();
  warning.where = pointer("/images/", index);
  warning.message += "; a checkerboard stands for it";
  context.warnings.add(std::move(warning));
  info.state = ImageInfo::State::placeholder;
  return placeholder_image();
}

}  // namespace

Result<FileBytes> read_encoded(const ImportContext& context, const ImageSource& image) {
  if (image.uri && is_data_uri(*image.uri)) {
    auto bytes = decode_data_uri(*image.uri);
    if (!bytes) return std::move(bytes).error();
    return FileBytes(std::move(*bytes));
  }
  if (image.uri) return context.files.read(*image.uri, "image", context.limits, context.budget);
  if (image.buffer_view < 0) {
    return Error{ErrorCode::invalid_value, {}, "has neither uri nor bufferView", "ONE_OF_MISMATCH"};
  }
  auto bytes = find_view(context.document, image.buffer_view, {});
  if (!bytes) return bytes.error();
  return FileBytes(*bytes);
}

std::vector<Image> import_images(const ImportContext& context,
                                 const std::vector<Material>& materials,
                                 const std::vector<Texture>& textures,
                                 std::vector<ImageInfo>& infos) {
  const std::size_t count = context.document.images.size();
  std::vector<bool> used(count, false);
  for (const Material& material : materials) {
    for_each_texture_use(material, [&](std::string_view, const TextureUse& use) {
      if (use.texture >= textures.size()) return;  // Scene::create refuses it
      const Index image = textures[use.texture].image;
      if (image < count) used[image] = true;
    });
  }
  context.watch.enter(ImportPhase::images, count);
  std::vector<Image> images(count);
  for (std::size_t i = 0; i < count; ++i) {
    infos.push_back(describe(context, context.document.images[i]));
    context.watch.step();
    if (used[i]) images[i] = import_image(context, i, infos[i]);
  }
  return images;
}

}  // namespace morph::gltf::detail
