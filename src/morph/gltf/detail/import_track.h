// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "morph/gltf/detail/animation_target.h"
#include "morph/gltf/detail/document.h"
#include "morph/runtime/track.h"

namespace morph::gltf::detail {

// Samplers of animations (glTF 2.0 §3.11, appendix C) become tracks. How many floats a key has is
// not said by a sampler, but by the channels that name it.

/// The samplers of one animation, each read when a channel wants it for the first time.
class TrackImport {
 public:
  /// `animation` is the index of the file; it and the context must outlive this.
  TrackImport(const ImportContext& context, std::size_t animation);

  [[nodiscard]] std::size_t size() const { return states_.size(); }

  /// W of a sampler, which is read for this target unless another one had it read before; then W
  /// may be another than the target's. Raw integers, strides and rotations that are not of unit
  /// length are warnings. Precondition: sampler < size().
  /// Errors: of samplers that cannot be played; limit_exceeded.
  Result<std::uint32_t> width_for(std::size_t sampler, const ChannelTarget& target);

  /// [samplers] what was read; a placeholder of one key for one that was not.
  std::vector<Track> take() &&;

 private:
  struct State {
    std::optional<Track> track;
    std::optional<Error> fault;  ///< of its numbers, so that they are not read again
  };

  [[nodiscard]] std::string where(std::size_t sampler) const;
  Result<void> check_counts(std::size_t sampler, const ChannelTarget& target) const;
  Result<Track> read(std::size_t sampler, const ChannelTarget& target) const;
  Result<std::vector<float>> read_numbers(int accessor, const std::string& where) const;
  Result<void> check_input(int accessor, const std::string& where) const;
  Result<void> check_output(int accessor, const ChannelTarget& target,
                            const std::string& where) const;
  void judge_stride(int accessor) const;

  const ImportContext& context_;
  std::size_t animation_;
  const std::vector<tinygltf::AnimationSampler>& samplers_;
  std::vector<State> states_;
};

}  // namespace morph::gltf::detail
