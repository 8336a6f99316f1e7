// SPDX-License-Identifier: MIT
#include "morphview/info_facts.h"

#include <fmt/format.h>

namespace morphview {

using morph::Error;
using morph::ErrorCode;
using morph::Index;
using morph::Mesh;
using morph::MorphAttribute;
using morph::Primitive;
using morph::Scene;

MeshStatistics measure_meshes(const Scene& scene) {
  MeshStatistics statistics;
  for (const morph::Node& node : scene.nodes()) {
    if (node.mesh == morph::kNoIndex || statistics.contains(node.mesh)) continue;
    statistics[node.mesh] = measure_targets(scene.meshes()[node.mesh]);
  }
  return statistics;
}

std::uint64_t vertex_count(const Mesh& mesh) {
  std::uint64_t count = 0;
  for (const Primitive& primitive : mesh.primitives) count += primitive.vertex_count();
  return count;
}

DeltaBytes delta_bytes(const Scene& scene) {
  DeltaBytes bytes;
  for (const Mesh& mesh : scene.meshes()) {
    for (const Primitive& primitive : mesh.primitives) {
      const morph::MorphTargetData& data = primitive.morph_targets;
      bytes.stored += data.stored_bytes();
      for (std::size_t i = 0; i < morph::kMorphAttributeCount; ++i) {
        const auto attribute = static_cast<MorphAttribute>(i);
        const std::uint64_t of_target =
            std::uint64_t{data.vertex_count()} * morph::component_count(attribute) * sizeof(float);
        for (std::uint32_t t = 0; t < data.target_count() && data.has(attribute); ++t) {
          bytes.dense += of_target;
          if (data.has(t, attribute)) bytes.gpu += of_target;
        }
      }
    }
  }
  return bytes;
}

std::string attribute_name(MorphAttribute attribute) {
  switch (attribute) {
    case MorphAttribute::position:
      return "POSITION";
    case MorphAttribute::normal:
      return "NORMAL";
    case MorphAttribute::tangent:
      return "TANGENT";
    case MorphAttribute::color_0:
      return "COLOR_0";
    default:
      return fmt::format("TEXCOORD_{}", texcoord_set(attribute));
  }
}

std::string_view interpolation_name(morph::Interpolation interpolation) {
  switch (interpolation) {
    case morph::Interpolation::linear:
      return "LINEAR";
    case morph::Interpolation::step:
      return "STEP";
    default:
      return "CUBICSPLINE";
  }
}

std::string_view severity_name(morph::gltf::Severity severity) {
  using morph::gltf::Severity;
  switch (severity) {
    case Severity::error:
      return "error";
    case Severity::warning:
      return "warning";
    case Severity::info:
      return "info";
    case Severity::hint:
      break;
  }
  return "hint";
}

std::string_view issue_code(const Error& error) {
  if (!error.rule.empty()) return error.rule;
  switch (error.code) {
    case ErrorCode::io:
      return "IO_ERROR";
    case ErrorCode::syntax:
      return "INVALID_SYNTAX";
    case ErrorCode::unsupported:
      return "UNSUPPORTED";
    case ErrorCode::forbidden:
      return "FORBIDDEN_URI";
    case ErrorCode::out_of_range:
      return "OUT_OF_RANGE";
    case ErrorCode::count_mismatch:
      return "COUNT_MISMATCH";
    case ErrorCode::limit_exceeded:
      return "LIMIT_EXCEEDED";
    case ErrorCode::not_found:
      return "NOT_FOUND";
    case ErrorCode::cancelled:
      return "CANCELLED";
    case ErrorCode::out_of_memory:
      return "OUT_OF_MEMORY";
    default:
      return "INVALID_VALUE";
  }
}

}  // namespace morphview
