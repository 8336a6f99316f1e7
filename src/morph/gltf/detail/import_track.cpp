// SPDX-License-Identifier: MIT
#include "morph/gltf/detail/import_track.h"

#include <cmath>
#include <utility>

#include "morph/gltf/detail/accessor.h"

namespace morph::gltf::detail {
namespace {

constexpr float kLongClip = 86'400.0f;  // seconds

/// How far from 1 the length of a rotation may be before it is brought there (gltf-validator's
/// tolerance, which leaves room for the rounding of normalized bytes).
constexpr double kUnitTolerance = 0.00769;

std::optional<Interpolation> interpolation_of(const std::string& name) {
  if (name == "LINEAR") return Interpolation::linear;
  if (name == "STEP") return Interpolation::step;
  if (name == "CUBICSPLINE") return Interpolation::cubic_spline;
  return std::nullopt;
}

/// Brings rotations to unit length, since a way on the sphere begins and ends there; zero becomes
/// no rotation. How many there were.
std::size_t make_unit(std::vector<float>& xyzw) {
  std::size_t changed = 0;
  for (std::size_t i = 0; i + 3 < xyzw.size(); i += 4) {
    double square = 0.0;
    for (std::size_t c = 0; c < 4; ++c) square += double{xyzw[i + c]} * xyzw[i + c];
    const double length = std::sqrt(square);
    if (std::abs(length - 1.0) <= kUnitTolerance) continue;
    ++changed;
    for (std::size_t c = 0; c < 4; ++c) {
      const double rest = c == 3 ? 1.0 : 0.0;
      xyzw[i + c] = static_cast<float>(length > 0.0 ? xyzw[i + c] / length : rest);
    }
  }
  return changed;
}

}  // namespace

TrackImport::TrackImport(const ImportContext& context, std::size_t animation)
    : context_(context),
      animation_(animation),
      samplers_(context.model().animations[animation].samplers),
      states_(samplers_.size()) {}

std::string TrackImport::where(std::size_t sampler) const {
  return pointer("/animations/", animation_, "/samplers/", sampler);
}

Result<std::uint32_t> TrackImport::width_for(std::size_t index, const ChannelTarget& target) {
  State& state = states_[index];
  if (state.fault) return *state.fault;
  const tinygltf::AnimationSampler& sampler = samplers_[index];
  const std::string at = where(index);
  if (!state.track) {
    if (auto sound = check_input(sampler.input, at + "/input"); !sound) return sound.error();
  }
  if (auto sound = check_output(sampler.output, target, at + "/output"); !sound) {
    return sound.error();
  }
  if (state.track) return state.track->width();
  if (auto sound = check_counts(index, target); !sound) return sound.error();
  auto track = read(index, target);
  if (!track) {
    state.fault = track.error();
    return std::move(track).error();
  }
  judge_stride(sampler.input);
  judge_stride(sampler.output);
  return state.track.emplace(std::move(*track)).width();
}

std::vector<Track> TrackImport::take() && {
  std::vector<Track> tracks;
  for (State& state : states_) {
    if (!state.track) state.track = *Track::create(Interpolation::step, 1, {0.0f}, {0.0f});
    tracks.push_back(std::move(*state.track));
  }
  return tracks;
}

Result<void> TrackImport::check_counts(std::size_t index, const ChannelTarget& target) const {
  const tinygltf::AnimationSampler& sampler = samplers_[index];
  const auto interpolation = interpolation_of(sampler.interpolation);
  if (!interpolation) {
    return Error{ErrorCode::invalid_value, where(index) + "/interpolation",
                 in_quotes(sampler.interpolation) + ", expected LINEAR, STEP or CUBICSPLINE",
                 "VALUE_NOT_IN_LIST"};
  }
  const auto& accessors = context_.document.accessors;
  const std::uint64_t keys = accessors[static_cast<std::size_t>(sampler.input)].count;
  const std::uint64_t found = accessors[static_cast<std::size_t>(sampler.output)].count;
  const std::uint64_t expected = keys * (target.width / target.components()) *
                                 (*interpolation == Interpolation::cubic_spline ? 3 : 1);
  if (found == expected) return {};
  return Error{ErrorCode::count_mismatch, where(index) + "/output",
               counted(found, "element") + " for " + counted(keys, "key") + ", expected " +
                   std::to_string(expected),
               "ANIMATION_SAMPLER_OUTPUT_ACCESSOR_INVALID_COUNT"};
}

Result<Track> TrackImport::read(std::size_t index, const ChannelTarget& target) const {
  const tinygltf::AnimationSampler& sampler = samplers_[index];
  const std::string at = where(index);
  const Interpolation interpolation = *interpolation_of(sampler.interpolation);
  auto times = read_numbers(sampler.input, at + "/input");
  if (!times) return times.error();
  auto values = read_numbers(sampler.output, at + "/output");
  if (!values) return values.error();
  // Splines are brought to unit length after evaluation (appendix C.4): tangents know no length.
  const bool on_sphere =
      target.path == ChannelPath::rotation && interpolation != Interpolation::cubic_spline;
  if (const std::size_t changed = on_sphere ? make_unit(*values) : 0; changed > 0) {
    context_.warnings.add_once({ErrorCode::invalid_value, pointer("/accessors/", sampler.output),
                                std::to_string(changed) + " of " + std::to_string(times->size()) +
                                    " rotations are not of unit length; brought to it",
                                "ACCESSOR_ANIMATION_SAMPLER_OUTPUT_NON_NORMALIZED_QUATERNION"});
  }
  auto track = Track::create(interpolation, target.width, std::move(*times), std::move(*values));
  if (!track) {
    Error error = std::move(track).error();  // of the times: the values are counted and finite
    error.where = at + "/input";
    return error;
  }
  if (track->end() > kLongClip) {
    context_.warnings.add(
        {ErrorCode::limit_exceeded,
         at + "/input",
         "the last key is at " + std::to_string(track->end()) + " s, which is longer than a day",
         {}});
  }
  return track;
}

Result<std::vector<float>> TrackImport::read_numbers(int accessor, const std::string& where) const {
  const AccessorShape shape = shape_of(context_.document, accessor);
  const std::uint64_t floats = shape.count * shape.components();
  if (auto taken = context_.budget.tracks.take(floats, where, "key frames"); !taken) {
    return Error{ErrorCode::limit_exceeded,
                 where,
                 std::to_string(floats) + " numbers in key frames, limit " +
                     std::to_string(context_.limits.track_floats) + " for the file",
                 {}};
  }
  if (auto taken = context_.budget.decoded.take(floats * sizeof(float), where, "key frames");
      !taken) {
    return taken.error();
  }
  std::vector<float> out(static_cast<std::size_t>(floats));
  if (auto read = read_floats(context_, accessor, out); !read) return read.error();
  return out;
}

Result<void> TrackImport::check_input(int accessor, const std::string& where) const {
  const Document& document = context_.document;
  if (accessor < 0 || static_cast<std::size_t>(accessor) >= document.accessors.size()) {
    return unresolved(where, "accessor", accessor, document.accessors.size());
  }
  const AccessorShape shape = shape_of(document, accessor);
  if (shape.components() != 1 || shape.component != ComponentType::float_32) {
    return Error{ErrorCode::invalid_value, where, "expected a scalar accessor of floats",
                 "ANIMATION_SAMPLER_INPUT_ACCESSOR_INVALID_FORMAT"};
  }
  if (shape.count > context_.limits.keys) {
    return Error{ErrorCode::limit_exceeded,
                 where,
                 counted(shape.count, "key") + ", limit " + std::to_string(context_.limits.keys),
                 {}};
  }
  const AccessorSource& source = document.accessors[static_cast<std::size_t>(accessor)];
  if (source.min.empty() || source.max.empty()) {
    context_.warnings.add_once({ErrorCode::invalid_value, where, "has no min and max",
                                "ANIMATION_SAMPLER_INPUT_ACCESSOR_WITHOUT_BOUNDS"});
  }
  return {};
}

Result<void> TrackImport::check_output(int accessor, const ChannelTarget& target,
                                       const std::string& where) const {
  const Document& document = context_.document;
  if (accessor < 0 || static_cast<std::size_t>(accessor) >= document.accessors.size()) {
    return unresolved(where, "accessor", accessor, document.accessors.size());
  }
  const AccessorShape shape = shape_of(document, accessor);
  constexpr std::string_view kRule = "ANIMATION_SAMPLER_OUTPUT_ACCESSOR_INVALID_FORMAT";
  if (shape.components() != target.components() || shape.columns != 1) {
    return Error{ErrorCode::invalid_value, where,
                 "elements of " + counted(shape.components(), "component") + ", expected " +
                     std::to_string(target.components()),
                 kRule};
  }
  if (target.by_pointer) return {};  // every integer is sound (KHR_animation_pointer)
  const bool is_float = shape.component == ComponentType::float_32;
  const bool floats_only =
      target.path == ChannelPath::translation || target.path == ChannelPath::scale;
  if (!is_float && (floats_only || !shape.normalized)) {
    context_.warnings.add_once({ErrorCode::invalid_value, where,
                                shape.normalized
                                    ? "normalized integers, expected floats; decoded all the same"
                                    : "integers that are not normalized; used as they are",
                                kRule});
  }
  return {};
}

void TrackImport::judge_stride(int accessor) const {
  const Document& document = context_.document;
  const int view = document.accessors[static_cast<std::size_t>(accessor)].view;
  if (view < 0 || document.views[static_cast<std::size_t>(view)].byte_stride == 0) return;
  context_.warnings.add_once({ErrorCode::invalid_value, pointer("/accessors/", accessor),
                              "key frames with a byteStride; read with it",
                              "ANIMATION_SAMPLER_ACCESSOR_WITH_BYTESTRIDE"});
}

}  // namespace morph::gltf::detail
