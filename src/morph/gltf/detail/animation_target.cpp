// SPDX-License-Identifier: MIT
#include "morph/gltf/detail/animation_target.h"

#include <numeric>

namespace morph::gltf::detail {
namespace {

constexpr const char* kExtension = "KHR_animation_pointer";

std::string at_extension(const std::string& channel) {
  return channel + "/target/extensions/" + kExtension;
}

Error missing(std::string where, std::string_view what, Index index, std::size_t count) {
  return unresolved(std::move(where), what, std::int64_t{index}, count);
}

}  // namespace

ChannelTargets::ChannelTargets(const ImportContext& context, std::span<const Node> nodes,
                               std::span<const Mesh> meshes)
    : context_(context),
      nodes_(nodes),
      meshes_(meshes),
      every_node_(nodes.size()),
      nodes_of_mesh_(meshes.size()) {
  std::iota(every_node_.begin(), every_node_.end(), Index{0});
  for (const Index node : every_node_) {
    if (nodes[node].mesh < meshes.size()) nodes_of_mesh_[nodes[node].mesh].push_back(node);
  }
}

Result<ChannelTarget> ChannelTargets::find(const tinygltf::AnimationChannel& channel,
                                           const std::string& where) {
  if (channel.target_path == "pointer") return find_pointer(channel, where);
  if (channel.target_extensions.contains(kExtension)) {
    context_.warnings.add(
        {ErrorCode::invalid_value, at_extension(where),
         "is ignored, because the path is " + in_quotes(channel.target_path) + ", not 'pointer'",
         "KHR_ANIMATION_POINTER_ANIMATION_CHANNEL_TARGET_PATH"});
  }
  return find_core(channel, where);
}

Result<ChannelTarget> ChannelTargets::find_core(const tinygltf::AnimationChannel& channel,
                                                const std::string& where) const {
  if (channel.target_node < 0) return ChannelTarget{};  // to be ignored (item 43)
  const auto path = channel_path(channel.target_path);
  if (!path) {
    return Error{
        ErrorCode::invalid_value, where + "/target/path",
        in_quotes(channel.target_path) + ", expected translation, rotation, scale or weights",
        "VALUE_NOT_IN_LIST"};
  }
  const auto node = static_cast<Index>(channel.target_node);
  if (node < nodes_.size()) return of_node(node, *path, kNoIndex, where + "/target");
  return missing(where + "/target/node", "node", node, nodes_.size());
}

Result<ChannelTarget> ChannelTargets::find_pointer(const tinygltf::AnimationChannel& channel,
                                                   const std::string& where) {
  const std::string at = at_extension(where) + "/pointer";
  const auto extension = channel.target_extensions.find(kExtension);
  if (extension == channel.target_extensions.end()) {
    return Error{ErrorCode::invalid_value, where + "/target/path",
                 "is 'pointer', but there is no KHR_animation_pointer", "VALUE_NOT_IN_LIST"};
  }
  if (!extension->second.Has("pointer")) {
    return Error{ErrorCode::invalid_value, at, "is missing", "UNDEFINED_PROPERTY"};
  }
  auto pointer = parse_animation_pointer(extension->second.Get("pointer").Get<std::string>());
  if (!pointer) {
    Error error = std::move(pointer).error();
    error.where = at;
    return error;
  }
  if (channel.target_node >= 0) {
    context_.warnings.add({ErrorCode::invalid_value, where + "/target/node",
                           "is ignored, because a pointer says what is driven",
                           "KHR_ANIMATION_POINTER_ANIMATION_CHANNEL_TARGET_NODE"});
  }
  if (pointer->object == AnimationPointer::Object::other) {
    ++not_animated_;
    return ChannelTarget{};
  }
  const bool of_nodes = pointer->object == AnimationPointer::Object::node;
  const std::size_t count = of_nodes ? nodes_.size() : meshes_.size();
  if (pointer->index >= count) {
    return missing(at, of_nodes ? "node" : "mesh", pointer->index, count);
  }
  auto target = of_nodes ? of_node(pointer->index, pointer->path, pointer->element, at)
                         : of_mesh(pointer->index, pointer->element, at);
  if (target) target->by_pointer = true;
  return target;
}

Result<ChannelTarget> ChannelTargets::of_node(Index node, ChannelPath path, Index element,
                                              const std::string& where) const {
  ChannelTarget target;
  target.nodes = std::span(every_node_).subspan(node, 1);
  target.path = path;
  target.element = element;
  if (path != ChannelPath::weights) {
    target.width = path == ChannelPath::rotation ? 4 : 3;
    if (!nodes_[node].matrix) return target;
    return Error{ErrorCode::invalid_value, where,
                 "drives a transform of node " + std::to_string(node) + ", which has a matrix",
                 "ANIMATION_CHANNEL_TARGET_NODE_MATRIX"};
  }
  const Index mesh = nodes_[node].mesh;
  const std::uint32_t targets = mesh < meshes_.size() ? meshes_[mesh].morph_target_count() : 0;
  if (targets == 0) {
    return Error{ErrorCode::no_morph_targets, where,
                 "drives weights of node " + std::to_string(node) + ", which has no morph targets",
                 "ANIMATION_CHANNEL_TARGET_NODE_WEIGHTS_NO_MORPHS"};
  }
  target.width = element == kNoIndex ? targets : 1;
  if (element == kNoIndex || element < targets) return target;
  return missing(where, "weight", element, targets);
}

Result<ChannelTarget> ChannelTargets::of_mesh(Index mesh, Index element,
                                              const std::string& where) const {
  const std::vector<Index>& nodes = nodes_of_mesh_[mesh];
  if (nodes.empty()) {
    return Error{ErrorCode::invalid_value,
                 where,
                 "drives weights of mesh " + std::to_string(mesh) + ", which no node shows",
                 {}};
  }
  auto target = of_node(nodes.front(), ChannelPath::weights, element, where);
  if (!target) return target;
  target->nodes = nodes;
  target->mesh = mesh;
  context_.warnings.add(
      {ErrorCode::invalid_value,
       where,
       "weights of a mesh can no longer be pointed at; drives those of " +
           (nodes.size() == 1 ? "node " + std::to_string(nodes.front())
                              : "the " + std::to_string(nodes.size()) + " nodes that show it"),
       {}});
  return target;
}

void ChannelTargets::report() const {
  if (not_animated_ == 0) return;
  context_.warnings.add(
      {ErrorCode::unsupported,
       "/animations",
       std::to_string(not_animated_) +
           (not_animated_ == 1 ? " pointer names a property" : " pointers name properties") +
           " that morphview does not animate, such as those of materials, lights "
           "and cameras; left out",
       {}});
}

bool DrivenProperties::take(const Property& property) {
  const auto& [of_mesh, owner, path, element] = property;
  const auto least = taken_.lower_bound(Property{of_mesh, owner, path, 0});
  const bool any = least != taken_.end() && std::get<0>(*least) == of_mesh &&
                   std::get<1>(*least) == owner && std::get<2>(*least) == path;
  const bool clash =
      element == kNoIndex
          ? any
          : taken_.contains(property) || taken_.contains(Property{of_mesh, owner, path, kNoIndex});
  return !clash && taken_.insert(property).second;
}

}  // namespace morph::gltf::detail
