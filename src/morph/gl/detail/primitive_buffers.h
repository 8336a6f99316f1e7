// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <glm/vec3.hpp>
#include <memory>
#include <vector>

#include "morph/gl/detail/buffer.h"
#include "morph/gl/detail/shader_interface.h"
#include "morph/gl/detail/smooth_surface.h"
#include "morph/gl/renderer.h"
#include "morph/runtime/material.h"
#include "morph/runtime/mesh.h"
#include "morph/runtime/result.h"

namespace morph::gl::detail {

// What the graphics side holds for one primitive of a mesh, shared by all nodes that show it: the
// base as the file has it, indices, and the deltas of every target that was ever active. Each base
// attribute has a buffer of its own, so that a buffer texture can show normals or tangents alone.

/// The attributes that a primitive's programs read. Base: what drawing needs and what targets move.
/// Where joints leave no room for all of it (16 locations are guaranteed), sets of texture
/// coordinates that nothing draws are not in it; blend_left_out (readback.h) morphs those. Without
/// normals the file's tangents do not count (glTF 2.0 §3.7.2.1).
[[nodiscard]] AttributeLayout layout_of(const Primitive& primitive, const Material& material,
                                        std::uint32_t max_vertex_attributes);

class PrimitiveBuffers {
 public:
  /// Uploads base and indices. The primitive must outlive it. Errors: graphics (memory).
  /// Precondition (asserted): the primitive has vertices.
  static Result<PrimitiveBuffers> create(const Context::Api& api, const Primitive& primitive,
                                         const Material& material);

  [[nodiscard]] const Primitive& primitive() const { return *primitive_; }
  [[nodiscard]] const MorphTargetData& targets() const { return primitive_->morph_targets; }
  [[nodiscard]] const AttributeLayout& layout() const { return layout_; }
  [[nodiscard]] const glm::vec3& center() const { return center_; }  ///< of the base's box
  [[nodiscard]] const Buffer& base(MorphAttribute attribute) const {
    return base_[layout_.base_location(attribute)];
  }

  /// A fresh vertex array with the base and the indices, without slots.
  [[nodiscard]] VertexArrayHandle make_vertex_array() const;

  /// Uploads the deltas of a target unless they are there already. false: no memory; it is not
  /// tried again, and the primitive is then drawn on the CPU path.
  bool make_resident(std::uint32_t target, RendererCounters& counters);
  [[nodiscard]] bool out_of_memory() const { return out_of_memory_; }  ///< it said no before

  /// The deltas of a resident target, one attribute after the other without those it does not
  /// carry.
  [[nodiscard]] const Buffer& deltas(std::uint32_t target) const { return deltas_[target]; }

  /// Bytes before an attribute in the deltas of a resident target.
  [[nodiscard]] std::size_t delta_offset(std::uint32_t target, MorphAttribute attribute) const;

  /// Deltas of nothing: zeros for a vertex attribute at a location, from zeros_offset on.
  [[nodiscard]] const Buffer& zeros() const { return zeros_; }
  [[nodiscard]] std::size_t zeros_offset(std::uint32_t location) const;

  /// Whether further targets can be folded into the base: the buffer textures hold V vectors.
  [[nodiscard]] bool can_fold() const { return can_fold_; }

  /// The file's normals or tangents as a buffer texture, made at the first call.
  GLuint base_texture(MorphAttribute attribute);

  /// What recomputes the normals, made at the first call. Precondition:
  /// SmoothNormals::follow(primitive()).
  SmoothSurface& smooth_surface();

  /// Draws the vertices in the order of the indices. The program and vertex array are bound.
  void draw() const;

 private:
  PrimitiveBuffers(const Context::Api& api, const Primitive& primitive)
      : api_(&api), primitive_(&primitive) {}

  const Context::Api* api_;
  const Primitive* primitive_;
  AttributeLayout layout_;
  glm::vec3 center_{0.0f};
  std::vector<Buffer> base_;        // by base location
  std::vector<Buffer> influences_;  // by joint set
  Buffer indices_;
  Buffer zeros_;
  std::vector<Buffer> deltas_;  // [T], no object until the target was active
  bool out_of_memory_ = false;
  bool can_fold_ = true;
  TextureHandle base_normals_;
  TextureHandle base_tangents_;
  std::unique_ptr<SmoothSurface> smooth_surface_;
};

/// Points an attribute of the bound vertex array at tightly packed floats.
void point_attribute(const Gl& gl, std::uint32_t location, std::uint32_t components,
                     const Buffer& buffer, std::size_t offset);

}  // namespace morph::gl::detail
