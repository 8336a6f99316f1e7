// SPDX-License-Identifier: MIT
#include "morphview/info_expressions.h"

#include <fmt/format.h>

#include <array>
#include <string>
#include <string_view>
#include <vector>

#include "morphview/selection.h"
#include "morphview/text.h"

namespace morphview {
namespace {

using morph::Expression;
using morph::ExpressionCategory;
using morph::ExpressionOverride;
using morph::Index;
using morph::MorphTargetBind;
using morph::Scene;
using Layout = JsonWriter::Layout;

std::string_view override_name(ExpressionOverride kind) {
  switch (kind) {
    case ExpressionOverride::block:
      return "block";
    case ExpressionOverride::blend:
      return "blend";
    default:
      return "none";
  }
}

struct NamedCategory {
  ExpressionCategory category;
  const char* member;
  const char* words;
};
constexpr std::array<NamedCategory, morph::kOverridableCategories> kCategories = {
    {{ExpressionCategory::mouth, "override_mouth", "mouth"},
     {ExpressionCategory::blink, "override_blink", "blink"},
     {ExpressionCategory::look_at, "override_look_at", "look-at"}}};

std::string target_label(const Scene& scene, const MorphTargetBind& bind) {
  return display_name(scene.morph_target_names(bind.node)[bind.target], "target", bind.target);
}

void write_bind(JsonWriter& json, const Scene& scene, const MorphTargetBind& bind) {
  json.begin_object();
  json.member("node", bind.node);
  json.member("target", bind.target);
  json.member("name", target_label(scene, bind));
  json.member("weight", bind.weight);
  json.end_object();
}

void write_expression(JsonWriter& json, const Scene& scene, Index index) {
  const Expression& expression = scene.expressions()[index];
  json.begin_object(Layout::one_line);
  json.member("index", index);
  json.member("name", display_name(expression.name, "expression", index));
  json.key("preset");
  if (expression.preset.empty()) {
    json.null();
  } else {
    json.value(expression.preset);
  }
  json.member("is_binary", expression.is_binary);
  for (const auto& [category, member, words] : kCategories)
    json.member(member, override_name(expression.override_of(category)));
  json.key("binds");
  json.begin_array();
  for (const MorphTargetBind& bind : expression.morph_target_binds) write_bind(json, scene, bind);
  json.end_array();
  json.member("material_color_binds", expression.material_color_binds);
  json.member("texture_transform_binds", expression.texture_transform_binds);
  json.end_object();
}

/// "Face/jawOpen 0.5, Face/#3 1".
std::string bind_list(const Scene& scene, const Expression& expression) {
  std::vector<std::string> binds;
  for (const MorphTargetBind& bind : expression.morph_target_binds) {
    binds.push_back(fmt::format("{}/{} {:.4g}", node_label(scene, bind.node),
                                target_label(scene, bind), bind.weight));
  }
  return binds.empty() ? "no targets" : fmt::format("{}", fmt::join(binds, ", "));
}

/// What else there is to say: "; binary; blocks blink; 2 material colors".
std::string remarks(const Expression& expression) {
  std::string text;
  if (expression.is_binary) text += "; binary";
  for (const auto& [category, member, words] : kCategories) {
    const ExpressionOverride kind = expression.override_of(category);
    if (kind != ExpressionOverride::none)
      text += fmt::format("; {}s {}", override_name(kind), words);
  }
  const auto not_applied = [&](std::uint32_t count, std::string_view what) {
    if (count > 0)
      text += fmt::format("; {} {}{} (not applied)", count, what, count == 1 ? "" : "s");
  };
  not_applied(expression.material_color_binds, "material color");
  not_applied(expression.texture_transform_binds, "texture transform");
  return text;
}

}  // namespace

void write_expressions(JsonWriter& json, const Scene& scene) {
  json.key("expressions");
  json.begin_array();
  for (Index i = 0; i < scene.expressions().size(); ++i) write_expression(json, scene, i);
  json.end_array();
}

void print_expressions(OutputFile& out, const Scene& scene) {
  if (!scene.expressions().empty()) out.write("\nExpressions\n");
  for (Index i = 0; i < scene.expressions().size(); ++i) {
    const Expression& expression = scene.expressions()[i];
    const std::string& preset = expression.preset;
    const std::string kind = preset.empty() ? "custom" : fmt::format("preset {}", preset);
    out.write(fmt::format("  {:<3} {} ({}): {}{}\n", i,
                          printable(display_name(expression.name, "expression", i)), kind,
                          printable(bind_list(scene, expression)), remarks(expression)));
  }
}

}  // namespace morphview
