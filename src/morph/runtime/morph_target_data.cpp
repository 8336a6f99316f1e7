// SPDX-License-Identifier: MIT
#include "morph/runtime/morph_target_data.h"

#include <algorithm>
#include <bit>
#include <cmath>
#include <type_traits>
#include <utility>

#include "morph/runtime/active_targets.h"
#include "morph/runtime/blend.h"
#include "morph/runtime/detail/delta_access.h"
#include "morph/runtime/detail/large_pages.h"

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

/// Whether no value is NaN or infinite. By their bits, which every compiler makes vectors of.
bool all_finite(std::span<const float> values) {
  constexpr std::uint32_t kExponent = 0x7F80'0000;
  constexpr std::uint32_t kLeast = 0x0080'0000;  // carries into the sign from a full exponent
  std::uint32_t carries = 0;
  for (const float value : values) {
    carries |= (std::bit_cast<std::uint32_t>(value) & kExponent) + kLeast;
  }
  return carries >> 31 == 0;
}

Result<void> check_finite(std::span<const float> values, const std::string& name,
                          std::uint32_t components) {
  if (all_finite(values)) return {};
  const auto bad =
      std::find_if_not(values.begin(), values.end(), [](float v) { return std::isfinite(v); });
  const auto element = static_cast<std::size_t>(bad - values.begin()) / components;
  return Error{
      ErrorCode::invalid_value, {}, name + " is not finite at element " + std::to_string(element)};
}

/// That they rise, and are below `count`.
Result<void> check_vertices(std::span<const std::uint32_t> vertices, std::uint32_t count) {
  std::uint32_t falls = 0;
  for (std::size_t i = 1; i < vertices.size(); ++i) falls |= vertices[i - 1] >= vertices[i] ? 1 : 0;
  if (falls == 0 && (vertices.empty() || vertices.back() < count)) return {};
  for (std::size_t i = 0; i < vertices.size(); ++i) {
    if (vertices[i] >= count) {
      return Error{ErrorCode::out_of_range,
                   {},
                   "vertex " + std::to_string(vertices[i]) + " of " + std::to_string(count)};
    }
    if (i > 0 && vertices[i] <= vertices[i - 1]) {
      return Error{ErrorCode::invalid_value,
                   {},
                   "vertex " + std::to_string(vertices[i]) + " after " +
                       std::to_string(vertices[i - 1]) + ", expected one above it"};
    }
  }
  return {};
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
  for (std::uint32_t t = 0; t < arrays.target_count; ++t) {
    for (const Given& array : given) {
      if (array.deltas.empty()) continue;
      const auto deltas = array.deltas.subspan(std::size_t{t} * vertices, vertices);
      if (auto set = builder.set_deltas(t, array.attribute, as_floats(deltas)); !set)
        return set.error();
    }
  }
  return std::move(builder).build();
}

bool MorphTargetData::has(std::uint32_t target, MorphAttribute attribute) const {
  assert(target < target_count_);
  return has(attribute) && store(attribute)[target].carried;
}

namespace {

/// Whether any value is other than 0 and −0. By its bits, which every compiler makes vectors of.
template <std::size_t kCount>
bool moves(std::span<const float, kCount> values) {
  std::uint32_t bits = 0;
  for (const float value : values) bits |= std::bit_cast<std::uint32_t>(value) << 1;
  return bits != 0;
}

/// Calls f with the number of components of a delta as a constant, so that the loops of a block are
/// unrolled.
template <class F>
auto with_components(std::uint32_t components, F&& f) {
  assert(components >= 2 && components <= 4);
  if (components == 3) return f(std::integral_constant<std::size_t, 3>());
  if (components == 4) return f(std::integral_constant<std::size_t, 4>());
  return f(std::integral_constant<std::size_t, 2>());
}

/// A block as it is kept.
///   deltas  [vertices][components]
///   out     [components][vertices]
template <std::size_t kFloats>
void put(std::span<const float, kFloats> deltas, float* out) {
  constexpr std::size_t kVertices = detail::DeltaAccess::kBlockVertices;
  constexpr std::size_t kComponents = kFloats / kVertices;
  for (std::size_t v = 0; v < kVertices; ++v) {
    for (std::size_t c = 0; c < kComponents; ++c) {
      out[c * kVertices + v] = deltas[v * kComponents + c];
    }
  }
}

}  // namespace

