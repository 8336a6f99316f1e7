// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <glm/gtc/quaternion.hpp>
#include <glm/mat4x4.hpp>
#include <glm/vec3.hpp>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "morph/runtime/animation.h"
#include "morph/runtime/camera.h"
#include "morph/runtime/expression.h"
#include "morph/runtime/image.h"
#include "morph/runtime/index.h"
#include "morph/runtime/material.h"
#include "morph/runtime/mesh.h"
#include "morph/runtime/result.h"
#include "morph/runtime/skin.h"

namespace morph {

// Everything that a glTF file says (glTF 2.0 §3.5), const from the moment it is made: any number of
// poses and threads share one Scene. What changes from frame to frame is a Pose.

/// Translation, rotation, scale of a node against its parent, applied in the order scale, rotation,
/// translation.
struct Transform {
  glm::vec3 translation{0.0f};                 ///< metres
  glm::quat rotation{1.0f, 0.0f, 0.0f, 0.0f};  ///< unit; glm's order: w, x, y, z
  glm::vec3 scale{1.0f};

  [[nodiscard]] glm::mat4 matrix() const;
};

struct Node {
  std::string name;
  Index parent = kNoIndex;  ///< derived by Scene::create
  std::vector<Index> children;
  Index mesh = kNoIndex;
  Index skin = kNoIndex;  ///< only with a mesh, whose place is then the joints' alone (§3.7.3.3)
  Index camera = kNoIndex;
  Transform transform;              ///< at rest
  std::optional<glm::mat4> matrix;  ///< instead of `transform`; such a node is not animated
  std::vector<float>
      weights;  ///< [T] at rest; given empty, Scene::create takes the mesh's defaults
};

/// The root nodes that are shown together.
struct SceneRoots {
  std::string name;
  std::vector<Index> nodes;
};

/// What a Scene is made of, in the file's order.
struct SceneParts {
  std::vector<Node> nodes;
  std::vector<Mesh> meshes;
  std::vector<Skin> skins;
  std::vector<Camera> cameras;
  std::vector<Material> materials;
  std::vector<Texture> textures;
  std::vector<Image> images;
  std::vector<Animation> animations;
  std::vector<Expression> expressions;  ///< of an avatar (VRM)
  std::vector<SceneRoots> scenes;       ///< none: one scene of all root nodes is made
  Index default_scene = kNoIndex;       ///< kNoIndex: scene 0
};

class Scene {
 public:
  /// Checks every reference once, so that no later code has to.
  /// Errors, each with the JSON pointer that the value has in a glTF file:
  ///   out_of_range    a child, mesh, skin, joint, camera, material, texture, image, texture
  ///                   coordinate set, vertex index, sampler, node or weight that does not exist
  ///   invalid_value   a node that is its own ancestor or has two parents; a hierarchy deeper than
  ///                   kMaxNodeDepth; a skin on a node without mesh; a number that is not finite
  ///                   or, of a camera or joint weight, not in its range; a translation, rotation
  ///                   or scale channel on a node with a matrix, or one with an element
  ///   count_mismatch  attributes, targets, weights or inverse bind matrices whose counts do not
  ///                   agree; a track whose width does not fit
  ///   limit_exceeded  a skin of more than kMaxJoints joints
  ///   no_morph_targets  a weights channel or a bind of an expression where the node has none
  static Result<Scene> create(SceneParts parts);

  static constexpr std::uint32_t kMaxNodeDepth = 1024;

  [[nodiscard]] std::span<const Node> nodes() const { return parts_.nodes; }
  [[nodiscard]] std::span<const Mesh> meshes() const { return parts_.meshes; }
  [[nodiscard]] std::span<const Skin> skins() const { return parts_.skins; }
  [[nodiscard]] std::span<const Camera> cameras() const { return parts_.cameras; }
  [[nodiscard]] std::span<const Material> materials() const { return parts_.materials; }
  [[nodiscard]] std::span<const Texture> textures() const { return parts_.textures; }
  [[nodiscard]] std::span<const Image> images() const { return parts_.images; }
  [[nodiscard]] std::span<const Animation> animations() const { return parts_.animations; }
  [[nodiscard]] std::span<const Expression> expressions() const { return parts_.expressions; }
  [[nodiscard]] std::span<const SceneRoots> scenes() const {
    return parts_.scenes;
  }  ///< at least one
  [[nodiscard]] Index default_scene() const { return parts_.default_scene; }

  /// The mesh of a node, or nullptr.
  [[nodiscard]] const Mesh* mesh_of(Index node) const;

  /// The skin of a node, or nullptr. Primitives of its mesh that have no joints are not skinned.
  [[nodiscard]] const Skin* skin_of(Index node) const;

  /// The material of a primitive; the default material where it names none.
  [[nodiscard]] const Material& material_of(const Primitive& primitive) const;

  /// T of the node's mesh, 0 without.
  [[nodiscard]] std::uint32_t morph_target_count(Index node) const {
    return weight_offsets_[node + 1] - weight_offsets_[node];
  }

  /// [T] names of the node's targets; "" for one without. Precondition (asserted): node <
  /// nodes().size().
  [[nodiscard]] std::span<const std::string> morph_target_names(Index node) const;

  /// Where a node's weights begin in a flat array of all nodes' weights: [nodes + 1], rising; the
  /// last is the length.
  [[nodiscard]] std::span<const std::uint32_t> weight_offsets() const { return weight_offsets_; }

  /// All nodes, every parent before its children.
  [[nodiscard]] std::span<const Index> nodes_parents_first() const { return order_; }

  /// The nodes that a scene shows, in the order of a depth-first walk. Precondition (asserted):
  /// scene exists.
  [[nodiscard]] std::span<const Index> nodes_of_scene(Index scene) const {
    return scene_nodes_[scene];
  }

 private:
  Scene() = default;

  SceneParts parts_;
  std::vector<std::uint32_t> weight_offsets_;
  std::vector<Index> order_;
  std::vector<std::vector<Index>> scene_nodes_;
};

}  // namespace morph
