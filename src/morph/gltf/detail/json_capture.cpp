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

ViewSource& view_at(const JsonPath& path, JsonScan& scan) {
  const Index index = path.index_at(1);
  if (index >= scan.views.size()) scan.views.resize(index + std::size_t{1});
  return scan.views[index];
}

AccessorSource& accessor_at(const JsonPath& path, JsonScan& scan) {
  const Index index = path.index_at(1);
  if (index >= scan.accessors.size()) scan.accessors.resize(index + std::size_t{1});
  return scan.accessors[index];
}

SparseSource& sparse_at(const JsonPath& path, JsonScan& scan) {
  AccessorSource& accessor = accessor_at(path, scan);
  return accessor.sparse ? *accessor.sparse : accessor.sparse.emplace();
}

/// "SCALAR", "VEC2" … "MAT4": the scan has checked that it is one of them.
void keep_type(std::string_view type, AccessorSource& accessor) {
  if (type == "SCALAR") return;
  accessor.rows = static_cast<std::uint8_t>(type.back() - '0');
  if (type.starts_with("MAT")) accessor.columns = accessor.rows;
}

/// The text of an array of numbers, "" if there are none.
std::string_view numbers_in(std::string_view array) {
  return array.find_first_of("0123456789") == std::string_view::npos ? std::string_view() : array;
}

JsonString string_in(std::string_view text, JsonRange range) {
  const std::string_view raw = text.substr(range.begin + 1, range.end - range.begin - 2);
  return {raw, raw.find('\\') != std::string_view::npos};
}

/// What is no number of an accessor. false: it is none of an accessor's.
bool keep_of_accessor(JsonCapture capture, std::string_view text, JsonRange range,
                      const JsonPath& path, JsonScan& scan) {
  const std::string_view whole = text.substr(range.begin, range.end - range.begin);
  switch (capture) {
    case JsonCapture::accessor_name:
      accessor_at(path, scan).name = string_in(text, range);
      return true;
    case JsonCapture::accessor_type:
      keep_type(unescape(string_in(text, range)), accessor_at(path, scan));
      return true;
    case JsonCapture::accessor_normalized:
      accessor_at(path, scan).normalized = text[range.begin] == 't';
      return true;
    case JsonCapture::accessor_min:
      accessor_at(path, scan).min = numbers_in(whole);
      return true;
    case JsonCapture::accessor_max:
      accessor_at(path, scan).max = numbers_in(whole);
      return true;
    default:
      return false;
  }
}

}  // namespace

void keep_value(JsonCapture capture, std::string_view text, JsonRange range, const JsonPath& path,
                JsonScan& scan) {
  if (keep_of_accessor(capture, text, range, path, scan)) return;
  const auto string = [&] { return string_in(text, range); };
  const auto unquoted = [&] { return unescape(string()); };
  switch (capture) {
    case JsonCapture::version:
      scan.version = unquoted();
      break;
    case JsonCapture::min_version:
      scan.min_version = unquoted();
      break;
    case JsonCapture::buffer_uri:
      buffer_at(path, scan).uri = string();
      break;
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
    case JsonCapture::view_extension:
      scan.view_extensions.push_back({path.index_at(1), std::string(path.key())});
      break;
    case JsonCapture::compressed_view:
      scan.view_extensions.push_back({path.index_at(1), std::string(path.key())});
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
  const auto as_int = [&] { return static_cast<int>(number); };  // those are of kind index
  switch (capture) {
    case JsonCapture::buffer_length:
      buffer_at(path, scan).byte_length = number;
      break;
    case JsonCapture::indices:
      scan.indices.push_back(
          {path.index_at(1), path.index_at(3), static_cast<std::uint32_t>(number)});
      return "-1";
    case JsonCapture::view_buffer:
      view_at(path, scan).buffer = as_int();
      break;
    case JsonCapture::view_offset:
      view_at(path, scan).byte_offset = number;
      break;
    case JsonCapture::view_length:
      view_at(path, scan).byte_length = number;
      break;
    case JsonCapture::view_stride:
      view_at(path, scan).byte_stride = number;
      break;
    case JsonCapture::view_target:
      view_at(path, scan).target = as_int();
      break;
    case JsonCapture::accessor_view:
      accessor_at(path, scan).view = as_int();
      break;
    case JsonCapture::accessor_offset:
      accessor_at(path, scan).byte_offset = number;
      break;
    case JsonCapture::accessor_component:
      accessor_at(path, scan).component_type = as_int();
      break;
    case JsonCapture::accessor_count:
      accessor_at(path, scan).count = number;
      break;
    case JsonCapture::sparse_count:
      sparse_at(path, scan).count = as_int();
      break;
    case JsonCapture::sparse_indices_view:
      sparse_at(path, scan).indices.view = as_int();
      break;
    case JsonCapture::sparse_indices_offset:
      sparse_at(path, scan).indices.byte_offset = as_int();
      break;
    case JsonCapture::sparse_indices_component:
      sparse_at(path, scan).indices.component_type = as_int();
      break;
    case JsonCapture::sparse_values_view:
      sparse_at(path, scan).values.view = as_int();
      break;
    case JsonCapture::sparse_values_offset:
      sparse_at(path, scan).values.byte_offset = as_int();
      break;
    default:
      break;  // other values
  }
  return {};
}

}  // namespace morph::gltf::detail
