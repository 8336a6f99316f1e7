// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "morph/runtime/bounds.h"
#include "morph/runtime/index.h"
#include "morph/runtime/pose.h"
#include "morph/runtime/scene.h"

namespace morph {

// The box of a pose without its vertices: what a frame can afford when the graphics side blends.
// Letters: V vertices, A active targets.

namespace detail {
struct DoubleBox;
}

/// Boxes of small pieces of every mesh and of what each target adds to them; a value, made once
/// from a scene.
///
/// A weight w stretches the box of a target's displacements by w, from the other side where w < 0;
/// so base + Σ w · box holds each vertex of the piece for any weights. A piece of a skinned mesh is
/// kept once for each of its joints, up to 16, with the vertices that this joint pulls: a vertex
/// lies in the hull of where its joints alone would take it.
class IntervalBounds {
 public:
  explicit IntervalBounds(const Scene& scene);

  /// A world-space box that holds everything that a scene draws in this pose: every vertex as
  /// for_each_posed_vertex gives it, rounding included. Pieces have one vertex where a primitive
  /// has fewer than 1024, and up to 32. So without skin the sides are those of pose_bounds on small
  /// meshes; on larger ones whose targets move neighbours alike, with weights from −2 to 3, they
  /// are longer by a tenth in the mean and by a half at most, and by no more than their own length
  /// where each vertex is displaced at random. A skin that bends adds as much again. Takes about V
  /// · A / 32 steps. Allocates only while the scratch memory grows.
  [[nodiscard]] Bounds bounds(const Scene& scene, Index scene_index, const Pose& pose,
                              PosedScratch& scratch) const;

 private:
  struct Displacement {
    std::uint32_t target = 0;
    Bounds box;
  };
  struct Piece {
    Bounds base;
    std::uint32_t first_joint = 0;         // up to the next piece's
    std::uint32_t first_displacement = 0;  // likewise
  };
  struct Shape {
    std::vector<Piece> pieces;  // and one behind the last
    std::vector<Index> joints;  // that pull a piece, where there is a skin; kNoIndex: none does
    std::vector<Displacement> displacements;
    double least_pull = 1.0;  // sums of a vertex's joint weights
    double most_pull = 1.0;
  };

  static Shape shape_of(const Primitive& primitive);

  static detail::DoubleBox morphed(const Shape& shape, std::size_t piece,
                                   std::span<const float> weights);

  std::vector<std::vector<Shape>> shapes_;  // [meshes][primitives]
};

}  // namespace morph
