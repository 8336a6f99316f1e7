// SPDX-License-Identifier: MIT
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <glm/vec3.hpp>
#include <memory>
#include <optional>
#include <vector>

#include "morph/gl/detail/buffer.h"
#include "morph/gl/detail/center.h"
#include "morph/gl/detail/delta_texture.h"
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

/// The attributes that drawing reads. Of more sets of texture coordinates than a vertex has room
/// for (five, four beside four sets of joints) the last are left out. Without normals the file's
/// tangents do not count (glTF 2.0 §3.7.2.1).
[[nodiscard]] AttributeLayout layout_of(const Primitive& primitive, const Material& material);

/// The attributes that any target carries, drawn or not.
[[nodiscard]] AttributeSet morphed_attributes(const Primitive& primitive);

class PrimitiveBuffers {
 public:
  /// Uploads base and indices. The primitive must outlive it. Errors: graphics (memory).
  /// Precondition (asserted): the primitive has vertices.
  static Result<PrimitiveBuffers> create(const Context::Api& api, const Primitive& primitive,
                                         const Material& material);

  [[nodiscard]] const Primitive& primitive() const { return *primitive_; }
  [[nodiscard]] const MorphTargetData& targets() const { return primitive_->morph_targets; }
  [[nodiscard]] const AttributeLayout& layout() const { return layout_; }
  [[nodiscard]] AttributeSet morphed() const { return morphed_; }
  [[nodiscard]] std::uint32_t slots() const { return slots_; }  ///< N
  [[nodiscard]] const Center& center() const { return center_; }
  [[nodiscard]] const Buffer& base(MorphAttribute attribute) const {
    return base_[static_cast<std::size_t>(attribute)];
  }

  /// A fresh vertex array for drawing the base.
  [[nodiscard]] VertexArrayHandle make_vertex_array() const;

  /// A fresh vertex array for the morphing pass: the base of what is morphed, without slots.
  [[nodiscard]] VertexArrayHandle make_morph_array() const;

  /// Uploads the deltas of a target unless they are there already. false: no memory; it is not
  /// tried again, and the primitive is then drawn on the CPU path.
  bool make_resident(std::uint32_t target, RendererCounters& counters);
  [[nodiscard]] bool out_of_memory() const { return out_of_memory_; }  ///< it said no before

  [[nodiscard]] bool texture_refused() const { return texture_refused_; }  ///< the same for all

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

  /// Uploads the deltas of all targets as a texture unless they are there already. false: there are
  /// too many, or no memory; it is not tried again.
  bool make_texture_resident(RendererCounters& counters);
  [[nodiscard]] const DeltaTexture& delta_texture() const { return *delta_texture_; }

  /// What recomputes the normals, made at the first call. Precondition:
  /// SmoothNormals::follow(primitive()).
  SmoothSurface& smooth_surface();

  /// Draws the vertices in the order of the indices. The program and vertex array are bound.
  void draw(std::uint32_t instances = 1) const;

 private:
  PrimitiveBuffers(const Context::Api& api, const Primitive& primitive, const Material& material)
      : api_(&api),
        primitive_(&primitive),
        center_(primitive, material.alpha_mode == AlphaMode::blend) {}

  const Context::Api* api_;
  const Primitive* primitive_;
  Center center_;
  AttributeLayout layout_;
  AttributeSet morphed_;
  std::uint32_t slots_ = 0;
  std::array<Buffer, kMorphAttributeCount> base_;
  std::vector<Buffer> influences_;  // by joint set
  Buffer indices_;
  Buffer zeros_;
  std::vector<Buffer> deltas_;  // [T], no object until the target was active
  bool out_of_memory_ = false;
  bool texture_refused_ = false;
  bool can_fold_ = true;
  TextureHandle base_normals_;
  TextureHandle base_tangents_;
  std::optional<DeltaTexture> delta_texture_;
  std::unique_ptr<SmoothSurface> smooth_surface_;
};

/// Points an attribute of the bound vertex array at floats.
///   stride  bytes from vertex to vertex; 0: tightly packed
void point_attribute(const Gl& gl, std::uint32_t location, std::uint32_t components,
                     const Buffer& buffer, std::size_t offset = 0, std::size_t stride = 0);

}  // namespace morph::gl::detail
