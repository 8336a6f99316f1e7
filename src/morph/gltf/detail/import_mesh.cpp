// SPDX-License-Identifier: MIT
#include "morph/gltf/detail/import_mesh.h"

#include <algorithm>
#include <utility>

#include "morph/gltf/detail/import_draco.h"
#include "morph/gltf/detail/import_indices.h"
#include "morph/gltf/detail/import_joints.h"
#include "morph/gltf/detail/import_targets.h"

namespace morph::gltf::detail {
namespace {

constexpr std::string_view kInvalidFormat = "MESH_PRIMITIVE_ATTRIBUTES_ACCESSOR_INVALID_FORMAT";

/// Warnings about how an attribute is stored; it is read all the same.
void judge_storage(const ImportContext& context, const AttributeSource& source,
                   const AccessorShape& shape) {
  const Document& document = context.document;
  if (!is_allowed_format(source.attribute, source.use, shape, document.quantization)) {
    context.warnings.add({ErrorCode::invalid_value, source.where,
                          describe(shape) + " of " + counted(shape.rows, "component") +
                              " is not allowed here; read all the same",
                          kInvalidFormat});
  }
  const AccessorSource& accessor = document.accessors[static_cast<std::size_t>(source.accessor)];
  if (accessor.view < 0) return;
  const auto view = static_cast<std::size_t>(accessor.view);
  const std::uint64_t stride = document.views[view].byte_stride != 0
                                   ? document.views[view].byte_stride
                                   : shape.element_bytes;
  if (stride % 4 != 0 || accessor.byte_offset % 4 != 0) {
    context.warnings.add_once({ErrorCode::invalid_value, pointer("/accessors/", source.accessor),
                               "vertex data is not aligned to 4 bytes; read all the same",
                               "MESH_PRIMITIVE_ACCESSOR_UNALIGNED"});
  }
}

/// Warns, once a primitive, about positions or their deltas without min and max (items 9 and 70).
void judge_bounds(const ImportContext& context, const tinygltf::Primitive& primitive,
                  const std::string& where) {
  std::string first;
  std::size_t found = 0;
  const auto look = [&](const std::map<std::string, int>& attributes, const std::string& place) {
    const auto position = attributes.find("POSITION");
    if (position == attributes.end()) return;
    const auto& accessors = context.document.accessors;
    if (static_cast<std::size_t>(position->second) >= accessors.size()) return;
    const AccessorSource& accessor = accessors[static_cast<std::size_t>(position->second)];
    if (!accessor.min.empty() && !accessor.max.empty()) return;
    if (found++ == 0) first = place;
  };
  look(primitive.attributes, where + "/attributes/POSITION");
  for (std::size_t t = 0; t < primitive.targets.size(); ++t) {
    look(primitive.targets[t], where + pointer("/targets/", t, "/POSITION"));
  }
  if (found == 0) return;
  const std::string others =
      found == 1 ? "" : ", and " + std::to_string(found - 1) + " more of this primitive";
  context.warnings.add({ErrorCode::invalid_value, first, "has no min and max" + others,
                        "MESH_PRIMITIVE_POSITION_ACCESSOR_WITHOUT_BOUNDS"});
}

template <class Vector>
Result<std::vector<Vector>> read_vectors(const ImportContext& context,
                                         const AttributeSource& source, std::uint64_t vertices) {
  if (auto fits = check_attribute(context, source, vertices); !fits) return fits.error();
  if (auto taken = take_decoded(context, source, vertices); !taken) return taken.error();
  context.watch.step();
  std::vector<Vector> out(static_cast<std::size_t>(vertices));
  if (auto read = read_floats(context, source.accessor, as_floats(out)); !read) {
    return read.error();
  }
  return out;
}

Result<void> read_colors(const ImportContext& context, const AttributeSource& source,
                         Primitive& out) {
  const bool rgb = shape_of(context.document, source.accessor).rows == 3;
  if (!rgb) {
    auto colors = read_vectors<glm::vec4>(context, source, out.vertex_count());
    if (!colors) return colors.error();
    out.colors = std::move(*colors);
    return {};
  }
  auto colors = read_vectors<glm::vec3>(context, source, out.vertex_count());
  if (!colors) return colors.error();
  out.colors.reserve(colors->size());
  for (const glm::vec3& color : *colors) out.colors.emplace_back(color, 1.0f);
  return {};
}

Result<void> read_attribute(const ImportContext& context, const AttributeSource& source,
                            Primitive& out) {
  const std::uint64_t vertices = out.vertex_count();
  if (source.attribute == MorphAttribute::normal) {
    auto normals = read_vectors<glm::vec3>(context, source, vertices);
    if (!normals) return normals.error();
    out.normals = std::move(*normals);
  } else if (source.attribute == MorphAttribute::tangent) {
    auto tangents = read_vectors<glm::vec4>(context, source, vertices);
    if (!tangents) return tangents.error();
    out.tangents = std::move(*tangents);
  } else if (source.attribute == MorphAttribute::color_0) {
    return read_colors(context, source, out);
  } else if (source.attribute >= MorphAttribute::texcoord_0) {
    auto texcoords = read_vectors<glm::vec2>(context, source, vertices);
    if (!texcoords) return texcoords.error();
    const auto set = texcoord_set(source.attribute);
    if (out.texcoords.size() <= set) out.texcoords.resize(set + 1);
    out.texcoords[set] = std::move(*texcoords);
  }
  return {};
}

Result<bool> read_positions(const ImportContext& context, const tinygltf::Primitive& primitive,
                            const std::string& where, Primitive& out) {
  const auto found = primitive.attributes.find("POSITION");
  if (found == primitive.attributes.end()) {
    context.warnings.add({ErrorCode::invalid_value, where + "/attributes",
                          "has no POSITION; the primitive is not drawn",
                          "MESH_PRIMITIVE_NO_POSITION"});
    return false;
  }
  const AttributeSource source{MorphAttribute::position, AttributeUse::base, found->second,
                               where + "/attributes/POSITION"};
  const auto& accessors = context.document.accessors;
  if (static_cast<std::size_t>(source.accessor) >= accessors.size()) {
    return unresolved(source.where, "accessor", source.accessor, accessors.size());
  }
  const std::uint64_t vertices = accessors[static_cast<std::size_t>(source.accessor)].count;
  if (vertices > context.limits.vertices) {
    return Error{ErrorCode::limit_exceeded,
                 source.where,
                 counted(vertices, "vertex", "vertices") + ", limit " +
                     std::to_string(context.limits.vertices),
                 {}};
  }
  auto positions = read_vectors<glm::vec3>(context, source, vertices);
  if (!positions) return positions.error();
  out.positions = std::move(*positions);
  return vertices > 0;
}

Result<void> read_base(const ImportContext& context, const tinygltf::Primitive& primitive,
                       const std::string& where, Primitive& out) {
  const bool normals = primitive.attributes.contains("NORMAL");
  for (const auto& [name, accessor] : primitive.attributes) {
    const auto attribute = semantic_of(name);
    if (!attribute && name.starts_with("TEXCOORD_")) {
      context.warnings.add(
          {ErrorCode::limit_exceeded,
           where + "/attributes/" + name,
           "is left out: at most " + std::to_string(kMaxTexcoordSets) + " sets are kept",
           {}});
    }
    if (!attribute || *attribute == MorphAttribute::position) continue;
    AttributeSource source{*attribute, AttributeUse::base, accessor, where + "/attributes/" + name};
    if (*attribute == MorphAttribute::tangent && !normals) {
      context.warnings.add({ErrorCode::invalid_value,
                            std::move(source.where),
                            "is ignored, with its displacements, because there is no NORMAL",
                            {}});
      continue;
    }
    const auto& accessors = context.document.accessors;
    if (static_cast<std::size_t>(accessor) >= accessors.size()) {
      return unresolved(std::move(source.where), "accessor", accessor, accessors.size());
    }
    if (auto read = read_attribute(context, source, out); !read) return read;
  }
  return {};
}

void clamp_colors(Primitive& primitive) {
  if (primitive.morph_targets.has(MorphAttribute::color_0)) return;  // after the displacements
  for (glm::vec4& color : primitive.colors) {
    for (int c = 0; c < 4; ++c) color[c] = std::clamp(color[c], 0.0f, 1.0f);
  }
}

Result<Primitive> import_primitive(const ImportContext& outer, Index mesh, Index index,
                                   const TargetSet& targets) {
  auto decoded = decode_primitive(outer, mesh, index);
  if (!decoded) return decoded.error();
  ImportContext context = outer;
  context.decoded = &*decoded;
  const tinygltf::Primitive& source = context.model().meshes[mesh].primitives[index];
  const std::string where = pointer("/meshes/", mesh, "/primitives/", index);
  if (source.mode > static_cast<int>(PrimitiveMode::triangle_fan)) {
    return Error{ErrorCode::invalid_value, where + "/mode",
                 std::to_string(source.mode) + ", expected 0 to 6", "VALUE_NOT_IN_LIST"};
  }
  Primitive out;
  out.mode = static_cast<PrimitiveMode>(source.mode);
  out.material = source.material < 0 ? kNoIndex : static_cast<Index>(source.material);
  auto drawable = read_positions(context, source, where, out);
  if (!drawable) return drawable.error();
  if (*drawable) {
    if (auto read = read_base(context, source, where, out); !read) return read.error();
    if (auto read = read_joint_sets(context, source, where, out); !read) return read.error();
    if (auto read = read_indices(context, source, where, out); !read) return read.error();
    judge_bounds(context, source, where);
  }
  auto data = import_targets(context, mesh, index, targets, out);
  if (!data) return data.error();
  out.morph_targets = std::move(*data);
  clamp_colors(out);
  return out;
}

/// What stands for a primitive that cannot be used.
Result<Primitive> empty_primitive(const ImportContext& context, const tinygltf::Primitive& source,
                                  const TargetSet& targets, const std::string& where) {
  Primitive out;
  out.mode = static_cast<PrimitiveMode>(source.mode);
  out.material = source.material < 0 ? kNoIndex : static_cast<Index>(source.material);
  auto builder = begin_targets(context, targets, 0, where);
  if (!builder) return builder.error();
  out.morph_targets = std::move(*builder).build();
  return out;
}

/// The primitive, or an empty one where its numbers are not finite.
Result<Primitive> import_or_skip(const ImportContext& context, Index mesh, Index index,
                                 const TargetSet& targets) {
  auto primitive = import_primitive(context, mesh, index, targets);
  if (primitive || primitive.error().rule != "ACCESSOR_INVALID_FLOAT") return primitive;
  Error error = std::move(primitive).error();
  const std::string where = pointer("/meshes/", mesh, "/primitives/", index);
  error.message += "; " + where + " is not drawn";
  context.warnings.add_skipped(std::move(error));
  return empty_primitive(context, context.model().meshes[mesh].primitives[index], targets, where);
}

/// Of all primitives and their targets.
std::uint64_t count_attributes(const tinygltf::Model& model) {
  std::uint64_t count = 0;
  for (const tinygltf::Mesh& mesh : model.meshes) {
    for (const tinygltf::Primitive& primitive : mesh.primitives) {
      count += primitive.attributes.size();
      for (const auto& target : primitive.targets) count += target.size();
    }
  }
  return count;
}

}  // namespace

Result<void> check_attribute(const ImportContext& context, const AttributeSource& source,
                             std::uint64_t vertices) {
  const auto& accessors = context.document.accessors;
  if (static_cast<std::size_t>(source.accessor) >= accessors.size()) {
    return unresolved(source.where, "accessor", source.accessor, accessors.size());
  }
  const AccessorShape shape = shape_of(context.document, source.accessor);
  if (!has_usable_width(source.attribute, source.use, shape)) {
    return Error{ErrorCode::invalid_value, source.where,
                 "elements of " + counted(shape.components(), "component") +
                     ", which this attribute cannot have",
                 kInvalidFormat};
  }
  if (shape.count != vertices) {
    const bool base = source.use == AttributeUse::base;
    return Error{ErrorCode::count_mismatch, source.where,
                 "accessor " + std::to_string(source.accessor) + " has " +
                     counted(shape.count, "element") + ", expected " + std::to_string(vertices) +
                     (base ? " (as POSITION)" : " (one per base vertex)"),
                 base ? "MESH_PRIMITIVE_UNEQUAL_ACCESSOR_COUNT"
                      : "MESH_PRIMITIVE_MORPH_TARGET_INVALID_ATTRIBUTE_COUNT"};
  }
  judge_storage(context, source, shape);
  return {};
}

Result<void> take_decoded(const ImportContext& context, const AttributeSource& source,
                          std::uint64_t elements) {
  return context.budget.decoded.take(elements * 4 * component_count(source.attribute), source.where,
                                     "decoded accessors");
}

Result<std::vector<Mesh>> import_meshes(const ImportContext& context) {
  context.watch.enter(ImportPhase::meshes, count_attributes(context.model()));
  std::vector<Mesh> meshes;
  for (Index m = 0; m < context.model().meshes.size(); ++m) {
    const tinygltf::Mesh& source = context.model().meshes[m];
    Mesh mesh;
    mesh.name = kept_name(source.name, context.limits);
    const TargetSet targets = import_target_set(context, m);
    for (Index p = 0; p < source.primitives.size(); ++p) {
      auto primitive = import_or_skip(context, m, p, targets);
      if (!primitive) return primitive.error();
      mesh.primitives.push_back(std::move(*primitive));
    }
    normalize_joint_weights(context, m, mesh);
    meshes.push_back(std::move(mesh));
  }
  return meshes;
}

}  // namespace morph::gltf::detail
