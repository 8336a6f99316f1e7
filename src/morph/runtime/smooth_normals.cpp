// SPDX-License-Identifier: MIT
#include "morph/runtime/smooth_normals.h"

#include <algorithm>
#include <array>
#include <bit>
#include <cassert>
#include <cmath>
#include <cstddef>
#include <glm/common.hpp>
#include <glm/ext/matrix_double3x3.hpp>
#include <glm/geometric.hpp>
#include <glm/matrix.hpp>
#include <numbers>
#include <numeric>
#include <optional>
#include <tuple>

#include "morph/runtime/detail/delta_access.h"

namespace morph {
namespace {

using detail::DeltaAccess;

/// Unit, or nothing where there is no direction.
std::optional<glm::dvec3> direction(const glm::dvec3& v) {
  const double length = glm::length(v);
  if (!(length > 0.0) || !std::isfinite(length)) return std::nullopt;
  return v / length;
}

/// The angle between two vectors from its cosine, to 7e-5 (Abramowitz and Stegun 4.4.45): it is a
/// weight, and this is several times as fast as the library's.
double angle_of(double cosine) {
  const double c = std::min(std::abs(cosine), 1.0);
  const double angle =
      std::sqrt(1.0 - c) * (1.5707288 + c * (-0.2121144 + c * (0.0742610 - c * 0.0187293)));
  return cosine < 0.0 ? std::numbers::pi - angle : angle;
}

/// The smallest rotation that takes one direction to another; of opposite ones, any half turn.
glm::dmat3 rotation_between(const glm::dvec3& from, const glm::dvec3& to) {
  constexpr double kOpposite = 1e-9;
  const double cosine = glm::dot(from, to);
  if (1.0 + cosine < kOpposite) {
    const glm::dvec3 least =
        std::abs(from.x) < 0.6 ? glm::dvec3(1.0, 0.0, 0.0) : glm::dvec3(0.0, 1.0, 0.0);
    const glm::dvec3 axis = glm::normalize(glm::cross(from, least));
    return 2.0 * glm::outerProduct(axis, axis) - glm::dmat3(1.0);
  }
  const glm::dvec3 k = glm::cross(from, to);
  const glm::dmat3 cross(0.0, k.z, -k.y, -k.z, 0.0, k.x, k.y, -k.x, 0.0);
  return glm::dmat3(1.0) + cross + cross * cross / (1.0 + cosine);
}

/// The rotation about a unit axis that brings edges, of the base turned by `lean`, as near as it
/// can to those of the morphed surface: a head that turns takes the lean of its normals with it.
///   edges  Σ morphed edge · (base edge)ᵀ
glm::dmat3 spin_along_edges(const glm::dvec3& axis, const glm::dmat3& lean,
                            const glm::dmat3& edges) {
  // With M = Σ morphed edge · (leaned edge)ᵀ: its trace without the part along the axis is the sum
  // of cosines in the plane, its antisymmetric part along the axis that of sines.
  const glm::dmat3 m = edges * glm::transpose(lean);
  const double cosines = m[0][0] + m[1][1] + m[2][2] - glm::dot(axis, m * axis);
  const double sines =
      glm::dot(axis, glm::dvec3(m[1][2] - m[2][1], m[2][0] - m[0][2], m[0][1] - m[1][0]));
  const double length = std::hypot(cosines, sines);
  if (!(length > 0.0) || !std::isfinite(length)) return glm::dmat3(1.0);
  const double c = cosines / length;
  const double s = sines / length;
  const glm::dvec3 k = s * axis;
  const glm::dmat3 cross(0.0, k.z, -k.y, -k.z, 0.0, k.x, k.y, -k.x, 0.0);
  return c * glm::dmat3(1.0) + cross + (1.0 - c) * glm::outerProduct(axis, axis);
}

/// Ranges of an order of vertices, each of more than one that may be the same.
struct Candidates {
  struct Range {
    std::uint32_t first = 0;
    std::uint32_t last = 0;  // behind the last one
  };
  std::vector<std::uint32_t> order;
  std::vector<Range> ranges;

