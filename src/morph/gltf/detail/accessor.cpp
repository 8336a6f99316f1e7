// SPDX-License-Identifier: MIT
#include "morph/gltf/detail/accessor.h"

#include <algorithm>
#include <bit>
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
  const FileBytes* file = nullptr;  // that they lie in; nullptr: in memory
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

/// Whether all bytes are 0.
bool is_zero(std::span<const std::byte> bytes) {
  std::uint64_t bits = 0;
  std::size_t i = 0;
  for (; i + sizeof(bits) <= bytes.size(); i += sizeof(bits)) {
    std::uint64_t word;
    std::memcpy(&word, bytes.data() + i, sizeof(word));
    bits |= word;
  }
  for (; i < bytes.size(); ++i) bits |= std::to_integer<std::uint64_t>(bytes[i]);
  return bits == 0;
}

/// Copies components; memcpy, because a file may be misaligned.
template <class T>
void gather_some(const std::byte* from, std::uint64_t stride, const AccessorShape& shape,
                 std::uint64_t count, float* out) {
  for (std::uint64_t e = 0; e < count; ++e) {
    const std::byte* column = from + e * stride;
    for (std::uint32_t c = 0; c < shape.columns; ++c, column += shape.column_bytes) {
      for (std::uint32_t r = 0; r < shape.rows; ++r) {
        T value;
        std::memcpy(&value, column + r * sizeof(T), sizeof(T));
        *out++ = to_float(value, shape.normalized);
      }
    }
  }
}

/// The same, some elements at once: zeros, of which most displacements are, need no conversion.
template <class T>
void gather(const std::byte* from, std::uint64_t stride, const AccessorShape& shape,
            std::uint64_t count, float* out) {
  constexpr std::uint64_t kAtOnce = 16;
  constexpr std::uint64_t kMostStride = 64;  // beyond it, most bytes are somebody else's
  const std::uint64_t components = shape.components();
  for (std::uint64_t e = 0; e < count; e += kAtOnce) {
    const std::uint64_t some = std::min(kAtOnce, count - e);
    const std::byte* const first = from + e * stride;
    float* const to = out + e * components;
    if (stride <= kMostStride && is_zero({first, (some - 1) * stride + shape.element_bytes})) {
      std::fill_n(to, some * components, 0.0f);
    } else {
      gather_some<T>(first, stride, shape, some, to);
    }
  }
}

void gather_floats(const std::byte* from, std::uint64_t stride, const AccessorShape& shape,
                   std::uint64_t count, float* out) {
  switch (shape.component) {
    case ComponentType::signed_byte:
      return gather<std::int8_t>(from, stride, shape, count, out);
    case ComponentType::unsigned_byte:
      return gather<std::uint8_t>(from, stride, shape, count, out);
    case ComponentType::signed_short:
      return gather<std::int16_t>(from, stride, shape, count, out);
    case ComponentType::unsigned_short:
      return gather<std::uint16_t>(from, stride, shape, count, out);
    case ComponentType::unsigned_int:
      return gather<std::uint32_t>(from, stride, shape, count, out);
    case ComponentType::float_32:
      return gather<float>(from, stride, shape, count, out);
  }
}

template <class T>
void widen(const std::byte* from, std::uint64_t stride, std::uint64_t count, std::uint32_t* out) {
  for (std::uint64_t e = 0; e < count; ++e) {
    T value;
    std::memcpy(&value, from + e * stride, sizeof(T));
    out[e] = value;
  }
}

template <class T>
void widen_integers(const std::byte* from, std::uint64_t stride, std::uint64_t count,
                    std::uint32_t* out) {
  if (stride == sizeof(T)) return widen<T>(from, sizeof(T), count, out);  // which becomes vectors
  widen<T>(from, stride, count, out);
}

