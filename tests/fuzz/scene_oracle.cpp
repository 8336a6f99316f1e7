// SPDX-License-Identifier: MIT
#include "fuzz/scene_oracle.h"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <glm/geometric.hpp>
#include <span>
#include <vector>

#include "fuzz/require.h"
#include "morph/runtime/bounds.h"
#include "morph/runtime/expression_mixer.h"
#include "morph/runtime/playback.h"
#include "morph/runtime/sample.h"
#include "morph/runtime/skinning.h"
#include "morph/runtime/surface_normals.h"

namespace morph::fuzz {
namespace {

bool finite(float value) { return std::isfinite(value); }

template <class Vector>
bool all_finite(const std::vector<Vector>& values) {
  return std::ranges::all_of(values, [](const Vector& v) {
    for (int i = 0; i < Vector::length(); ++i) {
      if (!finite(v[i])) return false;
    }
    return true;
  });
}

/// An index, or none.
bool refers(Index index, std::size_t count) { return index == kNoIndex || index < count; }

template <class T>
bool per_vertex(const std::vector<T>& values, std::size_t vertices) {
  return values.empty() || values.size() == vertices;
}

void check_joints(const Primitive& primitive) {
  MORPH_REQUIRE(primitive.joint_sets.size() <= kMaxJointSets);
  for (const auto& set : primitive.joint_sets) {
    MORPH_REQUIRE(set.size() == primitive.vertex_count());
    for (const JointInfluences& vertex : set) {
      for (int i = 0; i < 4; ++i) MORPH_REQUIRE(vertex.weights[i] >= 0.0f);
    }
  }
  for (std::size_t v = 0; v < primitive.vertex_count() && !primitive.joint_sets.empty(); ++v) {
    double sum = 0.0;
    for (const auto& set : primitive.joint_sets) {
      for (int i = 0; i < 4; ++i) sum += static_cast<double>(set[v].weights[i]);
    }
    MORPH_REQUIRE(std::abs(sum - 1.0) < 1e-4);
  }
}

void check_deltas(const Primitive& primitive) {
  const MorphTargetData& targets = primitive.morph_targets;
  for (std::size_t a = 0; a < kMorphAttributeCount; ++a) {
    const auto attribute = static_cast<MorphAttribute>(a);
    if (!targets.has(attribute)) continue;
    std::vector<float> deltas(std::size_t{primitive.vertex_count()} * component_count(attribute));
    for (std::uint32_t t = 0; t < targets.target_count(); ++t) {
      targets.copy_deltas(t, attribute, deltas);
      MORPH_REQUIRE(std::ranges::all_of(deltas, finite));
    }
  }
}

void check_primitive(const Scene& scene, const Mesh& mesh, const Primitive& primitive,
                     const gltf::Limits& limits) {
  const std::size_t vertices = primitive.vertex_count();
  MORPH_REQUIRE(vertices <= limits.vertices);
  MORPH_REQUIRE(refers(primitive.material, scene.materials().size()));
  MORPH_REQUIRE(per_vertex(primitive.normals, vertices));
  MORPH_REQUIRE(per_vertex(primitive.tangents, vertices));
  MORPH_REQUIRE(per_vertex(primitive.colors, vertices));
  MORPH_REQUIRE(primitive.texcoords.size() <= kMaxTexcoordSets);
  for (const auto& set : primitive.texcoords) {
    MORPH_REQUIRE(per_vertex(set, vertices));
    MORPH_REQUIRE(all_finite(set));
  }
  MORPH_REQUIRE(all_finite(primitive.positions) && all_finite(primitive.normals));
  MORPH_REQUIRE(all_finite(primitive.tangents) && all_finite(primitive.colors));
  for (const std::uint32_t index : primitive.indices) MORPH_REQUIRE(index < vertices);
  for_each_triangle(primitive, [&](std::uint32_t a, std::uint32_t b, std::uint32_t c) {
    MORPH_REQUIRE(std::max({a, b, c}) < vertices);
  });
  check_joints(primitive);
  MORPH_REQUIRE(primitive.morph_targets.target_count() == mesh.morph_target_count());
  MORPH_REQUIRE(mesh.morph_target_count() == 0 ||
                primitive.morph_targets.vertex_count() == vertices);
  check_deltas(primitive);
}

void check_meshes(const Scene& scene, const gltf::Limits& limits) {
  std::size_t primitives = 0;
  MORPH_REQUIRE(scene.meshes().size() <= limits.meshes);
  for (const Mesh& mesh : scene.meshes()) {
    primitives += mesh.primitives.size();
    MORPH_REQUIRE(mesh.name.size() <= limits.name_bytes);
    MORPH_REQUIRE(mesh.morph_target_count() <= limits.targets);
    for (const Primitive& primitive : mesh.primitives) {
      check_primitive(scene, mesh, primitive, limits);
    }
  }
  MORPH_REQUIRE(primitives <= limits.primitives);
}

void check_skin_of(const Scene& scene, const Node& node) {
  MORPH_REQUIRE(node.mesh != kNoIndex);
  const Skin& skin = scene.skins()[node.skin];
  for (const Primitive& primitive : scene.meshes()[node.mesh].primitives) {
    for (const auto& set : primitive.joint_sets) {
      for (const JointInfluences& vertex : set) {
        for (const std::uint16_t joint : vertex.joints) MORPH_REQUIRE(joint < skin.joints.size());
      }
    }
  }
}

void check_nodes(const Scene& scene, const gltf::Limits& limits) {
  const auto nodes = scene.nodes();
  MORPH_REQUIRE(nodes.size() <= limits.nodes);
  MORPH_REQUIRE(scene.nodes_parents_first().size() == nodes.size());
  std::vector<bool> seen(nodes.size(), false);
  for (const Index n : scene.nodes_parents_first()) {
    MORPH_REQUIRE(n < nodes.size() && !seen[n]);
    MORPH_REQUIRE(nodes[n].parent == kNoIndex || seen[nodes[n].parent]);
    seen[n] = true;
  }
  for (Index n = 0; n < nodes.size(); ++n) {
    const Node& node = nodes[n];
    for (const Index child : node.children) {
      MORPH_REQUIRE(child < nodes.size() && nodes[child].parent == n);
    }
    MORPH_REQUIRE(refers(node.mesh, scene.meshes().size()));
    MORPH_REQUIRE(refers(node.skin, scene.skins().size()));
    MORPH_REQUIRE(refers(node.camera, scene.cameras().size()));
    const std::size_t targets =
        node.mesh == kNoIndex ? 0 : scene.meshes()[node.mesh].morph_target_count();
    MORPH_REQUIRE(node.weights.size() == targets && scene.morph_target_count(n) == targets);
    MORPH_REQUIRE(scene.morph_target_names(n).size() == targets);
    MORPH_REQUIRE(std::ranges::all_of(node.weights, finite));
    if (node.skin != kNoIndex) check_skin_of(scene, node);
  }
}

void check_roots(const Scene& scene) {
  MORPH_REQUIRE(!scene.scenes().empty() && scene.default_scene() < scene.scenes().size());
  for (Index s = 0; s < scene.scenes().size(); ++s) {
    for (const Index node : scene.scenes()[s].nodes) MORPH_REQUIRE(node < scene.nodes().size());
    for (const Index node : scene.nodes_of_scene(s)) MORPH_REQUIRE(node < scene.nodes().size());
  }
}

void check_skins(const Scene& scene, const gltf::Limits& limits) {
  for (const Skin& skin : scene.skins()) {
    MORPH_REQUIRE(skin.joints.size() <= limits.joints);
    MORPH_REQUIRE(skin.joints.size() == skin.inverse_bind_matrices.size());
    MORPH_REQUIRE(refers(skin.skeleton, scene.nodes().size()));
    for (const Index joint : skin.joints) MORPH_REQUIRE(joint < scene.nodes().size());
  }
}

void check_looks(const Scene& scene) {
  for (const Material& material : scene.materials()) {
    for_each_texture_use(material, [&](std::string_view, const TextureUse& use) {
      MORPH_REQUIRE(use.texture < scene.textures().size() && use.texcoord < kMaxTexcoordSets);
    });
  }
  for (const Texture& texture : scene.textures()) {
    MORPH_REQUIRE(refers(texture.image, scene.images().size()));
  }
  for (const Image& image : scene.images()) {
    MORPH_REQUIRE(image.rgba.size() == image.pixel_count() * 4);
  }
}

void check_track(const Track& track, const gltf::Limits& limits) {
  MORPH_REQUIRE(track.key_count() > 0 && track.key_count() <= limits.keys && track.width() > 0);
  const auto times = track.times();
  for (std::uint32_t k = 0; k < track.key_count(); ++k) {
    MORPH_REQUIRE(finite(times[k]) && times[k] >= 0.0f && (k == 0 || times[k] > times[k - 1]));
    MORPH_REQUIRE(track.value(k).size() == track.width());
    MORPH_REQUIRE(std::ranges::all_of(track.value(k), finite));
    if (track.interpolation() != Interpolation::cubic_spline) continue;
    MORPH_REQUIRE(std::ranges::all_of(track.in_tangent(k), finite));
    MORPH_REQUIRE(std::ranges::all_of(track.out_tangent(k), finite));
  }
}

void check_channel(const Scene& scene, const Animation& animation, const Channel& channel) {
  MORPH_REQUIRE(channel.sampler < animation.samplers.size());
  MORPH_REQUIRE(channel.node < scene.nodes().size());
  const std::uint32_t width = animation.samplers[channel.sampler].width();
  const std::uint32_t targets = scene.morph_target_count(channel.node);
  switch (channel.path) {
    case ChannelPath::weights:
      MORPH_REQUIRE(targets > 0);
      MORPH_REQUIRE(channel.element == kNoIndex ? width == targets
                                                : width == 1 && channel.element < targets);
      break;
    case ChannelPath::rotation:
      MORPH_REQUIRE(width == 4);
      break;
    default:
      MORPH_REQUIRE(width == 3);
      break;
  }
}

void check_animations(const Scene& scene, const gltf::Limits& limits) {
  MORPH_REQUIRE(scene.animations().size() <= limits.animations);
  for (const Animation& animation : scene.animations()) {
    MORPH_REQUIRE(animation.channels.size() <= limits.channels);
    for (const Track& track : animation.samplers) check_track(track, limits);
    for (const Channel& channel : animation.channels) check_channel(scene, animation, channel);
  }
}

void check_expressions(const Scene& scene) {
  for (const Expression& expression : scene.expressions()) {
    for (const MorphTargetBind& bind : expression.morph_target_binds) {
      MORPH_REQUIRE(bind.node < scene.nodes().size());
      MORPH_REQUIRE(bind.target < scene.morph_target_count(bind.node) && finite(bind.weight));
    }
  }
}

// ---- A frame ------------------------------------------------------------------------------------

void check_pose(const Scene& scene, const Pose& pose) {
  for (Index n = 0; n < scene.nodes().size(); ++n) {
    MORPH_REQUIRE(std::ranges::all_of(pose.morph_weights(n), finite));
    const Transform& transform = pose.transforms()[n];
    for (int i = 0; i < 3; ++i) {
      MORPH_REQUIRE(finite(transform.translation[i]) && finite(transform.scale[i]));
    }
    for (int i = 0; i < 4; ++i) MORPH_REQUIRE(finite(transform.rotation[i]));
  }
}

void animate(const Scene& scene, Pose& pose) {
  for (const Animation& animation : scene.animations()) {
    AnimationSampler sampler(animation);
    const float end = animation.duration();
    for (const float time : {-1.0f, 0.0f, 0.3f * end, 0.9f * end, end, 0.1f * end, 1e9f}) {
      sampler.sample(animation, time, pose);
      check_pose(scene, pose);
    }
  }
  Playback playback;
  playback.play_all(scene);
  for (const LoopMode mode : {LoopMode::pingpong, LoopMode::once, LoopMode::repeat}) {
    playback.set_loop(mode);
    for (const double step : {0.1, 1e6, -0.3}) {
      playback.advance(step);
      MORPH_REQUIRE(playback.time() >= 0.0f && playback.time() <= playback.duration());
      playback.sample(scene, pose);
    }
  }
}

void skin(const Scene& scene, Index node, std::span<const glm::mat4> globals) {
  const Skin* const node_skin = scene.skin_of(node);
  if (node_skin == nullptr) return;
  std::vector<glm::mat4> joints(node_skin->joints.size());
  joint_matrices(*node_skin, globals, joints);
  for (const Primitive& primitive : scene.mesh_of(node)->primitives) {
    if (primitive.joint_sets.empty()) continue;
    std::vector<glm::vec3> vectors = primitive.positions;
    skin_positions(primitive, joints, vectors, vectors);
    if (!primitive.normals.empty()) skin_normals(primitive, joints, primitive.normals, vectors);
    std::vector<glm::vec4> tangents = primitive.tangents;
    if (!tangents.empty()) skin_tangents(primitive, joints, tangents, tangents);
  }
}

/// base + Σ weight · delta, beside the blended.
void compare_positions(const Primitive& primitive, std::span<const float> weights,
                       std::span<const glm::vec3> blended) {
  const std::size_t floats = std::size_t{primitive.vertex_count()} * 3;
  std::vector<double> sums(floats);
  std::vector<double> sizes(floats);
  for (std::size_t i = 0; i < floats; ++i) {
    sums[i] = static_cast<double>(primitive.positions[i / 3][static_cast<int>(i % 3)]);
    sizes[i] = std::abs(sums[i]);
  }
  std::vector<float> deltas(floats);
  for (std::uint32_t t = 0; t < weights.size(); ++t) {
    primitive.morph_targets.copy_deltas(t, MorphAttribute::position, deltas);
    for (std::size_t i = 0; i < floats; ++i) {
      const double moved = static_cast<double>(weights[t]) * static_cast<double>(deltas[i]);
      sums[i] += moved;
      sizes[i] += std::abs(moved);
    }
  }
  for (std::size_t i = 0; i < floats; ++i) {
    if (sizes[i] > 1e37) continue;  // a partial sum may leave float's range
    const auto found = static_cast<double>(blended[i / 3][static_cast<int>(i % 3)]);
    const double rounding = 1e-6 * static_cast<double>(weights.size() + 1);
    MORPH_REQUIRE(std::abs(found - sums[i]) <= rounding * sizes[i] + 1e-37);
  }
}

void blend(const Primitive& primitive, std::span<const float> weights) {
  const MorphTargetData& targets = primitive.morph_targets;
  const std::size_t vertices = primitive.vertex_count();
  if (targets.target_count() == 0) return;
  std::vector<glm::vec3> positions(vertices);
  targets.blend_positions(primitive.positions, weights, positions);
  compare_positions(primitive, weights, positions);
  std::vector<glm::vec3> normals(vertices);
  flat_normals(primitive, positions, normals);
  if (!primitive.normals.empty()) targets.blend_normals(primitive.normals, weights, normals);
  std::vector<glm::vec4> fours(vertices);
  if (!primitive.tangents.empty()) targets.blend_tangents(primitive.tangents, weights, fours);
  if (!primitive.colors.empty()) {
    targets.blend_colors(primitive.colors, weights, fours);
    const bool moved = targets.has(MorphAttribute::color_0);
    for (const glm::vec4& color : fours) {
      for (int i = 0; moved && i < 4; ++i) MORPH_REQUIRE(!(color[i] < 0.0f || color[i] > 1.0f));
    }
  }
  std::vector<glm::vec2> texcoords(vertices);
  for (std::uint32_t set = 0; set < primitive.texcoords.size(); ++set) {
    if (primitive.texcoords[set].empty()) continue;
    targets.blend_texcoords(set, primitive.texcoords[set], weights, texcoords);
  }
}

void show(const Scene& scene, const Pose& pose) {
  std::vector<glm::mat4> globals(scene.nodes().size());
  global_matrices(scene, pose, globals);
  for (Index n = 0; n < scene.nodes().size(); ++n) {
    const Mesh* const mesh = scene.mesh_of(n);
    if (mesh == nullptr) continue;
    skin(scene, n, globals);
    const std::vector<float> ones(pose.morph_weights(n).size(), 1.0f);
    for (const Primitive& primitive : mesh->primitives) {
      blend(primitive, pose.morph_weights(n));
      blend(primitive, ones);
    }
  }
  PosedScratch scratch;
  for (Index s = 0; s < scene.scenes().size(); ++s) {
    [[maybe_unused]] const Bounds bounds = pose_bounds(scene, s, pose, scratch);
  }
}

}  // namespace

void check_imported(const gltf::Imported& imported, const gltf::Limits& limits) {
  const Scene& scene = imported.scene;
  check_meshes(scene, limits);
  check_nodes(scene, limits);
  check_roots(scene);
  check_skins(scene, limits);
  check_looks(scene);
  check_animations(scene, limits);
  check_expressions(scene);
  MORPH_REQUIRE(imported.source.images.size() == scene.images().size());
  MORPH_REQUIRE(imported.warnings.size() <= 1001);
  for (const Error& warning : imported.warnings) MORPH_REQUIRE(!warning.message.empty());
}

void play(const Scene& scene) {
  Pose pose(scene);
  check_pose(scene, pose);
  animate(scene, pose);
  ExpressionMixer expressions(scene);
  for (Index e = 0; e < scene.expressions().size(); ++e) {
    MORPH_REQUIRE(expressions.set(e, e % 2 == 0 ? 1.0f : 0.4f).has_value());
  }
  expressions.apply(scene, pose);
  check_pose(scene, pose);
  show(scene, pose);
}

}  // namespace morph::fuzz
