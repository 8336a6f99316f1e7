// SPDX-License-Identifier: MIT

#include <GLFW/glfw3.h>
