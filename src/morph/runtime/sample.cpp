// SPDX-License-Identifier: MIT
#include "morph/runtime/sample.h"

#include <algorithm>
#include <array>
#include <bit>
#include <cassert>
#include <cmath>
#include <limits>
#include <type_traits>

namespace morph {
namespace {

/// The last key that is not later than `time`. Tries the place of the last search and the one after
/// it first, then where the time would be among evenly spaced keys, as most are.
/// Precondition: the first key is not later than `time`.
std::uint32_t key_at(std::span<const float> times, float time, std::uint32_t hint) {
  const auto holds = [&](std::uint32_t k) {
    return k < times.size() && times[k] <= time && (k + 1 == times.size() || time < times[k + 1]);
  };
  if (holds(hint)) return hint;
  if (holds(hint + 1)) return hint + 1;
  const float share = (time - times.front()) / (times.back() - times.front());
  const auto last = static_cast<std::uint32_t>(times.size() - 1);
  const std::uint32_t guess =  // the last where the share is no number, too
      share < 1.0f ? static_cast<std::uint32_t>(share * static_cast<float>(last)) : last;
  for (const std::uint32_t k : {guess, guess + 1, guess - 1}) {  // rounding is off by one
    if (holds(k)) return k;
  }
  return static_cast<std::uint32_t>(std::ranges::upper_bound(times, time) - times.begin()) - 1;
}

glm::quat as_quat(std::span<const float> xyzw) { return {xyzw[3], xyzw[0], xyzw[1], xyzw[2]}; }

/// A rotation of unit length; none where all components are 0. In double, since the squares of what
/// a spline overshoots to leave float's range.
glm::quat unit(const glm::quat& q) {
  const glm::dquat wide(q);
  return glm::quat(glm::normalize(wide));
}

glm::vec3 sample_vec3(const Track& track, const Segment& segment) {
  std::array<float, 3> xyz;
  evaluate(track, segment, xyz);
  return {xyz[0], xyz[1], xyz[2]};
}

/// Hermite's cubic in T (glTF 2.0 appendix C); in double what is too large for float is the
/// largest. false: something was too large.
template <class T>
bool add_spline(const Track& track, const Segment& segment, std::span<float> out) {
  const auto from = track.value(segment.key);
  const auto leave = track.out_tangent(segment.key);
  const auto to = track.value(segment.key + 1);
  const auto arrive = track.in_tangent(segment.key + 1);
  const double t1 = segment.fraction;
  const double t2 = t1 * t1;
  const double t3 = t2 * t1;
  const double duration = segment.duration;
  const auto from_factor = static_cast<T>(2.0 * t3 - 3.0 * t2 + 1.0);
  const auto to_factor = static_cast<T>(3.0 * t2 - 2.0 * t3);
  const auto leave_factor = static_cast<T>(duration * (t3 - 2.0 * t2 + t1));
  const auto arrive_factor = static_cast<T>(duration * (t3 - t2));
  std::uint32_t carries = 0;  // into the sign, of NaN and of what is not below the largest float
  for (std::size_t i = 0; i < out.size(); ++i) {
    const T value = from_factor * from[i] + leave_factor * leave[i] + to_factor * to[i] +
                    arrive_factor * arrive[i];
    constexpr double kMost = std::numeric_limits<float>::max();
    if constexpr (std::is_same_v<T, double>) {
      out[i] = static_cast<float>(std::clamp(value, -kMost, kMost));
    } else {
      out[i] = value;
    }
    carries |= (std::bit_cast<std::uint32_t>(out[i]) & 0x7FFF'FFFFu) + 0x0080'0001u;
  }
  return carries >> 31 == 0;
}

/// In double, and then kept inside float, only where huge tangents over long segments leave its
/// range.
void evaluate_spline(const Track& track, const Segment& segment, std::span<float> out) {
  if (!add_spline<float>(track, segment, out)) add_spline<double>(track, segment, out);
}

/// The weights that a channel drives: [W].
std::span<float> driven_weights(const Channel& channel, Pose& pose) {
  const auto weights = pose.mutable_morph_weights(channel.node);
  return channel.element == kNoIndex ? weights : weights.subspan(channel.element, 1);
}

}  // namespace

Segment find_segment(const Track& track, float time, std::uint32_t& cursor) {
  const auto times = track.times();
  if (!(time > times.front())) {  // NaN as well
    cursor = 0;
    return {};
  }
  cursor = key_at(times, time, cursor);
  if (cursor + 1 == times.size()) return {cursor, 0.0f, 0.0f};
  const float duration = times[cursor + 1] - times[cursor];
  return {cursor, (time - times[cursor]) / duration, duration};
}

void evaluate(const Track& track, const Segment& segment, std::span<float> out) {
  assert(out.size() == track.width());
  const auto from = track.value(segment.key);
  if (segment.fraction == 0.0f || track.interpolation() == Interpolation::step) {
    std::ranges::copy(from, out.begin());
    return;
  }
  const float t = segment.fraction;
  const auto to = track.value(segment.key + 1);
  if (track.interpolation() == Interpolation::linear) {
    for (std::size_t i = 0; i < out.size(); ++i) out[i] = (1.0f - t) * from[i] + t * to[i];
  } else {
    evaluate_spline(track, segment, out);
  }
}

glm::quat evaluate_rotation(const Track& track, const Segment& segment) {
  assert(track.width() == 4);
  if (segment.fraction != 0.0f && track.interpolation() == Interpolation::linear) {
    return glm::slerp(as_quat(track.value(segment.key)), as_quat(track.value(segment.key + 1)),
                      segment.fraction);
  }
  std::array<float, 4> xyzw;
  evaluate(track, segment, xyzw);
  const glm::quat rotation = as_quat(xyzw);
  return track.interpolation() == Interpolation::cubic_spline ? unit(rotation) : rotation;
}

void AnimationSampler::sample(const Animation& animation, float time, Pose& pose) {
  assert(animation.samplers.size() == cursors_.size());
  for (std::size_t s = 0; s < segments_.size(); ++s) {
    segments_[s] = find_segment(animation.samplers[s], time, cursors_[s]);
  }
  for (const Channel& channel : animation.channels) {
    const Track& track = animation.samplers[channel.sampler];
    const Segment& segment = segments_[channel.sampler];
    switch (channel.path) {
      case ChannelPath::translation:
        pose.transform(channel.node).translation = sample_vec3(track, segment);
        break;
      case ChannelPath::rotation:
        pose.transform(channel.node).rotation = evaluate_rotation(track, segment);
        break;
      case ChannelPath::scale:
        pose.transform(channel.node).scale = sample_vec3(track, segment);
        break;
      case ChannelPath::weights:
        evaluate(track, segment, driven_weights(channel, pose));
        break;
    }
  }
}

}  // namespace morph
