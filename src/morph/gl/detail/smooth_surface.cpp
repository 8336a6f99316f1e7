// SPDX-License-Identifier: MIT
#include "morph/gl/detail/smooth_surface.h"

#include "morph/runtime/blend.h"

namespace morph::gl::detail {

SmoothSurface::SmoothSurface(const Primitive& primitive)
    : primitive_(&primitive),
      smooth_(primitive),
      positions_(primitive.vertex_count()),
      normals_(primitive.vertex_count()),
      tangents_(primitive.tangents.size()) {}

void SmoothSurface::evaluate(std::span<const ActiveTarget> active) {
  const MorphTargetData& targets = primitive_->morph_targets;
  blend_positions(targets, primitive_->positions, active, positions_);
  if (!tangents_.empty()) blend_tangents(targets, primitive_->tangents, active, tangents_);
  smooth_.evaluate(*primitive_, positions_, scratch_, normals_, tangents_);
}

}  // namespace morph::gl::detail
