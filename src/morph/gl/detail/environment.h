// SPDX-License-Identifier: MIT
#pragma once

#include <array>
#include <cstdint>
#include <glm/mat3x3.hpp>
#include <glm/mat4x4.hpp>
#include <glm/vec3.hpp>
#include <optional>
#include <span>

#include "morph/gl/detail/handle.h"

namespace morph::gl::detail {

// The light: what comes from all sides, filtered while building, and a key light. Its axes are
// those of a studio that turns with the camera but stands upright: x to the camera's right, y the
// world's, z towards the camera.

struct Light {
  std::span<const std::uint32_t> specular;  ///< cube maps by roughness, GL_RGB9_E5
  std::array<glm::vec3, 9> irradiance;      ///< harmonics of what white paper sends back
  glm::vec3 key_direction;                  ///< unit, to the light
  glm::vec3 key_light;  ///< radiance that white paper sends back when it faces the light
};

[[nodiscard]] const Light& studio_light();

/// Takes directions from view space to the studio's. A camera that is tilted until the world's y
/// axis lies along its side gets an upright of its own.
[[nodiscard]] glm::mat3 view_to_studio(const glm::mat4& world_to_view);

/// Sets the uniforms and texture units of the light. Precondition: the program is in use.
void set_light(const Gl& gl, GLuint program, const Light& light);

/// The tables of a light, as textures.
class Environment {
 public:
  /// Empty: the driver has no memory.
  static std::optional<Environment> create(const Gl& gl, const Light& light);

  void bind() const;
  void unbind() const;

 private:
  explicit Environment(const Gl& gl) : gl_(&gl) {}
  void bind(GLuint specular, GLuint reflectance) const;

  const Gl* gl_;
  TextureHandle specular_;
  TextureHandle reflectance_;
};

}  // namespace morph::gl::detail
