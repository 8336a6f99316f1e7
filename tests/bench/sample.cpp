// SPDX-License-Identifier: MIT
#include "morph/runtime/sample.h"

#include <algorithm>
#include <filesystem>
#include <iostream>
#include <memory>
#include <nlohmann/json.hpp>
#include <set>
#include <utility>

#include "bench/commands.h"
#include "bench/timing.h"
#include "morph/gltf/import.h"
#include "morph/runtime/playback.h"

namespace morph::bench {
namespace {

constexpr int kUpdates = 1000;  // of one call

bool drives_weights(const Channel& channel) { return channel.path == ChannelPath::weights; }

/// An animation that is played for ever, as a viewer plays it: all of its channels, into a pose of
/// all nodes.
class Subject {
 public:
  Subject(std::string path, gltf::Imported imported, Index animation)
      : path_(std::move(path)),
        imported_(std::move(imported)),
        animation_(&imported_.scene.animations()[animation]),
        pose_(imported_.scene) {
    for (Playback* playback : {&forward_, &random_}) {
      [[maybe_unused]] const auto played = playback->play(imported_.scene, animation);
    }
  }

  static Result<std::unique_ptr<Subject>> create(const std::string& path) {
    auto imported = gltf::import_file(path);
    if (!imported) return imported.error();
    const auto animations = imported->scene.animations();
    const auto found = std::ranges::find_if(animations, [](const Animation& animation) {
      return std::ranges::any_of(animation.channels, drives_weights);
    });
    if (found == animations.end()) {
      return Error{ErrorCode::not_found, path, "no animation drives weights"};
    }
    const auto number = static_cast<Index>(found - animations.begin());
    return std::make_unique<Subject>(path, std::move(*imported), number);
  }

  void add_cases(std::vector<std::function<void()>>& cases) {
    cases.emplace_back([this] { play_forward(); });
    cases.emplace_back([this] { seek_anywhere(); });
  }

  [[nodiscard]] nlohmann::ordered_json report(const Times& forward, const Times& random) const {
    std::set<Index> nodes;
    std::size_t keys = 0;
    for (const Channel& channel : animation_->channels) {
      if (!drives_weights(channel)) continue;
      nodes.insert(channel.node);
      keys = std::max<std::size_t>(keys, animation_->samplers[channel.sampler].key_count());
    }
    std::size_t weights = 0;
    for (const Index node : nodes) weights += pose_.morph_weights(node).size();
    const auto ns = [](double ms) { return ms * 1e6 / kUpdates; };
    const auto count = static_cast<double>(nodes.size());
    return {{"case", std::filesystem::path(path_).stem().string()},
            {"file", path_},
            {"nodes", nodes.size()},
            {"weights", weights},
            {"keys", keys},
            {"channels", animation_->channels.size()},
            {"forward_ns_min", ns(forward.min)},
            {"forward_ns_median", ns(forward.median)},
            {"forward_ns_per_node", ns(forward.min) / count},
            {"random_ns_min", ns(random.min)},
            {"random_ns_median", ns(random.median)},
            {"random_ns_per_node", ns(random.min) / count}};
  }

 private:
  void play_forward() {
    for (int i = 0; i < kUpdates; ++i) {
      forward_.advance(1.0 / 60.0);
      update(forward_);
    }
  }

  void seek_anywhere() {
    const double step = double{random_.duration()} / static_cast<double>(1u << 24);
    for (int i = 0; i < kUpdates; ++i) {
      state_ = state_ * 1'664'525u + 1'013'904'223u;  // of Numerical Recipes
      random_.seek(static_cast<double>(state_ >> 8) * step);
      update(random_);
    }
  }

  void update(Playback& playback) {
    playback.sample(imported_.scene, pose_);
    keep(&pose_);
  }

  std::string path_;
  gltf::Imported imported_;
  const Animation* animation_;
  Pose pose_;
  Playback forward_, random_;
  std::uint32_t state_ = 1;
};

}  // namespace

Result<void> sample(const CommonOptions& options) {
  std::vector<std::unique_ptr<Subject>> subjects;
  std::vector<std::function<void()>> cases;
  for (const std::string& file : options.files) {
    auto subject = Subject::create(file);
    if (!subject) return subject.error();
    subjects.push_back(std::move(*subject));
    subjects.back()->add_cases(cases);
  }
  Plan plan;
  plan.seconds = options.seconds;
  const std::vector<Times> times = measure(cases, plan);
  for (std::size_t i = 0; i < subjects.size(); ++i) {
    std::cout << subjects[i]->report(times[2 * i], times[2 * i + 1]).dump() << '\n';
  }
  return {};
}

}  // namespace morph::bench
