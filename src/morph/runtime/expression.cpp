// SPDX-License-Identifier: MIT
#include "morph/runtime/expression.h"

#include <algorithm>
#include <cassert>

namespace morph {
namespace {

using Category = ExpressionCategory;
using Suppression = std::array<float, kOverridableCategories>;

struct Preset {
  std::string_view name;
  Category category = Category::other;
};

constexpr Preset kVrm1Presets[] = {
    {"happy"},
    {"angry"},
    {"sad"},
    {"relaxed"},
    {"surprised"},
    {"aa", Category::mouth},
    {"ih", Category::mouth},
    {"ou", Category::mouth},
    {"ee", Category::mouth},
    {"oh", Category::mouth},
    {"blink", Category::blink},
    {"blinkLeft", Category::blink},
    {"blinkRight", Category::blink},
    {"lookUp", Category::look_at},
    {"lookDown", Category::look_at},
    {"lookLeft", Category::look_at},
    {"lookRight", Category::look_at},
    {"neutral"},
};

constexpr Preset kVrm0Presets[] = {
    {"neutral"},
    {"a", Category::mouth},
    {"i", Category::mouth},
    {"u", Category::mouth},
    {"e", Category::mouth},
    {"o", Category::mouth},
    {"blink", Category::blink},
    {"joy"},
    {"angry"},
    {"sorrow"},
    {"fun"},
    {"lookup", Category::look_at},
    {"lookdown", Category::look_at},
    {"lookleft", Category::look_at},
    {"lookright", Category::look_at},
    {"blink_l", Category::blink},
    {"blink_r", Category::blink},
};

const Preset* find(std::span<const Preset> presets, std::string_view name) {
  const auto found = std::ranges::find(presets, name, &Preset::name);
  return found == presets.end() ? nullptr : &*found;
}

float clamped(float value) { return value > 0.0f ? std::min(value, 1.0f) : 0.0f; }

float own_output(const Expression& expression, float value) {
  if (expression.is_binary) return value > 0.5f ? 1.0f : 0.0f;
  return clamped(value);
}

void add_suppression(const Expression& expression, float output, Suppression& suppression) {
  for (std::size_t c = 0; c < suppression.size(); ++c) {
    const auto category = static_cast<Category>(c);
    if (expression.category == category) continue;
    const ExpressionOverride kind = expression.override_of(category);
    if (kind == ExpressionOverride::blend) suppression[c] += output;
    if (kind == ExpressionOverride::block && output > 0.0f) suppression[c] += 1.0f;
  }
}

float suppressed(const Expression& expression, float output, const Suppression& suppression) {
  const auto c = static_cast<std::size_t>(expression.category);
  if (c >= suppression.size()) return output;
  const float amount = clamped(suppression[c]);
  if (expression.is_binary) return amount > 0.0f ? 0.0f : output;
  return output * (1.0f - amount);
}

}  // namespace

ExpressionCategory category_of_preset(std::string_view preset) {
  const Preset* found = find(kVrm1Presets, preset);
  if (found == nullptr) found = find(kVrm0Presets, preset);
  return found == nullptr ? Category::other : found->category;
}

bool is_vrm_1_preset(std::string_view preset) { return find(kVrm1Presets, preset) != nullptr; }

bool is_vrm_0_preset(std::string_view preset) { return find(kVrm0Presets, preset) != nullptr; }

void evaluate_expressions(std::span<const Expression> expressions, std::span<const float> values,
                          std::span<float> outputs) {
  assert(values.size() == expressions.size() && outputs.size() == expressions.size());
  Suppression suppression{};
  for (std::size_t e = 0; e < expressions.size(); ++e) {
    outputs[e] = own_output(expressions[e], values[e]);
    add_suppression(expressions[e], outputs[e], suppression);
  }
  for (std::size_t e = 0; e < expressions.size(); ++e)
    outputs[e] = suppressed(expressions[e], outputs[e], suppression);
}

}  // namespace morph
