// SPDX-License-Identifier: MIT
#include "morphview/legend.h"

#include <fmt/format.h>
#include <imgui.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdint>
#include <glm/vec3.hpp>

#include "morph/gl/renderer.h"

namespace morphview {
namespace {

using morph::Image;

constexpr float kFontPixels = 13.0f;  // the built-in font is drawn for this size
constexpr ImU32 kGround = IM_COL32(0x1C, 0x1E, 0x22, 0xD8);
constexpr ImU32 kText = IM_COL32(0xE4, 0xE6, 0xEA, 0xFF);

ImU32 color_of(const glm::vec3& srgb) {
  const auto byte = [](float c) { return static_cast<ImU32>(std::lround(255.0f * c)); };
  return IM_COL32(byte(srgb.r), byte(srgb.g), byte(srgb.b), 0xFF);
}

// "0", a half and the whole of the largest, in three digits.
std::array<std::string, 3> numbers_of(float largest) {
  if (!(largest > 0.0f)) return {"0", "", "nothing moves"};
  return {"0", fmt::format("{:.3g}", 0.5f * largest), fmt::format("{:.3g}", largest)};
}

// The text, or as much of its beginning as fits, and dots.
template <class Fits>
std::string elided(const std::string& text, Fits&& fits) {
  std::string shown = text;
  std::size_t end = text.size();
  while (end > 0 && !fits(shown)) {
    while (--end > 0 && (static_cast<unsigned char>(text[end]) & 0xC0u) == 0x80u) continue;
    shown = text.substr(0, end) + "...";
  }
  return shown;
}

// Lays the legend out on a canvas, which has
//   rectangle(corner, end, color), text(corner, text), width_of(text)
template <class Canvas>
void lay_out(const Legend& legend, const glm::vec2& size, float scale, Canvas&& canvas) {
  const float line = kFontPixels * scale;
  const float margin = 12.0f * scale;
  const float padding = 8.0f * scale;
  const float gap = 4.0f * scale;
  const float bar_height = 10.0f * scale;
  const float bar_width = std::min(220.0f * scale, size.x - 2.0f * (margin + padding));
  const float height = 2.0f * (padding + gap) + 3.0f * line + bar_height;
  if (bar_width < 100.0f * scale || size.y < height + 2.0f * margin) return;
  // As wide as the name, up to half of the picture.
  const float name_room = std::max(bar_width, 0.5f * size.x - 2.0f * padding);
  const std::string name = elided(
      legend.name, [&](const std::string& text) { return canvas.width_of(text) <= name_room; });
  const float width = std::max(bar_width, canvas.width_of(name));
  const glm::vec2 corner(margin, size.y - margin - height);
  canvas.rectangle(corner, corner + glm::vec2(width + 2.0f * padding, height), kGround);
  const glm::vec2 inner = corner + padding;
  canvas.text(inner, "displacement, model units");
  canvas.text(inner + glm::vec2(0.0f, line), name);
  const glm::vec2 bar = inner + glm::vec2(0.0f, 2.0f * line + gap);
  for (float x = 0.0f; x < bar_width; x += 1.0f) {
    const float value = x / (bar_width - 1.0f);
    canvas.rectangle(bar + glm::vec2(x, 0.0f),
                     bar + glm::vec2(std::min(x + 1.0f, bar_width), bar_height),
                     color_of(morph::gl::heat_color(value)));
  }
  const std::array<std::string, 3> numbers = numbers_of(legend.largest);
  const glm::vec2 below = bar + glm::vec2(0.0f, bar_height + gap);
  for (std::size_t i = 0; i < numbers.size(); ++i) {
    const float room = bar_width - canvas.width_of(numbers[i]);
    canvas.text(below + glm::vec2(std::floor(0.5f * static_cast<float>(i) * room), 0.0f),
                numbers[i]);
  }
}

// A picture in memory, with the built-in font of Dear ImGui. Corners are whole pixels.
class ImageCanvas {
 public:
  ImageCanvas(Image& image, float scale) : image_(image) {
    ImFontConfig config;
    config.SizePixels = kFontPixels * scale;
    config.OversampleH = config.OversampleV = 1;  // letters of whole pixels, as they are drawn
    config.PixelSnapH = true;
    font_ = atlas_.AddFontDefault(&config);
    atlas_.GetTexDataAsAlpha8(&glyphs_, &width_, &height_);
  }

  void rectangle(const glm::vec2& corner, const glm::vec2& end, ImU32 color) {
    for (int y = whole(corner.y); y < whole(end.y); ++y) {
      for (int x = whole(corner.x); x < whole(end.x); ++x) blend(x, y, color, 255);
    }
  }

