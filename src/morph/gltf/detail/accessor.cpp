// SPDX-License-Identifier: MIT
#include "morph/gltf/detail/accessor.h"

#include <algorithm>
#include <cassert>
#include <cmath>
#include <cstring>
#include <optional>
#include <type_traits>

namespace morph::gltf::detail {
namespace {

/// Elements that stand `stride` bytes apart.
struct Elements {
  const std::byte* first = nullptr;
  std::uint64_t stride = 0;
};

template <class T>
float to_float(T value, bool normalized) {
  if constexpr (std::is_same_v<T, float>) {
    return value;
  } else {
    const auto number = static_cast<float>(value);
    if (!normalized) return number;
    const float unit = number / static_cast<float>(std::numeric_limits<T>::max());
    return std::is_signed_v<T> ? std::max(unit, -1.0f) : unit;
  }
}

/// Copies components; memcpy, because a file may be misaligned.
template <class T>
void gather(Elements from, const AccessorShape& shape, std::uint64_t count, float* out) {
  for (std::uint64_t e = 0; e < count; ++e) {
    const std::byte* column = from.first + e * from.stride;
    for (std::uint32_t c = 0; c < shape.columns; ++c, column += shape.column_bytes) {
      for (std::uint32_t r = 0; r < shape.rows; ++r) {
        T value;
        std::memcpy(&value, column + r * sizeof(T), sizeof(T));
        *out++ = to_float(value, shape.normalized);
      }
    }
  }
}

void gather_floats(Elements from, const AccessorShape& shape, std::uint64_t count, float* out) {
  switch (shape.component) {
    case ComponentType::signed_byte:
      return gather<std::int8_t>(from, shape, count, out);
    case ComponentType::unsigned_byte:
      return gather<std::uint8_t>(from, shape, count, out);
    case ComponentType::signed_short:
      return gather<std::int16_t>(from, shape, count, out);
    case ComponentType::unsigned_short:
      return gather<std::uint16_t>(from, shape, count, out);
    case ComponentType::unsigned_int:
      return gather<std::uint32_t>(from, shape, count, out);
    case ComponentType::float_32:
      return gather<float>(from, shape, count, out);
  }
}

std::uint32_t load_unsigned(const std::byte* at, ComponentType type) {
  if (type == ComponentType::unsigned_byte) return std::to_integer<std::uint32_t>(*at);
  if (type == ComponentType::unsigned_short) {
    std::uint16_t value;
    std::memcpy(&value, at, sizeof(value));
    return value;
  }
  std::uint32_t value;
  std::memcpy(&value, at, sizeof(value));
  return value;
}

std::uint32_t bytes_of(ComponentType type) {
  if (type == ComponentType::signed_byte || type == ComponentType::unsigned_byte) return 1;
  if (type == ComponentType::signed_short || type == ComponentType::unsigned_short) return 2;
  return 4;
}

/// Where the elements are, before substitution; nowhere if they are zeros.
Elements base_elements(const ImportContext& context, int index, const AccessorShape& shape) {
  if (context.decoded != nullptr) {
    const auto found = context.decoded->elements.find(index);
    if (found != context.decoded->elements.end())
      return {found->second.data(), shape.element_bytes};
  }
  const tinygltf::Accessor& accessor = context.model().accessors[static_cast<std::size_t>(index)];
  if (accessor.bufferView < 0) return {};
  const auto view = static_cast<std::size_t>(accessor.bufferView);
  const std::uint64_t stride = context.model().bufferViews[view].byteStride;
  return {context.document.view_bytes(accessor.bufferView).data() + accessor.byteOffset,
          stride != 0 ? stride : shape.element_bytes};
}

/// Says that the elements have been read.
void release(const ImportContext& context, int index, Elements elements, std::uint64_t count) {
  if (context.decoded != nullptr && context.decoded->elements.contains(index)) return;
  const int view = context.model().accessors[static_cast<std::size_t>(index)].bufferView;
  context.document.release(view, {elements.first, count * elements.stride});
}

/// Calls replace(element, value) for each substitution of a sparse accessor (§3.6.2.3).
template <class Replace>
void for_each_sparse(const Document& document, const tinygltf::Accessor& accessor,
                     const AccessorShape& shape, Replace&& replace) {
  if (!accessor.sparse.isSparse) return;
  const auto& sparse = accessor.sparse;
  const auto type = static_cast<ComponentType>(sparse.indices.componentType);
  const std::byte* index =
      document.view_bytes(sparse.indices.bufferView).data() + sparse.indices.byteOffset;
  const std::byte* value =
      document.view_bytes(sparse.values.bufferView).data() + sparse.values.byteOffset;
  for (int i = 0; i < sparse.count; ++i) {
    replace(load_unsigned(index, type), value);
    index += bytes_of(type);
    value += shape.element_bytes;
  }
  const auto count = static_cast<std::size_t>(sparse.count);
  document.release(sparse.indices.bufferView, {index - count * bytes_of(type), index});
  document.release(sparse.values.bufferView, {value - count * shape.element_bytes, value});
}

std::optional<std::size_t> find_not_finite(std::span<const float> values) {
  const auto bad = std::ranges::find_if_not(values, [](float f) { return std::isfinite(f); });
  if (bad == values.end()) return std::nullopt;
  return static_cast<std::size_t>(bad - values.begin());
}

Error not_finite(int accessor, std::size_t element, float value) {
  return {ErrorCode::invalid_value, pointer("/accessors/", accessor),
          "element " + std::to_string(element) + " is " + (std::isnan(value) ? "NaN" : "infinite") +
              ", expected finite numbers",
          "ACCESSOR_INVALID_FLOAT"};
}

/// Reads an accessor as one of this shape.
Result<void> read_as(const ImportContext& context, int index, const AccessorShape& shape,
                     std::span<float> out) {
  const Document& document = context.document;
  const tinygltf::Accessor& accessor = document.model.accessors[static_cast<std::size_t>(index)];
  const std::uint32_t components = shape.components();
  assert(out.size() == shape.count * components);
  const Elements from = base_elements(context, index, shape);
  if (from.first != nullptr) {
    gather_floats(from, shape, shape.count, out.data());
    release(context, index, from, shape.count);
  } else {
    std::ranges::fill(out, 0.0f);
  }
  for_each_sparse(document, accessor, shape, [&](std::uint32_t element, const std::byte* value) {
    gather_floats({value, 0}, shape, 1, out.data() + std::size_t{element} * components);
  });
  if (shape.component != ComponentType::float_32) return {};
  const std::optional<std::size_t> bad = find_not_finite(out);
  if (!bad) return {};
  return not_finite(index, *bad / components, out[*bad]);
}

Result<SparseElements> read_sparse_as(const ImportContext& context, int index,
                                      const AccessorShape& shape) {
  assert(is_zeros_but_sparse(context, index));
  const Document& document = context.document;
  const auto count = static_cast<std::size_t>(sparse_count(document.model, index));
  const std::size_t components = shape.components();
  SparseElements out;
  out.indices.reserve(count);
  out.values.resize(count * components);
  for_each_sparse(document, document.model.accessors[static_cast<std::size_t>(index)], shape,
                  [&](std::uint32_t element, const std::byte* value) {
                    float* const to = out.values.data() + out.indices.size() * components;
                    gather_floats({value, 0}, shape, 1, to);
                    out.indices.push_back(element);
                  });
  const std::optional<std::size_t> bad = find_not_finite(out.values);
  if (!bad) return out;
  return not_finite(index, out.indices[*bad / components], out.values[*bad]);
}

}  // namespace

AccessorShape shape_of(const tinygltf::Model& model, int index) {
  const tinygltf::Accessor& accessor = model.accessors[static_cast<std::size_t>(index)];
  AccessorShape shape;
  shape.component = static_cast<ComponentType>(accessor.componentType);
  shape.component_bytes = bytes_of(shape.component);
  const bool whole = shape.component_bytes == 4;  // unsigned int and float are never normalised
  shape.normalized = accessor.normalized && !whole;
  shape.count = accessor.count;
  switch (accessor.type) {
    case TINYGLTF_TYPE_SCALAR:
      break;
    case TINYGLTF_TYPE_VEC2:
    case TINYGLTF_TYPE_VEC3:
    case TINYGLTF_TYPE_VEC4:
      shape.rows = static_cast<std::uint32_t>(accessor.type - TINYGLTF_TYPE_VEC2 + 2);
      break;
    default:
      shape.rows = shape.columns =
          static_cast<std::uint32_t>(accessor.type - TINYGLTF_TYPE_MAT2 + 2);
      break;
  }
  const std::uint32_t packed = shape.rows * shape.component_bytes;
  shape.column_bytes = shape.columns == 1 ? packed : (packed + 3) / 4 * 4;
  shape.element_bytes = std::uint64_t{shape.column_bytes} * shape.columns;
  return shape;
}

std::string describe(const AccessorShape& shape) {
  return (shape.normalized ? "normalized " : "") + std::string("component type ") +
         std::to_string(static_cast<int>(shape.component));
}

Result<void> read_floats(const ImportContext& context, int accessor, std::span<float> out) {
  return read_as(context, accessor, shape_of(context.model(), accessor), out);
}

Result<void> read_stored(const ImportContext& context, int accessor, std::span<float> out) {
  AccessorShape shape = shape_of(context.model(), accessor);
  shape.normalized = false;
  return read_as(context, accessor, shape, out);
}

bool is_zeros_but_sparse(const ImportContext& context, int index) {
  return base_elements(context, index, shape_of(context.model(), index)).first == nullptr;
}

std::uint64_t sparse_count(const tinygltf::Model& model, int index) {
  const tinygltf::Accessor& accessor = model.accessors[static_cast<std::size_t>(index)];
  return accessor.sparse.isSparse ? static_cast<std::uint64_t>(accessor.sparse.count) : 0;
}

Result<SparseElements> read_sparse_floats(const ImportContext& context, int accessor) {
  return read_sparse_as(context, accessor, shape_of(context.model(), accessor));
}

Result<SparseElements> read_sparse_stored(const ImportContext& context, int accessor) {
  AccessorShape shape = shape_of(context.model(), accessor);
  shape.normalized = false;
  return read_sparse_as(context, accessor, shape);
}

void read_integers(const ImportContext& context, int index, std::span<std::uint32_t> out) {
  const Document& document = context.document;
  const tinygltf::Accessor& accessor = document.model.accessors[static_cast<std::size_t>(index)];
  const AccessorShape shape = shape_of(document.model, index);
  assert(out.size() == shape.count && shape.components() == 1);
  const Elements from = base_elements(context, index, shape);
  if (from.first != nullptr) {
    for (std::uint64_t e = 0; e < shape.count; ++e) {
      out[e] = load_unsigned(from.first + e * from.stride, shape.component);
    }
  } else {
    std::ranges::fill(out, 0u);
  }
  for_each_sparse(document, accessor, shape, [&](std::uint32_t element, const std::byte* value) {
    out[element] = load_unsigned(value, shape.component);
  });
}

}  // namespace morph::gltf::detail
