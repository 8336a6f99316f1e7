// SPDX-License-Identifier: MIT
#include "morph/runtime/interval_bounds.h"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <glm/common.hpp>
#include <glm/ext/matrix_double4x4.hpp>
#include <glm/ext/vector_double3.hpp>
#include <glm/vec3.hpp>
#include <limits>
#include <numeric>
#include <span>
#include <utility>

#include "morph/runtime/detail/delta_access.h"
#include "morph/runtime/skinning.h"

namespace morph {
namespace {

using detail::DeltaAccess;

/// Small meshes afford pieces of a vertex, which are exact.
std::size_t vertices_of_piece(std::size_t vertices) {
  constexpr std::size_t kPieces = 512;
  return std::clamp<std::size_t>(vertices / kPieces, 1, 32);
}

/// Half a unit in the last place of a float, relative: what each operation of a kernel may be off.
constexpr double kRounding = 6.0e-8;

}  // namespace

struct detail::DoubleBox {
  glm::dvec3 min{std::numeric_limits<double>::infinity()};
  glm::dvec3 max{-std::numeric_limits<double>::infinity()};

  void add(const DoubleBox& other) {
    min = glm::min(min, other.min);
    max = glm::max(max, other.max);
  }
  [[nodiscard]] glm::dvec3 largest() const { return glm::max(glm::abs(min), glm::abs(max)); }
};

namespace {

using Box = detail::DoubleBox;

/// The box that holds a box as a matrix moves it, and what float makes of that.
Box moved(const Box& box, const glm::mat4& matrix) {
  const glm::dmat4 m(matrix);
  Box out{glm::dvec3(m[3]), glm::dvec3(m[3])};
  glm::dvec3 size = glm::abs(glm::dvec3(m[3]));
  const glm::dvec3 largest = box.largest();
  for (int c = 0; c < 3; ++c) {
    const glm::dvec3 column(m[c]);
    out.min += glm::min(column * box.min[c], column * box.max[c]);
    out.max += glm::max(column * box.min[c], column * box.max[c]);
    size += glm::abs(column) * largest[c];
  }
  constexpr double kOperations = 8.0;
  out.min -= kOperations * kRounding * size;
  out.max += kOperations * kRounding * size;
  return out;
}

/// All of t · box for t from `least` to `most`, both ≥ 0.
Box scaled(const Box& box, double least, double most) {
  return {glm::min(box.min * least, box.min * most), glm::max(box.max * least, box.max * most)};
}

/// All vertices so that neighbours in space are neighbours in the list: along Morton's curve.
std::vector<std::uint32_t> along_curve(std::span<const glm::vec3> positions) {
  Box box;
  for (const glm::vec3& position : positions) box.add({glm::dvec3(position), glm::dvec3(position)});
  const glm::dvec3 size = box.max - box.min;
  const double largest = std::max({size.x, size.y, size.z, 1e-300});
  constexpr double kCells = 1023.0;
  const auto spread = [](std::uint32_t x) {  // ten bits, two zeros behind each
    x = (x | (x << 16)) & 0x030000FFu;
    x = (x | (x << 8)) & 0x0300F00Fu;
    x = (x | (x << 4)) & 0x030C30C3u;
    return (x | (x << 2)) & 0x09249249u;
  };
  std::vector<std::pair<std::uint32_t, std::uint32_t>> keyed(positions.size());
  for (std::uint32_t v = 0; v < keyed.size(); ++v) {
    const glm::uvec3 cell((glm::dvec3(positions[v]) - box.min) / largest * kCells);
    keyed[v] = {spread(cell.x) | spread(cell.y) << 1 | spread(cell.z) << 2, v};
  }
  std::ranges::sort(keyed);
  std::vector<std::uint32_t> order;
  order.reserve(keyed.size());
  for (const auto& [key, v] : keyed) order.push_back(v);
  return order;
}

/// The joints that pull any of some vertices, each once, rising; kNoIndex for a vertex that none
/// pulls.
void joints_of(const Primitive& primitive, std::span<const std::uint32_t> vertices,
               std::vector<Index>& joints) {
  joints.clear();
  for (const std::uint32_t v : vertices) {
    bool pulled = false;
    for (const auto& set : primitive.joint_sets) {
      for (std::size_t i = 0; i < set[v].joints.size(); ++i) {
        if (set[v].weights[static_cast<int>(i)] == 0.0f) continue;
        joints.push_back(set[v].joints[i]);
        pulled = true;
      }
    }
    if (!pulled) joints.push_back(kNoIndex);
  }
  std::ranges::sort(joints);
  joints.erase(std::unique(joints.begin(), joints.end()), joints.end());
}

/// Whether a vertex belongs to the piece of a joint.
bool is_pulled(const Primitive& primitive, std::size_t vertex, Index joint) {
  bool pulled = false;
  for (const auto& set : primitive.joint_sets) {
    for (std::size_t i = 0; i < set[vertex].joints.size(); ++i) {
      if (set[vertex].weights[static_cast<int>(i)] == 0.0f) continue;
      if (set[vertex].joints[i] == joint) return true;
      pulled = true;
    }
  }
  return joint == kNoIndex && !pulled;
}

double pull(const Primitive& primitive, std::size_t vertex) {
  double sum = 0.0;
  for (const auto& set : primitive.joint_sets) {
    for (int i = 0; i < 4; ++i) sum += static_cast<double>(set[vertex].weights[i]);
  }
  return sum;
}

/// Numbers in groups, one after the other.
struct Groups {
  std::vector<std::uint32_t> first = {0};  // [groups + 1]
  std::vector<std::uint32_t> numbers;

