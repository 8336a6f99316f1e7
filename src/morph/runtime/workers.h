// SPDX-License-Identifier: MIT
#pragma once

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <thread>
#include <type_traits>
#include <vector>

namespace morph {

/// Threads that help with what can be cut into independent parts: large blends. The caller makes
/// and keeps them; the library starts none of its own accord. For a moment after each job they wait
/// awake, so that the next frame's finds them; then they sleep.
class Workers {
 public:
  /// Starts threads − 1, because the caller's own helps, too.
  ///   threads  0: as many as the processor runs at once
  /// Where the system has no more threads there are fewer.
  explicit Workers(unsigned threads = 0);
  ~Workers();
  Workers(const Workers&) = delete;
  Workers& operator=(const Workers&) = delete;

  /// Those that run a job, the caller's included; ≥ 1.
  [[nodiscard]] unsigned count() const { return static_cast<unsigned>(threads_.size()) + 1; }

  /// Calls part(i) once for each i in 0 … parts − 1, in any order and on any of the threads, and
  /// returns when all have returned. One caller at a time; a part does not call `run`. Does not
  /// allocate. Preconditions (asserted): parts ≤ kMostParts.
  template <class Part>
  void run(std::size_t parts, Part&& part) {
    using Callee = std::remove_reference_t<Part>;
    run(parts, std::addressof(part),
        [](void* callee, std::size_t i) { (*static_cast<Callee*>(callee))(i); });
  }
  static constexpr std::size_t kMostParts = 0xFFFF'FFFE;

 private:
  using Call = void (*)(void* callee, std::size_t part);

  void run(std::size_t parts, void* callee, Call call);
  bool take_part();
  void work();

  // How many parts there are (upper half) and which is next (lower half), in one word: whoever
  // moves it on has that part of the job that is running, however long he slept before.
  std::atomic<std::uint64_t> state_{0};
  std::atomic<std::size_t> done_{0};
  std::atomic<bool> stopped_{false};
  void* callee_ = nullptr;
  Call call_ = nullptr;
  std::vector<std::thread> threads_;
};

}  // namespace morph
