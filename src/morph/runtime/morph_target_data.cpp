// SPDX-License-Identifier: MIT
#include "morph/runtime/morph_target_data.h"

#include <algorithm>
#include <cmath>

#include "morph/runtime/active_targets.h"
#include "morph/runtime/blend.h"

namespace morph {
namespace {

constexpr std::array<const char*, 5> kAttributeNames = {
    "position_deltas", "normal_deltas", "tangent_deltas", "color_deltas", "texcoord_deltas"};

std::string name_of(MorphAttribute attribute) {
  return kAttributeNames[std::min<std::size_t>(static_cast<std::size_t>(attribute),
                                               kAttributeNames.size() - 1)];
}

std::span<const float> as_floats(std::span<const glm::vec2> values) {
  return {&values.data()->x, values.size() * 2};
}
std::span<const float> as_floats(std::span<const glm::vec3> values) {
  return {&values.data()->x, values.size() * 3};
}
std::span<const float> as_floats(std::span<const glm::vec4> values) {
  return {&values.data()->x, values.size() * 4};
}

Result<void> check_finite(std::span<const float> values, const std::string& name,
                          std::uint32_t components) {
  const auto bad =
      std::find_if_not(values.begin(), values.end(), [](float v) { return std::isfinite(v); });
  if (bad == values.end()) return {};
  const auto element = static_cast<std::size_t>(bad - values.begin()) / components;
  return Error{
      ErrorCode::invalid_value, {}, name + " is not finite at element " + std::to_string(element)};
}

bool all_zero(std::span<const float> values) {
  return std::all_of(values.begin(), values.end(), [](float v) { return v == 0.0f; });
}

/// Every target with a weight other than zero, in ascending order.
std::vector<ActiveTarget> active_in_order(std::span<const float> weights,
                                          std::uint32_t target_count) {
  std::vector<ActiveTarget> active;
  for (std::uint32_t t = 0; t < std::min<std::size_t>(weights.size(), target_count); ++t) {
    if (weights[t] != 0.0f) active.push_back({t, weights[t]});
  }
  return active;
}

}  // namespace

MorphTargetData::MorphTargetData(std::uint32_t vertex_count, std::uint32_t target_count)
    : vertex_count_(vertex_count),
      target_count_(target_count),
      target_names_(target_count),
      default_weights_(target_count, 0.0f) {}

Result<MorphTargetData> MorphTargetData::create(const Arrays& arrays) {
  const std::uint32_t vertices = arrays.vertex_count;
  const std::size_t expected = std::size_t{vertices} * arrays.target_count;
  const std::string shape = " for " + std::to_string(arrays.target_count) + " targets of " +
                            std::to_string(vertices) + " vertices";

  struct Given {
    MorphAttribute attribute;
    std::span<const glm::vec3> deltas;
  };
  const std::array<Given, 3> given = {{{MorphAttribute::position, arrays.position_deltas},
                                       {MorphAttribute::normal, arrays.normal_deltas},
                                       {MorphAttribute::tangent, arrays.tangent_deltas}}};
  for (const Given& array : given) {
    const bool omitted = array.attribute != MorphAttribute::position && array.deltas.empty();
    if (omitted || array.deltas.size() == expected) continue;
    return Error{ErrorCode::count_mismatch,
                 {},
                 name_of(array.attribute) + " has " + std::to_string(array.deltas.size()) +
                     " elements; expected " + std::to_string(expected) + shape};
  }

  Builder builder(vertices, arrays.target_count);
  builder.set_target_names(arrays.target_names);
  if (auto set = builder.set_default_weights(arrays.default_weights); !set) return set.error();
  for (const Given& array : given) {
    if (array.deltas.empty()) continue;
    for (std::uint32_t t = 0; t < arrays.target_count; ++t) {
      const auto deltas = array.deltas.subspan(std::size_t{t} * vertices, vertices);
      if (auto set = builder.set_deltas(t, array.attribute, as_floats(deltas)); !set)
        return set.error();
    }
  }
  return std::move(builder).build();
}

bool MorphTargetData::has(std::uint32_t target, MorphAttribute attribute) const {
  assert(target < target_count_);
  const Store& store = this->store(attribute);
  return !store.first.empty() && store.first[target] != kAbsent;
}

std::span<const float> MorphTargetData::deltas(std::uint32_t target,
                                               MorphAttribute attribute) const {
  if (!has(target, attribute)) return {};
  const Store& store = this->store(attribute);
  return {store.values.data() + store.first[target],
          std::size_t{vertex_count_} * component_count(attribute)};
}

void MorphTargetData::copy_deltas(std::uint32_t target, MorphAttribute attribute,
                                  std::span<float> out) const {
  assert(out.size() == std::size_t{vertex_count_} * component_count(attribute));
  if (has(target, attribute)) {
    std::ranges::copy(deltas(target, attribute), out.begin());
  } else {
    std::ranges::fill(out, 0.0f);
  }
}

void MorphTargetData::copy_position_deltas(std::uint32_t target, std::span<glm::vec3> out) const {
  copy_deltas(target, MorphAttribute::position, {&out.data()->x, out.size() * 3});
}

void MorphTargetData::copy_normal_deltas(std::uint32_t target, std::span<glm::vec3> out) const {
  copy_deltas(target, MorphAttribute::normal, {&out.data()->x, out.size() * 3});
}

void MorphTargetData::copy_tangent_deltas(std::uint32_t target, std::span<glm::vec3> out) const {
  copy_deltas(target, MorphAttribute::tangent, {&out.data()->x, out.size() * 3});
}

void MorphTargetData::blend_positions(std::span<const glm::vec3> base,
                                      std::span<const float> weights,
                                      std::span<glm::vec3> out) const {
  morph::blend_positions(*this, base, active_in_order(weights, target_count_), out);
}

void MorphTargetData::blend_normals(std::span<const glm::vec3> base, std::span<const float> weights,
                                    std::span<glm::vec3> out) const {
  morph::blend_normals(*this, base, active_in_order(weights, target_count_), out);
}

void MorphTargetData::blend_tangents(std::span<const glm::vec4> base,
                                     std::span<const float> weights,
                                     std::span<glm::vec4> out) const {
  morph::blend_tangents(*this, base, active_in_order(weights, target_count_), out);
}

void MorphTargetData::blend_texcoords(std::uint32_t set, std::span<const glm::vec2> base,
                                      std::span<const float> weights,
                                      std::span<glm::vec2> out) const {
  morph::blend_texcoords(*this, set, base, active_in_order(weights, target_count_), out);
}

void MorphTargetData::blend_colors(std::span<const glm::vec4> base, std::span<const float> weights,
                                   std::span<glm::vec4> out) const {
  morph::blend_colors(*this, base, active_in_order(weights, target_count_), out);
}

std::size_t MorphTargetData::stored_bytes() const {
  std::size_t bytes = 0;
  for (const Store& store : stores_) {
    bytes += store.values.size() * sizeof(float) + store.first.size() * sizeof(std::size_t);
  }
  return bytes;
}

bool operator==(const MorphTargetData& a, const MorphTargetData& b) {
  if (a.vertex_count_ != b.vertex_count_ || a.target_names_ != b.target_names_ ||
      a.default_weights_ != b.default_weights_) {
    return false;
  }
  for (std::size_t i = 0; i < kMorphAttributeCount; ++i) {
    const auto attribute = static_cast<MorphAttribute>(i);
    if (a.has(attribute) != b.has(attribute)) return false;
    for (std::uint32_t t = 0; t < a.target_count_; ++t) {
      const auto left = a.deltas(t, attribute);
      const auto right = b.deltas(t, attribute);
      const bool same = left.empty() || right.empty() ? all_zero(left) && all_zero(right)
                                                      : std::ranges::equal(left, right);
      if (!same) return false;
    }
  }
  return true;
}

MorphTargetData::Builder::Builder(std::uint32_t vertex_count, std::uint32_t target_count)
    : data_(vertex_count, target_count) {}

Result<void> MorphTargetData::Builder::set_deltas(std::uint32_t target, MorphAttribute attribute,
                                                  std::span<const float> deltas) {
  const std::uint32_t components = component_count(attribute);
  const std::size_t expected = std::size_t{data_.vertex_count_} * components;
  if (target >= data_.target_count_) {
    return Error{ErrorCode::out_of_range,
                 {},
                 "target " + std::to_string(target) + " of " + std::to_string(data_.target_count_)};
  }
  if (deltas.size() != expected) {
    return Error{ErrorCode::count_mismatch,
                 {},
                 name_of(attribute) + " has " + std::to_string(deltas.size() / components) +
                     " elements; expected " + std::to_string(data_.vertex_count_) +
                     " (one per vertex)"};
  }
  if (auto finite = check_finite(deltas, name_of(attribute), components); !finite) return finite;

  Store& store = data_.stores_[static_cast<std::size_t>(attribute)];
  if (store.first.empty()) store.first.assign(data_.target_count_, kAbsent);
  if (store.first[target] == kAbsent) {
    store.first[target] = store.values.size();
    store.values.insert(store.values.end(), deltas.begin(), deltas.end());
  } else {
    std::ranges::copy(deltas,
                      store.values.begin() + static_cast<std::ptrdiff_t>(store.first[target]));
  }
  return {};
}

Result<void> MorphTargetData::Builder::set_position_deltas(std::uint32_t target,
                                                           std::span<const glm::vec3> deltas) {
  return set_deltas(target, MorphAttribute::position, as_floats(deltas));
}

Result<void> MorphTargetData::Builder::set_normal_deltas(std::uint32_t target,
                                                         std::span<const glm::vec3> deltas) {
  return set_deltas(target, MorphAttribute::normal, as_floats(deltas));
}

Result<void> MorphTargetData::Builder::set_tangent_deltas(std::uint32_t target,
                                                          std::span<const glm::vec3> deltas) {
  return set_deltas(target, MorphAttribute::tangent, as_floats(deltas));
}

Result<void> MorphTargetData::Builder::set_texcoord_deltas(std::uint32_t target, std::uint32_t set,
                                                           std::span<const glm::vec2> deltas) {
  if (set >= kMaxTexcoordSets) {
    return Error{ErrorCode::out_of_range,
                 {},
                 "texture coordinate set " + std::to_string(set) + " of " +
                     std::to_string(kMaxTexcoordSets)};
  }
  return set_deltas(target, texcoord_attribute(set), as_floats(deltas));
}

Result<void> MorphTargetData::Builder::set_color_deltas(std::uint32_t target,
                                                        std::span<const glm::vec4> deltas) {
  return set_deltas(target, MorphAttribute::color_0, as_floats(deltas));
}

void MorphTargetData::Builder::set_target_names(std::span<const std::string> names) {
  for (std::size_t t = 0; t < data_.target_count_; ++t) {
    data_.target_names_[t] = t < names.size() ? names[t] : std::string();
  }
}

Result<void> MorphTargetData::Builder::set_default_weights(std::span<const float> weights) {
  const auto used = weights.first(std::min<std::size_t>(weights.size(), data_.target_count_));
  if (auto finite = check_finite(used, "default_weights", 1); !finite) return finite;
  std::ranges::fill(data_.default_weights_, 0.0f);
  std::ranges::copy(used, data_.default_weights_.begin());
  return {};
}

MorphTargetData MorphTargetData::Builder::build() && {
  return std::exchange(data_, MorphTargetData());
}

}  // namespace morph
