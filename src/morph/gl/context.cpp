// SPDX-License-Identifier: MIT
#include "morph/gl/context.h"

#include <algorithm>
#include <array>
#include <string_view>
#include <utility>

#include "morph/gl/detail/gl_api.h"
#include "morph/gl/detail/test_fault.h"

namespace morph::gl {
namespace {

using detail::Gl;

std::string text_of(const Gl& gl, GLenum name) {
  const GLubyte* const text = gl.GetString(name);
  return text == nullptr ? std::string("?") : reinterpret_cast<const char*>(text);
}

std::uint32_t limit_of(const Gl& gl, GLenum name) {
  GLint value = 0;
  gl.GetIntegerv(name, &value);
  return static_cast<std::uint32_t>(std::max(value, 0));
}

bool is_software(std::string_view renderer) {
  constexpr std::array<std::string_view, 5> kNames = {"llvmpipe", "softpipe", "SwiftShader",
                                                      "Software Rasterizer", "GDI Generic"};
  return std::ranges::any_of(
      kNames, [&](std::string_view name) { return renderer.find(name) != std::string_view::npos; });
}

ContextInfo describe(const Gl& gl) {
  ContextInfo info;
  info.version = text_of(gl, GL_VERSION);
  info.renderer = text_of(gl, GL_RENDERER);
  info.software = is_software(info.renderer);
  info.max_vertex_attributes = limit_of(gl, GL_MAX_VERTEX_ATTRIBS);
  info.max_samples = limit_of(gl, GL_MAX_SAMPLES);
  info.max_texture_size = limit_of(gl, GL_MAX_TEXTURE_SIZE);
  info.max_renderbuffer_size = limit_of(gl, GL_MAX_RENDERBUFFER_SIZE);
  info.max_buffer_texels = limit_of(gl, GL_MAX_TEXTURE_BUFFER_SIZE);
  return info;
}

void GLAD_API_PTR collect_message(GLenum /*source*/, GLenum /*type*/, GLuint /*id*/,
                                  GLenum severity, GLsizei length, const GLchar* text,
                                  const void* user) {
  if (severity == GL_DEBUG_SEVERITY_NOTIFICATION) return;
  auto& messages = static_cast<Context::Api*>(const_cast<void*>(user))->messages;
  const std::string_view message = length < 0
                                       ? std::string_view(text)
                                       : std::string_view(text, static_cast<std::size_t>(length));
  if (messages.size() >= Context::kMaxMessages) return;
  if (std::ranges::find(messages, message) == messages.end()) messages.emplace_back(message);
}

void listen(Context::Api& api) {
  if (api.gl.KHR_debug == 0 || api.gl.DebugMessageCallback == nullptr) return;
  void* installed = nullptr;
  api.gl.GetPointerv(GL_DEBUG_CALLBACK_FUNCTION, &installed);
  if (installed != nullptr) return;
  api.gl.DebugMessageCallback(collect_message, &api);
  api.gl.Enable(GL_DEBUG_OUTPUT);
  api.gl.Enable(GL_DEBUG_OUTPUT_SYNCHRONOUS);  // on this thread, inside the call that caused it
  api.listens = true;
}

}  // namespace

Result<Context> Context::create(FunctionLoader loader) {
  auto api = std::make_unique<Api>();
  const int version = gladLoadGLContext(&api->gl, loader);
  if (version < GLAD_MAKE_VERSION(4, 1)) {
    std::string found = "no OpenGL";
    if (version != 0) found = text_of(api->gl, GL_VERSION) + " on " + text_of(api->gl, GL_RENDERER);
    return Error{ErrorCode::graphics, "", "OpenGL 4.1 needed, found " + found};
  }
  api->info = describe(api->gl);
  listen(*api);
  return Context(std::move(api));
}

Context::Context(std::unique_ptr<Api> api) : api_(std::move(api)) {}
Context::Context(Context&&) noexcept = default;

Context& Context::operator=(Context&& other) noexcept {
  std::swap(api_, other.api_);
  return *this;
}

Context::~Context() {
  if (api_ != nullptr && api_->listens) api_->gl.DebugMessageCallback(nullptr, nullptr);
}

const ContextInfo& Context::info() const { return api_->info; }

bool Context::lost() const {
  const Gl& gl = api_->gl;
  if (detail::is_reset_for_test()) return true;
  if (gl.KHR_robustness != 0) return gl.GetGraphicsResetStatus() != GL_NO_ERROR;
  return gl.ARB_robustness != 0 && gl.GetGraphicsResetStatusARB() != GL_NO_ERROR;
}

std::span<const std::string> Context::messages() const { return api_->messages; }

}  // namespace morph::gl
