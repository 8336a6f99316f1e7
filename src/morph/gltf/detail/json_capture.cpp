// SPDX-License-Identifier: MIT
#include "morph/gltf/detail/json_capture.h"

#include <string>

namespace morph::gltf::detail {
namespace {

BufferFound& buffer_at(const JsonPath& path, JsonScan& scan) {
  const Index index = path.index_at(1);
  if (index >= scan.buffers.size()) scan.buffers.resize(index + std::size_t{1});
  return scan.buffers[index];
}

}  // namespace

void keep_value(JsonCapture capture, std::string_view text, JsonRange range, const JsonPath& path,
                JsonScan& scan) {
  const auto unquoted = [&] {
    const JsonString string{text.substr(range.begin + 1, range.end - range.begin - 2), true};
    return unescape(string);
  };
  switch (capture) {
    case JsonCapture::version:
      scan.version = unquoted();
      break;
    case JsonCapture::min_version:
      scan.min_version = unquoted();
      break;
    case JsonCapture::buffer_uri: {
      const std::string_view raw = text.substr(range.begin + 1, range.end - range.begin - 2);
      buffer_at(path, scan).uri = JsonString{raw, raw.find('\\') != std::string_view::npos};
      break;
    }
    case JsonCapture::buffer_fallback:
      buffer_at(path, scan).fallback = text[range.begin] == 't';
      break;
    case JsonCapture::images:
      scan.images = range;
      break;
    case JsonCapture::cameras:
      scan.cameras = range;
      break;
    case JsonCapture::mesh_target_names:
      scan.names.push_back({path.index_at(1), kNoIndex, range});
      break;
    case JsonCapture::primitive_target_names:
      scan.names.push_back({path.index_at(1), path.index_at(3), range});
      break;
    case JsonCapture::vrm_version:
      scan.vrm_version = unquoted();
      break;
    case JsonCapture::preset_expression:
    case JsonCapture::custom_expression:
    case JsonCapture::blend_shape_group:
      scan.expressions.push_back({capture, std::string(path.key()), path.pointer(), range});
      break;
    case JsonCapture::compressed_view:
      scan.compressed_views.push_back({std::string(path.key()), path.index_at(1), kNoIndex, range});
      break;
    case JsonCapture::compressed_primitive:
      scan.compressed_primitives.push_back(
          {std::string(path.key()), path.index_at(1), path.index_at(3), range});
      break;
    default:
      break;  // numbers
  }
}

std::string_view keep_number(JsonCapture capture, std::uint64_t number, const JsonPath& path,
                             JsonScan& scan) {
  switch (capture) {
    case JsonCapture::buffer_length:
      buffer_at(path, scan).byte_length = number;
      return {};
    case JsonCapture::indices:
      scan.indices.push_back(
          {path.index_at(1), path.index_at(3), static_cast<std::uint32_t>(number)});
      return "-1";
    case JsonCapture::stride:
      scan.strides.push_back({path.index_at(1), number});
      return "0";
    case JsonCapture::view_target:
      scan.view_targets.push_back({path.index_at(1), number});
      return {};
    default:
      return {};  // other values
  }
}

}  // namespace morph::gltf::detail
