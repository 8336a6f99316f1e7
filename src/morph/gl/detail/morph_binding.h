// SPDX-License-Identifier: MIT
#pragma once

#include <array>
#include <cstdint>
#include <span>
#include <vector>

#include "morph/gl/detail/primitive_buffers.h"
#include "morph/gl/detail/program.h"
#include "morph/gl/morph_path.h"
#include "morph/gl/renderer.h"
#include "morph/runtime/active_targets.h"
#include "morph/runtime/blend.h"

namespace morph::gl::detail {

// A primitive as one node shows it. Weights belong to the node, so which targets are in the slots
// and what is blended on the CPU are the node's too; deltas and base belong to the primitive.

class MorphBinding {
 public:
  /// Allocates all that frames need on our side. `buffers` must stay where it is.
  MorphBinding(const Gl& gl, PrimitiveBuffers& buffers);

  /// Chooses the path and makes the vertex array and the weights ready for `draw` or a capture.
  /// Uploads what is new: deltas of targets that are active for the first time; the blended base
  /// where the weights of the targets that go into it changed. Where the driver has no memory for
  /// deltas the path is `cpu`, whatever the wish; so it is where normals are recomputed, also with
  /// no target active. Errors: graphics (memory for the blended base).
  ///   active  all active targets, strongest first
  Result<PrimitiveReport> update(std::span<const ActiveTarget> active, MorphPathWish wish,
                                 NormalsMode normals, RendererCounters& counters);

  /// The part of the key that depends on the path and on folding.
  void describe(ProgramKey& key) const;

  /// Binds the vertex array, and for a program that morphs the weights and buffer textures.
  /// Precondition: the program made of describe's key is in use.
  void bind(const Program& program) const;
  /// Everything that bind bound is 0 again.
  void unbind() const;

  /// What the CPU path blends: the morphed attributes, and those that recomputed normals move.
  [[nodiscard]] AttributeSet blended_attributes() const;
  /// What was blended for one of them.
  [[nodiscard]] const Buffer& blended(MorphAttribute attribute) const {
    return blended_[static_cast<std::size_t>(attribute)];
  }
  [[nodiscard]] PrimitiveBuffers& buffers() const { return *buffers_; }

 private:
  static constexpr std::uint32_t kNoTarget = 0xFFFF'FFFF;

  /// Where the morphed base attributes come from: the file, or the buffers blended here.
  enum class Source : std::uint8_t { file, blended, recomputed };

  bool fill_slots(std::span<const ActiveTarget> kept, RendererCounters& counters);
  [[nodiscard]] std::uint32_t slot_of(std::uint32_t target) const;
  [[nodiscard]] std::uint32_t free_slot(std::span<const ActiveTarget> kept) const;
  void point_slot(std::uint32_t slot);
  void point_base(Source source);
  Result<void> blend(std::span<const ActiveTarget> targets, BlendStage stage,
                     RendererCounters& counters);

  const Gl* gl_;
  PrimitiveBuffers* buffers_;
  VertexArrayHandle vertex_array_;
  MorphPath path_ = MorphPath::attributes;
  bool folded_ = false;
  Source source_ = Source::file;
  bool recomputes_ = false;
  std::array<std::uint32_t, kMaxGpuMorphTargets> slot_targets_;  // kNoTarget: never filled
  std::array<float, kMaxGpuMorphTargets> slot_weights_{};
  std::array<Buffer, kMorphAttributeCount> blended_;
  std::vector<ActiveTarget> blended_targets_;  // what is in them
  BlendStage blended_stage_ = BlendStage::complete;
  bool blended_recomputed_ = false;
  bool blended_valid_ = false;
};

}  // namespace morph::gl::detail
