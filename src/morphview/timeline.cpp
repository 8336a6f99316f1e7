// SPDX-License-Identifier: MIT
#include "morphview/timeline.h"

#include <imgui.h>

#include <algorithm>
#include <array>

#include "morphview/text.h"
#include "morphview/widgets.h"

namespace morphview {
namespace {

using Kind = AnimationChoice::Kind;

constexpr std::array<const char*, 3> kLoopNames = {"repeat", "once", "ping-pong"};  // by LoopMode
constexpr float kLargestSpeed = 10.0f;

// Widths are given for the font's own size.
float scaled(float width) { return width * ImGui::GetFontSize() / 13.0f; }

}  // namespace

Timeline::Timeline(const morph::Scene& scene) {
  for (morph::Index i = 0; i < scene.animations().size(); ++i) {
    names_.push_back(printable(display_name(scene.animations()[i].name, "animation", i)));
  }
}

void Timeline::draw(Player& player, const WindowLayout& layout) {
  if (empty() || layout.timeline_height <= 0.0f) return;
  begin_panel("timeline", {0.0f, layout.size.y - layout.timeline_height},
              {layout.size.x, layout.timeline_height});
  draw_transport(player);
  draw_choices(player);
  end_panel();
}

void Timeline::draw_transport(Player& player) {
  morph::Playback& playback = player.playback();
  const bool running = playback.running();
  const ImVec2 button(scaled(70.0f), 0.0f);
  if (ImGui::Button(running ? "Pause" : "Play", button)) {
    running ? playback.pause() : playback.resume();
  }
  tooltip("Space");
  ImGui::SameLine();
  constexpr float kTimeWidth = 150.0f;
  float time = playback.time();
  ImGui::SetNextItemWidth(
      std::max(scaled(50.0f), ImGui::GetContentRegionAvail().x - scaled(kTimeWidth)));
  const bool moved = bar_slider("##time", time, 0.0f, std::max(playback.duration(), 1e-6f), "",
                                ImGuiSliderFlags_NoInput);
  if (moved || ImGui::IsItemActive()) playback.seek(static_cast<double>(time));
  ImGui::SameLine();
  ImGui::Text("%7.3f / %.3f s", static_cast<double>(playback.time()),
              static_cast<double>(playback.duration()));
}

void Timeline::draw_choices(Player& player) {
  const AnimationChoice now = player.choice();
  if (begin_name_combo("##animation", label_of(now), scaled(220.0f))) {
    for (morph::Index i = 0; i < names_.size(); ++i) {
      const AnimationChoice choice{Kind::one, i};
      if (name_entry(static_cast<int>(i), names_[i], now == choice)) player.choose(choice);
    }
    if (name_entry(-1, all_, now.kind == Kind::all)) {
      player.choose({Kind::all, morph::kNoIndex});
    }
    if (name_entry(-2, none_, now.kind == Kind::none)) player.choose({});
    ImGui::EndCombo();
  }
  ImGui::SameLine();
  morph::Playback& playback = player.playback();
  int loop = static_cast<int>(playback.loop());
  ImGui::SetNextItemWidth(scaled(110.0f));
  if (ImGui::Combo("##loop", &loop, kLoopNames.data(), static_cast<int>(kLoopNames.size()))) {
    playback.set_loop(static_cast<morph::LoopMode>(loop));
  }
  tooltip("What happens at the end");
  ImGui::SameLine();
  auto speed = static_cast<float>(playback.speed());
  ImGui::SetNextItemWidth(scaled(110.0f));
  if (ImGui::DragFloat("##speed", &speed, 0.01f, -kLargestSpeed, kLargestSpeed, "speed %.2fx")) {
    playback.set_speed(static_cast<double>(std::clamp(speed, -kLargestSpeed, kLargestSpeed)));
  }
  tooltip("Drag to change the speed; Ctrl+click to type it");
}

const std::string& Timeline::label_of(const AnimationChoice& choice) const {
  if (choice.kind == Kind::none) return none_;
  return choice.kind == Kind::all ? all_ : names_[choice.animation];
}

}  // namespace morphview
