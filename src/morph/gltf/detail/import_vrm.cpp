// SPDX-License-Identifier: MIT
#include "morph/gltf/detail/import_vrm.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <nlohmann/json.hpp>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <utility>

#include "morph/gltf/detail/extensions.h"

namespace morph::gltf::detail {
namespace {

using nlohmann::json;
using Table = ExpressionSource::Table;

constexpr double kMostIndex = 0x7FFF'FFFF;

/// The members of one object of the file. A value of a wrong kind is a warning, and then as good as
/// absent.
class Members {
 public:
  Members(const json& object, std::string where, Warnings& warnings)
      : object_(object), where_(std::move(where)), warnings_(warnings) {}

  [[nodiscard]] const std::string& where() const { return where_; }
  [[nodiscard]] std::string place(const char* key) const { return where_ + '/' + key; }

  void warn(const char* key, ErrorCode code, std::string message, std::string_view rule) const {
    warnings_.add({code, place(key), std::move(message), rule});
  }

  [[nodiscard]] bool boolean(const char* key) const {
    const json* const value = find(key, &json::is_boolean, "true or false");
    return value != nullptr && value->get<bool>();
  }

  [[nodiscard]] std::string text(const char* key) const {
    const json* const value = find(key, &json::is_string, "a string");
    return value == nullptr ? std::string() : value->get_ref<const std::string&>();
  }

  [[nodiscard]] const json& array(const char* key) const {
    static const json kEmpty = json::array();
    const json* const value = find(key, &json::is_array, "an array");
    return value == nullptr ? kEmpty : *value;
  }

  /// These two must be there.
  [[nodiscard]] std::optional<std::uint32_t> index(const char* key) const {
    const json* const value = find_required(key, "an integer");
    if (value == nullptr) return std::nullopt;
    const double number = value->get<double>();
    if (number >= 0 && number <= kMostIndex && number == std::floor(number))
      return static_cast<std::uint32_t>(number);
    warn(key, ErrorCode::out_of_range, value->dump() + ", expected an index", "INVALID_INDEX");
    return std::nullopt;
  }

  [[nodiscard]] std::optional<double> number(const char* key) const {
    const json* const value = find_required(key, "a number");
    if (value == nullptr) return std::nullopt;
    const double number = value->get<double>();
    if (std::isfinite(static_cast<float>(number))) return number;
    warn(key, ErrorCode::invalid_value, "is not finite as float", {});
    return std::nullopt;
  }

 private:
  using Test = bool (json::*)() const noexcept;

  const json* find(const char* key, Test is_right, std::string_view expected) const {
    const auto found = object_.find(key);
    if (found == object_.end()) return nullptr;
    if (((*found).*is_right)()) return &*found;
    warn(key, ErrorCode::invalid_value,
         std::string(found->type_name()) + ", expected " + std::string(expected), "TYPE_MISMATCH");
    return nullptr;
  }

  const json* find_required(const char* key, std::string_view expected) const {
    if (!object_.contains(key)) {
      warn(key, ErrorCode::invalid_value, "is missing", "UNDEFINED_PROPERTY");
    }
    return find(key, &json::is_number, expected);
  }

