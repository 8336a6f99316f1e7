// SPDX-License-Identifier: MIT
//
// Light, before tone mapping and as numbers: shade() of pbr.glsl drawn into floats, and the tables
// of the studio against the integrals that they stand for.
#include <glm/gtc/type_ptr.hpp>

#include "gl/gl_support.h"
#include "morph/gl/detail/environment.h"
#include "morph/gl/detail/gl_api.h"
#include "morph/gl/detail/program.h"
#include "morph/gl/detail/shader_interface.h"

namespace morph::test {
namespace {

using gl::detail::Environment;
using gl::detail::Gl;
using gl::detail::Light;
using gl::detail::ProgramKey;
using gl::detail::SourcePart;

constexpr std::uint32_t kSide = 64;  // of the first level
constexpr std::uint32_t kLevels = 5;
constexpr double kPi = 3.14159265358979323846;

constexpr const char* kVertex = R"(#version 410 core
void main() {
  gl_Position = vec4(gl_VertexID == 1 ? 3.0 : -1.0, gl_VertexID == 2 ? 3.0 : -1.0, 0.0, 1.0);
}
)";

constexpr const char* kFragment = R"(
uniform vec3 u_diffuse, u_f0, u_normal, u_to_eye;
uniform float u_roughness;
uniform int u_what;
layout(location = 0) out vec4 out_color;
void main() {
  vec3 light = shade(Surface(u_diffuse, u_f0, u_roughness, 1.0, u_normal, u_to_eye));
  if (u_what == 1) light = tone_mapped(u_diffuse);
  if (u_what == 2) light = vec3(reflectance(u_to_eye.z, u_roughness), 0.0);
  out_color = vec4(light, 1.0);
}
)";

struct Probe {
  glm::vec3 diffuse{0.0f}, f0{0.0f}, normal{0, 0, 1}, to_eye{0, 0, 1};
  float roughness = 1.0f;
  int what = 0;
};

/// The light of one number from everywhere, without a key light.
Light white_light() {
  constexpr std::uint32_t kOne = 256u | 256u << 9 | 256u << 18 | 16u << 27;
  static const std::vector<std::uint32_t> texels(gl::detail::studio_light().specular.size(), kOne);
  Light light;
  light.specular = texels;
  light.irradiance.fill(glm::vec3(0.0f));
  light.irradiance[0] = glm::vec3(1.0f);
  light.key_direction = {0, 0, 1};
  light.key_light = glm::vec3(0.0f);
  return light;
}

Light key_light_alone() {
  static const std::vector<std::uint32_t> texels(gl::detail::studio_light().specular.size(), 0u);
  Light light = white_light();
  light.specular = texels;
  light.irradiance[0] = glm::vec3(0.0f);
  light.key_light = glm::vec3(1.0f);
  return light;
}

