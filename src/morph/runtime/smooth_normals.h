// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <glm/ext/vector_double3.hpp>
#include <glm/mat3x3.hpp>
#include <glm/vec3.hpp>
#include <glm/vec4.hpp>
#include <span>
#include <vector>

#include "morph/runtime/mesh.h"

namespace morph {

// Smooth normals of a morphed surface, for targets that move positions and say nothing of normals:
// glTF 2.0 §3.7.2.2 then leaves the normals of the base on a surface that has another shape.
// Letters: V vertices.

/// Where the normals of a morphed primitive come from.
enum class NormalsMode : std::uint8_t {
  file,       ///< the file's, with the displacements that its targets give
  recompute,  ///< from the morphed surface, where SmoothNormals::follow; else as `file`
};

/// How the normals of one primitive follow its positions; a value, made once, for any number of
/// poses.
///
/// A corner of a triangle weighs area · angle, which makes the mean independent of how flat faces
/// are cut into triangles. The mean over the triangles around a vertex is only ever compared with
/// the same mean of the base: the closest rotation that takes the one fan to the other turns the
/// file's normal. So what an artist made of a normal stays, and where nothing moved, so do its
/// bits. Vertices with one place and one normal, of which every target keeps both together, share
/// their triangles, so a seam of texture coordinates does not show. An edge that the file split, by
/// two normals at one place, stays split.
class SmoothNormals {
 public:
  /// Memory that is used again from call to call.
  struct Scratch {
    struct Fan {
      glm::dvec3 area{0.0};   ///< sum of the triangles' normals, each area · angle long
      glm::mat3 edges{0.0f};  ///< Σ edge of the morphed surface · (edge of the base)ᵀ
    };
    std::vector<Fan> fans;
  };

  /// Whether there is anything to follow: triangles with normals of the file, and a target that
  /// moves positions. A primitive without normals has flat ones (surface_normals.h).
  [[nodiscard]] static bool follow(const Primitive& primitive);

  /// Precondition (asserted): follow(primitive).
  explicit SmoothNormals(const Primitive& primitive);

  /// Writes the normals of the morphed surface, unit, and makes tangents follow: orthogonal to the
  /// normals, unit, with their w. Where no triangle around a vertex has changed, or the triangles
  /// there have no area, the normal is the file's to the bit and the tangent stays.
  ///   primitive  that of the constructor
  ///   positions  [V], as blend_positions writes them
  ///   normals    [V], written
  ///   tangents   [V], as blend_tangents writes them, or empty. Where no target moves tangents,
  ///   they
  ///              turn as the normals do; one along its normal stays.
  /// Precondition (asserted): sizes agree. Allocates only while the scratch memory grows. Sums in
  /// double.
  void evaluate(const Primitive& primitive, std::span<const glm::vec3> positions, Scratch& scratch,
                std::span<glm::vec3> normals, std::span<glm::vec4> tangents) const;

 private:
  using Fan = Scratch::Fan;

  void weld(const Primitive& primitive);
  void collect(const Primitive& primitive, std::span<const glm::vec3> positions,
               std::span<Fan> fans) const;

  std::vector<std::uint32_t> fan_of_;   // [V] vertices that are one share a fan
  std::vector<glm::dvec3> base_areas_;  // [fans]
};

}  // namespace morph
