// SPDX-License-Identifier: MIT

#include <EGL/egl.h>
