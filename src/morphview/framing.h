// SPDX-License-Identifier: MIT
#pragma once

#include <array>
#include <glm/vec3.hpp>
#include <vector>

#include "morph/runtime/index.h"
#include "morphview/options.h"
#include "morphview/orbit_camera.h"
#include "morphview/player.h"

namespace morphview {

// How far away the camera stands: the model fills the picture through its whole animation, with a
// small margin.

/// What sticks out furthest: points of a shape, one for each of many directions, so that a camera
/// that sees all of them sees the shape.
class Outline {
 public:
  Outline();

  /// Takes a point into account. Points that are not finite are ignored.
  void add(const glm::vec3& point);

  /// The points, some of them more than once; none before the first `add`.
  [[nodiscard]] const std::vector<glm::vec3>& points() const { return points_; }

 private:
  // Evenly spread over the sphere: neighbours are 18 degrees apart, which misses at most some 2 %
  // of the size, less than the margin.
  static constexpr std::size_t kDirections = 128;

  std::array<glm::vec3, kDirections> directions_;
  std::array<float, kDirections> furthest_;
  std::vector<glm::vec3> points_;
};

/// The outline of everything that a scene draws at any time of what is played, with the user's
/// weights of this moment: at regular times, of very large models at sampled vertices; at those
/// keys, and middles between keys, where the model's box reaches furthest; and now, if that sticks
/// out. Leaves the player as it was.
[[nodiscard]] Outline animation_outline(Player& player, morph::Index scene);

/// Moves a camera, which keeps its direction, just as far away that the outline fills the picture
/// but for the margin: in the middle, and on two opposite sides touching it. An empty outline is
/// taken for a box of 1 m, a point likewise.
///   aspect  width / height of the picture
void fit_outline(OrbitCamera& camera, const Outline& outline, float aspect);

/// A camera that looks along the options' direction at the outline, fitted and then zoomed as they
/// say.
[[nodiscard]] OrbitCamera frame_outline(const Outline& outline, const CameraOptions& options,
                                        float aspect);

}  // namespace morphview
