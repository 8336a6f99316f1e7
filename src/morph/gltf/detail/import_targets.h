// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "morph/gltf/detail/document.h"
#include "morph/runtime/mesh.h"

namespace morph::gltf::detail {

// Morph targets (glTF 2.0 §3.7.2.2): their number, names and default weights are the mesh's, so
// that one set of weights fits all of its primitives; the deltas are the primitive's.

struct TargetSet {
  std::uint32_t count = 0;         ///< T: that of the first primitive that has targets
  std::vector<std::string> names;  ///< [T]; "" for a target without one
  std::vector<float> weights;      ///< [T]
};

/// Reads what the mesh says about its targets. Names are looked for in the mesh's extras, in those
/// of its primitives, then among the names of the accessors.
/// Lengths that do not fit are warnings: what is missing is "" or 0, surplus is ignored.
TargetSet import_target_set(const ImportContext& context, Index mesh);

/// The targets of a primitive of V vertices, all zeros. Takes what names and weights cost from the
/// budget, because a few bytes of JSON can ask for thousands. Errors: limit_exceeded.
Result<MorphTargetData::Builder> begin_targets(const ImportContext& context, const TargetSet& set,
                                               std::uint32_t vertices, const std::string& where);

/// The deltas of a primitive whose base attributes have been read. Targets that it lacks are zeros,
/// surplus is ignored, deltas without a base attribute are left out; each with a warning. Semantics
/// that are not morphed are named in one finding.
/// Errors: out_of_range, invalid_value, count_mismatch, limit_exceeded.
Result<MorphTargetData> import_targets(const ImportContext& context, Index mesh, Index primitive,
                                       const TargetSet& set, const Primitive& base);

/// Weights as floats, exactly `count` of them: missing ones are 0, surplus is dropped, values that
/// are not finite are 0; each with a warning at `where`.
std::vector<float> fitted_weights(const ImportContext& context, const std::vector<double>& weights,
                                  std::uint32_t count, const std::string& where,
                                  std::string_view rule);

}  // namespace morph::gltf::detail
