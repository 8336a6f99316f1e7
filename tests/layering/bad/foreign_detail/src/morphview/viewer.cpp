// SPDX-License-Identifier: MIT

#include "morph/gl/detail/handle.h"