MorphTargetData::Deltas MorphTargetData::pack(std::span<const float> deltas,
                                              std::uint32_t components) {
  return with_components(components, [&](auto width) {
    constexpr std::size_t kComponents = decltype(width)::value;
    constexpr std::size_t kBlockFloats = kBlockVertices * kComponents;
    const std::size_t whole = deltas.size() / kBlockFloats;
    // The last block, filled up with zeros.
    std::array<float, kBlockFloats> rest{};
    std::ranges::copy(deltas.subspan(whole * kBlockFloats), rest.begin());
    const std::size_t blocks = whole + (deltas.size() % kBlockFloats == 0 ? 0 : 1);
    const auto block = [&](std::size_t b) {
      return std::span<const float, kBlockFloats>(
          b < whole ? deltas.data() + b * kBlockFloats : rest.data(), kBlockFloats);
    };
    Deltas out;
    out.carried = true;
    out.tiles.resize((blocks + kTileBlocks - 1) / kTileBlocks);
    std::uint32_t kept = 0;
    for (std::size_t b = 0; b < blocks; ++b) {
      Tile& tile = out.tiles[b / kTileBlocks];
      if (b % kTileBlocks == 0) tile.first = kept;
      const auto moved = static_cast<std::uint32_t>(moves(block(b)));
      tile.mask |= moved << b % kTileBlocks;
      kept += moved;
    }
    out.packed.resize(kept * kBlockFloats);
    float* to = out.packed.data();
    for (std::size_t t = 0; t < out.tiles.size(); ++t) {
      for (std::uint32_t mask = out.tiles[t].mask; mask != 0; mask &= mask - 1) {
        put(block(t * kTileBlocks + static_cast<std::size_t>(std::countr_zero(mask))), to);
        to += kBlockFloats;
      }
    }
    return out;
  });
}

MorphTargetData::Deltas MorphTargetData::pack_sparse(std::span<const std::uint32_t> vertices,
                                                     std::span<const float> deltas,
                                                     std::uint32_t components,
                                                     std::uint32_t vertex_count) {
  return with_components(components, [&](auto width) {
    constexpr std::size_t kComponents = decltype(width)::value;
    constexpr std::size_t kBlockFloats = kBlockVertices * kComponents;
    const std::size_t count = vertices.size();
    // Vertices rise, so those of a block follow each other.
    std::uint32_t blocks = count == 0 ? 0 : 1;
    for (std::size_t i = 1; i < count; ++i) {
      blocks += vertices[i - 1] / kBlockVertices == vertices[i] / kBlockVertices ? 0 : 1;
    }
    Deltas out;
    out.carried = true;
    out.tiles.resize((vertex_count + kTileVertices - 1) / kTileVertices);
    out.packed.resize(blocks * kBlockFloats);
    float* to = out.packed.data();
    for (std::size_t i = 0, end = 0; i < count; i = end) {
      const std::uint32_t block = vertices[i] / kBlockVertices;
      const std::size_t last = std::min(i + kBlockVertices, count) - 1;
      const bool whole = last == i + kBlockVertices - 1 && vertices[last] / kBlockVertices == block;
      end = i + 1;
      if (whole) end = i + kBlockVertices;  // all of the block's vertices
      while (end < count && vertices[end] / kBlockVertices == block) ++end;
      const auto moved = deltas.subspan(i * kComponents, (end - i) * kComponents);
      if (!moves(moved)) continue;
      out.tiles[block / kTileBlocks].mask |= 1u << block % kTileBlocks;
      if (whole) {
        put(moved.first<kBlockFloats>(), to);
      } else {
        for (std::size_t v = i; v < end; ++v) {
          for (std::size_t c = 0; c < kComponents; ++c) {
            to[c * kBlockVertices + vertices[v] % kBlockVertices] = deltas[v * kComponents + c];
          }
        }
      }
      to += kBlockFloats;
    }
    const auto used = static_cast<std::size_t>(to - out.packed.data());
    if (used < out.packed.size()) {
      out.packed.resize(used);
      out.packed.shrink_to_fit();
    }
    std::uint32_t kept = 0;
    for (Tile& tile : out.tiles) {
      tile.first = kept;
      kept += static_cast<std::uint32_t>(std::popcount(tile.mask));
    }
    return out;
  });
}

