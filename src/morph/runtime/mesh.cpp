// SPDX-License-Identifier: MIT
#include "morph/runtime/mesh.h"

namespace morph {

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
