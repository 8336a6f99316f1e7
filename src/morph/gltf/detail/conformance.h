// SPDX-License-Identifier: MIT
#pragma once

#include "morph/gltf/detail/document.h"

namespace morph::gltf::detail {

// Faults of a file that change nothing in the Scene: what the file says about its numbers is
// untrue (min and max, unit lengths, signs), or a rule of its structure is broken that no reader
// depends on. For reports; finding them costs a pass over all data.

/// Adds a finding for each accessor and object at fault, with gltf-validator's name for the rule.
/// Precondition: check_accessors succeeded, and Scene::create, so that references lead somewhere.
/// Accessors for which no memory is allowed are passed over.
void report_conformance(const ImportContext& context);

}  // namespace morph::gltf::detail
