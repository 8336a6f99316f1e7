// SPDX-License-Identifier: MIT
#include "morphview/dump.h"

#include <optional>
#include <span>
#include <vector>

#include "morphview/json_writer.h"
#include "morphview/output_file.h"
#include "morphview/vertices.h"

namespace morphview {
namespace {

using morph::Index;
using morph::Mesh;
using morph::Primitive;
using morph::Result;
using morph::Scene;
using morph::gl::MorphedVertices;
using Layout = JsonWriter::Layout;

template <class Vector>
void write_vectors(JsonWriter& json, std::string_view name, std::span<const Vector> vectors,
                   int components) {
  if (vectors.empty()) return;
  json.key(name);
  json.begin_array();
  for (const Vector& vector : vectors) json.components(vector, components);
  json.end_array();
}

// A vertex that no triangle uses has no normal, which JSON shows as null.
void write_normals(JsonWriter& json, std::span<const glm::vec3> normals, bool generated) {
  if (normals.empty()) return;
  if (!generated) return write_vectors(json, "normals", normals, 3);
  json.key("normals");
  json.begin_array();
  for (const glm::vec3& normal : normals) {
    if (normal == glm::vec3(0.0f)) {
      json.null();
    } else {
      json.components(normal, 3);
    }
  }
  json.end_array();
}

void write_texcoords(JsonWriter& json, const MorphedVertices& vertices) {
  if (vertices.texcoords.empty()) return;
  json.key("texcoords");
  json.begin_array();
  for (const std::vector<glm::vec2>& set : vertices.texcoords) {
    json.begin_array();
    for (const glm::vec2& texcoord : set) json.components(texcoord, 2);
    json.end_array();
  }
  json.end_array();
}

void write_primitive(JsonWriter& json, const Primitive& primitive, Index index,
                     const MorphedVertices& vertices) {
  const morph::gl::PrimitiveReport& report = vertices.report;
  json.begin_object();
  json.member("primitive", index);
  json.member("morph_path", name_of(report.path));
  if (report.path == morph::gl::MorphPath::attributes) {
    json.member("slots_used", report.slots_used);
    json.member("folded", report.folded);
  }
  if (report.recomputed) json.member("recomputed_normals", true);
  json.key("positions");
  json.begin_array();
  for (const glm::vec3& position : vertices.positions) json.components(position, 3);
  json.end_array();
  write_normals(json, vertices.normals, primitive.normals.empty());
  write_vectors<glm::vec4>(json, "tangents", vertices.tangents, 4);
  write_texcoords(json, vertices);
  write_vectors<glm::vec4>(json, "colors", vertices.colors, 4);
  json.end_object();
}

// Everything that a dump is made of.
struct Source {
  const Player& player;
  DumpSpace space;
  morph::gl::Renderer* renderer;
  morph::gl::MorphPathWish wish;
  morph::NormalsMode normals;
  std::vector<glm::mat4> globals;  // [nodes]
};

Result<MorphedVertices> evaluated(const Source& source, Index node, Index primitive) {
  const Scene& scene = source.player.scene();
  const morph::Pose& pose = source.player.pose();
  Result<MorphedVertices> vertices =
      source.renderer
          ? source.renderer->read_back(pose, node, primitive, source.wish, source.normals)
          : Result<MorphedVertices>(blend_vertices(scene, pose, node, primitive, source.normals));
  if (!vertices) return vertices;
  const Primitive& shape = scene.mesh_of(node)->primitives[primitive];
  if (source.space == DumpSpace::world) {
    complete_in_world(scene, node, shape, source.globals, *vertices);
  } else {
    complete_normals(shape, *vertices);
  }
  return vertices;
}

Result<void> write_node(JsonWriter& json, const Source& source, Index node) {
  const Scene& scene = source.player.scene();
  const Mesh& mesh = *scene.mesh_of(node);
  json.begin_object();
  json.member("node", node);
  json.member("name", scene.nodes()[node].name);
  json.member("mesh", scene.nodes()[node].mesh);
  const std::span<const float> weights = source.player.pose().morph_weights(node);
  json.key("weights");
  json.components(weights, static_cast<int>(weights.size()));
  json.key("primitives");
  json.begin_array();
  for (Index i = 0; i < mesh.primitives.size(); ++i) {
    const Result<MorphedVertices> vertices = evaluated(source, node, i);
    if (!vertices) return vertices.error();
    write_primitive(json, mesh.primitives[i], i, *vertices);
  }
  json.end_array();
  json.end_object();
  return {};
}

}  // namespace

Result<void> write_dump(const std::string& path, const std::string& file, const Player& player,
                        DumpSpace space, morph::gl::Renderer* renderer,
                        morph::gl::MorphPathWish wish, morph::NormalsMode normals) {
  const Scene& scene = player.scene();
  Source source{player, space,   renderer,
                wish,   normals, std::vector<glm::mat4>(scene.nodes().size())};
  morph::global_matrices(scene, player.pose(), source.globals);
  Result<OutputFile> out = OutputFile::open(path);
  if (!out) return out.error();
  JsonWriter json(*out);
  json.begin_object();
  json.member("schema", "morphview.dump/1");
  json.member("tool", "morphview " MORPHVIEW_VERSION);
  json.member("file", file);
  json.key("animation");
  const std::optional<std::string> label = animation_label(scene, player.choice());
  if (label) {
    json.value(*label);
  } else {
    json.null();
  }
  json.member("time", player.playback().time());
  json.member("space", space == DumpSpace::local ? "local" : "world");
  json.key("nodes");
  json.begin_array();
  for (Index node = 0; node < scene.nodes().size(); ++node) {
    if (!scene.mesh_of(node)) continue;
    const Result<void> written = write_node(json, source, node);
    if (!written) return written.error();
  }
  json.end_array();
  json.end_object();
  return out->commit();
}

}  // namespace morphview
