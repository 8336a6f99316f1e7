// SPDX-License-Identifier: MIT
#pragma once

#include "morph/runtime/scene.h"
#include "morphview/json_writer.h"
#include "morphview/output_file.h"

namespace morphview {

// What --info says about the expressions of an avatar.

/// The member `expressions`.
void write_expressions(JsonWriter& json, const morph::Scene& scene);

/// One line an expression; nothing where there are none.
void print_expressions(OutputFile& out, const morph::Scene& scene);

}  // namespace morphview
