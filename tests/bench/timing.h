// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <functional>
#include <memory>
#include <span>
#include <vector>

namespace morph::bench {

// How all of this program is timed. A machine drifts and is shared, so cases are measured side by
// side in one process, in rounds that visit each of them once, and only ratios of their times mean
// anything; the fastest round is the one that was disturbed least.

/// thread_cpu: what the calling thread was given, so that a program that takes the core away does
/// not count. wall: for work that other threads do.
enum class Clock { thread_cpu, wall };

/// Of which only differences mean anything.
[[nodiscard]] double milliseconds(Clock clock);

struct Plan {
  Clock clock = Clock::thread_cpu;
  double seconds = 2.0;     ///< of wall time, for all rounds together; at least three are made
  bool cold = false;        ///< all caches are emptied before each call, which is timed alone
  double warm_up_ms = 5.0;  ///< of calls before those that count: what a victim cache needs
  double batch_ms = 2.0;    ///< of calls that one time is the mean of
};

/// Milliseconds of one call.
struct Times {
  double min = 0.0;
  double median = 0.0;
};

/// One entry a case. An exception that a case throws ends the measurement.
[[nodiscard]] std::vector<Times> measure(std::span<const std::function<void()>> cases,
                                         const Plan& plan);

/// Keeps the compiler from leaving out what writes this memory.
inline void keep(const void* memory) { asm volatile("" : : "r"(memory) : "memory"); }

/// Memory that competitors get: zeroed, aligned and of huge pages, so that none of them waits for
/// the translation of an address.
class HugeArray {
 public:
  explicit HugeArray(std::size_t size = 0);
  [[nodiscard]] std::size_t size() const { return size_; }
  [[nodiscard]] float* data() { return memory_.get(); }
  [[nodiscard]] const float* data() const { return memory_.get(); }
  [[nodiscard]] std::span<float> span() { return {data(), size_}; }
  [[nodiscard]] std::span<const float> span() const { return {data(), size_}; }

 private:
  struct Free {
    void operator()(float* memory) const;
  };
  std::size_t size_;
  std::unique_ptr<float, Free> memory_;
};

}  // namespace morph::bench
