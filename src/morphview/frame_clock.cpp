// SPDX-License-Identifier: MIT
#include "morphview/frame_clock.h"

#include <GLFW/glfw3.h>

#include <algorithm>

namespace morphview {

void FrameClock::wait(bool moves) {
  if (moves || settling_ > 0) {
    settling_ = moves ? kSettlingFrames : settling_ - 1;
    glfwPollEvents();
    // Events wake the wait early; where swapping buffers does not wait, this is what paces the
    // frames.
    for (double now = glfwGetTime(); now < next_frame_; now = glfwGetTime()) {
      glfwWaitEventsTimeout(next_frame_ - now);
    }
  } else {
    glfwWaitEvents();
    settling_ = kSettlingFrames;
  }
  const double now = glfwGetTime();
  next_frame_ = std::max(next_frame_ + interval_, now);
}

double FrameClock::lap() {
  const double now = glfwGetTime();
  const double seconds = now - last_lap_;
  last_lap_ = now;
  return seconds;
}

}  // namespace morphview
