// SPDX-License-Identifier: MIT
#pragma once

#include <condition_variable>
#include <mutex>
#include <thread>

namespace morphview {

/// Ends the whole run with ExitCode::timed_out once its time is over, whatever the run is busy with
/// (--timeout): what another library does cannot be interrupted in any other way.
class Watchdog {
 public:
  /// seconds  0: never
  explicit Watchdog(double seconds);
  Watchdog(const Watchdog&) = delete;
  Watchdog& operator=(const Watchdog&) = delete;
  ~Watchdog();  ///< stops watching

 private:
  void watch(double seconds);

  std::mutex mutex_;
  std::condition_variable stopped_;
  bool stop_ = false;
  std::thread thread_;
};

}  // namespace morphview