class LightTest : public HeadlessGl {
 protected:
  /// Linear, as floats.
  std::vector<glm::vec3> shade(const Light& light, const std::vector<Probe>& probes) {
    const Gl& gl = context().api().gl;
    ProgramKey key;
    key.lit = true;
    std::vector<SourcePart> parts = fragment_source(key);
    parts.resize(3);  // defines, interface.glsl, pbr.glsl
    parts.push_back({"probe", kFragment});
    const auto program = link_program(gl, {{"triangle", kVertex}}, parts);
    EXPECT_TRUE(program) << (program ? "" : program.error().text());
    const auto environment = Environment::create(gl, light);
    EXPECT_TRUE(environment);
    if (!program || !environment) return {};

    auto array = gl::detail::make<gl::detail::VertexArrayHandle>(gl, gl.GenVertexArrays);
    auto color = gl::detail::make<gl::detail::RenderbufferHandle>(gl, gl.GenRenderbuffers);
    auto framebuffer = gl::detail::make<gl::detail::FramebufferHandle>(gl, gl.GenFramebuffers);
    gl.BindRenderbuffer(GL_RENDERBUFFER, color.name());
    gl.RenderbufferStorage(GL_RENDERBUFFER, GL_RGBA32F, 1, 1);
    gl.BindRenderbuffer(GL_RENDERBUFFER, 0);
    GLint before = 0;
    gl.GetIntegerv(GL_DRAW_FRAMEBUFFER_BINDING, &before);
    gl.BindFramebuffer(GL_FRAMEBUFFER, framebuffer.name());
    gl.FramebufferRenderbuffer(GL_FRAMEBUFFER, GL_COLOR_ATTACHMENT0, GL_RENDERBUFFER, color.name());
    gl.Viewport(0, 0, 1, 1);
    gl.Disable(GL_DEPTH_TEST);
    gl.Disable(GL_CULL_FACE);
    gl.Disable(GL_SCISSOR_TEST);
    gl.Enable(GL_TEXTURE_CUBE_MAP_SEAMLESS);
    gl.BindVertexArray(array.name());
    gl.UseProgram(program->name());
    set_light(gl, program->name(), light);
    environment->bind();
    const auto place = [&](const char* name) {
      return gl.GetUniformLocation(program->name(), name);
    };
    const auto vector = [&](const char* name, const glm::vec3& value) {
      gl.Uniform3fv(place(name), 1, glm::value_ptr(value));
    };
    gl.UniformMatrix3fv(place("u_view_to_studio"), 1, GL_FALSE, glm::value_ptr(glm::mat3(1.0f)));
    std::vector<glm::vec3> found;
    for (const Probe& probe : probes) {
      vector("u_diffuse", probe.diffuse);
      vector("u_f0", probe.f0);
      vector("u_normal", probe.normal);
      vector("u_to_eye", probe.to_eye);
      gl.Uniform1f(place("u_roughness"), probe.roughness);
      gl.Uniform1i(place("u_what"), probe.what);
      gl.DrawArrays(GL_TRIANGLES, 0, 3);
      glm::vec4 pixel(0.0f);
      gl.ReadPixels(0, 0, 1, 1, GL_RGBA, GL_FLOAT, glm::value_ptr(pixel));
      found.emplace_back(pixel);
    }
    environment->unbind();
    gl.UseProgram(0);
    gl.BindVertexArray(0);
    gl.Disable(GL_TEXTURE_CUBE_MAP_SEAMLESS);
    gl.BindFramebuffer(GL_FRAMEBUFFER, static_cast<GLuint>(before));
    return found;
  }
};

glm::vec3 at_cosine(float cosine) { return {std::sqrt(1.0f - cosine * cosine), 0.0f, cosine}; }

// ---- Energy -------------------------------------------------------------------------------------

// A white thing in white light is not seen, from wherever it is looked at.
TEST_F(LightTest, WhiteFurnace) {
  std::vector<Probe> probes;
  for (const float roughness : {0.0f, 0.25f, 0.5f, 0.75f, 1.0f}) {
    for (const float cosine : {0.02f, 0.1f, 0.3f, 0.6f, 1.0f}) {
      Probe metal{.f0 = glm::vec3(1.0f), .to_eye = at_cosine(cosine), .roughness = roughness};
      Probe plastic = metal;
      plastic.f0 = glm::vec3(0.04f);
      plastic.diffuse = glm::vec3(1.0f);
      probes.push_back(metal);
      probes.push_back(plastic);
    }
  }
  for (const glm::vec3& light : shade(white_light(), probes)) {
    for (int c = 0; c < 3; ++c) EXPECT_NEAR(light[c], 1.0f, 0.01f);
  }
}

TEST_F(LightTest, NothingGivesMoreLightThanItGets) {
  std::vector<Probe> probes;
  for (const float roughness : {0.0f, 0.5f, 1.0f}) {
    for (const float f0 : {0.04f, 0.3f, 0.9f}) {
      probes.push_back({.f0 = glm::vec3(f0), .to_eye = at_cosine(0.7f), .roughness = roughness});
    }
  }
  for (const glm::vec3& light : shade(white_light(), probes)) {
    EXPECT_LE(light.r, 1.0f);
    EXPECT_GT(light.r, 0.01f);
  }
}

