// SPDX-License-Identifier: MIT
#include "morphview/target_statistics.h"

#include <bit>
#include <cmath>
#include <glm/geometric.hpp>
#include <map>

namespace morphview {
namespace {

using morph::Mesh;
using morph::MorphAttribute;
using morph::MorphTargetData;
using morph::Primitive;

/// Calls visit(data, attribute) for every attribute that a target carries, primitive by primitive.
template <class Visit>
void for_each_attribute(const Mesh& mesh, std::uint32_t target, Visit&& visit) {
  for (const Primitive& primitive : mesh.primitives) {
    for (std::size_t i = 0; i < morph::kMorphAttributeCount; ++i) {
      const auto attribute = static_cast<MorphAttribute>(i);
      if (primitive.morph_targets.has(target, attribute)) visit(primitive.morph_targets, attribute);
    }
  }
}

/// The deltas of one attribute of one target, in memory that is used again.
const std::vector<float>& deltas_of(const MorphTargetData& data, std::uint32_t target,
                                    MorphAttribute attribute, std::vector<float>& memory) {
  memory.resize(std::size_t{data.vertex_count()} * morph::component_count(attribute));
  data.copy_deltas(target, attribute, memory);
  return memory;
}

class Measurer {
 public:
  explicit Measurer(const Mesh& mesh) : mesh_(mesh) {}

  TargetStatistics measure(std::uint32_t target) {
    TargetStatistics out;
    double sum = 0.0;
    std::uint32_t carried = 0;
    for_each_attribute(mesh_, target, [&](const MorphTargetData& data, MorphAttribute attribute) {
      carried |= 1u << static_cast<unsigned>(attribute);
      const std::vector<float>& deltas = deltas_of(data, target, attribute, memory_);
      for (const float value : deltas) out.empty = out.empty && value == 0.0f;
      if (attribute == MorphAttribute::position) sum += add_displacements(deltas, out);
    });
    std::uint64_t vertices = 0;
    for (const Primitive& primitive : mesh_.primitives) vertices += primitive.vertex_count();
    if (vertices > 0) out.rms_displacement = std::sqrt(sum / static_cast<double>(vertices));
    for (unsigned i = 0; i < morph::kMorphAttributeCount; ++i) {
      if (carried & 1u << i) out.attributes.push_back(static_cast<MorphAttribute>(i));
    }
    return out;
  }

  // Over the places and values that are not zero, so that a target without an attribute is the same
  // as one of zeros.
  std::uint64_t hash(std::uint32_t target) {
    std::uint64_t hash = 0xCBF29CE484222325u;  // FNV-1a
    const auto mix = [&](std::uint64_t value) { hash = (hash ^ value) * 0x100000001B3u; };
    std::uint64_t primitive = 0;
    for_each_attribute(mesh_, target, [&](const MorphTargetData& data, MorphAttribute attribute) {
      if (&data != &mesh_.primitives[primitive].morph_targets) primitive = position_of(data);
      const std::vector<float>& deltas = deltas_of(data, target, attribute, memory_);
      for (std::size_t i = 0; i < deltas.size(); ++i) {
        if (deltas[i] == 0.0f) continue;
        mix(primitive);
        mix(static_cast<std::uint64_t>(attribute));
        mix(i);
        mix(std::bit_cast<std::uint32_t>(deltas[i]));
      }
    });
    return hash;
  }

  bool same(std::uint32_t a, std::uint32_t b) {
    for (const Primitive& primitive : mesh_.primitives) {
      for (std::size_t i = 0; i < morph::kMorphAttributeCount; ++i) {
        const auto attribute = static_cast<MorphAttribute>(i);
        if (!primitive.morph_targets.has(attribute)) continue;
        const std::vector<float>& left = deltas_of(primitive.morph_targets, a, attribute, memory_);
        const std::vector<float>& right = deltas_of(primitive.morph_targets, b, attribute, other_);
        if (left != right) return false;
      }
    }
    return true;
  }

 private:
  static double add_displacements(const std::vector<float>& deltas, TargetStatistics& out) {
    double sum = 0.0;
    for (std::size_t i = 0; i + 2 < deltas.size(); i += 3) {
      const glm::dvec3 delta(deltas[i], deltas[i + 1], deltas[i + 2]);
      const double squared = glm::dot(delta, delta);
      if (squared > 0.0) ++out.moved_vertices;
      out.max_displacement = std::max(out.max_displacement, std::sqrt(squared));
      sum += squared;
    }
    return sum;
  }

  [[nodiscard]] std::uint64_t position_of(const MorphTargetData& data) const {
    std::uint64_t i = 0;
    while (&mesh_.primitives[i].morph_targets != &data) ++i;
    return i;
  }

  const Mesh& mesh_;
  std::vector<float> memory_, other_;
};

}  // namespace

std::vector<TargetStatistics> measure_targets(const Mesh& mesh) {
  Measurer measurer(mesh);
  std::vector<TargetStatistics> out;
  std::multimap<std::uint64_t, std::uint32_t> seen;  // hash → target
  for (std::uint32_t target = 0; target < mesh.morph_target_count(); ++target) {
    TargetStatistics statistics = measurer.measure(target);
    if (!statistics.empty) {
      const std::uint64_t hash = measurer.hash(target);
      const auto [first, last] = seen.equal_range(hash);
      for (auto earlier = first; earlier != last && !statistics.duplicate_of; ++earlier) {
        if (measurer.same(earlier->second, target)) statistics.duplicate_of = earlier->second;
      }
      if (!statistics.duplicate_of) seen.emplace(hash, target);
    }
    out.push_back(std::move(statistics));
  }
  return out;
}

}  // namespace morphview
