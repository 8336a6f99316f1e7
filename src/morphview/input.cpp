// SPDX-License-Identifier: MIT
#include "morphview/input.h"

#include <GLFW/glfw3.h>
#include <imgui.h>

#include <algorithm>
#include <cmath>
#include <glm/trigonometric.hpp>

namespace morphview {
namespace {

// A drag over the picture's height turns the camera by this much.
constexpr float kDegreesPerHeight = 180.0f;
constexpr float kZoomPerStep = 1.15f;

std::optional<Action> action_of(int key, int modifiers) {
  const bool control = modifiers & GLFW_MOD_CONTROL;
  if (control) return key == GLFW_KEY_Q ? std::optional(Action::quit) : std::nullopt;
  switch (key) {
    case GLFW_KEY_SPACE:
      return Action::play_or_pause;
    case GLFW_KEY_R:
      return modifiers & GLFW_MOD_SHIFT ? Action::release_all : Action::reset_weights;
    case GLFW_KEY_F:
      return Action::frame_model;
    case GLFW_KEY_5:
      return Action::orthographic;
    case GLFW_KEY_E:
      return Action::wireframe;
    case GLFW_KEY_N:
      return Action::normals;
    case GLFW_KEY_G:
      return Action::grid;
    case GLFW_KEY_X:
      return Action::axes;
    case GLFW_KEY_D:
      return Action::heatmap;
    case GLFW_KEY_F12:
      return Action::screenshot;
    default:
      return std::nullopt;
  }
}

}  // namespace

KeyActions::KeyActions(const Window& window) {
  glfwSetWindowUserPointer(window.handle(), this);
  glfwSetKeyCallback(
      window.handle(), [](GLFWwindow* handle, int key, int, int action, int modifiers) {
        if (action != GLFW_PRESS) return;
        static_cast<KeyActions*>(glfwGetWindowUserPointer(handle))->press(key, modifiers);
      });
}

void KeyActions::press(int key, int modifiers) {
  const ImGuiContext* const context = ImGui::GetCurrentContext();
  if (context && ImGui::GetIO().WantTextInput) return;
  const std::optional<Action> action = action_of(key, modifiers);
  if (action && count_ < waiting_.size()) waiting_[count_++] = *action;
}

std::optional<Action> KeyActions::take() {
  if (count_ == 0) return std::nullopt;
  const Action first = waiting_[0];
  std::copy(waiting_.begin() + 1, waiting_.begin() + static_cast<std::ptrdiff_t>(count_),
            waiting_.begin());
  --count_;
  return first;
}

bool steer_camera(OrbitCamera& camera, const WindowLayout& layout) {
  const ImGuiIO& io = ImGui::GetIO();
  const glm::vec2 size = layout.picture_size();
  if (io.WantCaptureMouse || size.y <= 0.0f) return false;
  const glm::vec2 moved(io.MouseDelta.x / size.y, io.MouseDelta.y / size.y);
  const bool panning =
      io.MouseDown[ImGuiMouseButton_Middle] || (io.MouseDown[ImGuiMouseButton_Left] && io.KeyShift);
  const bool turning = io.MouseDown[ImGuiMouseButton_Left] && !panning;
  const bool dragged = (panning || turning) && moved != glm::vec2(0.0f);
  if (dragged && panning) camera.pan({-moved.x, moved.y});
  if (dragged && turning) {
    camera.orbit(glm::radians(-moved.x * kDegreesPerHeight),
                 glm::radians(moved.y * kDegreesPerHeight));
  }
  if (io.MouseWheel == 0.0f) return dragged;
  const glm::vec2 cursor((io.MousePos.x - 0.5f * size.x) / size.y,
                         (0.5f * size.y - io.MousePos.y) / size.y);
  camera.zoom(std::pow(kZoomPerStep, io.MouseWheel), cursor);
  return true;
}

}  // namespace morphview
