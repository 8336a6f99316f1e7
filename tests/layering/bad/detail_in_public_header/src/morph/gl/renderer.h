// SPDX-License-Identifier: MIT
#pragma once

#include "morph/gl/detail/handle.h"
