// SPDX-License-Identifier: MIT
#include <algorithm>
#include <array>
#include <map>
#include <set>
#include <utility>

#include "morph/gltf/detail/accessor.h"
#include "morph/gltf/detail/conformance_parts.h"

namespace morph::gltf::detail {
namespace {

/// Where each node stands in the forest. Asks of any two nodes take no time, because a hostile file
/// may have long branches and many skins.
class Forest {
 public:
  explicit Forest(const std::vector<tinygltf::Node>& nodes) : places_(nodes.size()) {
    std::vector<bool> is_child(nodes.size(), false);
    for (const tinygltf::Node& node : nodes) {
      for (const int child : node.children) is_child[static_cast<std::size_t>(child)] = true;
    }
    for (std::size_t n = 0; n < nodes.size(); ++n) {
      if (!is_child[n]) walk(nodes, static_cast<int>(n));
    }
  }

  [[nodiscard]] int root(int node) const { return at(node).root; }
  [[nodiscard]] bool is_at_or_above(int upper, int node) const {
    return at(upper).first <= at(node).first && at(node).first <= at(upper).last;
  }

 private:
  struct Place {
    int root;
    int first;  // its number in a walk that visits a node before its children
    int last;   // the last number below it
  };

  [[nodiscard]] const Place& at(int node) const { return places_[static_cast<std::size_t>(node)]; }

  void walk(const std::vector<tinygltf::Node>& nodes, int root) {
    std::vector<std::pair<int, bool>> stack = {{root, false}};  // the second time to leave it
    while (!stack.empty()) {
      const auto [node, visited] = stack.back();
      stack.pop_back();
      Place& place = places_[static_cast<std::size_t>(node)];
      if (visited) {
        place.last = walked_ - 1;
        continue;
      }
      place = {root, walked_++, 0};
      stack.emplace_back(node, true);
      for (const int child : nodes[static_cast<std::size_t>(node)].children) {
        stack.emplace_back(child, false);
      }
    }
  }

  std::vector<Place> places_;
  int walked_ = 0;
};

/// One set of a primitive, four of each for a vertex.
struct Influences {
  std::vector<float> joints;
  std::vector<float> weights;
  bool told_missing = false;  // each fault once, since a large mesh may have millions
  bool told_twice = false;
};

class SkinReport {
 public:
  explicit SkinReport(const ImportContext& context)
      : context_(context), model_(context.model()), forest_(model_.nodes) {
    for (const tinygltf::Scene& scene : model_.scenes) {
      listed_.emplace_back(scene.nodes.begin(), scene.nodes.end());
    }
  }

  void run();

 private:
  void check_skin(std::size_t skin);
  bool has_common_root(const tinygltf::Skin& skin) const;
  void check_scenes(std::size_t node, const tinygltf::Skin& skin);
  void check_joints(const tinygltf::Primitive& primitive, std::size_t joints,
                    const std::string& where);
  void check_vertex(std::vector<Influences>& sets, std::size_t vertex, std::size_t joints,
                    const std::string& where);
  std::vector<float> read(int accessor) const;

