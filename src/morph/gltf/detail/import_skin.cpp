// SPDX-License-Identifier: MIT
#include "morph/gltf/detail/import_skin.h"

#include <algorithm>
#include <cmath>
#include <optional>
#include <utility>

#include "morph/gltf/detail/accessor.h"

namespace morph::gltf::detail {
namespace {

// ---- Skins ----

/// A finding that costs the whole file.
bool is_fatal(const Error& error) {
  return error.code == ErrorCode::limit_exceeded || error.rule == "UNRESOLVED_REFERENCE";
}

void judge_stride(const ImportContext& context, int accessor, const std::string& where) {
  const int view = context.document.accessors[static_cast<std::size_t>(accessor)].view;
  if (view < 0 || context.document.views[static_cast<std::size_t>(view)].byte_stride == 0) {
    return;
  }
  context.warnings.add({ErrorCode::invalid_value, where, "has a byteStride; read with it",
                        "SKIN_IBM_ACCESSOR_WITH_BYTESTRIDE"});
}

/// Makes the last row 0, 0, 0, 1, with a warning if it is another.
void fix_last_rows(const ImportContext& context, std::vector<glm::mat4>& matrices,
                   const std::string& where) {
  constexpr float kRounding = 1e-5f;
  bool wrong = false;
  for (glm::mat4& matrix : matrices) {
    for (int column = 0; column < 4; ++column) {
      const float expected = column == 3 ? 1.0f : 0.0f;
      wrong = wrong || std::abs(matrix[column][3] - expected) > kRounding;
      matrix[column][3] = expected;
    }
  }
  if (!wrong) return;
  context.warnings.add({ErrorCode::invalid_value, where,
                        "has matrices whose last row is not 0, 0, 0, 1; taken as if it were",
                        "ACCESSOR_INVALID_IBM"});
}

Result<std::vector<glm::mat4>> read_inverse_bind_matrices(const ImportContext& context,
                                                          int accessor, std::size_t joints,
                                                          const std::string& where) {
  if (accessor < 0) return std::vector<glm::mat4>(joints, glm::mat4(1.0f));
  if (static_cast<std::size_t>(accessor) >= context.document.accessors.size()) {
    return unresolved(where, "accessor", accessor, context.document.accessors.size());
  }
  const AccessorShape shape = shape_of(context.document, accessor);
  if (shape.rows != 4 || shape.columns != 4 || shape.component != ComponentType::float_32) {
    return Error{ErrorCode::invalid_value, where,
                 "expected an accessor of 4 x 4 matrices of floats", "SKIN_IBM_INVALID_FORMAT"};
  }
  if (shape.count < joints) {
    return Error{ErrorCode::count_mismatch, where,
                 "has " + counted(shape.count, "element") + ", expected at least " +
                     std::to_string(joints) + " (one per joint)",
                 "INVALID_IBM_ACCESSOR_COUNT"};
  }
  if (auto taken = context.budget.decoded.take(shape.count * sizeof(glm::mat4), where,
                                               "inverse bind matrices");
      !taken) {
    return taken.error();
  }
  judge_stride(context, accessor, where);
  std::vector<glm::mat4> matrices(static_cast<std::size_t>(shape.count));
  if (auto read = read_floats(context, accessor, {&matrices[0][0][0], matrices.size() * 16});
      !read) {
    return read.error();
  }
  matrices.resize(joints);
  return matrices;
}

/// That the nodes exist. Asked here, though Scene::create asks too: it never sees a skin that is
/// left out for another fault, but whoever looks at the file as it is does.
Result<void> check_nodes(const ImportContext& context, const tinygltf::Skin& source,
                         const std::string& where) {
  const std::size_t nodes = context.model().nodes.size();
  for (std::size_t j = 0; j < source.joints.size(); ++j) {
    if (static_cast<std::size_t>(source.joints[j]) < nodes) continue;
    return unresolved(pointer(where, "/joints/", j), "node", source.joints[j], nodes);
  }
  if (source.skeleton < 0 || static_cast<std::size_t>(source.skeleton) < nodes) return {};
  return unresolved(where + "/skeleton", "node", source.skeleton, nodes);
}

Result<Skin> import_skin(const ImportContext& context, const tinygltf::Skin& source,
                         const std::string& where) {
  if (auto sound = check_nodes(context, source, where); !sound) return sound.error();
  Skin skin;
  skin.name = kept_name(source.name, context.limits);
  if (source.joints.empty()) {
    return Error{ErrorCode::invalid_value, where + "/joints", "is empty", "EMPTY_ENTITY"};
  }
  for (const int joint : source.joints) skin.joints.push_back(static_cast<Index>(joint));
  if (source.skeleton >= 0) skin.skeleton = static_cast<Index>(source.skeleton);
  const std::string place = where + "/inverseBindMatrices";
  auto matrices =
      read_inverse_bind_matrices(context, source.inverseBindMatrices, skin.joints.size(), place);
  if (!matrices) return matrices.error();
  fix_last_rows(context, *matrices, place);
  skin.inverse_bind_matrices = std::move(*matrices);
  return skin;
}

// ---- Nodes with skins ----

/// Whether the file at least means the mesh to be skinned.
bool names_joints(const tinygltf::Mesh& mesh) {
  return std::ranges::any_of(mesh.primitives, [](const tinygltf::Primitive& primitive) {
    return std::ranges::any_of(primitive.attributes, [](const auto& attribute) {
      return attribute.first.starts_with("JOINTS_") || attribute.first.starts_with("WEIGHTS_");
    });
  });
}

/// Why a node cannot have its skin; an empty message where that has been said already.
/// Precondition: node.skin exists.
std::optional<Error> misfit(const ImportContext& context, const SceneParts& parts, Index index,
                            const LargestJoint& largest) {
  const Node& node = parts.nodes[index];
  const std::string where = pointer("/nodes/", index);
  const std::size_t joints = parts.skins[node.skin].joints.size();
  if (joints == 0) return Error{};
  if (largest.joint == kNoIndex) {
    if (names_joints(context.model().meshes[node.mesh])) return Error{};
    return Error{ErrorCode::invalid_value, where, "has a skin, but its mesh has no joints",
                 "NODE_SKIN_WITH_NON_SKINNED_MESH"};
  }
  if (largest.joint < joints) return std::nullopt;
  return Error{ErrorCode::out_of_range,
               pointer("/meshes/", node.mesh, "/primitives/", largest.primitive,
                       "/attributes/JOINTS_", largest.set),
               "joint " + std::to_string(largest.joint) + " at element " +
                   std::to_string(largest.vertex) + ", but skin " + std::to_string(node.skin) +
                   " has " + std::to_string(joints) + "; " + where + " is not skinned",
               "ACCESSOR_JOINTS_INDEX_OOB"};
}

}  // namespace

Result<std::vector<Skin>> import_skins(const ImportContext& context) {
  std::vector<Skin> skins;
  for (const tinygltf::Skin& source : context.model().skins) {
    const std::string where = pointer("/skins/", skins.size());
    auto skin = import_skin(context, source, where);
    if (skin) {
      skins.push_back(std::move(*skin));
      continue;
    }
    Error error = std::move(skin).error();
    if (is_fatal(error)) return error;
    error.message += "; " + where + " is left out";
    context.warnings.add(std::move(error));
    skins.emplace_back().name = kept_name(source.name, context.limits);
  }
  return skins;
}

void judge_skinned_nodes(const ImportContext& context, SceneParts& parts) {
  std::vector<LargestJoint> largest;  // [meshes]: many nodes may show one mesh
  for (const Mesh& mesh : parts.meshes) largest.push_back(largest_joint(mesh));
  for (Index n = 0; n < parts.nodes.size(); ++n) {
    Node& node = parts.nodes[n];
    const bool has_mesh = node.mesh < parts.meshes.size();
    if (node.skin == kNoIndex) {
      if (!has_mesh || largest[node.mesh].joint == kNoIndex) continue;
      context.warnings.add({ErrorCode::invalid_value, pointer("/nodes/", n),
                            "shows a mesh with joints, but has no skin",
                            "NODE_SKINNED_MESH_WITHOUT_SKIN"});
      continue;
    }
    if (node.skin >= parts.skins.size()) continue;  // Scene::create refuses it
    std::optional<Error> error;
    if (has_mesh) {
      error = misfit(context, parts, n, largest[node.mesh]);
    } else if (node.mesh == kNoIndex) {
      error = Error{ErrorCode::invalid_value, pointer("/nodes/", n, "/skin"),
                    "is ignored, because there is no mesh", "UNSATISFIED_DEPENDENCY"};
    }
    if (!error) continue;
    node.skin = kNoIndex;
    if (!error->message.empty()) context.warnings.add(std::move(*error));
  }
}

}  // namespace morph::gltf::detail
