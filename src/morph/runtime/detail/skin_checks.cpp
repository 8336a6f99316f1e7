// SPDX-License-Identifier: MIT
#include <algorithm>
#include <cmath>
#include <span>
#include <string>

#include "morph/runtime/detail/check_errors.h"
#include "morph/runtime/detail/scene_checks.h"

namespace morph::detail {
namespace {

bool is_finite(const glm::mat4& matrix) {
  const std::span<const float> values(&matrix[0][0], 16);
  return std::ranges::all_of(values, [](float f) { return std::isfinite(f); });
}

Result<void> check_skin(const SceneParts& parts, const Skin& skin, const std::string& where) {
  if (skin.joints.size() > kMaxJoints) {
    return Error{
        ErrorCode::limit_exceeded,
        where + "/joints",
        std::to_string(skin.joints.size()) + " joints, limit " + std::to_string(kMaxJoints),
        {}};
  }
  for (std::size_t j = 0; j < skin.joints.size(); ++j) {
    if (skin.joints[j] >= parts.nodes.size()) {
      return missing(where + pointer("/joints/", j), "node", skin.joints[j], parts.nodes.size());
    }
  }
  if (skin.skeleton != kNoIndex && skin.skeleton >= parts.nodes.size()) {
    return missing(where + "/skeleton", "node", skin.skeleton, parts.nodes.size());
  }
  const auto& matrices = skin.inverse_bind_matrices;
  if (matrices.size() != skin.joints.size()) {
    return uneven(where + "/inverseBindMatrices", matrices.size(), skin.joints.size(),
                  "one per joint", "INVALID_IBM_ACCESSOR_COUNT");
  }
  if (!std::ranges::all_of(matrices, is_finite)) {
    return Error{ErrorCode::invalid_value, where + "/inverseBindMatrices", "is not finite"};
  }
  return {};
}

Result<void> check_joint_sets(const Primitive& primitive, const std::string& where) {
  const auto attribute = [&](std::string_view name, std::size_t set) {
    return where + "/attributes/" + std::string(name) + std::to_string(set);
  };
  for (std::size_t set = 0; set < primitive.joint_sets.size(); ++set) {
    if (set >= kMaxJointSets) {
      return Error{ErrorCode::out_of_range, attribute("JOINTS_", set),
                   "expected at most " + std::to_string(kMaxJointSets) + " sets"};
    }
    const auto& influences = primitive.joint_sets[set];
    if (influences.size() != primitive.vertex_count()) {
      return uneven(attribute("JOINTS_", set), influences.size(), primitive.vertex_count(),
                    "one per vertex", "MESH_PRIMITIVE_UNEQUAL_ACCESSOR_COUNT");
    }
    for (const JointInfluences& vertex : influences) {
      for (int i = 0; i < 4; ++i) {
        if (std::isfinite(vertex.weights[i]) && vertex.weights[i] >= 0.0f) continue;
        return Error{ErrorCode::invalid_value, attribute("WEIGHTS_", set),
                     "a weight is " + std::to_string(vertex.weights[i]) + ", expected at least 0",
                     "ACCESSOR_WEIGHTS_NEGATIVE"};
      }
    }
  }
  return {};
}

}  // namespace

Result<void> check_skins(const SceneParts& parts) {
  for (std::size_t s = 0; s < parts.skins.size(); ++s) {
    if (auto sound = check_skin(parts, parts.skins[s], pointer("/skins/", s)); !sound) return sound;
  }
  for (std::size_t m = 0; m < parts.meshes.size(); ++m) {
    const auto& primitives = parts.meshes[m].primitives;
    for (std::size_t p = 0; p < primitives.size(); ++p) {
      const std::string where = pointer("/meshes/", m, pointer("/primitives/", p));
      if (auto sound = check_joint_sets(primitives[p], where); !sound) return sound;
    }
  }
  return {};
}

Result<void> check_skinned_nodes(const SceneParts& parts) {
  std::vector<LargestJoint> largest;  // [meshes]: many nodes may show one mesh
  for (const Mesh& mesh : parts.meshes) largest.push_back(largest_joint(mesh));
  for (std::size_t n = 0; n < parts.nodes.size(); ++n) {
    const Node& node = parts.nodes[n];
    if (node.skin == kNoIndex) continue;
    const std::string where = pointer("/nodes/", n, "/skin");
    if (node.skin >= parts.skins.size()) {
      return missing(where, "skin", node.skin, parts.skins.size());
    }
    if (node.mesh == kNoIndex) {
      return Error{ErrorCode::invalid_value, where, "is there, but no mesh",
                   "UNSATISFIED_DEPENDENCY"};
    }
    const LargestJoint& joint = largest[node.mesh];
    const std::size_t joints = parts.skins[node.skin].joints.size();
    if (joint.joint == kNoIndex || joint.joint < joints) continue;
    return Error{ErrorCode::out_of_range,
                 pointer("/meshes/", node.mesh, pointer("/primitives/", joint.primitive)) +
                     pointer("/attributes/JOINTS_", joint.set),
                 "joint " + std::to_string(joint.joint) + " at element " +
                     std::to_string(joint.vertex) + ", but skin " + std::to_string(node.skin) +
                     " of node " + std::to_string(n) + " has " + std::to_string(joints),
                 "ACCESSOR_JOINTS_INDEX_OOB"};
  }
  return {};
}

}  // namespace morph::detail
