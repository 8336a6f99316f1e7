// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <optional>
#include <string>

#include "morph/gltf/detail/json_lexer.h"

namespace morph::gltf::detail {

// Buffer views and accessors as the JSON has them (glTF 2.0 §3.6). Files with targets have
// thousands of each, so that they are read in the scan, and small. References and ranges are not
// checked yet.

struct ViewSource {
  int buffer = -1;
  std::uint64_t byte_offset = 0;
  std::uint64_t byte_length = 0;
  std::uint64_t byte_stride = 0;  ///< 0: none is given
  int target = 0;                 ///< 0: none is given
};

/// An extension of a view, by its name alone.
struct ViewExtension {
  std::uint32_t view = 0;
  std::string name;
};

/// What `sparse` of an accessor says.
struct SparseSource {
  struct Indices {
    int view = -1;
    int byte_offset = 0;
    int component_type = -1;
  };
  struct Values {
    int view = -1;
    int byte_offset = 0;
  };
  int count = 0;
  Indices indices;
  Values values;
};

struct AccessorSource {
  int view = -1;  ///< −1: zeros
  int component_type = -1;
  std::uint64_t byte_offset = 0;
  std::uint64_t count = 0;
  std::uint8_t rows = 1;  ///< of a scalar or vector, or of a matrix column
  std::uint8_t columns = 1;
  bool normalized = false;
  JsonString name;  ///< of the JSON
  std::string min;  ///< an array of at least one number, as it is written; or ""
  std::string max;
  std::optional<SparseSource> sparse;
};

}  // namespace morph::gltf::detail
