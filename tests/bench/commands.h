// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "morph/gl/morph_path.h"
#include "morph/gl/renderer.h"
#include "morph/runtime/result.h"

namespace morph::bench {

// The commands of morph_bench. Each prints one JSON object a line; all that one run prints was
// measured side by side. Times are of the fastest round where nothing else is said.

/// What all of them take.
struct CommonOptions {
  std::vector<std::string> files;
  double seconds = 2.0;  ///< for all rounds
};

struct BlendOptions : CommonOptions {
  std::uint32_t attributes = 3;  ///< 1: positions, 3: normals and tangents as well
  std::uint32_t active = 0;      ///< 0: all targets
  std::uint32_t threads = 1;
  bool cold = false;
};

struct FrameOptions : CommonOptions {
  std::vector<std::uint32_t> active;  ///< 0: all targets; each with each of the paths
  std::vector<gl::MorphPathWish> paths;
  gl::Shading shading = gl::Shading::lit;
  std::uint32_t size = 512;  ///< pixels of a side
  std::uint32_t samples = 0;
};

inline constexpr std::uint32_t kMostThreads = 64;

/// Blends the first node that has targets, all its primitives, beside what bounds and rivals it.
/// A line a file. Errors: those of the import; no_morph_targets.
Result<void> blend(const BlendOptions& options);

/// Time from a path to a Scene beside tinygltf's own load: of the first load in a process, which
/// has to get all of its memory from the system, and of further ones; and the memory of both. A
/// line a file.
/// Errors: those of the import; io where tinygltf or a process fails.
Result<void> load(const CommonOptions& options);

/// Updates of the first animation that drives weights. A line a file. Errors: those of the import;
/// not_found where there is none.
Result<void> sample(const CommonOptions& options);

/// Draws without a window. A line for each number of active targets and path. Errors: those of the
/// import; graphics; no_morph_targets.
Result<void> frame(const FrameOptions& options);

}  // namespace morph::bench
