// SPDX-License-Identifier: MIT
#include "morphview/headless_context.h"

// No X11 types from EGL's headers.
#define EGL_NO_X11
#include <EGL/egl.h>
#include <EGL/eglext.h>
#include <fmt/format.h>

#include <array>
#include <string>
#include <string_view>
#include <utility>

namespace morphview {
namespace {

using morph::Error;
using morph::ErrorCode;
using morph::Result;

Error graphics_error(std::string message) { return {ErrorCode::graphics, "", std::move(message)}; }

bool has_extension(const char* list, std::string_view name) {
  for (std::string_view rest = list ? list : ""; !rest.empty();) {
    const std::size_t end = rest.find(' ');
    if (rest.substr(0, end) == name) return true;
    rest.remove_prefix(end == std::string_view::npos ? rest.size() : end + 1);
  }
  return false;
}

template <class Function>
Function egl_function(const char* name) {
  return reinterpret_cast<Function>(eglGetProcAddress(name));
}

EGLDisplay initialised(EGLDisplay display) {
  if (display == EGL_NO_DISPLAY) return EGL_NO_DISPLAY;
  return eglInitialize(display, nullptr, nullptr) ? display : EGL_NO_DISPLAY;
}

EGLDisplay surfaceless_display(const char* client_extensions) {
  if (!has_extension(client_extensions, "EGL_MESA_platform_surfaceless")) return EGL_NO_DISPLAY;
  const auto get = egl_function<PFNEGLGETPLATFORMDISPLAYEXTPROC>("eglGetPlatformDisplayEXT");
  return get ? initialised(get(EGL_PLATFORM_SURFACELESS_MESA, EGL_DEFAULT_DISPLAY, nullptr))
             : EGL_NO_DISPLAY;
}

EGLDisplay first_device_display(const char* client_extensions) {
  if (!has_extension(client_extensions, "EGL_EXT_platform_device")) return EGL_NO_DISPLAY;
  const auto get = egl_function<PFNEGLGETPLATFORMDISPLAYEXTPROC>("eglGetPlatformDisplayEXT");
  const auto query = egl_function<PFNEGLQUERYDEVICESEXTPROC>("eglQueryDevicesEXT");
  std::array<EGLDeviceEXT, 8> devices{};
  EGLint count = 0;
  if (!get || !query) return EGL_NO_DISPLAY;
  if (!query(static_cast<EGLint>(devices.size()), devices.data(), &count)) return EGL_NO_DISPLAY;
  for (EGLint i = 0; i < count; ++i) {
    const EGLDisplay display = initialised(get(EGL_PLATFORM_DEVICE_EXT, devices[i], nullptr));
    if (display != EGL_NO_DISPLAY) return display;
  }
  return EGL_NO_DISPLAY;
}

EGLDisplay open_display() {
  const char* const extensions = eglQueryString(EGL_NO_DISPLAY, EGL_EXTENSIONS);
  EGLDisplay display = surfaceless_display(extensions);
  if (display == EGL_NO_DISPLAY) display = first_device_display(extensions);
  if (display == EGL_NO_DISPLAY) display = initialised(eglGetDisplay(EGL_DEFAULT_DISPLAY));
  return display;
}

EGLConfig choose_config(EGLDisplay display) {
  const std::array<EGLint, 5> wanted = {EGL_RENDERABLE_TYPE, EGL_OPENGL_BIT, EGL_SURFACE_TYPE,
                                        0,  // no kind of surface
                                        EGL_NONE};
  EGLConfig config = nullptr;
  EGLint count = 0;
  eglChooseConfig(display, wanted.data(), &config, 1, &count);
  return count > 0 ? config : nullptr;
}

// With notification of resets, where the driver has it.
EGLContext create_context(EGLDisplay display, EGLConfig config, EGLint major, EGLint minor) {
  std::array<EGLint, 11> attributes = {EGL_CONTEXT_MAJOR_VERSION,
                                       major,
                                       EGL_CONTEXT_MINOR_VERSION,
                                       minor,
                                       EGL_CONTEXT_OPENGL_PROFILE_MASK,
                                       EGL_CONTEXT_OPENGL_CORE_PROFILE_BIT,
                                       EGL_CONTEXT_OPENGL_FORWARD_COMPATIBLE,
                                       EGL_TRUE,
                                       EGL_CONTEXT_OPENGL_RESET_NOTIFICATION_STRATEGY,
                                       EGL_LOSE_CONTEXT_ON_RESET,
                                       EGL_NONE};
  const EGLContext context = eglCreateContext(display, config, EGL_NO_CONTEXT, attributes.data());
  if (context != EGL_NO_CONTEXT) return context;
  attributes[8] = EGL_NONE;
  return eglCreateContext(display, config, EGL_NO_CONTEXT, attributes.data());
}

// The few OpenGL calls that this file needs before any loader of the libraries is there.
constexpr unsigned kGlRenderer = 0x1F01, kGlVersion = 0x1F02, kGlRgba8 = 0x8058;
constexpr unsigned kGlFramebuffer = 0x8D40, kGlRenderbuffer = 0x8D41, kGlColorAttachment0 = 0x8CE0;

// What there is instead of OpenGL 4.1, for the message.
std::string describe_older_driver(EGLDisplay display, EGLConfig config) {
  const std::array<EGLint, 1> any_version = {EGL_NONE};
  const EGLContext context = eglCreateContext(display, config, EGL_NO_CONTEXT, any_version.data());
  if (context == EGL_NO_CONTEXT) return "no OpenGL at all";
  std::string found = "an older one";
  const auto get_string = egl_function<const unsigned char* (*)(unsigned)>("glGetString");
  if (get_string && eglMakeCurrent(display, EGL_NO_SURFACE, EGL_NO_SURFACE, context)) {
    const auto text = [&](unsigned name) {
      const unsigned char* const value = get_string(name);
      return value ? reinterpret_cast<const char*>(value) : "?";
    };
    found = fmt::format("{} ({})", text(kGlVersion), text(kGlRenderer));
    eglMakeCurrent(display, EGL_NO_SURFACE, EGL_NO_SURFACE, EGL_NO_CONTEXT);
  }
  eglDestroyContext(display, context);
  return found;
}

bool bind_one_pixel_framebuffer() {
  using Generate = void (*)(int, unsigned*);
  using Bind = void (*)(unsigned, unsigned);
  const auto generate_buffers = egl_function<Generate>("glGenRenderbuffers");
  const auto bind_buffer = egl_function<Bind>("glBindRenderbuffer");
  const auto storage =
      egl_function<void (*)(unsigned, unsigned, int, int)>("glRenderbufferStorage");
  const auto generate = egl_function<Generate>("glGenFramebuffers");
  const auto bind = egl_function<Bind>("glBindFramebuffer");
  const auto attach =
      egl_function<void (*)(unsigned, unsigned, unsigned, unsigned)>("glFramebufferRenderbuffer");
  if (!generate_buffers || !bind_buffer || !storage || !generate || !bind || !attach) return false;
  unsigned color = 0;
  unsigned framebuffer = 0;
  generate_buffers(1, &color);
  bind_buffer(kGlRenderbuffer, color);
  storage(kGlRenderbuffer, kGlRgba8, 1, 1);
  generate(1, &framebuffer);
  bind(kGlFramebuffer, framebuffer);
  attach(kGlFramebuffer, kGlColorAttachment0, kGlRenderbuffer, color);
  return true;
}

}  // namespace

struct HeadlessContext::State {
  EGLDisplay display = EGL_NO_DISPLAY;
  EGLContext context = EGL_NO_CONTEXT;

