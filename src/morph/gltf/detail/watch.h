// SPDX-License-Identifier: MIT
#pragma once

#include <chrono>
#include <cstdint>

#include "morph/gltf/import.h"

namespace morph::gltf::detail {

/// Thrown by Watch, and by nothing else, where the import is to end. The only exception that the
/// importer throws: most of what it calls turns faults into warnings, and this is no fault.
struct Cancelled {};

/// Tells the owner of an import how far it is, and asks whether to go on.
class Watch {
 public:
  explicit Watch(const ProgressCallback& callback) : callback_(callback) {}

  /// Begins a phase of `pieces` pieces. Throws Cancelled.
  void enter(ImportPhase phase, std::uint64_t pieces) {
    progress_ = {phase, 0, pieces};
    ask();
  }

  /// A piece is done; asks only if some milliseconds have passed. Throws Cancelled. Not to be
  /// called from a callback of a C library.
  void step() {
    if (!callback_) return;
    if (progress_.done < progress_.total) ++progress_.done;
    if (Clock::now() - asked_ >= kInterval) ask();
  }

 private:
  using Clock = std::chrono::steady_clock;
  static constexpr std::chrono::milliseconds kInterval{10};

  void ask() {
    if (!callback_) return;
    asked_ = Clock::now();
    if (!callback_(progress_)) throw Cancelled();
  }

  const ProgressCallback& callback_;
  ImportProgress progress_;
  Clock::time_point asked_;
};

}  // namespace morph::gltf::detail
