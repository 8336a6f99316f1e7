// SPDX-License-Identifier: MIT
#include <algorithm>
#include <array>
#include <map>
#include <optional>
#include <set>

#include "morph/gltf/detail/attribute_format.h"
#include "morph/gltf/detail/conformance_parts.h"

namespace morph::gltf::detail {
namespace {

using Attributes = std::map<std::string, int>;

constexpr std::array<std::string_view, 4> kIndexedSemantics = {"TEXCOORD", "COLOR", "JOINTS",
                                                               "WEIGHTS"};

/// A semantic of which there are sets: "TEXCOORD_12" is set 12 of TEXCOORD.
struct IndexedName {
  std::string_view semantic;
  std::string_view set;
};

std::optional<IndexedName> indexed(std::string_view name) {
  const std::size_t line = std::min(name.find('_'), name.size());
  const IndexedName parts{name.substr(0, line), name.substr(std::min(line + 1, name.size()))};
  const bool digits = !parts.set.empty() &&
                      parts.set.find_first_not_of("0123456789") == std::string_view::npos &&
                      (parts.set.size() == 1 || parts.set[0] != '0');
  const bool known =
      std::ranges::find(kIndexedSemantics, parts.semantic) != kIndexedSemantics.end();
  return known && digits ? std::optional(parts) : std::nullopt;
}

bool is_of_application(std::string_view name) { return name.starts_with('_'); }

/// Whether the specification knows the name (§3.7.2.1, §3.7.2.2) or leaves it to an application.
bool is_valid_name(std::string_view name, AttributeUse use) {
  if (is_of_application(name) || name == "POSITION" || name == "NORMAL" || name == "TANGENT") {
    return true;
  }
  const auto parts = indexed(name);
  if (!parts) return false;
  return use == AttributeUse::base || parts->semantic == "TEXCOORD" || parts->semantic == "COLOR";
}

/// The attribute whose formats a name shares; none for joints, and what an application defines.
std::optional<MorphAttribute> kind_of(std::string_view name) {
  if (const auto parts = indexed(name)) {
    if (parts->semantic == "TEXCOORD") return MorphAttribute::texcoord_0;
    if (parts->semantic == "COLOR") return MorphAttribute::color_0;
  }
  return semantic_of(name);
}

class AttributeReport {
 public:
  explicit AttributeReport(const ImportContext& context)
      : context_(context), accessors_(context.document.accessors) {}

  void run(const tinygltf::Primitive& primitive, const std::string& where);

 private:
  void check_target(const Attributes& target, const Attributes& base, const std::string& where);
  void check_target_normals(const tinygltf::Primitive& primitive, const std::string& where);
  void check_sets(const Attributes& base, const std::string& where);
  void check(const std::string& name, int accessor, AttributeUse use, const std::string& where);
  void check_count(int accessor, std::optional<std::uint64_t> expected, const std::string& where,
                   std::string_view rule);
  std::optional<std::uint64_t> count_of(int accessor) const {
    const auto index = static_cast<std::size_t>(accessor);
    return index < accessors_.size() ? std::optional<std::uint64_t>(accessors_[index].count)
                                     : std::nullopt;
  }

