// SPDX-License-Identifier: MIT
#include "bench/peak_memory.h"

#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

namespace morph::bench {

std::optional<std::uint64_t> peak_memory(const std::function<bool()>& work) {
  const pid_t child = fork();
  if (child < 0) return std::nullopt;
  if (child == 0) _exit(work() ? 0 : 1);  // and not through what the parent will do at its end
  int status = 0;
  rusage usage{};
  if (wait4(child, &status, 0, &usage) != child || status != 0) return std::nullopt;
  return static_cast<std::uint64_t>(usage.ru_maxrss) * 1024;
}

}  // namespace morph::bench
