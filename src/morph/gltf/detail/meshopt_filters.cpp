// SPDX-License-Identifier: MIT
#include "morph/gltf/detail/meshopt_filters.h"

#include <algorithm>
#include <bit>
#include <cmath>
#include <cstdint>
#include <cstring>
#include <limits>
#include <type_traits>

namespace morph::gltf::detail {
namespace {

template <class T>
constexpr double kMost = std::numeric_limits<T>::max();

/// −1 … 1, or 0 … 1, as an integer of all bits. Whatever is no number becomes 0.
template <class T>
T rounded(double unit) {
  const double value = std::round(unit * kMost<T>);
  if (std::isnan(value)) return 0;
  return static_cast<T>(std::clamp(value, std::is_signed_v<T> ? -kMost<T> : 0.0, kMost<T>));
}

/// X, Y on the unfolded octahedron, and what stands for 1, become a unit vector.
template <class Signed>
void undo_octahedral(Signed (&element)[4]) {
  const double one = element[2];
  double x = element[0] / one;
  double y = element[1] / one;
  const double z = 1.0 - std::abs(x) - std::abs(y);
  const double fold = std::min(z, 0.0);  // of the lower half
  x -= std::copysign(fold, x);
  y -= std::copysign(fold, y);
  const double length = std::sqrt(x * x + y * y + z * z);
  element[0] = rounded<Signed>(x / length);
  element[1] = rounded<Signed>(y / length);
  element[2] = rounded<Signed>(z / length);
}

/// Three components times √2, and the place of the fourth, the largest, in the lowest two bits of
/// what stands for 1.
void undo_quaternion(std::int16_t (&element)[4]) {
  const int largest = element[3] & 3;
  const double scale = 1.0 / (std::sqrt(2.0) * (element[3] | 3));
  const double x = element[0] * scale;
  const double y = element[1] * scale;
  const double z = element[2] * scale;
  const double w = std::sqrt(std::max(0.0, 1.0 - x * x - y * y - z * z));
  element[(largest + 1) % 4] = rounded<std::int16_t>(x);
  element[(largest + 2) % 4] = rounded<std::int16_t>(y);
  element[(largest + 3) % 4] = rounded<std::int16_t>(z);
  element[largest] = rounded<std::int16_t>(w);
}

/// Eight bits of exponent above 24 of mantissa become a float.
void undo_exponential(std::int32_t (&element)[1]) {
  const std::int32_t exponent = element[0] >> 24;
  const std::int32_t mantissa =
      static_cast<std::int32_t>(static_cast<std::uint32_t>(element[0]) << 8) >> 8;
  element[0] = std::bit_cast<std::int32_t>(std::ldexp(static_cast<float>(mantissa), exponent));
}

/// Y, Co, Cg and alpha of K bits become R, G, B and alpha. Alpha has a 1 above its K − 1 bits.
template <class Unsigned>
void undo_color(Unsigned (&element)[4]) {
  using Signed = std::make_signed_t<Unsigned>;
  const int y = element[0];
  const auto co = static_cast<Signed>(element[1]);
  const auto cg = static_cast<Signed>(element[2]);
  const int most = (1 << std::max<int>(std::bit_width(element[3]), 1)) - 1;
  const int alpha = element[3] & (most >> 1);
  element[0] = rounded<Unsigned>(static_cast<double>(y + co - cg) / most);
  element[1] = rounded<Unsigned>(static_cast<double>(y + cg) / most);
  element[2] = rounded<Unsigned>(static_cast<double>(y - co - cg) / most);
  element[3] = rounded<Unsigned>(static_cast<double>(alpha << 1 | (alpha & 1)) / most);
}

/// Calls undo() with every N numbers of type T.
template <class T, std::size_t N>
void for_each(std::span<std::byte> elements, void (*undo)(T (&)[N])) {
  for (std::size_t at = 0; at + sizeof(T) * N <= elements.size(); at += sizeof(T) * N) {
    T element[N];
    std::memcpy(element, elements.data() + at, sizeof(element));
    undo(element);
    std::memcpy(elements.data() + at, element, sizeof(element));
  }
}

}  // namespace

void undo_filter(const MeshoptLayout& layout, std::span<std::byte> elements) {
  const bool bytes = layout.stride == 4;
  switch (layout.filter) {
    case MeshoptFilter::none:
      return;
    case MeshoptFilter::octahedral:
      return bytes ? for_each(elements, undo_octahedral<std::int8_t>)
                   : for_each(elements, undo_octahedral<std::int16_t>);
    case MeshoptFilter::quaternion:
      return for_each(elements, undo_quaternion);
    case MeshoptFilter::exponential:
      return for_each(elements, undo_exponential);
    case MeshoptFilter::color:
      return bytes ? for_each(elements, undo_color<std::uint8_t>)
                   : for_each(elements, undo_color<std::uint16_t>);
  }
}

}  // namespace morph::gltf::detail
