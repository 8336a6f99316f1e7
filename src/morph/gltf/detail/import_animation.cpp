// SPDX-License-Identifier: MIT
#include "morph/gltf/detail/import_animation.h"

#include <utility>

#include "morph/gltf/detail/animation_target.h"
#include "morph/gltf/detail/import_track.h"

namespace morph::gltf::detail {
namespace {

/// What one more node costs that the pointer to a mesh's weights drives: its channel, and finding
/// out that nothing else drives it.
constexpr std::uint64_t kChannelBytes = 256;

class AnimationImport {
 public:
  AnimationImport(const ImportContext& context, std::size_t index, std::span<const Node> nodes,
                  ChannelTargets& targets)
      : context_(context),
        source_(context.model().animations[index]),
        where_(pointer("/animations/", index)),
        nodes_(nodes),
        targets_(targets),
        tracks_(context, index) {}

  Result<Animation> run();

 private:
  Result<void> import_channel(std::size_t index);
  Result<void> read_sampler(int sampler, const ChannelTarget& target, const std::string& where);
  Result<void> drive(Index sampler, const ChannelTarget& target, const std::string& where);
  void judge_matrix(Index node, const std::string& where) const;

  const ImportContext& context_;
  const tinygltf::Animation& source_;
  std::string where_;
  std::span<const Node> nodes_;
  ChannelTargets& targets_;
  TrackImport tracks_;
  DrivenProperties driven_;
  Animation animation_;
};

Error driven_twice(std::string where, std::string_view owner, Index index) {
  return {ErrorCode::invalid_value, std::move(where),
          "drives the same property of " + std::string(owner) + " " + std::to_string(index) +
              " as an earlier channel",
          "ANIMATION_DUPLICATE_TARGETS"};
}

Result<Animation> AnimationImport::run() {
  animation_.name = kept_name(source_.name, context_.limits);
  for (std::size_t c = 0; c < source_.channels.size(); ++c) {
    auto imported = import_channel(c);
    if (imported) continue;
    Error error = std::move(imported).error();
    if (error.code == ErrorCode::limit_exceeded) return error;
    error.message += pointer("; ", where_, "/channels/", c, " is left out");
    context_.warnings.add(std::move(error));
  }
  animation_.samplers = std::move(tracks_).take();
  return std::move(animation_);
}

Result<void> AnimationImport::import_channel(std::size_t index) {
  const tinygltf::AnimationChannel& source = source_.channels[index];
  const std::string where = where_ + pointer("/channels/", index);
  const auto target = targets_.find(source, where);
  if (!target) return target.error();
  if (target->nodes.empty()) return {};
  if (auto read = read_sampler(source.sampler, *target, where + "/sampler"); !read) return read;
  return drive(static_cast<Index>(source.sampler), *target, where + "/target");
}

Result<void> AnimationImport::read_sampler(int sampler, const ChannelTarget& target,
                                           const std::string& where) {
  if (sampler < 0 || static_cast<std::size_t>(sampler) >= tracks_.size()) {
    return unresolved(where, "sampler", sampler, tracks_.size());
  }
  const auto width = tracks_.width_for(static_cast<std::size_t>(sampler), target);
  if (!width) return width.error();
  if (*width == target.width) return {};
  return Error{
      ErrorCode::count_mismatch, where,
      "has " + counted(*width, "value") + " per key, expected " + std::to_string(target.width),
      "ANIMATION_SAMPLER_OUTPUT_ACCESSOR_INVALID_COUNT"};
}

Result<void> AnimationImport::drive(Index sampler, const ChannelTarget& target,
                                    const std::string& where) {
  if (target.mesh != kNoIndex) {
    if (!driven_.take_mesh(target)) return driven_twice(where, "mesh", target.mesh);
    if (auto taken = context_.budget.decoded.take(target.nodes.size() * kChannelBytes, where,
                                                  "channels of the nodes that show a mesh");
        !taken) {
      return taken;
    }
  }
  for (const Index node : target.nodes) {
    if (driven_.take(target, node)) {
      animation_.channels.push_back({sampler, node, target.path, target.element});
      judge_matrix(node, where);
    } else if (target.nodes.size() == 1) {
      return driven_twice(where, "node", node);
    } else {
      context_.warnings.add(driven_twice(where, "node", node));
    }
  }
  return {};
}

void AnimationImport::judge_matrix(Index node, const std::string& where) const {
  if (!nodes_[node].matrix) return;
  context_.warnings.add(
      {ErrorCode::invalid_value,
       where,
       "drives node " + std::to_string(node) + ", which has a matrix, as no driven node should",
       {}});
}

}  // namespace

Result<std::vector<Animation>> import_animations(const ImportContext& context,
                                                 std::span<const Node> nodes,
                                                 std::span<const Mesh> meshes) {
  context.watch.enter(ImportPhase::animations, context.model().animations.size());
  ChannelTargets targets(context, nodes, meshes);
  std::vector<Animation> animations;
  for (std::size_t a = 0; a < context.model().animations.size(); ++a) {
    context.watch.step();
    auto animation = AnimationImport(context, a, nodes, targets).run();
    if (!animation) return animation.error();
    animations.push_back(std::move(*animation));
  }
  targets.report();
  return animations;
}

}  // namespace morph::gltf::detail
