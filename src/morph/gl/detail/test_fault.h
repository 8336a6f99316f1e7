// SPDX-License-Identifier: MIT
#pragma once

#include <cstdlib>
#include <string_view>

namespace morph::gl::detail {

// Faults to be found. The library that tests build with MORPH_TEST_FAULTS (morph_gl_faulty) has the
// one that the environment variable MORPH_TEST_FAULT names; the library that is shipped contains
// none of it.
//   gpu-weight     the weight of slot 0 is scaled by 1.05: the attributes path is wrong by what a
//                  comparison must notice, and the CPU path is not
//   shader         the driver rejects every shader that computes light
//   reset          the graphics card is reset once, after MORPH_TEST_RESET_AFTER frames
//   reset-forever  it is reset each time after so many

#ifdef MORPH_TEST_FAULTS
[[nodiscard]] inline bool has_test_fault(std::string_view name) {
  const char* const fault = std::getenv("MORPH_TEST_FAULT");
  return fault != nullptr && fault == name;
}
[[nodiscard]] inline float slot_weight_scale() {
  return has_test_fault("gpu-weight") ? 1.05f : 1.0f;
}
[[nodiscard]] inline bool rejects_light() { return has_test_fault("shader"); }
[[nodiscard]] inline bool is_reset_for_test() {
  static int asked = 0;
  const bool once = has_test_fault("reset");
  if (!once && !has_test_fault("reset-forever")) return false;
  const char* const frames = std::getenv("MORPH_TEST_RESET_AFTER");
  const int after = frames != nullptr ? std::atoi(frames) : 1;
  ++asked;
  return once ? asked == after : asked % after == 0;
}
#else
[[nodiscard]] constexpr float slot_weight_scale() { return 1.0f; }
[[nodiscard]] constexpr bool rejects_light() { return false; }
[[nodiscard]] constexpr bool is_reset_for_test() { return false; }
#endif

}  // namespace morph::gl::detail
