// SPDX-License-Identifier: MIT
#include "morphview/loading_screen.h"

#include <GLFW/glfw3.h>
#include <fmt/format.h>
#include <imgui.h>

#include <algorithm>
#include <string_view>

#include "morphview/widgets.h"

namespace morphview {
namespace {

using morph::gltf::ImportPhase;
using morph::gltf::ImportProgress;

constexpr double kFrame = 1.0 / 30.0;  // seconds
constexpr double kPatience = 0.15;     // what loads faster than this is not announced

std::string_view name_of(ImportPhase phase) {
  switch (phase) {
    case ImportPhase::parsing:
      return "reading the file";
    case ImportPhase::buffers:
      return "reading buffers";
    case ImportPhase::accessors:
      return "checking accessors";
    case ImportPhase::meshes:
      return "reading meshes and morph targets";
    case ImportPhase::animations:
      return "reading animations";
    case ImportPhase::images:
      return "decoding images";
    case ImportPhase::checking:
      return "checking against the specification";
  }
  return {};
}

float share(const ImportProgress& progress) {
  if (progress.total == 0) return 0.0f;
  return static_cast<float>(progress.done) / static_cast<float>(progress.total);
}

/// Whether it was cancelled.
bool draw_progress(const ImportProgress& progress, const std::string& name, float scale) {
  const ImVec2 display = ImGui::GetIO().DisplaySize;
  ImGui::GetBackgroundDrawList()->AddRectFilled({}, display, ImGui::GetColorU32(ImGuiCol_WindowBg));
  const glm::vec2 size(std::min(420.0f * scale, display.x), 120.0f * scale);
  begin_panel("loading", {(display.x - size.x) / 2, (display.y - size.y) / 2}, size);
  ImGui::TextUnformatted(name.c_str());
  ImGui::TextDisabled("%s", std::string(name_of(progress.phase)).c_str());
  const std::string count =
      progress.total == 0 ? "" : fmt::format("{} of {}", progress.done, progress.total);
  ImGui::ProgressBar(share(progress), {-1.0f, 0.0f}, count.c_str());
  const bool cancelled = ImGui::Button("Cancel");
  end_panel();
  return cancelled || ImGui::IsKeyPressed(GLFW_KEY_ESCAPE);
}

}  // namespace

morph::Result<Model> wait_for_model(Loader& loader, const std::string& name, const Window& window,
                                    Interface& interface) {
  for (const double begun = glfwGetTime(); !loader.done();) {
    glfwWaitEventsTimeout(kFrame);
    if (glfwWindowShouldClose(window.handle())) loader.cancel();
    const glm::ivec2 pixels = window.framebuffer_size();
    if (pixels.x <= 0 || pixels.y <= 0 || glfwGetTime() - begun < kPatience) continue;
    window.bind_framebuffer();
    interface.begin_frame();
    if (draw_progress(loader.progress(), name, interface.scale())) loader.cancel();
    interface.end_frame();
    glfwSwapBuffers(window.handle());
  }
  return loader.take();
}

}  // namespace morphview
