// SPDX-License-Identifier: MIT
#pragma once

namespace morphview {

// When the next frame is drawn: at the display's rate while something moves, and not at all while
// nothing does.

class FrameClock {
 public:
  explicit FrameClock(double frames_per_second) : interval_(1.0 / frames_per_second) {}

  /// Waits for the next frame and handles the window's events. A window that moves waits for its
  /// next turn; one that stands sleeps until an event, after which a few frames let the interface
  /// settle.
  void wait(bool moves);

  /// Seconds since the last call.
  [[nodiscard]] double lap();

 private:
  double interval_;
  double last_lap_ = 0.0;
  double next_frame_ = 0.0;
  int settling_ = kSettlingFrames;

  static constexpr int kSettlingFrames = 3;
};

}  // namespace morphview
