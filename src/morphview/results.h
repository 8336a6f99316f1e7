// SPDX-License-Identifier: MIT
#pragma once

#include "morph/runtime/image.h"
#include "morphview/exit_code.h"
#include "morphview/messages.h"
#include "morphview/model.h"
#include "morphview/options.h"

namespace morphview {

// The headless run: every result that the command line asks for, all from one pose, then the end.

/// Writes the results and says how the run ends. What goes wrong is said through `messages`.
ExitCode produce_results(const Options& options, const Model& model, const Messages& messages);

/// Compares a rendering with --reference, or replaces that file for --update-reference, and
/// reports.
///   renderer, gl_version  what drew it, for the report
ExitCode check_reference(const Options& options, const morph::Image& rendering,
                         const std::string& renderer, const std::string& gl_version,
                         const Messages& messages);

}  // namespace morphview
