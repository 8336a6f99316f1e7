// SPDX-License-Identifier: MIT
#include "morph/gltf/detail/container.h"

#include <cstdint>

namespace morph::gltf::detail {
namespace {

constexpr std::uint32_t kGlbMagic = 0x46546C67;   // "glTF"
constexpr std::uint32_t kJsonChunk = 0x4E4F534A;  // "JSON"
constexpr std::uint32_t kBinChunk = 0x004E4942;   // "BIN\0"
constexpr std::uint64_t kHeaderBytes = 12;
constexpr std::uint64_t kChunkHeaderBytes = 8;

/// Precondition: four bytes at `offset`.
std::uint32_t little_endian(std::span<const std::byte> bytes, std::size_t offset) {
  std::uint32_t value = 0;
  for (std::size_t i = 4; i-- > 0;) {
    value = value << 8 | std::to_integer<std::uint32_t>(bytes[offset + i]);
  }
  return value;
}

std::string_view as_text(std::span<const std::byte> bytes) {
  return {reinterpret_cast<const char*>(bytes.data()), bytes.size()};
}

Error broken(std::string message, std::string_view rule) {
  return {ErrorCode::syntax, {}, std::move(message), rule};
}

Result<std::span<const std::byte>> check_header(std::span<const std::byte> bytes,
                                                Warnings& warnings) {
  const std::uint64_t size = bytes.size();
  if (size < kHeaderBytes) {
    return broken("GLB header needs 12 bytes, file has " + std::to_string(size),
                  "GLB_UNEXPECTED_END_OF_HEADER");
  }
  const std::uint32_t version = little_endian(bytes, 4);
  if (version != 2) {
    return Error{ErrorCode::unsupported,
                 {},
                 "GLB version " + std::to_string(version) + " is not supported (2 needed)",
                 "GLB_INVALID_VERSION"};
  }
  const std::uint64_t length = little_endian(bytes, 8);
  if (length > size || length < kHeaderBytes) {
    return broken(
        "GLB header claims " + std::to_string(length) + " bytes, file has " + std::to_string(size),
        "GLB_LENGTH_MISMATCH");
  }
  if (length < size) {
    warnings.add({ErrorCode::syntax,
                  {},
                  std::to_string(size - length) + " bytes after the end of the GLB are ignored",
                  "GLB_EXTRA_DATA"});
  }
  return bytes.first(static_cast<std::size_t>(length));
}

/// The chunk at `offset`, and the offset of the next.
struct Chunk {
  std::uint32_t type = 0;
  std::span<const std::byte> data;
  std::uint64_t next = 0;
};

Result<Chunk> read_chunk(std::span<const std::byte> bytes, std::uint64_t offset, int number,
                         Warnings& warnings) {
  const std::string name = "GLB chunk " + std::to_string(number);
  const std::uint64_t left = bytes.size() - offset;
  if (left < kChunkHeaderBytes) {
    return broken(name + " needs a header of 8 bytes, " + std::to_string(left) + " are left",
                  "GLB_UNEXPECTED_END_OF_CHUNK_HEADER");
  }
  const std::uint64_t length = little_endian(bytes, static_cast<std::size_t>(offset));
  if (length > left - kChunkHeaderBytes) {
    return broken(name + " claims " + std::to_string(length) + " bytes, file has " +
                      std::to_string(bytes.size()),
                  "GLB_CHUNK_TOO_BIG");
  }
  if (length % 4 != 0) {
    warnings.add({ErrorCode::syntax,
                  {},
                  name + " has " + std::to_string(length) + " bytes, not a multiple of 4",
                  "GLB_CHUNK_LENGTH_UNALIGNED"});
  }
  const std::uint64_t begin = offset + kChunkHeaderBytes;
  return Chunk{little_endian(bytes, static_cast<std::size_t>(offset) + 4),
               bytes.subspan(static_cast<std::size_t>(begin), static_cast<std::size_t>(length)),
               begin + length};
}

Result<Container> open_glb(std::span<const std::byte> bytes, Warnings& warnings) {
  auto checked = check_header(bytes, warnings);
  if (!checked) return checked.error();
  const std::span<const std::byte> glb = *checked;
  Container container{"glb", {}, {}};
  std::uint64_t offset = kHeaderBytes;
  for (int number = 0; number == 0 || offset < glb.size(); ++number) {
    auto chunk = read_chunk(glb, offset, number, warnings);
    if (!chunk) return chunk.error();
    if (number == 0 && chunk->type != kJsonChunk) {
      return broken("GLB chunk 0 is not JSON", "GLB_UNEXPECTED_FIRST_CHUNK");
    }
    if (number == 0) container.json = as_text(chunk->data);
    if (number == 1 && chunk->type == kBinChunk) container.binary = chunk->data;
    const bool again = chunk->type == kJsonChunk ? number > 0 : number > 1;
    if (again && (chunk->type == kJsonChunk || chunk->type == kBinChunk)) {
      warnings.add({ErrorCode::syntax,
                    {},
                    pointer("GLB chunk ", number, " is a second one of its kind, ignored"),
                    "GLB_DUPLICATE_CHUNK"});
    }
    offset = chunk->next;
  }
  return container;
}

}  // namespace

Result<Container> open_container(std::span<const std::byte> bytes, const Limits& limits,
                                 Warnings& warnings) {
  const bool glb = bytes.size() >= 4 && little_endian(bytes, 0) == kGlbMagic;
  Result<Container> container =
      glb ? open_glb(bytes, warnings) : Container{"gltf", as_text(bytes), {}};
  if (!container) return container;
  std::string_view& json = container->json;
  constexpr std::string_view kByteOrderMark = "\xEF\xBB\xBF";
  if (json.starts_with(kByteOrderMark)) {
    json.remove_prefix(kByteOrderMark.size());
    warnings.add(
        {ErrorCode::syntax, {}, "a byte order mark before the JSON is ignored", "INVALID_JSON"});
  }
  if (json.size() > limits.json_bytes) {
    return Error{
        ErrorCode::limit_exceeded,
        {},
        "JSON of " + readable_bytes(json.size()) + ", limit " + readable_bytes(limits.json_bytes),
        {}};
  }
  return container;
}

}  // namespace morph::gltf::detail
