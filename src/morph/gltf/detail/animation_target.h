// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <set>
#include <span>
#include <string>
#include <tuple>
#include <vector>

#include "morph/gltf/detail/animation_pointer.h"
#include "morph/gltf/detail/document.h"
#include "morph/runtime/animation.h"
#include "morph/runtime/scene.h"

namespace morph::gltf::detail {

// What the channels of a file drive: core targets (glTF 2.0 §3.11) and those of
// KHR_animation_pointer.

/// What one channel drives, and what it wants of its sampler.
struct ChannelTarget {
  std::span<const Index> nodes;  ///< usually one, or all that show a mesh; none: nothing that we
                                 ///< animate. Valid as long as the ChannelTargets
  ChannelPath path = ChannelPath::weights;
  Index element = kNoIndex;  ///< as Channel::element
  std::uint32_t width = 0;   ///< W
  Index mesh = kNoIndex;     ///< of a pointer to a mesh's weights
  bool by_pointer = false;   ///< raw integers are sound, and of every path

  /// Components of an output element: weights lie one after the other as scalars.
  [[nodiscard]] std::uint32_t components() const {
    return path == ChannelPath::weights ? 1 : width;
  }
};

/// Finds the targets of all channels of a file.
class ChannelTargets {
 public:
  /// `nodes` and `meshes` must outlive it.
  ChannelTargets(const ImportContext& context, std::span<const Node> nodes,
                 std::span<const Mesh> meshes);
  ChannelTargets(const ChannelTargets&) = delete;
  ChannelTargets& operator=(const ChannelTargets&) = delete;

  /// What a channel drives. One without a node drives nothing, as the specification says; so does a
  /// pointer to a property that we do not animate, which is counted.
  ///   where  JSON pointer of the channel
  /// Errors: of a target that cannot be driven.
  Result<ChannelTarget> find(const tinygltf::AnimationChannel& channel, const std::string& where);

  /// Says in one warning how many pointers named properties that we do not animate.
  void report() const;

 private:
  Result<ChannelTarget> find_core(const tinygltf::AnimationChannel& channel,
                                  const std::string& where) const;
  Result<ChannelTarget> find_pointer(const tinygltf::AnimationChannel& channel,
                                     const std::string& where);
  Result<ChannelTarget> of_node(Index node, ChannelPath path, Index element,
                                const std::string& where) const;
  Result<ChannelTarget> of_mesh(Index mesh, Index element, const std::string& where) const;

  const ImportContext& context_;
  std::span<const Node> nodes_;
  std::span<const Mesh> meshes_;
  std::vector<Index> every_node_;                  // [nodes] 0, 1, 2 …
  std::vector<std::vector<Index>> nodes_of_mesh_;  // [meshes]
  std::uint64_t not_animated_ = 0;
};

/// What one animation drives already: nothing may be driven twice, neither a weight by itself and
/// with all the others (rules of glTF 2.0 §3.11 and of KHR_animation_pointer).
class DrivenProperties {
 public:
  /// Whether what the target drives on this node is still free; it is not from now on.
  bool take(const ChannelTarget& target, Index node) {
    return take({false, node, target.path, target.element});
  }

  /// The same for the mesh that a pointer names.
  bool take_mesh(const ChannelTarget& target) {
    return take({true, target.mesh, target.path, target.element});
  }

 private:
  using Property = std::tuple<bool, Index, ChannelPath, Index>;  // of a mesh, which, path, element
  bool take(const Property& property);

  std::set<Property> taken_;
};

}  // namespace morph::gltf::detail
