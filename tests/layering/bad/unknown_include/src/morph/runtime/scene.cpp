// SPDX-License-Identifier: MIT

#include "scene.h"
