// SPDX-License-Identifier: MIT
#include <imgui.h>

#include "morphview/interface.h"

namespace morphview {
namespace {

ImVec4 color(unsigned rgb, float alpha = 1.0f) {
  return {static_cast<float>(rgb >> 16 & 0xFF) / 255.0f,
          static_cast<float>(rgb >> 8 & 0xFF) / 255.0f, static_cast<float>(rgb & 0xFF) / 255.0f,
          alpha};
}

constexpr unsigned kGround = 0x1C1E22, kRaised = 0x2A2D33, kHovered = 0x363A42, kLine = 0x3A3E46;
constexpr unsigned kText = 0xE4E6EA, kQuietText = 0x8B919B, kAccent = 0x4C9BE8, kBright = 0x7CB9F5;

void set_colors(ImVec4* colors) {
  colors[ImGuiCol_Text] = color(kText);
  colors[ImGuiCol_TextDisabled] = color(kQuietText);
  colors[ImGuiCol_WindowBg] = color(kGround);
  colors[ImGuiCol_PopupBg] = color(kGround);
  colors[ImGuiCol_Border] = color(kLine);
  colors[ImGuiCol_Separator] = color(kLine);
  colors[ImGuiCol_FrameBg] = color(kRaised);
  colors[ImGuiCol_FrameBgHovered] = color(kHovered);
  colors[ImGuiCol_FrameBgActive] = color(kHovered);
  colors[ImGuiCol_SliderGrab] = color(kAccent);
  colors[ImGuiCol_SliderGrabActive] = color(kBright);
  colors[ImGuiCol_CheckMark] = color(kAccent);
  colors[ImGuiCol_Button] = color(kRaised);
  colors[ImGuiCol_ButtonHovered] = color(kHovered);
  colors[ImGuiCol_ButtonActive] = color(kAccent, 0.7f);
  colors[ImGuiCol_Header] = color(kRaised);
  colors[ImGuiCol_HeaderHovered] = color(kHovered);
  colors[ImGuiCol_HeaderActive] = color(kHovered);
  colors[ImGuiCol_ScrollbarBg] = color(kGround);
  colors[ImGuiCol_ScrollbarGrab] = color(kLine);
  colors[ImGuiCol_TextSelectedBg] = color(kAccent, 0.4f);
  colors[ImGuiCol_NavHighlight] = color(kAccent);
}

}  // namespace

void apply_style(float scale) {
  ImGui::StyleColorsDark();
  ImGuiStyle& style = ImGui::GetStyle();
  set_colors(style.Colors);
  style.WindowPadding = {12.0f, 10.0f};
  style.FramePadding = {8.0f, 4.0f};
  style.ItemSpacing = {8.0f, 7.0f};
  style.CellPadding = {4.0f, 3.0f};
  style.WindowBorderSize = 0.0f;
  style.WindowRounding = 0.0f;
  style.FrameRounding = 4.0f;
  style.GrabRounding = 2.0f;
  style.PopupRounding = 4.0f;
  style.GrabMinSize = 4.0f;
  style.ScrollbarSize = 11.0f;
  style.ScaleAllSizes(scale);
}

}  // namespace morphview
