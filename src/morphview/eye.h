// SPDX-License-Identifier: MIT
#pragma once

#include <glm/mat4x4.hpp>

#include "morph/runtime/bounds.h"
#include "morph/runtime/index.h"
#include "morph/runtime/pose.h"
#include "morph/runtime/scene.h"
#include "morphview/orbit_camera.h"

namespace morphview {

// From where a picture is taken, as the renderer takes it: by a camera of our own, or one of the
// file.

struct Eye {
  glm::mat4 world_to_view{1.0f};
  glm::mat4 view_to_clip{1.0f};  ///< OpenGL's clip space
};

/// Of our own camera; its planes hold all of the model, whatever the weights do to it.
///   aspect  width / height of the picture
///   model   world-space box of what is drawn; may be empty
[[nodiscard]] Eye eye_of(const OrbitCamera& camera, float aspect, const morph::Bounds& model);

/// Of the file's camera at a node (glTF 2.0 §3.10), in this pose; the scale of its node is ignored,
/// and so is the sign of xmag and ymag. Its planes are the file's. A picture of another shape than
/// the camera's shows more, on two sides, never less.
/// Precondition (asserted): the node has a camera.
[[nodiscard]] Eye eye_of_node(const morph::Scene& scene, const morph::Pose& pose, morph::Index node,
                              float aspect);

/// The camera of our own that stands where the file's stands and sees about the same: upright, and
/// turning about the middle of the model.
[[nodiscard]] OrbitCamera orbit_from_node(const morph::Scene& scene, const morph::Pose& pose,
                                          morph::Index node, const morph::Bounds& model);

}  // namespace morphview
