// SPDX-License-Identifier: MIT
#pragma once

#include <span>

#include "morph/runtime/expression_mixer.h"
#include "morph/runtime/mixer.h"
#include "morph/runtime/playback.h"
#include "morph/runtime/pose.h"
#include "morph/runtime/result.h"
#include "morph/runtime/scene.h"
#include "morphview/options.h"
#include "morphview/selection.h"

namespace morphview {

// What decides a frame: the clock, the weights that the user holds, and the pose that follows from
// both. The window and every headless result take their pose from here.

class Player {
 public:
  /// The scene must outlive the player. Nothing is played, every weight rests.
  explicit Player(const morph::Scene& scene);

  /// Sets clip, time, speed, loop mode, expressions and weights as the command line says; the clock
  /// runs unless
  /// --paused. Errors: not_found, as selection.h says.
  [[nodiscard]] morph::Result<void> configure(const Options& options);

  /// Changes what is played; the clock starts at 0 and keeps running or standing.
  void choose(const AnimationChoice& choice);
  [[nodiscard]] const AnimationChoice& choice() const { return choice_; }

  /// Holds every weight at the value that the file gives it, against the animation.
  void hold_defaults();

  /// Computes the pose of this moment: rest, animation above it, expressions above both, the user's
  /// weights above all.
  /// Does not allocate.
  void update();

  [[nodiscard]] const morph::Scene& scene() const { return *scene_; }
  [[nodiscard]] const morph::Pose& pose() const { return pose_; }
  [[nodiscard]] morph::Playback& playback() { return playback_; }
  [[nodiscard]] const morph::Playback& playback() const { return playback_; }
  [[nodiscard]] morph::ExpressionMixer& expressions() { return expressions_; }
  [[nodiscard]] const morph::ExpressionMixer& expressions() const { return expressions_; }
  [[nodiscard]] morph::Mixer& mixer() { return mixer_; }
  [[nodiscard]] const morph::Mixer& mixer() const { return mixer_; }

 private:
  const morph::Scene* scene_;
  morph::Playback playback_;
  morph::ExpressionMixer expressions_;
  morph::Mixer mixer_;
  morph::Pose pose_;
  AnimationChoice choice_;
};

}  // namespace morphview
