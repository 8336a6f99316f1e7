// SPDX-License-Identifier: MIT
#include "morphview/selection.h"

#include <fmt/format.h>

#include <algorithm>
#include <functional>
#include <utility>

#include "morphview/text.h"

namespace morphview {
namespace {

using morph::Error;
using morph::ErrorCode;
using morph::Index;
using morph::Result;
using morph::Scene;

template <class Named>
std::vector<std::string> names_of(std::span<const Named> things) {
  std::vector<std::string> names;
  for (const Named& thing : things) names.push_back(thing.name);
  return names;
}

// A number if there is a thing of that number, else the first of that name.
Result<Index> find_by_number_or_name(const std::string& wanted, std::string_view kind,
                                     std::span<const std::string> names) {
  const std::optional<std::uint32_t> number = parse_index(wanted);
  if (number && *number < names.size()) return *number;
  for (Index i = 0; i < names.size(); ++i) {
    if (names[i] == wanted) return i;
  }
  if (number) {
    return Error{ErrorCode::not_found, "",
                 fmt::format("no {0} {1}: the file has {2} {0}{3}", kind, wanted, names.size(),
                             names.size() == 1 ? "" : "s")};
  }
  return Error{ErrorCode::not_found, "",
               fmt::format("no {} named '{}'{}", kind, wanted, did_you_mean(wanted, names))};
}

/// Calls visit(node, target) for every morph target of every node.
template <class Visit>
void for_each_target(const Scene& scene, Visit&& visit) {
  for (Index node = 0; node < scene.nodes().size(); ++node) {
    for (std::uint32_t target = 0; target < scene.morph_target_count(node); ++target) {
      visit(node, target);
    }
  }
}

const std::string& target_name(const Scene& scene, Index node, std::uint32_t target) {
  return scene.morph_target_names(node)[target];
}

// Whether a node is called that, by its own name or by its mesh's.
bool node_is_called(const Scene& scene, Index node, std::string_view name) {
  const morph::Mesh* const mesh = scene.mesh_of(node);
  return scene.nodes()[node].name == name || (mesh && mesh->name == name);
}

using Matches = std::function<bool(Index node, std::uint32_t target)>;

/// NAME or #NUMBER, without a node before it. Digits after '#' are always a number.
bool target_is_called(const Scene& scene, Index node, std::uint32_t target, std::string_view name) {
  if (name.starts_with('#')) {
    const std::optional<std::uint32_t> number = parse_index(name.substr(1));
    if (number) return *number == target;
  }
  return !name.empty() && target_name(scene, node, target) == name;
}

bool matches_with_node(const Scene& scene, Index node, std::uint32_t target,
                       std::string_view name) {
  // Names may have a '/' of their own, so every place is tried.
  for (std::size_t at = name.find('/'); at != std::string_view::npos; at = name.find('/', at + 1)) {
    if (node_is_called(scene, node, name.substr(0, at)) &&
        target_is_called(scene, node, target, name.substr(at + 1))) {
      return true;
    }
  }
  return false;
}

bool matches_glob(const Scene& scene, Index node, std::uint32_t target, std::string_view pattern) {
  const std::string& name = target_name(scene, node, target);
  if (name.empty()) return false;
  if (glob_matches(pattern, name)) return true;
  if (pattern.find('/') == std::string_view::npos) return false;
  const morph::Mesh* const mesh = scene.mesh_of(node);
  return glob_matches(pattern, scene.nodes()[node].name + '/' + name) ||
         glob_matches(pattern, mesh->name + '/' + name);
}

// The ways to read a name, the most literal first.
std::vector<Matches> readings(const Scene& scene, const std::string& name) {
  std::vector<Matches> ways;
  ways.push_back([&scene, &name](Index node, std::uint32_t target) {
    return target_is_called(scene, node, target, name);
  });
  ways.push_back([&scene, &name](Index node, std::uint32_t target) {
    return matches_with_node(scene, node, target, name);
  });
  if (is_glob(name)) {
    ways.push_back([&scene, &name](Index node, std::uint32_t target) {
      return matches_glob(scene, node, target, name);
    });
  }
  return ways;
}

Error no_such_target(const Scene& scene, const std::string& wanted) {
  std::vector<std::string> names;
  std::uint32_t most = 0;
  for_each_target(scene, [&](Index node, std::uint32_t target) {
    most = std::max(most, target + 1);
    const std::string& name = target_name(scene, node, target);
    if (name.empty()) return;
    names.push_back(name);
    const std::string& own = scene.nodes()[node].name;
    const std::string& owner = own.empty() ? scene.mesh_of(node)->name : own;
    if (!owner.empty()) names.push_back(owner + '/' + name);
  });
  std::string hint = did_you_mean(wanted, names);
  if (most == 0) {
    hint = ": the file has no morph targets";
  } else if (hint.empty()) {
    hint = fmt::format("; targets are #0 to #{}, --info lists their names", most - 1);
  }
  return {ErrorCode::not_found, "", fmt::format("no morph target '{}'{}", wanted, hint)};
}

bool add_weights(const Scene& scene, const WeightAssignment& wanted, std::vector<UserWeight>& out) {
  for (const Matches& matches : readings(scene, wanted.name)) {
    const std::size_t before = out.size();
    for_each_target(scene, [&](Index node, std::uint32_t target) {
      if (matches(node, target)) out.push_back({node, target, wanted.value});
    });
    if (out.size() > before) return true;
  }
  return false;
}

// Letters of ASCII only, as names of presets have.
bool same_but_for_case(std::string_view a, std::string_view b) {
  const auto lower = [](char c) { return c >= 'A' && c <= 'Z' ? static_cast<char>(c + 32) : c; };
  return std::ranges::equal(a, b, {}, lower, lower);
}

bool add_expressions(const Scene& scene, const WeightAssignment& wanted,
                     std::vector<UserExpression>& out) {
  using morph::Expression;
  using Reading = bool (*)(const Expression&, const std::string& name);
  constexpr Reading kReadings[] = {
      [](const Expression& e, const std::string& name) { return e.name == name; },
      [](const Expression& e, const std::string& name) { return e.preset == name; },
      [](const Expression& e, const std::string& name) {
        return same_but_for_case(e.name, name) || same_but_for_case(e.preset, name);
      },
      [](const Expression& e, const std::string& name) {
        return glob_matches(name, e.name) || (!e.preset.empty() && glob_matches(name, e.preset));
      },
  };
  if (wanted.name.empty()) return false;
  for (const Reading reading : kReadings) {
    const std::size_t before = out.size();
    for (Index i = 0; i < scene.expressions().size(); ++i) {
      if (reading(scene.expressions()[i], wanted.name)) out.push_back({i, wanted.value});
    }
    if (out.size() > before) return true;
  }
  return false;
}

Error no_such_expression(const Scene& scene, const std::string& wanted) {
  std::vector<std::string> names;
  for (const morph::Expression& expression : scene.expressions()) {
    names.push_back(expression.name);
    names.push_back(expression.preset);
  }
  std::string hint = did_you_mean(wanted, names);
  if (names.empty()) {
    hint = ": the file has no expressions";
  } else if (hint.empty()) {
    hint = "; --info lists the names";
  }
  return {ErrorCode::not_found, "", fmt::format("no expression '{}'{}", wanted, hint)};
}

}  // namespace

Result<Index> select_scene(const Scene& scene, const std::string& wanted) {
  if (wanted.empty()) return scene.default_scene();
  return find_by_number_or_name(wanted, "scene", names_of(scene.scenes()));
}

Result<Index> select_camera(const Scene& scene, Index scene_index, const std::string& wanted) {
  std::vector<std::string> names = names_of(scene.cameras());
  for (const morph::Node& node : scene.nodes()) {
    if (node.camera != morph::kNoIndex && names[node.camera].empty()) {
      names[node.camera] = node.name;
    }
  }
  const Result<Index> camera = find_by_number_or_name(wanted, "camera", names);
  if (!camera) return camera.error();
  for (const Index node : scene.nodes_of_scene(scene_index)) {
    if (scene.nodes()[node].camera == *camera) return node;
  }
  return Error{ErrorCode::not_found, "",
               fmt::format("camera '{}' stands at no node of the scene", wanted)};
}

Result<AnimationChoice> select_animation(const Scene& scene, const std::string& wanted) {
  using Kind = AnimationChoice::Kind;
  if (wanted == "none") return AnimationChoice{};
  if (wanted == "all") return AnimationChoice{Kind::all, morph::kNoIndex};
  if (wanted.empty()) {
    if (scene.animations().empty()) return AnimationChoice{};
    return AnimationChoice{Kind::one, 0};
  }
  const Result<Index> found =
      find_by_number_or_name(wanted, "animation", names_of(scene.animations()));
  if (!found) return found.error();
  return AnimationChoice{Kind::one, *found};
}

Result<std::vector<UserWeight>> select_weights(const Scene& scene,
                                               std::span<const WeightAssignment> wanted) {
  std::vector<UserWeight> weights;
  for (const WeightAssignment& assignment : wanted) {
    if (!add_weights(scene, assignment, weights)) return no_such_target(scene, assignment.name);
  }
  return weights;
}

Result<Look> select_look(const Scene& scene, const Options& options) {
  Look look{options.shading, options.show, {}};
  if (options.heatmap.empty() || options.heatmap == "*") return look;
  const std::vector<WeightAssignment> wanted = {{options.heatmap, 1.0f}};
  const Result<std::vector<UserWeight>> found = select_weights(scene, wanted);
  if (!found) return found.error();
  for (const UserWeight& place : *found) look.heated.push_back({place.node, place.target});
  return look;
}

Result<std::vector<UserExpression>> select_expressions(const Scene& scene,
                                                       std::span<const WeightAssignment> wanted) {
  std::vector<UserExpression> expressions;
  for (const WeightAssignment& assignment : wanted) {
    if (!add_expressions(scene, assignment, expressions))
      return no_such_expression(scene, assignment.name);
  }
  return expressions;
}

std::optional<std::string> animation_label(const Scene& scene, const AnimationChoice& choice) {
  switch (choice.kind) {
    case AnimationChoice::Kind::none:
      return std::nullopt;
    case AnimationChoice::Kind::all:
      return "all";
    case AnimationChoice::Kind::one:
      break;
  }
  return display_name(scene.animations()[choice.animation].name, "animation", choice.animation);
}

std::string node_label(const Scene& scene, Index node) {
  const std::string& name = scene.nodes()[node].name;
  const morph::Mesh* const mesh = scene.mesh_of(node);
  return display_name(name.empty() && mesh ? mesh->name : name, "node", node);
}

}  // namespace morphview
