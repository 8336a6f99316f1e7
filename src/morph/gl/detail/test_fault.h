// SPDX-License-Identifier: MIT
#pragma once

#include <cstdlib>
#include <string_view>

namespace morph::gl::detail {

// A fault to be found. The library that tests build with MORPH_TEST_FAULTS (morph_gl_faulty) scales
// the weight of slot 0 by 1.05 while the environment variable MORPH_TEST_FAULT is "gpu-weight": the
// attributes path is then wrong by what a comparison must notice, and the CPU path is not. The
// library that is shipped contains none of it.

#ifdef MORPH_TEST_FAULTS
[[nodiscard]] inline float slot_weight_scale() {
  const char* const fault = std::getenv("MORPH_TEST_FAULT");
  return fault != nullptr && std::string_view(fault) == "gpu-weight" ? 1.05f : 1.0f;
}
#else
[[nodiscard]] constexpr float slot_weight_scale() { return 1.0f; }
#endif

}  // namespace morph::gl::detail
