// SPDX-License-Identifier: MIT
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "morph/runtime/index.h"

namespace morph {

// Facial expressions of avatars (VRMC_vrm 1.0 `expressions`, VRM 0.x `blendShapeMaster`): a name
// for a mix of morph targets, a value between 0 and 1 for its strength, and rules by which one
// expression makes room for another. Letters: E expressions.

/// What an expression does for the face. All but `other` may be driven by a system (speech, random
/// blinking, eyes that follow something), so only these are overridden.
enum class ExpressionCategory : std::uint8_t { mouth, blink, look_at, other };
inline constexpr std::size_t kOverridableCategories = 3;

/// What an active expression does to those of a category.
enum class ExpressionOverride : std::uint8_t {
  none,
  block,  ///< any output above 0 suppresses them
  blend,  ///< they fade as the output rises
};

/// A morph target that an expression moves.
struct MorphTargetBind {
  Index node = kNoIndex;     ///< whose mesh has the target
  std::uint32_t target = 0;  ///< < T
  float weight = 0.0f;  ///< of the target at value 1; mostly 0 … 1, but any finite number is used

  friend bool operator==(const MorphTargetBind&, const MorphTargetBind&) = default;
};

struct Expression {
  std::string name;
  std::string preset;  ///< "happy"; of VRM 0.x "joy"; empty: one of the file's own
  ExpressionCategory category = ExpressionCategory::other;  ///< also the host's to choose
  bool is_binary = false;                                   ///< on above 0.5, else off
  std::array<ExpressionOverride, kOverridableCategories> overrides{};  ///< by category
  std::vector<MorphTargetBind> morph_target_binds;  ///< several may move one target
  std::uint32_t material_color_binds = 0;           ///< how many; they are not applied
  std::uint32_t texture_transform_binds = 0;        ///< likewise

  [[nodiscard]] ExpressionOverride override_of(ExpressionCategory other) const {
    const auto c = static_cast<std::size_t>(other);
    return c < overrides.size() ? overrides[c] : ExpressionOverride::none;
  }
};

/// The category of a preset of VRMC_vrm 1.0 or VRM 0.x ("blinkLeft", "blink_l"); `other` for any
/// other text.
[[nodiscard]] ExpressionCategory category_of_preset(std::string_view preset);

/// Whether this is a preset of VRMC_vrm 1.0 ("happy" … "neutral").
[[nodiscard]] bool is_vrm_1_preset(std::string_view preset);

/// Whether this is a preset of VRM 0.x ("joy" … "blink_r"), in lower case.
[[nodiscard]] bool is_vrm_0_preset(std::string_view preset);

/// What is left of each expression's value once the rules have been applied, in this order:
///   1. values are clamped to 0 … 1 (NaN is 0), and those of binary expressions rounded: above 0.5
///      to 1, else to 0;
///   2. from these, and not from what overriding leaves of them, each category's suppression is
///      saturate(Σ outputs of those that blend it + 1 if one that blocks it is above 0). Nothing
///      overrides the category that it belongs to. So neither chains nor rings matter;
///   3. an expression is multiplied by 1 − the suppression of its category; a binary one is 0 as
///      soon as that is above 0.
///   values   [E] as set, any number
///   outputs  [E]; may be `values`
/// Precondition (asserted): sizes agree. Does not allocate.
void evaluate_expressions(std::span<const Expression> expressions, std::span<const float> values,
                          std::span<float> outputs);

}  // namespace morph
