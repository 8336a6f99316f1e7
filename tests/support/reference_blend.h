// SPDX-License-Identifier: MIT
#pragma once

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "morph/runtime/mesh.h"

namespace morph::test {

// The formula of glTF 2.0 §3.7.2.2 in double, as naive as it is written there: the oracle for
// kernels and shaders. It reads the deltas through copy_deltas only and shares nothing with the
// code under test.

/// One morphed attribute, [V][C] flat; empty where the primitive lacks it.
struct ReferenceAttribute {
  std::vector<double> values;
  int components = 0;
};

struct ReferenceVertices {
  ReferenceAttribute positions, normals, tangents, colors;
  std::vector<ReferenceAttribute> texcoords;  ///< [sets]
};

/// base + Σ w·delta. `stride` floats per base vertex, of which the first component_count(attribute)
/// move.
template <class Base>
ReferenceAttribute reference_sum(const std::vector<Base>& base, const MorphTargetData& targets,
                                 MorphAttribute attribute, std::span<const float> weights) {
  constexpr int kStride = Base::length();
  const auto moving = static_cast<int>(component_count(attribute));
  ReferenceAttribute sum{std::vector<double>(base.size() * kStride), kStride};
  for (std::size_t v = 0; v < base.size(); ++v) {
    for (int c = 0; c < kStride; ++c) sum.values[v * kStride + c] = base[v][c];
  }
  std::vector<float> deltas(base.size() * moving);
  const std::size_t count = std::min<std::size_t>(weights.size(), targets.target_count());
  for (std::uint32_t t = 0; t < count && !base.empty(); ++t) {
    targets.copy_deltas(t, attribute, deltas);
    for (std::size_t v = 0; v < base.size(); ++v) {
      for (int c = 0; c < moving; ++c) {
        sum.values[v * kStride + c] += double{weights[t]} * double{deltas[v * moving + c]};
      }
    }
  }
  return sum;
}

/// Unit length of the first three components; a collapsed sum keeps the base.
template <class Base>
void reference_normalize(ReferenceAttribute& sum, const std::vector<Base>& base) {
  for (std::size_t v = 0; v < base.size(); ++v) {
    double* xyz = sum.values.data() + v * sum.components;
    const double length_squared = xyz[0] * xyz[0] + xyz[1] * xyz[1] + xyz[2] * xyz[2];
    for (int c = 0; c < 3; ++c) {
      xyz[c] = length_squared <= 1e-12 ? double{base[v][c]} : xyz[c] / std::sqrt(length_squared);
    }
  }
}

/// All attributes of a primitive as the specification and the project's own rules want them.
inline ReferenceVertices reference_blend(const Primitive& primitive,
                                         std::span<const float> weights) {
  const MorphTargetData& targets = primitive.morph_targets;
  ReferenceVertices out;
  out.positions = reference_sum(primitive.positions, targets, MorphAttribute::position, weights);
  out.normals = reference_sum(primitive.normals, targets, MorphAttribute::normal, weights);
  if (targets.has(MorphAttribute::normal)) reference_normalize(out.normals, primitive.normals);
  out.tangents = reference_sum(primitive.tangents, targets, MorphAttribute::tangent, weights);
  if (targets.has(MorphAttribute::tangent)) reference_normalize(out.tangents, primitive.tangents);
  out.colors = reference_sum(primitive.colors, targets, MorphAttribute::color_0, weights);
  if (targets.has(MorphAttribute::color_0)) {
    for (double& c : out.colors.values) c = std::clamp(c, 0.0, 1.0);
  }
  for (std::uint32_t set = 0; set < primitive.texcoords.size(); ++set) {
    out.texcoords.push_back(
        reference_sum(primitive.texcoords[set], targets, texcoord_attribute(set), weights));
  }
  return out;
}

/// The largest difference between computed values and the reference, relative to the largest
/// magnitude of the reference (at least 1e-30).
template <class Value>
double relative_error(std::span<const Value> found, const ReferenceAttribute& reference) {
  double scale = 1e-30;
  for (const double r : reference.values) scale = std::max(scale, std::abs(r));
  double worst = found.size() * Value::length() == reference.values.size() ? 0.0 : INFINITY;
  for (std::size_t v = 0; v < found.size() && worst < INFINITY; ++v) {
    for (int c = 0; c < Value::length(); ++c) {
      const double difference = double{found[v][c]} - reference.values[v * Value::length() + c];
      worst = std::isnan(difference) ? INFINITY : std::max(worst, std::abs(difference) / scale);
    }
  }
  return worst;
}

}  // namespace morph::test
