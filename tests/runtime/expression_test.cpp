// SPDX-License-Identifier: MIT
#include "morph/runtime/expression.h"

#include <gtest/gtest.h>

#include <cmath>
#include <limits>
#include <string>
#include <utility>
#include <vector>

namespace morph {
namespace {

using Category = ExpressionCategory;
constexpr auto kBlock = ExpressionOverride::block;
constexpr auto kBlend = ExpressionOverride::blend;
constexpr auto kNothing = ExpressionOverride::none;
constexpr float kInfinity = std::numeric_limits<float>::infinity();

/// One expression of a face, the value it is given and the output that it must have.
struct Part {
  Expression expression;
  float value;
  float output;
};

struct Face {
  std::string name;
  std::vector<Part> parts;
};

Expression preset(const char* name, ExpressionOverride mouth = kNothing,
                  ExpressionOverride blink = kNothing, ExpressionOverride look_at = kNothing) {
  Expression expression;
  expression.name = expression.preset = name;
  expression.category = category_of_preset(name);
  expression.overrides = {mouth, blink, look_at};
  return expression;
}

Expression binary(Expression expression) {
  expression.is_binary = true;
  return expression;
}

Expression in_category(Expression expression, Category category) {
  expression.category = category;
  return expression;
}

class Expressions : public testing::TestWithParam<Face> {};

TEST_P(Expressions, HaveTheOutputsOfTheRules) {
  std::vector<Expression> expressions;
  std::vector<float> values;
  for (const Part& part : GetParam().parts) {
    expressions.push_back(part.expression);
    values.push_back(part.value);
  }
  std::vector<float> outputs(values.size());
  evaluate_expressions(expressions, values, outputs);
  for (std::size_t e = 0; e < outputs.size(); ++e)
    EXPECT_FLOAT_EQ(outputs[e], GetParam().parts[e].output) << expressions[e].name;
  evaluate_expressions(expressions, values, values);
  EXPECT_EQ(values, outputs) << "in place";
}

INSTANTIATE_TEST_SUITE_P(
    Rules, Expressions,
    testing::Values(Face{"Item66_ValuesAreClamped",
                         {{preset("happy"), 0.3f, 0.3f},
                          {preset("sad"), 1.5f, 1.0f},
                          {preset("angry"), -0.5f, 0.0f},
                          {preset("relaxed"), NAN, 0.0f},
                          {preset("surprised"), kInfinity, 1.0f}}},
                    Face{"Item66_BinaryRoundsAboveAHalf",
                         {{binary(preset("happy")), 0.5f, 0.0f},
                          {binary(preset("sad")), 0.50001f, 1.0f},
                          {binary(preset("angry")), 7.0f, 1.0f},
                          {binary(preset("relaxed")), NAN, 0.0f},
                          {binary(preset("surprised")), -1.0f, 0.0f}}},
                    Face{"Item67_BlockSuppressesItsCategoryOnly",
                         {{preset("happy", kBlock), 0.01f, 0.01f},
                          {preset("aa"), 1.0f, 0.0f},
                          {preset("oh"), 0.4f, 0.0f},
                          {preset("blink"), 0.5f, 0.5f},
                          {preset("lookUp"), 0.5f, 0.5f},
                          {preset("sad"), 0.5f, 0.5f}}},
                    Face{"Item67_BlockAtZeroSuppressesNothing",
                         {{preset("happy", kBlock, kBlock, kBlock), 0.0f, 0.0f},
                          {preset("sad", kBlock, kBlock, kBlock), -1.0f, 0.0f},
                          {preset("aa"), 0.7f, 0.7f},
                          {preset("blink"), 0.7f, 0.7f},
                          {preset("lookLeft"), 0.7f, 0.7f}}},
                    Face{"Item67_BlendFades",
                         {{preset("happy", kNothing, kBlend), 0.25f, 0.25f},
                          {preset("blink"), 1.0f, 0.75f},
                          {preset("blinkLeft"), 0.4f, 0.3f},
                          {preset("blinkRight"), 0.0f, 0.0f},
                          {preset("aa"), 1.0f, 1.0f}}},
                    Face{"Item67_BlendersAddUpToOne",
                         {{preset("happy", kNothing, kNothing, kBlend), 0.25f, 0.25f},
                          {preset("sad", kNothing, kNothing, kBlend), 0.5f, 0.5f},
                          {preset("lookUp"), 1.0f, 0.25f}}},
                    Face{"Item67_BlendersSaturate",
                         {{preset("happy", kBlend), 0.75f, 0.75f},
                          {preset("sad", kBlend), 0.75f, 0.75f},
                          {preset("ee"), 1.0f, 0.0f}}},
                    Face{"Item67_BlockWinsOverBlend",
                         {{preset("happy", kBlend), 0.25f, 0.25f},
                          {preset("sad", kBlock), 0.25f, 0.25f},
                          {preset("ih"), 1.0f, 0.0f}}},
                    Face{"Item67_NothingOverridesItsOwnCategory",
                         {{preset("blink", kNothing, kBlock), 1.0f, 1.0f},
                          {preset("blinkLeft", kNothing, kBlend), 0.5f, 0.5f}}},
                    Face{"Item67_ABinaryOverriderUsesItsBinaryOutput_Off",
                         {{binary(preset("happy", kBlock, kBlend)), 0.5f, 0.0f},
                          {preset("aa"), 0.8f, 0.8f},
                          {preset("blink"), 0.8f, 0.8f}}},
                    Face{"Item67_ABinaryOverriderUsesItsBinaryOutput_On",
                         {{binary(preset("happy", kBlock, kBlend)), 0.6f, 1.0f},
                          {preset("aa"), 0.8f, 0.0f},
                          {preset("blink"), 0.8f, 0.0f}}},
                    // UniVRM would scale it to 0.9, which is neither on nor off.
                    Face{"Item68_ABinaryExpressionThatIsOverriddenAtAllIsOff",
                         {{preset("happy", kNothing, kBlend), 0.1f, 0.1f},
                          {binary(preset("blink")), 1.0f, 0.0f},
                          {preset("blinkLeft"), 1.0f, 0.9f}}},
                    Face{"Item68_ABinaryExpressionThatIsNotOverriddenStays",
                         {{preset("happy", kNothing, kBlend), 0.0f, 0.0f},
                          {binary(preset("blink")), 0.6f, 1.0f},
                          {binary(preset("aa")), 0.6f, 1.0f}}},
                    // As UniVRM and three-vrm do it; the text is silent.
                    Face{"OverridesDoNotChain",
                         {{preset("happy", kNothing, kBlock), 1.0f, 1.0f},
                          {preset("blink", kBlock), 1.0f, 0.0f},
                          {preset("aa"), 1.0f, 0.0f}}},
                    Face{"RingsAreHarmless",
                         {{preset("blink", kBlock), 1.0f, 0.0f},
                          {preset("aa", kNothing, kBlock), 1.0f, 0.0f}}},
                    Face{"TheOrderDoesNotMatter",
                         {{preset("aa"), 1.0f, 0.5f}, {preset("happy", kBlend), 0.5f, 0.5f}}},
                    Face{"CustomExpressionsOverrideAndAreNotOverridden",
                         {{preset("grin", kBlock), 1.0f, 1.0f}, {preset("aa"), 1.0f, 0.0f}}},
                    Face{"AHostMayPutACustomExpressionInACategory",
                         {{preset("happy", kBlock), 1.0f, 1.0f},
                          {in_category(preset("aa_wide"), Category::mouth), 1.0f, 0.0f}}},
                    Face{"NoExpressionsAtAll", {}}),
    [](const auto& row) { return row.param.name; });

TEST(ExpressionPresets, Item65_EachHasItsCategory) {
  const struct {
    Category category;
    std::vector<const char*> presets;
  } table[] = {
      {Category::mouth, {"aa", "ih", "ou", "ee", "oh", "a", "i", "u", "e", "o"}},
      {Category::blink, {"blink", "blinkLeft", "blinkRight", "blink_l", "blink_r"}},
      {Category::look_at,
       {"lookUp", "lookDown", "lookLeft", "lookRight", "lookup", "lookdown", "lookleft",
        "lookright"}},
      {Category::other,
       {"happy", "angry", "sad", "relaxed", "surprised", "neutral", "joy", "sorrow", "fun"}}};
  for (const auto& [category, presets] : table) {
    for (const char* const preset : presets) {
      EXPECT_EQ(category_of_preset(preset), category) << preset;
      EXPECT_TRUE(is_vrm_1_preset(preset) || is_vrm_0_preset(preset)) << preset;
    }
  }
  for (const char* const other : {"", "unknown", "Happy", "blinkleft", "custom"}) {
    EXPECT_EQ(category_of_preset(other), Category::other) << other;
    EXPECT_FALSE(is_vrm_1_preset(other) || is_vrm_0_preset(other)) << other;
  }
  EXPECT_FALSE(is_vrm_1_preset("joy"));
  EXPECT_FALSE(is_vrm_0_preset("happy"));
}

}  // namespace
}  // namespace morph
