// SPDX-License-Identifier: MIT
#pragma once

#include <draco/mesh/mesh.h>

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "support/gltf_builder.h"

namespace morph::test {

// Compressed data for tests, made by the encoders of the libraries that decode it.

// ---- EXT_meshopt_compression ----

enum class Encoding { attributes, triangles, indices };

/// Encodes elements of `stride` bytes; indices have 2 or 4.
std::vector<std::byte> encode_meshopt(std::span<const std::byte> elements, std::size_t stride,
                                      Encoding encoding);

/// Makes a view of a builder a compressed one, of elements as they lie in it: the stream goes to
/// the end of buffer 0, and the view's own buffer becomes a fallback of no data. To be called last,
/// once for each view. Returns the extension's object.
nlohmann::json& compress_view(GltfBuilder& builder, std::size_t view, std::size_t stride,
                              Encoding encoding, const std::string& filter = "NONE",
                              const std::string& extension = "EXT_meshopt_compression");

// ---- KHR_draco_mesh_compression ----

/// A mesh of V points to which attributes are added in the points' order.
class DracoBuilder {
 public:
  DracoBuilder(std::uint32_t points, const std::vector<std::uint32_t>& indices);

  /// Returns the attribute's unique id, which is its number plus 10.
  template <class T>
  std::uint32_t add(draco::GeometryAttribute::Type semantic, int components,
                    const std::vector<T>& values, bool normalized = false) {
    return add(semantic, draco_type<T>(), components, values.data(), sizeof(T), normalized);
  }

  enum class Method { sequential, edgebreaker };
  /// `bits` > 0 quantizes positions.
  [[nodiscard]] std::vector<std::byte> encode(Method method, int bits = 0) const;
  [[nodiscard]] std::vector<std::byte> encode_points() const;  ///< as a point cloud

 private:
  template <class T>
  static draco::DataType draco_type();
  std::uint32_t add(draco::GeometryAttribute::Type semantic, draco::DataType type, int components,
                    const void* values, std::size_t component_bytes, bool normalized);

  draco::Mesh mesh_;
};

template <>
inline draco::DataType DracoBuilder::draco_type<float>() {
  return draco::DT_FLOAT32;
}
template <>
inline draco::DataType DracoBuilder::draco_type<std::uint8_t>() {
  return draco::DT_UINT8;
}
template <>
inline draco::DataType DracoBuilder::draco_type<std::int8_t>() {
  return draco::DT_INT8;
}
template <>
inline draco::DataType DracoBuilder::draco_type<std::uint16_t>() {
  return draco::DT_UINT16;
}
template <>
inline draco::DataType DracoBuilder::draco_type<std::uint32_t>() {
  return draco::DT_UINT32;
}

// ---- EXT_texture_webp ----

/// Without loss, from RGBA.
std::vector<std::byte> encode_webp(int width, int height, const std::vector<std::uint8_t>& rgba);

}  // namespace morph::test
