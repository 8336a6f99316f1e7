// SPDX-License-Identifier: MIT
#include "morph/gl/detail/primitive_buffers.h"

#include <algorithm>
#include <array>
#include <bit>
#include <cassert>
#include <cstddef>
#include <utility>

#include "morph/gl/detail/material_maps.h"
#include "morph/gl/morph_path.h"

namespace morph::gl::detail {
namespace {

template <class Vector>
std::span<const float> flat(const std::vector<Vector>& values) {
  return {&values.front().x, values.size() * Vector::length()};
}

/// The flat values of an attribute, [V][base_component_count]. Precondition: the primitive has it.
std::span<const float> base_values(const Primitive& primitive, MorphAttribute attribute) {
  switch (attribute) {
    case MorphAttribute::position:
      return flat(primitive.positions);
    case MorphAttribute::normal:
      return flat(primitive.normals);
    case MorphAttribute::tangent:
      return flat(primitive.tangents);
    case MorphAttribute::color_0:
      return flat(primitive.colors);
    default:
      break;
  }
  return flat(primitive.texcoords[texcoord_set(attribute)]);
}

Error no_memory(const char* what) {
  return {ErrorCode::graphics, "", std::string("the driver has no memory for ") + what};
}

GLenum topology(PrimitiveMode mode) {
  constexpr std::array<GLenum, 7> kModes = {GL_POINTS,      GL_LINES,     GL_LINE_LOOP,
                                            GL_LINE_STRIP,  GL_TRIANGLES, GL_TRIANGLE_STRIP,
                                            GL_TRIANGLE_FAN};
  return kModes[static_cast<std::size_t>(mode)];
}

/// Mesa takes arrays that begin close together in one buffer (within the largest relative offset of
/// an attribute, 2047) for one interleaved array, and llvmpipe then compiles the vertex shader
/// anew. This far apart the layout is the same whatever is in the slots.
constexpr std::size_t kApart = 2048;

/// Bytes that an attribute takes in the deltas of a target.
std::size_t delta_bytes(const MorphTargetData& targets, std::uint32_t target,
                        MorphAttribute attribute) {
  if (!targets.has(target, attribute)) return 0;
  const std::size_t bytes = sizeof(float) * component_count(attribute) * targets.vertex_count();
  return std::max(bytes, kApart);
}

/// Floats per vertex of the attribute with the most.
std::size_t widest_delta(AttributeSet morphed) {
  std::size_t widest = 0;
  for_each(morphed,
           [&](MorphAttribute a) { widest = std::max<std::size_t>(widest, component_count(a)); });
  return widest;
}

/// Behind every attribute: its offset is the size of the whole.
constexpr auto kBehindAll = static_cast<MorphAttribute>(kMorphAttributeCount);

/// Points the two attributes of a joint set of the bound vertex array at its influences.
void point_influences(const Gl& gl, const AttributeLayout& layout, std::uint32_t set,
                      const Buffer& influences) {
  const auto at = [](std::size_t offset) { return reinterpret_cast<const void*>(offset); };
  constexpr GLsizei kStride = sizeof(JointInfluences);
  const std::uint32_t joints = layout.joints_location() + set;
  const std::uint32_t weights = layout.joint_weights_location() + set;
  gl.BindBuffer(GL_ARRAY_BUFFER, influences.name());
  gl.EnableVertexAttribArray(joints);
  gl.VertexAttribIPointer(joints, 4, GL_UNSIGNED_SHORT, kStride,
                          at(offsetof(JointInfluences, joints)));
  gl.EnableVertexAttribArray(weights);
  gl.VertexAttribPointer(weights, 4, GL_FLOAT, GL_FALSE, kStride,
                         at(offsetof(JointInfluences, weights)));
  gl.BindBuffer(GL_ARRAY_BUFFER, 0);
}

/// Whether a primitive has an attribute. Without normals the file's tangents do not count (glTF 2.0
/// §3.7.2.1).
bool counts(const Primitive& primitive, MorphAttribute attribute) {
  const bool ignored = attribute == MorphAttribute::tangent && primitive.normals.empty();
  return !ignored && primitive.has(attribute);
}

/// Whether drawing reads an attribute.
bool is_drawn(MorphAttribute attribute, const Material& material) {
  if (attribute == MorphAttribute::tangent) {
    return !material.unlit && material.normal_texture.texture != kNoIndex;
  }
  if (attribute < MorphAttribute::texcoord_0) return true;
  for (std::size_t map = 0; map < map_count(material); ++map) {
    const TextureUse& use = map_of(material, map);
    if (use.texture != kNoIndex && use.texcoord == texcoord_set(attribute)) return true;
  }
  return false;
}

}  // namespace

AttributeLayout layout_of(const Primitive& primitive, const Material& material) {
  AttributeLayout layout;
  layout.joint_sets = static_cast<std::uint32_t>(primitive.joint_sets.size());
  for (std::size_t i = 0; i < kMorphAttributeCount; ++i) {
    const auto attribute = static_cast<MorphAttribute>(i);
    if (!counts(primitive, attribute) || !is_drawn(attribute, material)) continue;
    layout.base.add(attribute);
  }
  for (std::uint32_t set = kMaxTexcoordSets; set-- > 0;) {
    const auto sets = static_cast<std::uint32_t>(std::popcount(layout.base.texcoord_bits()));
    if (sets <= layout.texcoords()) break;
    layout.base.remove(texcoord_attribute(set));
  }
  return layout;
}

AttributeSet morphed_attributes(const Primitive& primitive) {
  AttributeSet morphed;
  for (std::size_t i = 0; i < kMorphAttributeCount; ++i) {
    const auto attribute = static_cast<MorphAttribute>(i);
    if (counts(primitive, attribute) && primitive.morph_targets.has(attribute)) {
      morphed.add(attribute);
    }
  }
  return morphed;
}

Result<PrimitiveBuffers> PrimitiveBuffers::create(const Context::Api& api,
                                                  const Primitive& primitive,
                                                  const Material& material) {
  assert(primitive.vertex_count() > 0);
  PrimitiveBuffers made(api, primitive, material);
  made.layout_ = layout_of(primitive, material);
  made.morphed_ = morphed_attributes(primitive);
  made.slots_ = morph_slot_count(api.info.max_vertex_attributes, made.morphed_.count(),
                                 made.morphed_.count());
  made.deltas_.resize(primitive.morph_targets.target_count());
  made.can_fold_ = primitive.vertex_count() <= api.info.max_buffer_texels;
  bool complete = true;
  for_each(made.layout_.base | made.morphed_, [&](MorphAttribute attribute) {
    if (!complete) return;
    auto buffer = Buffer::create(api.gl, base_values(primitive, attribute), GL_STATIC_DRAW);
    complete = buffer.has_value();
    if (complete) made.base_[static_cast<std::size_t>(attribute)] = std::move(*buffer);
  });
  for (const std::vector<JointInfluences>& set : primitive.joint_sets) {
    if (!complete) break;
    auto buffer = Buffer::create(api.gl, std::span(set), GL_STATIC_DRAW);
    complete = buffer.has_value();
    if (complete) made.influences_.push_back(std::move(*buffer));
  }
  if (!complete) return no_memory("the vertices of a primitive");
  if (made.slots_ > 0) {
    const std::uint32_t locations = made.morphed_.count() * (1 + made.slots_);
    const std::vector<float> zeros(widest_delta(made.morphed_) * primitive.vertex_count() +
                                   made.zeros_offset(locations) / sizeof(float));
    auto buffer = Buffer::create(api.gl, std::span<const float>(zeros), GL_STATIC_DRAW);
    if (!buffer) return no_memory("the deltas of a primitive");
    made.zeros_ = std::move(*buffer);
  }
  if (!primitive.indices.empty()) {
    auto indices =
        Buffer::create(api.gl, std::span<const std::uint32_t>(primitive.indices), GL_STATIC_DRAW);
    if (!indices) return no_memory("the indices of a primitive");
    made.indices_ = std::move(*indices);
  }
  return made;
}

VertexArrayHandle PrimitiveBuffers::make_vertex_array() const {
  const Gl& gl = api_->gl;
  auto vertex_array = make<VertexArrayHandle>(gl, gl.GenVertexArrays);
  gl.BindVertexArray(vertex_array.name());
  for_each(layout_.base, [&](MorphAttribute attribute) {
    point_attribute(gl, layout_.location(attribute), base_component_count(attribute),
                    base(attribute));
  });
  for (std::uint32_t set = 0; set < layout_.joint_sets; ++set) {
    point_influences(gl, layout_, set, influences_[set]);
  }
  if (indices_) gl.BindBuffer(GL_ELEMENT_ARRAY_BUFFER, indices_.name());
  gl.BindVertexArray(0);
  return vertex_array;
}

VertexArrayHandle PrimitiveBuffers::make_morph_array() const {
  auto vertex_array = make<VertexArrayHandle>(api_->gl, api_->gl.GenVertexArrays);
  api_->gl.BindVertexArray(vertex_array.name());
  std::uint32_t place = 0;
  for_each(morphed_, [&](MorphAttribute attribute) {
    point_attribute(api_->gl, place++, base_component_count(attribute), base(attribute));
  });
  api_->gl.BindVertexArray(0);
  return vertex_array;
}

bool PrimitiveBuffers::make_resident(std::uint32_t target, RendererCounters& counters) {
  if (deltas_[target]) return true;
  if (out_of_memory_) return false;
  const std::size_t bytes = std::max(delta_offset(target, kBehindAll), sizeof(float));
  auto buffer = Buffer::create(api_->gl, bytes, GL_STATIC_DRAW);
  const bool written = buffer && buffer->rewrite<float>([&](std::span<float> out) {
    for_each(morphed_, [&](MorphAttribute attribute) {
      if (!targets().has(target, attribute)) return;
      const std::size_t first = delta_offset(target, attribute) / sizeof(float);
      const std::size_t count = std::size_t{targets().vertex_count()} * component_count(attribute);
      targets().copy_deltas(target, attribute, out.subspan(first, count));
    });
  });
  if (!written) {
    out_of_memory_ = true;
    return false;
  }
  deltas_[target] = std::move(*buffer);
  counters.delta_uploads += 1;
  counters.uploaded_bytes += bytes;
  return true;
}

std::size_t PrimitiveBuffers::delta_offset(std::uint32_t target, MorphAttribute attribute) const {
  std::size_t offset = 0;
  for_each(morphed_, [&](MorphAttribute before) {
    if (before < attribute) offset += delta_bytes(targets(), target, before);
  });
  return offset;
}

std::size_t PrimitiveBuffers::zeros_offset(std::uint32_t location) const {
  return location * kApart;
}

GLuint PrimitiveBuffers::base_texture(MorphAttribute attribute) {
  if (!morphed_.has(attribute)) return 0;
  const bool normals = attribute == MorphAttribute::normal;
  TextureHandle& texture = normals ? base_normals_ : base_tangents_;
  if (!texture) {
    texture = make_buffer_texture(api_->gl, normals ? GL_RGB32F : GL_RGBA32F, base(attribute));
  }
  return texture.name();
}

bool PrimitiveBuffers::make_texture_resident(RendererCounters& counters) {
  if (!delta_texture_ && !texture_refused_) {
    delta_texture_ = DeltaTexture::create(*api_, targets(), morphed_);
    texture_refused_ = !delta_texture_;
    if (delta_texture_) {
      counters.delta_uploads += targets().target_count();
      counters.uploaded_bytes += delta_texture_->bytes();
    }
  }
  return delta_texture_.has_value();
}

SmoothSurface& PrimitiveBuffers::smooth_surface() {
  if (!smooth_surface_) smooth_surface_ = std::make_unique<SmoothSurface>(*primitive_);
  return *smooth_surface_;
}

void PrimitiveBuffers::draw(std::uint32_t instances) const {
  const GLenum mode = topology(primitive_->mode);
  const auto count = static_cast<GLsizei>(instances);
  if (primitive_->indices.empty()) {
    const auto vertices = static_cast<GLsizei>(primitive_->vertex_count());
    api_->gl.DrawArraysInstanced(mode, 0, vertices, count);
  } else {
    const auto indices = static_cast<GLsizei>(primitive_->indices.size());
    api_->gl.DrawElementsInstanced(mode, indices, GL_UNSIGNED_INT, nullptr, count);
  }
}

void point_attribute(const Gl& gl, std::uint32_t location, std::uint32_t components,
                     const Buffer& buffer, std::size_t offset, std::size_t stride) {
  gl.BindBuffer(GL_ARRAY_BUFFER, buffer.name());
  gl.EnableVertexAttribArray(location);
  gl.VertexAttribPointer(location, static_cast<GLint>(components), GL_FLOAT, GL_FALSE,
                         static_cast<GLsizei>(stride), reinterpret_cast<const void*>(offset));
  gl.BindBuffer(GL_ARRAY_BUFFER, 0);
}

}  // namespace morph::gl::detail
