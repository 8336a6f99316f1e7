// SPDX-License-Identifier: MIT

#include "morph/runtime/sample.h"
