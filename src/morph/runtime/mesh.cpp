// SPDX-License-Identifier: MIT
#include "morph/runtime/mesh.h"

#include <algorithm>

namespace morph {

LargestJoint largest_joint(const Mesh& mesh) {
  LargestJoint largest;
  for (Index p = 0; p < mesh.primitives.size(); ++p) {
    const auto& sets = mesh.primitives[p].joint_sets;
    for (std::uint32_t s = 0; s < sets.size(); ++s) {
      for (std::uint32_t v = 0; v < sets[s].size(); ++v) {
        const Index joint = *std::ranges::max_element(sets[s][v].joints);
        if (largest.joint == kNoIndex || joint > largest.joint) largest = {joint, p, s, v};
      }
    }
  }
  return largest;
}

bool Primitive::has(MorphAttribute attribute) const {
  switch (attribute) {
    case MorphAttribute::position:
      return !positions.empty();
    case MorphAttribute::normal:
      return !normals.empty();
    case MorphAttribute::tangent:
      return !tangents.empty();
    case MorphAttribute::color_0:
      return !colors.empty();
    default:
      break;
  }
  const auto set = texcoord_set(attribute);
  return set < texcoords.size() && !texcoords[set].empty();
}

}  // namespace morph
