// SPDX-License-Identifier: MIT
#include <draco/compression/config/decoder_options.h>
#include <draco/compression/mesh/mesh_edgebreaker_decoder.h>
#include <draco/compression/mesh/mesh_sequential_decoder.h>
#include <draco/core/decoder_buffer.h>
#include <draco/core/varint_decoding.h>
#include <draco/mesh/mesh.h>

#include <algorithm>
#include <cassert>
#include <optional>
#include <string>

#include "morph/gltf/detail/codecs.h"
#include "morph/gltf/detail/findings.h"

namespace morph::gltf::detail {
namespace {

// ---- Memory -------------------------------------------------------------------------------------
// Draco allocates what its stream asks for. The two decoders are therefore stopped before their two
// large allocations, for the connectivity and for the attributes. The numbers are a little above
// what grids of a million triangles needed: 50 bytes a face, 26 for each further layer, 12 a
// component.

constexpr std::uint64_t kBytesPerFace = 64;
constexpr std::uint64_t kBytesPerVertex = 32;
constexpr std::uint64_t kBytesPerFaceOfLayer = 48;
constexpr std::uint64_t kBytesPerVertexOfLayer = 16;
constexpr std::uint64_t kBytesPerComponent = 16;

/// What the beginning of the connectivity says about its size.
struct Connectivity {
  std::uint64_t faces = 0;
  std::uint64_t vertices = 0;
  std::uint64_t layers = 0;  ///< of attributes with seams of their own

  [[nodiscard]] std::uint64_t bytes() const {
    return faces * (kBytesPerFace + layers * kBytesPerFaceOfLayer) +
           vertices * (kBytesPerVertex + layers * kBytesPerVertexOfLayer);
  }
};

class PeekingReader {
 public:
  explicit PeekingReader(const draco::DecoderBuffer& buffer) : buffer_(buffer) {}

  /// A number of which streams before `since` have the four bytes.
  std::uint64_t number(std::uint16_t since) {
    std::uint32_t value = 0;
    sound_ &= buffer_.bitstream_version() < since ? buffer_.Decode(&value)
                                                  : draco::DecodeVarint(&value, &buffer_);
    return value;
  }
  std::uint64_t byte() {
    std::uint8_t value = 0;
    sound_ &= buffer_.Decode(&value);
    return value;
  }
  [[nodiscard]] std::uint16_t version() const { return buffer_.bitstream_version(); }
  [[nodiscard]] bool sound() const { return sound_; }

 private:
  draco::DecoderBuffer buffer_;  // a position of its own in the same bytes
  bool sound_ = true;
};

constexpr std::uint16_t version(unsigned major, unsigned minor) {
  return static_cast<std::uint16_t>(major << 8 | minor);
}

Connectivity peek(const draco::MeshSequentialDecoder*, PeekingReader& reader) {
  Connectivity out;
  out.faces = reader.number(version(2, 2));
  out.vertices = reader.number(version(2, 2));
  return out;
}

Connectivity peek(const draco::MeshEdgebreakerDecoder*, PeekingReader& reader) {
  Connectivity out;
  if (reader.version() < version(2, 2)) out.vertices += reader.number(version(2, 0));
  out.vertices += reader.number(version(2, 0));
  out.faces = reader.number(version(2, 0));
  out.layers = reader.byte();
  reader.number(version(2, 0));                  // symbols, at most one a face
  out.vertices += reader.number(version(2, 0));  // splits, a vertex each
  return out;
}

/// One of Draco's decoders, with a limit.
template <class Decoder>
class LimitedDecoder : public Decoder {
 public:
  LimitedDecoder(std::uint64_t vertices, std::uint64_t memory)
      : vertices_(vertices), memory_(memory) {}

  /// Why it stopped, if that was not Draco's decision.
  [[nodiscard]] const std::optional<Error>& stopped() const { return stopped_; }

 protected:
  bool DecodeConnectivity() override {
    PeekingReader reader(*this->buffer());
    const Connectivity found = peek(this, reader);
    if (!reader.sound()) return false;
    return allow(found.bytes()) && Decoder::DecodeConnectivity();
  }

  bool DecodeAllAttributes() override {
    const draco::PointCloud& cloud = *this->point_cloud();
    if (cloud.num_points() != vertices_) {
      stopped_ = Error{ErrorCode::count_mismatch,
                       {},
                       "has " + counted(cloud.num_points(), "vertex", "vertices") + ", expected " +
                           std::to_string(vertices_) + " as its accessors",
                       {}};
      return false;
    }
    std::uint64_t bytes = 0;
    for (int a = 0; a < cloud.num_attributes(); ++a) {
      bytes += vertices_ * cloud.attribute(a)->num_components() * kBytesPerComponent;
    }
    return allow(bytes) && Decoder::DecodeAllAttributes();
  }

 private:
  bool allow(std::uint64_t bytes) {
    if (bytes <= memory_) return true;
    stopped_ = Error{ErrorCode::limit_exceeded,
                     {},
                     "about " + readable_bytes(bytes) + " needed to decode it, " +
                         readable_bytes(memory_) + " left",
                     {}};
    return false;
  }

