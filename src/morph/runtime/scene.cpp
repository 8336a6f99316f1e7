// SPDX-License-Identifier: MIT
#include "morph/runtime/scene.h"

#include <cassert>
#include <glm/gtc/matrix_transform.hpp>
#include <utility>

#include "morph/runtime/detail/scene_checks.h"

namespace morph {
namespace {

/// The nodes under `roots` in the order of a depth-first walk, each once.
std::vector<Index> walk(std::span<const Node> nodes, std::span<const Index> roots) {
  std::vector<Index> reached;
  std::vector<bool> seen(nodes.size(), false);
  std::vector<Index> stack(roots.rbegin(), roots.rend());
  while (!stack.empty()) {
    const Index node = stack.back();
    stack.pop_back();
    if (seen[node]) continue;
    seen[node] = true;
    reached.push_back(node);
    stack.insert(stack.end(), nodes[node].children.rbegin(), nodes[node].children.rend());
  }
  return reached;
}

/// Weights at rest: the node's own, else the mesh's, else zeros (glTF 2.0 §3.7.4).
void resolve_weights(SceneParts& parts) {
  for (Node& node : parts.nodes) {
    if (node.mesh == kNoIndex || !node.weights.empty()) continue;
    const Mesh& mesh = parts.meshes[node.mesh];
    if (mesh.morph_target_count() == 0) continue;
    const auto defaults = mesh.primitives.front().morph_targets.default_weights();
    node.weights.assign(defaults.begin(), defaults.end());
  }
}

void complete_scenes(SceneParts& parts) {
  if (parts.scenes.empty()) {
    SceneRoots roots;
    for (Index n = 0; n < parts.nodes.size(); ++n) {
      if (parts.nodes[n].parent == kNoIndex) roots.nodes.push_back(n);
    }
    parts.scenes.push_back(std::move(roots));
  }
  if (parts.default_scene == kNoIndex) parts.default_scene = 0;
}

}  // namespace

glm::mat4 Transform::matrix() const {
  return glm::scale(glm::translate(glm::mat4(1.0f), translation) * glm::mat4_cast(rotation), scale);
}

Result<Scene> Scene::create(SceneParts parts) {
  Scene scene;
  if (auto sound = detail::check_materials(parts); !sound) return sound.error();
  if (auto sound = detail::check_meshes(parts); !sound) return sound.error();
  if (auto sound = detail::check_cameras(parts); !sound) return sound.error();
  if (auto sound = detail::check_nodes(parts); !sound) return sound.error();
  if (auto sound = detail::check_skins(parts); !sound) return sound.error();
  if (auto sound = detail::check_skinned_nodes(parts); !sound) return sound.error();
  if (auto sound = detail::link_nodes(parts.nodes, scene.order_); !sound) return sound.error();
  if (auto sound = detail::check_scenes(parts); !sound) return sound.error();
  resolve_weights(parts);
  if (auto sound = detail::check_animations(parts); !sound) return sound.error();
  if (auto sound = detail::check_expressions(parts); !sound) return sound.error();
  complete_scenes(parts);

  scene.weight_offsets_.reserve(parts.nodes.size() + 1);
  scene.weight_offsets_.push_back(0);
  for (const Node& node : parts.nodes) {
    scene.weight_offsets_.push_back(scene.weight_offsets_.back() +
                                    static_cast<std::uint32_t>(node.weights.size()));
  }
  for (const SceneRoots& roots : parts.scenes)
    scene.scene_nodes_.push_back(walk(parts.nodes, roots.nodes));
  scene.parts_ = std::move(parts);
  return scene;
}

const Mesh* Scene::mesh_of(Index node) const {
  assert(node < parts_.nodes.size());
  const Index mesh = parts_.nodes[node].mesh;
  return mesh == kNoIndex ? nullptr : &parts_.meshes[mesh];
}

const Skin* Scene::skin_of(Index node) const {
  assert(node < parts_.nodes.size());
  const Index skin = parts_.nodes[node].skin;
  return skin == kNoIndex ? nullptr : &parts_.skins[skin];
}

const Material& Scene::material_of(const Primitive& primitive) const {
  static const Material default_material;
  return primitive.material == kNoIndex ? default_material : parts_.materials[primitive.material];
}

std::span<const std::string> Scene::morph_target_names(Index node) const {
  const Mesh* mesh = mesh_of(node);
  if (mesh == nullptr || mesh->primitives.empty()) return {};
  return mesh->primitives.front().morph_targets.target_names();
}

}  // namespace morph
