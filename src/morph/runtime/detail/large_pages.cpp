// SPDX-License-Identifier: MIT
#include "morph/runtime/detail/large_pages.h"

#include <new>

#ifdef __linux__
#include <sys/mman.h>
#endif

namespace morph::detail {
namespace {

constexpr std::size_t kLargePage = std::size_t{2} << 20;
constexpr std::align_val_t kAlignment{kLargePage};

}  // namespace

std::shared_ptr<float[]> allocate_in_large_pages(std::size_t count) {
  const std::size_t bytes = count * sizeof(float);
  if (bytes < kLargePage) return std::shared_ptr<float[]>(new float[count]);
  auto* const memory = static_cast<float*>(::operator new(bytes, kAlignment));
#ifdef __linux__
  // A wish, so its answer does not matter. Whole pages alone: none that is mostly empty.
  madvise(memory, bytes / kLargePage * kLargePage, MADV_HUGEPAGE);
#endif
  return {memory, [](float* old) { ::operator delete(old, kAlignment); }};
}

}  // namespace morph::detail
