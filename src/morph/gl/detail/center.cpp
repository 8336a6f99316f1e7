// SPDX-License-Identifier: MIT
#include "morph/gl/detail/center.h"

#include <algorithm>
#include <cassert>
#include <glm/vec4.hpp>

namespace morph::gl::detail {
namespace {

glm::vec3 mean_of(std::span<const glm::vec3> values) {
  glm::dvec3 sum(0.0);
  for (const glm::vec3& value : values) sum += glm::dvec3(value);
  return glm::vec3(sum / static_cast<double>(values.size()));
}

}  // namespace

Center::Center(const Primitive& primitive, bool follows_targets) {
  assert(primitive.vertex_count() > 0);
  if (primitive.joint_sets.empty()) {
    pulls_.push_back({0, glm::vec4(mean_of(primitive.positions), 1.0f)});
  } else {
    std::vector<glm::dvec4> sums;  // by joint
    for (const auto& set : primitive.joint_sets) {
      for (std::size_t v = 0; v < set.size(); ++v) {
        for (int i = 0; i < 4; ++i) {
          const std::size_t joint = set[v].joints[static_cast<std::size_t>(i)];
          if (joint >= sums.size()) sums.resize(joint + 1, glm::dvec4(0.0));
          sums[joint] += double{set[v].weights[i]} * glm::dvec4(primitive.positions[v], 1.0);
        }
      }
    }
    for (Index joint = 0; joint < sums.size(); ++joint) {
      if (sums[joint].w == 0.0) continue;
      pulls_.push_back({joint, glm::vec4(sums[joint] / double(primitive.vertex_count()))});
    }
    const auto lead = std::ranges::max_element(pulls_, {}, [](const Pull& p) { return p.sum.w; });
    lead_joint_ = lead == pulls_.end() ? 0 : lead->joint;
  }
  const MorphTargetData& targets = primitive.morph_targets;
  if (!follows_targets || !targets.has(MorphAttribute::position)) return;
  std::vector<glm::vec3> deltas(primitive.vertex_count());
  for (std::uint32_t t = 0; t < targets.target_count(); ++t) {
    targets.copy_position_deltas(t, deltas);
    means_.push_back(mean_of(deltas));
  }
}

glm::vec3 Center::at(std::span<const ActiveTarget> active,
                     std::span<const glm::mat4> matrices) const {
  glm::vec3 moved(0.0f);
  for (const ActiveTarget& target : active) {
    if (!means_.empty()) moved += target.weight * means_[target.index];
  }
  glm::vec4 sum(0.0f);
  for (const Pull& pull : pulls_) {
    sum += matrices[pull.joint] * (pull.sum + glm::vec4(pull.sum.w * moved, 0.0f));
  }
  return glm::vec3(sum);
}

}  // namespace morph::gl::detail
