// SPDX-License-Identifier: MIT
#include "morph/runtime/detail/scene_checks.h"

#include <algorithm>
#include <cmath>
#include <span>
#include <string>

#include "morph/runtime/detail/check_errors.h"

namespace morph::detail {
namespace {

template <class Values>
bool all_finite(const Values& values, int count) {
  for (int i = 0; i < count; ++i) {
    if (!std::isfinite((&values[0])[i])) return false;
  }
  return true;
}

Result<void> check_texture_use(const TextureUse& use, std::size_t textures,
                               const std::string& where) {
  if (use.texture >= textures) return missing(where + "/index", "texture", use.texture, textures);
  if (use.texcoord >= kMaxTexcoordSets) {
    return Error{ErrorCode::out_of_range, where + "/texCoord",
                 "is " + std::to_string(use.texcoord) + ", expected below " +
                     std::to_string(kMaxTexcoordSets)};
  }
  return {};
}

Result<void> check_attributes(const Primitive& primitive, const std::string& where) {
  const std::size_t vertices = primitive.vertex_count();
  const auto fits = [&](std::size_t count) { return count == 0 || count == vertices; };
  const auto wrong = [&](const std::string& name, std::size_t count) {
    return uneven(where + "/attributes/" + name, count, vertices, "one per vertex",
                  "MESH_PRIMITIVE_UNEQUAL_ACCESSOR_COUNT");
  };
  if (!fits(primitive.normals.size())) return wrong("NORMAL", primitive.normals.size());
  if (!fits(primitive.tangents.size())) return wrong("TANGENT", primitive.tangents.size());
  if (!fits(primitive.colors.size())) return wrong("COLOR_0", primitive.colors.size());
  for (std::size_t set = 0; set < primitive.texcoords.size(); ++set) {
    const std::string name = "TEXCOORD_" + std::to_string(set);
    if (set >= kMaxTexcoordSets) {
      return Error{ErrorCode::out_of_range, where + "/attributes/" + name,
                   "expected at most " + std::to_string(kMaxTexcoordSets) + " sets"};
    }
    if (!fits(primitive.texcoords[set].size())) return wrong(name, primitive.texcoords[set].size());
  }
  const auto outside =
      std::ranges::find_if(primitive.indices, [&](std::uint32_t i) { return i >= vertices; });
  if (outside != primitive.indices.end()) {
    return Error{ErrorCode::out_of_range, where + "/indices",
                 "index " + std::to_string(*outside) + " at element " +
                     std::to_string(outside - primitive.indices.begin()) + ", expected below " +
                     std::to_string(vertices) + " (the vertex count)",
                 "ACCESSOR_INDEX_OOB"};
  }
  return {};
}

Result<void> check_targets(const Primitive& primitive, const MorphTargetData& first,
                           const std::string& where) {
  const MorphTargetData& targets = primitive.morph_targets;
  if (targets.target_count() != first.target_count()) {
    return uneven(where + "/targets", targets.target_count(), first.target_count(),
                  "as the mesh's first primitive", "MESH_PRIMITIVES_UNEQUAL_TARGETS_COUNT");
  }
  if (targets.target_count() == 0) return {};
  if (targets.vertex_count() != primitive.vertex_count()) {
    return uneven(where + "/targets", targets.vertex_count(), primitive.vertex_count(),
                  "one delta per base vertex",
                  "MESH_PRIMITIVE_MORPH_TARGET_INVALID_ATTRIBUTE_COUNT");
  }
  if (!std::ranges::equal(targets.target_names(), first.target_names()) ||
      !std::ranges::equal(targets.default_weights(), first.default_weights())) {
    return Error{ErrorCode::invalid_value, where + "/targets",
                 "names and default weights differ from those of the mesh's first primitive"};
  }
  bool lacks = false;  // a primitive without vertices has no base to look at
  for (std::size_t i = 0; i < kMorphAttributeCount && primitive.vertex_count() > 0; ++i) {
    const auto attribute = static_cast<MorphAttribute>(i);
    lacks = lacks || (targets.has(attribute) && !primitive.has(attribute));
  }
  if (lacks) {
    return Error{ErrorCode::invalid_value, where + "/targets",
                 "deltas of an attribute that the base does not have",
                 "MESH_PRIMITIVE_MORPH_TARGET_NO_BASE_ACCESSOR"};
  }
  return {};
}

Result<void> check_transform(const Node& node, const std::string& where) {
  if (node.matrix) {
    for (int column = 0; column < 4; ++column) {
      if (!all_finite((*node.matrix)[column], 4)) {
        return Error{ErrorCode::invalid_value, where + "/matrix", "is not finite"};
      }
    }
    return {};
  }
  const Transform& t = node.transform;
  if (!all_finite(t.translation, 3))
    return Error{ErrorCode::invalid_value, where + "/translation", "is not finite"};
  if (!all_finite(t.rotation, 4))
    return Error{ErrorCode::invalid_value, where + "/rotation", "is not finite"};
  if (!all_finite(t.scale, 3))
    return Error{ErrorCode::invalid_value, where + "/scale", "is not finite"};
  return {};
}

/// A loop that `node` stands in or hangs under, as "0 → 1 → 0". Precondition: there is one.
std::pair<Index, std::string> describe_loop(std::span<const Node> nodes, Index node) {
  for (std::size_t step = 0; step < nodes.size(); ++step)
    node = nodes[node].parent;  // now surely inside the loop
  std::vector<Index> loop{node};
  for (Index above = nodes[node].parent; above != node; above = nodes[above].parent)
    loop.push_back(above);
  std::ranges::reverse(loop);  // from parents to children
  const Index start = *std::ranges::min_element(loop);
  std::rotate(loop.begin(), std::ranges::find(loop, start), loop.end());
  constexpr std::size_t kShown = 8;
  std::string text;
  for (std::size_t i = 0; i < std::min(loop.size(), kShown); ++i)
    text += std::to_string(loop[i]) + " → ";
  if (loop.size() > kShown) text += "… → ";
  return {start, text + std::to_string(start)};
}

/// W that a channel asks of its track. Precondition: the node exists.
Result<std::size_t> driven_width(const SceneParts& parts, const Channel& channel,
                                 const std::string& where) {
  const Node& node = parts.nodes[channel.node];
  const bool one = channel.element != kNoIndex;
  if (channel.path != ChannelPath::weights) {
    if (node.matrix) {
      return Error{
          ErrorCode::invalid_value, where,
          "drives a transform of node " + std::to_string(channel.node) + ", which has a matrix",
          "ANIMATION_CHANNEL_TARGET_NODE_MATRIX"};
    }
    if (one) return Error{ErrorCode::invalid_value, where, "drives one element of a transform"};
    return channel.path == ChannelPath::rotation ? std::size_t{4} : std::size_t{3};
  }
  if (node.weights.empty()) {
    return Error{
        ErrorCode::no_morph_targets, where,
        "drives weights of node " + std::to_string(channel.node) + ", which has no morph targets",
        "ANIMATION_CHANNEL_TARGET_NODE_WEIGHTS_NO_MORPHS"};
  }
  if (!one) return node.weights.size();
  if (channel.element < node.weights.size()) return std::size_t{1};
  return missing(where, "weight", channel.element, node.weights.size());
}

Result<void> check_channel(const SceneParts& parts, const Animation& animation,
                           const Channel& channel, const std::string& where) {
  if (channel.sampler >= animation.samplers.size()) {
    return missing(where + "/sampler", "sampler", channel.sampler, animation.samplers.size());
  }
  if (channel.node >= parts.nodes.size()) {
    return missing(where + "/target/node", "node", channel.node, parts.nodes.size());
  }
  const auto expected = driven_width(parts, channel, where + "/target");
  if (!expected) return expected.error();
  const Track& track = animation.samplers[channel.sampler];
  if (track.width() != *expected) {
    return uneven(where + "/sampler", track.width(), *expected, "values per key",
                  "ANIMATION_SAMPLER_OUTPUT_ACCESSOR_INVALID_COUNT");
  }
  return {};
}

}  // namespace

Result<void> check_materials(const SceneParts& parts) {
  for (std::size_t t = 0; t < parts.textures.size(); ++t) {
    const Index image = parts.textures[t].image;
    if (image != kNoIndex && image >= parts.images.size()) {
      return missing(pointer("/textures/", t, "/source"), "image", image, parts.images.size());
    }
  }
  for (std::size_t m = 0; m < parts.materials.size(); ++m) {
    Result<void> sound;
    for_each_texture_use(parts.materials[m], [&](std::string_view place, const TextureUse& use) {
      if (sound)
        sound = check_texture_use(use, parts.textures.size(), pointer("/materials/", m, place));
    });
    if (!sound) return sound;
  }
  for (std::size_t i = 0; i < parts.images.size(); ++i) {
    const Image& image = parts.images[i];
    if (image.rgba.size() != image.pixel_count() * 4) {
      return uneven(pointer("/images/", i), image.rgba.size(), image.pixel_count() * 4,
                    "four bytes per pixel");
    }
  }
  return {};
}

Result<void> check_meshes(const SceneParts& parts) {
  for (std::size_t m = 0; m < parts.meshes.size(); ++m) {
    const auto& primitives = parts.meshes[m].primitives;
    for (std::size_t p = 0; p < primitives.size(); ++p) {
      const std::string where = pointer("/meshes/", m, pointer("/primitives/", p));
      const Index material = primitives[p].material;
      if (material != kNoIndex && material >= parts.materials.size()) {
        return missing(where + "/material", "material", material, parts.materials.size());
      }
      if (auto sound = check_attributes(primitives[p], where); !sound) return sound;
      if (auto sound = check_targets(primitives[p], primitives[0].morph_targets, where); !sound)
        return sound;
    }
  }
  return {};
}

Result<void> check_cameras(const SceneParts& parts) {
  for (std::size_t c = 0; c < parts.cameras.size(); ++c) {
    if (auto sound = check_camera(parts.cameras[c], pointer("/cameras/", c)); !sound) return sound;
  }
  return {};
}

Result<void> check_nodes(const SceneParts& parts) {
  for (std::size_t n = 0; n < parts.nodes.size(); ++n) {
    const Node& node = parts.nodes[n];
    const std::string where = pointer("/nodes/", n);
    for (std::size_t c = 0; c < node.children.size(); ++c) {
      if (node.children[c] >= parts.nodes.size()) {
        return missing(where + pointer("/children/", c), "node", node.children[c],
                       parts.nodes.size());
      }
    }
    if (node.mesh != kNoIndex && node.mesh >= parts.meshes.size()) {
      return missing(where + "/mesh", "mesh", node.mesh, parts.meshes.size());
    }
    if (node.camera != kNoIndex && node.camera >= parts.cameras.size()) {
      return missing(where + "/camera", "camera", node.camera, parts.cameras.size());
    }
    if (auto sound = check_transform(node, where); !sound) return sound;
    const std::size_t targets =
        node.mesh == kNoIndex ? 0 : parts.meshes[node.mesh].morph_target_count();
    if (!node.weights.empty() && node.weights.size() != targets) {
      return uneven(where + "/weights", node.weights.size(), targets, "one per morph target",
                    "NODE_WEIGHTS_INVALID");
    }
    if (!std::ranges::all_of(node.weights, [](float w) { return std::isfinite(w); })) {
      return Error{ErrorCode::invalid_value, where + "/weights", "is not finite"};
    }
  }
  return {};
}

Result<void> check_scenes(const SceneParts& parts) {
  for (std::size_t s = 0; s < parts.scenes.size(); ++s) {
    for (std::size_t i = 0; i < parts.scenes[s].nodes.size(); ++i) {
      const Index node = parts.scenes[s].nodes[i];
      if (node >= parts.nodes.size()) {
        return missing(pointer("/scenes/", s, pointer("/nodes/", i)), "node", node,
                       parts.nodes.size());
      }
    }
  }
  if (parts.default_scene != kNoIndex && parts.default_scene >= parts.scenes.size()) {
    return missing("/scene", "scene", parts.default_scene, parts.scenes.size());
  }
  return {};
}

Result<void> link_nodes(std::vector<Node>& nodes, std::vector<Index>& order) {
  for (Node& node : nodes) node.parent = kNoIndex;
  for (Index n = 0; n < nodes.size(); ++n) {
    for (std::size_t c = 0; c < nodes[n].children.size(); ++c) {
      Node& child = nodes[nodes[n].children[c]];
      if (child.parent != kNoIndex) {
        return Error{ErrorCode::invalid_value, pointer("/nodes/", n, pointer("/children/", c)),
                     "node " + std::to_string(nodes[n].children[c]) + " has two parents, " +
                         std::to_string(child.parent) + " and " + std::to_string(n),
                     "NODE_PARENT_OVERRIDE"};
      }
      child.parent = n;
    }
  }
  order.clear();
  for (Index n = 0; n < nodes.size(); ++n) {
    if (nodes[n].parent == kNoIndex) order.push_back(n);
  }
  std::size_t level_end = order.size();  // breadth first: one level after the other
  std::uint32_t depth = 1;
  for (std::size_t i = 0; i < order.size(); ++i) {
    if (i == level_end) {
      level_end = order.size();
      if (++depth > Scene::kMaxNodeDepth) {
        return Error{
            ErrorCode::limit_exceeded, pointer("/nodes/", order[i]),
            "nodes nested deeper than " + std::to_string(Scene::kMaxNodeDepth) + " levels"};
      }
    }
    order.insert(order.end(), nodes[order[i]].children.begin(), nodes[order[i]].children.end());
  }
  if (order.size() == nodes.size()) return {};

  std::vector<bool> reached(nodes.size(), false);
  for (const Index n : order) reached[n] = true;
  const auto lost = static_cast<Index>(std::ranges::find(reached, false) - reached.begin());
  const auto loop = describe_loop(nodes, lost);
  return Error{ErrorCode::invalid_value, pointer("/nodes/", loop.first), "node loop " + loop.second,
               "NODE_LOOP"};
}

Result<void> check_animations(const SceneParts& parts) {
  for (std::size_t a = 0; a < parts.animations.size(); ++a) {
    const Animation& animation = parts.animations[a];
    for (std::size_t c = 0; c < animation.channels.size(); ++c) {
      const std::string where = pointer("/animations/", a, pointer("/channels/", c));
      if (auto sound = check_channel(parts, animation, animation.channels[c], where); !sound)
        return sound;
    }
  }
  return {};
}

}  // namespace morph::detail
