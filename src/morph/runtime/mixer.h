// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <vector>

#include "morph/runtime/index.h"
#include "morph/runtime/pose.h"
#include "morph/runtime/scene.h"

namespace morph {

// Which source decides a weight: the rest value, the animation above it, the user above both. A
// weight that the user has set stays until it is released to the animation.

class Mixer {
 public:
  explicit Mixer(const Scene& scene);

  /// Takes a weight from the animation. Errors: out_of_range, no_morph_targets, invalid_value (not
  /// finite).
  Result<void> set_user_weight(Index node, std::uint32_t target, float weight);

  /// Gives it back. Precondition (asserted): node and target exist.
  void release(Index node, std::uint32_t target);
  void release_all();

  /// The user's weight, if there is one. Precondition (asserted): node and target exist.
  [[nodiscard]] std::optional<float> user_weight(Index node, std::uint32_t target) const;

  /// Writes the user's weights over those of a pose that has been reset and sampled. Does not
  /// allocate.
  void apply(Pose& pose) const;

 private:
  [[nodiscard]] std::size_t slot(Index node, std::uint32_t target) const;

  std::vector<std::uint32_t> weight_offsets_;  // [nodes + 1]
  std::vector<std::optional<float>> user_;     // all nodes, one after the other
};

}  // namespace morph
