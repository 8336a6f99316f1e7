// SPDX-License-Identifier: MIT
#pragma once

#include <hwy/highway.h>
