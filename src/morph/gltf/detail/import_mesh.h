// SPDX-License-Identifier: MIT
#pragma once

#include <span>
#include <string>
#include <vector>

#include "morph/gltf/detail/attribute_format.h"
#include "morph/gltf/detail/document.h"
#include "morph/runtime/mesh.h"

namespace morph::gltf::detail {

// Meshes (glTF 2.0 §3.7): base attributes and indices here, morph targets in import_targets.h.
// A primitive that cannot be drawn stays as one of no vertices, so that indices stay the file's.

/// Errors: out_of_range, invalid_value, count_mismatch, limit_exceeded. NaN and infinity cost only
/// the primitive, with a warning.
Result<std::vector<Mesh>> import_meshes(const ImportContext& context);

/// An attribute as a primitive names it.
struct AttributeSource {
  MorphAttribute attribute;
  AttributeUse use;
  int accessor;
  std::string where;  ///< "/meshes/0/primitives/0/attributes/POSITION"
};

/// Checks that an attribute can be read as one of V vertices. Formats that the specification does
/// not allow are warnings. Errors: out_of_range, invalid_value, count_mismatch.
Result<void> check_attribute(const ImportContext& context, const AttributeSource& source,
                             std::uint64_t vertices);

/// Takes the bytes of so many decoded elements from the budget. Errors: limit_exceeded.
Result<void> take_decoded(const ImportContext& context, const AttributeSource& source,
                          std::uint64_t elements);

/// The floats of an array of vectors, in place.
template <class Vector>
std::span<float> as_floats(std::vector<Vector>& vectors) {
  if (vectors.empty()) return {};
  return {&vectors.front()[0], vectors.size() * static_cast<std::size_t>(Vector::length())};
}

}  // namespace morph::gltf::detail
