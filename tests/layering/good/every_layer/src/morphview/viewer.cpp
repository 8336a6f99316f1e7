// SPDX-License-Identifier: MIT

#include <GLFW/glfw3.h>
#include <backends/imgui_impl_glfw.h>
#include <fmt/format.h>
#include "morph/gl/renderer.h"
#include "morph/gltf/import.h"
#include "morphview/panels.h"
