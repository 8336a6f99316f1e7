// SPDX-License-Identifier: MIT
#pragma once

#include "morph/runtime/sample.h"
#include "morph/runtime/scene.h"
