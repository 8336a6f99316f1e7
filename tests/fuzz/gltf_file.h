// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <nlohmann/json.hpp>
#include <optional>
#include <span>
#include <string_view>
#include <vector>

namespace morph::fuzz {

// A glTF file taken apart, so that a mutator can change its JSON as a tree and its bytes as bytes.

using Bytes = std::vector<std::uint8_t>;

/// Brackets within each other, those in strings left out.
std::size_t json_depth(std::string_view text);

struct GltfFile {
  nlohmann::json root;
  Bytes binary;         ///< the GLB's second chunk
  bool is_glb = false;  ///< otherwise `root` alone is the file

  /// Nothing where the JSON does not parse. Shares no code with the importer.
  static std::optional<GltfFile> parse(std::span<const std::uint8_t> bytes);

  /// The file, with headers that are right. The second chunk is not padded: its end is the end of
  /// the file, and a read beyond it is a read beyond the allocation.
  [[nodiscard]] Bytes write() const;
};

}  // namespace morph::fuzz
