// SPDX-License-Identifier: MIT
#pragma once

#include <array>
#include <cstdint>
#include <glm/vec2.hpp>
#include <glm/vec3.hpp>
#include <glm/vec4.hpp>
#include <string>
#include <vector>

#include "morph/runtime/index.h"
#include "morph/runtime/morph_target_data.h"

namespace morph {

// Meshes (glTF 2.0 §3.7): base attributes, topology and morph targets, decoded to float. Letters: V
// vertices.

/// Topology, in the order of glTF's numbers 0 … 6.
enum class PrimitiveMode : std::uint8_t {
  points,
  lines,
  line_loop,
  line_strip,
  triangles,
  triangle_strip,
  triangle_fan,
};

/// The most pairs JOINTS_n and WEIGHTS_n that a primitive keeps: 16 joints for each vertex.
inline constexpr std::uint32_t kMaxJointSets = 4;

/// Joints of one vertex, from one pair JOINTS_n and WEIGHTS_n. Both are needed together, in kernels
/// and in vertex buffers, so they lie together.
struct JointInfluences {
  std::array<std::uint16_t, 4> joints{};  ///< into Skin::joints; 0 where the weight is 0
  glm::vec4 weights{0.0f};                ///< ≥ 0; those of all sets of a vertex sum to 1
};

/// One draw: base attributes, indices, material and targets. An attribute that the file does not
/// have is empty.
struct Primitive {
  PrimitiveMode mode = PrimitiveMode::triangles;
  Index material = kNoIndex;           ///< kNoIndex: the default material
  std::vector<std::uint32_t> indices;  ///< each < V; empty: the vertices as they stand
  std::vector<glm::vec3> positions;    ///< [V], mesh units; V = 0: nothing to draw
  std::vector<glm::vec3> normals;      ///< [V] or empty (flat normals of the morphed surface)
  std::vector<glm::vec4> tangents;     ///< [V] or empty; w is the handedness, ±1
  std::vector<std::vector<glm::vec2>>
      texcoords;                  ///< [≤ kMaxTexcoordSets][V]; the set's number is its place
  std::vector<glm::vec4> colors;  ///< [V] or empty: COLOR_0, linear, alpha 1 where the file has RGB
  std::vector<std::vector<JointInfluences>>
      joint_sets;                 ///< [≤ kMaxJointSets][V]; empty: not skinned
  MorphTargetData morph_targets;  ///< of V vertices, or without targets

  [[nodiscard]] std::uint32_t vertex_count() const {
    return static_cast<std::uint32_t>(positions.size());
  }

  /// Whether the file gives the attribute.
  [[nodiscard]] bool has(MorphAttribute attribute) const;
};

/// Primitives that are drawn together and share one set of weights.
struct Mesh {
  std::string name;
  std::vector<Primitive> primitives;  ///< each with the same number of targets

  /// T, the number of morph targets of every primitive; 0 for a mesh without.
  [[nodiscard]] std::uint32_t morph_target_count() const {
    return primitives.empty() ? 0 : primitives.front().morph_targets.target_count();
  }
};

/// The joint of a mesh that asks most of a skin, and the first vertex that has it.
struct LargestJoint {
  Index joint = kNoIndex;  ///< kNoIndex: the mesh has no joints
  Index primitive = 0;
  std::uint32_t set = 0;
  std::uint32_t vertex = 0;
};
[[nodiscard]] LargestJoint largest_joint(const Mesh& mesh);

/// Calls triangle(a, b, c) with the vertex numbers of each triangle, in order and in winding order
/// (glTF 2.0 §3.7.2.1); never for points and lines.
template <class F>
void for_each_triangle(const Primitive& primitive, F&& triangle) {
  const auto count =
      primitive.indices.empty() ? primitive.positions.size() : primitive.indices.size();
  const auto at = [&](std::size_t i) {
    return primitive.indices.empty() ? static_cast<std::uint32_t>(i) : primitive.indices[i];
  };
  switch (primitive.mode) {
    case PrimitiveMode::triangles:
      for (std::size_t i = 0; i + 2 < count; i += 3) triangle(at(i), at(i + 1), at(i + 2));
      break;
    case PrimitiveMode::triangle_strip:
      for (std::size_t i = 0; i + 2 < count; ++i)
        triangle(at(i), at(i + 1 + i % 2), at(i + 2 - i % 2));
      break;
    case PrimitiveMode::triangle_fan:
      for (std::size_t i = 0; i + 2 < count; ++i) triangle(at(i + 1), at(i + 2), at(0));
      break;
    default:
      break;
  }
}

}  // namespace morph