  const ImportContext& context_;
  const std::vector<AccessorSource>& accessors_;
};

void AttributeReport::run(const tinygltf::Primitive& primitive, const std::string& where) {
  const Attributes& base = primitive.attributes;
  const std::string at = where + "/attributes";
  check_sets(base, at);
  const auto position = base.find("POSITION");
  const auto first = position != base.end() ? position : base.begin();
  for (const auto& [name, accessor] : base) {
    check(name, accessor, AttributeUse::base, at + "/" + name);
    check_count(accessor, count_of(first->second), at + "/" + name,
                "MESH_PRIMITIVE_UNEQUAL_ACCESSOR_COUNT");
  }
  for (std::size_t t = 0; t < primitive.targets.size(); ++t) {
    check_target(primitive.targets[t], base, where + pointer("/targets/", t));
  }
  check_target_normals(primitive, where + "/targets");
}

/// A surface that moves while its normals stay is legal and looks wrong; said once a primitive.
void AttributeReport::check_target_normals(const tinygltf::Primitive& primitive,
                                           const std::string& where) {
  if (!primitive.attributes.contains("NORMAL")) return;
  const auto count = std::ranges::count_if(primitive.targets, [](const Attributes& target) {
    return target.contains("POSITION") && !target.contains("NORMAL");
  });
  if (count == 0) return;
  add_finding(context_, where,
              pointer(count, " of ", counted(primitive.targets.size(), "target"),
                      " displace POSITION without NORMAL: the surface keeps the normals of the "
                      "base, unless these are recomputed"),
              "MORPH_TARGET_WITHOUT_NORMALS");
}

void AttributeReport::check_target(const Attributes& target, const Attributes& base,
                                   const std::string& where) {
  for (const auto& [name, accessor] : target) {
    const std::string at = where + "/" + name;
    check(name, accessor, AttributeUse::delta, at);
    const auto same = base.find(name);
    if (same == base.end()) {
      add_finding(context_, at, "the base has no such attribute",
                  "MESH_PRIMITIVE_MORPH_TARGET_NO_BASE_ACCESSOR");
      continue;
    }
    check_count(accessor, count_of(same->second), at,
                "MESH_PRIMITIVE_MORPH_TARGET_INVALID_ATTRIBUTE_COUNT");
  }
}

/// Sets of a semantic are numbered from 0 without a gap.
void AttributeReport::check_sets(const Attributes& base, const std::string& where) {
  for (const std::string_view semantic : kIndexedSemantics) {
    std::set<std::string_view> sets;
    for (const auto& [name, accessor] : base) {
      const auto parts = indexed(name);
      if (parts && parts->semantic == semantic) sets.insert(parts->set);
    }
    for (std::size_t n = 0; n < sets.size(); ++n) {
      if (sets.contains(std::to_string(n))) continue;
      add_finding(context_, where,
                  pointer("has ", sets.size(), " sets of ", semantic, ", but not set ", n),
                  "MESH_PRIMITIVE_INDEXED_SEMANTIC_CONTINUITY");
      break;
    }
  }
}

void AttributeReport::check(const std::string& name, int accessor, AttributeUse use,
                            const std::string& where) {
  if (!is_valid_name(name, use)) {
    add_finding(context_, where, "is no attribute of glTF, and does not begin with an underscore",
                "MESH_PRIMITIVE_INVALID_ATTRIBUTE");
  }
  if (!count_of(accessor)) {
    context_.warnings.add_once(unresolved(where, "accessor", accessor, accessors_.size()));
    return;
  }
  const AccessorShape shape = shape_of(context_.document, accessor);
  if (is_of_application(name) && shape.component == ComponentType::unsigned_int) {
    add_finding(context_, where, "32-bit integers, which no attribute may have",
                "MESH_PRIMITIVE_ATTRIBUTES_ACCESSOR_UNSIGNED_INT");
  }
  const auto kind = kind_of(name);
  if (!kind) return;
  if (has_usable_width(*kind, use, shape) &&
      is_allowed_format(*kind, use, shape, context_.document.quantization)) {
    return;
  }
  add_finding(
      context_, where,
      describe(shape) + " of " + counted(shape.components(), "component") + " is not allowed here",
      "MESH_PRIMITIVE_ATTRIBUTES_ACCESSOR_INVALID_FORMAT");
}

void AttributeReport::check_count(int accessor, std::optional<std::uint64_t> expected,
                                  const std::string& where, std::string_view rule) {
  const auto count = count_of(accessor);
  if (!count || !expected || *count == *expected) return;
  add_finding(
      context_, where,
      pointer("accessor ", accessor, " has ", counted(*count, "element"), ", expected ", *expected),
      rule);
}

}  // namespace

void report_attributes(const ImportContext& context) {
  AttributeReport report(context);
  const auto& meshes = context.model().meshes;
  for (std::size_t m = 0; m < meshes.size(); ++m) {
    for (std::size_t p = 0; p < meshes[m].primitives.size(); ++p) {
      report.run(meshes[m].primitives[p], pointer("/meshes/", m, "/primitives/", p));
    }
  }
}

}  // namespace morph::gltf::detail