/// Gives each of positions, normals and tangents the blocks that any of them keeps.
void MorphTargetData::align_blocks(std::uint32_t target) {
  std::array<Deltas*, 3> surface{};
  std::size_t count = 0;
  for (const auto attribute :
       {MorphAttribute::position, MorphAttribute::normal, MorphAttribute::tangent}) {
    if (has(target, attribute)) {
      surface[count++] = &stores_[static_cast<std::size_t>(attribute)][target];
    }
  }
  if (count < 2) return;
  std::vector<Tile> tiles = surface[0]->tiles;
  std::uint32_t kept = 0;
  for (std::size_t t = 0; t < tiles.size(); ++t) {
    for (std::size_t s = 1; s < count; ++s) tiles[t].mask |= surface[s]->tiles[t].mask;
    tiles[t].first = kept;
    kept += static_cast<std::uint32_t>(std::popcount(tiles[t].mask));
  }
  constexpr std::size_t kBlockFloats = 3 * kBlockVertices;
  for (Deltas* const deltas : std::span(surface).first(count)) {
    if (deltas->packed.size() == kept * kBlockFloats) continue;  // it keeps all of them
    std::vector<float> values(kept * kBlockFloats, 0.0f);
    auto from = deltas->packed.cbegin();
    auto to = values.begin();
    for (std::size_t block = 0; block < tiles.size() * kTileBlocks; ++block) {
      if ((tiles[block / kTileBlocks].mask >> block % kTileBlocks & 1) == 0) continue;
      if (deltas->keeps(block)) {
        std::copy_n(from, kBlockFloats, to);
        from += kBlockFloats;
      }
      to += kBlockFloats;
    }
    deltas->packed = std::move(values);
    deltas->tiles = tiles;
  }
}

/// Moves all that is packed into a piece of memory.
void MorphTargetData::place() {
  std::size_t count = 0;
  for (const auto& store : stores_) {
    for (const Deltas& deltas : store) count += deltas.packed.size();
  }
  if (count == 0) return;
  const std::shared_ptr<float[]> piece = detail::allocate_in_large_pages(count);
  float* to = piece.get();
  for (auto& store : stores_) {
    for (Deltas& deltas : store) {
      if (deltas.packed.empty()) continue;
      deltas.values = {to, deltas.packed.size()};
      to = std::ranges::copy(deltas.packed, to).out;
      deltas.packed = std::vector<float>();  // = {} would keep its memory
    }
  }
  pieces_.push_back(piece);
}

/// Whether all deltas are the same, whatever blocks of zeros either keeps.
bool MorphTargetData::same(const Deltas& a, const Deltas& b, std::uint32_t components) {
  const std::size_t block_floats = kBlockVertices * components;
  std::span<const float> left = a.values;
  std::span<const float> right = b.values;
  for (std::size_t block = 0; block < std::max(a.tiles.size(), b.tiles.size()) * kTileBlocks;
       ++block) {
    const bool in_left = a.keeps(block);
    const bool in_right = b.keeps(block);
    if (in_left && in_right) {
      if (!std::ranges::equal(left.first(block_floats), right.first(block_floats))) return false;
    } else if (in_left || in_right) {
      if (moves((in_left ? left : right).first(block_floats))) return false;
    }
    if (in_left) left = left.subspan(block_floats);
    if (in_right) right = right.subspan(block_floats);
  }
  return true;
}

