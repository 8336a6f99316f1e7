// SPDX-License-Identifier: MIT

#include "interface.glsl"
#include "morph/gl/detail/gl_api.h"
#include "morph_shaders.h"
