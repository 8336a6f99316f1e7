// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <glm/gtc/quaternion.hpp>
#include <span>
#include <vector>

#include "morph/runtime/animation.h"
#include "morph/runtime/pose.h"
#include "morph/runtime/track.h"

namespace morph {

// Evaluating key frames (glTF 2.0 §3.11, appendix C). Before the first key the first value holds,
// after the last key the last; a time that equals a key's gives that key's value as it is. Times
// are compared as float, because that is what a file stores. Letters: W floats per key.

/// Where a time falls between the keys of a track.
struct Segment {
  std::uint32_t key = 0;  ///< the key at or before the time
  float fraction = 0.0f;  ///< 0 … 1 on the way to the next key; 0 exactly: the key's value as it is
  float duration = 0.0f;  ///< seconds from the key to the next, 0 where there is none to go to
};

/// Finds the segment of a time in seconds. `cursor` is any number at first and remembers the place,
/// so that the next search for a near time is short; the result does not depend on it.
[[nodiscard]] Segment find_segment(const Track& track, float time, std::uint32_t& cursor);

/// Evaluates each component for itself: weights, translation, scale. Splines may overshoot; nothing
/// is clamped.
///   out  [W]. Precondition (asserted): out.size() == track.width(). Does not allocate.
void evaluate(const Track& track, const Segment& segment, std::span<float> out);

/// Evaluates a rotation: linear is the shortest spherical way, a spline is brought to unit length.
/// Precondition (asserted): track.width() == 4.
[[nodiscard]] glm::quat evaluate_rotation(const Track& track, const Segment& segment);

/// The search state of one animation that is played: one search per sampler, shared by its
/// channels.
class AnimationSampler {
 public:
  explicit AnimationSampler(const Animation& animation)
      : cursors_(animation.samplers.size()), segments_(animation.samplers.size()) {}

  /// Writes what the animation drives at `time` (seconds) into the pose and leaves everything else
  /// as it is.
  /// Preconditions (asserted): `animation` is the one it was made of and belongs to the pose's
  /// Scene.
  /// Does not allocate.
  void sample(const Animation& animation, float time, Pose& pose);

 private:
  std::vector<std::uint32_t> cursors_;  // [samplers]
  std::vector<Segment> segments_;       // [samplers]
};

}  // namespace morph
