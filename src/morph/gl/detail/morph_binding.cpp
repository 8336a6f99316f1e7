// SPDX-License-Identifier: MIT
#include "morph/gl/detail/morph_binding.h"

#include <algorithm>
#include <optional>
#include <utility>

#include "interface.glsl"
#include "morph/gl/detail/readback.h"
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

/// Blends positions, normals and tangents, those of them that are among `attributes`, in one pass
/// and straight into the memory of their buffers.
bool blend_surface_into(std::span<Buffer> buffers, AttributeSet attributes,
                        const Primitive& primitive, std::span<const ActiveTarget> active,
                        BlendStage stage, Workers* workers) {
  SurfaceOut out;
  bool complete = true;
  const auto begin = [&]<class T>(MorphAttribute attribute, std::span<T>& memory) {
    if (!complete || !attributes.has(attribute)) return;
    memory = buffers[static_cast<std::size_t>(attribute)].begin_rewrite<T>();
    complete = !memory.empty();
  };
  begin(MorphAttribute::position, out.positions);
  begin(MorphAttribute::normal, out.normals);
  begin(MorphAttribute::tangent, out.tangents);
  if (complete) {
    blend_surface(primitive.morph_targets,
                  {primitive.positions, primitive.normals, primitive.tangents}, active, out, stage,
                  workers);
  }
  const auto end = [&](MorphAttribute attribute, bool begun) {
    if (begun) complete = buffers[static_cast<std::size_t>(attribute)].end_rewrite() && complete;
  };
  end(MorphAttribute::position, !out.positions.empty());
  end(MorphAttribute::normal, !out.normals.empty());
  end(MorphAttribute::tangent, !out.tangents.empty());
  return complete;
}

/// The same for one of the other attributes.
bool blend_into(Buffer& buffer, const Primitive& primitive, MorphAttribute attribute,
                std::span<const ActiveTarget> active, BlendStage stage) {
  const MorphTargetData& targets = primitive.morph_targets;
  if (attribute == MorphAttribute::color_0) {
    return buffer.rewrite<glm::vec4>([&](std::span<glm::vec4> out) {
      blend_colors(targets, primitive.colors, active, out, stage);
    });
  }
  const auto set = texcoord_set(attribute);
  return buffer.rewrite<glm::vec2>([&](std::span<glm::vec2> out) {
    blend_texcoords(targets, set, primitive.texcoords[set], active, out);
  });
}

}  // namespace

MorphBinding::MorphBinding(const Context::Api& api, PrimitiveBuffers& buffers)
    : api_(&api),
      buffers_(&buffers),
      input_(buffers.make_morph_array()),
      drawn_(buffers.make_vertex_array()) {
  slot_targets_.fill(kNoTarget);
  active_.reserve(buffers.targets().target_count());
  blended_targets_.reserve(buffers.targets().target_count());
  for (std::uint32_t slot = 0; slot < buffers.slots(); ++slot) point_slot(slot);
}

Result<PrimitiveReport> MorphBinding::update(std::span<const ActiveTarget> active,
                                             MorphPathWish wish, NormalsMode normals,
                                             Workers* workers, MorphPass& pass,
                                             RendererCounters& counters) {
  workers_ = workers;
  const bool recompute =
      normals == NormalsMode::recompute && SmoothNormals::follow(buffers_->primitive());
  if (valid_ && wish == wish_ && recompute == recomputes_ && std::ranges::equal(active, active_)) {
    return report_;
  }
  valid_ = false;
  recomputes_ = recompute;
  report_ = {};
  report_.recomputed = recompute;
  report_.active = static_cast<std::uint32_t>(active.size());
  report_.slots = buffers_->slots();
  report_.path = prepare(active, recompute ? MorphPathWish::cpu : wish, counters);
  if (report_.path != MorphPath::cpu) {
    if (auto ran = run(active, pass, counters); !ran) return ran.error();
  }
  if (report_.path == MorphPath::cpu) {
    report_.slots_used = report_.folded = report_.texture_layers = 0;
    if (auto done = blend(active, BlendStage::complete, counters); !done) return done.error();
    point_drawn(recomputes_ ? Source::recomputed : Source::blended);
  }
  wish_ = wish;
  active_.assign(active.begin(), active.end());
  valid_ = true;
  return report_;
}

