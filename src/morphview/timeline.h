// SPDX-License-Identifier: MIT
#pragma once

#include <string>
#include <vector>

#include "morphview/controls.h"
#include "morphview/player.h"

namespace morphview {

// The bar at the bottom: play and pause, the time as a scrub bar, and which clip plays how.

class Timeline {
 public:
  explicit Timeline(const morph::Scene& scene);

  /// Whether the file has nothing to play; then the bar needs no place.
  [[nodiscard]] bool empty() const { return names_.empty(); }

  /// Draws it and applies what the user does to the player. Does not allocate while no clip is
  /// chosen.
  void draw(Player& player, const WindowLayout& layout);

 private:
  void draw_transport(Player& player);
  void draw_choices(Player& player);
  [[nodiscard]] const std::string& label_of(const AnimationChoice& choice) const;

  std::vector<std::string> names_;  // of the clips
  std::string none_ = "no animation";
  std::string all_ = "all animations";
};

}  // namespace morphview
