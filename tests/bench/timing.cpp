// SPDX-License-Identifier: MIT
#include "bench/timing.h"

#include <sys/mman.h>
#include <time.h>
#include <unistd.h>

#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <cstring>
#include <new>

namespace morph::bench {
namespace {

constexpr std::size_t kHugePage = std::size_t{2} << 20;
constexpr std::size_t kLine = 64;

/// Milliseconds of so many calls together.
double time_calls(const std::function<void()>& call, std::size_t count, Clock clock) {
  const double begin = milliseconds(clock);
  for (std::size_t i = 0; i < count; ++i) call();
  return milliseconds(clock) - begin;
}

double time_warm(const std::function<void()>& call, const Plan& plan) {
  double spent = time_calls(call, 1, plan.clock);
  std::size_t calls = 1;
  while (spent < plan.warm_up_ms) {
    spent += time_calls(call, calls, plan.clock);
    calls *= 2;
  }
  const double each = spent / static_cast<double>(calls);
  const auto batch =
      static_cast<std::size_t>(std::clamp(std::ceil(plan.batch_ms / each), 1.0, 1e7));
  return time_calls(call, batch, plan.clock) / static_cast<double>(batch);
}

/// Writes to more memory than any cache holds.
class CacheEviction {
 public:
  CacheEviction() : memory_(bytes() / sizeof(float)) {}
  void run() {
    for (std::size_t i = 0; i < memory_.size(); i += kLine / sizeof(float)) {
      memory_.data()[i] += 1.0f;
    }
    keep(memory_.data());
  }

 private:
  static std::size_t bytes() {
    const long last_level = sysconf(_SC_LEVEL3_CACHE_SIZE);
    return std::max(std::size_t{96} << 20, 3 * static_cast<std::size_t>(std::max(last_level, 0L)));
  }
  HugeArray memory_;
};

Times summary(std::vector<double> times) {
  std::ranges::sort(times);
  const std::size_t middle = times.size() / 2;
  const double median =
      times.size() % 2 == 1 ? times[middle] : 0.5 * (times[middle - 1] + times[middle]);
  return {times.front(), median};
}

}  // namespace

double milliseconds(Clock clock) {
  timespec now{};
  clock_gettime(clock == Clock::wall ? CLOCK_MONOTONIC : CLOCK_THREAD_CPUTIME_ID, &now);
  return static_cast<double>(now.tv_sec) * 1e3 + static_cast<double>(now.tv_nsec) * 1e-6;
}

std::vector<Times> measure(std::span<const std::function<void()>> cases, const Plan& plan) {
  constexpr int kFewestRounds = 3;
  std::vector<std::vector<double>> times(cases.size());
  std::unique_ptr<CacheEviction> eviction;
  if (plan.cold) eviction = std::make_unique<CacheEviction>();
  for (const auto& call : cases) call();  // pages are there, and code is
  const double end = milliseconds(Clock::wall) + 1e3 * plan.seconds;
  for (int round = 0; round < kFewestRounds || milliseconds(Clock::wall) < end; ++round) {
    for (std::size_t i = 0; i < cases.size(); ++i) {
      if (eviction) eviction->run();
      times[i].push_back(eviction ? time_calls(cases[i], 1, plan.clock)
                                  : time_warm(cases[i], plan));
    }
  }
  std::vector<Times> out;
  for (auto& of_case : times) out.push_back(summary(std::move(of_case)));
  return out;
}

HugeArray::HugeArray(std::size_t size) : size_(size) {
  const std::size_t pages =
      std::max<std::size_t>(1, (size * sizeof(float) + kHugePage - 1) / kHugePage);
  void* const memory = std::aligned_alloc(kHugePage, pages * kHugePage);
  if (memory == nullptr) throw std::bad_alloc();
  madvise(memory, pages * kHugePage, MADV_HUGEPAGE);  // a wish, so its answer does not matter
  std::memset(memory, 0, pages * kHugePage);
  memory_.reset(static_cast<float*>(memory));
}

void HugeArray::Free::operator()(float* memory) const { std::free(memory); }

}  // namespace morph::bench