/// Chooses the path and uploads its deltas.
MorphPath MorphBinding::prepare(std::span<const ActiveTarget> active, MorphPathWish wish,
                                RendererCounters& counters) {
  const auto count = static_cast<std::uint32_t>(active.size());
  const MorphPath path = choose_morph_path(count, buffers_->slots(), wish);
  if (path == MorphPath::attributes) {
    const std::uint32_t kept = std::min(count, buffers_->slots());
    if (kept < count && !buffers_->can_fold()) return MorphPath::cpu;
    if (!fill_slots(active.first(kept), counters)) return MorphPath::cpu;
    report_.slots_used = kept;
    report_.folded = count - kept;
  } else if (path == MorphPath::texture) {
    if (!buffers_->make_texture_resident(counters)) return MorphPath::cpu;
    list_.begin(1, buffers_->morphed());
    list_.add(buffers_->targets(), buffers_->delta_texture(), active);
    if (!list_.upload(*api_)) return MorphPath::cpu;
    report_.texture_layers = buffers_->delta_texture().layers();
  }
  return path;
}

/// The morphing pass. Where the driver rejects its program the path becomes `cpu`.
Result<void> MorphBinding::run(std::span<const ActiveTarget> active, MorphPass& pass,
                               RendererCounters& counters) {
  const bool folded = report_.folded > 0;
  MorphKey key;
  key.count = buffers_->morphed().count();
  if (report_.path == MorphPath::texture) {
    key.source = buffers_->delta_texture().source();
  } else {
    key.slots = buffers_->slots();
    key.source = folded ? DeltaSource::folded : DeltaSource::slots;
  }
  const auto program = pass.program(key);
  if (!program) {
    fault_ = program.error();
    report_.path = MorphPath::cpu;
    return {};
  }
  if (folded) {
    auto done = blend(active.subspan(report_.slots_used), BlendStage::partial, counters);
    if (!done) return done;
  }
  const std::uint32_t vertices = buffers_->targets().vertex_count();
  if (!morphed_) {
    auto made = Buffer::create(api_->gl, kMorphedBytes * key.count * vertices, GL_STREAM_COPY);
    if (!made) return no_memory();
    morphed_ = std::move(*made);
  }
  point_base(folded);
  bind_textures();
  auto weights = slot_weights_;
  weights[0] *= slot_weight_scale();
  pass.run({*program, input_.name(), buffers_->morphed(), std::span(weights).first(key.slots),
            vertices, 1},
           morphed_);
  unbind_textures();
  counters.morphs += 1;
  point_drawn(Source::morphed);
  return {};
}

void MorphBinding::bind_textures() const {
  if (report_.path == MorphPath::texture) {
    buffers_->delta_texture().bind(api_->gl);
    list_.bind(api_->gl);
  } else if (report_.folded > 0) {
    bind_buffer_texture(api_->gl, MORPH_UNIT_BASE_NORMALS,
                        buffers_->base_texture(MorphAttribute::normal));
    bind_buffer_texture(api_->gl, MORPH_UNIT_BASE_TANGENTS,
                        buffers_->base_texture(MorphAttribute::tangent));
  }
}

void MorphBinding::unbind_textures() const {
  if (report_.path == MorphPath::texture) buffers_->delta_texture().unbind(api_->gl);
  for (const GLuint unit : {MORPH_UNIT_ACTIVE, MORPH_UNIT_BASE_NORMALS, MORPH_UNIT_BASE_TANGENTS}) {
    bind_buffer_texture(api_->gl, unit, 0);
  }
}

std::uint32_t MorphBinding::slot_of(std::uint32_t target) const {
  const auto found = std::ranges::find(slot_targets_, target);
  return static_cast<std::uint32_t>(found - slot_targets_.begin());
}

/// A slot that was never filled, else one whose target is not among `kept`. There is always one,
/// because no more targets are kept than there are slots.
std::uint32_t MorphBinding::free_slot(std::span<const ActiveTarget> kept) const {
  const std::uint32_t slots = buffers_->slots();
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
  const MorphKey key{buffers_->morphed().count(), buffers_->slots(), DeltaSource::slots};
  api_->gl.BindVertexArray(input_.name());
  std::uint32_t place = 0;
  for_each(buffers_->morphed(), [&](MorphAttribute attribute) {
    const std::uint32_t location = key.slot_location(place++, slot);
    const bool carried = target != kNoTarget && buffers_->targets().has(target, attribute);
    point_attribute(
        api_->gl, location, component_count(attribute),
        carried ? buffers_->deltas(target) : buffers_->zeros(),
        carried ? buffers_->delta_offset(target, attribute) : buffers_->zeros_offset(location));
  });
  api_->gl.BindVertexArray(0);
}

