// SPDX-License-Identifier: MIT
#include "morph/gltf/detail/import_joints.h"

#include <cmath>
#include <optional>
#include <utility>

#include "morph/gltf/detail/accessor.h"

namespace morph::gltf::detail {
namespace {

constexpr std::string_view kInvalidFormat = "MESH_PRIMITIVE_ATTRIBUTES_ACCESSOR_INVALID_FORMAT";

// ---- Attributes ----

/// Two accessors of one primitive.
struct JointPair {
  int joints;
  int weights;
  std::string joints_where;
  std::string weights_where;
};

/// The pair of set n; none where an attribute is missing, with a warning if only one is.
std::optional<JointPair> find_pair(const ImportContext& context,
                                   const tinygltf::Primitive& primitive, const std::string& where,
                                   std::uint32_t set) {
  const std::string number = std::to_string(set);
  const auto joints = primitive.attributes.find("JOINTS_" + number);
  const auto weights = primitive.attributes.find("WEIGHTS_" + number);
  const bool has_joints = joints != primitive.attributes.end();
  const bool has_weights = weights != primitive.attributes.end();
  if (has_joints && has_weights) {
    return JointPair{joints->second, weights->second, where + "/attributes/JOINTS_" + number,
                     where + "/attributes/WEIGHTS_" + number};
  }
  if (has_joints || has_weights) {
    context.warnings.add({ErrorCode::count_mismatch, where + "/attributes",
                          (has_joints ? "has JOINTS_" : "has WEIGHTS_") + number +
                              (has_joints ? " without WEIGHTS_" : " without JOINTS_") + number +
                              "; left out",
                          "MESH_PRIMITIVE_JOINTS_WEIGHTS_MISMATCH"});
  }
  return std::nullopt;
}

Result<void> check_shape(const AccessorShape& shape, std::uint32_t vertices,
                         const std::string& where) {
  if (shape.rows != 4 || shape.columns != 1) {
    return Error{ErrorCode::invalid_value, where,
                 "elements of " + counted(shape.components(), "component") + ", expected 4",
                 kInvalidFormat};
  }
  if (shape.count == vertices) return {};
  return Error{ErrorCode::count_mismatch, where,
               "has " + counted(shape.count, "element") + ", expected " + std::to_string(vertices) +
                   " (as POSITION)",
               "MESH_PRIMITIVE_UNEQUAL_ACCESSOR_COUNT"};
}

/// Joints are integers of up to 16 bits. Weights of any component type are read, since they are
/// brought to a sum of 1 anyhow.
Result<void> check_formats(const ImportContext& context, const JointPair& pair,
                           std::uint32_t vertices) {
  const AccessorShape joints = shape_of(context.document, pair.joints);
  const AccessorShape weights = shape_of(context.document, pair.weights);
  if (auto sound = check_shape(joints, vertices, pair.joints_where); !sound) return sound;
  if (auto sound = check_shape(weights, vertices, pair.weights_where); !sound) return sound;
  const auto is_short_unsigned = [](const AccessorShape& shape) {
    return shape.component == ComponentType::unsigned_byte ||
           shape.component == ComponentType::unsigned_short;
  };
  if (!is_short_unsigned(joints) || joints.normalized) {
    return Error{ErrorCode::invalid_value, pair.joints_where,
                 "expected unsigned bytes or shorts that are not normalized", kInvalidFormat};
  }
  if (weights.component != ComponentType::float_32 &&
      !(is_short_unsigned(weights) && weights.normalized)) {
    context.warnings.add(
        {ErrorCode::invalid_value, pair.weights_where,
         "expected floats or normalized unsigned bytes or shorts; read all the same",
         kInvalidFormat});
  }
  return {};
}

Result<std::vector<JointInfluences>> read_pair(const ImportContext& context, const JointPair& pair,
                                               std::uint32_t vertices) {
  if (auto sound = check_formats(context, pair, vertices); !sound) return sound.error();
  constexpr std::uint64_t kBytes = sizeof(JointInfluences) + 8 * sizeof(float);  // while reading
  if (auto taken =
          context.budget.decoded.take(vertices * kBytes, pair.joints_where, "decoded accessors");
      !taken) {
    return taken.error();
  }
  std::vector<float> joints(std::size_t{vertices} * 4);
  std::vector<float> weights(joints.size());
  if (auto read = read_floats(context, pair.joints, joints); !read) return read.error();
  if (auto read = read_floats(context, pair.weights, weights); !read) return read.error();
  std::vector<JointInfluences> out(vertices);
  for (std::size_t i = 0; i < joints.size(); ++i) {
    out[i / 4].joints[i % 4] = static_cast<std::uint16_t>(joints[i]);
    out[i / 4].weights[static_cast<int>(i % 4)] = weights[i];
  }
  return out;
}

/// Warns of sets beyond those that are kept.
void judge_sets(const ImportContext& context, const tinygltf::Primitive& primitive,
                const std::string& where) {
  for (const auto& [name, accessor] : primitive.attributes) {
    if (!name.starts_with("JOINTS_")) continue;
    const std::string number = name.substr(std::string_view("JOINTS_").size());
    const bool kept = number.size() == 1 && number[0] >= '0' &&
                      number[0] < static_cast<char>('0' + kMaxJointSets);
    if (kept) continue;
    context.warnings.add(
        {ErrorCode::limit_exceeded,
         where + "/attributes/" + name,
         "is left out: at most " + std::to_string(kMaxJointSets) + " sets are kept",
         {}});
  }
}

// ---- Weights ----

using JointSets = std::vector<std::vector<JointInfluences>>;

/// Vertices of a mesh with one fault of their weights, and where the first was found.
struct WeightFault {
  std::uint64_t vertices = 0;
  std::string where;
  std::string first;

