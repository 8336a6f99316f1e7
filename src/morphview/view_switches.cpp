// SPDX-License-Identifier: MIT
#include "morphview/view_switches.h"

#include <imgui.h>

#include <array>
#include <cstdio>

#include "morphview/widgets.h"

namespace morphview {
namespace {

using morph::gl::Shading;

constexpr std::array<const char*, 5> kShadings = {"lit", "unlit", "normals", "clay",
                                                  "heatmap"};  // by Shading

struct Switch {
  const char* name;
  const char* key;
  bool Overlays::*shown;
};
constexpr std::array<Switch, 6> kSwitches = {{{"wireframe", "E", &Overlays::wireframe},
                                              {"normals", "N", &Overlays::normals},
                                              {"grid", "G", &Overlays::grid},
                                              {"axes", "X", &Overlays::axes},
                                              {"skeleton", nullptr, &Overlays::skeleton},
                                              {"bounds", nullptr, &Overlays::bounds}}};

// "nothing", the one that is shown, or how many are.
void write_preview(const Overlays& overlays, std::array<char, 32>& text) {
  const Switch* last = nullptr;
  int count = 0;
  for (const Switch& entry : kSwitches) {
    if (!(overlays.*entry.shown)) continue;
    last = &entry;
    ++count;
  }
  if (count > 1) {
    std::snprintf(text.data(), text.size(), "%d shown", count);
  } else {
    std::snprintf(text.data(), text.size(), "%s", last != nullptr ? last->name : "nothing");
  }
}

}  // namespace

void draw_view_switches(Controls& controls) {
  const float width = 110.0f * ImGui::GetFontSize() / 13.0f;
  Look& look = controls.look;
  ImGui::AlignTextToFramePadding();
  ImGui::TextUnformatted("View");
  ImGui::SameLine();
  int shading = static_cast<int>(look.shading);
  ImGui::SetNextItemWidth(width);
  if (ImGui::Combo("##shading", &shading, kShadings.data(), static_cast<int>(kShadings.size()))) {
    look.shading = static_cast<Shading>(shading);
    if (look.shading == Shading::heatmap) look.heat(controls.selected);
  }
  tooltip("D: heatmap of the selected target, or of the mix");
  ImGui::SameLine();
  std::array<char, 32> preview;
  write_preview(look.overlays, preview);
  ImGui::SetNextItemWidth(width);
  if (!ImGui::BeginCombo("##show", preview.data())) {
    tooltip("What is drawn over the model");
    return;
  }
  for (const Switch& entry : kSwitches) {
    ImGui::MenuItem(entry.name, entry.key, &(look.overlays.*entry.shown));
  }
  ImGui::EndCombo();
}

}  // namespace morphview
