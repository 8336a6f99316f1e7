// SPDX-License-Identifier: MIT

#include "interface.glsl"
#include "morph_shaders.h"
#include "morph/gl/detail/gl_api.h"
