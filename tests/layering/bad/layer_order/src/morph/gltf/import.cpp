// SPDX-License-Identifier: MIT

#include "morph/gl/renderer.h"
