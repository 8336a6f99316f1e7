// SPDX-License-Identifier: MIT

#include "morphview/viewer.h"
