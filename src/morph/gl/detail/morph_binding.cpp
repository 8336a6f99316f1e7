// SPDX-License-Identifier: MIT
#include "morph/gl/detail/morph_binding.h"

#include <algorithm>
#include <optional>
#include <utility>

#include "interface.glsl"
#include "morph/gl/detail/test_fault.h"

namespace morph::gl::detail {
namespace {

static_assert(static_cast<float>(MORPH_COLLAPSED) == kCollapsedLengthSquared);

Error no_memory() {
  return {ErrorCode::graphics, "", "the driver has no memory for a blended primitive"};
}

template <class Vector>
bool write(Buffer& buffer, const std::vector<Vector>& values) {
  return buffer.rewrite<Vector>(
      [&](std::span<Vector> out) { std::ranges::copy(values, out.begin()); });
}

/// Writes one attribute of a surface that was evaluated.
bool write_surface(Buffer& buffer, const SmoothSurface& surface, MorphAttribute attribute) {
  if (attribute == MorphAttribute::position) return write(buffer, surface.positions());
  if (attribute == MorphAttribute::normal) return write(buffer, surface.normals());
  return write(buffer, surface.tangents());
}

/// Blends one attribute straight into the memory of its buffer.
bool blend_into(Buffer& buffer, const Primitive& primitive, MorphAttribute attribute,
                std::span<const ActiveTarget> active, BlendStage stage) {
  const MorphTargetData& targets = primitive.morph_targets;
  switch (attribute) {
    case MorphAttribute::position:
      return buffer.rewrite<glm::vec3>([&](std::span<glm::vec3> out) {
        blend_positions(targets, primitive.positions, active, out);
      });
    case MorphAttribute::normal:
      return buffer.rewrite<glm::vec3>([&](std::span<glm::vec3> out) {
        blend_normals(targets, primitive.normals, active, out, stage);
      });
    case MorphAttribute::tangent:
      return buffer.rewrite<glm::vec4>([&](std::span<glm::vec4> out) {
        blend_tangents(targets, primitive.tangents, active, out, stage);
      });
    case MorphAttribute::color_0:
      return buffer.rewrite<glm::vec4>([&](std::span<glm::vec4> out) {
        blend_colors(targets, primitive.colors, active, out, stage);
      });
    default:
      break;
  }
  const auto set = texcoord_set(attribute);
  return buffer.rewrite<glm::vec2>([&](std::span<glm::vec2> out) {
    blend_texcoords(targets, set, primitive.texcoords[set], active, out);
  });
}

}  // namespace

MorphBinding::MorphBinding(const Gl& gl, PrimitiveBuffers& buffers)
    : gl_(&gl), buffers_(&buffers), vertex_array_(buffers.make_vertex_array()) {
  slot_targets_.fill(kNoTarget);
  for (std::uint32_t slot = 0; slot < buffers.layout().slots; ++slot) point_slot(slot);
  blended_targets_.reserve(buffers.targets().target_count());
}

Result<PrimitiveReport> MorphBinding::update(std::span<const ActiveTarget> active,
                                             MorphPathWish wish, NormalsMode normals,
                                             RendererCounters& counters) {
  PrimitiveReport report;
  report.active = static_cast<std::uint32_t>(active.size());
  report.slots = buffers_->layout().slots;
  const auto kept = active.first(std::min<std::size_t>(active.size(), report.slots));
  const auto rest = active.subspan(kept.size());

  recomputes_ = normals == NormalsMode::recompute && SmoothNormals::follow(buffers_->primitive());
  report.recomputed = recomputes_;
  path_ = choose_morph_path(report.active, report.slots, recomputes_ ? MorphPathWish::cpu : wish);
  if (path_ == MorphPath::attributes && !rest.empty() && !buffers_->can_fold()) {
    path_ = MorphPath::cpu;
  }
  if (path_ == MorphPath::attributes && !fill_slots(kept, counters)) path_ = MorphPath::cpu;

  folded_ = path_ == MorphPath::attributes && !rest.empty();
  Result<void> blended;
  if (path_ == MorphPath::cpu) blended = blend(active, BlendStage::complete, counters);
  if (folded_) blended = blend(rest, BlendStage::partial, counters);
  if (!blended) return blended.error();
  const Source source = recomputes_ ? Source::recomputed : Source::blended;
  point_base(path_ == MorphPath::cpu || folded_ ? source : Source::file);

  report.path = path_;
  if (path_ == MorphPath::attributes) {
    report.slots_used = static_cast<std::uint32_t>(kept.size());
    report.folded = static_cast<std::uint32_t>(rest.size());
  }
  return report;
}

std::uint32_t MorphBinding::slot_of(std::uint32_t target) const {
  const auto found = std::ranges::find(slot_targets_, target);
  return static_cast<std::uint32_t>(found - slot_targets_.begin());
}

/// A slot that was never filled, else one whose target is not among `kept`. There is always one,
/// because no more targets are kept than there are slots.
std::uint32_t MorphBinding::free_slot(std::span<const ActiveTarget> kept) const {
  const std::uint32_t slots = buffers_->layout().slots;
  for (std::uint32_t slot = 0; slot < slots; ++slot) {
    if (slot_targets_[slot] == kNoTarget) return slot;
  }
  for (std::uint32_t slot = 0; slot < slots; ++slot) {
    const bool needed = std::ranges::any_of(
        kept, [&](const ActiveTarget& target) { return target.index == slot_targets_[slot]; });
    if (!needed) return slot;
  }
  return slots;
}

bool MorphBinding::fill_slots(std::span<const ActiveTarget> kept, RendererCounters& counters) {
  slot_weights_.fill(0.0f);
  for (const ActiveTarget& target : kept) {
    std::uint32_t slot = slot_of(target.index);
    if (slot == slot_targets_.size()) {
      if (!buffers_->make_resident(target.index, counters)) return false;
      slot = free_slot(kept);
      slot_targets_[slot] = target.index;
      point_slot(slot);
    }
    slot_weights_[slot] = target.weight;
  }
  return true;
}

/// Every slot is always enabled, with zeros where there is no delta: a driver that compiles for the
/// layout of the vertices never has to do so in the middle of a movement.
void MorphBinding::point_slot(std::uint32_t slot) {
  const std::uint32_t target = slot_targets_[slot];
  const AttributeLayout& layout = buffers_->layout();
  gl_->BindVertexArray(vertex_array_.name());
  for_each(layout.morphed, [&](MorphAttribute attribute) {
    const std::uint32_t location = layout.slot_location(attribute, slot);
    const bool carried = target != kNoTarget && buffers_->targets().has(target, attribute);
    point_attribute(
        *gl_, location, component_count(attribute),
        carried ? buffers_->deltas(target) : buffers_->zeros(),
        carried ? buffers_->delta_offset(target, attribute) : buffers_->zeros_offset(location));
  });
  gl_->BindVertexArray(0);
}

AttributeSet MorphBinding::blended_attributes() const {
  AttributeSet set = buffers_->layout().morphed;
  if (!recomputes_) return set;
  set.add(MorphAttribute::normal);
  if (!buffers_->primitive().tangents.empty()) set.add(MorphAttribute::tangent);
  return set;
}

void MorphBinding::point_base(Source source) {
  if (source == source_) return;
  source_ = source;
  const AttributeLayout& layout = buffers_->layout();
  AttributeSet from_blended;
  if (source != Source::file) from_blended = blended_attributes();
  gl_->BindVertexArray(vertex_array_.name());
  for_each(layout.base, [&](MorphAttribute attribute) {
    point_attribute(*gl_, layout.base_location(attribute), base_component_count(attribute),
                    from_blended.has(attribute) ? blended(attribute) : buffers_->base(attribute),
                    0);
  });
  gl_->BindVertexArray(0);
}

Result<void> MorphBinding::blend(std::span<const ActiveTarget> targets, BlendStage stage,
                                 RendererCounters& counters) {
  if (blended_valid_ && blended_stage_ == stage && blended_recomputed_ == recomputes_ &&
      std::ranges::equal(blended_targets_, targets)) {
    return {};
  }
  blended_valid_ = false;
  SmoothSurface* const surface = recomputes_ ? &buffers_->smooth_surface() : nullptr;
  if (surface != nullptr) surface->evaluate(targets);
  bool complete = true;
  for_each(blended_attributes(), [&](MorphAttribute attribute) {
    Buffer& blended = blended_[static_cast<std::size_t>(attribute)];
    if (complete && !blended) {
      const std::size_t bytes = sizeof(float) * base_component_count(attribute) *
                                std::size_t{buffers_->targets().vertex_count()};
      auto buffer = Buffer::create(*gl_, bytes, GL_STREAM_DRAW);
      complete = buffer.has_value();
      if (complete) blended = std::move(*buffer);
    }
    if (!complete) return;
    complete = surface != nullptr && attribute <= MorphAttribute::tangent
                   ? write_surface(blended, *surface, attribute)
                   : blend_into(blended, buffers_->primitive(), attribute, targets, stage);
    counters.uploaded_bytes += blended.bytes();
  });
  if (!complete) return no_memory();
  blended_targets_.assign(targets.begin(), targets.end());
  blended_stage_ = stage;
  blended_recomputed_ = recomputes_;
  blended_valid_ = true;
  counters.base_uploads += 1;
  return {};
}

void MorphBinding::describe(ProgramKey& key) const {
  key.morphs = path_ == MorphPath::attributes;
  key.folded = folded_;
}

void MorphBinding::bind(const Program& program) const {
  gl_->BindVertexArray(vertex_array_.name());
  if (path_ != MorphPath::attributes) return;
  if (const std::uint32_t slots = buffers_->layout().slots; slots > 0) {
    auto weights = slot_weights_;
    weights[0] *= slot_weight_scale();
    gl_->Uniform1fv(program.morph_weights, static_cast<GLsizei>(slots), weights.data());
  }
  if (folded_) {
    bind_buffer_texture(*gl_, MORPH_UNIT_BASE_NORMALS,
                        buffers_->base_texture(MorphAttribute::normal));
    bind_buffer_texture(*gl_, MORPH_UNIT_BASE_TANGENTS,
                        buffers_->base_texture(MorphAttribute::tangent));
  }
}

void MorphBinding::unbind() const {
  gl_->BindVertexArray(0);
  if (!folded_) return;
  bind_buffer_texture(*gl_, MORPH_UNIT_BASE_NORMALS, 0);
  bind_buffer_texture(*gl_, MORPH_UNIT_BASE_TANGENTS, 0);
}

}  // namespace morph::gl::detail
