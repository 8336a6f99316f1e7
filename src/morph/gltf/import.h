// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <functional>
#include <span>
#include <string>
#include <vector>

#include "morph/runtime/result.h"
#include "morph/runtime/scene.h"

namespace morph::gltf {

// The only way in: a .gltf, .glb or .vrm file becomes a Scene. The bytes are taken for hostile:
// every index, range and count is checked before it is used, and nothing outside the file's folder
// is opened.

/// Upper bounds on what a file may ask for. Exceeding one is ErrorCode::limit_exceeded, before
/// memory is spent on it.
struct Limits {
  std::uint64_t file_bytes = 1ull << 30;
  std::uint64_t external_bytes = 2ull << 30;  ///< buffers and images beside the file, together
  std::uint32_t external_files = 4096;
  std::uint32_t uri_bytes = 4096;  ///< of a URI that is not a data: URI
  std::uint64_t json_bytes = 256ull << 20;
  std::uint32_t json_depth = 64;
  std::uint64_t json_values = 1'000'000;
  std::uint64_t structure_bytes = 232ull << 20;  ///< what the objects of the JSON take, about
  std::uint32_t nodes = 100'000;
  std::uint32_t meshes = 65'536;
  std::uint32_t primitives = 262'144;
  std::uint32_t accessors = 262'144;
  std::uint32_t buffer_views = 262'144;
  std::uint32_t buffers = 4096;
  std::uint32_t objects =
      65'536;                   ///< materials, textures, images, samplers, skins, cameras: of each
  std::uint32_t joints = 1024;  ///< of one skin
  std::uint32_t scenes = 4096;
  std::uint32_t extensions = 1024;           ///< names that the file lists
  std::uint32_t vertices = 16'777'216;       ///< of one primitive
  std::uint64_t decoded_bytes = 2ull << 30;  ///< accessors after decoding to float, together
  /// Of decoded_bytes and of image_decoded_bytes, what is there for any file, …
  std::uint64_t unearned_bytes = 64ull << 20;
  /// … and what each byte of the file and of its buffers and images adds: zeros, bytes that are
  /// used again and again, and what a compressed stream claims cost a file nothing.
  std::uint64_t decoded_per_byte = 128;
  std::uint32_t targets = 4096;  ///< of one mesh
  std::uint32_t animations = 4096;
  std::uint32_t channels = 65'536;                 ///< of one animation
  std::uint32_t keys = 10'000'000;                 ///< of one sampler
  std::uint64_t track_floats = 64ull << 20;        ///< key frames of all samplers, together
  std::uint32_t expressions = 4096;                ///< of one table of a VRM
  std::uint64_t expression_bytes = 16ull << 20;    ///< binds of all expressions, together
  std::uint64_t image_bytes = 128ull << 20;        ///< one image, encoded
  std::uint32_t image_side = 16'384;               ///< pixels
  std::uint64_t image_pixels = 64ull << 20;        ///< one image
  std::uint64_t image_decoded_bytes = 1ull << 30;  ///< all images, decoded
  std::uint32_t name_bytes = 1024;                 ///< longer names are cut

  /// For the files of strangers: what a service can afford for each.
  static Limits strict();
  /// What the types can count; memory is the limit. Nesting of JSON stays bounded.
  static Limits none();
};

/// What an import is busy with, in this order.
enum class ImportPhase : std::uint8_t {
  parsing,     ///< the JSON
  buffers,     ///< loading them, decoding compressed views
  accessors,   ///< checking that each lies in its data
  meshes,      ///< vertices and displacements; most of the time
  animations,  ///<
  images,      ///< decoding
  checking,    ///< ImportOptions::report_conformance
};

struct ImportProgress {
  ImportPhase phase = ImportPhase::parsing;
  std::uint64_t done = 0;   ///< pieces of this phase, of unequal size
  std::uint64_t total = 0;  ///< 0 where it is not known
};

/// Called by the thread that imports, at the start of each phase and then every 10 ms or so; a
/// single image or compressed view may take longer. False ends the import with
/// ErrorCode::cancelled.
using ProgressCallback = std::function<bool(const ImportProgress&)>;

struct ImportOptions {
  Limits limits;
  std::filesystem::path asset_root;  ///< where external files may lie; empty: the file's own folder
  bool external = true;              ///< false refuses every external buffer and image
  /// Whether large files are mapped, which saves the memory of a copy. A program whose mapped file
  /// is cut off by another one is ended by the system, so: false for files that others can write
  /// to.
  bool map_files = true;
  /// Whether faults are reported as well that change nothing in the Scene (min and max, unit
  /// lengths …). Costs a pass over all data.
  bool report_conformance = false;
  ProgressCallback progress;  ///< may be empty
};

/// An image as the file has it, and what became of it.
struct ImageInfo {
  enum class State : std::uint8_t {
    unused,       ///< no material uses it: not decoded, 0 × 0
    decoded,      ///<
    placeholder,  ///< a checkerboard stands for it; a warning says why
  };

  std::string name;  ///< may be empty
  std::string uri;   ///< of an external file; empty for a buffer view or a data: URI
  State state = State::unused;
};

/// What a file says about itself.
struct SourceInfo {
  std::string format;     ///< "gltf" or "glb"
  std::string version;    ///< asset.version
  std::string generator;  ///< asset.generator, may be empty
  std::uint64_t bytes = 0;
  std::vector<std::string> extensions_used;
  std::vector<std::string> extensions_required;
  std::vector<std::string> extensions_unsupported;  ///< used, but not implemented here
  std::vector<ImageInfo> images;                    ///< beside those of the scene
};

/// What an import gives. Indices are the file's own: what cannot be used stays as an empty
/// primitive or a placeholder (a checkerboard for an image, a track of one key for a sampler, a
/// skin without joints, a default camera), with a warning; only channels that cannot be played are
/// left out, and skins are taken from nodes that cannot have them. Images that no material uses
/// stay 0 × 0.
struct Imported {
  Scene scene;
  std::vector<Error> warnings;  ///< in the order found; at most about a thousand
  SourceInfo source;
};

/// Reads a regular file and the buffers and images that it names (glTF 2.0 §2, §4).
/// Errors: io, syntax, unsupported, forbidden, out_of_range, invalid_value, count_mismatch,
/// limit_exceeded, out_of_memory, cancelled. `where` is the JSON pointer of the offending value;
/// before the JSON is parsed it is a line, or empty. No exception leaves.
Result<Imported> import_file(const std::filesystem::path& file, const ImportOptions& options = {});

/// The same from memory. External files are looked for under options.asset_root, and refused where
/// it is empty.
Result<Imported> import_memory(std::span<const std::byte> bytes, const ImportOptions& options = {});

}  // namespace morph::gltf
