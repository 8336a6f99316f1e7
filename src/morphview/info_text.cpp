// SPDX-License-Identifier: MIT
#include <fmt/format.h>

#include <algorithm>
#include <span>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include "morphview/info_expressions.h"
#include "morphview/info_facts.h"
#include "morphview/info_materials.h"
#include "morphview/output_file.h"
#include "morphview/reports.h"
#include "morphview/selection.h"
#include "morphview/text.h"

namespace morphview {
namespace {

using morph::Animation;
using morph::Error;
using morph::Index;
using morph::Mesh;
using morph::MorphAttribute;
using morph::Result;
using morph::Scene;

/// "1 scene", "3 scenes".
std::string counted(std::size_t count, std::string_view one, std::string_view ending = "s") {
  return fmt::format("{} {}{}", count, one, count == 1 ? "" : ending);
}

void print_names(OutputFile& out, const char* what, std::span<const std::string> names) {
  if (names.empty()) return;
  out.write(fmt::format("{}: {}\n", what, printable(fmt::format("{}", fmt::join(names, " ")))));
}

void print_targets(OutputFile& out, const Scene& scene, Index node,
                   const std::vector<TargetStatistics>& statistics) {
  const Mesh& mesh = *scene.mesh_of(node);
  const std::span<const std::string> names = scene.morph_target_names(node);
  std::size_t width = 4;
  for (const std::string& name : names)
    width = std::max(width, std::min<std::size_t>(name.size(), 40));
  out.write(fmt::format("\n{} (node {}, mesh {}): {}, {} vertices in {}\n",
                        printable(node_label(scene, node)), node, scene.nodes()[node].mesh,
                        counted(names.size(), "target"), vertex_count(mesh),
                        counted(mesh.primitives.size(), "primitive")));
  for (std::uint32_t t = 0; t < statistics.size(); ++t) {
    const TargetStatistics& target = statistics[t];
    std::vector<std::string> attributes;
    for (const MorphAttribute attribute : target.attributes) {
      attributes.push_back(attribute_name(attribute));
    }
    std::string remark;
    if (target.empty) remark = ", moves nothing";
    if (target.duplicate_of) remark = fmt::format(", same as #{}", *target.duplicate_of);
    out.write(fmt::format(
        "  #{:<3} {:<{}}  default {:.4g}, max {:.4g}, rms {:.4g}, moves {}, {}{}\n", t,
        printable(display_name(names[t], "target", t)), width, scene.nodes()[node].weights[t],
        target.max_displacement, target.rms_displacement, target.moved_vertices,
        fmt::join(attributes, " "), remark));
  }
}

void print_animations(OutputFile& out, const Scene& scene) {
  if (!scene.animations().empty()) out.write("\nAnimations\n");
  for (Index i = 0; i < scene.animations().size(); ++i) {
    const Animation& animation = scene.animations()[i];
    out.write(fmt::format("  {:<3} {}  {:.4g} s, {}\n", i,
                          printable(display_name(animation.name, "animation", i)),
                          animation.duration(), counted(animation.channels.size(), "channel")));
    for (const morph::Channel& channel : animation.channels) {
      if (channel.path != morph::ChannelPath::weights) continue;
      const morph::Track& track = animation.samplers[channel.sampler];
      const bool all = channel.element == morph::kNoIndex;
      out.write(fmt::format(
          "      {} of {}: {}, {}\n", all ? "weights" : fmt::format("weight #{}", channel.element),
          printable(node_label(scene, channel.node)), counted(track.key_count(), "key"),
          interpolation_name(track.interpolation())));
    }
  }
}

void print_skins(OutputFile& out, const Scene& scene) {
  if (!scene.skins().empty()) out.write("\nSkins\n");
  for (Index i = 0; i < scene.skins().size(); ++i) {
    const morph::Skin& skin = scene.skins()[i];
    out.write(fmt::format("  {:<3} {}  {}\n", i, printable(display_name(skin.name, "skin", i)),
                          counted(skin.joints.size(), "joint")));
  }
}

std::string description(const morph::Camera& camera) {
  if (const auto* perspective = std::get_if<morph::Perspective>(&camera.projection)) {
    const auto& [aspect, yfov, znear, zfar] = *perspective;
    return fmt::format("perspective, yfov {:.4g}{}, {:.4g} to {}", yfov,
                       aspect ? fmt::format(", aspect {:.4g}", *aspect) : "", znear,
                       zfar ? fmt::format("{:.4g}", *zfar) : "infinity");
  }
  const auto& [xmag, ymag, znear, zfar] = *std::get_if<morph::Orthographic>(&camera.projection);
  return fmt::format("orthographic, {:.4g} x {:.4g}, {:.4g} to {:.4g}", xmag, ymag, znear, zfar);
}

void print_cameras(OutputFile& out, const Scene& scene) {
  if (!scene.cameras().empty()) out.write("\nCameras\n");
  for (Index i = 0; i < scene.cameras().size(); ++i) {
    const morph::Camera& camera = scene.cameras()[i];
    out.write(fmt::format("  {:<3} {}  {}\n", i, printable(display_name(camera.name, "camera", i)),
                          description(camera)));
  }
}

void print_issues(OutputFile& out, std::span<const Error> findings) {
  if (findings.empty()) return;
  out.write("\nIssues\n");
  for (const Error& finding : findings) {
    out.write(fmt::format("  {} {}: {}\n", severity_name(morph::gltf::severity_of(finding)),
                          issue_code(finding), printable(finding.text())));
  }
}

}  // namespace

Result<void> write_info_text(const Model& model) {
  Result<OutputFile> out = OutputFile::open("-");
  if (!out) return out.error();
  const Scene& scene = model.scene();
  const morph::gltf::SourceInfo& source = model.imported.source;
  const DeltaBytes bytes = delta_bytes(scene);
  out->write(fmt::format("{}: glTF {} ({}), {} bytes{}{}\n", printable(model.file),
                         printable(source.version), source.format, source.bytes,
                         source.generator.empty() ? "" : ", by ", printable(source.generator)));
  out->write(fmt::format(
      "{}, {}, {}, {}, {}\n", counted(scene.scenes().size(), "scene"),
      counted(scene.nodes().size(), "node"), counted(scene.meshes().size(), "mesh", "es"),
      counted(scene.materials().size(), "material"), counted(scene.images().size(), "image")));
  print_names(*out, "extensions", source.extensions_used);
  print_names(*out, "not supported", source.extensions_unsupported);
  if (bytes.dense > 0) {
    out->write(fmt::format("morph deltas: {} bytes stored, {} dense\n", bytes.stored, bytes.dense));
  }
  const MeshStatistics statistics = measure_meshes(scene);
  for (Index node = 0; node < scene.nodes().size(); ++node) {
    if (scene.morph_target_count(node) == 0) continue;
    print_targets(*out, scene, node, statistics.at(scene.nodes()[node].mesh));
  }
  print_animations(*out, scene);
  print_expressions(*out, scene);
  print_skins(*out, scene);
  print_cameras(*out, scene);
  print_materials(*out, model);
  print_issues(*out, model.imported.warnings);
  return out->commit();
}

}  // namespace morphview
