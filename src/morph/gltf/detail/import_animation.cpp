// SPDX-License-Identifier: MIT
#include "morph/gltf/detail/import_animation.h"

#include <algorithm>
#include <optional>
#include <set>
#include <utility>

#include "morph/gltf/detail/accessor.h"

namespace morph::gltf::detail {
namespace {

constexpr float kLongClip = 86'400.0f;  // seconds

std::optional<ChannelPath> path_of(const std::string& name) {
  if (name == "translation") return ChannelPath::translation;
  if (name == "rotation") return ChannelPath::rotation;
  if (name == "scale") return ChannelPath::scale;
  if (name == "weights") return ChannelPath::weights;
  return std::nullopt;
}

std::optional<Interpolation> interpolation_of(const std::string& name) {
  if (name == "LINEAR") return Interpolation::linear;
  if (name == "STEP") return Interpolation::step;
  if (name == "CUBICSPLINE") return Interpolation::cubic_spline;
  return std::nullopt;
}

/// What a channel wants of its sampler.
struct Wish {
  ChannelPath path = ChannelPath::weights;
  std::uint32_t width = 0;  ///< W

  /// Components of an output element: weights lie one after the other as scalars.
  [[nodiscard]] std::uint32_t components() const {
    return path == ChannelPath::weights ? 1 : width;
  }
};

class AnimationImport {
 public:
  AnimationImport(const ImportContext& context, std::size_t index, std::span<const Node> nodes,
                  std::span<const Mesh> meshes)
      : context_(context),
        source_(context.model().animations[index]),
        where_(pointer("/animations/", index)),
        nodes_(nodes),
        meshes_(meshes),
        tracks_(source_.samplers.size()) {}

  Result<Animation> run();

 private:
  Result<Channel> channel(std::size_t index);
  Result<Wish> wish(const tinygltf::AnimationChannel& channel, const std::string& where) const;
  Result<std::uint32_t> sampler_width(std::size_t sampler, const Wish& wish);
  Result<Track> read_track(std::size_t sampler, const Wish& wish) const;
  Result<void> check_input(int accessor, const std::string& where) const;
  Result<void> check_output(int accessor, const Wish& wish, const std::string& where) const;
  Result<std::vector<float>> read(int accessor, const std::string& where) const;
  void judge_channel(const tinygltf::AnimationChannel& channel, const std::string& where) const;

