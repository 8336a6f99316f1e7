// SPDX-License-Identifier: MIT
#include "morphview/panels.h"

#include <fmt/format.h>
#include <imgui.h>

#include <algorithm>
#include <array>
#include <string>

#include "morphview/text.h"
#include "morphview/view_switches.h"
#include "morphview/widgets.h"

namespace morphview {
namespace {

using morph::Index;
using morph::Scene;
using morph::gl::MorphPath;
using morph::gl::MorphPathWish;

constexpr std::array<const char*, 4> kPathNames = {"auto", "attributes", "texture",
                                                   "cpu"};  // by MorphPathWish

// "2 attributes, 1 cpu": the sum over the primitives of the last frame.
void draw_path_report(std::span<const morph::gl::PrimitiveReport> reports) {
  std::array<unsigned, 3> paths{};  // by MorphPath
  unsigned folded = 0;
  unsigned recomputed = 0;
  for (const morph::gl::PrimitiveReport& report : reports) {
    if (report.active == 0) continue;
    ++paths[static_cast<std::size_t>(report.path)];
    folded += report.folded;
    recomputed += report.recomputed ? 1 : 0;
  }
  const auto [attributes, texture, cpu] = paths;
  std::string list;
  for (const MorphPath path : {MorphPath::attributes, MorphPath::texture, MorphPath::cpu}) {
    const unsigned count = paths[static_cast<std::size_t>(path)];
    if (count == 0) continue;
    if (!list.empty()) list += ", ";
    list += fmt::format("{} {}", count, name_of(path));
  }
  if (list.empty()) {
    ImGui::TextDisabled("at rest");
  } else if (folded > 0) {
    ImGui::TextDisabled("attributes, %u targets folded in", folded);
  } else if (recomputed > 0 && attributes + texture == 0) {
    ImGui::TextDisabled("cpu, for the normals");
  } else if (attributes + texture + cpu == std::max({attributes, texture, cpu})) {
    ImGui::TextDisabled("drawn with %s", list.substr(list.find(' ') + 1).c_str());
  } else {
    ImGui::TextDisabled("%s", list.c_str());
  }
}

// A click selects the row, another one does the opposite; a right click offers what can be done
// with it.
void draw_name(Controls& controls, const TargetPlace& place, const std::string& name) {
  const bool selected = controls.selected == place;
  const ImVec2 corner = ImGui::GetCursorPos();
  if (ImGui::Selectable("##name", selected, 0, {0.0f, ImGui::GetFrameHeight()})) {
    controls.selected = selected ? std::nullopt : std::optional(place);
    const bool heats = controls.look.shading == morph::gl::Shading::heatmap;
    if (heats) controls.look.heat(controls.selected);
  }
  if (ImGui::BeginPopupContextItem("##menu")) {
    if (ImGui::MenuItem("Heatmap this")) {
      controls.selected = place;
      controls.look.heat(place);
    }
    if (ImGui::MenuItem("Heatmap the mix")) controls.look.heat(std::nullopt);
    ImGui::EndPopup();
  }
  ImGui::SetCursorPos(corner);
  ImGui::AlignTextToFramePadding();
  ImGui::TextUnformatted(name.data(), name.data() + name.size());
  name_tooltip(name);
}

}  // namespace

MorphPanel::MorphPanel(const Scene& scene) {
  for (Index node = 0; node < scene.nodes().size(); ++node) {
    if (scene.morph_target_count(node) == 0) continue;
    Group group;
    group.node = node;
    group.title = printable(node_label(scene, node));
    for (std::uint32_t t = 0; t < scene.morph_target_count(node); ++t) {
      Row row;
      row.name = printable(display_name(scene.morph_target_names(node)[t], "target", t));
      row.widen(scene.nodes()[node].weights[t]);
      group.rows.push_back(std::move(row));
    }
    groups_.push_back(std::move(group));
  }
  for (const morph::Animation& animation : scene.animations()) widen_by_keys(animation);
}

void MorphPanel::Row::widen(float value) {
  low = std::clamp(value, -kWeightLimit, low);
  high = std::clamp(value, high, kWeightLimit);
}

std::span<MorphPanel::Row> MorphPanel::driven_rows(const morph::Channel& channel) {
  if (channel.path != morph::ChannelPath::weights) return {};
  const auto group = std::ranges::lower_bound(groups_, channel.node, {}, &Group::node);
  const std::span<Row> rows = group->rows;  // a scene's weights channels drive nodes with targets
  return channel.element == morph::kNoIndex ? rows : rows.subspan(channel.element, 1);
}

void MorphPanel::widen_by_keys(const morph::Animation& animation) {
  for (const morph::Channel& channel : animation.channels) {
    const std::span<Row> rows = driven_rows(channel);
    if (rows.empty()) continue;
    const morph::Track& track = animation.samplers[channel.sampler];
    for (std::uint32_t key = 0; key < track.key_count(); ++key) {
      const std::span<const float> values = track.value(key);
      for (std::size_t i = 0; i < rows.size(); ++i) rows[i].widen(values[i]);
    }
  }
}

void MorphPanel::note_choice(const Player& player) {
  if (noted_ && *noted_ == player.choice()) return;
  noted_ = player.choice();
  for (Group& group : groups_) {
    for (Row& row : group.rows) row.animated = false;
  }
  for (const Index animation : player.playback().animations()) {
    for (const morph::Channel& channel : player.scene().animations()[animation].channels) {
      for (Row& row : driven_rows(channel)) row.animated = true;
    }
  }
}

std::optional<WeightEdit> MorphPanel::draw(Player& player, Controls& controls,
                                           const WindowLayout& layout,
                                           std::span<const morph::gl::PrimitiveReport> reports) {
  std::optional<WeightEdit> edit;
  for (Group& group : groups_) {
    for (Row& row : group.rows) row.place.reset();
  }
  if (layout.panel_width <= 0.0f) return edit;
  note_choice(player);
  begin_panel("morph targets", {layout.picture_size().x, 0.0f},
              {layout.panel_width, layout.size.y - layout.timeline_height});
  draw_head(player, controls, reports, edit);
  ImGui::Separator();
  ImGui::BeginChild("groups");
  if (groups_.empty()) ImGui::TextDisabled("This file has no morph targets.");
  for (Group& group : groups_) draw_group(player, controls, group, edit);
  ImGui::EndChild();
  end_panel();
  return edit;
}

void MorphPanel::draw_head(Player& player, Controls& controls,
                           std::span<const morph::gl::PrimitiveReport> reports,
                           std::optional<WeightEdit>& edit) {
  ImGui::TextUnformatted("Morph targets");
  if (ImGui::Button("Reset")) {
    player.hold_defaults();
    edit = WeightEdit{};
  }
  tooltip("Every weight to the file's value, held against the animation (R)");
  ImGui::SameLine();
  if (ImGui::Button("Release all")) {
    player.mixer().release_all();
    edit = WeightEdit{};
  }
  tooltip("Give every weight back to the animation (Shift+R)");
  ImGui::AlignTextToFramePadding();
  ImGui::TextUnformatted("Path");
  ImGui::SameLine();
  int path = static_cast<int>(controls.morph_path);
  ImGui::SetNextItemWidth(110.0f * ImGui::GetFontSize() / 13.0f);
  if (ImGui::Combo("##path", &path, kPathNames.data(), static_cast<int>(kPathNames.size()))) {
    controls.morph_path = static_cast<MorphPathWish>(path);
  }
  ImGui::SameLine();
  draw_path_report(reports);
  draw_view_switches(controls);
  bool recompute = controls.normals == morph::NormalsMode::recompute;
  if (ImGui::Checkbox("Recompute normals", &recompute)) {
    controls.normals = recompute ? morph::NormalsMode::recompute : morph::NormalsMode::file;
  }
  tooltip("Of the morphed surface, for targets that move positions alone. Blends on the CPU");
}

void MorphPanel::draw_group(Player& player, Controls& controls, Group& group,
                            std::optional<WeightEdit>& edit) {
  ImGui::PushID(static_cast<int>(group.node));
  const bool open = ImGui::TreeNodeEx(
      "##group", ImGuiTreeNodeFlags_DefaultOpen | ImGuiTreeNodeFlags_SpanAvailWidth |
                     ImGuiTreeNodeFlags_NoTreePushOnOpen | ImGuiTreeNodeFlags_FramePadding);
  ImGui::SameLine();
  ImGui::TextUnformatted(group.title.data(), group.title.data() + group.title.size());
  ImGui::SameLine();
  const auto count = static_cast<unsigned>(group.rows.size());
  ImGui::TextDisabled("node %u, %u target%s", group.node, count, count == 1 ? "" : "s");
  if (open && ImGui::BeginTable("targets", 3, ImGuiTableFlags_None)) {
    ImGui::TableSetupColumn("name", ImGuiTableColumnFlags_WidthStretch, 0.42f);
    ImGui::TableSetupColumn("weight", ImGuiTableColumnFlags_WidthStretch, 0.58f);
    ImGui::TableSetupColumn("source", ImGuiTableColumnFlags_WidthFixed, ImGui::GetFrameHeight());
    ImGuiListClipper visible;
    visible.Begin(static_cast<int>(group.rows.size()));
    while (visible.Step()) {
      for (int row = visible.DisplayStart; row < visible.DisplayEnd; ++row) {
        draw_row(player, controls, group, static_cast<std::uint32_t>(row), edit);
      }
    }
    ImGui::EndTable();
  }
  ImGui::PopID();
}

void MorphPanel::draw_row(Player& player, Controls& controls, Group& group, std::uint32_t target,
                          std::optional<WeightEdit>& edit) {
  Row& row = group.rows[target];
  const bool held = player.mixer().user_weight(group.node, target).has_value();
  ImGui::PushID(static_cast<int>(target));
  ImGui::TableNextRow();
  ImGui::TableNextColumn();
  draw_name(controls, {group.node, target}, row.name);
  ImGui::TableNextColumn();
  ImGui::SetNextItemWidth(-1.0f);
  float weight = player.pose().morph_weights(group.node)[target];
  const bool changed = bar_slider("##weight", weight, row.low, row.high, "%.3f");
  const ImVec2 corner = ImGui::GetItemRectMin();
  const ImVec2 size = ImGui::GetItemRectSize();
  row.place = Place{{corner.x, corner.y}, {size.x, size.y}};
  if (changed || ImGui::IsItemActive()) {
    weight = std::clamp(weight, -kWeightLimit, kWeightLimit);
    if (player.mixer().set_user_weight(group.node, target, weight)) {
      if (ImGui::IsItemDeactivatedAfterEdit()) edit = WeightEdit{group.node, target, weight};
    }
  } else if (ImGui::IsItemDeactivatedAfterEdit()) {
    edit = WeightEdit{group.node, target, weight};
  }

  ImGui::TableNextColumn();
  if (held) {
    if (source_button("u")) {
      player.mixer().release(group.node, target);
      edit = WeightEdit{group.node, target, std::nullopt};
    }
    tooltip("Set by you. Click to release it to the animation");
  } else {
    quiet_mark(row.animated ? "a" : "-");
    tooltip(row.animated ? "Driven by the animation" : "At rest");
  }
  ImGui::PopID();
}

std::optional<MorphPanel::Place> MorphPanel::slider_place(Index node, std::uint32_t target) const {
  for (const Group& group : groups_) {
    if (group.node == node && target < group.rows.size()) return group.rows[target].place;
  }
  return std::nullopt;
}

}  // namespace morphview
