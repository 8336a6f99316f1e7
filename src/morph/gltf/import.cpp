// SPDX-License-Identifier: MIT
#include "morph/gltf/import.h"

#include <algorithm>
#include <exception>
#include <new>
#include <optional>
#include <utility>

#include "morph/gltf/detail/accessor.h"
#include "morph/gltf/detail/buffer_view.h"
#include "morph/gltf/detail/conformance.h"
#include "morph/gltf/detail/document.h"
#include "morph/gltf/detail/extensions.h"
#include "morph/gltf/detail/files.h"
#include "morph/gltf/detail/import_animation.h"
#include "morph/gltf/detail/import_camera.h"
#include "morph/gltf/detail/import_material.h"
#include "morph/gltf/detail/import_mesh.h"
#include "morph/gltf/detail/import_scene.h"
#include "morph/gltf/detail/import_skin.h"
#include "morph/gltf/detail/import_vrm.h"
#include "morph/gltf/detail/watch.h"

namespace morph::gltf {
namespace {

SourceInfo describe(const tinygltf::Model& model, std::string format, std::uint64_t bytes,
                    const Limits& limits) {
  SourceInfo info;
  info.format = std::move(format);
  info.version = model.asset.version;
  info.generator = detail::kept_name(model.asset.generator, limits);
  info.bytes = bytes;
  info.extensions_used = model.extensionsUsed;
  info.extensions_required = model.extensionsRequired;
  info.extensions_unsupported = detail::unsupported_extensions(model);
  return info;
}

bool is_drawable(const Mesh& mesh) {
  return std::ranges::any_of(mesh.primitives,
                             [](const Primitive& p) { return p.vertex_count() > 0; });
}

bool anything_drawable(const std::vector<Mesh>& meshes, const std::vector<Node>& nodes) {
  if (nodes.empty()) return std::ranges::any_of(meshes, is_drawable);
  return std::ranges::any_of(nodes, [&](const Node& node) {
    return node.mesh < meshes.size() && is_drawable(meshes[node.mesh]);
  });
}

/// `source` is told about the images.
Result<SceneParts> import_parts(const detail::ImportContext& context, SourceInfo& source) {
  SceneParts parts;
  auto meshes = detail::import_meshes(context);
  if (!meshes) return meshes.error();
  parts.meshes = std::move(*meshes);
  auto nodes = detail::import_nodes(context, parts.meshes);
  if (!nodes) return nodes.error();
  parts.nodes = std::move(*nodes);
  auto skins = detail::import_skins(context);
  if (!skins) return skins.error();
  parts.skins = std::move(*skins);
  detail::judge_skinned_nodes(context, parts);
  parts.cameras = detail::import_cameras(context);
  const std::optional<Error>& skipped = context.warnings.first_skipped();
  if (skipped && !anything_drawable(parts.meshes, parts.nodes)) return *skipped;
  auto scenes = detail::import_scenes(context);
  if (!scenes) return scenes.error();
  parts.scenes = std::move(*scenes);
  parts.default_scene = detail::import_default_scene(context);
  auto animations = detail::import_animations(context, parts.nodes, parts.meshes);
  if (!animations) return animations.error();
  parts.animations = std::move(*animations);
  auto expressions = detail::import_expressions(context, parts.nodes, parts.meshes);
  if (!expressions) return expressions.error();
  parts.expressions = std::move(*expressions);
  parts.materials = detail::import_materials(context);
  detail::check_texcoords(context, parts.meshes, parts.materials);
  auto textures = detail::import_textures(context);
  if (!textures) return textures.error();
  parts.textures = std::move(*textures);
  parts.images = detail::import_images(context, parts.materials, parts.textures, source.images);
  return parts;
}

Result<Imported> import_bytes(const detail::FileBytes& file, const detail::ExternalFiles& files,
                              const ImportOptions& options) {
  const Limits& limits = options.limits;
  detail::Warnings warnings;
  detail::Budget budget(limits, file.bytes().size());
  detail::Watch watch(options.progress);
  watch.enter(ImportPhase::parsing, 0);
  auto container = detail::open_container(file.bytes(), limits, warnings);
  if (!container) return container.error();
  auto document = detail::parse_document(container->json, limits, warnings, watch);
  if (!document) return document.error();
  if (auto loaded =
          detail::load_buffers(*document, *container, file, files, limits, budget, warnings);
      !loaded) {
    return loaded.error();
  }
  watch.enter(ImportPhase::buffers, 0);
  if (auto opened = detail::open_views(*document, budget, watch); !opened) return opened.error();
  detail::ReadMemory memory;
  const detail::ImportContext context{*document, files, limits, budget, warnings, watch, memory};
  if (auto sound = detail::check_accessors(context); !sound) return sound.error();
  SourceInfo source = describe(document->model, container->format, file.bytes().size(), limits);
  auto parts = import_parts(context, source);
  if (!parts) return parts.error();
  auto scene = Scene::create(std::move(*parts));
  if (!scene) return scene.error();
  if (options.report_conformance) detail::report_conformance(context);
  return Imported{std::move(*scene), std::move(warnings).take(), std::move(source)};
}

/// Calls import() and turns what it throws into errors: nothing leaves the library otherwise.
template <class Import>
Result<Imported> guarded(Import&& import) {
  try {
    return import();
  } catch (const detail::Cancelled&) {
    return Error{ErrorCode::cancelled, {}, "cancelled", {}};
  } catch (const std::bad_alloc&) {
    return Error{ErrorCode::out_of_memory, {}, "not enough memory to load the file", {}};
  } catch (const std::exception& exception) {
    return Error{ErrorCode::io, {}, exception.what(), {}};
  }
}

}  // namespace

Limits Limits::strict() {
  Limits limits;
  limits.file_bytes = 100ull << 20;
  limits.external_bytes = 200ull << 20;
  limits.json_bytes = 16ull << 20;
  limits.json_values = 250'000;
  limits.vertices = 1'000'000;
  limits.decoded_bytes = 256ull << 20;
  limits.targets = 1024;
  limits.image_pixels = 16ull << 20;
  limits.image_decoded_bytes = 256ull << 20;
  return limits;
}

Limits Limits::none() {
  constexpr std::uint32_t kMost = 0x7FFF'FFFF;
  constexpr std::uint64_t kMostBytes = 1ull << 50;
  Limits limits;
  for (std::uint64_t Limits::*const bytes :
       {&Limits::file_bytes, &Limits::external_bytes, &Limits::json_bytes, &Limits::json_values,
        &Limits::structure_bytes, &Limits::decoded_bytes, &Limits::unearned_bytes,
        &Limits::track_floats, &Limits::expression_bytes, &Limits::image_bytes,
        &Limits::image_pixels, &Limits::image_decoded_bytes}) {
    limits.*bytes = kMostBytes;
  }
  for (std::uint32_t Limits::*const count :
       {&Limits::external_files, &Limits::uri_bytes, &Limits::nodes, &Limits::meshes,
        &Limits::primitives, &Limits::accessors, &Limits::buffer_views, &Limits::buffers,
        &Limits::objects, &Limits::scenes, &Limits::extensions, &Limits::vertices, &Limits::targets,
        &Limits::animations, &Limits::channels, &Limits::keys, &Limits::expressions,
        &Limits::image_side}) {
    limits.*count = kMost;
  }
  return limits;
}

Result<Imported> import_file(const std::filesystem::path& file, const ImportOptions& options) {
  return guarded([&]() -> Result<Imported> {
    const auto access = options.map_files ? detail::FileAccess::map : detail::FileAccess::read;
    auto bytes = detail::read_input_file(file, options.limits.file_bytes, access);
    if (!bytes) return bytes.error();
    const std::filesystem::path folder = file.has_parent_path() ? file.parent_path() : ".";
    const detail::ExternalFiles files(folder, options.asset_root, options.external, access);
    return import_bytes(*bytes, files, options);
  });
}

Result<Imported> import_memory(std::span<const std::byte> bytes, const ImportOptions& options) {
  return guarded([&]() -> Result<Imported> {
    if (bytes.size() > options.limits.file_bytes) {
      return Error{ErrorCode::limit_exceeded,
                   {},
                   detail::readable_bytes(bytes.size()) + ", limit " +
                       detail::readable_bytes(options.limits.file_bytes),
                   {}};
    }
    const detail::ExternalFiles files(
        {}, options.asset_root, options.external,
        options.map_files ? detail::FileAccess::map : detail::FileAccess::read);
    return import_bytes(detail::FileBytes(bytes), files, options);
  });
}

}  // namespace morph::gltf