  void text(const glm::vec2& corner, const std::string& text) {
    int pen = whole(corner.x);
    for_each_glyph(text, [&](const ImFontGlyph& glyph) {
      const int from_x = whole(glyph.U0 * static_cast<float>(width_));
      const int from_y = whole(glyph.V0 * static_cast<float>(height_));
      const int glyph_width = whole(glyph.U1 * static_cast<float>(width_)) - from_x;
      const int glyph_height = whole(glyph.V1 * static_cast<float>(height_)) - from_y;
      for (int y = 0; y < glyph_height; ++y) {
        for (int x = 0; x < glyph_width; ++x) {
          const unsigned cover = glyphs_[(from_y + y) * width_ + from_x + x];
          blend(pen + whole(glyph.X0) + x, whole(corner.y) + whole(glyph.Y0) + y, kText, cover);
        }
      }
      pen += whole(glyph.AdvanceX);
    });
  }

  [[nodiscard]] float width_of(const std::string& text) const {
    int width = 0;
    for_each_glyph(text, [&](const ImFontGlyph& glyph) { width += whole(glyph.AdvanceX); });
    return static_cast<float>(width);
  }

 private:
  static int whole(float x) { return static_cast<int>(std::lround(x)); }

  // The font has the letters of Latin-1; '?' stands for others.
  template <class Visit>
  void for_each_glyph(const std::string& text, Visit&& visit) const {
    for (std::size_t i = 0; i < text.size(); ++i) {
      const auto lead = static_cast<unsigned char>(text[i]);
      ImWchar letter = lead < 0x80u ? lead : ImWchar{'?'};
      if ((lead == 0xC2u || lead == 0xC3u) && i + 1 < text.size()) {
        letter = static_cast<ImWchar>((lead & 3u) << 6 |
                                      (static_cast<unsigned char>(text[i + 1]) & 0x3Fu));
      }
      while (i + 1 < text.size() && (static_cast<unsigned char>(text[i + 1]) & 0xC0u) == 0x80u) ++i;
      visit(*font_->FindGlyph(letter));
    }
  }

  // Alpha is not associated with the colour, neither here nor there.
  void blend(int x, int y, ImU32 color, unsigned cover) {
    if (x < 0 || y < 0 || x >= static_cast<int>(image_.width) ||
        y >= static_cast<int>(image_.height)) {
      return;
    }
    std::uint8_t* const pixel =
        &image_
             .rgba[4 * (static_cast<std::size_t>(y) * image_.width + static_cast<std::size_t>(x))];
    const unsigned above = (color >> IM_COL32_A_SHIFT & 0xFFu) * cover;  // of 255 · 255
    const unsigned below = pixel[3] * (255u * 255u - above) / 255u;
    const unsigned sum = above + below;
    if (sum == 0) return;
    for (unsigned c = 0; c < 3; ++c) {
      const unsigned level = color >> (8u * c) & 0xFFu;
      pixel[c] = static_cast<std::uint8_t>((level * above + pixel[c] * below + sum / 2) / sum);
    }
    pixel[3] = static_cast<std::uint8_t>((sum + 127u) / 255u);
  }

  Image& image_;
  ImFontAtlas atlas_;
  ImFont* font_ = nullptr;
  unsigned char* glyphs_ = nullptr;
  int width_ = 0, height_ = 0;
};

// The window.
struct FrameCanvas {
  ImDrawList* list;

  void rectangle(const glm::vec2& corner, const glm::vec2& end, ImU32 color) const {
    list->AddRectFilled({corner.x, corner.y}, {end.x, end.y}, color);
  }
  void text(const glm::vec2& corner, const std::string& text) const {
    list->AddText({corner.x, corner.y}, kText, text.data(), text.data() + text.size());
  }
  [[nodiscard]] static float width_of(const std::string& text) {
    return ImGui::CalcTextSize(text.data(), text.data() + text.size()).x;
  }
};

}  // namespace

void draw_legend(const Legend& legend, Image& image) {
  constexpr float kHeightPerScale = 540.0f;
  const float scale =
      std::max(1.0f, std::floor(static_cast<float>(image.height) / kHeightPerScale));
  lay_out(legend, {static_cast<float>(image.width), static_cast<float>(image.height)}, scale,
          ImageCanvas(image, scale));
}

void show_legend(const Legend& legend, const glm::vec2& size, float scale) {
  lay_out(legend, size, scale, FrameCanvas{ImGui::GetBackgroundDrawList()});
}

}  // namespace morphview