  State() = default;
  State(const State&) = delete;
  State& operator=(const State&) = delete;
  ~State() {
    if (display == EGL_NO_DISPLAY) return;
    eglMakeCurrent(display, EGL_NO_SURFACE, EGL_NO_SURFACE, EGL_NO_CONTEXT);
    if (context != EGL_NO_CONTEXT) eglDestroyContext(display, context);
    eglTerminate(display);
  }
};

Result<HeadlessContext> HeadlessContext::create() {
  auto state = std::make_unique<State>();
  state->display = open_display();
  if (state->display == EGL_NO_DISPLAY) {
    return graphics_error(fmt::format("no OpenGL driver found (EGL error {:#x})", eglGetError()));
  }
  if (!eglBindAPI(EGL_OPENGL_API)) return graphics_error("the EGL driver offers no OpenGL");
  const EGLConfig config = choose_config(state->display);
  state->context = create_context(state->display, config, 4, 1);
  if (state->context == EGL_NO_CONTEXT) {
    const EGLint error = eglGetError();
    return graphics_error(fmt::format("OpenGL 4.1 needed, found {} (EGL error {:#x})",
                                      describe_older_driver(state->display, config), error));
  }
  if (!eglMakeCurrent(state->display, EGL_NO_SURFACE, EGL_NO_SURFACE, state->context)) {
    return graphics_error(
        fmt::format("a context without a surface cannot be used (EGL error {:#x})", eglGetError()));
  }
  if (!bind_one_pixel_framebuffer()) return graphics_error("the driver has no framebuffer objects");
  return HeadlessContext(std::move(state));
}

HeadlessContext::HeadlessContext(std::unique_ptr<State> state) : state_(std::move(state)) {}
HeadlessContext::HeadlessContext(HeadlessContext&&) noexcept = default;
HeadlessContext& HeadlessContext::operator=(HeadlessContext&&) noexcept = default;
HeadlessContext::~HeadlessContext() = default;

morph::gl::FunctionLoader HeadlessContext::loader() {
  return [](const char* name) { return eglGetProcAddress(name); };
}

}  // namespace morphview
