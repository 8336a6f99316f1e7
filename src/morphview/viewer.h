// SPDX-License-Identifier: MIT
#pragma once

#include "morphview/exit_code.h"
#include "morphview/messages.h"
#include "morphview/model.h"
#include "morphview/options.h"

namespace morphview {

// The window: the model, its weights as sliders, its animation on a timeline. This file orders what
// the others do.

/// Opens the window and runs until it is closed. What goes wrong is said through `messages`.
ExitCode show_viewer(const Options& options, const Model& model, const Messages& messages);

}  // namespace morphview
