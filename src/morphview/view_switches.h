// SPDX-License-Identifier: MIT
#pragma once

#include "morphview/controls.h"

namespace morphview {

/// How the model is shown, as two choices: the shading, and what is drawn over it. On the current
/// Dear ImGui frame.
void draw_view_switches(Controls& controls);

}  // namespace morphview
