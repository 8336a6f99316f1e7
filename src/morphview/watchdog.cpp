// SPDX-License-Identifier: MIT
#include "morphview/watchdog.h"

#include <fmt/format.h>

#include <chrono>

#include "morphview/exit_code.h"
#include "morphview/messages.h"
#include "morphview/output_file.h"

namespace morphview {

Watchdog::Watchdog(double seconds) {
  if (seconds > 0.0) thread_ = std::thread(&Watchdog::watch, this, seconds);
}

Watchdog::~Watchdog() {
  if (!thread_.joinable()) return;
  {
    const std::lock_guard lock(mutex_);
    stop_ = true;
  }
  stopped_.notify_one();
  thread_.join();
}

void Watchdog::watch(double seconds) {
  std::unique_lock lock(mutex_);
  if (stopped_.wait_for(lock, std::chrono::duration<double>(seconds), [&] { return stop_; })) {
    return;
  }
  const Messages messages(0);
  messages.error(fmt::format("not done after {:g} s (--timeout)", seconds));
  abandon_run(ExitCode::timed_out);
}

}  // namespace morphview
