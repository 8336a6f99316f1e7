// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <glm/mat4x4.hpp>
#include <string>
#include <vector>

#include "morph/runtime/index.h"

namespace morph {

// Skins (glTF 2.0 §3.7.3): nodes that pull at a mesh, and how the mesh lay among them when it was
// bound. Which vertex follows which joint is the primitive's (mesh.h). Letters: J joints.

/// The most joints that one skin may have.
inline constexpr std::uint32_t kMaxJoints = 1024;

struct Skin {
  std::string name;
  std::vector<Index> joints;  ///< [J] nodes; none: what an importer could not use
  std::vector<glm::mat4>
      inverse_bind_matrices;  ///< [J] from mesh space to the joint's own; last row 0, 0, 0, 1
  Index skeleton = kNoIndex;  ///< the joints' common root, if the file names it; nothing needs it
};

}  // namespace morph
