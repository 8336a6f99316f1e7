// SPDX-License-Identifier: MIT
#include "morphview/interface.h"

#include <GLFW/glfw3.h>
#include <backends/imgui_impl_glfw.h>
#include <backends/imgui_impl_opengl3.h>
#include <imgui.h>

#include <cmath>
#include <utility>

namespace morphview {
namespace {

using morph::Error;
using morph::ErrorCode;
using morph::Result;

constexpr float kFontPixels = 13.0f;  // the built-in font is drawn for this size

}  // namespace

struct Interface::State {
  float scale = 1.0f;
  bool has_window = false, has_graphics = false;

  State() { ImGui::CreateContext(); }
  State(const State&) = delete;
  State& operator=(const State&) = delete;
  ~State() {
    if (has_graphics) ImGui_ImplOpenGL3_Shutdown();
    if (has_window) ImGui_ImplGlfw_Shutdown();
    ImGui::DestroyContext();
  }
};

Result<Interface> Interface::create(const Window& window) {
  auto state = std::make_unique<State>();
  ImGuiIO& io = ImGui::GetIO();
  io.IniFilename = nullptr;  // nothing is written beside the user's files
  state->scale = window.content_scale();
  ImFontConfig font;
  font.SizePixels = std::round(kFontPixels * state->scale);
  io.Fonts->AddFontDefault(&font);
  apply_style(state->scale);
  state->has_window = ImGui_ImplGlfw_InitForOpenGL(window.handle(), true);
  state->has_graphics = state->has_window && ImGui_ImplOpenGL3_Init("#version 410 core");
  if (!state->has_graphics) {
    return Error{ErrorCode::graphics, "", "Dear ImGui does not find OpenGL in this window"};
  }
  io.ConfigFlags |= ImGuiConfigFlags_NavEnableKeyboard;
  return Interface(std::move(state));
}

Interface::Interface(std::unique_ptr<State> state) : state_(std::move(state)) {}
Interface::Interface(Interface&&) noexcept = default;
Interface& Interface::operator=(Interface&&) noexcept = default;
Interface::~Interface() = default;

void Interface::begin_frame() {
  ImGui_ImplOpenGL3_NewFrame();
  ImGui_ImplGlfw_NewFrame();
  ImGui::NewFrame();
}

void Interface::end_frame() {
  ImGui::Render();
  ImGui_ImplOpenGL3_RenderDrawData(ImGui::GetDrawData());
}

float Interface::scale() const { return state_->scale; }

}  // namespace morphview
