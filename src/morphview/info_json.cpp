// SPDX-License-Identifier: MIT
#include <span>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include "morphview/info_expressions.h"
#include "morphview/info_facts.h"
#include "morphview/info_materials.h"
#include "morphview/json_writer.h"
#include "morphview/output_file.h"
#include "morphview/reports.h"
#include "morphview/selection.h"
#include "morphview/text.h"

namespace morphview {
namespace {

using morph::Animation;
using morph::Error;
using morph::Index;
using morph::MorphAttribute;
using morph::Result;
using morph::Scene;
using Layout = JsonWriter::Layout;

void write_strings(JsonWriter& json, std::string_view key, std::span<const std::string> strings) {
  json.key(key);
  json.begin_array(Layout::one_line);
  for (const std::string& text : strings) json.value(text);
  json.end_array();
}

void write_head(JsonWriter& json) {
  json.member("schema", "morphview.info/1");
  json.member("tool", "morphview " MORPHVIEW_VERSION);
}

void write_issue(JsonWriter& json, std::string_view severity, const Error& error) {
  json.begin_object(Layout::one_line);
  json.member("severity", severity);
  json.member("code", issue_code(error));
  json.member("message", error.message);
  json.member("pointer", error.where);
  json.end_object();
}

void write_file_section(JsonWriter& json, const Model& model) {
  const morph::gltf::SourceInfo& source = model.imported.source;
  json.key("file");
  json.begin_object();
  json.member("name", model.file);
  json.member("size", source.bytes);
  json.member("format", source.format);
  json.member("generator", source.generator);
  json.member("version", source.version);
  json.end_object();
  json.key("extensions");
  json.begin_object();
  write_strings(json, "used", source.extensions_used);
  write_strings(json, "required", source.extensions_required);
  write_strings(json, "unsupported", source.extensions_unsupported);
  json.end_object();
}

void write_scenes(JsonWriter& json, const Scene& scene) {
  json.key("scenes");
  json.begin_array();
  for (Index i = 0; i < scene.scenes().size(); ++i) {
    json.begin_object(Layout::one_line);
    json.member("index", i);
    json.member("name", scene.scenes()[i].name);
    json.member("nodes", static_cast<std::uint64_t>(scene.nodes_of_scene(i).size()));
    json.member("default", i == scene.default_scene());
    json.end_object();
  }
  json.end_array();
}

void write_target(JsonWriter& json, const Scene& scene, Index node, std::uint32_t target,
                  const TargetStatistics& statistics) {
  json.begin_object(Layout::one_line);
  json.member("index", target);
  json.member("name", display_name(scene.morph_target_names(node)[target], "target", target));
  json.member("default", scene.nodes()[node].weights[target]);
  json.member("max_displacement", statistics.max_displacement);
  json.member("rms_displacement", statistics.rms_displacement);
  json.member("moved_vertices", statistics.moved_vertices);
  json.member("empty", statistics.empty);
  json.key("duplicate_of");
  if (statistics.duplicate_of) {
    json.value(*statistics.duplicate_of);
  } else {
    json.null();
  }
  json.key("attributes");
  json.begin_array();
  for (const MorphAttribute attribute : statistics.attributes)
    json.value(attribute_name(attribute));
  json.end_array();
  json.end_object();
}

void write_morph(JsonWriter& json, const Scene& scene) {
  const MeshStatistics statistics = measure_meshes(scene);
  json.key("morph");
  json.begin_array();
  for (Index node = 0; node < scene.nodes().size(); ++node) {
    if (scene.morph_target_count(node) == 0) continue;
    const Index mesh = scene.nodes()[node].mesh;
    json.begin_object();
    json.member("node", node);
    json.member("name", node_label(scene, node));
    json.member("mesh", mesh);
    json.member("primitives", static_cast<std::uint64_t>(scene.meshes()[mesh].primitives.size()));
    json.member("vertices", vertex_count(scene.meshes()[mesh]));
    json.key("targets");
    json.begin_array();
    const std::vector<TargetStatistics>& of_mesh = statistics.at(mesh);
    for (std::uint32_t t = 0; t < of_mesh.size(); ++t)
      write_target(json, scene, node, t, of_mesh[t]);
    json.end_array();
    json.end_object();
  }
  json.end_array();
}

void write_animation(JsonWriter& json, const Animation& animation, Index index) {
  json.begin_object();
  json.member("index", index);
  json.member("name", display_name(animation.name, "animation", index));
  json.member("duration", animation.duration());
  json.member("channels", static_cast<std::uint64_t>(animation.channels.size()));
  json.key("weight_tracks");
  json.begin_array();
  for (const morph::Channel& channel : animation.channels) {
    if (channel.path != morph::ChannelPath::weights) continue;
    const morph::Track& track = animation.samplers[channel.sampler];
    json.begin_object(Layout::one_line);
    json.member("node", channel.node);
    if (channel.element != morph::kNoIndex) json.member("element", channel.element);
    json.member("interpolation", interpolation_name(track.interpolation()));
    json.member("keys", track.key_count());
    json.end_object();
  }
  json.end_array();
  json.end_object();
}

void write_skins(JsonWriter& json, const Scene& scene) {
  json.key("skins");
  json.begin_array();
  for (Index i = 0; i < scene.skins().size(); ++i) {
    json.begin_object(Layout::one_line);
    json.member("index", i);
    json.member("name", display_name(scene.skins()[i].name, "skin", i));
    json.member("joints", static_cast<std::uint64_t>(scene.skins()[i].joints.size()));
    json.end_object();
  }
  json.end_array();
}

void write_camera(JsonWriter& json, const morph::Camera& camera, Index index) {
  json.begin_object(Layout::one_line);
  json.member("index", index);
  json.member("name", display_name(camera.name, "camera", index));
  if (const auto* perspective = std::get_if<morph::Perspective>(&camera.projection)) {
    json.member("type", "perspective");
    json.member("yfov", perspective->yfov);
    if (perspective->aspect_ratio) json.member("aspect_ratio", *perspective->aspect_ratio);
    json.member("znear", perspective->znear);
    if (perspective->zfar) json.member("zfar", *perspective->zfar);
  } else if (const auto* orthographic = std::get_if<morph::Orthographic>(&camera.projection)) {
    json.member("type", "orthographic");
    json.member("xmag", orthographic->xmag);
    json.member("ymag", orthographic->ymag);
    json.member("znear", orthographic->znear);
    json.member("zfar", orthographic->zfar);
  }
  json.end_object();
}

void write_cameras(JsonWriter& json, const Scene& scene) {
  json.key("cameras");
  json.begin_array();
  for (Index i = 0; i < scene.cameras().size(); ++i) write_camera(json, scene.cameras()[i], i);
  json.end_array();
}

void write_scene_sections(JsonWriter& json, const Model& model) {
  const Scene& scene = model.scene();
  write_scenes(json, scene);
  write_morph(json, scene);
  json.key("animations");
  json.begin_array();
  for (Index i = 0; i < scene.animations().size(); ++i) {
    write_animation(json, scene.animations()[i], i);
  }
  json.end_array();
  write_expressions(json, scene);
  write_skins(json, scene);
  write_cameras(json, scene);
  write_materials(json, model);
  const DeltaBytes bytes = delta_bytes(scene);
  json.key("memory");
  json.begin_object();
  json.member("file", model.imported.source.bytes);
  json.member("deltas_dense", bytes.dense);
  json.member("deltas_stored", bytes.stored);
  json.member("gpu", bytes.gpu);
  json.end_object();
}

}  // namespace

Result<void> write_info_json(const Model& model) {
  Result<OutputFile> out = OutputFile::open("-");
  if (!out) return out.error();
  JsonWriter json(*out);
  json.begin_object();
  write_head(json);
  write_file_section(json, model);
  write_scene_sections(json, model);
  json.key("issues");
  json.begin_array();
  for (const Error& finding : model.imported.warnings) {
    write_issue(json, severity_name(morph::gltf::severity_of(finding)), finding);
  }
  json.end_array();
  json.end_object();
  return out->commit();
}

Result<void> write_info_json(const std::string& file, const Error& why_unusable) {
  Result<OutputFile> out = OutputFile::open("-");
  if (!out) return out.error();
  JsonWriter json(*out);
  json.begin_object();
  write_head(json);
  json.key("file");
  json.begin_object();
  json.member("name", file);
  json.end_object();
  json.key("issues");
  json.begin_array();
  write_issue(json, "error", why_unusable);
  json.end_array();
  json.end_object();
  return out->commit();
}

}  // namespace morphview
