// SPDX-License-Identifier: MIT
#include "morph/gltf/detail/extensions.h"

#include <algorithm>
#include <array>

#include "morph/gltf/detail/codecs.h"

namespace morph::gltf::detail {
namespace {

constexpr std::string_view kImplemented[] = {
    "KHR_animation_pointer",
    "KHR_materials_emissive_strength",
    "KHR_materials_unlit",
    "KHR_mesh_quantization",
    "KHR_texture_transform",
    "VRM",
    "VRMC_vrm",
};

constexpr std::string_view kOfCodecs[] = {
    "EXT_meshopt_compression",
    "EXT_texture_webp",
    "KHR_draco_mesh_compression",
    "KHR_meshopt_compression",
};

constexpr std::array<std::string_view, 12> kLookPrefixes = {
    "KHR_materials_",  "EXT_materials_", "ADOBE_materials_", "MSFT_materials_",
    "VRMC_materials_", "KHR_texture_",   "EXT_texture_",     "MSFT_texture_",
    "KHR_lights_",     "EXT_lights_",    "KHR_xmp",          "MSFT_packing_"};

bool is_of_codec(std::string_view extension) {
  return std::ranges::find(kOfCodecs, extension) != std::end(kOfCodecs);
}

}  // namespace

bool is_implemented(std::string_view extension) {
  if (is_of_codec(extension)) return kHasCodecs;
  return std::ranges::find(kImplemented, extension) != std::end(kImplemented);
}

std::string lacks(std::string_view extension) {
  std::string out = "needs " + std::string(extension);
  out += is_of_codec(extension) ? no_codec() : ", which morphview does not support";
  return out;
}

std::string_view no_codec() {
  return ", for which this build has no codec (built without MORPH_CODECS)";
}

bool concerns_look_only(std::string_view extension) {
  return std::ranges::any_of(
      kLookPrefixes, [&](std::string_view prefix) { return extension.starts_with(prefix); });
}

bool uses_extension(const tinygltf::Model& model, std::string_view extension) {
  const auto in = [&](const std::vector<std::string>& list) {
    return std::ranges::find(list, extension) != list.end();
  };
  return in(model.extensionsUsed) || in(model.extensionsRequired);
}

Result<void> check_required_extensions(const tinygltf::Model& model, Warnings& warnings) {
  for (std::size_t i = 0; i < model.extensionsRequired.size(); ++i) {
    const std::string& name = model.extensionsRequired[i];
    if (is_implemented(name)) continue;
    Error lacking{ErrorCode::unsupported, pointer("/extensionsRequired/", i), lacks(name),
                  "UNSUPPORTED_EXTENSION"};
    if (!concerns_look_only(name)) return lacking;
    lacking.message += "; shown without it";
    warnings.add(std::move(lacking));
  }
  return {};
}

std::vector<std::string> unsupported_extensions(const tinygltf::Model& model) {
  std::vector<std::string> names;
  const auto collect = [&](const std::vector<std::string>& list) {
    for (const std::string& name : list) {
      if (!is_implemented(name) && std::ranges::find(names, name) == names.end()) {
        names.push_back(name);
      }
    }
  };
  collect(model.extensionsUsed);
  collect(model.extensionsRequired);
  return names;
}

}  // namespace morph::gltf::detail
