// SPDX-License-Identifier: MIT
#pragma once

#include "morphview/exit_code.h"

namespace morphview {

/// The whole program: reads the command line, imports the file, then makes the results or opens the
/// window.
ExitCode run(int argc, const char* const* argv);

}  // namespace morphview
