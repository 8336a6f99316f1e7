// SPDX-License-Identifier: MIT
#include <string>

#include "morph/gltf/detail/codecs.h"
#include "morph/gltf/detail/extensions.h"

namespace morph::gltf::detail {
namespace {

Error absent(const char* format) {
  return {ErrorCode::unsupported, {}, format + std::string(no_codec()), {}};
}

}  // namespace

const bool kHasCodecs = false;

Result<void> decode_meshopt(std::span<const std::byte>, const MeshoptLayout&,
                            std::span<std::byte>) {
  return absent("compressed data");
}

Result<DracoMesh> decode_draco(std::span<const std::byte>, std::span<const DracoAttribute>,
                               std::uint64_t) {
  return absent("a Draco mesh");
}

Result<Image> decode_webp(std::span<const std::byte>, AdmitSize, void*) { return absent("WebP"); }

}  // namespace morph::gltf::detail
