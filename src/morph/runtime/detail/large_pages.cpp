// SPDX-License-Identifier: MIT
#include "morph/runtime/detail/large_pages.h"

#include <new>

#ifdef __linux__
#include <sys/mman.h>
#endif

namespace morph::detail {
namespace {

constexpr std::size_t kLargePage = std::size_t{2} << 20;
constexpr std::align_val_t kLarge{kLargePage};
constexpr std::align_val_t kCacheLine{64};

}  // namespace

std::shared_ptr<float[]> allocate_in_large_pages(std::size_t count) {
  const std::size_t bytes = count * sizeof(float);
  const std::align_val_t alignment = bytes < kLargePage ? kCacheLine : kLarge;
  auto* const memory = static_cast<float*>(::operator new(bytes, alignment));
#ifdef __linux__
  // A wish, so its answer does not matter. Whole pages alone: none that is mostly empty.
  madvise(memory, bytes / kLargePage * kLargePage, MADV_HUGEPAGE);
#endif
  return {memory, [alignment](float* old) { ::operator delete(old, alignment); }};
}

}  // namespace morph::detail
