// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "morph/runtime/result.h"

namespace morph {

// The key frames of one animation sampler (glTF 2.0 §3.11, appendix C), decoded to float.
// Letters: K key frames, W floats per key (T for weights, 3 for translation and scale, 4 for
// rotation as x, y, z, w).

enum class Interpolation : std::uint8_t { linear, step, cubic_spline };

/// Immutable key times and values whose shapes agree.
class Track {
 public:
  /// Takes times [K] in seconds and values: [K][W], or for cubic_spline [K][3][W] (per key all
  /// in-tangents, then all values, then all out-tangents).
  /// Errors: count_mismatch when values.size() is not K·W or 3·K·W, or K is below 1 (2 for
  /// cubic_spline) or W is 0; invalid_value for times that are negative, not strictly increasing or
  /// not finite, and for values not finite.
  static Result<Track> create(Interpolation interpolation, std::uint32_t width,
                              std::vector<float> times, std::vector<float> values);

  [[nodiscard]] Interpolation interpolation() const { return interpolation_; }
  [[nodiscard]] std::uint32_t width() const { return width_; }  ///< W
  [[nodiscard]] std::uint32_t key_count() const {
    return static_cast<std::uint32_t>(times_.size());
  }                                                                      ///< K
  [[nodiscard]] std::span<const float> times() const { return times_; }  ///< [K], seconds
  [[nodiscard]] float end() const { return times_.back(); }              ///< seconds

  /// [W] of one key. Precondition (asserted): key < key_count(); for tangents also cubic_spline.
  [[nodiscard]] std::span<const float> value(std::uint32_t key) const;
  [[nodiscard]] std::span<const float> in_tangent(std::uint32_t key) const;
  [[nodiscard]] std::span<const float> out_tangent(std::uint32_t key) const;

 private:
  Track() = default;
  [[nodiscard]] std::span<const float> row(std::uint32_t key, std::uint32_t part,
                                           std::uint32_t parts) const;

  Interpolation interpolation_ = Interpolation::linear;
  std::uint32_t width_ = 0;
  std::vector<float> times_;
  std::vector<float> values_;
};

}  // namespace morph