// Lambert: what a matt plane sends back falls with the cosine to the light.
TEST_F(LightTest, AMattPlaneFollowsTheCosine) {
  std::vector<Probe> probes;
  const std::vector<float> cosines = {1.0f, 0.9f, 0.6f, 0.35f, -0.35f};
  for (const float cosine : cosines) {
    for (const float white : {0.0f, 1.0f}) {
      const glm::vec3 normal = at_cosine(cosine);
      probes.push_back({.diffuse = glm::vec3(white), .f0 = {}, .normal = normal, .to_eye = normal});
    }
  }
  const std::vector<glm::vec3> found = shade(key_light_alone(), probes);
  const auto diffuse = [&](std::size_t i) { return found[2 * i + 1].r - found[2 * i].r; };
  EXPECT_NEAR(diffuse(0), 1.0f, 0.04f);
  for (std::size_t i = 0; i < cosines.size(); ++i) {
    EXPECT_NEAR(diffuse(i) / diffuse(0), std::max(cosines[i], 0.0f), 1e-4f) << cosines[i];
  }
}

// Where the eye grazes the surface, the light that sets fades away: no bright edge behind it.
TEST_F(LightTest, AGrazedSurfaceFadesAsTheKeyLightSets) {
  std::vector<Probe> probes;
  const std::vector<float> cosines = {0.3f, 0.2f, 0.1f, 0.05f, 0.0f, -0.05f, -0.1f, -0.2f, -0.3f};
  for (const float roughness : {0.6f, 0.85f, 1.0f}) {
    for (const float cosine : cosines) {  // at right angles to the eye
      const glm::vec3 normal(-cosine, std::sqrt(1.0f - 2.0f * cosine * cosine), cosine);
      probes.push_back({.f0 = glm::vec3(0.04f),
                        .normal = normal,
                        .to_eye = at_cosine(std::sqrt(0.5f)),
                        .roughness = roughness});
    }
  }
  const std::vector<glm::vec3> found = shade(key_light_alone(), probes);
  for (std::size_t i = 0; i < found.size(); ++i) {
    EXPECT_LT(found[i].r, 0.2f) << i;
    if (i % cosines.size() > 0) {
      EXPECT_LE(found[i].r, found[i - 1].r) << i;
    }
  }
}

// ---- Tone mapping -------------------------------------------------------------------------------

// Khronos PBR Neutral. Below its shoulder it takes 0.04 away, which the mirrored light has added.
TEST_F(LightTest, ToneMappingKeepsColoursAndPressesHighlights) {
  const std::vector<glm::vec3> colors = {
      {0, 0, 0},  {0.04f, 0.04f, 0.04f}, {0.5f, 0.3f, 0.1f}, {0.8f, 0.2f, 1}, {1, 1, 1},
      {10, 1, 1}, {1e4f, 1e4f, 1e4f}};
  std::vector<Probe> probes;
  for (const glm::vec3& color : colors) probes.push_back({.diffuse = color, .what = 1});
  const std::vector<glm::vec3> found = shade(white_light(), probes);
  const auto expect = [&](std::size_t i, glm::dvec3 expected) {
    for (int c = 0; c < 3; ++c) EXPECT_NEAR(found[i][c], expected[c], 1e-5) << i;
  };
  expect(0, glm::dvec3(0.0));
  expect(1, glm::dvec3(6.25 * 0.04 * 0.04));
  expect(2, {0.46, 0.26, 0.06});
  for (std::size_t i = 3; i < 7; ++i) {
    const glm::dvec3 color = glm::dvec3(colors[i]) - 0.04;
    const double peak = std::max({color.r, color.g, color.b});
    const double pressed = 1.0 - 0.24 * 0.24 / (peak + 0.24 - 0.76);
    const double whiter = 1.0 - 1.0 / (0.15 * (peak - pressed) + 1.0);
    expect(i, (1.0 - whiter) * color * (pressed / peak) + whiter * pressed);
    EXPECT_LE(found[i].r, 1.0f);
  }
}

