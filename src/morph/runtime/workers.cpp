// SPDX-License-Identifier: MIT
#include "morph/runtime/workers.h"

#include <algorithm>
#include <cassert>
#include <chrono>
#include <system_error>

namespace morph {
namespace {

constexpr unsigned kHalf = 32;
constexpr std::uint64_t kLower = (std::uint64_t{1} << kHalf) - 1;

/// How long a thread waits awake: longer than it takes to wake one up, far shorter than a frame.
constexpr std::chrono::microseconds kAwake{50};

std::uint64_t parts_of(std::uint64_t state) { return state >> kHalf; }
std::uint64_t next_of(std::uint64_t state) { return state & kLower; }

}  // namespace

Workers::Workers(unsigned threads) {
  if (threads == 0) threads = std::max(1u, std::thread::hardware_concurrency());
  threads_.reserve(threads - 1);
  try {
    while (threads_.size() + 1 < threads) threads_.emplace_back([this] { work(); });
  } catch (const std::system_error&) {
    return;  // those that there are
  }
}

Workers::~Workers() {
  stopped_.store(true);
  state_.store(kLower);  // another value, and no part to take
  state_.notify_all();
  for (std::thread& thread : threads_) thread.join();
}

void Workers::run(std::size_t parts, void* callee, Call call) {
  assert(parts <= kMostParts);
  if (parts == 0) return;
  callee_ = callee;
  call_ = call;
  done_.store(0, std::memory_order_relaxed);
  state_.store(std::uint64_t{parts} << kHalf, std::memory_order_release);
  if (!threads_.empty()) state_.notify_all();
  while (take_part()) {
  }
  while (done_.load(std::memory_order_acquire) < parts) std::this_thread::yield();
}

/// false: all parts are taken.
bool Workers::take_part() {
  std::uint64_t state = state_.load(std::memory_order_acquire);
  do {
    if (next_of(state) >= parts_of(state)) return false;
  } while (!state_.compare_exchange_weak(state, state + 1, std::memory_order_acq_rel,
                                         std::memory_order_acquire));
  call_(callee_, next_of(state));
  done_.fetch_add(1, std::memory_order_release);
  return true;
}

void Workers::work() {
  auto idle_since = std::chrono::steady_clock::now();
  while (!stopped_.load(std::memory_order_acquire)) {
    const std::uint64_t seen = state_.load(std::memory_order_acquire);
    if (take_part()) {
      idle_since = std::chrono::steady_clock::now();
    } else if (std::chrono::steady_clock::now() - idle_since < kAwake) {
      std::this_thread::yield();
    } else if (next_of(seen) >= parts_of(seen)) {
      state_.wait(seen, std::memory_order_acquire);
      idle_since = std::chrono::steady_clock::now();
    }
  }
}

}  // namespace morph