  std::uint64_t vertices_;
  std::uint64_t memory_;
  std::optional<Error> stopped_;
};

// ---- Decoding -----------------------------------------------------------------------------------

template <class Decoder>
Result<void> decode_with(draco::DecoderBuffer& buffer, std::uint64_t vertices, std::uint64_t memory,
                         draco::Mesh& mesh) {
  LimitedDecoder<Decoder> decoder(vertices, memory);
  const draco::DecoderOptions options;
  const draco::Status status = decoder.Decode(options, &buffer, &mesh);
  if (decoder.stopped()) return *decoder.stopped();
  if (!status.ok()) {
    return Error{ErrorCode::syntax, {}, "does not decode: " + status.error_msg_string(), {}};
  }
  return {};
}

Result<void> decode_mesh(std::span<const std::byte> stream, std::uint64_t vertices,
                         std::uint64_t memory, draco::Mesh& mesh) {
  draco::DecoderBuffer buffer;
  buffer.Init(reinterpret_cast<const char*>(stream.data()), stream.size());
  draco::DecoderBuffer ahead = buffer;
  draco::DracoHeader header;
  if (const auto status = draco::PointCloudDecoder::DecodeHeader(&ahead, &header); !status.ok()) {
    return Error{ErrorCode::syntax, {}, "does not decode: " + status.error_msg_string(), {}};
  }
  if (header.encoder_type != draco::TRIANGULAR_MESH) {
    return Error{ErrorCode::unsupported, {}, "is a point cloud, expected a mesh", {}};
  }
  switch (header.encoder_method) {
    case draco::MESH_SEQUENTIAL_ENCODING:
      return decode_with<draco::MeshSequentialDecoder>(buffer, vertices, memory, mesh);
    case draco::MESH_EDGEBREAKER_ENCODING:
      return decode_with<draco::MeshEdgebreakerDecoder>(buffer, vertices, memory, mesh);
    default:
      return Error{ErrorCode::syntax, {}, "does not decode: unknown encoding method", {}};
  }
}

/// Writes an attribute's values as numbers of type T. False where one does not fit.
template <class T>
bool convert_values(const draco::PointAttribute& source, std::uint64_t vertices, std::byte* out) {
  const std::size_t bytes = sizeof(T) * source.num_components();
  T values[4];
  for (std::uint32_t v = 0; v < vertices; ++v, out += bytes) {
    const draco::AttributeValueIndex value = source.mapped_index(draco::PointIndex(v));
    if (value.value() >= source.size()) return false;
    if (!source.ConvertValue<T>(value, static_cast<std::int8_t>(source.num_components()), values)) {
      return false;
    }
    std::memcpy(out, values, bytes);
  }
  return true;
}

bool convert_values(const draco::PointAttribute& source, const AccessorShape& shape,
                    std::byte* out) {
  switch (shape.component) {
    case ComponentType::signed_byte:
      return convert_values<std::int8_t>(source, shape.count, out);
    case ComponentType::unsigned_byte:
      return convert_values<std::uint8_t>(source, shape.count, out);
    case ComponentType::signed_short:
      return convert_values<std::int16_t>(source, shape.count, out);
    case ComponentType::unsigned_short:
      return convert_values<std::uint16_t>(source, shape.count, out);
    case ComponentType::unsigned_int:
      return convert_values<std::uint32_t>(source, shape.count, out);
    case ComponentType::float_32:
      return convert_values<float>(source, shape.count, out);
  }
  return false;
}

Error unfit(const DracoAttribute& wanted, std::string message) {
  return {ErrorCode::invalid_value,
          {},
          "attribute " + std::to_string(wanted.id) + " " + std::move(message),
          {}};
}

Result<std::vector<std::byte>> read_attribute(const draco::Mesh& mesh,
                                              const DracoAttribute& wanted) {
  const draco::PointAttribute* const source = mesh.GetAttributeByUniqueId(wanted.id);
  if (source == nullptr) return unfit(wanted, "is not in it");
  if (wanted.shape.columns != 1 || source->num_components() != wanted.shape.rows) {
    return unfit(wanted, "has " + counted(source->num_components(), "component") + ", expected " +
                             std::to_string(wanted.shape.components()) + " as its accessor");
  }
  // Draco would read whatever bytes the stream has as booleans.
  if (source->data_type() == draco::DT_BOOL) return unfit(wanted, "has booleans, expected numbers");
  std::vector<std::byte> out(
      static_cast<std::size_t>(wanted.shape.count * wanted.shape.element_bytes));
  if (!convert_values(*source, wanted.shape, out.data())) {
    return unfit(wanted, "has a value that its accessor's component type cannot hold");
  }
  return out;
}

}  // namespace

Result<DracoMesh> decode_draco(std::span<const std::byte> stream,
                               std::span<const DracoAttribute> wanted, std::uint64_t memory) {
  assert(!wanted.empty() && wanted.front().shape.count > 0);
  draco::Mesh mesh;
  if (auto decoded = decode_mesh(stream, wanted.front().shape.count, memory, mesh); !decoded) {
    return decoded.error();
  }
  DracoMesh out;
  for (const DracoAttribute& attribute : wanted) {
    auto values = read_attribute(mesh, attribute);
    if (!values) return values.error();
    out.attributes.push_back(std::move(*values));
  }
  out.indices.reserve(std::size_t{mesh.num_faces()} * 3);
  for (draco::FaceIndex f(0); f < mesh.num_faces(); ++f) {
    for (const draco::PointIndex& point : mesh.face(f)) {
      if (point.value() >= mesh.num_points()) {
        return Error{ErrorCode::syntax, {}, "does not decode: an index beyond its vertices", {}};
      }
      out.indices.push_back(point.value());
    }
  }
  return out;
}

}  // namespace morph::gltf::detail
