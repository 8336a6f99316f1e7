// SPDX-License-Identifier: MIT
#include "morphview/info_materials.h"

#include <fmt/format.h>

#include <string>
#include <string_view>

#include "morphview/text.h"

namespace morphview {
namespace {

using morph::Index;
using morph::Material;
using morph::Scene;
using morph::TextureUse;
using morph::gltf::ImageInfo;
using Layout = JsonWriter::Layout;

std::string_view alpha_mode_name(morph::AlphaMode mode) {
  switch (mode) {
    case morph::AlphaMode::mask:
      return "MASK";
    case morph::AlphaMode::blend:
      return "BLEND";
    default:
      return "OPAQUE";
  }
}

std::string_view state_name(ImageInfo::State state) {
  switch (state) {
    case ImageInfo::State::decoded:
      return "decoded";
    case ImageInfo::State::placeholder:
      return "placeholder";
    default:
      return "unused";
  }
}

/// "baseColorTexture", of its place in a material.
std::string_view use_name(std::string_view place) { return place.substr(place.rfind('/') + 1); }

std::string image_label(const ImageInfo& image, Index index) {
  return display_name(image.name.empty() ? image.uri : image.name, "image", index);
}

void write_material(JsonWriter& json, const Material& material, Index index) {
  json.begin_object(Layout::one_line);
  json.member("index", index);
  json.member("name", display_name(material.name, "material", index));
  json.member("alpha_mode", alpha_mode_name(material.alpha_mode));
  json.member("double_sided", material.double_sided);
  json.member("unlit", material.unlit);
  json.key("textures");
  json.begin_array();
  for_each_texture_use(material, [&](std::string_view place, const TextureUse& use) {
    json.begin_object();
    json.member("use", use_name(place));
    json.member("texture", use.texture);
    json.member("texcoord", use.texcoord);
    json.member("transformed", use.transform != morph::TextureTransform());
    json.end_object();
  });
  json.end_array();
  json.end_object();
}

void write_texture(JsonWriter& json, const morph::Texture& texture, Index index) {
  json.begin_object(Layout::one_line);
  json.member("index", index);
  json.key("image");
  if (texture.image == morph::kNoIndex) {
    json.null();
  } else {
    json.value(texture.image);
  }
  json.end_object();
}

void write_image(JsonWriter& json, const morph::Image& image, const ImageInfo& info, Index index) {
  json.begin_object(Layout::one_line);
  json.member("index", index);
  json.member("name", image_label(info, index));
  json.member("uri", info.uri);
  json.member("width", image.width);
  json.member("height", image.height);
  json.member("state", state_name(info.state));
  json.end_object();
}

void print_material(OutputFile& out, const Material& material, Index index) {
  std::string text = fmt::format("  {:<3} {}  {}", index,
                                 printable(display_name(material.name, "material", index)),
                                 alpha_mode_name(material.alpha_mode));
  if (material.double_sided) text += ", double-sided";
  if (material.unlit) text += ", unlit";
  for_each_texture_use(material, [&](std::string_view place, const TextureUse& use) {
    text += fmt::format(", {} {}", use_name(place), use.texture);
  });
  out.write(text + "\n");
}

void print_image(OutputFile& out, const morph::Image& image, const ImageInfo& info, Index index) {
  const std::string label = printable(image_label(info, index));
  out.write(info.state == ImageInfo::State::decoded
                ? fmt::format("  {:<3} {}  {} × {}\n", index, label, image.width, image.height)
                : fmt::format("  {:<3} {}  {}\n", index, label, state_name(info.state)));
}

}  // namespace

void write_materials(JsonWriter& json, const Model& model) {
  const Scene& scene = model.scene();
  json.key("materials");
  json.begin_array();
  for (Index i = 0; i < scene.materials().size(); ++i) {
    write_material(json, scene.materials()[i], i);
  }
  json.end_array();
  json.key("textures");
  json.begin_array();
  for (Index i = 0; i < scene.textures().size(); ++i) write_texture(json, scene.textures()[i], i);
  json.end_array();
  json.key("images");
  json.begin_array();
  for (Index i = 0; i < scene.images().size(); ++i) {
    write_image(json, scene.images()[i], model.imported.source.images[i], i);
  }
  json.end_array();
}

void print_materials(OutputFile& out, const Model& model) {
  const Scene& scene = model.scene();
  if (!scene.materials().empty()) out.write("\nMaterials\n");
  for (Index i = 0; i < scene.materials().size(); ++i) {
    print_material(out, scene.materials()[i], i);
  }
  if (!scene.images().empty()) out.write("\nImages\n");
  for (Index i = 0; i < scene.images().size(); ++i) {
    print_image(out, scene.images()[i], model.imported.source.images[i], i);
  }
}

}  // namespace morphview
