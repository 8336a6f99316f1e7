// SPDX-License-Identifier: MIT
#pragma once

#include "morph/runtime/mixer.h"
