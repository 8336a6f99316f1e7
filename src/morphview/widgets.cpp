// SPDX-License-Identifier: MIT
#include "morphview/widgets.h"

#include <imgui.h>

#include <algorithm>

namespace morphview {
namespace {

constexpr float kBarAlpha = 0.45f;

}  // namespace

void begin_panel(const char* id, const glm::vec2& corner, const glm::vec2& size) {
  ImGui::SetNextWindowPos({corner.x, corner.y});
  ImGui::SetNextWindowSize({size.x, size.y});
  ImGui::Begin(id, nullptr,
               ImGuiWindowFlags_NoDecoration | ImGuiWindowFlags_NoMove |
                   ImGuiWindowFlags_NoSavedSettings | ImGuiWindowFlags_NoBringToFrontOnFocus);
}

void end_panel() { ImGui::End(); }

float draw_banner(const char* text, const glm::vec2& corner, float width) {
  constexpr ImU32 kRed = IM_COL32(0x9B, 0x2C, 0x2C, 0xF0);
  constexpr ImU32 kWhite = IM_COL32(0xFF, 0xFF, 0xFF, 0xFF);
  const ImVec2 padding = ImGui::GetStyle().WindowPadding;
  const float height = ImGui::GetTextLineHeight() + 2.0f * padding.y;
  ImDrawList* const list = ImGui::GetForegroundDrawList();
  const ImVec2 end{corner.x + width, corner.y + height};
  list->AddRectFilled({corner.x, corner.y}, end, kRed);
  list->PushClipRect({corner.x, corner.y}, end);
  list->AddText({corner.x + padding.x, corner.y + padding.y}, kWhite, text);
  list->PopClipRect();
  return height;
}

void tooltip(const char* text) {
  if (!ImGui::IsItemHovered()) return;
  ImGui::BeginTooltip();
  ImGui::TextUnformatted(text);
  ImGui::EndTooltip();
}

void name_tooltip(const std::string& name) {
  const float cut_off_at = ImGui::GetContentRegionMax().x + ImGui::GetWindowPos().x;
  if (ImGui::GetItemRectMax().x <= cut_off_at || !ImGui::IsItemHovered()) return;
  ImGui::BeginTooltip();
  ImGui::TextUnformatted(name.data(), name.data() + name.size());
  ImGui::EndTooltip();
}

bool source_button(const char* letter) {
  ImGui::PushStyleColor(ImGuiCol_Text, ImGui::GetStyleColorVec4(ImGuiCol_SliderGrabActive));
  const bool clicked = ImGui::Button(letter, {ImGui::GetFrameHeight(), 0.0f});
  ImGui::PopStyleColor();
  return clicked;
}

void quiet_mark(const char* letter) {
  const float side = ImGui::GetFrameHeight();
  const float text_width = ImGui::CalcTextSize(letter).x;
  ImGui::AlignTextToFramePadding();
  ImGui::SetCursorPosX(ImGui::GetCursorPosX() + 0.5f * (side - text_width));
  ImGui::TextDisabled("%s", letter);
}

bool bar_slider(const char* id, float& value, float low, float high, const char* format,
                int flags) {
  const ImVec2 corner = ImGui::GetCursorScreenPos();
  const float width = ImGui::CalcItemWidth();
  const float height = ImGui::GetFrameHeight();
  const float rounding = ImGui::GetStyle().FrameRounding;
  const auto x_of = [&](float of) {
    return corner.x + width * std::clamp((of - low) / (high - low), 0.0f, 1.0f);
  };
  const float from = x_of(std::clamp(0.0f, low, high));
  const float to = x_of(value);
  ImDrawList* const list = ImGui::GetWindowDrawList();
  const bool hovered = ImGui::IsMouseHoveringRect(corner, {corner.x + width, corner.y + height}) &&
                       ImGui::IsWindowHovered();
  list->AddRectFilled(corner, {corner.x + width, corner.y + height},
                      ImGui::GetColorU32(hovered ? ImGuiCol_FrameBgHovered : ImGuiCol_FrameBg),
                      rounding);
  if (from != to) {
    list->AddRectFilled({std::min(from, to), corner.y}, {std::max(from, to), corner.y + height},
                        ImGui::GetColorU32(ImGuiCol_SliderGrab, kBarAlpha), rounding);
  }
  constexpr ImU32 kClear = 0;
  for (const int part : {ImGuiCol_FrameBg, ImGuiCol_FrameBgHovered, ImGuiCol_FrameBgActive}) {
    ImGui::PushStyleColor(part, kClear);
  }
  const bool changed = ImGui::SliderFloat(id, &value, low, high, format, flags);
  ImGui::PopStyleColor(3);
  return changed;
}

bool begin_name_combo(const char* id, const std::string& preview, float width) {
  ImGui::SetNextItemWidth(width);
  const ImVec2 corner = ImGui::GetCursorScreenPos();
  ImDrawList* const panel = ImGui::GetWindowDrawList();
  const bool open = ImGui::BeginCombo(id, "");
  const ImGuiStyle& style = ImGui::GetStyle();
  const float height = ImGui::GetFrameHeight();
  const ImVec4 visible(corner.x, corner.y, corner.x + width - height, corner.y + height);
  panel->AddText(ImGui::GetFont(), ImGui::GetFontSize(),
                 {corner.x + style.FramePadding.x, corner.y + style.FramePadding.y},
                 ImGui::GetColorU32(ImGuiCol_Text), preview.data(), preview.data() + preview.size(),
                 0.0f, &visible);
  return open;
}

bool name_entry(int id, const std::string& name, bool selected) {
  ImGui::PushID(id);
  const bool clicked = ImGui::Selectable("##entry", selected);
  ImGui::SameLine();
  ImGui::TextUnformatted(name.data(), name.data() + name.size());
  ImGui::PopID();
  return clicked;
}

}  // namespace morphview
