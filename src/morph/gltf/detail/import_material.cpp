// SPDX-License-Identifier: MIT
#include "morph/gltf/detail/import_material.h"

#include <algorithm>
#include <cmath>

#include "morph/runtime/morph_target_data.h"

namespace morph::gltf::detail {
namespace {

float in_range(const ImportContext& context, double value, float least, float most,
               const std::string& where) {
  if (value >= least && value <= most) return static_cast<float>(value);
  context.warnings.add({ErrorCode::invalid_value, where,
                        std::to_string(value) + ", expected " + std::to_string(least) + " to " +
                            std::to_string(most),
                        "VALUE_NOT_IN_RANGE"});
  return std::clamp(static_cast<float>(value), least, most);
}

AlphaMode read_alpha_mode(const ImportContext& context, const std::string& name,
                          const std::string& where) {
  if (name == "MASK") return AlphaMode::mask;
  if (name == "BLEND") return AlphaMode::blend;
  if (name != "OPAQUE") {
    context.warnings.add({ErrorCode::invalid_value, where + "/alphaMode",
                          in_quotes(name) + ", expected OPAQUE, MASK or BLEND",
                          "VALUE_NOT_IN_LIST"});
  }
  return AlphaMode::opaque;
}

TextureUse import_texture_use(const ImportContext& context, const tinygltf::TextureInfo& source,
                              const std::string& where) {
  if (source.index < 0) return {};
  const auto set = static_cast<std::uint32_t>(source.texCoord);
  if (set < kMaxTexcoordSets) return {static_cast<Index>(source.index), set};
  context.warnings.add({ErrorCode::unsupported,
                        where + "/texCoord",
                        std::to_string(set) + ", supported are 0 to " +
                            std::to_string(kMaxTexcoordSets - 1) + "; the texture is not shown",
                        {}});
  return {};
}

Material import_material(const ImportContext& context, const tinygltf::Material& source,
                         const std::string& where) {
  const tinygltf::PbrMetallicRoughness& pbr = source.pbrMetallicRoughness;
  const std::string pbr_where = where + "/pbrMetallicRoughness";
  Material out;
  out.name = kept_name(source.name, context.limits);
  for (std::size_t c = 0; c < 4; ++c) {
    out.base_color_factor[static_cast<int>(c)] = in_range(
        context, pbr.baseColorFactor[c], 0, 1, pbr_where + pointer("/baseColorFactor/", c));
  }
  out.base_color_texture =
      import_texture_use(context, pbr.baseColorTexture, pbr_where + "/baseColorTexture");
  out.metallic_factor = in_range(context, pbr.metallicFactor, 0, 1, pbr_where + "/metallicFactor");
  out.roughness_factor =
      in_range(context, pbr.roughnessFactor, 0, 1, pbr_where + "/roughnessFactor");
  out.alpha_mode = read_alpha_mode(context, source.alphaMode, where);
  out.alpha_cutoff = in_range(context, source.alphaCutoff, 0, 1e6f, where + "/alphaCutoff");
  out.double_sided = source.doubleSided;
  out.unlit = source.extensions.contains("KHR_materials_unlit");
  return out;
}

Wrap read_wrap(const ImportContext& context, int number, const std::string& where) {
  if (number == TINYGLTF_TEXTURE_WRAP_CLAMP_TO_EDGE) return Wrap::clamp_to_edge;
  if (number == TINYGLTF_TEXTURE_WRAP_MIRRORED_REPEAT) return Wrap::mirrored_repeat;
  if (number != TINYGLTF_TEXTURE_WRAP_REPEAT) {
    context.warnings.add({ErrorCode::invalid_value, where,
                          std::to_string(number) + ", expected 10497, 33071 or 33648",
                          "VALUE_NOT_IN_LIST"});
  }
  return Wrap::repeat;
}

/// The filters' numbers are OpenGL's.
TextureSampler import_sampler(const ImportContext& context, const tinygltf::Sampler& source,
                              const std::string& where) {
  TextureSampler out;
  const auto unknown = [&](const char* member, int number) {
    context.warnings.add({ErrorCode::invalid_value, where + member,
                          std::to_string(number) + " is no filter", "VALUE_NOT_IN_LIST"});
  };
  if (source.magFilter == TINYGLTF_TEXTURE_FILTER_NEAREST) {
    out.magnify = Filter::nearest;
  } else if (source.magFilter >= 0 && source.magFilter != TINYGLTF_TEXTURE_FILTER_LINEAR) {
    unknown("/magFilter", source.magFilter);
  }
  switch (source.minFilter) {
    case TINYGLTF_TEXTURE_FILTER_NEAREST:
    case TINYGLTF_TEXTURE_FILTER_LINEAR:
      out.mipmap = Mipmap::none;
      break;
    case TINYGLTF_TEXTURE_FILTER_NEAREST_MIPMAP_NEAREST:
    case TINYGLTF_TEXTURE_FILTER_LINEAR_MIPMAP_NEAREST:
      out.mipmap = Mipmap::nearest;
      break;
    case TINYGLTF_TEXTURE_FILTER_NEAREST_MIPMAP_LINEAR:
    case TINYGLTF_TEXTURE_FILTER_LINEAR_MIPMAP_LINEAR:
    case -1:
      break;
    default:
      unknown("/minFilter", source.minFilter);
      break;
  }
  if (source.minFilter == TINYGLTF_TEXTURE_FILTER_NEAREST ||
      source.minFilter == TINYGLTF_TEXTURE_FILTER_NEAREST_MIPMAP_NEAREST ||
      source.minFilter == TINYGLTF_TEXTURE_FILTER_NEAREST_MIPMAP_LINEAR) {
    out.minify = Filter::nearest;
  }
  out.wrap_s = read_wrap(context, source.wrapS, where + "/wrapS");
  out.wrap_t = read_wrap(context, source.wrapT, where + "/wrapT");
  return out;
}

/// The image of EXT_texture_webp, KHR_texture_basisu and their like.
int source_of_extension(const tinygltf::Texture& texture) {
  for (const auto& [name, extension] : texture.extensions) {
    if (!extension.IsObject() || !extension.Has("source")) continue;
    const tinygltf::Value& source = extension.Get("source");
    if (source.IsInt()) return source.GetNumberAsInt();
  }
  return -1;
}

}  // namespace

std::vector<Material> import_materials(const ImportContext& context) {
  std::vector<Material> materials;
  for (const tinygltf::Material& source : context.model().materials) {
    materials.push_back(import_material(context, source, pointer("/materials/", materials.size())));
  }
  return materials;
}

Result<std::vector<Texture>> import_textures(const ImportContext& context) {
  const tinygltf::Model& model = context.model();
  std::vector<TextureSampler> samplers;
  for (const tinygltf::Sampler& source : model.samplers) {
    samplers.push_back(import_sampler(context, source, pointer("/samplers/", samplers.size())));
  }
  std::vector<Texture> textures;
  for (const tinygltf::Texture& source : model.textures) {
    const std::string where = pointer("/textures/", textures.size());
    Texture& texture = textures.emplace_back();
    const int image = source.source >= 0 ? source.source : source_of_extension(source);
    if (image >= 0) texture.image = static_cast<Index>(image);
    if (source.sampler < 0) continue;
    if (static_cast<std::size_t>(source.sampler) >= samplers.size()) {
      return unresolved(where + "/sampler", "sampler", source.sampler, samplers.size());
    }
    texture.sampler = samplers[static_cast<std::size_t>(source.sampler)];
  }
  return textures;
}

}  // namespace morph::gltf::detail
