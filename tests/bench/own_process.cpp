// SPDX-License-Identifier: MIT
#include "bench/own_process.h"

#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include "bench/timing.h"

namespace morph::bench {
namespace {

/// Never returns: what the parent does at its end is not the child's business.
void work_and_tell(const std::function<bool()>& work, int into) {
  const double begin = milliseconds(Clock::thread_cpu);
  const bool done = work();
  const double ms = milliseconds(Clock::thread_cpu) - begin;
  _exit(done && write(into, &ms, sizeof ms) == sizeof ms ? 0 : 1);
}

}  // namespace

std::optional<OwnProcess> in_own_process(const std::function<bool()>& work) {
  int ends[2];
  if (pipe(ends) != 0) return std::nullopt;
  const pid_t child = fork();
  if (child == 0) work_and_tell(work, ends[1]);
  close(ends[1]);
  OwnProcess out;
  const bool told = child > 0 && read(ends[0], &out.ms, sizeof out.ms) == sizeof out.ms;
  close(ends[0]);
  int status = 0;
  rusage usage{};
  const bool ended = child > 0 && wait4(child, &status, 0, &usage) == child && status == 0;
  if (!told || !ended) return std::nullopt;
  out.peak_bytes = static_cast<std::uint64_t>(usage.ru_maxrss) * 1024;
  return out;
}

}  // namespace morph::bench
