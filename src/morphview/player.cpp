// SPDX-License-Identifier: MIT
#include "morphview/player.h"

#include <cassert>
#include <vector>

namespace morphview {

using morph::Index;
using morph::Result;
using morph::Scene;

Player::Player(const Scene& scene)
    : scene_(&scene), expressions_(scene), mixer_(scene), pose_(scene) {}

Result<void> Player::configure(const Options& options) {
  const Result<AnimationChoice> choice = select_animation(*scene_, options.animation);
  if (!choice) return choice.error();
  const Result<std::vector<UserWeight>> weights = select_weights(*scene_, options.weights);
  if (!weights) return weights.error();
  const Result<std::vector<UserExpression>> expressions =
      select_expressions(*scene_, options.expressions);
  if (!expressions) return expressions.error();
  playback_.set_loop(options.loop);
  playback_.set_speed(options.speed);
  choose(*choice);
  switch (options.time.kind) {
    case StartTime::Kind::seconds:
      // Key times are stored as float, so that is what a time is compared as.
      playback_.seek(static_cast<double>(static_cast<float>(options.time.seconds)));
      break;
    case StartTime::Kind::end:
      playback_.seek(static_cast<double>(playback_.duration()));
      break;
    case StartTime::Kind::start:
      break;
  }
  if (options.paused) playback_.pause();
  for (const UserExpression& expression : *expressions) {
    const Result<void> set = expressions_.set(expression.expression, expression.value);
    if (!set) return set.error();
  }
  for (const UserWeight& weight : *weights) {
    const Result<void> set = mixer_.set_user_weight(weight.node, weight.target, weight.value);
    if (!set) return set.error();
  }
  update();
  return {};
}

void Player::choose(const AnimationChoice& choice) {
  const bool stood = !playback_.animations().empty() && !playback_.running();
  choice_ = choice;
  switch (choice.kind) {
    case AnimationChoice::Kind::none:
      playback_.stop();
      break;
    case AnimationChoice::Kind::all:
      playback_.play_all(*scene_);
      break;
    case AnimationChoice::Kind::one: {
      [[maybe_unused]] const Result<void> played = playback_.play(*scene_, choice.animation);
      assert(played.has_value());  // the choice was made from this scene
      break;
    }
  }
  if (stood) playback_.pause();
}

void Player::hold_defaults() {
  for (Index node = 0; node < scene_->nodes().size(); ++node) {
    for (std::uint32_t target = 0; target < scene_->morph_target_count(node); ++target) {
      const float rest = scene_->nodes()[node].weights[target];
      [[maybe_unused]] const Result<void> set = mixer_.set_user_weight(node, target, rest);
      assert(set.has_value());  // a scene's weights are finite
    }
  }
}

void Player::update() {
  pose_.reset(*scene_);
  playback_.sample(*scene_, pose_);
  expressions_.apply(*scene_, pose_);
  mixer_.apply(pose_);
}

}  // namespace morphview
