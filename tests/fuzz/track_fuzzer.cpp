// SPDX-License-Identifier: MIT
//
// Tracks of any shape and numbers, and what sampling makes of them at any time, against the
// formulas of glTF 2.0 appendix C in long double.
#include <algorithm>
#include <cmath>
#include <cstdint>
#include <glm/geometric.hpp>
#include <limits>
#include <span>
#include <utility>
#include <vector>

#include "fuzz/byte_reader.h"
#include "fuzz/figures.h"
#include "fuzz/require.h"
#include "morph/runtime/playback.h"
#include "morph/runtime/sample.h"

namespace morph::fuzz {
namespace {

using Real = long double;

Figure executions{"executions"};
Figure tracks{"tracks made"};

struct Parts {
  Interpolation interpolation = Interpolation::linear;
  std::uint32_t width = 0;
  std::vector<float> times;
  std::vector<float> values;
};

/// Rising times most of the time, so that most tracks can be made.
std::vector<float> read_times(ByteReader& in, std::uint32_t keys) {
  std::vector<float> times;
  const bool wild = in.below(8) == 0;
  float time = in.flag() ? 0.0f : std::abs(in.number());
  for (std::uint32_t k = 0; k < keys; ++k) {
    times.push_back(wild ? in.number() : time);
    const std::uint8_t step = in.byte();
    time = step < 16    ? std::nextafter(time, std::numeric_limits<float>::infinity())
           : step < 240 ? time + static_cast<float>(step) / 64.0f
                        : time + std::abs(in.number());
  }
  return times;
}

Parts read_parts(ByteReader& in) {
  Parts parts;
  parts.interpolation = static_cast<Interpolation>(in.below(3));
  parts.width = in.below(10) == 0 ? in.below(3) * 7 : 1 + in.below(5);
  const std::uint32_t keys = in.below(24);
  parts.times = read_times(in, keys);
  const std::uint32_t rows = parts.interpolation == Interpolation::cubic_spline ? 3 : 1;
  std::size_t count = std::size_t{keys} * parts.width * rows;
  if (in.below(16) == 0) count += in.below(3) - 1;  // wraps to a huge number only where it was 0
  if (count > 10'000) count = 0;
  for (std::size_t i = 0; i < count; ++i) {
    const float value = in.number();
    parts.values.push_back(std::isfinite(value) || in.below(8) == 0 ? value : 1.0f);
  }
  return parts;
}

bool is_sound(const Parts& parts) {
  const bool cubic = parts.interpolation == Interpolation::cubic_spline;
  if (parts.times.size() < (cubic ? 2u : 1u) || parts.width == 0) return false;
  if (parts.values.size() != parts.times.size() * parts.width * (cubic ? 3 : 1)) return false;
  const auto finite = [](float v) { return std::isfinite(v); };
  return std::ranges::all_of(parts.times, finite) && std::ranges::all_of(parts.values, finite) &&
         parts.times[0] >= 0.0f &&
         std::ranges::adjacent_find(parts.times, std::ranges::greater_equal{}) == parts.times.end();
}

/// The last key that is not later; 0 before the first, and for NaN.
std::uint32_t key_before(const Parts& parts, float time) {
  std::uint32_t key = 0;
  for (std::uint32_t k = 0; k < parts.times.size(); ++k) {
    if (parts.times[k] <= time) key = k;
  }
  return key;
}

/// Row 0 the in-tangent, 1 the value, 2 the out-tangent of a spline; row 1 of anything else too.
float at(const Parts& parts, std::uint32_t key, std::uint32_t row, std::uint32_t component) {
  const bool cubic = parts.interpolation == Interpolation::cubic_spline;
  const std::size_t line = cubic ? std::size_t{key} * 3 + row : key;
  return parts.values[line * parts.width + component];
}

void check_linear(float found, float from, float to, Real t) {
  const Real size = std::abs(Real{from}) + std::abs(Real{to});
  const Real expected = (1 - t) * Real{from} + t * Real{to};
  MORPH_REQUIRE(std::abs(Real{found} - expected) <= 1e-6L * size + 1e-37L);
}

void check_spline(const Parts& parts, std::uint32_t k, std::uint32_t c, float found, Real t) {
  const Real duration = Real{parts.times[k + 1]} - Real{parts.times[k]};
  const Real terms[] = {(2 * t * t * t - 3 * t * t + 1) * Real{at(parts, k, 1, c)},
                        duration * (t * t * t - 2 * t * t + t) * Real{at(parts, k, 2, c)},
                        (-2 * t * t * t + 3 * t * t) * Real{at(parts, k + 1, 1, c)},
                        duration * (t * t * t - t * t) * Real{at(parts, k + 1, 0, c)}};
  // What rounding the duration, the fraction and the sum to float may do to the terms.
  const Real size =
      std::abs(Real{at(parts, k, 1, c)}) + std::abs(Real{at(parts, k + 1, 1, c)}) +
      duration * (std::abs(Real{at(parts, k, 2, c)}) + std::abs(Real{at(parts, k + 1, 0, c)}));
  constexpr Real kMost = std::numeric_limits<float>::max();
  const Real expected = std::clamp(terms[0] + terms[1] + terms[2] + terms[3], -kMost, kMost);
  MORPH_REQUIRE(std::abs(Real{found} - expected) <= 2e-6L * size + 1e-37L);
}

void check_value(const Parts& parts, const Track& track, float time) {
  std::uint32_t cursor = 0xFFFF'FFFF;
  const Segment segment = find_segment(track, time, cursor);
  const std::uint32_t key = key_before(parts, time);
  MORPH_REQUIRE(segment.key == key);
  MORPH_REQUIRE(segment.fraction >= 0.0f && segment.fraction <= 1.0f);
  std::vector<float> out(track.width());
  evaluate(track, segment, out);
  const bool at_a_key =
      !(time > parts.times.front()) || key + 1 == parts.times.size() || time == parts.times[key];
  const Real t = at_a_key ? 0
                          : (Real{time} - Real{parts.times[key]}) /
                                (Real{parts.times[key + 1]} - Real{parts.times[key]});
  for (std::uint32_t c = 0; c < track.width(); ++c) {
    MORPH_REQUIRE(std::isfinite(out[c]));
    if (at_a_key || parts.interpolation == Interpolation::step) {
      MORPH_REQUIRE(out[c] == at(parts, key, 1, c));
    } else if (parts.interpolation == Interpolation::linear) {
      check_linear(out[c], at(parts, key, 1, c), at(parts, key + 1, 1, c), t);
    } else {
      check_spline(parts, key, c, out[c], t);
    }
  }
}

/// Wherever the search stood before, it finds the same.
void check_cursors(ByteReader& in, const Track& track, std::span<const float> times) {
  std::uint32_t travelling = in.value<std::uint32_t>();
  for (const float time : times) {
    std::uint32_t fresh = 0;
    const Segment expected = find_segment(track, time, fresh);
    const Segment found = find_segment(track, time, travelling);
    MORPH_REQUIRE(found.key == expected.key && found.fraction == expected.fraction);
  }
}

std::vector<float> interesting_times(ByteReader& in, const Parts& parts) {
  using Limits = std::numeric_limits<float>;
  std::vector<float> times = {0.0f,
                              -1.0f,
                              Limits::quiet_NaN(),
                              Limits::infinity(),
                              Limits::max(),
                              -Limits::infinity(),
                              in.number(),
                              in.number()};
  for (std::size_t k = 0; k < parts.times.size(); ++k) {
    const float key = parts.times[k];
    times.push_back(key);
    times.push_back(std::nextafter(key, Limits::infinity()));
    times.push_back(std::nextafter(key, -Limits::infinity()));
    if (k == 0) continue;
    const float share = static_cast<float>(in.byte()) / 255.0f;
    times.push_back(parts.times[k - 1] + share * (key - parts.times[k - 1]));
  }
  return times;
}

// ---- Animations ---------------------------------------------------------------------------------

/// A rotation of keys of unit length, as an importer leaves them.
void check_rotation(const Parts& parts, std::span<const float> times) {
  std::vector<float> values = parts.values;
  const std::size_t rows = parts.interpolation == Interpolation::cubic_spline ? 3 : 1;
  for (std::size_t k = 0; k < parts.times.size(); ++k) {
    float* const q = values.data() + (k * rows + rows / 2) * 4;
    const Real length =
        std::sqrt(Real{q[0]} * q[0] + Real{q[1]} * q[1] + Real{q[2]} * q[2] + Real{q[3]} * q[3]);
    for (int c = 0; c < 4; ++c) {
      q[c] = length > 0 ? static_cast<float>(Real{q[c]} / length) : (c == 3 ? 1.0f : 0.0f);
    }
  }
  const auto track = Track::create(parts.interpolation, 4, parts.times, std::move(values));
  MORPH_REQUIRE(track.has_value());
  std::uint32_t cursor = 0;
  for (const float time : times) {
    const glm::quat q = evaluate_rotation(*track, find_segment(*track, time, cursor));
    const double length = std::sqrt(double{q.x} * double{q.x} + double{q.y} * double{q.y} +
                                    double{q.z} * double{q.z} + double{q.w} * double{q.w});
    MORPH_REQUIRE(std::abs(length - 1.0) < 1e-5);
  }
}

/// A node that has W targets, or is moved, and a clock that runs over it.
void play(ByteReader& in, const Track& track) {
  SceneParts parts;
  Primitive point;
  point.mode = PrimitiveMode::points;
  point.positions.assign(1, glm::vec3(0.0f));
  point.morph_targets = MorphTargetData::Builder(1, track.width()).build();
  parts.meshes.push_back({"", {}});
  parts.meshes[0].primitives.push_back(std::move(point));
  parts.nodes.resize(1);
  parts.nodes[0].mesh = 0;
  Animation animation;
  animation.samplers.push_back(track);
  animation.channels.push_back({0, 0, ChannelPath::weights, kNoIndex});
  if (track.width() == 3) animation.channels.push_back({0, 0, ChannelPath::scale, kNoIndex});
  parts.animations.push_back(std::move(animation));
  const auto scene = Scene::create(std::move(parts));
  MORPH_REQUIRE(scene.has_value());

  Pose pose(*scene);
  Playback playback;
  MORPH_REQUIRE(playback.play(*scene, Index{0}).has_value());
  for (int step = 0; step < 8; ++step) {
    playback.set_loop(static_cast<LoopMode>(in.below(3)));
    const float seconds = in.number();
    if (in.flag()) playback.seek(static_cast<double>(in.number()));
    if (in.flag()) playback.set_speed(in.flag() ? -1.0 : 0.5);
    if (std::isfinite(seconds)) playback.advance(static_cast<double>(seconds));
    MORPH_REQUIRE(playback.time() >= 0.0f && playback.time() <= playback.duration());
    playback.sample(*scene, pose);
    std::vector<float> expected(track.width());
    std::uint32_t cursor = 0;
    evaluate(track, find_segment(track, playback.time(), cursor), expected);
    MORPH_REQUIRE(std::ranges::equal(expected, pose.morph_weights(0)));
    playback.resume();
  }
}

void run(std::span<const std::uint8_t> bytes) {
  ++executions.count;
  ByteReader in(bytes);
  const Parts parts = read_parts(in);
  const auto track = Track::create(parts.interpolation, parts.width, parts.times, parts.values);
  MORPH_REQUIRE(track.has_value() == is_sound(parts));
  if (!track) return;
  ++tracks.count;
  const std::vector<float> times = interesting_times(in, parts);
  for (const float time : times) check_value(parts, *track, time);
  check_cursors(in, *track, times);
  if (parts.width == 4) check_rotation(parts, times);
  play(in, *track);
}

}  // namespace
}  // namespace morph::fuzz

extern "C" int LLVMFuzzerInitialize(int*, char***) {
  morph::fuzz::print_at_exit({&morph::fuzz::executions, &morph::fuzz::tracks});
  return 0;
}

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  morph::fuzz::run({data, size});
  return 0;
}