  const json& object_;
  std::string where_;
  Warnings& warnings_;
};

/// The objects of an array; elements of another kind are left out, with a warning.
template <class Visit>
void for_each_object(const Members& members, const char* key, Warnings& warnings, Visit&& visit) {
  const json& array = members.array(key);
  for (std::size_t i = 0; i < array.size(); ++i) {
    std::string where = pointer(members.place(key), "/", i);
    if (array[i].is_object()) {
      visit(Members(array[i], std::move(where), warnings));
    } else {
      warnings.add({ErrorCode::invalid_value, std::move(where),
                    std::string(array[i].type_name()) + ", expected an object", "TYPE_MISMATCH"});
    }
  }
}

std::string in_lower_case(std::string text) {
  for (char& c : text) {
    if (c >= 'A' && c <= 'Z') c = static_cast<char>(c - 'A' + 'a');
  }
  return text;
}

ExpressionOverride read_override(const Members& members, const char* key) {
  const std::string word = members.text(key);
  if (word == "block") return ExpressionOverride::block;
  if (word == "blend") return ExpressionOverride::blend;
  if (!word.empty() && word != "none") {
    members.warn(key, ErrorCode::invalid_value,
                 in_quotes(word) + ", expected none, block or blend; taken for none",
                 "VALUE_NOT_IN_LIST");
  }
  return ExpressionOverride::none;
}

/// Of VRM 0.x: whether a material value moves a texture; all others set a colour.
bool moves_texture(std::string_view property) {
  return property.ends_with("_ST") || property.ends_with("_ST_S") || property.ends_with("_ST_T");
}

/// The preset of a group of VRM 0.x as we write it; "" for none.
std::string read_group_preset(const Members& members) {
  const std::string word = members.text("presetName");
  std::string preset = in_lower_case(word);
  if (is_vrm_0_preset(preset)) return preset;
  if (!preset.empty() && preset != "unknown") {
    members.warn("presetName", ErrorCode::invalid_value, in_quotes(word) + " is no preset",
                 "VALUE_NOT_IN_LIST");
  }
  return {};
}

class Reader {
 public:
  Reader(const ImportContext& context, std::span<const Node> nodes, std::span<const Mesh> meshes)
      : context_(context), nodes_(nodes), meshes_(meshes), nodes_of_mesh_(meshes.size()) {
    for (Index n = 0; n < nodes.size(); ++n) {
      if (nodes[n].mesh < meshes.size()) nodes_of_mesh_[nodes[n].mesh].push_back(n);
    }
  }

  Result<Expression> read(const ExpressionSource& source) {
    const json object = json::parse(source.text.begin(), source.text.end(), nullptr, false);
    const Members members(object, source.where, context_.warnings);
    Expression expression;
    expression.is_binary = members.boolean("isBinary");
    auto bound = source.table == Table::blend_shape_group
                     ? read_group(members, expression)
                     : read_expression(source, members, expression);
    if (!bound) return bound.error();
    expression.category = category_of_preset(expression.preset);
    return expression;
  }

 private:
  /// Of VRMC_vrm 1.0.
  Result<void> read_expression(const ExpressionSource& source, const Members& members,
                               Expression& expression) {
    expression.name = kept_name(source.key, context_.limits);
    name_table(source, expression);
    constexpr std::array<const char*, kOverridableCategories> kKeys = {
        "overrideMouth", "overrideBlink", "overrideLookAt"};
    for (std::size_t c = 0; c < kKeys.size(); ++c)
      expression.overrides[c] = read_override(members, kKeys[c]);
    expression.material_color_binds =
        static_cast<std::uint32_t>(members.array("materialColorBinds").size());
    expression.texture_transform_binds =
        static_cast<std::uint32_t>(members.array("textureTransformBinds").size());
    return read_binds(members, "morphTargetBinds", "node", 1.0, expression);
  }

  /// Presets and custom expressions have a table each; what stands in the wrong one is custom.
  void name_table(const ExpressionSource& source, Expression& expression) {
    const bool known = is_vrm_1_preset(source.key);
    if (source.table == Table::preset && known) expression.preset = source.key;
    if ((source.table == Table::preset) == known) return;
    context_.warnings.add({ErrorCode::invalid_value,
                           source.where,
                           known ? "has the name of a preset"
                                 : in_quotes(source.key) + " is no preset; taken for custom",
                           {}});
  }

  /// Of VRM 0.x.
  Result<void> read_group(const Members& members, Expression& expression) {
    expression.name = kept_name(members.text("name"), context_.limits);
    expression.preset = read_group_preset(members);
    if (expression.name.empty()) expression.name = expression.preset;
    for_each_object(members, "materialValues", context_.warnings, [&](const Members& value) {
      ++(moves_texture(value.text("propertyName")) ? expression.texture_transform_binds
                                                   : expression.material_color_binds);
    });
    return read_binds(members, "binds", "mesh", 100.0, expression);
  }

