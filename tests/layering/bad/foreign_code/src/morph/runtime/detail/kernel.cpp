// SPDX-License-Identifier: MIT

#include <glad/gl.h>