// ---- The tables of the studio -------------------------------------------------------------------

glm::dvec3 texel(std::uint32_t level, std::uint32_t index) {
  std::size_t first = 0;
  for (std::uint32_t l = 0; l < level; ++l) first += 6u * (kSide >> l) * (kSide >> l);
  const std::uint32_t bits = gl::detail::studio_light().specular[first + index];
  const double scale = std::ldexp(1.0, static_cast<int>(bits >> 27) - 24);
  return scale * glm::dvec3(bits & 511u, bits >> 9 & 511u, bits >> 18 & 511u);
}

/// The middle of a texel, not normalised: its largest component is ±1.
glm::dvec3 direction(std::uint32_t side, std::uint32_t index) {
  const auto at = [&](std::uint32_t place) { return (2.0 * place + 1.0) / side - 1.0; };
  const double s = at(index % side);
  const double t = at(index / side % side);
  switch (index / (side * side)) {
    case 0:
      return {1, -t, -s};
    case 1:
      return {-1, -t, s};
    case 2:
      return {s, 1, t};
    case 3:
      return {s, -1, -t};
    case 4:
      return {s, -t, 1};
    default:
      return {-s, -t, -1};
  }
}

/// The mean of the studio's light with weights by its direction.
template <class Weight>
glm::dvec3 mean(Weight&& weight) {
  glm::dvec3 sum(0.0);
  double all = 0.0;
  for (std::uint32_t i = 0; i < 6 * kSide * kSide; ++i) {
    const glm::dvec3 toward = direction(kSide, i);
    const double size = std::pow(glm::dot(toward, toward), -1.5);  // solid angle
    const double share = size * weight(glm::normalize(toward));
    sum += share * texel(0, i);
    all += share;
  }
  return sum / all;
}

TEST(StudioLight, HarmonicsAreTheMeanWeightedByTheCosine) {
  const auto& h = gl::detail::studio_light().irradiance;
  for (std::uint32_t i = 0; i < 24; ++i) {
    const glm::dvec3 n = glm::normalize(direction(2, i));
    const glm::dvec3 expected =
        mean([&](const glm::dvec3& d) { return std::max(glm::dot(d, n), 0.0); });
    const glm::dvec3 found =
        glm::dvec3(h[0]) + glm::dvec3(h[1]) * n.y + glm::dvec3(h[2]) * n.z +
        glm::dvec3(h[3]) * n.x + glm::dvec3(h[4]) * (n.x * n.y) + glm::dvec3(h[5]) * (n.y * n.z) +
        glm::dvec3(h[6]) * (3.0 * n.z * n.z - 1.0) + glm::dvec3(h[7]) * (n.x * n.z) +
        glm::dvec3(h[8]) * (n.x * n.x - n.y * n.y);
    for (int c = 0; c < 3; ++c) EXPECT_NEAR(found[c], expected[c], 0.02) << i;  // two bands only
  }
}

TEST(StudioLight, LevelsAreFilteredByTheirRoughness) {
  for (std::uint32_t level = 2; level < kLevels; ++level) {
    const double alpha = std::pow(level / (kLevels - 1.0), 2);
    const std::uint32_t side = kSide >> level;
    for (std::uint32_t i = 0; i < 6 * side * side; i += level == 2 ? 97 : 13) {
      const glm::dvec3 n = glm::normalize(direction(side, i));
      const glm::dvec3 expected = mean([&](const glm::dvec3& d) {
        const double cosine = std::max(glm::dot(d, n), 0.0);
        const double half = (1.0 + cosine) / 2.0;  // squared cosine of the half vector
        return cosine / std::pow(half * (alpha * alpha - 1.0) + 1.0, 2);
      });
      for (int c = 0; c < 3; ++c) EXPECT_NEAR(texel(level, i)[c], expected[c], 0.02) << level;
    }
  }
}

