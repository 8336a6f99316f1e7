// SPDX-License-Identifier: MIT
#include "morph/gltf/detail/import_draco.h"

#include <utility>

#include "morph/gltf/detail/buffer_view.h"
#include "morph/gltf/detail/codecs.h"
#include "morph/gltf/detail/extensions.h"

namespace morph::gltf::detail {
namespace {

constexpr std::string_view kExtension = "KHR_draco_mesh_compression";

/// The attributes that a stream is asked for, and the accessors that they stand for.
struct Wanted {
  std::vector<DracoAttribute> attributes;
  std::vector<int> accessors;
};

/// Whether every accessor that the stream stands for has data of its own.
bool has_fallback(const Document& document, const tinygltf::Primitive& primitive,
                  const CompressedPrimitive& compressed) {
  const auto has_data = [&](int accessor) {
    const auto index = static_cast<std::size_t>(accessor);
    return index < document.accessors.size() && document.accessors[index].view >= 0;
  };
  for (const auto& [name, id] : compressed.attributes) {
    const auto found = primitive.attributes.find(name);
    if (found != primitive.attributes.end() && !has_data(found->second)) return false;
  }
  return primitive.indices < 0 || has_data(primitive.indices);
}

Result<Wanted> find_wanted(const ImportContext& context, const tinygltf::Primitive& primitive,
                           const CompressedPrimitive& compressed, const std::string& where) {
  const auto& accessors = context.document.accessors;
  Wanted wanted;
  for (const auto& [name, id] : compressed.attributes) {
    const auto found = primitive.attributes.find(name);
    if (found == primitive.attributes.end()) {
      context.warnings.add({ErrorCode::invalid_value,
                            where + "/attributes/" + name,
                            "is ignored: the primitive has no such attribute",
                            {}});
      continue;
    }
    if (static_cast<std::size_t>(found->second) >= accessors.size()) {
      return unresolved(where + "/attributes/" + name, "accessor", found->second, accessors.size());
    }
    wanted.attributes.push_back({id, shape_of(context.document, found->second)});
    wanted.accessors.push_back(found->second);
  }
  return wanted;
}

/// One number of vertices for all, and memory for them.
Result<void> admit(const ImportContext& context, const Wanted& wanted, const std::string& where) {
  if (wanted.attributes.empty()) {
    return Error{ErrorCode::invalid_value, where + "/attributes", "names no attribute", {}};
  }
  const std::uint64_t vertices = wanted.attributes.front().shape.count;
  if (vertices == 0 || vertices > context.limits.vertices) {
    return Error{vertices == 0 ? ErrorCode::invalid_value : ErrorCode::limit_exceeded,
                 where,
                 counted(vertices, "vertex", "vertices") + ", expected 1 to " +
                     std::to_string(context.limits.vertices),
                 {}};
  }
  std::uint64_t bytes = 0;
  for (const DracoAttribute& attribute : wanted.attributes) {
    if (attribute.shape.count != vertices) {
      return Error{ErrorCode::count_mismatch, where + "/attributes",
                   "accessors of " + std::to_string(vertices) + " and of " +
                       counted(attribute.shape.count, "element"),
                   "MESH_PRIMITIVE_UNEQUAL_ACCESSOR_COUNT"};
    }
    bytes += vertices * attribute.shape.element_bytes;
  }
  return context.budget.decoded.take(bytes, where, "compressed attributes");
}

/// The number of indices is told by the stream; in strips it has no meaning.
void compare_indices(const ImportContext& context, const tinygltf::Primitive& primitive,
                     std::size_t found, const std::string& where) {
  const auto& accessors = context.document.accessors;
  const auto accessor = static_cast<std::size_t>(primitive.indices);
  if (primitive.mode != TINYGLTF_MODE_TRIANGLES || accessor >= accessors.size()) return;
  if (accessors[accessor].count == found) return;
  context.warnings.add({ErrorCode::count_mismatch,
                        where,
                        "has " + std::to_string(found) + " indices, but accessor " +
                            std::to_string(accessor) + " says " +
                            std::to_string(accessors[accessor].count),
                        {}});
}

}  // namespace

Result<DecodedPrimitive> decode_primitive(const ImportContext& context, Index mesh, Index index) {
  const CompressedPrimitive* const compressed = context.document.compressed_primitive(mesh, index);
  if (compressed == nullptr) return DecodedPrimitive{};
  const tinygltf::Primitive& primitive = context.model().meshes[mesh].primitives[index];
  const std::string owner = pointer("/meshes/", mesh, "/primitives/", index);
  const std::string where = owner + pointer("/extensions/", kExtension);
  if (!kHasCodecs) {
    if (has_fallback(context.document, primitive, *compressed)) return DecodedPrimitive{};
    return Error{ErrorCode::unsupported, where, lacks(kExtension), "UNSUPPORTED_EXTENSION"};
  }
  if (primitive.mode != TINYGLTF_MODE_TRIANGLES && primitive.mode != TINYGLTF_MODE_TRIANGLE_STRIP) {
    return Error{
        ErrorCode::invalid_value,
        owner + "/mode",
        std::to_string(primitive.mode) + ", expected 4 or 5 with " + std::string(kExtension),
        {}};
  }
  auto stream = find_view(context.document, compressed->view, where + "/bufferView");
  if (!stream) return stream.error();
  auto wanted = find_wanted(context, primitive, *compressed, where);
  if (!wanted) return wanted.error();
  if (auto admitted = admit(context, *wanted, where); !admitted) return admitted.error();
  auto decoded = decode_draco(*stream, wanted->attributes, context.budget.decoded.left());
  if (!decoded) {
    Error error = std::move(decoded).error();
    error.where = where;
    return error;
  }
  compare_indices(context, primitive, decoded->indices.size(), where);
  DecodedPrimitive out;
  for (std::size_t a = 0; a < wanted->accessors.size(); ++a) {
    out.elements[wanted->accessors[a]] = std::move(decoded->attributes[a]);
  }
  out.indices = std::move(decoded->indices);
  return out;
}

}  // namespace morph::gltf::detail
