// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "morph/gltf/detail/data_sources.h"
#include "morph/gltf/detail/json_lexer.h"
#include "morph/gltf/detail/json_patch.h"
#include "morph/gltf/detail/json_schema.h"
#include "morph/gltf/detail/watch.h"
#include "morph/gltf/import.h"

namespace morph::gltf::detail {

// The look at a JSON text before anybody parses it: one linear pass that checks syntax, UTF-8,
// depth, number and kind of values against the schema, and prepares what tinygltf gets to see. It
// reads loosely (a wrong type is a default, an integer wraps) and drops objects that lack a member,
// so that indices shift; after this pass nothing of the kind can happen.

/// A buffer; its URI as it is written, which may be as large as the file.
struct BufferFound {
  std::uint64_t byte_length = 0;
  std::optional<JsonString> uri;
  bool fallback = false;
};

/// A `targetNames`: of a mesh, or of one of its primitives.
struct TargetNamesFound {
  Index mesh = 0;
  Index primitive = kNoIndex;  ///< kNoIndex: the mesh's own
  JsonRange range;
};

/// `indices` of a primitive.
struct IndicesFound {
  Index mesh = 0;
  Index primitive = 0;
  std::uint32_t accessor = 0;
};

/// An expression of VRM.
struct ExpressionFound {
  JsonCapture table = JsonCapture::none;  ///< preset_expression, custom_expression, …_group
  std::string key;                        ///< in its table; "" of a group
  std::string where;                      ///< its JSON pointer
  JsonRange range;                        ///< an object
};

/// An extension of an object in one of the root's arrays, or of a primitive of such a mesh.
struct ExtensionFound {
  std::string name;
  Index object = 0;
  Index primitive = kNoIndex;
  JsonRange range;
};

struct JsonScan {
  std::string structure;    ///< the text for tinygltf
  std::string version;      ///< asset.version as it stands, "" if absent
  std::string min_version;  ///< asset.minVersion
  std::vector<BufferFound> buffers;
  std::optional<JsonRange> images;      ///< the array
  std::optional<JsonRange> cameras;     ///< the array
  std::vector<TargetNamesFound> names;  ///< in the text's order
  std::vector<IndicesFound> indices;
  std::vector<ViewSource> views;
  std::vector<ViewExtension> view_extensions;
  std::vector<AccessorSource> accessors;
  std::vector<ExtensionFound> compressed_views;
  std::vector<ExtensionFound> compressed_primitives;
  std::vector<std::string> empty;  ///< pointers of arrays and maps that should not be; at most 100
  std::string vrm_version;         ///< VRMC_vrm.specVersion, "" if absent
  std::vector<ExpressionFound> expressions;  ///< in the text's order
  std::vector<Error> passed_over;            ///< warnings: tolerated faults
  std::optional<Error> wrong_shape;          ///< the first value that is not what the schema says
};

/// Scans `text`. Ranges and views of texts refer to it.
/// Errors: syntax (with line and column); limit_exceeded for json_depth, json_values and the limits
/// of arrays. A value of a wrong kind is no error here but `wrong_shape`, because a file of another
/// glTF version is to be told so first.
Result<JsonScan> scan_json(std::string_view text, const Limits& limits, Watch& watch);

/// Depth that is never exceeded, whatever Limits say: the scan recurses.
inline constexpr std::uint32_t kMaxJsonDepth = 512;

}  // namespace morph::gltf::detail
