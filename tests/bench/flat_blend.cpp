// SPDX-License-Identifier: MIT
#include "bench/flat_blend.h"

#include <cblas.h>

#include <algorithm>
#include <cassert>
#include <cmath>
#include <cstring>

#include "bench/naive_blend.h"
#include "bench/plain_read.h"

namespace morph::bench {
namespace {

constexpr std::size_t kComponents = 3;

/// [V] of the three floats that move.
template <class Base>
void append(const std::vector<Base>& base, std::vector<float>& out) {
  for (const Base& value : base) {
    for (int c = 0; c < static_cast<int>(kComponents); ++c) out.push_back(value[c]);
  }
}

void append_base(const Primitive& primitive, MorphAttribute attribute, std::vector<float>& out) {
  switch (attribute) {
    case MorphAttribute::position:
      return append(primitive.positions, out);
    case MorphAttribute::normal:
      return append(primitive.normals, out);
    case MorphAttribute::tangent:
      return append(primitive.tangents, out);
    default:
      assert(false);
  }
}

/// Calls use(primitive, attribute) for what is blended, in the order of the arrays.
template <class Use>
void for_each_part(const Mesh& mesh, std::span<const MorphAttribute> attributes, Use&& use) {
  for (const Primitive& primitive : mesh.primitives) {
    for (const MorphAttribute attribute : attributes) {
      if (primitive.has(attribute) && primitive.morph_targets.has(attribute)) {
        use(primitive, attribute);
      }
    }
  }
}

HugeArray huge(const std::vector<float>& values) {
  HugeArray out(values.size());
  std::ranges::copy(values, out.data());
  return out;
}

}  // namespace

std::span<const MorphAttribute> blended_attributes(std::uint32_t count) {
  static constexpr MorphAttribute kAll[] = {MorphAttribute::position, MorphAttribute::normal,
                                            MorphAttribute::tangent};
  assert(count == 1 || count == std::size(kAll));
  return std::span(kAll).first(count);
}

std::vector<ActiveTarget> spread_targets(std::uint32_t targets, std::uint32_t active) {
  if (active == 0 || active > targets) active = targets;
  std::vector<float> weights(targets, 0.0f);
  for (std::uint64_t i = 0; i < active; ++i) {
    weights[i * targets / active] = 0.1f + 0.8f * static_cast<float>(i * 37 % 64) / 64.0f;
  }
  return select_active_targets(weights, kAllTargets);
}

FlatBlend::FlatBlend(const Mesh& mesh, std::span<const MorphAttribute> attributes,
                     std::span<const ActiveTarget> active) {
  std::vector<float> base;
  for_each_part(mesh, attributes, [&](const Primitive& primitive, MorphAttribute attribute) {
    append_base(primitive, attribute, base);
  });
  base_ = huge(base);
  out_ = HugeArray(base.size());
  columns_ = HugeArray(active.size() * base.size());
  std::vector<float> touched;
  float* column = columns_.data();
  for (const ActiveTarget& target : active) {
    weights_.push_back(target.weight);
    for_each_part(mesh, attributes, [&](const Primitive& primitive, MorphAttribute attribute) {
      const std::span deltas(column, kComponents * primitive.vertex_count());
      primitive.morph_targets.copy_deltas(target.index, attribute, deltas);
      for (std::size_t i = 0; i < deltas.size(); i += kComponents) {
        const auto delta = deltas.subspan(i, kComponents);
        if (std::ranges::any_of(delta, [](float component) { return component != 0.0f; })) {
          touched.insert(touched.end(), delta.begin(), delta.end());
        }
      }
      column += deltas.size();
    });
  }
  touched_ = huge(touched);
  openblas_set_num_threads(1);
}

void FlatBlend::plain(const HugeArray& deltas) {
  plain_read(deltas.span(), base_.span(), out_.span());
  keep(out_.data());
}

void FlatBlend::sgemv() {
  const auto rows = static_cast<blasint>(floats());
  const auto columns = static_cast<blasint>(weights_.size());
  copy();
  cblas_sgemv(CblasColMajor, CblasNoTrans, rows, columns, 1.0f, columns_.data(), rows,
              weights_.data(), 1, 1.0f, out_.data(), 1);
  keep(out_.data());
}

void FlatBlend::naive() {
  naive_blend(base_.data(), columns_.data(), weights_.data(), weights_.size(), floats(),
              out_.data());
  keep(out_.data());
}

double FlatBlend::error() {
  std::vector<double> sum(base_.data(), base_.data() + floats());
  for (std::size_t target = 0; target < weights_.size(); ++target) {
    const float* const column = columns_.data() + target * floats();
    for (std::size_t i = 0; i < floats(); ++i) sum[i] += double{weights_[target]} * column[i];
  }
  double largest = 1e-30;
  double worst = 0.0;
  for (const auto rival : {&FlatBlend::sgemv, &FlatBlend::naive}) {
    (this->*rival)();
    for (std::size_t i = 0; i < floats(); ++i) {
      largest = std::max(largest, std::abs(sum[i]));
      worst = std::max(worst, std::abs(sum[i] - double{out_.data()[i]}));
    }
  }
  return worst / largest;
}

void FlatBlend::copy() {
  std::memcpy(out_.data(), base_.data(), floats() * sizeof(float));
  keep(out_.data());
}

}  // namespace morph::bench
