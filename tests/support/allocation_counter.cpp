// SPDX-License-Identifier: MIT
#include "support/allocation_counter.h"

#include <atomic>
#include <cstdlib>
#include <new>

namespace {
std::atomic<std::size_t> count{0};
}

namespace morph::test {
std::size_t allocation_count() { return count.load(); }
}  // namespace morph::test

#if defined(__has_feature)
#if __has_feature(thread_sanitizer)
#define MORPH_COUNTS_NOTHING  // it brings operators of its own, which cannot be replaced
#endif
#endif

#ifndef MORPH_COUNTS_NOTHING
void* operator new(std::size_t size) {
  ++count;
  if (void* memory = std::malloc(size == 0 ? 1 : size)) return memory;
  throw std::bad_alloc();
}

void operator delete(void* memory) noexcept { std::free(memory); }
void operator delete(void* memory, std::size_t /*size*/) noexcept { std::free(memory); }
#endif
