// SPDX-License-Identifier: MIT
#pragma once

#include <string>
#include <vector>

#include "morph/gl/renderer.h"
#include "morph/runtime/active_targets.h"
#include "morph/runtime/pose.h"
#include "morph/runtime/result.h"
#include "morph/runtime/scene.h"
#include "morphview/look.h"

namespace morphview {

// What a heatmap shows: how far each vertex is moved by targets alone, in mesh space, before skin
// and node.

class HeatField {
 public:
  /// The scene must outlive it.
  HeatField(const morph::Scene& scene, morph::Index scene_index);

  /// Gives the renderer the displacements of everything that is shown, of those nodes alone for
  /// which they have changed; always the same renderer. Errors: graphics.
  morph::Result<void> update(morph::gl::Renderer& renderer, const morph::Pose& pose,
                             const std::vector<TargetPlace>& heated);

  /// The largest displacement in the whole model, mesh units.
  [[nodiscard]] float largest() const;

 private:
  struct Node {
    morph::Index node = morph::kNoIndex;
    std::vector<morph::ActiveTarget> shown;
    float largest = 0.0f;
  };

  const morph::Scene* scene_;
  std::vector<Node> nodes_;  // of the scene, with targets
  std::vector<morph::ActiveTarget> active_;
  std::vector<float> lengths_;
};

/// What the legend says of it: the name of the one target, or how many there are.
[[nodiscard]] std::string heat_name(const morph::Scene& scene,
                                    const std::vector<TargetPlace>& heated);

}  // namespace morphview
