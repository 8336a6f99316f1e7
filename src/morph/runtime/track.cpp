// SPDX-License-Identifier: MIT
#include "morph/runtime/track.h"

#include <algorithm>
#include <cassert>
#include <cmath>
#include <string>
#include <utility>

namespace morph {
namespace {

Result<void> check_times(std::span<const float> times) {
  for (std::size_t k = 0; k < times.size(); ++k) {
    const auto key = [&] {
      return "key " + std::to_string(k) + " at " + std::to_string(times[k]) + " s";
    };
    if (!std::isfinite(times[k])) {
      return Error{ErrorCode::invalid_value, {}, key() + " is not finite"};
    }
    if (times[k] < 0.0f) {
      return Error{ErrorCode::invalid_value,
                   {},
                   key() + ", expected ≥ 0",
                   "ACCESSOR_ANIMATION_INPUT_NEGATIVE"};
    }
    if (k > 0 && times[k] <= times[k - 1]) {
      return Error{ErrorCode::invalid_value,
                   {},
                   key() + ", expected later than the key before",
                   "ACCESSOR_ANIMATION_INPUT_NON_INCREASING"};
    }
  }
  return {};
}

}  // namespace

Result<Track> Track::create(Interpolation interpolation, std::uint32_t width,
                            std::vector<float> times, std::vector<float> values) {
  const bool cubic = interpolation == Interpolation::cubic_spline;
  const std::size_t least = cubic ? 2 : 1;
  if (times.size() < least) {
    return Error{ErrorCode::count_mismatch,
                 {},
                 std::to_string(times.size()) + " keys, expected at least " + std::to_string(least),
                 cubic ? "ANIMATION_SAMPLER_INPUT_ACCESSOR_TOO_FEW_ELEMENTS" : ""};
  }
  const std::size_t expected = times.size() * width * (cubic ? 3 : 1);
  if (width == 0 || values.size() != expected) {
    return Error{ErrorCode::count_mismatch,
                 {},
                 std::to_string(values.size()) + " values, expected " + std::to_string(expected) +
                     " for " + std::to_string(times.size()) + (cubic ? " cubic" : "") +
                     " keys of " + std::to_string(width),
                 "ANIMATION_SAMPLER_OUTPUT_ACCESSOR_INVALID_COUNT"};
  }
  if (auto sound = check_times(times); !sound) return sound.error();
  const auto bad = std::ranges::find_if_not(values, [](float v) { return std::isfinite(v); });
  if (bad != values.end()) {
    return Error{ErrorCode::invalid_value,
                 {},
                 "value " + std::to_string(bad - values.begin()) + " is not finite",
                 "ACCESSOR_INVALID_FLOAT"};
  }
  Track track;
  track.interpolation_ = interpolation;
  track.width_ = width;
  track.times_ = std::move(times);
  track.values_ = std::move(values);
  return track;
}

std::span<const float> Track::row(std::uint32_t key, std::uint32_t part,
                                  std::uint32_t parts) const {
  assert(key < key_count());
  return {values_.data() + (std::size_t{key} * parts + part) * width_, width_};
}

std::span<const float> Track::value(std::uint32_t key) const {
  return interpolation_ == Interpolation::cubic_spline ? row(key, 1, 3) : row(key, 0, 1);
}

std::span<const float> Track::in_tangent(std::uint32_t key) const {
  assert(interpolation_ == Interpolation::cubic_spline);
  return row(key, 0, 3);
}

std::span<const float> Track::out_tangent(std::uint32_t key) const {
  assert(interpolation_ == Interpolation::cubic_spline);
  return row(key, 2, 3);
}

}  // namespace morph
