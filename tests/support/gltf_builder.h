// SPDX-License-Identifier: MIT
#pragma once

#include <gtest/gtest.h>

#include <cstddef>
#include <cstdint>
#include <cstring>
#include <glm/vec3.hpp>
#include <nlohmann/json.hpp>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "morph/gltf/import.h"

namespace morph::test {

// Small glTF files with exactly the property under test: a JSON tree that a test may change at
// will, and the bytes that its buffer views lie in.

enum class Component : int { s8 = 5120, u8 = 5121, s16 = 5122, u16 = 5123, u32 = 5125, f32 = 5126 };

template <class T>
constexpr Component component_of();
template <>
constexpr Component component_of<std::int8_t>() {
  return Component::s8;
}
template <>
constexpr Component component_of<std::uint8_t>() {
  return Component::u8;
}
template <>
constexpr Component component_of<std::int16_t>() {
  return Component::s16;
}
template <>
constexpr Component component_of<std::uint16_t>() {
  return Component::u16;
}
template <>
constexpr Component component_of<std::uint32_t>() {
  return Component::u32;
}
template <>
constexpr Component component_of<float>() {
  return Component::f32;
}

class GltfBuilder {
 public:
  /// {"asset": {"version": "2.0"}}
  GltfBuilder();

  /// The triangle (0,0,0), (1,0,0), (0,1,0), indexed, shown by node 0 of scene 0; each target t
  /// moves every vertex by (0, 0, t + 1).
  static GltfBuilder triangle(int targets = 0);

  nlohmann::json root;
  std::vector<std::byte> bin;

  /// Shortcuts into the tree.
  nlohmann::json& primitive(std::size_t p = 0) { return root["meshes"][0]["primitives"][p]; }
  nlohmann::json& accessor(std::size_t a) { return root["accessors"][a]; }

  /// Appends bytes at a multiple of 4. Returns the buffer view's index.
  int add_view(std::span<const std::byte> bytes, int stride = 0);

  /// Appends numbers as they lie in memory.
  template <class T>
  int add_view(const std::vector<T>& values, int stride = 0) {
    return add_view(std::as_bytes(std::span(values)), stride);
  }

  /// An accessor over a view (none: −1). Returns its index.
  int add_accessor(int view, Component component, std::string_view type, std::size_t count,
                   bool normalized = false);

  /// A tightly packed view and its accessor, with min and max; `type` is "SCALAR", "VEC3" …
  template <class T>
  int add_values(std::string_view type, const std::vector<T>& values, bool normalized = false) {
    const std::size_t width = width_of(type);
    const int index =
        add_accessor(add_view(values), component_of<T>(), type, values.size() / width, normalized);
    auto& bounds = accessor(static_cast<std::size_t>(index));
    bounds["min"] = bounds["max"] =
        nlohmann::json(std::vector<T>(values.begin(), values.begin() + static_cast<int>(width)));
    return index;
  }

  /// Animation `a` (made if it is the next): a channel with a sampler of its own.
  void add_channel(std::size_t a, std::string_view path, int input, int output,
                   std::string_view interpolation = "LINEAR", int node = 0);

  [[nodiscard]] std::vector<std::byte> glb() const;
  [[nodiscard]] std::string gltf() const;  ///< with a data: URI

  /// Imports the GLB.
  [[nodiscard]] Result<gltf::Imported> import(const gltf::ImportOptions& options = {}) const;

  static std::size_t width_of(std::string_view type);

 private:
  [[nodiscard]] nlohmann::json with_buffer() const;
};

/// What an import must have given; fails the test otherwise.
gltf::Imported expect_imported(Result<gltf::Imported> result);

/// The error of an import that must have failed.
Error expect_refused(const Result<gltf::Imported>& result);

/// Whether there is a warning with this rule, at this place.
::testing::AssertionResult has_warning(const gltf::Imported& imported, std::string_view where,
                                       std::string_view rule);

/// A primitive of mesh 0.
const Primitive& primitive_of(const gltf::Imported& imported, std::size_t p = 0);

/// [V] deltas of positions, normals or tangents.
std::vector<glm::vec3> deltas_of(const Primitive& primitive, std::uint32_t target,
                                 MorphAttribute attribute = MorphAttribute::position);

/// The base64 of a data: URI.
std::string base64(std::span<const std::byte> bytes);

/// The bytes of a text.
std::span<const std::byte> bytes_of(std::string_view text);

}  // namespace morph::test
