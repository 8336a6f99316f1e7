// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <glm/vec2.hpp>
#include <glm/vec3.hpp>
#include <glm/vec4.hpp>
#include <span>

#include "morph/runtime/active_targets.h"
#include "morph/runtime/morph_target_data.h"
#include "morph/runtime/workers.h"

namespace morph {

// The CPU kernels: base plus the weighted deltas of the active targets (glTF 2.0 §3.7.2.2). The CPU
// path blends with them whole; the attributes path folds into its base whatever does not fit the
// draw. Letters: V vertices.

/// Normals and tangents are made unit only of a sum longer than this, squared: below it the
/// direction is noise, and the base is kept. The shaders use the same number.
inline constexpr float kCollapsedLengthSquared = 1e-12f;

/// Whether the sum is final. `partial` leaves normals and tangents unnormalised and colours
/// unclamped, because a shader will add the rest and finish; `complete` finishes here.
enum class BlendStage : std::uint8_t { partial, complete };

/// Adds weighted deltas to the base:  out[v] = base[v] + Σ_i active[i].weight ·
/// deltas[active[i].index][v]
///   base, out  [V], mesh units; out may be base
///   active     any order, each target at most once; empty copies the base (and finishes it, if
///              complete)
/// Complete normals and tangents are unit whenever any target of `data` carries them; where the sum
/// collapses (length² ≤ 1e-12) the base is kept as given. Tangents keep base w. Complete colours
/// are clamped to [0, 1].
/// An attribute that no target carries is copied unchanged.
/// Preconditions (asserted): base.size() == out.size() == data.vertex_count(); every index <
/// data.target_count().
/// Does not allocate. Sums in float, in the order of `active`, each product rounded or fused with
/// the sum as the processor has it.
void blend_positions(const MorphTargetData& data, std::span<const glm::vec3> base,
                     std::span<const ActiveTarget> active, std::span<glm::vec3> out);
void blend_normals(const MorphTargetData& data, std::span<const glm::vec3> base,
                   std::span<const ActiveTarget> active, std::span<glm::vec3> out,
                   BlendStage stage = BlendStage::complete);
void blend_tangents(const MorphTargetData& data, std::span<const glm::vec4> base,
                    std::span<const ActiveTarget> active, std::span<glm::vec4> out,
                    BlendStage stage = BlendStage::complete);
void blend_texcoords(const MorphTargetData& data, std::uint32_t set,
                     std::span<const glm::vec2> base, std::span<const ActiveTarget> active,
                     std::span<glm::vec2> out);
void blend_colors(const MorphTargetData& data, std::span<const glm::vec4> base,
                  std::span<const ActiveTarget> active, std::span<glm::vec4> out,
                  BlendStage stage = BlendStage::complete);

/// What blend_surface reads and writes, each [V] or empty.
struct SurfaceBase {
  std::span<const glm::vec3> positions{};
  std::span<const glm::vec3> normals{};
  std::span<const glm::vec4> tangents{};
};
struct SurfaceOut {
  std::span<glm::vec3> positions{};
  std::span<glm::vec3> normals{};
  std::span<glm::vec4> tangents{};
};

/// blend_positions, blend_normals and blend_tangents in one pass over the deltas, with the same
/// values. An attribute that is empty in `out` is left out.
///   workers  help with what is large; the result does not depend on them. nullptr: none
/// Preconditions (asserted): those of the three for what is not left out.
void blend_surface(const MorphTargetData& data, const SurfaceBase& base,
                   std::span<const ActiveTarget> active, const SurfaceOut& out,
                   BlendStage stage = BlendStage::complete, Workers* workers = nullptr);

}  // namespace morph
