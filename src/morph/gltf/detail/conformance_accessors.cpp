// SPDX-License-Identifier: MIT
#include <algorithm>
#include <cmath>
#include <map>
#include <nlohmann/json.hpp>
#include <span>
#include <utility>

#include "morph/gltf/detail/accessor.h"
#include "morph/gltf/detail/conformance_parts.h"

namespace morph::gltf::detail {
namespace {

// A little more than the error of a vector of signed bytes, as gltf-validator has them.
constexpr float kUnitVectorTolerance = 0.00674f;
constexpr float kUnitQuaternionTolerance = 0.00769f;

/// What an accessor is used for, as far as that says something about its numbers.
enum class Use : std::uint8_t { normal, tangent, color, rotation };

/// The elements of an accessor, one after the other.
struct Elements {
  std::span<const float> values;
  std::size_t components;

  [[nodiscard]] std::size_t count() const { return values.size() / components; }
  [[nodiscard]] std::span<const float> operator[](std::size_t element) const {
    return values.subspan(element * components, components);
  }
};

float length_of(std::span<const float> vector) {
  double sum = 0.0;
  for (const float v : vector) sum += double{v} * double{v};
  return static_cast<float>(std::sqrt(sum));
}

/// Of an array of the JSON that has passed the scan; none of "".
std::vector<double> numbers_of(std::string_view array) {
  return array.empty() ? std::vector<double>()
                       : nlohmann::json::parse(array).get<std::vector<double>>();
}

/// Whether decoding a view loses precision, so that bounds need not be exact (item 54).
bool is_filtered(const Document& document, int view) {
  if (view < 0) return false;
  const CompressedView* const compressed = document.compressed_view(view);
  return compressed != nullptr && compressed->layout.filter != MeshoptFilter::none;
}

class AccessorReport {
 public:
  explicit AccessorReport(const ImportContext& context)
      : context_(context), model_(context.model()) {}

  void run() {
    collect_uses();
    for (int a = 0; a < static_cast<int>(context_.document.accessors.size()); ++a) {
      context_.watch.step();
      if (check_accessor(a)) continue;
      context_.warnings.add({ErrorCode::limit_exceeded,
                             pointer("/accessors/", a),
                             "the numbers of this accessor and of those after it are not checked: "
                             "the accessors use the same bytes too often",
                             {}});
      return;
    }
  }

 private:
  void collect_uses();
  bool check_accessor(int accessor);
  Result<void> read_all(int accessor, std::uint64_t floats);
  Result<void> read_sparsely(int accessor, const AccessorShape& shape);
  void check_bound(const std::vector<double>& declared, const Elements& elements, bool least,
                   const std::string& where);
  void check_use(Use use, const Elements& elements, const std::string& where);
  void check_length(const Elements& elements, std::size_t components, float tolerance,
                    const std::string& where, std::string_view rule);

