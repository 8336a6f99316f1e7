// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <glm/mat4x4.hpp>
#include <span>
#include <vector>

#include "morph/runtime/index.h"
#include "morph/runtime/result.h"
#include "morph/runtime/scene.h"

namespace morph {

// All that changes from frame to frame: the transform and the morph weights of every node. Weights
// belong to the node (glTF 2.0 §3.7.4): two nodes that show one mesh have weights of their own.
// Letters: T targets of the node's mesh.

/// A few flat arrays, shaped by one Scene; cheap to copy. It keeps no pointer to the Scene.
class Pose {
 public:
  /// Nothing animated: every node as the file has it at rest.
  explicit Pose(const Scene& scene);

  /// Back to rest. Precondition (asserted): `scene` is the one it was made of. Does not allocate.
  void reset(const Scene& scene);

  /// [T] effective weights of a node, empty where its mesh has no targets. Precondition (asserted):
  /// node exists.
  [[nodiscard]] std::span<const float> morph_weights(Index node) const;

  /// Sets one weight; not clamped. Errors: out_of_range (node or target), no_morph_targets,
  /// invalid_value (not finite).
  Result<void> set_morph_weight(Index node, std::uint32_t target, float weight);

  /// Sets the first weights: missing ones keep their value, surplus is ignored (flutter_scene's
  /// setMorphWeights).
  /// Errors as above; then nothing is changed.
  Result<void> set_morph_weights(Index node, std::span<const float> weights);

  /// Sets all weights (CesiumJS's setter): count_mismatch unless there are exactly T. Errors as
  /// above; then nothing is changed.
  Result<void> assign_morph_weights(Index node, std::span<const float> weights);

  /// [nodes] transforms; those of nodes with a matrix are not used.
  [[nodiscard]] std::span<const Transform> transforms() const { return transforms_; }
  [[nodiscard]] Transform& transform(Index node) { return transforms_[node]; }

  /// [T] for samplers and mixers, which write values that are finite by construction.
  [[nodiscard]] std::span<float> mutable_morph_weights(Index node);

 private:
  Result<std::span<float>> checked_weights(Index node, std::span<const float> incoming);

  std::vector<std::uint32_t> weight_offsets_;  // [nodes + 1]
  std::vector<float> weights_;                 // all nodes, one after the other
  std::vector<Transform> transforms_;          // [nodes]
};

/// Writes the matrix that takes each node's own space to the world's (glTF 2.0 §3.5.2).
///   out  [nodes]. Precondition (asserted): sizes agree. Does not allocate.
void global_matrices(const Scene& scene, const Pose& pose, std::span<glm::mat4> out);

}  // namespace morph
