// SPDX-License-Identifier: MIT
#pragma once

#include <optional>
#include <string>
#include <variant>

#include "morph/runtime/result.h"

namespace morph {

// Cameras of a file (glTF 2.0 §3.10). A camera stands where its node stands and looks along the
// node's −Z axis, with +Y up; lengths are metres of the node's space.

struct Perspective {
  std::optional<float> aspect_ratio;  ///< width / height, > 0; none: the viewport's
  float yfov = 0.7854f;               ///< radians, vertical; in (0, π)
  float znear = 0.01f;                ///< > 0
  std::optional<float> zfar;          ///< > znear; none: without end

  friend bool operator==(const Perspective&, const Perspective&) = default;
};

struct Orthographic {
  float xmag = 1.0f;    ///< half the width of what is seen; not 0; its size counts, as ymag's
  float ymag = 1.0f;    ///< half the height
  float znear = 0.0f;   ///< ≥ 0
  float zfar = 100.0f;  ///< > znear

  friend bool operator==(const Orthographic&, const Orthographic&) = default;
};

struct Camera {
  std::string name;
  std::variant<Perspective, Orthographic> projection;
};

/// Whether all values are in the ranges above.
///   where  the camera's JSON pointer, for the error
/// Errors: invalid_value.
Result<void> check_camera(const Camera& camera, const std::string& where);

}  // namespace morph
