// SPDX-License-Identifier: MIT
//
// Run while building: the light of a small photo studio, filtered for every roughness, as a C++
// header. Only the key light is left to the shader.
//
//   bake_studio HEADER
//
// The studio's axes are those of the camera, but upright: x to its right, y up, z towards it.
#include <algorithm>
#include <array>
#include <cmath>
#include <cstdint>
#include <cstdio>
#include <utility>

namespace {

constexpr double kPi = 3.14159265358979323846;

struct Vec {
  double x = 0, y = 0, z = 0;
};
Vec operator+(Vec a, Vec b) { return {a.x + b.x, a.y + b.y, a.z + b.z}; }
Vec operator*(Vec a, double s) { return {a.x * s, a.y * s, a.z * s}; }
double dot(Vec a, Vec b) { return a.x * b.x + a.y * b.y + a.z * b.z; }
Vec cross(Vec a, Vec b) {
  return {a.y * b.z - a.z * b.y, a.z * b.x - a.x * b.z, a.x * b.y - a.y * b.x};
}
Vec normalize(Vec v) { return v * (1.0 / std::sqrt(dot(v, v))); }

double smooth(double from, double to, double value) {
  const double t = std::clamp((value - from) / (to - from), 0.0, 1.0);
  return t * t * (3.0 - 2.0 * t);
}

// ---- The studio ---------------------------------------------------------------------------------

/// A rectangle of cloth with a lamp behind it, seen from the model.
struct Panel {
  Vec toward;            // its middle
  double width, height;  // half of each, at distance 1
  double soft;           // width of its edge
  Vec light;             // radiance
};

constexpr std::array<Panel, 5> kPanels = {{
    {{0.0, 1.0, 0.25}, 0.75, 0.6, 0.35, {0.8, 0.8, 0.8}},      // ceiling
    {{0.1, 0.2, 1.0}, 1.1, 0.8, 0.8, {0.34, 0.34, 0.34}},      // behind the camera, large and dim
    {{0.95, 0.12, 0.3}, 0.3, 0.8, 0.2, {0.6, 0.62, 0.65}},     // right
    {{-0.85, 0.3, -0.5}, 0.18, 0.9, 0.12, {1.5, 1.53, 1.58}},  // left rim, from behind
    {{0.8, 0.35, -0.6}, 0.16, 0.9, 0.12, {1.5, 1.53, 1.58}},   // right rim, from behind
}};

Vec light_of(const Panel& panel, Vec direction) {
  const Vec middle = normalize(panel.toward);
  const double along = dot(direction, middle);
  if (along <= 1e-3) return {};
  const Vec sideways = std::abs(middle.y) > 0.9 ? Vec{1, 0, 0} : Vec{0, 1, 0};
  const Vec across = normalize(cross(sideways, middle));
  const Vec upward = cross(middle, across);
  const double x = std::abs(dot(direction, across)) / along;
  const double y = std::abs(dot(direction, upward)) / along;
  const double half = 0.5 * panel.soft;
  return panel.light * ((1.0 - smooth(panel.width - half, panel.width + half, x)) *
                        (1.0 - smooth(panel.height - half, panel.height + half, y)));
}

/// Radiance from a direction.
Vec studio(Vec direction) {
  const Vec floor{0.15, 0.146, 0.142};
  const Vec horizon{0.16, 0.16, 0.16};
  const Vec ceiling{0.27, 0.274, 0.278};
  const double above = smooth(0.0, 0.8, direction.y);
  const double below = smooth(0.0, 0.35, -direction.y);
  Vec light = horizon * (1.0 - above - below) + ceiling * above + floor * below;
  for (const Panel& panel : kPanels) light = light + light_of(panel, direction);
  return light;
}

// ---- Filters ------------------------------------------------------------------------------------

/// The i-th of `count` points that fill the unit square evenly.
std::pair<double, double> point_of(std::uint32_t i, std::uint32_t count) {
  std::uint32_t reversed = 0;
  for (int bit = 0; bit < 32; ++bit) reversed |= (i >> bit & 1u) << (31 - bit);
  return {(i + 0.5) / count, (reversed + 0.5) / 4294967296.0};
}

/// A half vector of GGX about +z with alpha = roughness squared.
Vec half_vector(std::pair<double, double> point, double roughness) {
  const double alpha = roughness * roughness;
  const double cosine =
      std::sqrt((1.0 - point.second) / (1.0 + (alpha * alpha - 1.0) * point.second));
  const double sine = std::sqrt(std::max(0.0, 1.0 - cosine * cosine));
  const double angle = 2.0 * kPi * point.first;
  return {sine * std::cos(angle), sine * std::sin(angle), cosine};
}

/// What a mirror of a roughness shows that is looked at straight on.
Vec filtered(Vec normal, double roughness, std::uint32_t samples) {
  const Vec across =
      normalize(cross(std::abs(normal.y) > 0.9 ? Vec{1, 0, 0} : Vec{0, 1, 0}, normal));
  const Vec upward = cross(normal, across);
  Vec sum;
  double weight = 0;
  for (std::uint32_t i = 0; i < samples; ++i) {
    const Vec half = half_vector(point_of(i, samples), roughness);
    const double cosine = 2.0 * half.z * half.z - 1.0;  // of the light, seen along the normal
    if (cosine <= 0) continue;
    const Vec light = Vec{half.x, half.y, 0} * (2.0 * half.z);
    const Vec direction = across * light.x + upward * light.y + normal * cosine;
    sum = sum + studio(normalize(direction)) * cosine;
    weight += cosine;
  }
  return sum * (1.0 / weight);
}

/// The direction of a point −1 … 1 of a face of OpenGL's cube maps.
Vec cube_direction(int face, double s, double t) {
  const std::array<Vec, 6> faces = {
      {{1, -t, -s}, {-1, -t, s}, {s, 1, t}, {s, -1, -t}, {s, -t, 1}, {-s, -t, -1}}};
  return normalize(faces[static_cast<std::size_t>(face)]);
}

/// Of the light that a mirror of F0 = 1 sends back in one bounce: the part that F0 scales and the
/// part that it does not, for cosine n.v (Karis's split sum with the height-correlated Smith term).
std::pair<double, double> reflectance(double cosine, double roughness) {
  constexpr std::uint32_t kSamples = 4096;
  const Vec eye{std::sqrt(1.0 - cosine * cosine), 0, cosine};
  const double a2 = std::pow(roughness, 4);
  double scale = 0;
  double offset = 0;
  for (std::uint32_t i = 0; i < kSamples; ++i) {
    const Vec half = half_vector(point_of(i, kSamples), roughness);
    const double eye_half = dot(eye, half);
    const double light = 2.0 * eye_half * half.z - eye.z;
    if (light <= 0 || eye_half <= 0) continue;
    const double visible = 0.5 / (light * std::sqrt(cosine * cosine * (1 - a2) + a2) +
                                  cosine * std::sqrt(light * light * (1 - a2) + a2));
    const double sent = 4.0 * visible * light * eye_half / half.z;
    const double fresnel = std::pow(1.0 - eye_half, 5);
    scale += (1.0 - fresnel) * sent;
    offset += fresnel * sent;
  }
  return {scale / kSamples, offset / kSamples};
}

// ---- The header ---------------------------------------------------------------------------------

/// Three numbers with 9 bits each and a common exponent, as GL_UNSIGNED_INT_5_9_9_9_REV.
std::uint32_t shared_exponent(Vec v) {
  const double largest = std::max({v.x, v.y, v.z, 1e-5});
  int exponent = static_cast<int>(std::floor(std::log2(largest))) + 1;
  if (std::lround(std::ldexp(largest, 9 - exponent)) > 511) ++exponent;
  const auto part = [&](double value) {
    return static_cast<std::uint32_t>(std::lround(std::ldexp(std::max(value, 0.0), 9 - exponent)));
  };
  return part(v.x) | part(v.y) << 9 | part(v.z) << 18 |
         static_cast<std::uint32_t>(exponent + 15) << 27;
}

constexpr int kSide = 64;
constexpr int kLevels = 5;
constexpr int kTable = 32;

void write_specular(std::FILE* out) {
  std::fprintf(
      out,
      "// [levels][6 faces][side][side], the side halved from level to level, GL_RGB9_E5;\n"
      "// the roughness of level i is i / (levels - 1).\n"
      "inline constexpr std::uint32_t kSpecularSide = %d;\n"
      "inline constexpr std::uint32_t kSpecularLevels = %d;\n"
      "inline constexpr std::uint32_t kSpecular[] = {\n",
      kSide, kLevels);
  for (int level = 0; level < kLevels; ++level) {
    const int side = kSide >> level;
    for (int texel = 0; texel < 6 * side * side; ++texel) {
      const auto at = [&](int place) { return (2.0 * place + 1.0) / side - 1.0; };
      const Vec direction =
          cube_direction(texel / (side * side), at(texel % side), at(texel / side % side));
      const double roughness = static_cast<double>(level) / (kLevels - 1);
      const Vec light =
          level == 0 ? studio(direction) : filtered(direction, roughness, level == 1 ? 256 : 1024);
      std::fprintf(out, "%u,%s", shared_exponent(light), texel % 8 == 7 ? "\n" : "");
    }
  }
  std::fprintf(out, "};\n\n");
}

/// Nine spherical harmonics of what a white matt surface sends back, with all constants in them
/// (Ramamoorthi and Hanrahan 2001), for the polynomials 1, y, z, x, xy, yz, 3z²−1, xz, x²−y².
void write_irradiance(std::FILE* out) {
  constexpr int kRows = 256;
  std::array<Vec, 9> sums{};
  // Squares of the norms of the harmonics, times what the cosine leaves of their band.
  constexpr std::array<double, 9> kScale = {0.25,   0.5,      0.5,    0.5,     0.9375,
                                            0.9375, 0.078125, 0.9375, 0.234375};
  for (int row = 0; row < kRows; ++row) {
    for (int column = 0; column < 2 * kRows; ++column) {
      const double y = 1.0 - (2.0 * row + 1.0) / kRows;  // equal areas
      const double angle = kPi * (column + 0.5) / kRows;
      const double ring = std::sqrt(1.0 - y * y);
      const Vec d{ring * std::cos(angle), y, ring * std::sin(angle)};
      const std::array<double, 9> harmonics = {1,
                                               d.y,
                                               d.z,
                                               d.x,
                                               d.x * d.y,
                                               d.y * d.z,
                                               3 * d.z * d.z - 1,
                                               d.x * d.z,
                                               d.x * d.x - d.y * d.y};
      const Vec light = studio(d) * (4.0 * kPi / (2.0 * kRows * kRows));
      for (std::size_t i = 0; i < 9; ++i) {
        sums[i] = sums[i] + light * (harmonics[i] * kScale[i] / kPi);
      }
    }
  }
  std::fprintf(
      out,
      "// Harmonics 1, y, z, x, xy, yz, 3z^2-1, xz, x^2-y^2 of what white paper sends back.\n"
      "inline constexpr float kIrradiance[9][3] = {\n");
  for (const Vec& sum : sums) std::fprintf(out, "{%.7ef, %.7ef, %.7ef},\n", sum.x, sum.y, sum.z);
  std::fprintf(out, "};\n\n");
}

void write_reflectance(std::FILE* out) {
  std::fprintf(out,
               "// [roughness 0 … 1][n.v 0 … 1][scale, offset], 65535 for 1.\n"
               "inline constexpr std::uint32_t kReflectanceSide = %d;\n"
               "inline constexpr std::uint16_t kReflectance[] = {\n",
               kTable);
  for (int row = 0; row < kTable; ++row) {
    for (int column = 0; column < kTable; ++column) {
      const auto [scale, offset] =
          reflectance(std::max(column / (kTable - 1.0), 1e-3), row / (kTable - 1.0));
      const auto word = [](double value) {
        return std::lround(std::clamp(value, 0.0, 1.0) * 65535.0);
      };
      std::fprintf(out, "%ld,%ld,%s", word(scale), word(offset), column % 8 == 7 ? "\n" : "");
    }
  }
  std::fprintf(out, "};\n\n");
}

}  // namespace

int main(int argument_count, char** arguments) {
  std::FILE* const out = argument_count == 2 ? std::fopen(arguments[1], "w") : nullptr;
  if (out == nullptr) return 1;
  std::fprintf(out,
               "// Written by src/studio/bake_studio.cpp. Do not edit.\n#pragma once\n\n"
               "#include <cstdint>\n\nnamespace morph::gl::studio {\n\n");
  write_specular(out);
  write_irradiance(out);
  write_reflectance(out);
  std::fprintf(out, "}  // namespace morph::gl::studio\n");
  return std::fclose(out) == 0 ? 0 : 1;
}
