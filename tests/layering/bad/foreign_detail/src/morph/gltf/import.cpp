// SPDX-License-Identifier: MIT

#include "morph/runtime/detail/kernel.h"