  const ImportContext& context_;
  const tinygltf::Animation& source_;
  std::string where_;
  std::span<const Node> nodes_;
  std::span<const Mesh> meshes_;
  std::vector<std::optional<Track>> tracks_;
  std::set<std::pair<Index, ChannelPath>> driven_;
};

bool uses_pointer(const tinygltf::AnimationChannel& channel) {
  return channel.target_path == "pointer" ||
         channel.target_extensions.contains("KHR_animation_pointer");
}

Result<Animation> AnimationImport::run() {
  Animation animation;
  animation.name = kept_name(source_.name, context_.limits);
  for (std::size_t c = 0; c < source_.channels.size(); ++c) {
    const tinygltf::AnimationChannel& source = source_.channels[c];
    if (uses_pointer(source)) {
      context_.warnings.add_once({ErrorCode::unsupported, "/animations",
                                  "channels of KHR_animation_pointer are not played yet",
                                  "UNSUPPORTED_EXTENSION"});
      continue;
    }
    if (source.target_node < 0) continue;  // to be ignored (item 43)
    auto channel = this->channel(c);
    if (channel) {
      animation.channels.push_back(*channel);
      continue;
    }
    Error error = std::move(channel).error();
    if (error.code == ErrorCode::limit_exceeded) return error;
    error.message += pointer("; ", where_, "/channels/", c, " is left out");
    context_.warnings.add(std::move(error));
  }
  for (std::optional<Track>& track : tracks_) {
    if (!track) track = *Track::create(Interpolation::step, 1, {0.0f}, {0.0f});
    animation.samplers.push_back(std::move(*track));
  }
  return animation;
}

Result<Channel> AnimationImport::channel(std::size_t index) {
  const tinygltf::AnimationChannel& source = source_.channels[index];
  const std::string where = where_ + pointer("/channels/", index);
  auto wish = this->wish(source, where);
  if (!wish) return wish.error();
  const auto node = static_cast<Index>(source.target_node);
  if (driven_.contains({node, wish->path})) {
    return Error{
        ErrorCode::invalid_value, where + "/target",
        "drives the same property of node " + std::to_string(node) + " as an earlier channel",
        "ANIMATION_DUPLICATE_TARGETS"};
  }
  if (source.sampler < 0 || static_cast<std::size_t>(source.sampler) >= tracks_.size()) {
    return unresolved(where + "/sampler", "sampler", source.sampler, tracks_.size());
  }
  auto width = sampler_width(static_cast<std::size_t>(source.sampler), *wish);
  if (!width) return width.error();
  if (*width != wish->width) {
    return Error{ErrorCode::count_mismatch, where + "/sampler",
                 "has " + std::to_string(*width) + " values per key, expected " +
                     std::to_string(wish->width),
                 "ANIMATION_SAMPLER_OUTPUT_ACCESSOR_INVALID_COUNT"};
  }
  driven_.insert({node, wish->path});
  judge_channel(source, where);
  return Channel{static_cast<Index>(source.sampler), node, wish->path};
}

Result<Wish> AnimationImport::wish(const tinygltf::AnimationChannel& channel,
                                   const std::string& where) const {
  const auto index = static_cast<std::size_t>(channel.target_node);
  if (index >= nodes_.size()) {
    return unresolved(where + "/target/node", "node", channel.target_node, nodes_.size());
  }
  const auto path = path_of(channel.target_path);
  if (!path) {
    return Error{
        ErrorCode::invalid_value, where + "/target/path",
        in_quotes(channel.target_path) + ", expected translation, rotation, scale or weights",
        "VALUE_NOT_IN_LIST"};
  }
  const Node& node = nodes_[index];
  if (*path != ChannelPath::weights) {
    if (!node.matrix) return Wish{*path, *path == ChannelPath::rotation ? 4u : 3u};
    return Error{ErrorCode::invalid_value, where + "/target",
                 "drives a transform of node " + std::to_string(index) + ", which has a matrix",
                 "ANIMATION_CHANNEL_TARGET_NODE_MATRIX"};
  }
  const std::uint32_t targets =
      node.mesh < meshes_.size() ? meshes_[node.mesh].morph_target_count() : 0;
  if (targets > 0) return Wish{*path, targets};
  return Error{ErrorCode::no_morph_targets, where + "/target",
               "drives weights of node " + std::to_string(index) + ", which has no morph targets",
               "ANIMATION_CHANNEL_TARGET_NODE_WEIGHTS_NO_MORPHS"};
}

Result<std::uint32_t> AnimationImport::sampler_width(std::size_t sampler, const Wish& wish) {
  if (!tracks_[sampler]) {
    auto track = read_track(sampler, wish);
    if (!track) return track.error();
    tracks_[sampler] = std::move(*track);
  } else if (auto sound = check_output(source_.samplers[sampler].output, wish,
                                       where_ + pointer("/samplers/", sampler, "/output"));
             !sound) {
    return sound.error();
  }
  return tracks_[sampler]->width();
}

Result<Track> AnimationImport::read_track(std::size_t index, const Wish& wish) const {
  const tinygltf::AnimationSampler& sampler = source_.samplers[index];
  const std::string where = where_ + pointer("/samplers/", index);
  const auto interpolation = interpolation_of(sampler.interpolation);
  if (!interpolation) {
    return Error{ErrorCode::invalid_value, where + "/interpolation",
                 in_quotes(sampler.interpolation) + ", expected LINEAR, STEP or CUBICSPLINE",
                 "VALUE_NOT_IN_LIST"};
  }
  if (auto sound = check_input(sampler.input, where + "/input"); !sound) return sound.error();
  if (auto sound = check_output(sampler.output, wish, where + "/output"); !sound) {
    return sound.error();
  }
  const std::uint64_t keys =
      context_.model().accessors[static_cast<std::size_t>(sampler.input)].count;
  const std::uint64_t found =
      context_.model().accessors[static_cast<std::size_t>(sampler.output)].count *
      wish.components();
  const std::uint64_t expected =
      keys * wish.width * (*interpolation == Interpolation::cubic_spline ? 3 : 1);
  if (found != expected) {
    return Error{ErrorCode::count_mismatch, where + "/output",
                 std::to_string(found / wish.components()) + " elements for " +
                     std::to_string(keys) + " keys, expected " +
                     std::to_string(expected / wish.components()),
                 "ANIMATION_SAMPLER_OUTPUT_ACCESSOR_INVALID_COUNT"};
  }
  auto times = read(sampler.input, where + "/input");
  if (!times) return times.error();
  auto values = read(sampler.output, where + "/output");
  if (!values) return values.error();
  auto track = Track::create(*interpolation, wish.width, std::move(*times), std::move(*values));
  if (track) {
    if (track->end() > kLongClip) {
      context_.warnings.add(
          {ErrorCode::limit_exceeded,
           where + "/input",
           "the last key is at " + std::to_string(track->end()) + " s, which is longer than a day",
           {}});
    }
    return track;
  }
  Error error = std::move(track).error();  // of the times: the values are counted and finite
  error.where = where + "/input";
  return error;
}

Result<void> AnimationImport::check_input(int accessor, const std::string& where) const {
  const tinygltf::Model& model = context_.model();
  if (accessor < 0 || static_cast<std::size_t>(accessor) >= model.accessors.size()) {
    return unresolved(where, "accessor", accessor, model.accessors.size());
  }
  const AccessorShape shape = shape_of(model, accessor);
  if (shape.components() != 1 || shape.component != ComponentType::float_32) {
    return Error{ErrorCode::invalid_value, where, "expected a scalar accessor of floats",
                 "ANIMATION_SAMPLER_INPUT_ACCESSOR_INVALID_FORMAT"};
  }
  if (shape.count > context_.limits.keys) {
    return Error{
        ErrorCode::limit_exceeded,
        where,
        std::to_string(shape.count) + " keys, limit " + std::to_string(context_.limits.keys),
        {}};
  }
  const tinygltf::Accessor& source = model.accessors[static_cast<std::size_t>(accessor)];
  if (source.minValues.empty() || source.maxValues.empty()) {
    context_.warnings.add_once({ErrorCode::invalid_value, where, "has no min and max",
                                "ANIMATION_SAMPLER_INPUT_ACCESSOR_WITHOUT_BOUNDS"});
  }
  return {};
}

Result<void> AnimationImport::check_output(int accessor, const Wish& wish,
                                           const std::string& where) const {
  const tinygltf::Model& model = context_.model();
  if (accessor < 0 || static_cast<std::size_t>(accessor) >= model.accessors.size()) {
    return unresolved(where, "accessor", accessor, model.accessors.size());
  }
  const AccessorShape shape = shape_of(model, accessor);
  constexpr std::string_view kRule = "ANIMATION_SAMPLER_OUTPUT_ACCESSOR_INVALID_FORMAT";
  if (shape.components() != wish.components() || shape.columns != 1) {
    return Error{ErrorCode::invalid_value, where,
                 "elements of " + std::to_string(shape.components()) + " components, expected " +
                     std::to_string(wish.components()),
                 kRule};
  }
  const bool is_float = shape.component == ComponentType::float_32;
  const bool floats_only = wish.path == ChannelPath::translation || wish.path == ChannelPath::scale;
  if (!is_float && (floats_only || !shape.normalized)) {
    context_.warnings.add_once({ErrorCode::invalid_value, where,
                                shape.normalized
                                    ? "normalized integers, expected floats; decoded all the same"
                                    : "integers that are not normalized; used as they are",
                                kRule});
  }
  return {};
}

Result<std::vector<float>> AnimationImport::read(int accessor, const std::string& where) const {
  const AccessorShape shape = shape_of(context_.model(), accessor);
  const std::uint64_t floats = shape.count * shape.components();
  if (auto taken = context_.budget.tracks.take(floats, where, "key frames"); !taken) {
    return Error{ErrorCode::limit_exceeded,
                 where,
                 std::to_string(floats) + " numbers in key frames, limit " +
                     std::to_string(context_.limits.track_floats) + " for the file",
                 {}};
  }
  std::vector<float> out(static_cast<std::size_t>(floats));
  if (auto read = read_floats(context_, accessor, out); !read) return read.error();
  return out;
}

void AnimationImport::judge_channel(const tinygltf::AnimationChannel& channel,
                                    const std::string& where) const {
  const tinygltf::AnimationSampler& sampler =
      source_.samplers[static_cast<std::size_t>(channel.sampler)];
  for (const int accessor : {sampler.input, sampler.output}) {
    const int view = context_.model().accessors[static_cast<std::size_t>(accessor)].bufferView;
    if (view < 0 || context_.model().bufferViews[static_cast<std::size_t>(view)].byteStride == 0) {
      continue;
    }
    context_.warnings.add_once({ErrorCode::invalid_value, pointer("/accessors/", accessor),
                                "key frames with a byteStride; read with it",
                                "ANIMATION_SAMPLER_ACCESSOR_WITH_BYTESTRIDE"});
  }
  if (nodes_[static_cast<std::size_t>(channel.target_node)].matrix) {
    context_.warnings.add({ErrorCode::invalid_value,
                           where + "/target",
                           "drives a node with a matrix, which no channel should",
                           {}});
  }
}

}  // namespace

Result<std::vector<Animation>> import_animations(const ImportContext& context,
                                                 std::span<const Node> nodes,
                                                 std::span<const Mesh> meshes) {
  std::vector<Animation> animations;
  for (std::size_t a = 0; a < context.model().animations.size(); ++a) {
    auto animation = AnimationImport(context, a, nodes, meshes).run();
    if (!animation) return animation.error();
    animations.push_back(std::move(*animation));
  }
  return animations;
}

}  // namespace morph::gltf::detail
