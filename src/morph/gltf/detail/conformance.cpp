// SPDX-License-Identifier: MIT
#include "morph/gltf/detail/conformance.h"

#include <algorithm>
#include <cmath>
#include <glm/gtc/matrix_access.hpp>
#include <glm/gtc/type_ptr.hpp>
#include <glm/matrix.hpp>
#include <set>
#include <string>
#include <vector>

#include "morph/gltf/detail/conformance_parts.h"
#include "morph/gltf/detail/extensions.h"

namespace morph::gltf::detail {
namespace {

template <class Element>
void report_repeated(const ImportContext& context, const std::vector<Element>& list,
                     const std::string& where) {
  std::set<Element> seen;
  for (std::size_t i = 0; i < list.size(); ++i) {
    if (seen.insert(list[i]).second) continue;
    add_finding(context, pointer(where, "/", i), pointer(list[i], " is listed twice"),
                "DUPLICATE_ELEMENTS");
  }
}

/// A matrix is a translation, a rotation and a scale, so that its columns are orthogonal.
bool is_decomposable(const glm::dmat4& matrix) {
  constexpr double kTolerance = 5e-5;  // gltf-validator's
  glm::dmat3 axes(matrix);
  if (glm::determinant(axes) == 0.0 || glm::row(matrix, 3) != glm::dvec4(0, 0, 0, 1)) return false;
  for (int c = 0; c < 3; ++c) axes[c] = glm::normalize(axes[c]);
  return std::abs(glm::dot(axes[0], axes[1])) <= kTolerance &&
         std::abs(glm::dot(axes[1], axes[2])) <= kTolerance &&
         std::abs(glm::dot(axes[2], axes[0])) <= kTolerance;
}

void report_transforms(const ImportContext& context) {
  const tinygltf::Model& model = context.model();
  for (std::size_t n = 0; n < model.nodes.size(); ++n) {
    const tinygltf::Node& node = model.nodes[n];
    const std::string where = pointer("/nodes/", n);
    for (std::size_t c = 0; c < node.rotation.size(); ++c) {
      if (std::abs(node.rotation[c]) <= 1.0) continue;
      add_finding(context, pointer(where, "/rotation/", c),
                  readable_number(node.rotation[c]) + ", expected -1 to 1", "VALUE_NOT_IN_RANGE");
    }
    if (node.matrix.size() != 16) continue;
    if (is_decomposable(glm::make_mat4(node.matrix.data()))) continue;
    add_finding(context, where + "/matrix", "is not a translation, a rotation and a scale",
                "NODE_MATRIX_NON_TRS");
  }
}

void report_node_lists(const ImportContext& context) {
  const tinygltf::Model& model = context.model();
  std::set<int> children;
  for (const tinygltf::Node& node : model.nodes) {
    children.insert(node.children.begin(), node.children.end());
  }
  for (std::size_t s = 0; s < model.scenes.size(); ++s) {
    const std::vector<int>& roots = model.scenes[s].nodes;
    report_repeated(context, roots, pointer("/scenes/", s, "/nodes"));
    for (std::size_t i = 0; i < roots.size(); ++i) {
      if (!children.contains(roots[i])) continue;
      add_finding(context, pointer("/scenes/", s, "/nodes/", i),
                  "node " + std::to_string(roots[i]) + " is a child of another node",
                  "SCENE_NON_ROOT_NODE");
    }
  }
  for (std::size_t s = 0; s < model.skins.size(); ++s) {
    report_repeated(context, model.skins[s].joints, pointer("/skins/", s, "/joints"));
  }
}

/// What nobody plays is not read, but belongs to a whole all the same.
void report_animations(const ImportContext& context) {
  const tinygltf::Model& model = context.model();
  const auto need = [&](bool there, std::string where) {
    if (!there) add_finding(context, std::move(where), "is missing", "UNDEFINED_PROPERTY");
  };
  const auto check_accessor = [&](int accessor, const std::string& where) {
    if (static_cast<std::size_t>(accessor) < context.document.accessors.size()) return;
    context.warnings.add_once(
        unresolved(where, "accessor", accessor, context.document.accessors.size()));
  };
  for (std::size_t a = 0; a < model.animations.size(); ++a) {
    const tinygltf::Animation& animation = model.animations[a];
    const std::string where = pointer("/animations/", a);
    for (std::size_t c = 0; c < animation.channels.size(); ++c) {
      const std::string at = where + pointer("/channels/", c);
      need(animation.channels[c].sampler >= 0, at + "/sampler");
      need(!animation.channels[c].target_path.empty(), at + "/target/path");
    }
    for (std::size_t s = 0; s < animation.samplers.size(); ++s) {
      const std::string at = where + pointer("/samplers/", s);
      check_accessor(animation.samplers[s].input, at + "/input");
      check_accessor(animation.samplers[s].output, at + "/output");
    }
  }
}

void report_extensions(const ImportContext& context) {
  const tinygltf::Model& model = context.model();
  const auto report_undeclared = [&](const std::string& name, const std::string& where) {
    if (uses_extension(model, name)) return;
    add_finding(context, pointer(where, "/extensions/", name), "is not among extensionsUsed",
                "UNDECLARED_EXTENSION");
  };
  const auto visit_one = [&](const tinygltf::ExtensionMap& extensions, const std::string& where) {
    for (const auto& [name, content] : extensions) report_undeclared(name, where);
  };
  const auto visit = [&](const auto& objects, const std::string& array) {
    for (std::size_t i = 0; i < objects.size(); ++i)
      visit_one(objects[i].extensions, pointer(array, i));
  };
  visit(model.materials, "/materials/");
  for (std::size_t m = 0; m < model.materials.size(); ++m) {
    const tinygltf::Material& material = model.materials[m];
    const std::string where = pointer("/materials/", m);
    visit_one(material.pbrMetallicRoughness.baseColorTexture.extensions,
              where + "/pbrMetallicRoughness/baseColorTexture");
    visit_one(material.pbrMetallicRoughness.metallicRoughnessTexture.extensions,
              where + "/pbrMetallicRoughness/metallicRoughnessTexture");
    visit_one(material.normalTexture.extensions, where + "/normalTexture");
    visit_one(material.occlusionTexture.extensions, where + "/occlusionTexture");
    visit_one(material.emissiveTexture.extensions, where + "/emissiveTexture");
  }
  for (std::size_t a = 0; a < model.animations.size(); ++a) {
    const auto& channels = model.animations[a].channels;
    for (std::size_t c = 0; c < channels.size(); ++c) {
      visit_one(channels[c].target_extensions,
                pointer("/animations/", a, "/channels/", c, "/target"));
    }
  }
  visit(model.textures, "/textures/");
  visit(model.nodes, "/nodes/");
  for (const ViewExtension& extension : context.document.view_extensions) {
    report_undeclared(extension.name, pointer("/bufferViews/", extension.view));
  }
  for (std::size_t m = 0; m < model.meshes.size(); ++m) {
    visit(model.meshes[m].primitives, pointer("/meshes/", m, "/primitives/"));
  }
  report_repeated(context, model.extensionsUsed, "/extensionsUsed");
  report_repeated(context, model.extensionsRequired, "/extensionsRequired");
  for (std::size_t i = 0; i < model.extensionsRequired.size(); ++i) {
    const std::vector<std::string>& used = model.extensionsUsed;
    if (std::ranges::find(used, model.extensionsRequired[i]) != used.end()) continue;
    add_finding(context, pointer("/extensionsRequired/", i), "is not among extensionsUsed",
                "UNUSED_EXTENSION_REQUIRED");
  }
  constexpr const char* kQuantization = "KHR_mesh_quantization";
  const auto& required = model.extensionsRequired;
  if (uses_extension(model, kQuantization) &&
      std::ranges::find(required, kQuantization) == required.end()) {
    add_finding(context, "/extensionsUsed",
                "has KHR_mesh_quantization, which extensionsRequired must have as well",
                "NON_REQUIRED_EXTENSION");
  }
}

}  // namespace

void report_conformance(const ImportContext& context) {
  context.watch.enter(ImportPhase::checking, context.document.accessors.size());
  report_accessors(context);
  report_buffer_views(context);
  report_attributes(context);
  report_images(context);
  report_skins(context);
  report_transforms(context);
  report_node_lists(context);
  report_animations(context);
  report_extensions(context);
  for (const std::string& where : context.document.empty_entities) {
    add_finding(context, where, "is empty", "EMPTY_ENTITY");
  }
}

}  // namespace morph::gltf::detail
