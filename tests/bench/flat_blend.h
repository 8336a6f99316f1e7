// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "bench/timing.h"
#include "morph/runtime/active_targets.h"
#include "morph/runtime/mesh.h"

namespace morph::bench {

// A blend as competitors want it: everything that one call needs as flat arrays of floats.
// Letters: N floats of all primitives and attributes together, A active targets.

/// The attributes of a blend of P (1) or of P + N + T (3).
[[nodiscard]] std::span<const MorphAttribute> blended_attributes(std::uint32_t count);

/// A of T targets, evenly spread: target i · T / A with a weight of 0.1 + 0.8 · (37 i mod 64) / 64
/// for i below A. Strongest first, as a frame gives them to the kernels. A = 0 or above T: all.
[[nodiscard]] std::vector<ActiveTarget> spread_targets(std::uint32_t targets, std::uint32_t active);

class FlatBlend {
 public:
  /// Takes the attributes that a primitive has and its targets displace, three floats a vertex:
  /// tangents without their handedness.
  FlatBlend(const Mesh& mesh, std::span<const MorphAttribute> attributes,
            std::span<const ActiveTarget> active);

  /// What a dense blend reads, and what it writes.
  void read_all() { plain(columns_); }
  /// The same of the deltas that are not zero, side by side: what a sparse blend reads.
  void read_touched() { plain(touched_); }
  /// OpenBLAS on one thread.
  void sgemv();
  void naive();
  void copy();

  /// The largest error of both against a sum in double, relative to its largest number.
  [[nodiscard]] double error();

  [[nodiscard]] std::size_t floats() const { return base_.size(); }             ///< N
  [[nodiscard]] std::size_t touched_floats() const { return touched_.size(); }  ///< of all A

 private:
  void plain(const HugeArray& deltas);

  std::vector<float> weights_;  // [A]
  HugeArray base_, out_;        // [N]
  HugeArray columns_;           // [A][N]
  HugeArray touched_;
};

}  // namespace morph::bench
