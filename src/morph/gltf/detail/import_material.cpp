// SPDX-License-Identifier: MIT
#include "morph/gltf/detail/import_material.h"

#include <algorithm>
#include <limits>
#include <utility>

#include "morph/gltf/detail/codecs.h"
#include "morph/runtime/morph_target_data.h"

namespace morph::gltf::detail {
namespace {

constexpr float kMost = std::numeric_limits<float>::max();

/// The value as a float within `least` to `most`.
float in_range(const ImportContext& context, double value, float least, float most,
               const std::string& where) {
  if (value >= least && value <= most) return static_cast<float>(value);
  std::string expected = readable_number(least);
  expected = most < kMost     ? expected + " to " + readable_number(most)
             : least > -kMost ? "at least " + expected
                              : "a number that fits a float";
  context.warnings.add({ErrorCode::invalid_value, where,
                        readable_number(value) + ", expected " + expected, "VALUE_NOT_IN_RANGE"});
  return static_cast<float>(std::clamp<double>(value, least, most));
}

float finite(const ImportContext& context, double value, const std::string& where) {
  return in_range(context, value, -kMost, kMost, where);
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

/// A number of an extension, or `fallback` where it has none. The scan has seen that it is one.
double number_of(const tinygltf::Value& extension, const char* member, double fallback) {
  return extension.Has(member) ? extension.Get(member).GetNumberAsDouble() : fallback;
}

glm::vec2 vector_of(const ImportContext& context, const tinygltf::Value& extension,
                    const char* member, glm::vec2 fallback, const std::string& where) {
  if (!extension.Has(member)) return fallback;
  const tinygltf::Value& values = extension.Get(member);
  glm::vec2 out;
  for (int i = 0; i < 2; ++i) {
    const double value = values.Get(i).GetNumberAsDouble();
    out[i] = finite(context, value, where + pointer("/", member, "/", i));
  }
  return out;
}

/// A texture of a material; `Source` is one of tinygltf's three kinds. None where it names a set of
/// coordinates that we do not keep.
template <class Source>
TextureUse import_texture_use(const ImportContext& context, const Source& source,
                              const std::string& where) {
  if (source.index < 0) return {};
  TextureUse use;
  use.texture = static_cast<Index>(source.index);
  use.texcoord = static_cast<std::uint32_t>(source.texCoord);
  std::string set_where = where + "/texCoord";
  if (const auto found = source.extensions.find("KHR_texture_transform");
      found != source.extensions.end()) {
    const tinygltf::Value& extension = found->second;
    const std::string place = where + "/extensions/KHR_texture_transform";
    use.transform.offset = vector_of(context, extension, "offset", use.transform.offset, place);
    use.transform.rotation =
        finite(context, number_of(extension, "rotation", 0), place + "/rotation");
    use.transform.scale = vector_of(context, extension, "scale", use.transform.scale, place);
    if (extension.Has("texCoord")) {
      use.texcoord = static_cast<std::uint32_t>(number_of(extension, "texCoord", 0));
      set_where = place + "/texCoord";
    }
  }
  if (use.texcoord < kMaxTexcoordSets) return use;
  context.warnings.add({ErrorCode::unsupported,
                        std::move(set_where),
                        std::to_string(use.texcoord) + ", supported are 0 to " +
                            std::to_string(kMaxTexcoordSets - 1) + "; the texture is not shown",
                        {}});
  return {};
}

void import_pbr(const ImportContext& context, const tinygltf::PbrMetallicRoughness& source,
                const std::string& where, Material& out) {
  for (std::size_t c = 0; c < 4; ++c) {
    out.base_color_factor[static_cast<int>(c)] =
        in_range(context, source.baseColorFactor[c], 0, 1, where + pointer("/baseColorFactor/", c));
  }
  out.base_color_texture =
      import_texture_use(context, source.baseColorTexture, where + "/baseColorTexture");
  out.metallic_factor = in_range(context, source.metallicFactor, 0, 1, where + "/metallicFactor");
  out.roughness_factor =
      in_range(context, source.roughnessFactor, 0, 1, where + "/roughnessFactor");
  out.metallic_roughness_texture = import_texture_use(context, source.metallicRoughnessTexture,
                                                      where + "/metallicRoughnessTexture");
}

void import_emission(const ImportContext& context, const tinygltf::Material& source,
                     const std::string& where, Material& out) {
  for (std::size_t c = 0; c < 3; ++c) {
    out.emissive_factor[static_cast<int>(c)] =
        in_range(context, source.emissiveFactor[c], 0, 1, where + pointer("/emissiveFactor/", c));
  }
  out.emissive_texture =
      import_texture_use(context, source.emissiveTexture, where + "/emissiveTexture");
  const std::string extension = "KHR_materials_emissive_strength";
  if (const auto found = source.extensions.find(extension); found != source.extensions.end()) {
    out.emissive_strength =
        in_range(context, number_of(found->second, "emissiveStrength", 1), 0, kMost,
                 where + "/extensions/" + extension + "/emissiveStrength");
  }
}

Material import_material(const ImportContext& context, const tinygltf::Material& source,
                         const std::string& where) {
  Material out;
  out.name = kept_name(source.name, context.limits);
  import_pbr(context, source.pbrMetallicRoughness, where + "/pbrMetallicRoughness", out);
  out.normal_texture = import_texture_use(context, source.normalTexture, where + "/normalTexture");
  out.normal_scale = finite(context, source.normalTexture.scale, where + "/normalTexture/scale");
  out.occlusion_texture =
      import_texture_use(context, source.occlusionTexture, where + "/occlusionTexture");
  out.occlusion_strength = in_range(context, source.occlusionTexture.strength, 0, 1,
                                    where + "/occlusionTexture/strength");
  import_emission(context, source, where, out);
  out.alpha_mode = read_alpha_mode(context, source.alphaMode, where);
  out.alpha_cutoff = in_range(context, source.alphaCutoff, 0, kMost, where + "/alphaCutoff");
  out.double_sided = source.doubleSided;
  // The flat colours of a cartoon are nearer to no light than to that of a studio.
  out.unlit = source.extensions.contains("KHR_materials_unlit") ||
              source.extensions.contains("VRMC_materials_mtoon");
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

int source_of(const tinygltf::Value& extension) {
  if (!extension.IsObject() || !extension.Has("source")) return -1;
  const tinygltf::Value& source = extension.Get("source");
  return source.IsInt() ? source.GetNumberAsInt() : -1;
}

/// The image to show: that of EXT_texture_webp if there is a decoder, else the texture's own, else
/// that of any extension, for which a placeholder will stand.
int find_source(const tinygltf::Texture& texture) {
  const auto webp = texture.extensions.find("EXT_texture_webp");
  if (kHasCodecs && webp != texture.extensions.end() && source_of(webp->second) >= 0) {
    return source_of(webp->second);
  }
  if (texture.source >= 0) return texture.source;
  for (const auto& [name, extension] : texture.extensions) {
    if (source_of(extension) >= 0) return source_of(extension);
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
    const int image = find_source(source);
    if (image >= 0) texture.image = static_cast<Index>(image);
    if (source.sampler < 0) continue;
    if (static_cast<std::size_t>(source.sampler) >= samplers.size()) {
      return unresolved(where + "/sampler", "sampler", source.sampler, samplers.size());
    }
    texture.sampler = samplers[static_cast<std::size_t>(source.sampler)];
  }
  return textures;
}

void check_texcoords(const ImportContext& context, const std::vector<Mesh>& meshes,
                     const std::vector<Material>& materials) {
  for (std::size_t m = 0; m < meshes.size(); ++m) {
    for (std::size_t p = 0; p < meshes[m].primitives.size(); ++p) {
      const Primitive& primitive = meshes[m].primitives[p];
      if (primitive.material >= materials.size() || primitive.vertex_count() == 0) continue;
      std::string lacking;
      for_each_texture_use(materials[primitive.material],
                           [&](std::string_view place, const TextureUse& use) {
                             if (primitive.has(texcoord_attribute(use.texcoord))) return;
                             if (!lacking.empty()) lacking += ", ";
                             lacking += std::string(place.substr(place.rfind('/') + 1)) +
                                        " needs TEXCOORD_" + std::to_string(use.texcoord);
                           });
      if (lacking.empty()) continue;
      context.warnings.add(
          {ErrorCode::invalid_value, pointer("/meshes/", m, "/primitives/", p, "/material"),
           lacking + ", which the primitive does not have", "MESH_PRIMITIVE_TOO_FEW_TEXCOORDS"});
    }
  }
}

}  // namespace morph::gltf::detail
