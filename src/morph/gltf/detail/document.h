// SPDX-License-Identifier: MIT
#pragma once

#include <tiny_gltf.h>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "morph/gltf/detail/compression.h"
#include "morph/gltf/detail/container.h"
#include "morph/gltf/detail/data_sources.h"
#include "morph/gltf/detail/findings.h"
#include "morph/gltf/detail/json_lexer.h"
#include "morph/gltf/detail/limits.h"
#include "morph/gltf/detail/read_window.h"
#include "morph/gltf/detail/uri_policy.h"
#include "morph/gltf/detail/watch.h"
#include "morph/gltf/import.h"

namespace morph::gltf::detail {

// A parsed file: its structure as tinygltf sees it, and beside it what tinygltf does not get to see
// (buffers and what lies in them, images, cameras, target names, compression). All indices are
// those of the file.

struct BufferSource {
  std::uint64_t byte_length = 0;
  std::optional<JsonString> uri;  ///< as it is written
  bool fallback = false;  ///< only for readers without a decoder; not loaded where we have one
  std::span<const std::byte> bytes;  ///< [≥ byte_length]; empty until load_buffers, or without data
  const FileBytes* file = nullptr;  ///< whose bytes they are
};

struct ImageSource {
  std::string name;
  std::optional<std::string> uri;
  std::optional<std::string> mime_type;
  int buffer_view = -1;
};

/// The numbers are those of the object that `type` names.
struct CameraSource {
  std::string name;
  std::string type;
  bool described = false;  ///< that object is there
  std::optional<double> aspect_ratio, yfov, xmag, ymag, znear, zfar;
};

/// targetNames as the file has them; a number is its text, anything else but a string "".
struct TargetNames {
  Index mesh = 0;
  Index primitive = kNoIndex;  ///< kNoIndex: from the mesh's extras
  std::vector<std::string> names;
};

/// An expression of VRM, not parsed yet.
struct ExpressionSource {
  enum class Table : std::uint8_t { preset, custom, blend_shape_group };
  Table table = Table::preset;
  std::string key;        ///< its name in VRMC_vrm; "" of a group
  std::string where;      ///< its JSON pointer
  std::string_view text;  ///< a JSON object, within what was parsed
};

struct Document {
  tinygltf::Model model;
  std::vector<BufferSource> buffers;
  std::vector<ViewSource> views;
  std::vector<AccessorSource> accessors;
  std::vector<ImageSource> images;
  std::vector<CameraSource> cameras;
  std::vector<TargetNames> target_names;                   ///< by rising mesh
  std::vector<ViewExtension> view_extensions;              ///< in the file's order
  std::vector<std::string> empty_entities;                 ///< JsonScan::empty
  std::vector<CompressedView> compressed_views;            ///< by rising view
  std::vector<CompressedPrimitive> compressed_primitives;  ///< by rising mesh and primitive
  std::vector<ExpressionSource> expressions;               ///< in the file's order
  std::string vrm_version;                                 ///< of VRMC_vrm, "" if absent
  bool quantization = false;                               ///< KHR_mesh_quantization is in use
  std::vector<FileBytes> loaded;  ///< what BufferSource::file points to, but for the GLB's own

  /// The compression of a view or a primitive, nullptr if it is not compressed.
  [[nodiscard]] const CompressedView* compressed_view(int view) const;
  [[nodiscard]] const CompressedPrimitive* compressed_primitive(Index mesh, Index primitive) const;

  /// The bytes of a buffer view, decoded if it is compressed; none where it has no data.
  /// Precondition: open_views succeeded.
  [[nodiscard]] std::span<const std::byte> view_bytes(int view) const;

  /// The file that view_bytes lies in; nullptr where that is no file, or nothing.
  [[nodiscard]] const FileBytes* file_of(int view) const;
};

/// Parses the JSON, which must outlive the document, and checks its version and the extensions that
/// it requires.
/// Errors: syntax, unsupported, invalid_value, out_of_range, limit_exceeded.
Result<Document> parse_document(std::string_view json, const Limits& limits, Warnings& warnings,
                                Watch& watch);

/// Finds the bytes of every buffer: in the BIN chunk of the GLB `file`, a data: URI, or a file.
/// Errors: forbidden, io, syntax, out_of_range (shorter than byteLength), limit_exceeded.
Result<void> load_buffers(Document& document, const Container& container, const FileBytes& file,
                          const ExternalFiles& files, const Limits& limits, Budget& budget,
                          Warnings& warnings);

/// What reading an accessor needs, one after the other.
struct ReadMemory {
  ReadWindow window;
  std::vector<float> floats;
  std::vector<std::uint32_t> indices;
};

/// What the functions that build the Scene share.
struct ImportContext {
  const Document& document;
  const ExternalFiles& files;
  const Limits& limits;
  Budget& budget;
  Warnings& warnings;
  Watch& watch;
  ReadMemory& memory;
  const DecodedPrimitive* decoded = nullptr;  ///< of the primitive at hand, if it is compressed

  [[nodiscard]] const tinygltf::Model& model() const { return document.model; }
};

/// A name as it is kept: cut to Limits::name_bytes.
std::string kept_name(std::string_view name, const Limits& limits);
std::string kept_name(const JsonString& name, const Limits& limits);

}  // namespace morph::gltf::detail
