// SPDX-License-Identifier: MIT
#include "support/compressed_data.h"

#include <draco/compression/expert_encode.h>
#include <meshoptimizer.h>
#include <webp/encode.h>

#include <cstring>
#include <stdexcept>

namespace morph::test {
namespace {

std::vector<std::uint32_t> widened(std::span<const std::byte> elements, std::size_t stride) {
  std::vector<std::uint32_t> out(elements.size() / stride, 0);
  for (std::size_t i = 0; i < out.size(); ++i) {
    std::memcpy(&out[i], elements.data() + i * stride, stride);
  }
  return out;
}

std::vector<std::byte> to_bytes(const draco::EncoderBuffer& buffer) {
  const auto* const data = reinterpret_cast<const std::byte*>(buffer.data());
  return {data, data + buffer.size()};
}

}  // namespace

std::vector<std::byte> encode_meshopt(std::span<const std::byte> elements, std::size_t stride,
                                      Encoding encoding) {
  const std::size_t count = elements.size() / stride;
  std::vector<std::byte> out(2 * elements.size() + 4096);  // more than any bound of the encoders
  auto* const data = reinterpret_cast<unsigned char*>(out.data());
  meshopt_encodeIndexVersion(1);
  std::size_t size = 0;
  if (encoding == Encoding::attributes) {
    size = meshopt_encodeVertexBuffer(data, out.size(), elements.data(), count, stride);
  } else {
    const auto indices = widened(elements, stride);
    size = encoding == Encoding::triangles
               ? meshopt_encodeIndexBuffer(data, out.size(), indices.data(), count)
               : meshopt_encodeIndexSequence(data, out.size(), indices.data(), count);
  }
  out.resize(size);
  return out;
}

nlohmann::json& compress_view(GltfBuilder& builder, std::size_t index, std::size_t stride,
                              Encoding encoding, const std::string& filter,
                              const std::string& extension) {
  constexpr const char* kModes[] = {"ATTRIBUTES", "TRIANGLES", "INDICES"};
  const auto offset = builder.root["bufferViews"][index]["byteOffset"].get<std::size_t>();
  const auto length = builder.root["bufferViews"][index]["byteLength"].get<std::size_t>();
  const std::vector<std::byte> elements(
      builder.bin.begin() + static_cast<std::ptrdiff_t>(offset),
      builder.bin.begin() + static_cast<std::ptrdiff_t>(offset + length));
  const auto stream = encode_meshopt(elements, stride, encoding);
  auto& view = builder.root["bufferViews"][index];
  view["buffer"] = 1;
  view["extensions"][extension] = {{"buffer", 0},
                                   {"byteOffset", builder.bin.size()},
                                   {"byteLength", stream.size()},
                                   {"byteStride", stride},
                                   {"count", elements.size() / stride},
                                   {"mode", kModes[static_cast<int>(encoding)]}};
  if (filter != "NONE") view["extensions"][extension]["filter"] = filter;
  const std::size_t fallback = builder.bin.size();  // no view reaches further
  builder.bin.insert(builder.bin.end(), stream.begin(), stream.end());
  builder.root["buffers"] = {
      {{"byteLength", builder.bin.size()}},
      {{"byteLength", fallback}, {"extensions", {{extension, {{"fallback", true}}}}}}};
  builder.root["extensionsUsed"] = builder.root["extensionsRequired"] = {extension};
  return view["extensions"][extension];
}

DracoBuilder::DracoBuilder(std::uint32_t points, const std::vector<std::uint32_t>& indices) {
  mesh_.set_num_points(points);
  mesh_.SetNumFaces(indices.size() / 3);
  for (std::size_t f = 0; f < indices.size() / 3; ++f) {
    mesh_.SetFace(draco::FaceIndex(static_cast<std::uint32_t>(f)),
                  {draco::PointIndex(indices[3 * f]), draco::PointIndex(indices[3 * f + 1]),
                   draco::PointIndex(indices[3 * f + 2])});
  }
}

std::uint32_t DracoBuilder::add(draco::GeometryAttribute::Type semantic, draco::DataType type,
                                int components, const void* values, std::size_t component_bytes,
                                bool normalized) {
  const std::size_t bytes = component_bytes * static_cast<std::size_t>(components);
  draco::GeometryAttribute attribute;
  attribute.Init(semantic, nullptr, static_cast<std::uint8_t>(components), type, normalized,
                 static_cast<std::int64_t>(bytes), 0);
  const int number = mesh_.AddAttribute(attribute, true, mesh_.num_points());
  for (std::uint32_t v = 0; v < mesh_.num_points(); ++v) {
    mesh_.attribute(number)->SetAttributeValue(draco::AttributeValueIndex(v),
                                               static_cast<const std::byte*>(values) + v * bytes);
  }
  const auto id = static_cast<std::uint32_t>(number) + 10;
  mesh_.attribute(number)->set_unique_id(id);
  return id;
}

std::vector<std::byte> DracoBuilder::encode(Method method, int bits) const {
  draco::ExpertEncoder encoder(mesh_);
  encoder.SetEncodingMethod(method == Method::sequential ? draco::MESH_SEQUENTIAL_ENCODING
                                                         : draco::MESH_EDGEBREAKER_ENCODING);
  const int position = mesh_.GetNamedAttributeId(draco::GeometryAttribute::POSITION);
  if (bits > 0) encoder.SetAttributeQuantization(position, bits);
  draco::EncoderBuffer buffer;
  if (!encoder.EncodeToBuffer(&buffer).ok()) throw std::runtime_error("Draco does not encode this");
  return to_bytes(buffer);
}

std::vector<std::byte> DracoBuilder::encode_points() const {
  const draco::PointCloud& cloud = mesh_;
  draco::ExpertEncoder encoder(cloud);
  draco::EncoderBuffer buffer;
  if (!encoder.EncodeToBuffer(&buffer).ok()) throw std::runtime_error("Draco does not encode this");
  return to_bytes(buffer);
}

std::vector<std::byte> encode_webp(int width, int height, const std::vector<std::uint8_t>& rgba) {
  std::uint8_t* data = nullptr;
  const std::size_t size = WebPEncodeLosslessRGBA(rgba.data(), width, height, width * 4, &data);
  const auto* const begin = reinterpret_cast<const std::byte*>(data);
  std::vector<std::byte> out(begin, begin + size);
  WebPFree(data);
  return out;
}

}  // namespace morph::test
