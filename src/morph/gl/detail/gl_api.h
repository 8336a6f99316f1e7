// SPDX-License-Identifier: MIT
#pragma once

// The only place that includes glad; it is generated for OpenGL 4.1 core with KHR_debug and the
// two extensions of robustness and nothing else, so that the compiler keeps the promise.
#include <glad/gl.h>

#include <string>
#include <vector>

#include "morph/gl/context.h"

namespace morph::gl {

namespace detail {
using Gl = GladGLContext;  ///< entry points: gl.BindBuffer(…)
}

struct Context::Api {
  detail::Gl gl{};
  ContextInfo info;
  std::vector<std::string> messages;
  bool listens = false;  ///< our debug callback is installed
};

namespace detail {

/// Clears the driver's error flags; true if one of them was `wanted`. Bounded, because a lost
/// context reports for ever.
inline bool take_error(const Gl& gl, GLenum wanted) {
  bool found = false;
  for (int i = 0; i < 16; ++i) {
    const GLenum error = gl.GetError();
    if (error == GL_NO_ERROR) break;
    found = found || error == wanted;
  }
  return found;
}

}  // namespace detail
}  // namespace morph::gl
