// SPDX-License-Identifier: MIT

#include <tiny_gltf.h>