  const ImportContext& context_;
  const tinygltf::Model& model_;
  Forest forest_;
  std::vector<std::set<int>> listed_;            // by scene: the nodes that it lists
  std::set<std::pair<int, int>> sound_pairs_;    // roots of a node and of its joints
  std::map<std::size_t, std::size_t> smallest_;  // by mesh: joints of the smallest skin that it has
};

void SkinReport::run() {
  for (std::size_t s = 0; s < model_.skins.size(); ++s) check_skin(s);
  for (std::size_t n = 0; n < model_.nodes.size(); ++n) {
    const auto skin = static_cast<std::size_t>(model_.nodes[n].skin);
    if (skin >= model_.skins.size() || model_.skins[skin].joints.empty()) continue;
    check_scenes(n, model_.skins[skin]);
    const auto mesh = static_cast<std::size_t>(model_.nodes[n].mesh);
    const std::size_t joints = model_.skins[skin].joints.size();
    const auto [known, is_new] = smallest_.emplace(mesh, joints);
    known->second = std::min(known->second, joints);
  }
  for (const auto& [mesh, joints] : smallest_) {
    if (mesh >= model_.meshes.size()) continue;
    const auto& primitives = model_.meshes[mesh].primitives;
    for (std::size_t p = 0; p < primitives.size(); ++p) {
      check_joints(primitives[p], joints,
                   pointer("/meshes/", mesh, "/primitives/", p, "/attributes"));
    }
  }
}

bool SkinReport::has_common_root(const tinygltf::Skin& skin) const {
  return std::ranges::all_of(
      skin.joints, [&](int joint) { return forest_.root(joint) == forest_.root(skin.joints[0]); });
}

void SkinReport::check_skin(std::size_t index) {
  const tinygltf::Skin& skin = model_.skins[index];
  const std::string where = pointer("/skins/", index);
  if (!has_common_root(skin)) {
    return add_finding(context_, where + "/joints", "are not all below one node",
                       "SKIN_NO_COMMON_ROOT");
  }
  const bool sound = skin.skeleton < 0 || std::ranges::all_of(skin.joints, [&](int joint) {
                       return forest_.is_at_or_above(skin.skeleton, joint);
                     });
  if (sound) return;
  add_finding(context_, where + "/skeleton",
              "node " + std::to_string(skin.skeleton) + " is not above all joints",
              "SKIN_SKELETON_INVALID");
}

/// A scene that shows a skinned node has the joints as well.
void SkinReport::check_scenes(std::size_t node, const tinygltf::Skin& skin) {
  if (!has_common_root(skin)) return;
  const int own = forest_.root(static_cast<int>(node));
  const int joints = forest_.root(skin.joints[0]);
  if (!sound_pairs_.emplace(own, joints).second) return;  // looked at already
  for (std::size_t s = 0; s < listed_.size(); ++s) {
    if (!listed_[s].contains(own) || listed_[s].contains(joints)) continue;
    return add_finding(context_, pointer("/nodes/", node),
                       "is in scene " + std::to_string(s) + ", but the joints of its skin are not",
                       "NODE_SKIN_NO_SCENE");
  }
}

/// The numbers of an accessor that has data of its own; none where they cannot be looked at.
std::vector<float> SkinReport::read(int accessor) const {
  const auto index = static_cast<std::size_t>(accessor);
  if (index >= context_.document.accessors.size() || context_.document.accessors[index].view < 0)
    return {};
  const AccessorShape shape = shape_of(context_.document, accessor);
  const std::uint64_t floats = shape.count * 4;
  if (shape.components() != 4 || !context_.budget.looked_at.take(floats * sizeof(float), {}, ""))
    return {};
  std::vector<float> numbers(static_cast<std::size_t>(floats));
  if (!read_floats(context_, accessor, numbers)) return {};
  return numbers;
}

void SkinReport::check_joints(const tinygltf::Primitive& primitive, std::size_t joints,
                              const std::string& where) {
  std::vector<Influences> sets;
  for (std::uint32_t n = 0; n < kMaxJointSets; ++n) {
    const auto joint = primitive.attributes.find("JOINTS_" + std::to_string(n));
    const auto weight = primitive.attributes.find("WEIGHTS_" + std::to_string(n));
    if (joint == primitive.attributes.end() || weight == primitive.attributes.end()) break;
    Influences set{read(joint->second), read(weight->second), false, false};
    const bool fits = sets.empty() || set.joints.size() == sets[0].joints.size();
    if (set.joints.empty() || set.joints.size() != set.weights.size() || !fits) break;
    sets.push_back(std::move(set));
  }
  for (std::size_t v = 0; !sets.empty() && v < sets[0].joints.size() / 4; ++v) {
    check_vertex(sets, v, joints, where);
  }
}

void SkinReport::check_vertex(std::vector<Influences>& sets, std::size_t vertex, std::size_t joints,
                              const std::string& where) {
  std::array<float, std::size_t{kMaxJointSets} * 4> used{};
  auto end = used.begin();
  for (std::size_t n = 0; n < sets.size(); ++n) {
    for (std::size_t i = vertex * 4; i < vertex * 4 + 4; ++i) {
      const float joint = sets[n].joints[i];
      const auto report = [&](std::string_view fault, std::string_view rule) {
        add_finding(context_, pointer(where, "/JOINTS_", n),
                    pointer("element ", vertex, " names joint ", static_cast<int>(joint), fault),
                    rule);
      };
      if (joint >= static_cast<float>(joints) && !std::exchange(sets[n].told_missing, true)) {
        report(", which its skin does not have", "ACCESSOR_JOINTS_INDEX_OOB");
      }
      if (sets[n].weights[i] == 0.0f) continue;
      if (std::find(used.begin(), end, joint) != end && !std::exchange(sets[n].told_twice, true)) {
        report(" a second time", "ACCESSOR_JOINTS_INDEX_DUPLICATE");
      }
      *end++ = joint;
    }
  }
}

}  // namespace

void report_skins(const ImportContext& context) { SkinReport(context).run(); }

}  // namespace morph::gltf::detail
