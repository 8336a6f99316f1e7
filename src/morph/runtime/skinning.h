// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <glm/mat4x4.hpp>
#include <glm/vec3.hpp>
#include <glm/vec4.hpp>
#include <span>

#include "morph/runtime/mesh.h"
#include "morph/runtime/skin.h"

namespace morph {

// Skinning (glTF 2.0 §3.7.3.3), the step after the morph (item 10): each vertex follows the
// weighted mean of its joints. The joints' global transforms alone decide where a skinned mesh is;
// the node that shows it has no say (item 77), so what comes out lies in the world. Letters: V
// vertices, J joints.

/// Writes for each joint the matrix that takes a vertex from mesh space, as it was bound, to the
/// world: global(joint) · inverse bind matrix.
///   globals  [nodes], as global_matrices writes them
///   out      [J]
/// Precondition (asserted): out has J elements, and every joint is a node. Does not allocate.
void joint_matrices(const Skin& skin, std::span<const glm::mat4> globals, std::span<glm::mat4> out);

/// Skins the vertices of a primitive: positions by M = Σ weight · joint matrix, over all joint
/// sets; normals by the inverse transpose of M, unit; tangents by M, unit, with their w. A vector
/// that M brings to length 0, and one that has none, becomes 0.
///   joints  [J], as joint_matrices writes them
///   in, out [V], mesh space to world; out may be in
/// Preconditions (asserted): the primitive has joint sets; sizes agree. (Scene::create has seen
/// that each joint is < J.) Sums in double. Does not allocate.
void skin_positions(const Primitive& primitive, std::span<const glm::mat4> joints,
                    std::span<const glm::vec3> in, std::span<glm::vec3> out);
/// One of them: skin_positions of vertex `vertex` alone.
[[nodiscard]] glm::vec3 skinned_position(const Primitive& primitive,
                                         std::span<const glm::mat4> joints, std::size_t vertex,
                                         const glm::vec3& position);

void skin_normals(const Primitive& primitive, std::span<const glm::mat4> joints,
                  std::span<const glm::vec3> in, std::span<glm::vec3> out);
void skin_tangents(const Primitive& primitive, std::span<const glm::mat4> joints,
                   std::span<const glm::vec4> in, std::span<glm::vec4> out);

}  // namespace morph