  /// Splits each range into those that are the same as its first, and so on with the rest. What is
  /// still left after many rounds is alone: a cone's tip costs no square.
  template <class Same>
  void split(Same&& same) {
    constexpr int kMostRounds = 64;
    std::vector<Range> kept;
    for (Range range : ranges) {
      for (int round = 0; round < kMostRounds && range.last - range.first > 1; ++round) {
        const std::uint32_t leader = order[range.first];
        const auto behind =
            std::partition(order.begin() + range.first + 1, order.begin() + range.last,
                           [&](std::uint32_t v) { return same(leader, v); });
        const auto middle = static_cast<std::uint32_t>(behind - order.begin());
        if (middle - range.first > 1) kept.push_back({range.first, middle});
        range.first = middle;
      }
    }
    ranges = std::move(kept);
  }
};

Candidates of_one_place(std::span<const glm::vec3> positions) {
  Candidates found;
  found.order.resize(positions.size());
  std::iota(found.order.begin(), found.order.end(), 0u);
  std::ranges::sort(found.order, {}, [&](std::uint32_t v) {
    return std::tuple(positions[v].x, positions[v].y, positions[v].z, v);
  });
  for (std::uint32_t first = 0, last = 0; first < found.order.size(); first = last) {
    const glm::vec3& place = positions[found.order[first]];
    while (last < found.order.size() && positions[found.order[last]] == place) ++last;
    if (last - first > 1) found.ranges.push_back({first, last});
  }
  return found;
}

/// One number for how all targets move a vertex: equal where they move two alike, to within a ten
/// thousandth of the mesh. Costs what the targets hold.
std::vector<std::uint64_t> movements(const Primitive& primitive) {
  glm::vec3 low = primitive.positions.front();
  glm::vec3 high = low;
  for (const glm::vec3& position : primitive.positions) {
    low = glm::min(low, position);
    high = glm::max(high, position);
  }
  const glm::dvec3 size = glm::dvec3(high) - glm::dvec3(low);
  const double per_cell = 1e4 / std::max({size.x, size.y, size.z, 1e-30});
  const auto mix = [](std::uint64_t x) {  // of splitmix64
    x = (x ^ (x >> 30)) * 0xBF58476D1CE4E5B9u;
    x = (x ^ (x >> 27)) * 0x94D049BB133111EBu;
    return x ^ (x >> 31);
  };
  std::vector<std::uint64_t> sums(primitive.vertex_count(), 0);
  const MorphTargetData& targets = primitive.morph_targets;
  for (std::uint32_t t = 0; t < targets.target_count(); ++t) {
    for (std::size_t tile = 0; tile * DeltaAccess::kTileVertices < sums.size(); ++tile) {
      const std::size_t start = tile * DeltaAccess::kTileVertices;
      DeltaAccess::for_each_block(
          targets, t, MorphAttribute::position, tile, [&](std::size_t vertex, const float* deltas) {
            const std::size_t first = start + vertex;
            const std::size_t last = std::min(first + DeltaAccess::kBlockVertices, sums.size());
            for (std::size_t v = first; v < last; ++v, ++deltas) {
              for (std::uint64_t c = 0; c < 3; ++c) {
                const double delta = deltas[c * DeltaAccess::kBlockVertices];
                const double cell = std::nearbyint(per_cell * delta);
                if (cell == 0.0) continue;
                sums[v] += mix(std::bit_cast<std::uint64_t>(cell) + mix(3u * t + c + 1u));
              }
            }
          });
    }
  }
  return sums;
}

}  // namespace

bool SmoothNormals::follow(const Primitive& primitive) {
  return primitive.mode >= PrimitiveMode::triangles && !primitive.normals.empty() &&
         primitive.morph_targets.has(MorphAttribute::position);
}

SmoothNormals::SmoothNormals(const Primitive& primitive) {
  assert(follow(primitive));
  weld(primitive);
  std::vector<Fan> fans(base_areas_.size());
  collect(primitive, primitive.positions, fans);
  std::ranges::transform(fans, base_areas_.begin(), &Fan::area);
}

/// Fills fan_of_ and gives base_areas_ its size.
void SmoothNormals::weld(const Primitive& primitive) {
  Candidates welded = of_one_place(primitive.positions);
  if (!welded.ranges.empty()) {
    constexpr float kCosine = 0.99985f;  // of one degree: what a file's quantisation does
    const std::vector<glm::vec3>& normals = primitive.normals;
    welded.split([&](std::uint32_t a, std::uint32_t b) {
      return normals[a] == normals[b] || glm::dot(normals[a], normals[b]) > kCosine;
    });
    const std::vector<std::uint64_t> moved = movements(primitive);
    welded.split([&](std::uint32_t a, std::uint32_t b) { return moved[a] == moved[b]; });
  }
  constexpr std::uint32_t kAlone = 0xFFFF'FFFF;
  fan_of_.assign(primitive.vertex_count(), kAlone);
  std::uint32_t fans = 0;
  for (const Candidates::Range& range : welded.ranges) {
    for (std::uint32_t i = range.first; i < range.last; ++i) fan_of_[welded.order[i]] = fans;
    ++fans;
  }
  for (std::uint32_t& fan : fan_of_) {
    if (fan == kAlone) fan = fans++;
  }
  base_areas_.resize(fans);
}

/// The same sums in the same order for base and morphed surface: where no corner of a fan has
/// moved, `area` is the base's to the bit.
void SmoothNormals::collect(const Primitive& primitive, std::span<const glm::vec3> positions,
                            std::span<Fan> fans) const {
  std::ranges::fill(fans, Fan{});
  for_each_triangle(primitive, [&](std::uint32_t a, std::uint32_t b, std::uint32_t c) {
    const std::array<std::uint32_t, 3> corners = {a, b, c};
    std::array<glm::dvec3, 3> edges;  // from corner i to the next
    std::array<double, 3> lengths;
    std::array<glm::mat3, 3> products;
    for (std::size_t i = 0; i < 3; ++i) {
      const std::uint32_t from = corners[i];
      const std::uint32_t to = corners[(i + 1) % 3];
      edges[i] = glm::dvec3(positions[to]) - glm::dvec3(positions[from]);
      lengths[i] = glm::length(edges[i]);
      products[i] = glm::outerProduct(glm::vec3(edges[i]),
                                      primitive.positions[to] - primitive.positions[from]);
    }
    const glm::dvec3 area = glm::cross(edges[0], edges[1]);
    for (std::size_t i = 0; i < 3; ++i) {
      const std::size_t before = (i + 2) % 3;
      Fan& fan = fans[fan_of_[corners[i]]];
      const double scale = lengths[i] * lengths[before];
      if (scale > 0.0) fan.area += angle_of(-glm::dot(edges[i], edges[before]) / scale) * area;
      fan.edges += products[i] + products[before];
    }
  });
}

void SmoothNormals::evaluate(const Primitive& primitive, std::span<const glm::vec3> positions,
                             Scratch& scratch, std::span<glm::vec3> normals,
                             std::span<glm::vec4> tangents) const {
  assert(positions.size() == fan_of_.size() && normals.size() == fan_of_.size());
  assert(primitive.vertex_count() == fan_of_.size());
  assert(tangents.empty() || tangents.size() == primitive.tangents.size());
  const bool tangents_rest = !primitive.morph_targets.has(MorphAttribute::tangent);
  scratch.fans.resize(base_areas_.size());
  collect(primitive, positions, scratch.fans);
  for (std::size_t v = 0; v < normals.size(); ++v) {
    normals[v] = primitive.normals[v];
    const Fan& fan = scratch.fans[fan_of_[v]];
    const glm::dvec3& base_area = base_areas_[fan_of_[v]];
    const auto to = fan.area == base_area ? std::nullopt : direction(fan.area);
    if (!to) continue;
    const auto from = direction(base_area);
    glm::dmat3 turn(1.0);
    if (from) {
      const glm::dmat3 lean = rotation_between(*from, *to);
      turn = spin_along_edges(*to, lean, glm::dmat3(fan.edges)) * lean;
    }
    const auto file = direction(glm::dvec3(normals[v]));
    const glm::dvec3 normal = from && file ? glm::normalize(turn * *file) : *to;
    normals[v] = glm::vec3(normal);
    if (tangents.empty()) continue;
    const glm::dvec3 tangent(tangents[v]);
    const glm::dvec3 turned = tangents_rest ? turn * tangent : tangent;
    const auto across = direction(turned - glm::dot(turned, normal) * normal);
    if (across) tangents[v] = glm::vec4(glm::vec3(*across), tangents[v].w);
  }
}

}  // namespace morph
