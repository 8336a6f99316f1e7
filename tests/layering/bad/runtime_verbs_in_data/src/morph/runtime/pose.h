// SPDX-License-Identifier: MIT
#pragma once

#include "morph/runtime/active_targets.h"