void read_unsigned(const std::byte* from, std::uint64_t stride, ComponentType type,
                   std::uint64_t count, std::uint32_t* out) {
  if (type == ComponentType::unsigned_byte) {
    widen_integers<std::uint8_t>(from, stride, count, out);
  } else if (type == ComponentType::unsigned_short) {
    widen_integers<std::uint16_t>(from, stride, count, out);
  } else {
    widen_integers<std::uint32_t>(from, stride, count, out);
  }
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
      return {found->second.data(), shape.element_bytes, nullptr};
  }
  const AccessorSource& accessor = context.document.accessors[static_cast<std::size_t>(index)];
  if (accessor.view < 0) return {};
  const auto view = static_cast<std::size_t>(accessor.view);
  const std::uint64_t stride = context.document.views[view].byte_stride;
  return {context.document.view_bytes(accessor.view).data() + accessor.byte_offset,
          stride != 0 ? stride : shape.element_bytes, context.document.file_of(accessor.view)};
}

Elements packed_elements(const Document& document, int view, int offset, std::uint64_t bytes) {
  return {document.view_bytes(view).data() + offset, bytes, document.file_of(view)};
}

/// Calls take(bytes, first, count) for the elements one piece after the other:
///   bytes  of element `first`; the others of the piece follow in from.stride
template <class Take>
void for_each_piece(const ImportContext& context, const Elements& from, std::uint64_t element_bytes,
                    std::uint64_t count, Take&& take) {
  constexpr std::uint64_t kMultiple = 16;
  std::uint64_t most = std::max<std::uint64_t>(ReadWindow::kBytes / from.stride, 1);
  if (most > kMultiple) most -= most % kMultiple;
  for (std::uint64_t first = 0; first < count; first += most) {
    const std::uint64_t some = std::min(most, count - first);
    const std::span<const std::byte> part(from.first + first * from.stride,
                                          (some - 1) * from.stride + element_bytes);
    take(context.memory.window.look(from.file, part).data(), first, some);
  }
}

/// Whether the bytes of the elements are those of floats one after the other.
bool is_packed_floats(const AccessorShape& shape, const Elements& from) {
  return shape.component == ComponentType::float_32 && from.stride == shape.element_bytes &&
         shape.element_bytes == shape.components() * sizeof(float);
}

void read_elements(const ImportContext& context, const Elements& from, const AccessorShape& shape,
                   std::uint64_t count, float* out) {
  if (is_packed_floats(shape, from)) {
    const std::span<const std::byte> bytes(from.first, count * shape.element_bytes);
    return context.memory.window.copy(from.file, bytes, reinterpret_cast<std::byte*>(out));
  }
  for_each_piece(context, from, shape.element_bytes, count,
                 [&](const std::byte* bytes, std::uint64_t first, std::uint64_t some) {
                   gather_floats(bytes, from.stride, shape, some, out + first * shape.components());
                 });
}

/// The numbers of elements: as they lie, if they are floats already, else in `memory`.
std::span<const float> look_at_floats(const ImportContext& context, const Elements& from,
                                      const AccessorShape& shape, std::uint64_t count,
                                      std::vector<float>& memory) {
  const std::size_t floats = static_cast<std::size_t>(count) * shape.components();
  const std::size_t bytes = floats * sizeof(float);
  const bool in_file = from.file != nullptr && from.file->in_file();
  if (is_packed_floats(shape, from) && (!in_file || bytes <= ReadWindow::kBytes)) {
    const auto lying = context.memory.window.look(from.file, {from.first, bytes});
    if (reinterpret_cast<std::uintptr_t>(lying.data()) % alignof(float) == 0) {
      return {reinterpret_cast<const float*>(lying.data()), floats};
    }
  }
  if (memory.size() < floats) memory.resize(floats);
  read_elements(context, from, shape, count, memory.data());
  return std::span(memory).first(floats);
}

Elements sparse_values(const ImportContext& context, const AccessorSource& accessor,
                       const AccessorShape& shape) {
  const SparseSource::Values& values = accessor.sparse->values;
  return packed_elements(context.document, values.view, values.byte_offset, shape.element_bytes);
}

/// Calls replace(element, value) for each substitution of an accessor.
template <class Replace>
void for_each_sparse(const ImportContext& context, int index, const AccessorShape& shape,
                     Replace&& replace) {
  const AccessorSource& accessor = context.document.accessors[static_cast<std::size_t>(index)];
  if (!accessor.sparse) return;
  const std::span<const std::uint32_t> indices = sparse_indices(context, index);
  const Elements values = sparse_values(context, accessor, shape);
  for_each_piece(context, values, shape.element_bytes, indices.size(),
                 [&](const std::byte* bytes, std::uint64_t first, std::uint64_t some) {
                   for (std::uint64_t i = 0; i < some; ++i) {
                     const std::uint32_t element = indices[first + i];
                     // Looked at before; but a file may have been written to since.
                     if (element < shape.count) replace(element, bytes + i * values.stride);
                   }
                 });
}

