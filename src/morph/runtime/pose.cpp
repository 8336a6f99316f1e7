// SPDX-License-Identifier: MIT
#include "morph/runtime/pose.h"

#include <algorithm>
#include <cassert>
#include <cmath>
#include <string>

namespace morph {

Pose::Pose(const Scene& scene)
    : weight_offsets_(scene.weight_offsets().begin(), scene.weight_offsets().end()),
      weights_(weight_offsets_.back()),
      transforms_(scene.nodes().size()) {
  reset(scene);
}

void Pose::reset(const Scene& scene) {
  assert(std::ranges::equal(weight_offsets_, scene.weight_offsets()));
  const auto nodes = scene.nodes();
  for (Index n = 0; n < nodes.size(); ++n) {
    transforms_[n] = nodes[n].transform;
    std::ranges::copy(nodes[n].weights, weights_.begin() + weight_offsets_[n]);
  }
}

std::span<const float> Pose::morph_weights(Index node) const {
  assert(node + 1 < weight_offsets_.size());
  return {weights_.data() + weight_offsets_[node],
          weight_offsets_[node + 1] - weight_offsets_[node]};
}

std::span<float> Pose::mutable_morph_weights(Index node) {
  assert(node + 1 < weight_offsets_.size());
  return {weights_.data() + weight_offsets_[node],
          weight_offsets_[node + 1] - weight_offsets_[node]};
}

Result<std::span<float>> Pose::checked_weights(Index node, std::span<const float> incoming) {
  if (node >= transforms_.size()) {
    return Error{ErrorCode::out_of_range,
                 {},
                 "node " + std::to_string(node) + " of " + std::to_string(transforms_.size())};
  }
  const auto weights = mutable_morph_weights(node);
  if (weights.empty()) {
    return Error{ErrorCode::no_morph_targets,
                 {},
                 "the mesh of node " + std::to_string(node) + " has no morph targets"};
  }
  if (!std::ranges::all_of(incoming, [](float w) { return std::isfinite(w); })) {
    return Error{ErrorCode::invalid_value, {}, "a weight is not finite"};
  }
  return weights;
}

Result<void> Pose::set_morph_weight(Index node, std::uint32_t target, float weight) {
  auto weights = checked_weights(node, {&weight, 1});
  if (!weights) return weights.error();
  if (target >= weights->size()) {
    return Error{ErrorCode::out_of_range,
                 {},
                 "target " + std::to_string(target) + " of " + std::to_string(weights->size())};
  }
  (*weights)[target] = weight;
  return {};
}

Result<void> Pose::set_morph_weights(Index node, std::span<const float> incoming) {
  auto weights = checked_weights(node, incoming);
  if (!weights) return weights.error();
  std::ranges::copy(incoming.first(std::min(incoming.size(), weights->size())), weights->begin());
  return {};
}

Result<void> Pose::assign_morph_weights(Index node, std::span<const float> incoming) {
  auto weights = checked_weights(node, incoming);
  if (!weights) return weights.error();
  if (incoming.size() != weights->size()) {
    return Error{
        ErrorCode::count_mismatch,
        {},
        std::to_string(incoming.size()) + " weights, expected " + std::to_string(weights->size())};
  }
  std::ranges::copy(incoming, weights->begin());
  return {};
}

void global_matrices(const Scene& scene, const Pose& pose, std::span<glm::mat4> out) {
  const auto nodes = scene.nodes();
  assert(out.size() == nodes.size() && pose.transforms().size() == nodes.size());
  for (const Index n : scene.nodes_parents_first()) {
    const glm::mat4 local = nodes[n].matrix ? *nodes[n].matrix : pose.transforms()[n].matrix();
    out[n] = nodes[n].parent == kNoIndex ? local : out[nodes[n].parent] * local;
  }
}

}  // namespace morph