// Against the integral over all directions of light, summed up in double.
TEST_F(LightTest, ReflectanceOfGgx) {
  std::vector<Probe> probes;
  for (const float cosine : {8 / 31.0f, 20 / 31.0f, 1.0f}) {
    for (const float roughness : {12 / 31.0f, 20 / 31.0f, 1.0f}) {
      probes.push_back({.to_eye = at_cosine(cosine), .roughness = roughness, .what = 2});
    }
  }
  const std::vector<glm::vec3> found = shade(white_light(), probes);
  for (std::size_t i = 0; i < probes.size(); ++i) {
    const glm::dvec3 eye(probes[i].to_eye);
    const double a2 = std::pow(double{probes[i].roughness}, 4);
    double scale = 0.0;
    double offset = 0.0;
    constexpr int kRings = 400;
    for (int ring = 0; ring < kRings; ++ring) {
      const double z = (ring + 0.5) / kRings;
      for (int step = 0; step < 2 * kRings; ++step) {
        const double angle = kPi * (step + 0.5) / kRings;
        const double side = std::sqrt(1.0 - z * z);
        const glm::dvec3 to_light(side * std::cos(angle), side * std::sin(angle), z);
        const glm::dvec3 half = glm::normalize(eye + to_light);
        const double d = a2 / (kPi * std::pow(half.z * half.z * (a2 - 1.0) + 1.0, 2));
        const double visible = 0.5 / (z * std::sqrt(eye.z * eye.z * (1 - a2) + a2) +
                                      eye.z * std::sqrt(z * z * (1 - a2) + a2));
        const double sent = d * visible * z * 2.0 * kPi / (2.0 * kRings * kRings);
        const double fresnel = std::pow(1.0 - glm::dot(eye, half), 5);
        scale += (1.0 - fresnel) * sent;
        offset += fresnel * sent;
      }
    }
    EXPECT_NEAR(found[i].r, scale, 0.005) << i;
    EXPECT_NEAR(found[i].g, offset, 0.005) << i;
  }
}

// ---- Where the studio stands --------------------------------------------------------------------

TEST(Studio, TurnsWithTheCameraAndStaysUpright) {
  for (const glm::vec3& eye : {glm::vec3(3, 0, 0), glm::vec3(-1, 2, -1), glm::vec3(1, -4, 0.1f)}) {
    const glm::mat4 world_to_view = glm::lookAt(eye, glm::vec3(0.0f), glm::vec3(0, 1, 0));
    const glm::mat3 studio = gl::detail::view_to_studio(world_to_view);
    const glm::vec3 up = studio * glm::mat3(world_to_view) * glm::vec3(0, 1, 0);
    const glm::vec3 right = studio * glm::vec3(1, 0, 0);
    EXPECT_LT(glm::distance(up, glm::vec3(0, 1, 0)), 1e-5f);
    EXPECT_LT(glm::distance(right, glm::vec3(1, 0, 0)), 1e-5f);
    EXPECT_NEAR(glm::determinant(studio), 1.0f, 1e-5f);
  }
}

TEST(Studio, HasAxesForEveryCamera) {
  for (const glm::vec3& up : {glm::vec3(0, 1, 0), glm::vec3(1, 0, 0), glm::vec3(-1, 0, 0),
                              glm::vec3(0, 0, 1), glm::vec3(1, 1e-5f, 0)}) {
    glm::mat4 world_to_view(1.0f);
    world_to_view[1] = glm::vec4(up, 0.0f);
    EXPECT_NEAR(glm::determinant(gl::detail::view_to_studio(world_to_view)), 1.0f, 1e-4f);
  }
}

}  // namespace
}  // namespace morph::test
