// SPDX-License-Identifier: MIT
#pragma once

#include <algorithm>
#include <cstdint>
#include <string>
#include <vector>

#include "morph/runtime/index.h"
#include "morph/runtime/track.h"

namespace morph {

// Animations (glTF 2.0 §3.11): samplers, and the channels that connect them to properties of nodes.

/// The property that a channel drives.
enum class ChannelPath : std::uint8_t { translation, rotation, scale, weights };

/// One property of one node, driven by a sampler that other channels may share. Within an animation
/// nothing is driven twice; neither a weight by itself and with all the others of its node.
struct Channel {
  Index sampler = kNoIndex;  ///< into Animation::samplers
  Index node = kNoIndex;
  ChannelPath path = ChannelPath::weights;
  Index element = kNoIndex;  ///< the one weight that is driven (W = 1); kNoIndex: all of them
};

struct Animation {
  std::string name;
  std::vector<Track> samplers;
  std::vector<Channel> channels;

  /// The last key of all channels, in seconds; 0 without channels. The clip begins at 0, whenever
  /// its first key is.
  [[nodiscard]] float duration() const {
    float end = 0.0f;
    for (const Channel& channel : channels) end = std::max(end, samplers[channel.sampler].end());
    return end;
  }
};

}  // namespace morph