  [[nodiscard]] std::size_t count() const { return first.size() - 1; }
  [[nodiscard]] std::span<const std::uint32_t> operator[](std::size_t group) const {
    return std::span(numbers).subspan(first[group], first[group + 1] - first[group]);
  }
  void end_group() { first.push_back(static_cast<std::uint32_t>(numbers.size())); }
};

/// Which vertices make which piece.
struct Division {
  Groups members;  // [pieces] vertices
  Groups joints;   // [pieces]
};

/// Neighbours go together, once for each joint, or once for all joints where these are many, so
/// that no file makes this cost more than its vertices do.
Division divide(const Primitive& primitive) {
  constexpr std::size_t kMostPieces = 16;
  Division out;
  const std::vector<std::uint32_t> order = along_curve(primitive.positions);
  std::vector<Index> joints;
  const std::size_t size = vertices_of_piece(order.size());
  for (std::size_t first = 0; first < order.size(); first += size) {
    const auto vertices = std::span(order).subspan(first, std::min(size, order.size() - first));
    joints_of(primitive, vertices, joints);
    const bool apart = joints.size() <= kMostPieces;
    for (std::size_t p = 0; p < (apart ? joints.size() : 1); ++p) {
      for (const std::uint32_t v : vertices) {
        if (!apart || is_pulled(primitive, v, joints[p])) out.members.numbers.push_back(v);
      }
      out.members.end_group();
      const auto pulling = apart ? std::span(joints).subspan(p, 1) : std::span(joints);
      out.joints.numbers.insert(out.joints.numbers.end(), pulling.begin(), pulling.end());
      out.joints.end_group();
    }
  }
  return out;
}

/// [V] the pieces of each vertex.
Groups pieces_of_vertices(const Groups& members, std::size_t vertices) {
  Groups out;
  out.first.assign(vertices + 1, 0);
  for (const std::uint32_t v : members.numbers) ++out.first[v + 1];
  std::partial_sum(out.first.begin(), out.first.end(), out.first.begin());
  out.numbers.resize(members.numbers.size());
  std::vector<std::uint32_t> next(out.first.begin(), out.first.end() - 1);
  for (std::uint32_t p = 0; p < members.count(); ++p) {
    for (const std::uint32_t v : members[p]) out.numbers[next[v]++] = p;
  }
  return out;
}

/// Calls visit(vertex, delta) for what a target stores; all others do not move.
template <class Visit>
void for_each_delta(const MorphTargetData& targets, std::uint32_t target, Visit&& visit) {
  const std::size_t vertices = targets.vertex_count();
  for (std::size_t start = 0; start < vertices; start += DeltaAccess::kTileVertices) {
    DeltaAccess::for_each_block(
        targets, target, MorphAttribute::position, start / DeltaAccess::kTileVertices,
        [&](std::size_t in_tile, const float* deltas) {
          const std::size_t first = start + in_tile;
          const std::size_t last = std::min(first + DeltaAccess::kBlockVertices, vertices);
          constexpr std::size_t kNext = DeltaAccess::kBlockVertices;
          for (std::size_t v = first; v < last; ++v, ++deltas) {
            visit(v, glm::vec3(deltas[0], deltas[kNext], deltas[2 * kNext]));
          }
        });
  }
}

}  // namespace

IntervalBounds::IntervalBounds(const Scene& scene) {
  for (const Mesh& mesh : scene.meshes()) {
    auto& shapes = shapes_.emplace_back();
    for (const Primitive& primitive : mesh.primitives) shapes.push_back(shape_of(primitive));
  }
}

IntervalBounds::Shape IntervalBounds::shape_of(const Primitive& primitive) {
  const Division division = divide(primitive);
  const std::size_t pieces = division.members.count();
  const Groups piece_of = pieces_of_vertices(division.members, primitive.positions.size());
  // What a target does to each piece, and to how many of its vertices; target by target, because
  // that is how displacements lie in memory.
  std::vector<std::vector<Displacement>> displacements(pieces);
  std::vector<Bounds> boxes(pieces);
  std::vector<std::size_t> moved(pieces, 0);
  std::vector<std::uint32_t> touched;
  const MorphTargetData& targets = primitive.morph_targets;
  for (std::uint32_t t = 0; t < targets.target_count(); ++t) {
    touched.clear();
    for_each_delta(targets, t, [&](std::size_t v, const glm::vec3& delta) {
      for (const std::uint32_t p : piece_of[v]) {
        if (moved[p]++ == 0) touched.push_back(p);
        boxes[p].add(delta);
      }
    });
    for (const std::uint32_t p : touched) {
      if (moved[p] < division.members[p].size()) boxes[p].add(glm::vec3(0.0f));
      const bool any = boxes[p].min != glm::vec3(0.0f) || boxes[p].max != glm::vec3(0.0f);
      if (any) displacements[p].push_back({t, boxes[p]});
      boxes[p] = Bounds();
      moved[p] = 0;
    }
  }

  Shape shape;
  const auto begin_piece = [&] {
    Piece& piece = shape.pieces.emplace_back();
    piece.first_joint = static_cast<std::uint32_t>(shape.joints.size());
    piece.first_displacement = static_cast<std::uint32_t>(shape.displacements.size());
  };
  for (std::size_t p = 0; p < pieces; ++p) {
    begin_piece();
    for (const std::uint32_t v : division.members[p]) {
      shape.pieces.back().base.add(primitive.positions[v]);
    }
    const auto joints = division.joints[p];
    shape.joints.insert(shape.joints.end(), joints.begin(), joints.end());
    shape.displacements.insert(shape.displacements.end(), displacements[p].begin(),
                               displacements[p].end());
  }
  begin_piece();  // one behind the last
  for (std::size_t v = 0; v < primitive.positions.size() && !primitive.joint_sets.empty(); ++v) {
    const double sum = pull(primitive, v);
    shape.least_pull = v == 0 ? sum : std::min(shape.least_pull, sum);
    shape.most_pull = v == 0 ? sum : std::max(shape.most_pull, sum);
  }
  return shape;
}

/// A piece as it is morphed, and what float makes of that.
detail::DoubleBox IntervalBounds::morphed(const Shape& shape, std::size_t piece,
                                          std::span<const float> weights) {
  const Bounds& base = shape.pieces[piece].base;
  Box box{glm::dvec3(base.min), glm::dvec3(base.max)};
  glm::dvec3 size = box.largest();
  double operations = 1.0;
  const std::uint32_t last = shape.pieces[piece + 1].first_displacement;
  for (std::uint32_t d = shape.pieces[piece].first_displacement; d < last; ++d) {
    const Displacement& displacement = shape.displacements[d];
    const double weight = static_cast<double>(weights[displacement.target]);
    if (weight == 0.0) continue;
    const glm::dvec3 a = weight * glm::dvec3(displacement.box.min);
    const glm::dvec3 b = weight * glm::dvec3(displacement.box.max);
    box.min += glm::min(a, b);
    box.max += glm::max(a, b);
    size += glm::max(glm::abs(a), glm::abs(b));
    operations += 2.0;
  }
  box.min -= operations * kRounding * size;
  box.max += operations * kRounding * size;
  return box;
}

Bounds IntervalBounds::bounds(const Scene& scene, Index scene_index, const Pose& pose,
                              PosedScratch& scratch) const {
  scratch.globals.resize(scene.nodes().size());
  global_matrices(scene, pose, scratch.globals);
  Box all;
  for (const Index node : scene.nodes_of_scene(scene_index)) {
    const Mesh* const mesh = scene.mesh_of(node);
    if (mesh == nullptr) continue;
    const std::span<const float> weights = pose.morph_weights(node);
    const Skin* const skin = scene.skin_of(node);
    if (skin != nullptr) {
      scratch.joints.resize(skin->joints.size());
      joint_matrices(*skin, scratch.globals, scratch.joints);
    }
    const std::vector<Shape>& shapes = shapes_[scene.nodes()[node].mesh];
    for (std::size_t p = 0; p < shapes.size(); ++p) {
      const Shape& shape = shapes[p];
      const bool skinned = skin != nullptr && !mesh->primitives[p].joint_sets.empty();
      Box box;
      for (std::size_t i = 0; i + 1 < shape.pieces.size(); ++i) {
        const Box local = morphed(shape, i, weights);
        if (!skinned) {
          box.add(moved(local, scratch.globals[node]));
          continue;
        }
        for (std::uint32_t j = shape.pieces[i].first_joint; j < shape.pieces[i + 1].first_joint;
             ++j) {
          const Index joint = shape.joints[j];
          box.add(joint == kNoIndex ? Box{glm::dvec3(0.0), glm::dvec3(0.0)}  // left at the origin
                                    : moved(local, scratch.joints[joint]));
        }
      }
      all.add(skinned ? scaled(box, shape.least_pull, shape.most_pull) : box);
    }
  }
  return {glm::vec3(all.min), glm::vec3(all.max)};
}

}  // namespace morph