void MorphTargetData::copy_deltas(std::uint32_t target, MorphAttribute attribute,
                                  std::span<float> out) const {
  const std::size_t components = component_count(attribute);
  assert(out.size() == std::size_t{vertex_count_} * components);
  std::ranges::fill(out, 0.0f);
  for (std::size_t tile = 0; tile * kTileVertices < vertex_count_; ++tile) {
    const auto floats = out.subspan(tile * kTileVertices * components);
    detail::DeltaAccess::for_each_block(
        *this, target, attribute, tile, [&](std::size_t vertex, const float* deltas) {
          const auto block = floats.subspan(vertex * components);
          const std::size_t count = std::min(block.size(), kBlockVertices * components);
          for (std::size_t i = 0; i < count; ++i) {
            block[i] = deltas[i % components * kBlockVertices + i / components];
          }
        });
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
  for (const std::vector<Deltas>& store : stores_) {
    bytes += store.size() * sizeof(Deltas);
    for (const Deltas& deltas : store) {
      bytes += deltas.values.size() * sizeof(float) + deltas.tiles.size() * sizeof(Tile);
    }
  }
  return bytes;
}

bool operator==(const MorphTargetData& a, const MorphTargetData& b) {
  if (a.vertex_count_ != b.vertex_count_ || a.target_names_ != b.target_names_ ||
      a.default_weights_ != b.default_weights_) {
    return false;
  }
  for (std::size_t i = 0; i < kMorphAttributeCount; ++i) {
    const auto& left = a.stores_[i];
    const auto& right = b.stores_[i];
    const auto same = [&](const auto& from, const auto& to) {
      return MorphTargetData::same(from, to, component_count(static_cast<MorphAttribute>(i)));
    };
    if (!std::ranges::equal(left, right, same)) return false;
  }
  return true;
}

MorphTargetData::Builder::Builder(std::uint32_t vertex_count, std::uint32_t target_count)
    : data_(vertex_count, target_count) {}

Result<void> MorphTargetData::Builder::check_target(std::uint32_t target) const {
  if (target < data_.target_count_) return {};
  return Error{ErrorCode::out_of_range,
               {},
               "target " + std::to_string(target) + " of " + std::to_string(data_.target_count_)};
}

/// Ends the target before. Now and then what is packed is placed, so that no more than this of it
/// is ever there twice.
void MorphTargetData::Builder::turn_to(std::uint32_t target) {
  constexpr std::size_t kPieceFloats = std::size_t{1} << 20;
  if (target == target_) return;
  data_.align_blocks(target_);
  target_ = target;
  if (unplaced_floats_ >= kPieceFloats) {
    data_.place();
    unplaced_floats_ = 0;
  }
  for (auto& store : data_.stores_) {  // back, if it had its turn before
    if (store.empty() || store[target].values.empty()) continue;
    store[target].packed.assign(store[target].values.begin(), store[target].values.end());
    store[target].values = {};
  }
}

void MorphTargetData::Builder::give(std::uint32_t target, MorphAttribute attribute, Deltas deltas) {
  turn_to(target);
  auto& store = data_.stores_[static_cast<std::size_t>(attribute)];
  if (store.empty()) store.resize(data_.target_count_);
  unplaced_floats_ += deltas.packed.size();
  store[target] = std::move(deltas);
}

Result<void> MorphTargetData::Builder::set_deltas(std::uint32_t target, MorphAttribute attribute,
                                                  std::span<const float> deltas) {
  const std::uint32_t components = component_count(attribute);
  const std::size_t expected = std::size_t{data_.vertex_count_} * components;
  if (auto exists = check_target(target); !exists) return exists;
  if (deltas.size() != expected) {
    return Error{ErrorCode::count_mismatch,
                 {},
                 name_of(attribute) + " has " + std::to_string(deltas.size() / components) +
                     " elements; expected " + std::to_string(data_.vertex_count_) +
                     " (one per vertex)"};
  }
  Deltas packed = pack(deltas, components);
  if (!all_finite(packed.packed)) return check_finite(deltas, name_of(attribute), components);
  give(target, attribute, std::move(packed));
  return {};
}

Result<void> MorphTargetData::Builder::set_sparse_deltas(std::uint32_t target,
                                                         MorphAttribute attribute,
                                                         std::span<const std::uint32_t> vertices,
                                                         std::span<const float> deltas) {
  const std::uint32_t components = component_count(attribute);
  if (auto exists = check_target(target); !exists) return exists;
  if (deltas.size() != vertices.size() * components) {
    return Error{ErrorCode::count_mismatch,
                 {},
                 name_of(attribute) + " has " + std::to_string(deltas.size() / components) +
                     " elements; expected " + std::to_string(vertices.size()) +
                     " (one per vertex that moves)"};
  }
  if (auto sound = check_vertices(vertices, data_.vertex_count_); !sound) return sound;
  Deltas packed = pack_sparse(vertices, deltas, components, data_.vertex_count_);
  if (!all_finite(packed.packed)) return check_finite(deltas, name_of(attribute), components);
  give(target, attribute, std::move(packed));
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
  if (target_ < data_.target_count_) data_.align_blocks(target_);
  data_.place();
  return std::exchange(data_, MorphTargetData());
}

}  // namespace morph