  void found(Index mesh, Index primitive, std::size_t vertex, float value) {
    if (vertices++ > 0) return;
    where = pointer("/meshes/", mesh, "/primitives/", primitive, "/attributes/WEIGHTS_0");
    first = "vertex " + std::to_string(vertex) + " of this primitive: " + std::to_string(value);
  }
};

/// The weights of a vertex, over all sets.
struct VertexWeights {
  float sum = 0.0f;
  int used = 0;
  float negative = 0.0f;
};

VertexWeights clean_weights(JointSets& sets, std::size_t vertex) {
  VertexWeights weights;
  for (auto& set : sets) {
    for (int i = 0; i < 4; ++i) {
      float& weight = set[vertex].weights[i];
      if (weight < 0.0f) weights.negative = std::exchange(weight, 0.0f);
      if (weight == 0.0f) continue;
      weights.sum += weight;
      ++weights.used;
    }
  }
  return weights;
}

void scale_weights(JointSets& sets, std::size_t vertex) {
  double sum = 0.0;  // of the largest floats too
  for (const auto& set : sets) {
    for (int i = 0; i < 4; ++i) sum += set[vertex].weights[i];
  }
  if (sum <= 0.0) {
    sets[0][vertex].weights.x = 1.0f;
    return;
  }
  for (auto& set : sets) {
    for (int i = 0; i < 4; ++i) {
      set[vertex].weights[i] = static_cast<float>(set[vertex].weights[i] / sum);
    }
  }
}

void clear_unused_joints(JointSets& sets) {
  for (auto& set : sets) {
    for (JointInfluences& vertex : set) {
      for (int i = 0; i < 4; ++i) {
        if (vertex.weights[i] == 0.0f) vertex.joints[static_cast<std::size_t>(i)] = 0;
      }
    }
  }
}

}  // namespace

Result<void> read_joint_sets(const ImportContext& context, const tinygltf::Primitive& primitive,
                             const std::string& where, Primitive& out) {
  const auto& accessors = context.document.accessors;
  judge_sets(context, primitive, where);
  for (std::uint32_t set = 0; set < kMaxJointSets; ++set) {
    const auto pair = find_pair(context, primitive, where, set);
    if (!pair) continue;
    if (static_cast<std::size_t>(pair->joints) >= accessors.size()) {
      return unresolved(pair->joints_where, "accessor", pair->joints, accessors.size());
    }
    if (static_cast<std::size_t>(pair->weights) >= accessors.size()) {
      return unresolved(pair->weights_where, "accessor", pair->weights, accessors.size());
    }
    auto influences = read_pair(context, *pair, out.vertex_count());
    if (influences) {
      out.joint_sets.push_back(std::move(*influences));
      continue;
    }
    Error error = std::move(influences).error();
    if (error.code == ErrorCode::limit_exceeded) return error;
    error.message += pointer("; joint set ", set, " of ", where, " is left out");
    context.warnings.add(std::move(error));
  }
  return {};
}

void normalize_joint_weights(const ImportContext& context, Index index, Mesh& mesh) {
  constexpr float kRounding = 2e-7f;  // for each weight that is not 0; gltf-validator's
  WeightFault negative;
  WeightFault uneven;
  for (Index p = 0; p < mesh.primitives.size(); ++p) {
    JointSets& sets = mesh.primitives[p].joint_sets;
    for (std::size_t v = 0; !sets.empty() && v < sets[0].size(); ++v) {
      const VertexWeights weights = clean_weights(sets, v);
      if (weights.negative < 0.0f) negative.found(index, p, v, weights.negative);
      if (std::abs(weights.sum - 1.0f) <= kRounding * static_cast<float>(weights.used)) continue;
      uneven.found(index, p, v, weights.sum);
      scale_weights(sets, v);
    }
    clear_unused_joints(sets);
  }
  if (negative.vertices > 0) {
    context.warnings.add({ErrorCode::invalid_value, negative.where,
                          counted(negative.vertices, "vertex", "vertices") +
                              " of this mesh with negative joint weights, taken as 0 (" +
                              negative.first + ")",
                          "ACCESSOR_WEIGHTS_NEGATIVE"});
  }
  if (uneven.vertices > 0) {
    context.warnings.add({ErrorCode::invalid_value, uneven.where,
                          counted(uneven.vertices, "vertex", "vertices") +
                              " of this mesh with joint weights whose sum was brought to 1 (" +
                              uneven.first + ")",
                          "ACCESSOR_WEIGHTS_NON_NORMALIZED"});
  }
}

}  // namespace morph::gltf::detail
