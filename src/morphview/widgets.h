// SPDX-License-Identifier: MIT
#pragma once

#include <glm/vec2.hpp>
#include <string>

namespace morphview {

// Small pieces that the panels share, on the current Dear ImGui frame.

/// A window without frame at a fixed place; between the two come its widgets.
void begin_panel(const char* id, const glm::vec2& corner, const glm::vec2& size);
void end_panel();

/// One line on a red ground across the top of the picture; gives back its height.
float draw_banner(const char* text, const glm::vec2& corner, float width);

/// Shown while the mouse rests on the last widget.
void tooltip(const char* text);

/// The whole name, where the last widget's column cuts it off.
void name_tooltip(const std::string& name);

/// A small button in the accent colour; whether it was clicked.
bool source_button(const char* letter);

/// The same size, without a button.
void quiet_mark(const char* letter);

/// A slider with a bar from 0 to its value under the number, which stays legible; otherwise as
/// SliderFloat, as wide as the next item is set to be.
bool bar_slider(const char* id, float& value, float low, float high, const char* format,
                int flags = 0);

/// A choice whose texts may hold anything ("##" and "%" included): the closed box shows `preview`.
/// As BeginCombo: when true, the entries and ImGui::EndCombo follow.
bool begin_name_combo(const char* id, const std::string& preview, float width);

/// One entry of it.
bool name_entry(int id, const std::string& name, bool selected);

}  // namespace morphview
