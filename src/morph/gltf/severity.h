// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>

#include "morph/runtime/result.h"

namespace morph::gltf {

// How grave a finding of an import is. Every finding that did not stop the import has been
// repaired, ignored or left out; whether the file breaks the specification is another question, and
// the answer is that of Khronos' gltf-validator.

enum class Severity : std::uint8_t {
  error,    ///< the file is not valid glTF
  warning,  ///< valid, but not what its author can have meant, or not shown in full
  info,     ///< worth knowing
  hint,     ///< could be done better
};

/// By Error::rule, as gltf-validator ranks it; a finding without a rule is a warning.
[[nodiscard]] Severity severity_of(const Error& finding);

}  // namespace morph::gltf
