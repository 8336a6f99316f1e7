// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "morph/gltf/detail/document.h"

namespace morph::gltf::detail {

// Accessors (glTF 2.0 §3.6.2): the one place where bytes become numbers. Range, stride, sparse
// substitution and normalisation are checked and done here and nowhere else.

/// The numbers of accessor.component_type.
enum class ComponentType : int {
  signed_byte = 5120,
  unsigned_byte = 5121,
  signed_short = 5122,
  unsigned_short = 5123,
  unsigned_int = 5125,
  float_32 = 5126,
};

/// The shape of an accessor's elements.
struct AccessorShape {
  ComponentType component = ComponentType::float_32;
  bool normalized = false;
  std::uint32_t component_bytes = 4;
  std::uint32_t rows = 1;          ///< components of a scalar or vector, or of a matrix column
  std::uint32_t columns = 1;       ///< 1 but for matrices
  std::uint32_t column_bytes = 4;  ///< from column to column; columns begin at multiples of 4
  std::uint64_t element_bytes = 4;
  std::uint64_t count = 0;

  [[nodiscard]] std::uint32_t components() const { return rows * columns; }
};

/// Checks every accessor of the file once, data included where it holds indices of its own
/// (sparse). After this the functions below cannot read outside. Precondition: open_views
/// succeeded. Errors: out_of_range, invalid_value, limit_exceeded (an accessor that decodes to more
/// than decoded_bytes). Misaligned data is a warning.
Result<void> check_accessors(const ImportContext& context);

/// Preconditions of all below: check_accessors succeeded, and the accessor exists.
AccessorShape shape_of(const Document& document, int accessor);

/// "normalized component type 5121", for messages.
std::string describe(const AccessorShape& shape);

/// Reads an accessor as floats: integers are divided by their largest value where `normalized` is
/// set (§3.11), and taken as they are otherwise.
///   out  [count][components]. Precondition (asserted): exactly that size.
/// Errors: invalid_value for NaN and infinity, at /accessors/i, with the element's number.
Result<void> read_floats(const ImportContext& context, int accessor, std::span<float> out);

/// The same with integers as they are stored, normalised or not: what min and max are about.
Result<void> read_stored(const ImportContext& context, int accessor, std::span<float> out);

/// The numbers that read_floats gives, but as they lie where they lie as floats; valid until an
/// accessor is read again. NaN and infinity are not looked for: check_finite says what read_floats
/// does.
std::span<const float> look_at_floats(const ImportContext& context, int accessor);
Result<void> check_finite(const ImportContext& context, int accessor,
                          std::span<const float> values);

/// Which elements `sparse` substitutes, as they stand; valid until an accessor is read again.
/// Precondition (asserted): the accessor is sparse.
std::span<const std::uint32_t> sparse_indices(const ImportContext& context, int accessor);

/// The elements of an accessor that need not be zero, where it says which they are. Valid until an
/// accessor is read again.
struct SparseElements {
  std::span<const std::uint32_t> indices;  ///< [n], strictly rising, below the accessor's count
  std::span<const float> values;           ///< [n][components]
};

/// Whether all elements are zero but those that `sparse` substitutes: no view, no codec.
bool is_zeros_but_sparse(const ImportContext& context, int accessor);

/// How many elements `sparse` substitutes.
std::uint64_t sparse_count(const Document& document, int accessor);

/// Reads such an accessor at the cost of its substitutions, as read_floats and read_stored do.
/// Precondition (asserted): is_zeros_but_sparse. Errors: as read_floats.
Result<SparseElements> read_sparse_floats(const ImportContext& context, int accessor);
Result<SparseElements> read_sparse_stored(const ImportContext& context, int accessor);

/// As look_at_floats and check_finite.
SparseElements look_at_sparse_floats(const ImportContext& context, int accessor);
Result<void> check_finite(const ImportContext& context, int accessor,
                          const SparseElements& elements);

/// Reads a scalar integer accessor. Precondition (asserted): out has `count` elements.
void read_integers(const ImportContext& context, int accessor, std::span<std::uint32_t> out);

}  // namespace morph::gltf::detail
