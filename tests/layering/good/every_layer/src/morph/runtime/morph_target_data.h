// SPDX-License-Identifier: MIT
#pragma once

#include <glm/vec3.hpp>
#include <vector>
#include "morph/runtime/result.h"
