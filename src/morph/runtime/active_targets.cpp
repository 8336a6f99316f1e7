// SPDX-License-Identifier: MIT
#include "morph/runtime/active_targets.h"

#include <algorithm>
#include <cmath>

namespace morph {
namespace {

/// NaN sorts as stronger than infinity, so that the order is total and a broken weight is seen
/// first.
bool stronger(const ActiveTarget& a, const ActiveTarget& b) {
  const bool a_nan = std::isnan(a.weight);
  const bool b_nan = std::isnan(b.weight);
  if (a_nan != b_nan) return a_nan;
  const float a_size = std::abs(a.weight);
  const float b_size = std::abs(b.weight);
  if (!a_nan && a_size != b_size) return a_size > b_size;
  return a.index < b.index;
}

}  // namespace

void select_active_targets(std::span<const float> weights, std::size_t cap,
                           std::vector<ActiveTarget>& out) {
  out.clear();
  for (std::size_t i = 0; i < weights.size(); ++i) {
    if (weights[i] != 0.0f) out.push_back({static_cast<std::uint32_t>(i), weights[i]});
  }
  std::ranges::sort(out, stronger);
  if (out.size() > cap) out.resize(cap);
}

std::vector<ActiveTarget> select_active_targets(std::span<const float> weights, std::size_t cap) {
  std::vector<ActiveTarget> active;
  select_active_targets(weights, cap, active);
  return active;
}

}  // namespace morph
