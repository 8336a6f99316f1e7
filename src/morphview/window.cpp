// SPDX-License-Identifier: MIT
#include "morphview/window.h"

#include <GLFW/glfw3.h>
#include <fmt/format.h>

#include <cstdlib>
#include <utility>

namespace morphview {
namespace {

using morph::Error;
using morph::ErrorCode;
using morph::Result;

constexpr double kUsualRefreshRate = 60.0;

std::string last_glfw_error() {
  const char* text = nullptr;
  glfwGetError(&text);
  return text ? text : "unknown reason";
}

Error no_window(const std::string& reason) {
  const char* const display = std::getenv("DISPLAY");
  const std::string where =
      display ? fmt::format("DISPLAY is '{}'", display) : "DISPLAY is not set";
  return {
      ErrorCode::graphics, "",
      fmt::format("cannot open a window: {} ({}); --output renders without one", reason, where)};
}

void set_hints(bool visible) {
  glfwDefaultWindowHints();
  glfwWindowHint(GLFW_CONTEXT_VERSION_MAJOR, 4);
  glfwWindowHint(GLFW_CONTEXT_VERSION_MINOR, 1);
  glfwWindowHint(GLFW_OPENGL_PROFILE, GLFW_OPENGL_CORE_PROFILE);
  glfwWindowHint(GLFW_OPENGL_FORWARD_COMPAT, GLFW_TRUE);
  glfwWindowHint(GLFW_CONTEXT_ROBUSTNESS, GLFW_LOSE_CONTEXT_ON_RESET);  // where there is such
  // The scene is drawn into a framebuffer of our own; the window needs neither depth nor samples.
  glfwWindowHint(GLFW_DEPTH_BITS, 0);
  glfwWindowHint(GLFW_STENCIL_BITS, 0);
  glfwWindowHint(GLFW_VISIBLE, visible ? GLFW_TRUE : GLFW_FALSE);
}

}  // namespace

struct Window::State {
  GLFWwindow* window = nullptr;
  void (*bind_framebuffer)(unsigned target, unsigned name) = nullptr;  // OpenGL's

  State() = default;
  State(const State&) = delete;
  State& operator=(const State&) = delete;
  ~State() {
    if (window) glfwDestroyWindow(window);
    glfwTerminate();
  }
};

Result<Window> Window::create(const Settings& settings) {
  if (!glfwInit()) return no_window(last_glfw_error());
  auto state = std::make_unique<State>();
  set_hints(settings.visible);
  state->window =
      glfwCreateWindow(settings.width, settings.height, settings.title.c_str(), nullptr, nullptr);
  if (!state->window) return no_window(fmt::format("OpenGL 4.1 needed: {}", last_glfw_error()));
  glfwMakeContextCurrent(state->window);
  glfwSwapInterval(1);
  state->bind_framebuffer =
      reinterpret_cast<void (*)(unsigned, unsigned)>(glfwGetProcAddress("glBindFramebuffer"));
  if (!state->bind_framebuffer) return no_window("the driver has no framebuffer objects");
  return Window(std::move(state));
}

Window::Window(std::unique_ptr<State> state) : state_(std::move(state)) {}
Window::Window(Window&&) noexcept = default;
Window& Window::operator=(Window&&) noexcept = default;
Window::~Window() = default;

GLFWwindow* Window::handle() const { return state_->window; }

morph::gl::FunctionLoader Window::loader() {
  return [](const char* name) { return glfwGetProcAddress(name); };
}

glm::ivec2 Window::framebuffer_size() const {
  glm::ivec2 size{0};
  glfwGetFramebufferSize(state_->window, &size.x, &size.y);
  return size;
}

void Window::bind_framebuffer() const {
  constexpr unsigned kGlFramebuffer = 0x8D40;
  state_->bind_framebuffer(kGlFramebuffer, 0);
}

float Window::content_scale() const {
  float x = 1.0f;
  float y = 1.0f;
  glfwGetWindowContentScale(state_->window, &x, &y);
  return x;
}

double Window::refresh_rate() const {
  GLFWmonitor* const monitor = glfwGetPrimaryMonitor();
  const GLFWvidmode* const mode = monitor ? glfwGetVideoMode(monitor) : nullptr;
  return mode && mode->refreshRate > 0 ? mode->refreshRate : kUsualRefreshRate;
}

}  // namespace morphview
