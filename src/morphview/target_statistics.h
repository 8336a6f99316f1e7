// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "morph/runtime/mesh.h"
#include "morph/runtime/morph_target_data.h"

namespace morphview {

// What the morph targets of a mesh do, measured over all its primitives: for reports.

struct TargetStatistics {
  double max_displacement = 0.0;     ///< longest position delta, mesh units
  double rms_displacement = 0.0;     ///< root mean square of the position deltas of all vertices
  std::uint64_t moved_vertices = 0;  ///< vertices whose position delta is not zero
  bool empty = true;                 ///< every delta of every attribute is zero
  std::optional<std::uint32_t>
      duplicate_of;  ///< the first target with the same deltas, none for an empty one
  std::vector<morph::MorphAttribute>
      attributes;  ///< carried in at least one primitive, in the order of the enum
};

/// [T] of a mesh. Reads every delta once or twice.
[[nodiscard]] std::vector<TargetStatistics> measure_targets(const morph::Mesh& mesh);

}  // namespace morphview