/// The first number that is NaN or infinite. By their bits, of which compilers make vectors.
std::optional<std::size_t> find_not_finite(std::span<const float> values) {
  constexpr std::size_t kAtOnce = 1024;
  constexpr std::uint32_t kExponent = 0x7F80'0000;
  constexpr std::uint32_t kLeast = 0x0080'0000;  // carries into the sign from a full exponent
  for (std::size_t first = 0; first < values.size(); first += kAtOnce) {
    const auto some = values.subspan(first, std::min(kAtOnce, values.size() - first));
    std::uint32_t carries = 0;
    for (const float value : some) {
      carries |= (std::bit_cast<std::uint32_t>(value) & kExponent) + kLeast;
    }
    if (carries >> 31 == 0) continue;
    const auto bad = std::ranges::find_if_not(some, [](float f) { return std::isfinite(f); });
    return first + static_cast<std::size_t>(bad - some.begin());
  }
  return std::nullopt;
}

Error not_finite(int accessor, std::size_t element, float value) {
  return {ErrorCode::invalid_value, pointer("/accessors/", accessor),
          "element " + std::to_string(element) + " is " + (std::isnan(value) ? "NaN" : "infinite") +
              ", expected finite numbers",
          "ACCESSOR_INVALID_FLOAT"};
}

AccessorShape stored_shape_of(const Document& document, int accessor) {
  AccessorShape shape = shape_of(document, accessor);
  shape.normalized = false;
  return shape;
}

/// Reads an accessor as one of this shape, unchecked.
void gather_as(const ImportContext& context, int index, const AccessorShape& shape,
               std::span<float> out) {
  const std::uint32_t components = shape.components();
  assert(out.size() == shape.count * components);
  const Elements from = base_elements(context, index, shape);
  if (from.first != nullptr) {
    read_elements(context, from, shape, shape.count, out.data());
  } else {
    std::ranges::fill(out, 0.0f);
  }
  for_each_sparse(context, index, shape, [&](std::uint32_t element, const std::byte* value) {
    gather_floats(value, shape.element_bytes, shape, 1,
                  out.data() + std::size_t{element} * components);
  });
}

Result<void> read_as(const ImportContext& context, int index, const AccessorShape& shape,
                     std::span<float> out) {
  gather_as(context, index, shape, out);
  return check_finite(context, index, out);
}

SparseElements look_at_sparse(const ImportContext& context, int index, const AccessorShape& shape) {
  assert(is_zeros_but_sparse(context, index));
  const AccessorSource& accessor = context.document.accessors[static_cast<std::size_t>(index)];
  if (!accessor.sparse) return {};
  const std::span<const std::uint32_t> indices = sparse_indices(context, index);
  return {indices, look_at_floats(context, sparse_values(context, accessor, shape), shape,
                                  indices.size(), context.memory.floats)};
}

Result<SparseElements> read_sparse_as(const ImportContext& context, int index,
                                      const AccessorShape& shape) {
  const SparseElements out = look_at_sparse(context, index, shape);
  if (auto finite = check_finite(context, index, out); !finite) return finite.error();
  return out;
}

}  // namespace

AccessorShape shape_of(const Document& document, int index) {
  const AccessorSource& accessor = document.accessors[static_cast<std::size_t>(index)];
  AccessorShape shape;
  shape.component = static_cast<ComponentType>(accessor.component_type);
  shape.component_bytes = bytes_of(shape.component);
  const bool whole = shape.component_bytes == 4;  // unsigned int and float are never normalised
  shape.normalized = accessor.normalized && !whole;
  shape.count = accessor.count;
  shape.rows = accessor.rows;
  shape.columns = accessor.columns;
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
  return read_as(context, accessor, shape_of(context.document, accessor), out);
}

