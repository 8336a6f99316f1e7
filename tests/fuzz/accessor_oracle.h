// SPDX-License-Identifier: MIT
#pragma once

#include <algorithm>
#include <array>
#include <cstdint>
#include <cstring>
#include <iterator>
#include <optional>
#include <utility>

#include "fuzz/require.h"
#include "morph/gltf/detail/document.h"

namespace morph::fuzz {

// What glTF 2.0 §3.6 says of accessors and buffer views, plainly and in wide integers: the oracle
// of the accessor target. It shares no code with the importer.

using gltf::detail::AccessorSource;
using gltf::detail::SparseSource;
using gltf::detail::ViewSource;
using Wide = __int128;

inline std::uint32_t bytes_of(int component) {
  return component < 5122 ? 1 : component < 5124 ? 2 : 4;
}

struct Layout {
  std::uint32_t rows = 1;
  std::uint32_t columns = 1;
  std::uint32_t component_bytes = 1;

  [[nodiscard]] std::uint32_t components() const { return rows * columns; }
  [[nodiscard]] std::uint32_t column_bytes() const {
    const std::uint32_t packed = rows * component_bytes;
    return columns == 1 ? packed
                        : (packed + 3) & ~3u;  // columns of matrices begin at multiples of 4
  }
  [[nodiscard]] std::uint32_t bytes() const { return column_bytes() * columns; }
};

inline Layout layout_of(const AccessorSource& accessor) {
  Layout layout;
  layout.component_bytes = bytes_of(accessor.component_type);
  layout.rows = accessor.rows;
  layout.columns = accessor.columns;
  return layout;
}

inline bool is_component(int type) {
  constexpr int kTypes[] = {5120, 5121, 5122, 5123, 5125, 5126};
  return std::ranges::find(kTypes, type) != std::end(kTypes);
}

class AccessorOracle {
 public:
  AccessorOracle(const gltf::detail::Document& document, const gltf::Limits& limits)
      : document_(document), limits_(limits) {}

  [[nodiscard]] bool views_sound() const {
    return std::ranges::all_of(document_.views, [&](const ViewSource& view) {
      return view.buffer >= 0 && std::cmp_less(view.buffer, document_.buffers.size()) &&
             Wide{view.byte_offset} + view.byte_length <=
                 document_.buffers[static_cast<std::size_t>(view.buffer)].byte_length;
    });
  }

  [[nodiscard]] bool accessor_sound(const AccessorSource& accessor) const {
    if (!is_component(accessor.component_type)) return false;
    const Layout layout = layout_of(accessor);
    if (Wide{accessor.count} * layout.components() * 4 > limits_.decoded_bytes) return false;
    if (accessor.view >= 0) {
      if (!view_exists(accessor.view)) return false;
      const Wide stride = stride_of(accessor, layout);
      if (stride < layout.bytes()) return false;
      const Wide length =
          accessor.count == 0 ? 0 : (Wide{accessor.count} - 1) * stride + layout.bytes();
      if (!lies_in(accessor.view, accessor.byte_offset, length)) return false;
    }
    return !accessor.sparse || sparse_sound(accessor, layout);
  }

  /// Component `c` of element `e` as it is stored, before and after substitution alike: the bytes.
  [[nodiscard]] std::array<std::byte, 4> component(const AccessorSource& accessor, std::uint64_t e,
                                                   std::uint32_t c) const {
    const Layout layout = layout_of(accessor);
    const std::uint32_t within =
        c / layout.rows * layout.column_bytes() + c % layout.rows * layout.component_bytes;
    std::array<std::byte, 4> out{};
    if (const auto i = substitution(accessor, e)) {
      copy(accessor.sparse->values.view,
           Wide{accessor.sparse->values.byte_offset} + Wide{*i} * layout.bytes() + within,
           layout.component_bytes, out);
    } else if (accessor.view >= 0) {
      copy(accessor.view,
           Wide{accessor.byte_offset} + Wide{e} * stride_of(accessor, layout) + within,
           layout.component_bytes, out);
    }
    return out;
  }

 private:
  [[nodiscard]] bool view_exists(int view) const {
    return view >= 0 && std::cmp_less(view, document_.views.size());
  }

