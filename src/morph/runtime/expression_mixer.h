// SPDX-License-Identifier: MIT
#pragma once

#include <optional>
#include <span>
#include <vector>

#include "morph/runtime/expression.h"
#include "morph/runtime/pose.h"
#include "morph/runtime/result.h"
#include "morph/runtime/scene.h"

namespace morph {

// From values of expressions to morph weights (VRMC_vrm 1.0, "Expression update algorithm"). While
// no expression is set, nothing is touched. As soon as one is, at 0 too, every target that any
// expression of the scene binds starts from 0 instead of from the animation, and gets
// Σ output · bind.weight; targets that no expression binds keep what they have. So a face shows
// what its expressions say, and nothing else moves.

class ExpressionMixer {
 public:
  /// Nothing is set.
  explicit ExpressionMixer(const Scene& scene);

  /// Sets the value of an expression; it is clamped to 0 … 1 where it is used.
  /// Errors: out_of_range (no such expression), invalid_value (not finite).
  Result<void> set(Index expression, float value);

  /// Back to not set. Precondition (asserted): expression exists.
  void release(Index expression);
  void release_all();

  /// The value as it was set, if it is. Precondition (asserted): expression exists.
  [[nodiscard]] std::optional<float> value(Index expression) const;

  /// [E] what the rules left of the values when they were last applied.
  [[nodiscard]] std::span<const float> outputs() const { return outputs_; }

  /// Writes the weights into a pose that has been reset and sampled; before the user's own, which
  /// stand above. Precondition (asserted): `scene` is the one it was made of and the pose's. Does
  /// not allocate.
  void apply(const Scene& scene, Pose& pose);

 private:
  std::vector<std::optional<float>> values_;  // [E]
  std::vector<float> outputs_;                // [E]
};

}  // namespace morph
