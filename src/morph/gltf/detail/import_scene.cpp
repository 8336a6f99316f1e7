// SPDX-License-Identifier: MIT
#include "morph/gltf/detail/import_scene.h"

#include <algorithm>
#include <cmath>

#include "morph/gltf/detail/import_targets.h"

namespace morph::gltf::detail {
namespace {

/// How far from 1 the length of a rotation may be before it is brought there.
constexpr float kUnitTolerance = 5e-4f;
/// How far before that is worth a word, as gltf-validator has it.
constexpr float kTolerated = 0.00769f;

glm::vec3 to_vec3(const std::vector<double>& v) {
  return {static_cast<float>(v[0]), static_cast<float>(v[1]), static_cast<float>(v[2])};
}

bool finite_as_float(const std::vector<double>& values) {
  return std::ranges::all_of(values, [](double v) { return std::isfinite(static_cast<float>(v)); });
}

glm::quat read_rotation(const ImportContext& context, const std::vector<double>& v,
                        const std::string& where) {
  const glm::quat rotation(static_cast<float>(v[3]), to_vec3(v));
  const float length = glm::length(rotation);
  if (std::abs(length - 1) <= kUnitTolerance) return rotation;
  const bool usable = std::isfinite(length) && length > 0;
  if (std::abs(length - 1) <= kTolerated) return rotation / length;
  context.warnings.add(
      {ErrorCode::invalid_value, where + "/rotation",
       "has length " + std::to_string(length) + (usable ? ", brought to 1" : ", ignored"),
       "ROTATION_NON_UNIT"});
  return usable ? rotation / length : glm::quat(1.0f, 0.0f, 0.0f, 0.0f);
}

void read_transform(const ImportContext& context, const tinygltf::Node& source,
                    const std::string& where, Node& node) {
  if (!source.matrix.empty()) {
    glm::mat4& matrix = node.matrix.emplace(1.0f);
    for (std::size_t i = 0; i < 16; ++i) {
      matrix[static_cast<int>(i / 4)][static_cast<int>(i % 4)] =
          static_cast<float>(source.matrix[i]);
    }
    return;
  }
  if (!source.translation.empty()) node.transform.translation = to_vec3(source.translation);
  if (!source.rotation.empty()) {
    node.transform.rotation = read_rotation(context, source.rotation, where);
  }
  if (!source.scale.empty()) node.transform.scale = to_vec3(source.scale);
}

std::uint32_t target_count(const Node& node, std::span<const Mesh> meshes) {
  return node.mesh < meshes.size() ? meshes[node.mesh].morph_target_count() : 0;
}

void read_weights(const ImportContext& context, const tinygltf::Node& source,
                  std::span<const Mesh> meshes, const std::string& where, Node& node) {
  if (source.weights.empty()) return;
  const std::uint32_t targets = target_count(node, meshes);
  node.weights =
      fitted_weights(context, source.weights, targets, where + "/weights", "NODE_WEIGHTS_INVALID");
}

Node import_node(const ImportContext& context, const tinygltf::Node& source,
                 std::span<const Mesh> meshes, const std::string& where) {
  Node node;
  node.name = kept_name(source.name, context.limits);
  for (const int child : source.children) node.children.push_back(static_cast<Index>(child));
  if (source.mesh >= 0) node.mesh = static_cast<Index>(source.mesh);
  if (source.skin >= 0) node.skin = static_cast<Index>(source.skin);
  if (source.camera >= 0) node.camera = static_cast<Index>(source.camera);
  const bool finite = finite_as_float(source.matrix) && finite_as_float(source.translation) &&
                      finite_as_float(source.rotation) && finite_as_float(source.scale);
  if (finite) {
    read_transform(context, source, where, node);
    read_weights(context, source, meshes, where, node);
  } else {
    const bool in_range = node.mesh < meshes.size();
    if (in_range) node.mesh = node.skin = kNoIndex;
    context.warnings.add_skipped({ErrorCode::invalid_value,
                                  where,
                                  "has a transform that is not finite; its mesh is not drawn",
                                  {}});
  }
  return node;
}

/// Every node has weights of its own: here, in each Pose, and in what mixes them. Every primitive
/// that it shows has a place in what draws it, and there objects of the driver.
Result<void> take_instance(const ImportContext& context, const Node& node,
                           std::span<const Mesh> meshes, const std::string& where) {
  if (node.mesh >= meshes.size()) return {};
  const std::uint64_t weights = target_count(node, meshes);
  if (auto taken = context.budget.decoded.take(weights * 16, where, "morph weights"); !taken) {
    return taken;
  }
  const std::uint64_t primitives = meshes[node.mesh].primitives.size();
  return context.budget.decoded.take(primitives * 256, where, "primitives, as often as shown");
}

}  // namespace

Result<std::vector<Node>> import_nodes(const ImportContext& context, std::span<const Mesh> meshes) {
  std::vector<Node> nodes;
  nodes.reserve(context.model().nodes.size());
  for (const tinygltf::Node& source : context.model().nodes) {
    const std::string where = pointer("/nodes/", nodes.size());
    nodes.push_back(import_node(context, source, meshes, where));
    if (auto taken = take_instance(context, nodes.back(), meshes, where); !taken) {
      return taken.error();
    }
  }
  return nodes;
}

Result<std::vector<SceneRoots>> import_scenes(const ImportContext& context) {
  const std::uint64_t shown = context.model().scenes.size() * context.model().nodes.size();
  if (auto taken = context.budget.decoded.take(shown * sizeof(Index), "/scenes", "nodes of scenes");
      !taken) {
    return taken.error();
  }
  std::vector<SceneRoots> scenes;
  for (const tinygltf::Scene& source : context.model().scenes) {
    SceneRoots& roots = scenes.emplace_back();
    roots.name = kept_name(source.name, context.limits);
    for (const int node : source.nodes) roots.nodes.push_back(static_cast<Index>(node));
  }
  return scenes;
}

Index import_default_scene(const ImportContext& context) {
  const int scene = context.model().defaultScene;
  return scene < 0 ? kNoIndex : static_cast<Index>(scene);
}

}  // namespace morph::gltf::detail