Result<void> read_stored(const ImportContext& context, int accessor, std::span<float> out) {
  return read_as(context, accessor, stored_shape_of(context.document, accessor), out);
}

std::span<const float> look_at_floats(const ImportContext& context, int index) {
  const AccessorSource& accessor = context.document.accessors[static_cast<std::size_t>(index)];
  const AccessorShape shape = shape_of(context.document, index);
  const Elements from = base_elements(context, index, shape);
  std::vector<float>& memory = context.memory.floats;
  if (from.first != nullptr && !accessor.sparse) {
    return look_at_floats(context, from, shape, shape.count, memory);
  }
  const auto floats = static_cast<std::size_t>(shape.count) * shape.components();
  if (memory.size() < floats) memory.resize(floats);
  const std::span<float> out = std::span(memory).first(floats);
  gather_as(context, index, shape, out);
  return out;
}

Result<void> check_finite(const ImportContext& context, int index, std::span<const float> values) {
  const AccessorShape shape = shape_of(context.document, index);
  if (shape.component != ComponentType::float_32) return {};
  const std::optional<std::size_t> bad = find_not_finite(values);
  if (!bad) return {};
  return not_finite(index, *bad / shape.components(), values[*bad]);
}

Result<void> check_finite(const ImportContext& context, int index, const SparseElements& elements) {
  const std::optional<std::size_t> bad = find_not_finite(elements.values);
  if (!bad) return {};
  const std::size_t components = shape_of(context.document, index).components();
  return not_finite(index, elements.indices[*bad / components], elements.values[*bad]);
}

bool is_zeros_but_sparse(const ImportContext& context, int index) {
  return base_elements(context, index, shape_of(context.document, index)).first == nullptr;
}

std::uint64_t sparse_count(const Document& document, int index) {
  const AccessorSource& accessor = document.accessors[static_cast<std::size_t>(index)];
  return accessor.sparse ? static_cast<std::uint64_t>(accessor.sparse->count) : 0;
}

std::span<const std::uint32_t> sparse_indices(const ImportContext& context, int index) {
  const AccessorSource& accessor = context.document.accessors[static_cast<std::size_t>(index)];
  assert(accessor.sparse);
  const SparseSource& sparse = *accessor.sparse;
  const auto type = static_cast<ComponentType>(sparse.indices.component_type);
  const auto count = static_cast<std::size_t>(sparse.count);
  const Elements from = packed_elements(context.document, sparse.indices.view,
                                        sparse.indices.byte_offset, bytes_of(type));
  std::vector<std::uint32_t>& out = context.memory.indices;
  if (out.size() < count) out.resize(count);
  for_each_piece(context, from, from.stride, count,
                 [&](const std::byte* bytes, std::uint64_t first, std::uint64_t some) {
                   read_unsigned(bytes, from.stride, type, some, out.data() + first);
                 });
  return std::span(out).first(count);
}

SparseElements look_at_sparse_floats(const ImportContext& context, int accessor) {
  return look_at_sparse(context, accessor, shape_of(context.document, accessor));
}

Result<SparseElements> read_sparse_floats(const ImportContext& context, int accessor) {
  return read_sparse_as(context, accessor, shape_of(context.document, accessor));
}

Result<SparseElements> read_sparse_stored(const ImportContext& context, int accessor) {
  return read_sparse_as(context, accessor, stored_shape_of(context.document, accessor));
}

void read_integers(const ImportContext& context, int index, std::span<std::uint32_t> out) {
  const AccessorShape shape = shape_of(context.document, index);
  assert(out.size() == shape.count && shape.components() == 1);
  const Elements from = base_elements(context, index, shape);
  if (from.first != nullptr) {
    for_each_piece(context, from, shape.element_bytes, shape.count,
                   [&](const std::byte* bytes, std::uint64_t first, std::uint64_t some) {
                     read_unsigned(bytes, from.stride, shape.component, some, out.data() + first);
                   });
  } else {
    std::ranges::fill(out, 0u);
  }
  for_each_sparse(context, index, shape, [&](std::uint32_t element, const std::byte* value) {
    read_unsigned(value, shape.element_bytes, shape.component, 1, &out[element]);
  });
}

}  // namespace morph::gltf::detail
