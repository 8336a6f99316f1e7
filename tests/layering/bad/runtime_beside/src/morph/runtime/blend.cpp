// SPDX-License-Identifier: MIT

#include "morph/runtime/mesh.h"
