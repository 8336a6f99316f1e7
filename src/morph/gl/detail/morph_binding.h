// SPDX-License-Identifier: MIT
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "morph/gl/detail/morph_pass.h"
#include "morph/gl/detail/primitive_buffers.h"
#include "morph/gl/morph_path.h"
#include "morph/gl/renderer.h"
#include "morph/runtime/active_targets.h"
#include "morph/runtime/blend.h"

namespace morph::gl::detail {

// A primitive as one node shows it. Weights belong to the node, so which targets are in the slots
// and what came of them are the node's too; deltas and base belong to the primitive.

class MorphBinding {
 public:
  /// Allocates what frames need on our side. `buffers` must stay where it is.
  MorphBinding(const Context::Api& api, PrimitiveBuffers& buffers);

  /// Chooses the path and morphs the vertices, unless they are what they were. Uploads what is new:
  /// deltas of targets that are active for the first time; what is blended on the CPU where the
  /// weights of the targets that go into it changed. Where the driver has no room for deltas the
  /// path is `cpu`, whatever the wish; so it is where normals are recomputed, also with no target
  /// active, and where the driver rejects the program, which `fault` then tells. The framebuffer
  /// binding may be another one afterwards. Errors: graphics (memory for the morphed vertices).
  ///   active   all active targets, strongest first
  ///   workers  help with large blends; nullptr: none
  Result<PrimitiveReport> update(std::span<const ActiveTarget> active, MorphPathWish wish,
                                 NormalsMode normals, Workers* workers, MorphPass& pass,
                                 RendererCounters& counters);

  /// What the driver said to the last program that it rejected.
  [[nodiscard]] const std::optional<Error>& fault() const { return fault_; }

  /// The vertex array with the morphed vertices.
  [[nodiscard]] GLuint vertex_array() const { return drawn_.name(); }

  /// Replaces what is morphed or recomputed by what the last update made of it.
  void read(MorphedVertices& vertices) const;

 private:
  static constexpr std::uint32_t kNoTarget = 0xFFFF'FFFF;

  /// Where the vertices that are drawn come from: the buffers blended here, or the morphing pass.
  enum class Source : std::uint8_t { none, blended, recomputed, morphed };

  MorphPath prepare(std::span<const ActiveTarget> active, MorphPathWish wish,
                    RendererCounters& counters);
  bool fill_slots(std::span<const ActiveTarget> kept, RendererCounters& counters);
  [[nodiscard]] std::uint32_t slot_of(std::uint32_t target) const;
  [[nodiscard]] std::uint32_t free_slot(std::span<const ActiveTarget> kept) const;
  void point_slot(std::uint32_t slot);
  void point_base(bool folded);
  void point_drawn(Source source);
  [[nodiscard]] AttributeSet blended_attributes() const;
  [[nodiscard]] const Buffer& blended(MorphAttribute attribute) const {
    return blended_[static_cast<std::size_t>(attribute)];
  }
  bool make_blended_buffers();
  Result<void> blend(std::span<const ActiveTarget> targets, BlendStage stage,
                     RendererCounters& counters);
  Result<void> run(std::span<const ActiveTarget> active, MorphPass& pass,
                   RendererCounters& counters);
  void bind_textures() const;
  void unbind_textures() const;

  const Context::Api* api_;
  PrimitiveBuffers* buffers_;
  std::optional<Error> fault_;
  Workers* workers_ = nullptr;  // of this frame

  // What the last update did; nothing is done twice.
  PrimitiveReport report_;
  std::vector<ActiveTarget> active_;
  MorphPathWish wish_ = MorphPathWish::automatic;
  bool valid_ = false;

  // Input of the morphing pass.
  VertexArrayHandle input_;
  std::array<std::uint32_t, kMaxGpuMorphTargets> slot_targets_;  // kNoTarget: never filled
  std::array<float, kMaxGpuMorphTargets> slot_weights_{};
  bool base_is_folded_ = false;
  ActiveList list_;

  // What is blended on the CPU.
  std::array<Buffer, kMorphAttributeCount> blended_;
  std::vector<ActiveTarget> blended_targets_;
  BlendStage blended_stage_ = BlendStage::complete;
  bool recomputes_ = false;
  bool blended_recomputed_ = false;
  bool blended_valid_ = false;

  // What is drawn.
  Buffer morphed_;  // [V][M] vectors of four floats
  VertexArrayHandle drawn_;
  Source source_ = Source::none;
};

}  // namespace morph::gl::detail