  /// `owner` names what is bound, "node" or "mesh"; `full` is the weight that is 1.
  Result<void> read_binds(const Members& members, const char* key, const char* owner, double full,
                          Expression& expression) {
    Result<void> result;
    for_each_object(members, key, context_.warnings, [&](const Members& bind) {
      const auto owner_index = bind.index(owner);
      const auto target = bind.index("index");
      const auto weight = bind.number("weight");
      if (!owner_index || !target || !weight || !result) return;
      const auto nodes = owner == std::string_view("node")
                             ? bound_node(bind, *owner_index, *target)
                             : bound_nodes_of_mesh(bind, *owner_index, *target);
      result = context_.budget.expressions.take(nodes.size() * sizeof(MorphTargetBind),
                                                bind.where(), "binds of expressions");
      if (!result) return;
      for (const Index node : nodes) {
        expression.morph_target_binds.push_back(
            {node, *target, static_cast<float>(*weight / full)});
      }
    });
    return result;
  }

  std::span<const Index> bound_node(const Members& bind, Index node, std::uint32_t target) {
    if (node >= nodes_.size()) {
      context_.warnings.add(unresolved(bind.place("node"), "node", node, nodes_.size()));
      return {};
    }
    if (!has_target(bind, "node", nodes_[node].mesh, target)) return {};
    node_ = node;
    return {&node_, 1};
  }

  std::span<const Index> bound_nodes_of_mesh(const Members& bind, Index mesh,
                                             std::uint32_t target) {
    if (mesh >= meshes_.size()) {
      context_.warnings.add(unresolved(bind.place("mesh"), "mesh", mesh, meshes_.size()));
      return {};
    }
    if (!has_target(bind, "mesh", mesh, target)) return {};
    if (nodes_of_mesh_[mesh].empty()) {
      bind.warn("mesh", ErrorCode::invalid_value, "no node shows the mesh", {});
    }
    return nodes_of_mesh_[mesh];
  }

  bool has_target(const Members& bind, const char* owner, Index mesh, std::uint32_t target) {
    const std::uint32_t targets = mesh < meshes_.size() ? meshes_[mesh].morph_target_count() : 0;
    if (targets == 0) {
      bind.warn(owner, ErrorCode::no_morph_targets, "has no morph targets", {});
    } else if (target >= targets) {
      context_.warnings.add(unresolved(bind.place("index"), "morph target", target, targets));
    }
    return target < targets;
  }

  const ImportContext& context_;
  std::span<const Node> nodes_;
  std::span<const Mesh> meshes_;
  std::vector<std::vector<Index>> nodes_of_mesh_;
  Index node_ = kNoIndex;  // what bound_node returns a span of
};

void warn_about_extension(const ImportContext& context, std::string_view name) {
  const std::string where = pointer("/extensions/", name);
  if (!uses_extension(context.model(), name)) {
    context.warnings.add({ErrorCode::invalid_value, where,
                          "is not listed in extensionsUsed; read all the same",
                          "UNDECLARED_EXTENSION"});
  }
  const std::string& version = context.document.vrm_version;
  if (name == "VRM" || version == "1.0") return;
  Error other{ErrorCode::unsupported, where + "/specVersion",
              in_quotes(version) + ", expected '1.0'; read as 1.0", "VALUE_NOT_IN_LIST"};
  if (version.empty()) other.message = "is missing, expected '1.0'; read as 1.0";
  context.warnings.add(std::move(other));
}

}  // namespace

Result<std::vector<Expression>> import_expressions(const ImportContext& context,
                                                   std::span<const Node> nodes,
                                                   std::span<const Mesh> meshes) {
  std::vector<Expression> expressions;
  const auto& sources = context.document.expressions;
  const auto is_group = [](const ExpressionSource& s) {
    return s.table == Table::blend_shape_group;
  };
  if (sources.empty()) return expressions;
  const bool version_0 = std::ranges::all_of(sources, is_group);
  warn_about_extension(context, version_0 ? "VRM" : "VRMC_vrm");

  Reader reader(context, nodes, meshes);
  std::set<std::pair<Table, std::string_view>> read;
  for (const ExpressionSource& source : sources) {
    if (is_group(source) != version_0) continue;  // a file may serve readers of both versions
    if (!version_0 && !read.insert({source.table, source.key}).second) {
      context.warnings.add(
          {ErrorCode::syntax, source.where, "is given twice; the first is used", "DUPLICATE_KEY"});
      continue;
    }
    auto expression = reader.read(source);
    if (!expression) return expression.error();
    expressions.push_back(std::move(*expression));
  }
  return expressions;
}

}  // namespace morph::gltf::detail
