// SPDX-License-Identifier: MIT
#include "morph/runtime/mixer.h"

#include <algorithm>
#include <cassert>
#include <cmath>
#include <string>

namespace morph {

Mixer::Mixer(const Scene& scene)
    : weight_offsets_(scene.weight_offsets().begin(), scene.weight_offsets().end()),
      user_(weight_offsets_.back()) {}

Result<void> Mixer::set_user_weight(Index node, std::uint32_t target, float weight) {
  if (node >= weight_offsets_.size() - 1) {
    return Error{ErrorCode::out_of_range, {}, "node " + std::to_string(node)};
  }
  const std::uint32_t targets = weight_offsets_[node + 1] - weight_offsets_[node];
  if (targets == 0) {
    return Error{ErrorCode::no_morph_targets,
                 {},
                 "the mesh of node " + std::to_string(node) + " has no morph targets"};
  }
  if (target >= targets) {
    return Error{ErrorCode::out_of_range,
                 {},
                 "target " + std::to_string(target) + " of " + std::to_string(targets)};
  }
  if (!std::isfinite(weight))
    return Error{ErrorCode::invalid_value, {}, "the weight is not finite"};
  user_[weight_offsets_[node] + target] = weight;
  return {};
}

void Mixer::release(Index node, std::uint32_t target) { user_[slot(node, target)].reset(); }

void Mixer::release_all() { std::ranges::fill(user_, std::nullopt); }

std::optional<float> Mixer::user_weight(Index node, std::uint32_t target) const {
  return user_[slot(node, target)];
}

void Mixer::apply(Pose& pose) const {
  for (Index node = 0; node + 1 < weight_offsets_.size(); ++node) {
    const auto weights = pose.mutable_morph_weights(node);
    for (std::uint32_t t = 0; t < weights.size(); ++t) {
      if (const auto& user = user_[weight_offsets_[node] + t]) weights[t] = *user;
    }
  }
}

std::size_t Mixer::slot(Index node, std::uint32_t target) const {
  assert(node + 1 < weight_offsets_.size());
  assert(target < weight_offsets_[node + 1] - weight_offsets_[node]);
  return std::size_t{weight_offsets_[node]} + target;
}

}  // namespace morph
