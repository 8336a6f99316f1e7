// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "morph/gl/renderer.h"
#include "morph/runtime/index.h"

namespace morphview {

// How the model is shown: shading and what is drawn over it. From the command line, and then from
// the window's switches.

/// --show.
struct Overlays {
  bool wireframe = false;
  bool normals = false;
  bool grid = false;
  bool axes = false;
  bool skeleton = false;
  bool bounds = false;

  friend bool operator==(const Overlays&, const Overlays&) = default;
};

/// One target as one node has it.
struct TargetPlace {
  morph::Index node = morph::kNoIndex;
  std::uint32_t target = 0;

  friend bool operator==(const TargetPlace&, const TargetPlace&) = default;
};

struct Look {
  morph::gl::Shading shading = morph::gl::Shading::lit;
  Overlays overlays;
  /// What a heatmap shows: these targets, each at 1; none: the current mix.
  std::vector<TargetPlace> heated;

  /// Colours by one target, or by the mix.
  void heat(const std::optional<TargetPlace>& target) {
    shading = morph::gl::Shading::heatmap;
    heated.clear();
    if (target) heated.push_back(*target);
  }
};

}  // namespace morphview
