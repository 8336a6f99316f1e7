// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <span>
#include <string_view>
#include <vector>

#include "morph/runtime/index.h"
#include "morph/runtime/result.h"
#include "morph/runtime/sample.h"
#include "morph/runtime/scene.h"

namespace morph {

// The clock of an animation: what is played, where it stands, how it goes on at the end. glTF
// leaves this to the application (§3.11). Time runs from 0 to the last key of what is played.

enum class LoopMode : std::uint8_t { repeat, once, pingpong };

class Playback {
 public:
  /// Starts at 0, running. Nothing is played until `play`.
  /// Errors: out_of_range for an index, not_found for a name. Then what was played goes on.
  Result<void> play(const Scene& scene, Index animation);
  Result<void> play(const Scene& scene, std::string_view name);

  /// Starts every animation of the scene at once, in file order: where two drive one property, the
  /// later wins.
  void play_all(const Scene& scene);

  /// Nothing is played; time 0.
  void stop();

  void pause() { running_ = false; }
  void resume();  ///< goes on; one that ended begins again
  [[nodiscard]] bool running() const { return running_; }

  /// What is played, by index.
  [[nodiscard]] std::span<const Index> animations() const { return animations_; }

  [[nodiscard]] float duration() const { return duration_; }  ///< seconds
  [[nodiscard]] float time() const {
    return static_cast<float>(time_);
  }  ///< seconds, in [0, duration]

  /// Goes to a time, clamped to [0, duration]. NaN is 0.
  void seek(double seconds);

  /// Lets `seconds` of real time pass, times the speed. `once` stops at the end it runs into.
  void advance(double seconds);

  [[nodiscard]] double speed() const { return speed_; }
  void set_speed(double speed) {
    speed_ = speed;
  }  ///< may be negative. Precondition (asserted): finite
  [[nodiscard]] LoopMode loop() const { return loop_; }
  void set_loop(LoopMode loop);

  /// Writes what is played at the current time into the pose. Does not allocate.
  void sample(const Scene& scene, Pose& pose);

 private:
  void start(const Scene& scene, std::vector<Index> animations);

  std::vector<Index> animations_;
  std::vector<AnimationSampler> samplers_;  // one per animation
  double time_ = 0.0;                       // double, so that small steps add up at any frame rate
  double speed_ = 1.0;
  float duration_ = 0.0f;
  LoopMode loop_ = LoopMode::repeat;
  bool running_ = false;
  bool backwards_ = false;  // the way back of pingpong
};

}  // namespace morph