  const ImportContext& context_;
  const tinygltf::Model& model_;
  std::map<int, Use> uses_;  // by accessor
  std::vector<float> memory_;
};

void AccessorReport::collect_uses() {
  for (const tinygltf::Mesh& mesh : model_.meshes) {
    for (const tinygltf::Primitive& primitive : mesh.primitives) {
      for (const auto& [name, accessor] : primitive.attributes) {
        if (name == "NORMAL") uses_[accessor] = Use::normal;
        if (name == "TANGENT") uses_[accessor] = Use::tangent;
        if (name.starts_with("COLOR_")) uses_[accessor] = Use::color;
      }
    }
  }
  for (const tinygltf::Animation& animation : model_.animations) {
    for (const tinygltf::AnimationChannel& channel : animation.channels) {
      const auto sampler = static_cast<std::size_t>(channel.sampler);
      if (channel.target_path != "rotation" || sampler >= animation.samplers.size()) continue;
      // The tangents of a spline have any length.
      if (animation.samplers[sampler].interpolation == "CUBICSPLINE") continue;
      uses_[animation.samplers[sampler].output] = Use::rotation;
    }
  }
}

/// False where that would take too long.
bool AccessorReport::check_accessor(int accessor) {
  const AccessorSource& source = context_.document.accessors[static_cast<std::size_t>(accessor)];
  const AccessorShape shape = shape_of(context_.document, accessor);
  const std::string where = pointer("/accessors/", accessor);
  const std::uint64_t floats = shape.count * shape.components();
  const std::vector<double> least = numbers_of(source.min);
  const std::vector<double> largest = numbers_of(source.max);
  for (const auto& [bound, name] : {std::pair(&least, "/min"), {&largest, "/max"}}) {
    if (bound->empty() || bound->size() == shape.components()) continue;
    add_finding(context_, where + name,
                "has " + std::to_string(bound->size()) + " numbers, expected " +
                    std::to_string(shape.components()),
                "ARRAY_LENGTH_NOT_IN_LIST");
  }
  const bool has_data = source.view >= 0 || source.sparse;
  if (!has_data || floats == 0) return true;
  const auto use = uses_.find(accessor);
  // Of one that nothing more is asked of, the zeros need not be looked at.
  const bool sparsely = use == uses_.end() && is_zeros_but_sparse(context_, accessor);
  const std::uint64_t looked_at =
      sparsely ? sparse_count(context_.document, accessor) * shape.components() : floats;
  if (!context_.budget.looked_at.take(looked_at * sizeof(float), {}, "")) return false;
  if (auto read = sparsely ? read_sparsely(accessor, shape) : read_all(accessor, floats); !read) {
    add_finding(context_, read.error().where, read.error().message, read.error().rule);
    return true;
  }
  const Elements elements{memory_, shape.components()};
  if (!is_filtered(context_.document, source.view)) {
    check_bound(least, elements, true, where + "/min");
    check_bound(largest, elements, false, where + "/max");
  }
  if (use == uses_.end()) return true;
  if (shape.normalized && !read_floats(context_, accessor, memory_)) return true;
  check_use(use->second, elements, where);
  return true;
}

Result<void> AccessorReport::read_all(int accessor, std::uint64_t floats) {
  memory_.resize(static_cast<std::size_t>(floats));
  return read_stored(context_, accessor, memory_);
}

/// The elements that are substituted, and one zero for those that are not.
Result<void> AccessorReport::read_sparsely(int accessor, const AccessorShape& shape) {
  auto read = read_sparse_stored(context_, accessor);
  if (!read) return read.error();
  memory_.assign(read->values.begin(), read->values.end());
  if (read->indices.size() < shape.count) memory_.resize(memory_.size() + shape.components(), 0.0f);
  return {};
}

void AccessorReport::check_bound(const std::vector<double>& declared, const Elements& elements,
                                 bool least, const std::string& where) {
  if (declared.size() != elements.components) return;
  for (std::size_t c = 0; c < elements.components; ++c) {
    float actual = elements[0][c];
    for (std::size_t e = 1; e < elements.count(); ++e) {
      actual = least ? std::min(actual, elements[e][c]) : std::max(actual, elements[e][c]);
    }
    if (static_cast<float>(declared[c]) == actual) continue;
    return add_finding(context_, pointer(where, "/", c),
                       std::to_string(declared[c]) + ", but the " + (least ? "least" : "largest") +
                           " value is " + std::to_string(actual),
                       least ? "ACCESSOR_MIN_MISMATCH" : "ACCESSOR_MAX_MISMATCH");
  }
}

void AccessorReport::check_use(Use use, const Elements& elements, const std::string& where) {
  switch (use) {
    case Use::normal:
      return check_length(elements, 3, kUnitVectorTolerance, where, "ACCESSOR_VECTOR3_NON_UNIT");
    case Use::tangent:
      check_length(elements, 3, kUnitVectorTolerance, where, "ACCESSOR_VECTOR3_NON_UNIT");
      for (std::size_t e = 0; e < elements.count() && elements.components == 4; ++e) {
        if (std::abs(elements[e][3]) == 1.0f) continue;
        return add_finding(context_, where,
                           "element " + std::to_string(e) +
                               " has w = " + std::to_string(elements[e][3]) + ", expected 1 or -1",
                           "ACCESSOR_INVALID_SIGN");
      }
      return;
    case Use::color:
      for (std::size_t i = 0; i < elements.values.size(); ++i) {
        if (elements.values[i] >= 0.0f && elements.values[i] <= 1.0f) continue;
        return add_finding(context_, where,
                           "element " + std::to_string(i / elements.components) + " has " +
                               std::to_string(elements.values[i]) + ", expected 0 to 1",
                           "ACCESSOR_NON_CLAMPED");
      }
      return;
    case Use::rotation:
      return check_length(elements, 4, kUnitQuaternionTolerance, where,
                          "ACCESSOR_ANIMATION_SAMPLER_OUTPUT_NON_NORMALIZED_QUATERNION");
  }
}

void AccessorReport::check_length(const Elements& elements, std::size_t components, float tolerance,
                                  const std::string& where, std::string_view rule) {
  for (std::size_t e = 0; e < elements.count() && elements.components >= components; ++e) {
    const float length = length_of(elements[e].first(components));
    if (std::abs(length - 1.0f) <= tolerance) continue;
    return add_finding(
        context_, where,
        "element " + std::to_string(e) + " has length " + std::to_string(length) + ", expected 1",
        rule);
  }
}

}  // namespace

void report_accessors(const ImportContext& context) { AccessorReport(context).run(); }

}  // namespace morph::gltf::detail
