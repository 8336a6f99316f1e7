// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <optional>
#include <string_view>

#include "morph/runtime/animation.h"
#include "morph/runtime/index.h"
#include "morph/runtime/result.h"

namespace morph::gltf::detail {

// The JSON pointers of KHR_animation_pointer (RFC 6901, as glTF's Object Model uses it): what a
// text names, without looking whether the file has it.

struct AnimationPointer {
  enum class Object : std::uint8_t {
    node,   ///< /nodes/i/weights, /nodes/i/weights/k, …/translation, …/rotation, …/scale
    mesh,   ///< /meshes/i/weights, /meshes/i/weights/k: part of older Object Models only
    other,  ///< anything else, which we do not animate
  };
  Object object = Object::other;
  Index index = kNoIndex;  ///< of the node or mesh
  ChannelPath path = ChannelPath::weights;
  Index element = kNoIndex;  ///< k; kNoIndex: all weights
};

/// The path of a node's property by its name, which a core target and a pointer share.
std::optional<ChannelPath> channel_path(std::string_view property);

/// Errors: syntax for a text that is no JSON pointer, or that has something else where an index
/// belongs (digits without a leading zero).
Result<AnimationPointer> parse_animation_pointer(std::string_view text);

}  // namespace morph::gltf::detail
