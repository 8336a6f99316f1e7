// SPDX-License-Identifier: MIT
#pragma once

#include "morph/runtime/result.h"

namespace morphview {

// How a run ends. 0, 1 and 2 mean what they mean in diff and cmp, so that a script can tell "the
// picture changed" from "it could not run".

enum class ExitCode : int {
  ok = 0,
  check_failed = 1,
  wrong_usage = 2,
  input_unusable = 3,
  no_graphics = 4,
  output_not_written = 5,
  internal_error = 6,
  timed_out = 7,
  interrupted = 130,
};

/// Why a step of the run did not succeed: what to say and how to end.
struct Failure {
  ExitCode exit = ExitCode::internal_error;
  morph::Error error;
};

/// How a run ends that failed to read its input.
[[nodiscard]] inline ExitCode input_exit_code(const morph::Error& error) {
  return error.code == morph::ErrorCode::out_of_memory ? ExitCode::internal_error
                                                       : ExitCode::input_unusable;
}

}  // namespace morphview
