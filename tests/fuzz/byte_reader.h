// SPDX-License-Identifier: MIT
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <iterator>
#include <limits>
#include <span>
#include <string>
#include <vector>

namespace morph::fuzz {

/// Reads a fuzzer's input from the front: zeros once it is used up, so that every input means
/// something.
class ByteReader {
 public:
  explicit ByteReader(std::span<const std::uint8_t> bytes) : bytes_(bytes) {}

  std::uint8_t byte() { return value<std::uint8_t>(); }
  bool flag() { return (byte() & 1) != 0; }

  template <class T>
  T value() {
    T out{};
    const std::size_t count = std::min(sizeof(T), bytes_.size());
    std::memcpy(&out, bytes_.data(), count);
    bytes_ = bytes_.subspan(count);
    return out;
  }

  /// 0 … n − 1. Precondition: n > 0, at most 65536.
  std::uint32_t below(std::uint32_t n) {
    return (n <= 256 ? value<std::uint8_t>() : value<std::uint16_t>()) % n;
  }

  /// Mostly small, at times one on which 32 or 64 bits overflow.
  std::uint64_t size() {
    constexpr std::uint64_t kOdd[] = {0xFFFF,       0xFFFF'FFFF, 0x1'0000'0000, 1ull << 53,
                                      (1ull << 62), ~0ull - 3,   ~0ull,         0x7FFF'FFFF};
    const std::uint8_t kind = byte();
    if (kind < 0xE0) return kind < 0xC0 ? kind & 0x3Fu : value<std::uint16_t>();
    return kOdd[kind % std::size(kOdd)];
  }

  /// Any bit pattern, with those on which sums and comparisons trip more often than by chance.
  float number() {
    using Limits = std::numeric_limits<float>;
    constexpr float kOdd[] = {0.0f,
                              -0.0f,
                              1.0f,
                              -1.0f,
                              Limits::max(),
                              -Limits::max(),
                              Limits::min(),
                              Limits::denorm_min(),
                              0.5f,
                              Limits::infinity(),
                              -Limits::infinity(),
                              Limits::quiet_NaN()};
    const std::uint8_t kind = byte();
    if (kind < 64) return kOdd[kind % std::size(kOdd)];
    if (kind < 160) return static_cast<float>(value<std::int16_t>()) / 256.0f;
    return value<float>();
  }

  std::string text(std::size_t at_most) {
    const std::size_t length = std::min({std::size_t{byte()}, at_most, bytes_.size()});
    const auto* const begin = reinterpret_cast<const char*>(bytes_.data());
    std::string out(begin, length);
    bytes_ = bytes_.subspan(length);
    return out;
  }

  /// Everything that is left, in an allocation of exactly that size, so that reading a byte too
  /// many is seen.
  std::vector<std::byte> rest() {
    const auto all = std::as_bytes(bytes_);
    bytes_ = {};
    return {all.begin(), all.end()};
  }

 private:
  std::span<const std::uint8_t> bytes_;
};

}  // namespace morph::fuzz
