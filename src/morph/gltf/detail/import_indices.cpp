// SPDX-License-Identifier: MIT
#include "morph/gltf/detail/import_indices.h"

#include <algorithm>
#include <limits>

#include "morph/gltf/detail/accessor.h"

namespace morph::gltf::detail {
namespace {

void clear_vertices(Primitive& primitive) {
  primitive.positions.clear();
  primitive.normals.clear();
  primitive.tangents.clear();
  primitive.texcoords.clear();
  primitive.colors.clear();
  primitive.joint_sets.clear();
}

/// Those of a compressed primitive: triangles, whatever its mode.
Result<void> take_decoded_indices(const ImportContext& context, const std::string& where,
                                  Primitive& out) {
  const std::vector<std::uint32_t>& indices = *context.decoded->indices;
  if (auto taken = context.budget.decoded.take(indices.size() * 4, where, "decoded indices");
      !taken) {
    return taken;
  }
  out.mode = PrimitiveMode::triangles;
  out.indices = indices;
  if (out.indices.empty()) clear_vertices(out);  // empty means "unindexed"; this draws nothing
  return {};
}

}  // namespace

Result<void> read_indices(const ImportContext& context, const tinygltf::Primitive& primitive,
                          const std::string& where, Primitive& out) {
  if (context.decoded->indices) return take_decoded_indices(context, where, out);
  if (primitive.indices < 0) return {};
  const Document& document = context.document;
  const std::string place = where + "/indices";
  if (static_cast<std::size_t>(primitive.indices) >= document.accessors.size()) {
    return unresolved(place, "accessor", primitive.indices, document.accessors.size());
  }
  const AccessorShape shape = shape_of(document, primitive.indices);
  const bool integer = shape.component == ComponentType::unsigned_byte ||
                       shape.component == ComponentType::unsigned_short ||
                       shape.component == ComponentType::unsigned_int;
  if (!integer || shape.components() != 1 || shape.normalized) {
    return Error{ErrorCode::invalid_value, place,
                 describe(shape) + " of " + counted(shape.components(), "component") +
                     ", expected an unsigned scalar",
                 "MESH_PRIMITIVE_INDICES_ACCESSOR_INVALID_FORMAT"};
  }
  if (auto taken = context.budget.decoded.take(shape.count * 4, place, "decoded accessors");
      !taken) {
    return taken;
  }
  out.indices.resize(static_cast<std::size_t>(shape.count));
  read_integers(context, primitive.indices, out.indices);
  const std::uint32_t restart =
      std::numeric_limits<std::uint32_t>::max() >> (32 - 8 * shape.component_bytes);
  const auto bad = std::ranges::find(out.indices, restart);
  if (bad != out.indices.end()) {
    return Error{ErrorCode::invalid_value, place,
                 "element " + std::to_string(bad - out.indices.begin()) + " is " +
                     std::to_string(restart) + ", which no index may be",
                 "ACCESSOR_INDEX_PRIMITIVE_RESTART"};
  }
  if (out.indices.empty()) clear_vertices(out);  // empty means "unindexed"; this draws nothing
  return {};
}

}  // namespace morph::gltf::detail
