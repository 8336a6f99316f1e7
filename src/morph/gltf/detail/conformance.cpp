// SPDX-License-Identifier: MIT
#include "morph/gltf/detail/conformance.h"

#include <algorithm>
#include <cmath>
#include <map>
#include <set>

#include "morph/gltf/detail/accessor.h"
#include "morph/gltf/detail/extensions.h"

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

/// Whether decoding a view loses precision, so that bounds need not be exact (item 54).
bool is_filtered(const Document& document, int view) {
  if (view < 0) return false;
  const CompressedView* const compressed = document.compressed_view(view);
  return compressed != nullptr && compressed->layout.filter != MeshoptFilter::none;
}

class Conformance {
 public:
  explicit Conformance(const ImportContext& context) : context_(context), model_(context.model()) {}

  void run() {
    collect_uses();
    for (int a = 0; a < static_cast<int>(model_.accessors.size()); ++a) check_accessor(a);
    check_strides();
    check_view_uses();
    check_node_lists();
    check_extensions();
    for (const std::string& where : context_.document.empty_entities) {
      add(where, "is empty", "EMPTY_ENTITY");
    }
  }

 private:
  void collect_uses();
  void check_accessor(int accessor);
  void check_bound(const std::vector<double>& declared, const Elements& elements, bool least,
                   const std::string& where);
  void check_use(Use use, const Elements& elements, const std::string& where);
  void check_length(const Elements& elements, std::size_t components, float tolerance,
                    const std::string& where, std::string_view rule);
  template <class Visit>  // visit(accessor, where), the accessor perhaps one that does not exist
  void for_each_vertex_accessor(Visit&& visit) const;
  void check_strides();
  void check_view_uses();
  void check_node_lists();
  void check_unique(std::span<const int> nodes, const std::string& where);
  void check_extensions();
  void check_extensions(const tinygltf::ExtensionMap& extensions, const std::string& where);

  void add(std::string where, std::string message, std::string_view rule) {
    context_.warnings.add_once(
        {ErrorCode::invalid_value, std::move(where), std::move(message), rule});
  }

  const ImportContext& context_;
  const tinygltf::Model& model_;
  std::map<int, Use> uses_;  // by accessor
  std::vector<float> memory_;
};

