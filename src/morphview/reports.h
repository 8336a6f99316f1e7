// SPDX-License-Identifier: MIT
#pragma once

#include <string>

#include "morph/runtime/result.h"
#include "morphview/model.h"

namespace morphview {

// --info: what is in the file, for people or as JSON of schema morphview.info/1, on standard
// output. A file that cannot be used still has a report in JSON: its name and the error among the
// issues.

/// Errors, here and below: io.
morph::Result<void> write_info_json(const Model& model);
morph::Result<void> write_info_json(const std::string& file, const morph::Error& why_unusable);
morph::Result<void> write_info_text(const Model& model);

}  // namespace morphview
