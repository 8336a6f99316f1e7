// SPDX-License-Identifier: MIT
#include "morph/gltf/detail/import_targets.h"

#include <algorithm>
#include <cmath>
#include <map>
#include <utility>

#include "morph/gltf/detail/import_mesh.h"

namespace morph::gltf::detail {
namespace {

constexpr std::size_t kManyTargets = 512;

/// The first primitive with targets, or nullptr: it decides how many there are.
const tinygltf::Primitive* first_with_targets(const tinygltf::Mesh& mesh) {
  const auto found = std::ranges::find_if(
      mesh.primitives, [](const tinygltf::Primitive& p) { return !p.targets.empty(); });
  return found == mesh.primitives.end() ? nullptr : &*found;
}

bool says_anything(const TargetNames& names) {
  return std::ranges::any_of(names.names, [](const std::string& name) { return !name.empty(); });
}

/// targetNames of the mesh's extras, else those of the first primitive that has any.
const TargetNames* find_extras_names(const Document& document, Index mesh) {
  const TargetNames* found = nullptr;
  auto at =
      std::lower_bound(document.target_names.begin(), document.target_names.end(), mesh,
                       [](const TargetNames& names, Index wanted) { return names.mesh < wanted; });
  for (; at != document.target_names.end() && at->mesh == mesh; ++at) {
    const TargetNames& names = *at;
    if (!says_anything(names)) continue;
    if (names.primitive == kNoIndex) return &names;
    if (found == nullptr || names.primitive < found->primitive) found = &names;
  }
  return found;
}

/// The name of a target's POSITION accessor, else of its first accessor that has one.
std::string accessor_name(const ImportContext& context, const std::map<std::string, int>& target) {
  const auto name = [&](int accessor) {
    const auto& accessors = context.document.accessors;
    const auto index = static_cast<std::size_t>(accessor);
    return index < accessors.size() ? kept_name(accessors[index].name, context.limits)
                                    : std::string();
  };
  if (const auto position = target.find("POSITION"); position != target.end()) {
    if (std::string found = name(position->second); !found.empty()) return found;
  }
  for (const auto& [semantic, accessor] : target) {
    if (std::string found = name(accessor); !found.empty()) return found;
  }
  return {};
}

std::vector<std::string> find_names(const ImportContext& context, Index mesh,
                                    const tinygltf::Primitive& first) {
  std::vector<std::string> names;
  if (const TargetNames* found = find_extras_names(context.document, mesh)) {
    names = found->names;
    if (names.size() != first.targets.size()) {
      const std::string owner =
          found->primitive == kNoIndex ? "" : pointer("/primitives/", found->primitive);
      context.warnings.add(
          {ErrorCode::count_mismatch,
           pointer("/meshes/", mesh) + owner + "/extras/targetNames",
           counted(names.size(), "name") + " for " + counted(first.targets.size(), "target"),
           {}});
    }
  } else {
    for (const auto& target : first.targets) {
      names.push_back(accessor_name(context, target));
    }
  }
  names.resize(first.targets.size());
  return names;
}

/// Says, once a primitive, which semantics of its targets are not morphed: COLOR_1 and above,
/// TEXCOORD_8 and above, and those of an application (item 6).
void report_unread_semantics(const ImportContext& context, const tinygltf::Primitive& source,
                             const std::string& where) {
  std::map<std::string_view, std::size_t> targets_with;
  for (const auto& target : source.targets) {
    for (const auto& [name, accessor] : target) {
      if (!semantic_of(name)) ++targets_with[name];
    }
  }
  if (targets_with.empty()) return;
  constexpr std::size_t kMostNamed = 8;
  std::string names;
  std::size_t named = 0;
  for (const auto& [name, targets] : targets_with) {
    if (named++ == kMostNamed) break;
    names += (names.empty() ? "" : ", ") + in_quotes(name) + " of " + counted(targets, "target");
  }
  if (targets_with.size() > kMostNamed) {
    names += " and " + std::to_string(targets_with.size() - kMostNamed) + " more attributes";
  }
  context.warnings.add({ErrorCode::unsupported, where, "not morphed: " + names, "UNUSED_OBJECT"});
}

/// Deltas of another width, brought to that of the attribute: colours without alpha get alpha 0
/// (item 13), the fourth component of a tangent is dropped.
std::vector<float> changed_width(std::span<const float> deltas, std::size_t from, std::size_t to) {
  const std::size_t count = deltas.size() / from;
  std::vector<float> changed(count * to, 0.0f);
  for (std::size_t v = 0; v < count; ++v) {
    std::copy_n(deltas.begin() + static_cast<std::ptrdiff_t>(v * from), std::min(from, to),
                changed.begin() + static_cast<std::ptrdiff_t>(v * to));
  }
  return changed;
}

/// What the builder has refused. It looks for the same things as the accessor's own check, which
/// can tell where in the file they are: so that all deltas are looked through only once.
template <class Deltas>
Result<void> refused(const ImportContext& context, int accessor, const Deltas& deltas,
                     Result<void> by_builder) {
  auto finite = check_finite(context, accessor, deltas);
  return finite ? by_builder : finite;
}

/// A target that is zero but for what `sparse` substitutes costs no more than that: the blocks in
/// which a store keeps it, and an entry of their table for every 512 vertices.
Result<void> read_sparse_deltas(const ImportContext& context, const AttributeSource& source,
                                std::uint32_t target, std::size_t vertices,
                                MorphTargetData::Builder& builder) {
  const SparseElements moved = look_at_sparse_floats(context, source.accessor);
  constexpr std::uint32_t kBlock = 16;
  std::uint64_t blocks = moved.indices.empty() ? 0 : 1;
  for (std::size_t i = 1; i < moved.indices.size(); ++i) {
    if (moved.indices[i - 1] / kBlock != moved.indices[i] / kBlock) ++blocks;
  }
  if (auto taken = take_decoded(context, source, blocks * kBlock + vertices / 512); !taken) {
    return taken;
  }
  const std::size_t width = shape_of(context.document, source.accessor).rows;
  const std::size_t wanted = component_count(source.attribute);
  if (width != wanted) {
    if (auto finite = check_finite(context, source.accessor, moved); !finite) return finite;
    return builder.set_sparse_deltas(target, source.attribute, moved.indices,
                                     changed_width(moved.values, width, wanted));
  }
  auto set = builder.set_sparse_deltas(target, source.attribute, moved.indices, moved.values);
  return set ? set : refused(context, source.accessor, moved, std::move(set));
}

Result<void> read_deltas(const ImportContext& context, const AttributeSource& source,
                         std::uint32_t target, std::size_t vertices,
                         MorphTargetData::Builder& builder) {
  if (auto fits = check_attribute(context, source, vertices); !fits) return fits;
  context.watch.step();
  if (is_zeros_but_sparse(context, source.accessor)) {
    return read_sparse_deltas(context, source, target, vertices, builder);
  }
  if (auto taken = take_decoded(context, source, vertices); !taken) return taken;
  const std::size_t width = shape_of(context.document, source.accessor).rows;
  const std::size_t wanted = component_count(source.attribute);
  const std::span<const float> deltas = look_at_floats(context, source.accessor);
  if (width != wanted) {
    if (auto finite = check_finite(context, source.accessor, deltas); !finite) return finite;
    return builder.set_deltas(target, source.attribute, changed_width(deltas, width, wanted));
  }
  auto set = builder.set_deltas(target, source.attribute, deltas);
  return set ? set : refused(context, source.accessor, deltas, std::move(set));
}

Result<void> import_target(const ImportContext& context,
                           const std::map<std::string, int>& attributes, std::uint32_t target,
                           const std::string& where, const Primitive& base, bool tangents_ignored,
                           MorphTargetData::Builder& builder) {
  for (const auto& [name, accessor] : attributes) {
    const auto attribute = semantic_of(name);
    if (!attribute) continue;
    if (*attribute == MorphAttribute::tangent && tangents_ignored) continue;  // said at the base
    const AttributeSource source{*attribute, AttributeUse::delta, accessor, where + "/" + name};
    if (!base.has(*attribute)) {
      context.warnings.add({ErrorCode::invalid_value, source.where,
                            "is left out: the base has no " + name,
                            "MESH_PRIMITIVE_MORPH_TARGET_NO_BASE_ACCESSOR"});
      continue;
    }
    if (auto read = read_deltas(context, source, target, base.vertex_count(), builder); !read) {
      return read;
    }
  }
  return {};
}

}  // namespace

std::vector<float> fitted_weights(const ImportContext& context, const std::vector<double>& weights,
                                  std::uint32_t count, const std::string& where,
                                  std::string_view rule) {
  if (!weights.empty() && weights.size() != count) {
    context.warnings.add({ErrorCode::count_mismatch, where,
                          "has " + counted(weights.size(), "element") + ", expected " +
                              std::to_string(count) + " (one per morph target)",
                          rule});
  }
  std::vector<float> out(count, 0.0f);
  for (std::size_t i = 0; i < std::min<std::size_t>(count, weights.size()); ++i) {
    out[i] = static_cast<float>(weights[i]);
    if (std::isfinite(out[i])) continue;
    context.warnings.add(
        {ErrorCode::invalid_value, where + pointer("/", i), "is too large; taken as 0", {}});
    out[i] = 0.0f;
  }
  return out;
}

TargetSet import_target_set(const ImportContext& context, Index index) {
  const tinygltf::Mesh& mesh = context.model().meshes[index];
  const tinygltf::Primitive* first = first_with_targets(mesh);
  TargetSet set;
  if (first != nullptr) {
    set.count = static_cast<std::uint32_t>(first->targets.size());
    set.names = find_names(context, index, *first);
  }
  set.weights =
      fitted_weights(context, mesh.weights, set.count, pointer("/meshes/", index, "/weights"),
                     "MESH_INVALID_WEIGHTS_COUNT");
  if (set.count > kManyTargets) {
    context.warnings.add({ErrorCode::limit_exceeded,
                          pointer("/meshes/", index),
                          std::to_string(set.count) +
                              " morph targets, which may be slow; more than " +
                              std::to_string(kManyTargets) + " are seldom meant",
                          {}});
  }
  return set;
}

Result<MorphTargetData::Builder> begin_targets(const ImportContext& context, const TargetSet& set,
                                               std::uint32_t vertices, const std::string& where) {
  constexpr std::uint64_t kBytesPerTarget = 768;  // name, weight, a place in each attribute's store
  if (auto taken = context.budget.decoded.take(set.count * kBytesPerTarget, where, "morph targets");
      !taken) {
    return taken.error();
  }
  MorphTargetData::Builder builder(vertices, set.count);
  builder.set_target_names(set.names);
  if (auto weights = builder.set_default_weights(set.weights); !weights) return weights.error();
  return builder;
}

Result<MorphTargetData> import_targets(const ImportContext& context, Index mesh, Index primitive,
                                       const TargetSet& set, const Primitive& base) {
  const tinygltf::Primitive& source = context.model().meshes[mesh].primitives[primitive];
  const std::string where = pointer("/meshes/", mesh, "/primitives/", primitive, "/targets");
  if (source.targets.size() != set.count) {
    context.warnings.add({ErrorCode::count_mismatch, where,
                          "has " + counted(source.targets.size(), "target") + ", expected " +
                              std::to_string(set.count) + " as the mesh's first morphed primitive",
                          "MESH_PRIMITIVES_UNEQUAL_TARGETS_COUNT"});
  }
  auto builder = begin_targets(context, set, base.vertex_count(), where);
  if (!builder) return builder.error();
  if (base.vertex_count() == 0) return std::move(*builder).build();
  report_unread_semantics(context, source, where);
  const bool tangents_ignored =
      source.attributes.contains("TANGENT") && !source.attributes.contains("NORMAL");
  const auto count = std::min<std::size_t>(source.targets.size(), set.count);
  for (std::uint32_t t = 0; t < count; ++t) {
    if (auto read = import_target(context, source.targets[t], t, where + pointer("/", t), base,
                                  tangents_ignored, *builder);
        !read) {
      return read.error();
    }
  }
  return std::move(*builder).build();
}

}  // namespace morph::gltf::detail
