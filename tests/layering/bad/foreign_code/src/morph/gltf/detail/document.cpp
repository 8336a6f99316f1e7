// SPDX-License-Identifier: MIT

#include <imgui.h>