void Conformance::collect_uses() {
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

void Conformance::check_accessor(int accessor) {
  const tinygltf::Accessor& source = model_.accessors[static_cast<std::size_t>(accessor)];
  const AccessorShape shape = shape_of(model_, accessor);
  const std::string where = pointer("/accessors/", accessor);
  const std::uint64_t floats = shape.count * shape.components();
  for (const auto& [bound, name] :
       {std::pair(&source.minValues, "/min"), {&source.maxValues, "/max"}}) {
    if (bound->empty() || bound->size() == shape.components()) continue;
    add(where + name,
        "has " + std::to_string(bound->size()) + " numbers, expected " +
            std::to_string(shape.components()),
        "ARRAY_LENGTH_NOT_IN_LIST");
  }
  const bool has_data = source.bufferView >= 0 || source.sparse.isSparse;
  if (!has_data || floats == 0 || floats * sizeof(float) > context_.budget.decoded.left()) return;
  memory_.resize(static_cast<std::size_t>(floats));
  const Elements elements{memory_, shape.components()};
  if (auto read = read_stored(context_, accessor, memory_); !read) {
    return add(read.error().where, read.error().message, read.error().rule);
  }
  if (!is_filtered(context_.document, source.bufferView)) {
    check_bound(source.minValues, elements, true, where + "/min");
    check_bound(source.maxValues, elements, false, where + "/max");
  }
  const auto use = uses_.find(accessor);
  if (use == uses_.end()) return;
  if (shape.normalized && !read_floats(context_, accessor, memory_)) return;
  check_use(use->second, elements, where);
}

void Conformance::check_bound(const std::vector<double>& declared, const Elements& elements,
                              bool least, const std::string& where) {
  if (declared.size() != elements.components) return;
  for (std::size_t c = 0; c < elements.components; ++c) {
    float actual = elements[0][c];
    for (std::size_t e = 1; e < elements.count(); ++e) {
      actual = least ? std::min(actual, elements[e][c]) : std::max(actual, elements[e][c]);
    }
    if (static_cast<float>(declared[c]) == actual) continue;
    return add(pointer(where, "/", c),
               std::to_string(declared[c]) + ", but the " + (least ? "least" : "largest") +
                   " value is " + std::to_string(actual),
               least ? "ACCESSOR_MIN_MISMATCH" : "ACCESSOR_MAX_MISMATCH");
  }
}

void Conformance::check_use(Use use, const Elements& elements, const std::string& where) {
  switch (use) {
    case Use::normal:
      return check_length(elements, 3, kUnitVectorTolerance, where, "ACCESSOR_VECTOR3_NON_UNIT");
    case Use::tangent:
      check_length(elements, 3, kUnitVectorTolerance, where, "ACCESSOR_VECTOR3_NON_UNIT");
      for (std::size_t e = 0; e < elements.count() && elements.components == 4; ++e) {
        if (std::abs(elements[e][3]) == 1.0f) continue;
        return add(where,
                   "element " + std::to_string(e) + " has w = " + std::to_string(elements[e][3]) +
                       ", expected 1 or -1",
                   "ACCESSOR_INVALID_SIGN");
      }
      return;
    case Use::color:
      for (std::size_t i = 0; i < elements.values.size(); ++i) {
        if (elements.values[i] >= 0.0f && elements.values[i] <= 1.0f) continue;
        return add(where,
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

void Conformance::check_length(const Elements& elements, std::size_t components, float tolerance,
                               const std::string& where, std::string_view rule) {
  for (std::size_t e = 0; e < elements.count() && elements.components >= components; ++e) {
    const float length = length_of(elements[e].first(components));
    if (std::abs(length - 1.0f) <= tolerance) continue;
    return add(
        where,
        "element " + std::to_string(e) + " has length " + std::to_string(length) + ", expected 1",
        rule);
  }
}

template <class Visit>
void Conformance::for_each_vertex_accessor(Visit&& visit) const {
  const auto visit_all = [&](const std::map<std::string, int>& attributes, std::string where) {
    for (const auto& [name, accessor] : attributes) visit(accessor, where + "/" + name);
  };
  for (std::size_t m = 0; m < model_.meshes.size(); ++m) {
    const auto& primitives = model_.meshes[m].primitives;
    for (std::size_t p = 0; p < primitives.size(); ++p) {
      const std::string where = pointer("/meshes/", m, "/primitives/", p);
      visit_all(primitives[p].attributes, where + "/attributes");
      for (std::size_t t = 0; t < primitives[p].targets.size(); ++t) {
        visit_all(primitives[p].targets[t], where + pointer("/targets/", t));
      }
    }
  }
}

/// Item 30: vertex accessors that share a view say how far apart their elements are.
void Conformance::check_strides() {
  std::map<int, int> first_user;  // by view
  for_each_vertex_accessor([&](int accessor, const std::string& where) {
    if (static_cast<std::size_t>(accessor) >= model_.accessors.size()) return;
    const int view = model_.accessors[static_cast<std::size_t>(accessor)].bufferView;
    if (view < 0 || model_.bufferViews[static_cast<std::size_t>(view)].byteStride != 0) return;
    if (first_user.emplace(view, accessor).first->second == accessor) return;
    add(where,
        "shares buffer view " + std::to_string(view) + " with another, which needs a byteStride",
        "MESH_PRIMITIVE_ACCESSOR_WITHOUT_BYTESTRIDE");
  });
}

/// A buffer view holds vertices, or indices, or something else, never two of them.
void Conformance::check_view_uses() {
  std::map<int, std::string_view> uses;  // by view
  constexpr std::string_view kVertices = "vertices";
  constexpr std::string_view kIndices = "indices";
  for (std::size_t v = 0; v < model_.bufferViews.size(); ++v) {
    const int target = model_.bufferViews[v].target;
    if (target == TINYGLTF_TARGET_ARRAY_BUFFER) uses[static_cast<int>(v)] = kVertices;
    if (target == TINYGLTF_TARGET_ELEMENT_ARRAY_BUFFER) uses[static_cast<int>(v)] = kIndices;
  }
  const auto use = [&](int accessor, std::string_view as, const std::string& where) {
    if (static_cast<std::size_t>(accessor) >= model_.accessors.size()) return;
    const int view = model_.accessors[static_cast<std::size_t>(accessor)].bufferView;
    if (view < 0) return;
    const std::string_view first = uses.emplace(view, as).first->second;
    if (first == as) return;
    add(where,
        "uses buffer view " + std::to_string(view) + " for " + std::string(as) + ", which holds " +
            std::string(first),
        "BUFFER_VIEW_TARGET_OVERRIDE");
  };
  for_each_vertex_accessor(
      [&](int accessor, const std::string& where) { use(accessor, kVertices, where); });
  for (std::size_t m = 0; m < model_.meshes.size(); ++m) {
    const auto& primitives = model_.meshes[m].primitives;
    for (std::size_t p = 0; p < primitives.size(); ++p) {
      use(primitives[p].indices, kIndices, pointer("/meshes/", m, "/primitives/", p, "/indices"));
    }
  }
  for (std::size_t s = 0; s < model_.skins.size(); ++s) {
    use(model_.skins[s].inverseBindMatrices, "inverse bind matrices",
        pointer("/skins/", s, "/inverseBindMatrices"));
  }
  for (std::size_t a = 0; a < model_.animations.size(); ++a) {
    const auto& samplers = model_.animations[a].samplers;
    for (std::size_t s = 0; s < samplers.size(); ++s) {
      const std::string where = pointer("/animations/", a, "/samplers/", s);
      use(samplers[s].input, "key frames", where + "/input");
      use(samplers[s].output, "key frames", where + "/output");
    }
  }
}

void Conformance::check_unique(std::span<const int> nodes, const std::string& where) {
  std::set<int> seen;
  for (std::size_t i = 0; i < nodes.size(); ++i) {
    if (seen.insert(nodes[i]).second) continue;
    add(pointer(where, "/", i), "node " + std::to_string(nodes[i]) + " is listed twice",
        "DUPLICATE_ELEMENTS");
  }
}

void Conformance::check_node_lists() {
  std::set<int> children;
  for (const tinygltf::Node& node : model_.nodes) {
    children.insert(node.children.begin(), node.children.end());
  }
  for (std::size_t s = 0; s < model_.scenes.size(); ++s) {
    const std::vector<int>& roots = model_.scenes[s].nodes;
    check_unique(roots, pointer("/scenes/", s, "/nodes"));
    for (std::size_t i = 0; i < roots.size(); ++i) {
      if (!children.contains(roots[i])) continue;
      add(pointer("/scenes/", s, "/nodes/", i),
          "node " + std::to_string(roots[i]) + " is a child of another node",
          "SCENE_NON_ROOT_NODE");
    }
  }
  for (std::size_t s = 0; s < model_.skins.size(); ++s) {
    check_unique(model_.skins[s].joints, pointer("/skins/", s, "/joints"));
  }
}

void Conformance::check_extensions() {
  const auto visit = [&](const auto& objects, std::string_view array) {
    for (std::size_t i = 0; i < objects.size(); ++i) {
      check_extensions(objects[i].extensions, pointer(array, i));
    }
  };
  visit(model_.materials, "/materials/");
  visit(model_.textures, "/textures/");
  visit(model_.nodes, "/nodes/");
  visit(model_.bufferViews, "/bufferViews/");
  for (std::size_t m = 0; m < model_.meshes.size(); ++m) {
    visit(model_.meshes[m].primitives, pointer("/meshes/", m, "/primitives/"));
  }
  for (std::size_t i = 0; i < model_.extensionsRequired.size(); ++i) {
    const std::vector<std::string>& used = model_.extensionsUsed;
    if (std::ranges::find(used, model_.extensionsRequired[i]) != used.end()) continue;
    add(pointer("/extensionsRequired/", i), "is not among extensionsUsed",
        "UNUSED_EXTENSION_REQUIRED");
  }
}

void Conformance::check_extensions(const tinygltf::ExtensionMap& extensions,
                                   const std::string& where) {
  for (const auto& [name, content] : extensions) {
    if (uses_extension(model_, name)) continue;
    add(where + "/extensions/" + name, "is not among extensionsUsed", "UNDECLARED_EXTENSION");
  }
}

}  // namespace

void report_conformance(const ImportContext& context) { Conformance(context).run(); }

}  // namespace morph::gltf::detail
