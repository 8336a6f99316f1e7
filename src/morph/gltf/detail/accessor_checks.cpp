// SPDX-License-Identifier: MIT
#include "morph/gltf/detail/accessor.h"
#include "morph/gltf/detail/buffer_view.h"

namespace morph::gltf::detail {
namespace {

constexpr std::uint64_t kMostStride = 252;

bool is_component_type(int number) { return number >= 5120 && number <= 5126 && number != 5124; }

bool is_sparse_index_type(int number) { return number == 5121 || number == 5123 || number == 5125; }

Error not_in_list(std::string where, int found, std::string_view expected) {
  return {ErrorCode::invalid_value, std::move(where),
          std::to_string(found) + ", expected " + std::string(expected), "VALUE_NOT_IN_LIST"};
}

/// That a view exists and has data, and that `bytes` at `offset` lie in it.
Result<void> check_in_view(const Document& document, int view_index, std::uint64_t offset,
                           std::uint64_t bytes, const std::string& where) {
  auto view = find_view(document, view_index, where + "/bufferView");
  if (!view) return view.error();
  if (!inside(offset, bytes, view->size())) {
    return Error{ErrorCode::out_of_range, where,
                 "bytes " + std::to_string(offset) + " + " + std::to_string(bytes) +
                     " reach beyond buffer view " + std::to_string(view_index) + " of " +
                     std::to_string(view->size()),
                 "ACCESSOR_TOO_LONG"};
  }
  return {};
}

Result<void> check_base(const ImportContext& context, const AccessorSource& accessor,
                        const AccessorShape& shape, const std::string& where) {
  const auto& views = context.document.views;
  if (static_cast<std::size_t>(accessor.view) >= views.size()) {
    return unresolved(where + "/bufferView", "buffer view", accessor.view, views.size());
  }
  const ViewSource& view = views[static_cast<std::size_t>(accessor.view)];
  const std::uint64_t stride = view.byte_stride != 0 ? view.byte_stride : shape.element_bytes;
  if (stride < shape.element_bytes) {
    return Error{ErrorCode::out_of_range, where,
                 "elements of " + std::to_string(shape.element_bytes) + " bytes, stride " +
                     std::to_string(stride),
                 "ACCESSOR_SMALL_BYTESTRIDE"};
  }
  if (stride > kMostStride && view.byte_stride != 0) {
    context.warnings.add_once(
        {ErrorCode::invalid_value, pointer("/bufferViews/", accessor.view, "/byteStride"),
         std::to_string(stride) + ", expected at most 252", "VALUE_NOT_IN_RANGE"});
  }
  // count ≤ decoded_bytes / 4 and stride ≤ 2⁵³ could overflow together, so divide first.
  const std::uint64_t last = shape.count == 0 ? 0 : shape.count - 1;
  const bool overflow = last != 0 && stride > (std::uint64_t{1} << 62) / last;
  const std::uint64_t bytes = overflow           ? ~std::uint64_t{0}
                              : shape.count == 0 ? 0
                                                 : last * stride + shape.element_bytes;
  if (auto fits =
          check_in_view(context.document, accessor.view, accessor.byte_offset, bytes, where);
      !fits) {
    return fits;
  }
  if ((view.byte_offset + accessor.byte_offset) % shape.component_bytes != 0 ||
      stride % shape.component_bytes != 0) {
    context.warnings.add(
        {ErrorCode::invalid_value, where,
         "is not aligned to " + std::to_string(shape.component_bytes) + " bytes; read all the same",
         "ACCESSOR_TOTAL_OFFSET_ALIGNMENT"});
  }
  return {};
}

Result<void> check_sparse_order(const ImportContext& context, int index,
                                const AccessorSource& accessor, const std::string& where) {
  const std::span<const std::uint32_t> indices = sparse_indices(context, index);
  std::uint32_t falls = 0;
  for (std::size_t i = 1; i < indices.size(); ++i) falls |= indices[i - 1] >= indices[i] ? 1 : 0;
  if (falls == 0 && indices.back() < accessor.count) return {};
  std::int64_t before = -1;
  for (std::size_t i = 0; i < indices.size(); ++i) {
    const auto found = [&] { return pointer("sparse index ", indices[i], " at ", i); };
    if (indices[i] >= accessor.count) {
      return Error{ErrorCode::out_of_range, where + "/sparse/indices",
                   found() + ", expected below " + std::to_string(accessor.count) + " (the count)",
                   "ACCESSOR_SPARSE_INDEX_OOB"};
    }
    if (indices[i] <= before) {
      return Error{ErrorCode::invalid_value, where + "/sparse/indices",
                   found() + ", expected more than " + std::to_string(before) + " before it",
                   "ACCESSOR_SPARSE_INDICES_NON_INCREASING"};
    }
    before = indices[i];
  }
  return {};
}

Result<void> check_sparse(const ImportContext& context, int index, const AccessorShape& shape,
                          const std::string& where) {
  const AccessorSource& accessor = context.document.accessors[static_cast<std::size_t>(index)];
  const Document& document = context.document;
  const SparseSource& sparse = *accessor.sparse;
  const std::string at = where + "/sparse";
  if (sparse.count < 1 || static_cast<std::uint64_t>(sparse.count) > shape.count) {
    return Error{ErrorCode::out_of_range, at + "/count",
                 std::to_string(sparse.count) + ", expected 1 to " + std::to_string(shape.count),
                 "ACCESSOR_SPARSE_COUNT_OUT_OF_RANGE"};
  }
  if (!is_sparse_index_type(sparse.indices.component_type)) {
    return not_in_list(at + "/indices/componentType", sparse.indices.component_type,
                       "5121, 5123 or 5125");
  }
  const auto count = static_cast<std::uint64_t>(sparse.count);
  const std::uint64_t index_bytes = sparse.indices.component_type == 5121   ? 1
                                    : sparse.indices.component_type == 5123 ? 2
                                                                            : 4;
  if (auto fits = check_in_view(document, sparse.indices.view,
                                static_cast<std::uint64_t>(sparse.indices.byte_offset),
                                count * index_bytes, at + "/indices");
      !fits) {
    return fits;
  }
  if (auto fits = check_in_view(document, sparse.values.view,
                                static_cast<std::uint64_t>(sparse.values.byte_offset),
                                count * shape.element_bytes, at + "/values");
      !fits) {
    return fits;
  }
  if (auto taken = context.budget.looked_at.take(count * sizeof(std::uint32_t), at + "/indices",
                                                 "sparse indices, each as often as it is used");
      !taken) {
    return taken;
  }
  return check_sparse_order(context, index, accessor, where);
}

Result<void> check_accessor(const ImportContext& context, std::size_t index) {
  const AccessorSource& accessor = context.document.accessors[index];
  const std::string where = pointer("/accessors/", index);
  if (!is_component_type(accessor.component_type)) {
    return not_in_list(where + "/componentType", accessor.component_type,
                       "5120 to 5123, 5125 or 5126");
  }
  const AccessorShape shape = shape_of(context.document, static_cast<int>(index));
  const std::uint64_t most = context.limits.decoded_bytes / (4 * shape.components());
  if (shape.count > most) {
    return Error{ErrorCode::limit_exceeded,
                 where,
                 readable_bytes(shape.count * 4 * shape.components()) + " needed for " +
                     counted(shape.count, "element") + ", limit " +
                     readable_bytes(context.limits.decoded_bytes),
                 {}};
  }
  if (shape.count == 0) {
    context.warnings.add({ErrorCode::invalid_value, where + "/count", "0, expected at least 1",
                          "VALUE_NOT_IN_RANGE"});
  }
  if (accessor.normalized && shape.component_bytes == 4) {
    context.warnings.add({ErrorCode::invalid_value, where + "/normalized",
                          "has no meaning for component type " +
                              std::to_string(accessor.component_type) + "; ignored",
                          "ACCESSOR_NORMALIZED_INVALID"});
  }
  if (accessor.view >= 0) {
    if (auto sound = check_base(context, accessor, shape, where); !sound) return sound;
  }
  if (!accessor.sparse) return {};
  return check_sparse(context, static_cast<int>(index), shape, where);
}

}  // namespace

Result<void> check_accessors(const ImportContext& context) {
  context.watch.enter(ImportPhase::accessors, context.document.accessors.size());
  for (std::size_t a = 0; a < context.document.accessors.size(); ++a) {
    context.watch.step();
    if (auto sound = check_accessor(context, a); !sound) return sound;
  }
  return {};
}

}  // namespace morph::gltf::detail