  [[nodiscard]] const ViewSource& view_at(int view) const {
    return document_.views[static_cast<std::size_t>(view)];
  }

  [[nodiscard]] Wide stride_of(const AccessorSource& accessor, const Layout& layout) const {
    const std::size_t stride = view_at(accessor.view).byte_stride;
    return stride != 0 ? stride : layout.bytes();
  }

  /// That a view has data, of which there are `length` bytes at `offset`.
  [[nodiscard]] bool lies_in(int view, Wide offset, Wide length) const {
    if (!view_exists(view)) return false;
    const auto& buffer = document_.buffers[static_cast<std::size_t>(view_at(view).buffer)];
    if (buffer.bytes.size() < buffer.byte_length && view_at(view).byte_length != 0) return false;
    return offset >= 0 && offset + length <= view_at(view).byte_length;
  }

  [[nodiscard]] std::uint64_t sparse_index(const AccessorSource& accessor, int i) const {
    const auto& indices = accessor.sparse->indices;
    const std::uint32_t bytes = bytes_of(indices.component_type);
    std::array<std::byte, 4> out{};
    copy(indices.view, Wide{indices.byte_offset} + Wide{i} * bytes, bytes, out);
    std::uint32_t value;
    std::memcpy(&value, out.data(), sizeof(value));
    return value;
  }

  [[nodiscard]] bool sparse_sound(const AccessorSource& accessor, const Layout& layout) const {
    const SparseSource& sparse = *accessor.sparse;
    const int type = sparse.indices.component_type;
    if (sparse.count < 1 || std::cmp_greater(sparse.count, accessor.count)) return false;
    if (type != 5121 && type != 5123 && type != 5125) return false;
    if (!lies_in(sparse.indices.view, sparse.indices.byte_offset,
                 Wide{sparse.count} * bytes_of(type)) ||
        !lies_in(sparse.values.view, sparse.values.byte_offset,
                 Wide{sparse.count} * layout.bytes())) {
      return false;
    }
    for (int i = 0; i < sparse.count; ++i) {
      if (sparse_index(accessor, i) >= accessor.count) return false;
      if (i > 0 && sparse_index(accessor, i) <= sparse_index(accessor, i - 1)) return false;
    }
    return true;
  }

  [[nodiscard]] std::optional<int> substitution(const AccessorSource& accessor,
                                                std::uint64_t element) const {
    if (!accessor.sparse) return std::nullopt;
    for (int i = 0; i < accessor.sparse->count; ++i) {
      if (sparse_index(accessor, i) == element) return i;
    }
    return std::nullopt;
  }

  void copy(int view, Wide offset, std::uint32_t bytes, std::array<std::byte, 4>& out) const {
    const auto& buffer = document_.buffers[static_cast<std::size_t>(view_at(view).buffer)];
    const Wide at = Wide{view_at(view).byte_offset} + offset;
    MORPH_REQUIRE(at >= 0 && at + bytes <= Wide{buffer.bytes.size()});
    std::memcpy(out.data(), buffer.bytes.data() + static_cast<std::size_t>(at), bytes);
  }

  const gltf::detail::Document& document_;
  const gltf::Limits& limits_;
};

template <class T>
T as(const std::array<std::byte, 4>& bytes) {
  T value;
  std::memcpy(&value, bytes.data(), sizeof(T));
  return value;
}

/// §3.11 and §3.6.2.1, in double.
inline double number_of(const std::array<std::byte, 4>& bytes, int component, bool normalized) {
  switch (component) {
    case 5120:
      return normalized ? std::max(as<std::int8_t>(bytes) / 127.0, -1.0) : as<std::int8_t>(bytes);
    case 5121:
      return normalized ? as<std::uint8_t>(bytes) / 255.0 : as<std::uint8_t>(bytes);
    case 5122:
      return normalized ? std::max(as<std::int16_t>(bytes) / 32767.0, -1.0)
                        : as<std::int16_t>(bytes);
    case 5123:
      return normalized ? as<std::uint16_t>(bytes) / 65535.0 : as<std::uint16_t>(bytes);
    case 5125:
      return as<std::uint32_t>(bytes);
    default:
      return static_cast<double>(as<float>(bytes));
  }
}

// ---- Accessors ----------------------------------------------------------------------------------

}  // namespace morph::fuzz
