// SPDX-License-Identifier: MIT
#include <map>

#include "morph/gltf/detail/conformance_parts.h"

namespace morph::gltf::detail {
namespace {

template <class Visit>  // visit(accessor, where), the accessor perhaps one that does not exist
void for_each_vertex_accessor(const tinygltf::Model& model, Visit&& visit) {
  const auto visit_all = [&](const std::map<std::string, int>& attributes,
                             const std::string& where) {
    for (const auto& [name, accessor] : attributes) visit(accessor, where + "/" + name);
  };
  for (std::size_t m = 0; m < model.meshes.size(); ++m) {
    const auto& primitives = model.meshes[m].primitives;
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
void report_shared_views(const ImportContext& context) {
  const Document& document = context.document;
  std::map<int, int> first_user;  // by view
  for_each_vertex_accessor(context.model(), [&](int accessor, const std::string& where) {
    if (static_cast<std::size_t>(accessor) >= document.accessors.size()) return;
    const int view = document.accessors[static_cast<std::size_t>(accessor)].view;
    if (view < 0 || document.views[static_cast<std::size_t>(view)].byte_stride != 0) return;
    if (first_user.emplace(view, accessor).first->second == accessor) return;
    add_finding(
        context, where,
        "shares buffer view " + std::to_string(view) + " with another, which needs a byteStride",
        "MESH_PRIMITIVE_ACCESSOR_WITHOUT_BYTESTRIDE");
  });
}

void report_empty(const ImportContext& context) {
  const auto check = [&](std::uint64_t length, const std::string& where) {
    if (length > 0) return;
    add_finding(context, where + "/byteLength", "0, expected at least 1", "VALUE_NOT_IN_RANGE");
  };
  for (std::size_t b = 0; b < context.document.buffers.size(); ++b) {
    check(context.document.buffers[b].byte_length, pointer("/buffers/", b));
  }
  for (std::size_t v = 0; v < context.document.views.size(); ++v) {
    check(context.document.views[v].byte_length, pointer("/bufferViews/", v));
  }
}

/// A buffer view serves one of these purposes, never two of them.
constexpr std::string_view kVertices = "vertices";
constexpr std::string_view kIndices = "indices";
constexpr std::string_view kMatrices = "inverse bind matrices";
constexpr std::string_view kImage = "an image";
constexpr std::string_view kOther = "key frames or sparse data";

class ViewUses {
 public:
  explicit ViewUses(const ImportContext& context)
      : context_(context), document_(context.document), model_(context.model()) {}

  void run();

 private:
  void use_accessor(int accessor, std::string_view purpose, const std::string& where);
  void use(int view, std::string_view purpose, const std::string& where);
  void use_without_stride(int view, std::string_view purpose, const std::string& where,
                          std::string_view rule);
  void run_targets();
  void run_sparse();
  void run_skins();
  void run_animations();

  const ImportContext& context_;
  const Document& document_;
  const tinygltf::Model& model_;
  std::map<int, std::string_view> purposes_;  // by view
};

void ViewUses::run() {
  run_targets();
  run_sparse();
  for (std::size_t i = 0; i < context_.document.images.size(); ++i) {
    use_without_stride(context_.document.images[i].buffer_view, kImage,
                       pointer("/images/", i, "/bufferView"), "IMAGE_BUFFER_VIEW_WITH_BYTESTRIDE");
  }
  for_each_vertex_accessor(model_, [&](int accessor, const std::string& where) {
    use_accessor(accessor, kVertices, where);
  });
  for (std::size_t m = 0; m < model_.meshes.size(); ++m) {
    const auto& primitives = model_.meshes[m].primitives;
    for (std::size_t p = 0; p < primitives.size(); ++p) {
      use_accessor(primitives[p].indices, kIndices,
                   pointer("/meshes/", m, "/primitives/", p, "/indices"));
    }
  }
  run_skins();
  run_animations();
}

void ViewUses::use_accessor(int accessor, std::string_view purpose, const std::string& where) {
  if (static_cast<std::size_t>(accessor) >= document_.accessors.size()) return;
  use(document_.accessors[static_cast<std::size_t>(accessor)].view, purpose, where);
}

void ViewUses::use(int view, std::string_view purpose, const std::string& where) {
  if (view < 0) return;
  const std::string_view first = purposes_.emplace(view, purpose).first->second;
  if (first == purpose) return;
  add_finding(context_, where,
              "uses buffer view " + std::to_string(view) + " for " + std::string(purpose) +
                  ", which holds " + std::string(first),
              "BUFFER_VIEW_TARGET_OVERRIDE");
}

void ViewUses::use_without_stride(int view, std::string_view purpose, const std::string& where,
                                  std::string_view rule) {
  if (static_cast<std::size_t>(view) >= document_.views.size()) return;
  if (document_.views[static_cast<std::size_t>(view)].byte_stride != 0) {
    add_finding(context_, where,
                "buffer view " + std::to_string(view) + " has a byteStride, which only vertices do",
                rule);
  }
  use(view, purpose, where);
}

void ViewUses::run_targets() {
  for (std::size_t v = 0; v < document_.views.size(); ++v) {
    const int target = document_.views[v].target;
    const int view = static_cast<int>(v);
    if (target == TINYGLTF_TARGET_ARRAY_BUFFER) purposes_[view] = kVertices;
    if (target == TINYGLTF_TARGET_ELEMENT_ARRAY_BUFFER) purposes_[view] = kIndices;
  }
  // Who else uses a view of vertices is at fault, even if its target is not given.
  for_each_vertex_accessor(model_, [&](int accessor, const std::string&) {
    if (static_cast<std::size_t>(accessor) >= document_.accessors.size()) return;
    const int view = document_.accessors[static_cast<std::size_t>(accessor)].view;
    if (view >= 0) purposes_.emplace(view, kVertices);
  });
}

void ViewUses::run_sparse() {
  for (std::size_t a = 0; a < document_.accessors.size(); ++a) {
    const auto& sparse = document_.accessors[a].sparse;
    if (!sparse) continue;
    const std::string where = pointer("/accessors/", a, "/sparse/");
    constexpr std::string_view kRule = "BUFFER_VIEW_INVALID_BYTE_STRIDE";
    use_without_stride(sparse->indices.view, kOther, where + "indices/bufferView", kRule);
    use_without_stride(sparse->values.view, kOther, where + "values/bufferView", kRule);
  }
}

void ViewUses::run_skins() {
  for (std::size_t s = 0; s < model_.skins.size(); ++s) {
    use_accessor(model_.skins[s].inverseBindMatrices, kMatrices,
                 pointer("/skins/", s, "/inverseBindMatrices"));
  }
}

void ViewUses::run_animations() {
  for (std::size_t a = 0; a < model_.animations.size(); ++a) {
    const auto& samplers = model_.animations[a].samplers;
    for (std::size_t s = 0; s < samplers.size(); ++s) {
      const std::string where = pointer("/animations/", a, "/samplers/", s);
      use_accessor(samplers[s].input, kOther, where + "/input");
      use_accessor(samplers[s].output, kOther, where + "/output");
    }
  }
}

}  // namespace

void report_buffer_views(const ImportContext& context) {
  report_shared_views(context);
  report_empty(context);
  ViewUses(context).run();
}

}  // namespace morph::gltf::detail
