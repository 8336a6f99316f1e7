// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <memory>
#include <span>
#include <string>

#include "morph/runtime/result.h"

namespace morph::gl {

// The host's OpenGL context as this library sees it: its entry points and limits. OpenGL 4.1 core
// is the floor, and nothing above it is used. The host makes the context, keeps it current, and
// destroys it last.

/// Looks up an OpenGL function by name, as glfwGetProcAddress and eglGetProcAddress do.
using FunctionLoader = void (*(*)(const char* name))();

/// What the driver says about itself.
struct ContextInfo {
  std::string version;    ///< GL_VERSION
  std::string renderer;   ///< GL_RENDERER
  bool software = false;  ///< a rasteriser on the CPU, such as llvmpipe
  std::uint32_t max_vertex_attributes = 16;
  std::uint32_t max_samples = 4;
  std::uint32_t max_texture_size = 16'384;
  std::uint32_t max_renderbuffer_size = 16'384;
  std::uint32_t max_buffer_texels = 65'536;  ///< of a buffer texture
};

/// Entry points of one current context. Everything else in this library refers to it and must be
/// destroyed before it.
class Context {
 public:
  /// Loads the functions of the context that is current. Where the driver has KHR_debug and the
  /// host has not set a debug callback of its own, the driver's messages are collected.
  /// Errors: graphics "OpenGL 4.1 needed, found …".
  static Result<Context> create(FunctionLoader loader);

  Context(Context&&) noexcept;
  Context& operator=(Context&&) noexcept;
  ~Context();

  [[nodiscard]] const ContextInfo& info() const;

  static constexpr std::size_t kMaxMessages = 100;

  /// Whether the context is lost: the graphics card was reset. Everything that was made in it is
  /// gone; destroy all of it, this too, and begin again with a new context. Only contexts that were
  /// created with reset notification (and drivers that have it) ever say so.
  [[nodiscard]] bool lost() const;

  /// What the driver has complained about: each text once, at most kMaxMessages. Notifications are
  /// not kept.
  [[nodiscard]] std::span<const std::string> messages() const;

  struct Api;  ///< the entry points: detail/gl_api.h
  [[nodiscard]] const Api& api() const { return *api_; }

 private:
  explicit Context(std::unique_ptr<Api> api);
  std::unique_ptr<Api> api_;
};

}  // namespace morph::gl
