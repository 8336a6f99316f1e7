// SPDX-License-Identifier: MIT
#include "morphview/heat.h"

#include <fmt/format.h>

#include <algorithm>

#include "morph/runtime/displacement.h"
#include "morphview/text.h"

namespace morphview {

using morph::Index;
using morph::Primitive;
using morph::Result;

HeatField::HeatField(const morph::Scene& scene, Index scene_index) : scene_(&scene) {
  for (const Index node : scene.nodes_of_scene(scene_index)) {
    if (scene.morph_target_count(node) > 0) nodes_.push_back({node, {}, 0.0f});
  }
}

Result<void> HeatField::update(morph::gl::Renderer& renderer, const morph::Pose& pose,
                               const std::vector<TargetPlace>& heated) {
  for (Node& entry : nodes_) {
    active_.clear();
    for (const TargetPlace& place : heated) {
      if (place.node == entry.node) active_.push_back({place.target, 1.0f});
    }
    if (heated.empty()) {
      morph::select_active_targets(pose.morph_weights(entry.node), morph::kAllTargets, active_);
    }
    if (active_ == entry.shown) continue;
    entry.largest = 0.0f;
    const std::vector<Primitive>& primitives = scene_->mesh_of(entry.node)->primitives;
    for (Index p = 0; p < primitives.size(); ++p) {
      if (primitives[p].vertex_count() == 0) continue;
      lengths_.resize(primitives[p].vertex_count());
      const float largest =
          morph::displacement_lengths(primitives[p].morph_targets, active_, lengths_);
      entry.largest = std::max(entry.largest, largest);
      const Result<void> given = renderer.set_heat(entry.node, p, lengths_);
      if (!given) return given.error();
    }
    entry.shown = active_;
  }
  return {};
}

float HeatField::largest() const {
  float largest = 0.0f;
  for (const Node& entry : nodes_) largest = std::max(largest, entry.largest);
  return largest;
}

std::string heat_name(const morph::Scene& scene, const std::vector<TargetPlace>& heated) {
  if (heated.empty()) return "the current mix";
  const auto name_of = [&](const TargetPlace& place) {
    return printable(
        display_name(scene.morph_target_names(place.node)[place.target], "target", place.target));
  };
  const std::string first = name_of(heated.front());
  const bool one = std::ranges::all_of(
      heated, [&](const TargetPlace& place) { return name_of(place) == first; });
  return one ? first : fmt::format("{} targets", heated.size());
}

}  // namespace morphview
