// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <glm/vec2.hpp>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "morph/gl/renderer.h"
#include "morphview/controls.h"
#include "morphview/player.h"
#include "morphview/selection.h"

namespace morphview {

// The panel of morph targets: a slider for each target of each node, who decides its weight (the
// animation or the user), and the morph path. Names come from files and are never labels or formats
// of Dear ImGui.

class MorphPanel {
 public:
  explicit MorphPanel(const morph::Scene& scene);

  /// Draws the panel and applies what the user does to the player and the controls. A slider under
  /// the mouse holds its weight against the animation from the first click.
  ///   reports  how the primitives were drawn in the last frame
  /// Gives back the edit that was finished in this frame. Does not allocate after the first frame.
  std::optional<WeightEdit> draw(Player& player, Controls& controls, const WindowLayout& layout,
                                 std::span<const morph::gl::PrimitiveReport> reports);

  /// Where the slider of a weight was drawn in the last frame: upper left corner and size. None
  /// while it is out of sight.
  struct Place {
    glm::vec2 corner{0.0f};
    glm::vec2 size{0.0f};
  };
  [[nodiscard]] std::optional<Place> slider_place(morph::Index node, std::uint32_t target) const;

 private:
  struct Row {
    std::string name;
    float low = 0.0f;  ///< the slider's range: 0 … 1, more where the file uses more
    float high = 1.0f;
    bool animated = false;  ///< by what is played
    std::optional<Place> place;

    void widen(float value);
  };
  struct Group {
    morph::Index node = morph::kNoIndex;
    std::string title;
    std::vector<Row> rows;  ///< [T]
  };

  /// The rows that a channel drives; none where it drives something else.
  std::span<Row> driven_rows(const morph::Channel& channel);
  void widen_by_keys(const morph::Animation& animation);
  void note_choice(const Player& player);
  void draw_head(Player& player, Controls& controls,
                 std::span<const morph::gl::PrimitiveReport> reports,
                 std::optional<WeightEdit>& edit);
  void draw_group(Player& player, Controls& controls, Group& group,
                  std::optional<WeightEdit>& edit);
  void draw_row(Player& player, Controls& controls, Group& group, std::uint32_t target,
                std::optional<WeightEdit>& edit);

  std::vector<Group> groups_;
  std::optional<AnimationChoice> noted_;  // what `animated` was found for
};

}  // namespace morphview
