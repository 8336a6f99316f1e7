// SPDX-License-Identifier: MIT
#pragma once

#include <glad/gl.h>
