// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <span>
#include <string_view>

#include "morph/gltf/import.h"

namespace morph::gltf::detail {

// What a glTF text may look like (the JSON schemas of glTF 2.0), as far as we read it: types,
// required members, lengths and limits, and what is to be done with a value on its way to tinygltf.

/// Kinds of values; what a value is, is told by its first character.
enum class JsonKind : std::uint8_t {
  anything,
  object,   ///< of known members; others are passed over
  map,      ///< an object with keys of the file's choice
  array,    ///<
  index,    ///< 0 … 2³¹−1: a reference, or a number that tinygltf reads as int
  size,     ///< 0 … 2⁵³
  number,   ///<
  string,   ///<
  boolean,  ///<
};

/// "an array", for messages: of a kind, and of a value found.
std::string_view name_of(JsonKind kind);
std::string_view name_of_value(char first);

/// Whether a value that begins with `first` can be of this kind.
bool fits(JsonKind kind, char first);

/// tinygltf gets `keep` as it stands, `empty` as an array without elements or an object without
/// members, `drop` as null, `cut` as a string of at most Limits::name_bytes. It holds several
/// copies of what it gets, so that it gets no more than we ask it for: unknown members of objects
/// are null as well.
enum class JsonTreatment : std::uint8_t { keep, empty, drop, cut };

/// Values that the scan remembers, because tinygltf would lose or refuse them, or takes long.
enum class JsonCapture : std::uint8_t {
  none,
  version,                   ///< /asset/version
  min_version,               ///< /asset/minVersion
  buffer_length,             ///< /buffers/b/byteLength
  buffer_uri,                ///< /buffers/b/uri
  buffer_fallback,           ///< /buffers/b/extensions/EXT_meshopt_compression/fallback
  images,                    ///< /images
  cameras,                   ///< /cameras
  mesh_target_names,         ///< /meshes/m/extras/targetNames
  primitive_target_names,    ///< /meshes/m/primitives/p/extras/targetNames
  indices,                   ///< /meshes/m/primitives/p/indices; tinygltf gets −1
  view_buffer,               ///< /bufferViews/v/buffer
  view_offset,               ///< /bufferViews/v/byteOffset
  view_length,               ///< /bufferViews/v/byteLength
  view_stride,               ///< /bufferViews/v/byteStride
  view_target,               ///< /bufferViews/v/target
  view_extension,            ///< /bufferViews/v/extensions/KEY
  accessor_view,             ///< /accessors/a/bufferView
  accessor_offset,           ///< /accessors/a/byteOffset
  accessor_component,        ///< /accessors/a/componentType
  accessor_count,            ///< /accessors/a/count
  accessor_type,             ///< /accessors/a/type
  accessor_normalized,       ///< /accessors/a/normalized
  accessor_min,              ///< /accessors/a/min
  accessor_max,              ///< /accessors/a/max
  accessor_name,             ///< /accessors/a/name
  sparse_count,              ///< /accessors/a/sparse/count
  sparse_indices_view,       ///< /accessors/a/sparse/indices/bufferView
  sparse_indices_offset,     ///< /accessors/a/sparse/indices/byteOffset
  sparse_indices_component,  ///< /accessors/a/sparse/indices/componentType
  sparse_values_view,        ///< /accessors/a/sparse/values/bufferView
  sparse_values_offset,      ///< /accessors/a/sparse/values/byteOffset
  vrm_version,               ///< /extensions/VRMC_vrm/specVersion
  preset_expression,         ///< /extensions/VRMC_vrm/expressions/preset/KEY
  custom_expression,         ///< /extensions/VRMC_vrm/expressions/custom/KEY
  blend_shape_group,         ///< /extensions/VRM/blendShapeMaster/blendShapeGroups/g
  compressed_view,           ///< /bufferViews/v/extensions/EXT_meshopt_compression and its like
  compressed_primitive,      ///< /meshes/m/primitives/p/extensions/KHR_draco_mesh_compression
};

struct JsonShape;

struct JsonMember {
  std::string_view key;
  const JsonShape* shape;
  bool required = false;
  std::string_view
      fill{};  ///< member to insert where it is absent, so that tinygltf keeps the object
};

/// What one member of an object means for another; a break of it is passed over with a warning.
struct JsonBond {
  std::string_view member;
  std::string_view other;
  bool together;  ///< true: not without the other; false: not beside it
  std::string_view rule;
};

struct JsonShape {
  JsonKind kind = JsonKind::anything;
  JsonTreatment treatment = JsonTreatment::keep;
  JsonCapture capture = JsonCapture::none;
  std::span<const JsonMember> members{};      ///< of an object (also of `anything`, if it is one)
  const JsonShape* element = nullptr;         ///< of an array or a map
  std::span<const JsonBond> bonds{};          ///< between members
  std::uint32_t length = 0;                   ///< of an array, exactly; 0: any
  std::uint32_t least = 0;                    ///< of an index
  std::uint32_t most = 0x7FFF'FFFF;           ///< of an index
  std::span<const std::string_view> words{};  ///< the values that a string may have; empty: any
  std::uint32_t Limits::*limit = nullptr;     ///< most elements of an array or a map
  std::string_view plural{};                  ///< what these are, for the message
  bool may_be_empty = false;                  ///< of an array or a map
  std::uint32_t cost = 0;  ///< of an element: bytes that it takes while and after tinygltf reads it
  bool tolerant = false;   ///< a value that does not fit is passed over with a warning, not refused
};

/// The whole file.
extern const JsonShape kGltfShape;

}  // namespace morph::gltf::detail
