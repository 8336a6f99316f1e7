// SPDX-License-Identifier: MIT
#pragma once

#include "morph/gltf/import.h"
#include "morphview/exit_code.h"
#include "morphview/messages.h"
#include "morphview/options.h"

namespace morphview {

// The window: the model, its weights as sliders, its animation on a timeline. This file orders what
// the others do.

/// Opens the window, loads the file meanwhile, and runs until the window is closed. What goes wrong
/// is said through `messages`, the fault of the file first.
ExitCode show_viewer(const Options& options, const morph::gltf::ImportOptions& import,
                     const Messages& messages);

}  // namespace morphview
