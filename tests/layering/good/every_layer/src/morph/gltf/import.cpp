// SPDX-License-Identifier: MIT

#include "morph/gltf/detail/document.h"
#include "morph/runtime/scene.h"
