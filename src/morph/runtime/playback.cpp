// SPDX-License-Identifier: MIT
#include "morph/runtime/playback.h"

#include <algorithm>
#include <cassert>
#include <cmath>
#include <numeric>
#include <string>
#include <utility>

namespace morph {

Result<void> Playback::play(const Scene& scene, Index animation) {
  if (animation >= scene.animations().size()) {
    return Error{ErrorCode::out_of_range,
                 {},
                 "animation " + std::to_string(animation) + " of " +
                     std::to_string(scene.animations().size())};
  }
  start(scene, {animation});
  return {};
}

Result<void> Playback::play(const Scene& scene, std::string_view name) {
  const auto found = std::ranges::find(scene.animations(), name, &Animation::name);
  if (found == scene.animations().end()) {
    return Error{ErrorCode::not_found, {}, "no animation is called '" + std::string(name) + "'"};
  }
  start(scene, {static_cast<Index>(found - scene.animations().begin())});
  return {};
}

void Playback::play_all(const Scene& scene) {
  std::vector<Index> all(scene.animations().size());
  std::iota(all.begin(), all.end(), Index{0});
  start(scene, std::move(all));
}

void Playback::start(const Scene& scene, std::vector<Index> animations) {
  animations_ = std::move(animations);
  samplers_.clear();
  duration_ = 0.0f;
  for (const Index a : animations_) {
    samplers_.emplace_back(scene.animations()[a]);
    duration_ = std::max(duration_, scene.animations()[a].duration());
  }
  time_ = 0.0;
  running_ = !animations_.empty();
  backwards_ = false;
}

void Playback::stop() {
  animations_.clear();
  samplers_.clear();
  duration_ = 0.0f;
  time_ = 0.0;
  running_ = false;
}

void Playback::resume() {
  if (animations_.empty()) return;
  const double end = speed_ < 0.0 ? 0.0 : double{duration_};
  if (loop_ == LoopMode::once && time_ == end) time_ = duration_ - end;
  running_ = true;
}

void Playback::seek(double seconds) {
  time_ = seconds > 0.0 ? std::min(seconds, double{duration_}) : 0.0;
}

void Playback::set_loop(LoopMode loop) {
  loop_ = loop;
  backwards_ = false;
}

void Playback::advance(double seconds) {
  if (!running_ || !(duration_ > 0.0f)) return;
  const double duration = duration_;
  const double step = seconds * speed_;
  assert(std::isfinite(step));
  switch (loop_) {
    case LoopMode::repeat: {
      const double next = time_ + step;
      if (next >= 0.0 && next <= duration) {
        time_ = next;  // the end itself is shown
      } else {
        const double wrapped = std::fmod(next, duration);
        time_ = wrapped < 0.0 ? wrapped + duration : wrapped;
      }
      break;
    }
    case LoopMode::once:
      time_ = std::clamp(time_ + step, 0.0, duration);
      running_ = time_ != (step < 0.0 ? 0.0 : duration);
      break;
    case LoopMode::pingpong: {
      // There and back is one turn of twice the length; the second half is read backwards.
      const double turn = 2.0 * duration;
      const double phase = std::fmod((backwards_ ? turn - time_ : time_) + step, turn);
      const double positive = phase < 0.0 ? phase + turn : phase;
      backwards_ = positive > duration;
      time_ = backwards_ ? turn - positive : positive;
      break;
    }
  }
}

void Playback::sample(const Scene& scene, Pose& pose) {
  for (std::size_t i = 0; i < animations_.size(); ++i) {
    samplers_[i].sample(scene.animations()[animations_[i]], time(), pose);
  }
}

}  // namespace morph
