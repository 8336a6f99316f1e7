// SPDX-License-Identifier: MIT
#include "bench/plain_read.h"

#include <cassert>
#include <cstdint>
#include <cstring>

namespace morph::bench {
namespace {

// Integers, which no rounding or denormal slows down, as many as a register holds. `Anywhere` is
// the same at any address: gcc makes a copy through memory of what std::memcpy would say.
struct Narrow {
  typedef std::uint32_t Vector __attribute__((vector_size(16)));
  typedef std::uint32_t Anywhere __attribute__((vector_size(16), aligned(4), may_alias));
};
struct Wide {
  typedef std::uint32_t Vector __attribute__((vector_size(32)));
  typedef std::uint32_t Anywhere __attribute__((vector_size(32), aligned(4), may_alias));
};
struct Widest {
  typedef std::uint32_t Vector __attribute__((vector_size(64)));
  typedef std::uint32_t Anywhere __attribute__((vector_size(64), aligned(4), may_alias));
};

template <class Register>
[[gnu::always_inline]] inline void read(const float* deltas, std::size_t count, const float* base,
                                        float* out, std::size_t floats) {
  using Vector = typename Register::Vector;
  using Anywhere = typename Register::Anywhere;
  constexpr std::size_t kLanes = sizeof(Vector) / sizeof(float);
  // At two places at once: what fetches ahead serves several streams better than one.
  const std::size_t half = count / 2 / (2 * kLanes) * (2 * kLanes);
  Vector a{}, b{}, c{}, d{};
  for (std::size_t i = 0; i < half; i += 2 * kLanes) {
    const auto* const one = reinterpret_cast<const Anywhere*>(deltas + i);
    const auto* const other = reinterpret_cast<const Anywhere*>(deltas + half + i);
    a += one[0];
    b += one[1];
    c += other[0];
    d += other[1];
  }
  for (std::size_t i = 2 * half; i < count; ++i) {
    std::uint32_t bits = 0;
    std::memcpy(&bits, deltas + i, sizeof bits);
    a[0] += bits;
  }
  const Vector sum = a + b + c + d;
  std::size_t f = 0;
  for (; f + kLanes <= floats; f += kLanes) {
    *reinterpret_cast<Anywhere*>(out + f) = *reinterpret_cast<const Anywhere*>(base + f) + sum;
  }
  for (; f < floats; ++f) out[f] = base[f];
}

using Read = void (*)(const float* deltas, std::size_t count, const float* base, float* out,
                      std::size_t floats);

#if defined(__x86_64__)
[[gnu::target("avx2")]] void read_wide(const float* deltas, std::size_t count, const float* base,
                                       float* out, std::size_t floats) {
  read<Wide>(deltas, count, base, out, floats);
}
[[gnu::target("avx512f")]] void read_widest(const float* deltas, std::size_t count,
                                            const float* base, float* out, std::size_t floats) {
  read<Widest>(deltas, count, base, out, floats);
}
#endif

Read best_read() {
#if defined(__x86_64__)
  if (__builtin_cpu_supports("avx512f")) return read_widest;
  if (__builtin_cpu_supports("avx2")) return read_wide;
#endif
  return read<Narrow>;
}

}  // namespace

void plain_read(std::span<const float> deltas, std::span<const float> base, std::span<float> out) {
  assert(base.size() == out.size());
  static const Read best = best_read();
  best(deltas.data(), deltas.size(), base.data(), out.data(), out.size());
}

}  // namespace morph::bench
