// SPDX-License-Identifier: MIT
#include "morph/runtime/expression_mixer.h"

#include <algorithm>
#include <cassert>
#include <cmath>
#include <limits>
#include <string>

namespace morph {
namespace {

// However large the weights of a file: a weight of a pose stays finite.
float finite_sum(float weight, float output, float bind_weight) {
  constexpr double kMost = std::numeric_limits<float>::max();
  const double sum =
      static_cast<double>(weight) + static_cast<double>(output) * static_cast<double>(bind_weight);
  return static_cast<float>(std::clamp(sum, -kMost, kMost));
}

}  // namespace

ExpressionMixer::ExpressionMixer(const Scene& scene)
    : values_(scene.expressions().size()), outputs_(scene.expressions().size()) {}

Result<void> ExpressionMixer::set(Index expression, float value) {
  if (expression >= values_.size()) {
    return Error{
        ErrorCode::out_of_range,
        {},
        "expression " + std::to_string(expression) + " of " + std::to_string(values_.size())};
  }
  if (!std::isfinite(value)) return Error{ErrorCode::invalid_value, {}, "the value is not finite"};
  values_[expression] = value;
  return {};
}

void ExpressionMixer::release(Index expression) {
  assert(expression < values_.size());
  values_[expression].reset();
}

void ExpressionMixer::release_all() { std::ranges::fill(values_, std::nullopt); }

std::optional<float> ExpressionMixer::value(Index expression) const {
  assert(expression < values_.size());
  return values_[expression];
}

void ExpressionMixer::apply(const Scene& scene, Pose& pose) {
  const auto expressions = scene.expressions();
  assert(expressions.size() == values_.size());
  for (std::size_t e = 0; e < values_.size(); ++e) outputs_[e] = values_[e].value_or(0.0f);
  evaluate_expressions(expressions, outputs_, outputs_);
  if (std::ranges::none_of(values_, [](const auto& value) { return value.has_value(); })) return;

  for (const Expression& expression : expressions) {
    for (const MorphTargetBind& bind : expression.morph_target_binds)
      pose.mutable_morph_weights(bind.node)[bind.target] = 0.0f;
  }
  for (std::size_t e = 0; e < expressions.size(); ++e) {
    if (outputs_[e] == 0.0f) continue;
    for (const MorphTargetBind& bind : expressions[e].morph_target_binds) {
      float& weight = pose.mutable_morph_weights(bind.node)[bind.target];
      weight = finite_sum(weight, outputs_[e], bind.weight);
    }
  }
}

}  // namespace morph
