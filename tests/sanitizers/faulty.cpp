// SPDX-License-Identifier: MIT
#include <limits>
#include <string_view>

// Commits the fault that its argument names. `volatile` keeps the compiler from leaving it out.
int main(int argument_count, char** arguments) {
  const std::string_view fault = argument_count > 1 ? arguments[1] : "";
  if (fault == "leak") {
    char* volatile lost = new char[5];
    lost = nullptr;
    return lost == nullptr ? 0 : 1;
  }
  if (fault == "overflow") {
    char* volatile bytes = new char[5];
    const char beyond = bytes[5];
    delete[] bytes;
    return beyond;
  }
  if (fault == "undefined") {
    volatile int largest = std::numeric_limits<int>::max();
    return largest + 1;
  }
  return 2;
}
