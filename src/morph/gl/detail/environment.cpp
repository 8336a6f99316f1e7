// SPDX-License-Identifier: MIT
#include "morph/gl/detail/environment.h"

#include <cassert>
#include <glm/geometric.hpp>
#include <glm/gtc/type_ptr.hpp>
#include <glm/matrix.hpp>

#include "interface.glsl"
#include "morph/gl/detail/texture.h"
#include "studio_light.h"

namespace morph::gl::detail {
namespace {

static_assert(studio::kSpecularLevels == MORPH_SPECULAR_LEVELS);
static_assert(studio::kReflectanceSide == MORPH_REFLECTANCE_SIDE);

Light make_studio() {
  Light light;
  light.specular = studio::kSpecular;
  for (std::size_t i = 0; i < light.irradiance.size(); ++i) {
    light.irradiance[i] = glm::make_vec3(studio::kIrradiance[i]);
  }
  // From the upper left of the camera.
  light.key_direction = glm::normalize(glm::vec3(-0.66f, 0.64f, 0.52f));
  light.key_light = {0.66f, 0.65f, 0.635f};
  return light;
}

void upload_specular(const Gl& gl, std::span<const std::uint32_t> texels) {
  for (std::uint32_t level = 0; level < studio::kSpecularLevels; ++level) {
    const std::uint32_t side = studio::kSpecularSide >> level;
    for (GLenum face = 0; face < 6; ++face) {
      gl.TexImage2D(GL_TEXTURE_CUBE_MAP_POSITIVE_X + face, static_cast<GLint>(level), GL_RGB9_E5,
                    static_cast<GLsizei>(side), static_cast<GLsizei>(side), 0, GL_RGB,
                    GL_UNSIGNED_INT_5_9_9_9_REV, texels.data());
      texels = texels.subspan(std::size_t{side} * side);
    }
  }
  assert(texels.empty());
}

void set_filters(const Gl& gl, GLenum target, GLint minify, std::uint32_t levels) {
  gl.TexParameteri(target, GL_TEXTURE_MIN_FILTER, minify);
  gl.TexParameteri(target, GL_TEXTURE_MAG_FILTER, GL_LINEAR);
  gl.TexParameteri(target, GL_TEXTURE_WRAP_S, GL_CLAMP_TO_EDGE);
  gl.TexParameteri(target, GL_TEXTURE_WRAP_T, GL_CLAMP_TO_EDGE);
  gl.TexParameteri(target, GL_TEXTURE_MAX_LEVEL, static_cast<GLint>(levels - 1));
}

}  // namespace

const Light& studio_light() {
  static const Light light = make_studio();
  return light;
}

glm::mat3 view_to_studio(const glm::mat4& world_to_view) {
  const glm::vec3 up = glm::normalize(glm::vec3(world_to_view[1]));
  glm::vec3 right = glm::vec3(1, 0, 0) - up * up.x;
  if (glm::dot(right, right) < 1e-6f) right = glm::vec3(0, -up.x, 0) - up * (-up.x * up.y);
  right = glm::normalize(right);
  return glm::transpose(glm::mat3(right, up, glm::cross(right, up)));
}

void set_light(const Gl& gl, GLuint program, const Light& light) {
  const auto place = [&](const char* name) { return gl.GetUniformLocation(program, name); };
  gl.Uniform1i(place("u_specular"), MORPH_UNIT_SPECULAR);
  gl.Uniform1i(place("u_reflectance"), MORPH_UNIT_REFLECTANCE);
  gl.Uniform3fv(place("u_irradiance"), 9, glm::value_ptr(light.irradiance[0]));
  gl.Uniform3fv(place("u_key_direction"), 1, glm::value_ptr(light.key_direction));
  gl.Uniform3fv(place("u_key_light"), 1, glm::value_ptr(light.key_light));
}

std::optional<Environment> Environment::create(const Gl& gl, const Light& light) {
  set_unpack_state(gl);
  take_error(gl, GL_NO_ERROR);
  Environment made(gl);
  made.specular_ = make<TextureHandle>(gl, gl.GenTextures);
  gl.BindTexture(GL_TEXTURE_CUBE_MAP, made.specular_.name());
  upload_specular(gl, light.specular);
  set_filters(gl, GL_TEXTURE_CUBE_MAP, GL_LINEAR_MIPMAP_LINEAR, studio::kSpecularLevels);
  gl.BindTexture(GL_TEXTURE_CUBE_MAP, 0);

  made.reflectance_ = make<TextureHandle>(gl, gl.GenTextures);
  gl.BindTexture(GL_TEXTURE_2D, made.reflectance_.name());
  gl.TexImage2D(GL_TEXTURE_2D, 0, GL_RG16, studio::kReflectanceSide, studio::kReflectanceSide, 0,
                GL_RG, GL_UNSIGNED_SHORT, studio::kReflectance);
  set_filters(gl, GL_TEXTURE_2D, GL_LINEAR, 1);
  gl.BindTexture(GL_TEXTURE_2D, 0);
  if (take_error(gl, GL_OUT_OF_MEMORY)) return std::nullopt;
  return made;
}

void Environment::bind() const { bind(specular_.name(), reflectance_.name()); }

void Environment::unbind() const { bind(0, 0); }

void Environment::bind(GLuint specular, GLuint reflectance) const {
  gl_->BindSampler(MORPH_UNIT_SPECULAR, 0);
  gl_->BindSampler(MORPH_UNIT_REFLECTANCE, 0);
  gl_->ActiveTexture(GL_TEXTURE0 + MORPH_UNIT_SPECULAR);
  gl_->BindTexture(GL_TEXTURE_CUBE_MAP, specular);
  gl_->ActiveTexture(GL_TEXTURE0 + MORPH_UNIT_REFLECTANCE);
  gl_->BindTexture(GL_TEXTURE_2D, reflectance);
  gl_->ActiveTexture(GL_TEXTURE0);
}

}  // namespace morph::gl::detail