/// The base of the morphing pass: the file's, or what further targets were folded into.
void MorphBinding::point_base(bool folded) {
  if (folded == base_is_folded_) return;
  base_is_folded_ = folded;
  api_->gl.BindVertexArray(input_.name());
  std::uint32_t place = 0;
  for_each(buffers_->morphed(), [&](MorphAttribute attribute) {
    point_attribute(api_->gl, place++, base_component_count(attribute),
                    folded ? blended(attribute) : buffers_->base(attribute));
  });
  api_->gl.BindVertexArray(0);
}

AttributeSet MorphBinding::blended_attributes() const {
  AttributeSet set = buffers_->morphed();
  if (!recomputes_) return set;
  set.add(MorphAttribute::normal);
  if (!buffers_->primitive().tangents.empty()) set.add(MorphAttribute::tangent);
  return set;
}

void MorphBinding::point_drawn(Source source) {
  if (source == source_) return;
  source_ = source;
  const AttributeSet morphed = buffers_->morphed();
  const bool from_pass = source == Source::morphed;
  const AttributeSet moved = from_pass ? morphed : blended_attributes();
  const std::size_t stride = morphed.count() * kMorphedBytes;
  api_->gl.BindVertexArray(drawn_.name());
  for_each(buffers_->layout().base, [&](MorphAttribute attribute) {
    const std::uint32_t location = buffers_->layout().location(attribute);
    const std::uint32_t components = base_component_count(attribute);
    if (!moved.has(attribute)) {
      point_attribute(api_->gl, location, components, buffers_->base(attribute));
    } else if (from_pass) {
      point_attribute(api_->gl, location, components, morphed_,
                      morphed.rank(attribute) * kMorphedBytes, stride);
    } else {
      point_attribute(api_->gl, location, components, blended(attribute));
    }
  });
  api_->gl.BindVertexArray(0);
}

bool MorphBinding::make_blended_buffers() {
  bool complete = true;
  for_each(blended_attributes(), [&](MorphAttribute attribute) {
    Buffer& blended = blended_[static_cast<std::size_t>(attribute)];
    if (!complete || blended) return;
    const std::size_t bytes = sizeof(float) * base_component_count(attribute) *
                              std::size_t{buffers_->targets().vertex_count()};
    auto buffer = Buffer::create(api_->gl, bytes, GL_STREAM_DRAW);
    complete = buffer.has_value();
    if (complete) blended = std::move(*buffer);
  });
  return complete;
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
  if (!make_blended_buffers()) return no_memory();
  const Primitive& primitive = buffers_->primitive();
  bool complete = surface != nullptr || blend_surface_into(blended_, blended_attributes(),
                                                           primitive, targets, stage, workers_);
  for_each(blended_attributes(), [&](MorphAttribute attribute) {
    Buffer& blended = blended_[static_cast<std::size_t>(attribute)];
    counters.uploaded_bytes += blended.bytes();
    if (!complete) return;
    if (attribute > MorphAttribute::tangent) {
      complete = blend_into(blended, primitive, attribute, targets, stage);
    } else if (surface != nullptr) {
      complete = write_surface(blended, *surface, attribute);
    }
  });
  if (!complete) return no_memory();
  blended_targets_.assign(targets.begin(), targets.end());
  blended_stage_ = stage;
  blended_recomputed_ = recomputes_;
  blended_valid_ = true;
  counters.base_uploads += 1;
  return {};
}

void MorphBinding::read(MorphedVertices& vertices) const {
  if (source_ != Source::morphed) {
    for_each(blended_attributes(), [&](MorphAttribute attribute) {
      blended(attribute).read(0, std::as_writable_bytes(values_of(vertices, attribute)));
    });
    return;
  }
  std::vector<float> texels(morphed_.bytes() / sizeof(float));
  morphed_.read(0, std::as_writable_bytes(std::span(texels)));
  const std::size_t stride = std::size_t{4} * buffers_->morphed().count();
  std::size_t first = 0;
  for_each(buffers_->morphed(), [&](MorphAttribute attribute) {
    const std::size_t width = base_component_count(attribute);
    const auto out = values_of(vertices, attribute);
    for (std::size_t v = 0; v < vertices.positions.size(); ++v) {
      std::copy_n(&texels[v * stride + first], width, &out[v * width]);
    }
    first += 4;
  });
}

}  // namespace morph::gl::detail
