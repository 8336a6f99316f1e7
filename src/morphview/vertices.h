// SPDX-License-Identifier: MIT
#pragma once

#include <glm/mat4x4.hpp>
#include <span>

#include "morph/gl/renderer.h"
#include "morph/runtime/mesh.h"
#include "morph/runtime/pose.h"
#include "morph/runtime/scene.h"
#include "morph/runtime/smooth_normals.h"

namespace morphview {

// Morphed vertices as reports show them: computed without graphics, completed, and taken to the
// world.

/// Morphs one primitive of a node with the kernels of blend.h; needs no graphics.
[[nodiscard]] morph::gl::MorphedVertices blend_vertices(const morph::Scene& scene,
                                                        const morph::Pose& pose, morph::Index node,
                                                        morph::Index primitive,
                                                        morph::NormalsMode normals);

/// Gives a primitive without normals the flat ones of its morphed triangles and takes its tangents
/// away (glTF 2.0 §3.7.2.1). Points and lines keep none.
void complete_normals(const morph::Primitive& primitive, morph::gl::MorphedVertices& vertices);

/// Takes vertices from mesh space to the world: positions by the matrix, normals by its inverse
/// transpose, tangents by the matrix, both to unit length. A vector of length 0 stays.
void move_to_world(const glm::mat4& matrix, morph::gl::MorphedVertices& vertices);

/// Takes vertices of a node from mesh space to the world, and completes them: by the joints where
/// the node has a skin and the primitive joints, else by the node's matrix. Generated normals are
/// those of the triangles in the world, by the winding that these have there: a skinned triangle
/// has no other flat normal, because each of its corners moves by a matrix of its own.
///   globals  [nodes], as morph::global_matrices writes them
void complete_in_world(const morph::Scene& scene, morph::Index node,
                       const morph::Primitive& primitive, std::span<const glm::mat4> globals,
                       morph::gl::MorphedVertices& vertices);

}  // namespace morphview
