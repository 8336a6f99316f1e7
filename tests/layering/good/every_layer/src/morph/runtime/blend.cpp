// SPDX-License-Identifier: MIT

#include "morph/runtime/blend.h"
#include <hwy/highway.h>
#include "morph/runtime/active_targets.h"
#include "morph/runtime/detail/kernel.h"
