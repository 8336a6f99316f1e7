// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <string_view>
#include <vector>

#include "morph/gltf/severity.h"
#include "morph/runtime/index.h"
#include "morph/runtime/result.h"
#include "morph/runtime/scene.h"
#include "morph/runtime/track.h"
#include "morphview/target_statistics.h"

namespace morphview {

// What both forms of --info say, gathered once; and the words that glTF has for it.

/// Target statistics by mesh, since nodes may share one.
using MeshStatistics = std::map<morph::Index, std::vector<TargetStatistics>>;
[[nodiscard]] MeshStatistics measure_meshes(const morph::Scene& scene);

/// Vertices of all primitives.
[[nodiscard]] std::uint64_t vertex_count(const morph::Mesh& mesh);

struct DeltaBytes {
  std::uint64_t dense = 0;  ///< if every target had every attribute of its primitive's union
  std::uint64_t stored = 0;
  std::uint64_t gpu =
      0;  ///< with every target resident: as vertex attributes, without zeros left out
};
[[nodiscard]] DeltaBytes delta_bytes(const morph::Scene& scene);

/// "POSITION", "TEXCOORD_1".
[[nodiscard]] std::string attribute_name(morph::MorphAttribute attribute);

/// "LINEAR".
[[nodiscard]] std::string_view interpolation_name(morph::Interpolation interpolation);

/// "error", "warning", "info", "hint".
[[nodiscard]] std::string_view severity_name(morph::gltf::Severity severity);

/// gltf-validator's name for it where it has one, else the kind of error: "OUT_OF_RANGE".
[[nodiscard]] std::string_view issue_code(const morph::Error& error);

}  // namespace morphview
