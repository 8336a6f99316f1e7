// SPDX-License-Identifier: MIT
#include "morph/gltf/detail/document.h"

#include <algorithm>
#include <exception>
#include <nlohmann/json.hpp>
#include <tuple>
#include <utility>

#include "morph/gltf/detail/codecs.h"
#include "morph/gltf/detail/extensions.h"
#include "morph/gltf/detail/json_scan.h"
#include "morph/gltf/detail/json_schema.h"
#include "morph/gltf/detail/tinygltf_parser.h"
#include "morph/gltf/detail/utf8.h"

namespace morph::gltf::detail {
namespace {

using nlohmann::json;

/// Precondition: the range has passed scan_json, so it parses; nullopt is for running out of memory
/// aside, a mistake of ours.
json parse_range(std::string_view text, JsonRange range) {
  return json::parse(text.begin() + range.begin, text.begin() + range.end, nullptr, false);
}

/// "2.0": digits, a point, digits.
bool is_version(std::string_view text) {
  const auto digits = [&] {
    const std::size_t end = std::min(text.find_first_not_of("0123456789"), text.size());
    text.remove_prefix(end);
    return end > 0;
  };
  if (!digits() || !text.starts_with('.')) return false;
  text.remove_prefix(1);
  return digits() && text.empty();
}

Result<void> check_version(const JsonScan& scan) {
  const std::string where = "/asset/version";
  if (scan.version.empty()) {
    return Error{ErrorCode::unsupported, where,
                 "glTF of no stated version is not supported (2.0 needed)", "UNDEFINED_PROPERTY"};
  }
  if (!is_version(scan.version)) {
    return Error{ErrorCode::invalid_value, where,
                 in_quotes(scan.version) + ", expected two numbers like 2.0", "PATTERN_MISMATCH"};
  }
  if (!scan.version.starts_with("2.")) {
    return Error{ErrorCode::unsupported, where,
                 "glTF " + scan.version + " is not supported (2.0 needed)",
                 "UNKNOWN_ASSET_MAJOR_VERSION"};
  }
  if (!scan.min_version.empty() && scan.min_version != "2.0") {
    return Error{ErrorCode::unsupported, "/asset/minVersion",
                 "glTF " + scan.min_version + " is needed, 2.0 is supported",
                 "UNKNOWN_ASSET_MINOR_VERSION"};
  }
  return {};
}

void read_images(json array, const Limits& limits, Document& document) {
  for (json& element : array) {
    ImageSource source;
    if (const auto name = element.find("name"); name != element.end() && name->is_string()) {
      source.name = kept_name(name->get_ref<const std::string&>(), limits);
    }
    if (const auto uri = element.find("uri"); uri != element.end()) {
      source.uri = std::move(uri->get_ref<std::string&>());
    }
    if (const auto type = element.find("mimeType"); type != element.end()) {
      source.mime_type = type->get<std::string>();
    }
    source.buffer_view = element.value("bufferView", -1);
    document.images.push_back(std::move(source));
  }
}

void read_cameras(const json& array, const Limits& limits, Document& document) {
  for (const json& element : array) {
    CameraSource& source = document.cameras.emplace_back();
    const auto text = [&](const char* key) {
      const auto found = element.find(key);
      return found != element.end() && found->is_string() ? found->get<std::string>() : "";
    };
    source.name = kept_name(text("name"), limits);
    source.type = text("type");
    const auto projection = element.find(source.type);
    if (projection == element.end() || !projection->is_object()) continue;
    source.described = true;
    const auto number = [&](const char* key) {
      const auto found = projection->find(key);
      return found == projection->end() ? std::nullopt : std::optional(found->get<double>());
    };
    source.aspect_ratio = number("aspectRatio");
    source.yfov = number("yfov");
    source.xmag = number("xmag");
    source.ymag = number("ymag");
    source.znear = number("znear");
    source.zfar = number("zfar");
  }
}

void read_target_names(std::string_view text, const JsonScan& scan, const Limits& limits,
                       Document& document, Warnings& warnings) {
  for (const TargetNamesFound& found : scan.names) {
    const json array = parse_range(text, found.range);
    if (!array.is_array()) {
      const std::string owner =
          found.primitive == kNoIndex ? "" : pointer("/primitives/", found.primitive);
      warnings.add({ErrorCode::invalid_value,
                    pointer("/meshes/", found.mesh, owner, "/extras/targetNames"),
                    std::string(name_of_value(text[found.range.begin])) + ", expected an array",
                    {}});
      continue;
    }
    TargetNames names{found.mesh, found.primitive, {}};
    for (const json& element : array) {
      const std::string name = element.is_string()   ? element.get<std::string>()
                               : element.is_number() ? element.dump()
                                                     : "";
      names.names.push_back(kept_name(name, limits));
    }
    document.target_names.push_back(std::move(names));
  }
}

void find_expressions(std::string_view text, JsonScan& scan, Document& document) {
  using Table = ExpressionSource::Table;
  document.vrm_version = std::move(scan.vrm_version);
  for (ExpressionFound& found : scan.expressions) {
    const Table table = found.table == JsonCapture::preset_expression   ? Table::preset
                        : found.table == JsonCapture::custom_expression ? Table::custom
                                                                        : Table::blend_shape_group;
    const auto length = found.range.end - found.range.begin;
    document.expressions.push_back({table, std::move(found.key), std::move(found.where),
                                    text.substr(found.range.begin, length)});
  }
}

Error not_as_written(std::string where) {
  return {ErrorCode::syntax, std::move(where), "is not read as it is written", {}};
}

/// Puts back what tinygltf was not shown. The scan lets nothing pass that tinygltf drops; should it
/// drop something all the same, the file is refused (syntax) rather than read at shifted places.
Result<void> restore(const JsonScan& scan, tinygltf::Model& model) {
  for (const IndicesFound& found : scan.indices) {
    if (found.mesh >= model.meshes.size() ||
        found.primitive >= model.meshes[found.mesh].primitives.size()) {
      return not_as_written(pointer("/meshes/", found.mesh, "/primitives/", found.primitive));
    }
    model.meshes[found.mesh].primitives[found.primitive].indices = static_cast<int>(found.accessor);
  }
  return {};
}

Error at(std::string where, Error error) {
  error.where = std::move(where);
  return error;
}

void judge_media_type(std::string_view uri, std::string where, Warnings& warnings) {
  if (!is_data_uri(uri)) return;
  const std::string_view type = media_type_of_uri(uri);
  if (type == "application/octet-stream" || type == "application/gltf-buffer") return;
  warnings.add({ErrorCode::invalid_value, std::move(where),
                "declares " + in_quotes(type) +
                    ", expected application/octet-stream or application/gltf-buffer",
                "BUFFER_DATA_URI_MIME_TYPE_INVALID"});
}

/// Gives a buffer with a URI its bytes.
///   file  the text that the URI stands in, which is left where it has been read
Result<void> load_buffer(std::size_t index, Document& document, const FileBytes& file,
                         const ExternalFiles& files, const Limits& limits, Budget& budget,
                         Warnings& warnings) {
  BufferSource& buffer = document.buffers[index];
  const std::string where = pointer("/buffers/", index, "/uri");
  const std::string unescaped = buffer.uri->escaped ? unescape(*buffer.uri) : "";
  const std::string_view uri = buffer.uri->escaped ? unescaped : buffer.uri->raw;
  const auto decoded = [](auto bytes) -> Result<FileBytes> {
    if (!bytes) return std::move(bytes).error();
    return FileBytes(std::move(*bytes));
  };
  judge_media_type(uri, where, warnings);
  auto bytes = is_data_uri(uri) ? decoded(decode_data_uri(uri, &file))
                                : files.read(uri, "buffer", limits, budget);
  if (!bytes) return at(where, std::move(bytes).error());
  constexpr std::size_t kMostOpen = 64;  // a process may have about a thousand
  if (document.loaded.size() >= kMostOpen) bytes->close_file();
  document.loaded.push_back(std::move(*bytes));
  buffer.file = &document.loaded.back();
  buffer.bytes = buffer.file->bytes();
  return {};
}

}  // namespace

const CompressedView* Document::compressed_view(int view) const {
  const auto wanted = static_cast<Index>(view);
  const auto found = std::ranges::lower_bound(compressed_views, wanted, {}, &CompressedView::view);
  return found != compressed_views.end() && found->view == wanted ? &*found : nullptr;
}

const CompressedPrimitive* Document::compressed_primitive(Index mesh, Index primitive) const {
  const auto place = [](const CompressedPrimitive& p) { return std::tuple(p.mesh, p.primitive); };
  const auto wanted = std::tuple(mesh, primitive);
  const auto found = std::ranges::lower_bound(compressed_primitives, wanted, {}, place);
  return found != compressed_primitives.end() && place(*found) == wanted ? &*found : nullptr;
}

std::span<const std::byte> Document::view_bytes(int view) const {
  if (const CompressedView* compressed = compressed_view(view); compressed != nullptr) {
    if (compressed->decoded) return *compressed->decoded;
    if (compressed->error) return {};
  }
  const ViewSource& source = views[static_cast<std::size_t>(view)];
  const BufferSource& buffer = buffers[static_cast<std::size_t>(source.buffer)];
  if (buffer.bytes.size() < buffer.byte_length) return {};
  return buffer.bytes.subspan(source.byte_offset, source.byte_length);
}

const FileBytes* Document::file_of(int view) const {
  const CompressedView* const compressed = compressed_view(view);
  if (compressed != nullptr && compressed->decoded) return nullptr;
  const int buffer = views[static_cast<std::size_t>(view)].buffer;
  return buffers[static_cast<std::size_t>(buffer)].file;
}

std::string kept_name(std::string_view name, const Limits& limits) {
  return std::string(utf8_prefix(name, limits.name_bytes));
}

std::string kept_name(const JsonString& name, const Limits& limits) {
  return name.escaped ? unescape_beginning(name.raw, limits.name_bytes)
                      : kept_name(name.raw, limits);
}

Result<Document> parse_document(std::string_view text, const Limits& limits, Warnings& warnings,
                                Watch& watch) {
  auto scan = scan_json(text, limits, watch);
  if (!scan) return scan.error();
  if (auto sound = check_version(*scan); !sound) return sound.error();
  if (scan->wrong_shape) return *scan->wrong_shape;
  auto model = parse_structure(scan->structure);
  if (!model) return model.error();
  Document document;
  document.model = std::move(*model);
  if (auto known = check_required_extensions(document.model, warnings); !known) {
    return known.error();
  }
  for (const BufferFound& found : scan->buffers) {
    BufferSource& buffer = document.buffers.emplace_back();
    buffer.byte_length = found.byte_length;
    buffer.uri = found.uri;
    buffer.fallback = found.fallback;
  }
  document.views = std::move(scan->views);
  document.accessors = std::move(scan->accessors);
  document.view_extensions = std::move(scan->view_extensions);
  if (scan->images) read_images(parse_range(text, *scan->images), limits, document);
  if (scan->cameras) read_cameras(parse_range(text, *scan->cameras), limits, document);
  read_target_names(text, *scan, limits, document, warnings);
  document.compressed_views = read_compressed_views(text, *scan);
  document.compressed_primitives = read_compressed_primitives(text, *scan);
  document.empty_entities = std::move(scan->empty);
  find_expressions(text, *scan, document);
  for (Error& warning : scan->passed_over) warnings.add(std::move(warning));
  document.quantization = uses_extension(document.model, "KHR_mesh_quantization");
  if (auto restored = restore(*scan, document.model); !restored) return restored.error();
  return document;
}

Result<void> load_buffers(Document& document, const Container& container, const FileBytes& file,
                          const ExternalFiles& files, const Limits& limits, Budget& budget,
                          Warnings& warnings) {
  document.loaded.reserve(document.buffers.size());  // so that pointers to them stay
  for (std::size_t b = 0; b < document.buffers.size(); ++b) {
    BufferSource& buffer = document.buffers[b];
    if (buffer.fallback && kHasCodecs) continue;
    const bool in_glb = !buffer.uri && b == 0 && container.binary.has_value();
    if (in_glb) {
      buffer.file = &file;
      buffer.bytes = *container.binary;
    } else if (!buffer.uri) {
      continue;  // an extension may supply it; refused where it is used
    } else if (auto loaded = load_buffer(b, document, file, files, limits, budget, warnings);
               !loaded) {
      return loaded;
    }
    if (buffer.bytes.size() < buffer.byte_length) {
      return Error{ErrorCode::out_of_range, pointer("/buffers/", b, "/byteLength"),
                   std::to_string(buffer.byte_length) + " bytes, but only " +
                       std::to_string(buffer.bytes.size()) + " are there",
                   "BUFFER_BYTE_LENGTH_MISMATCH"};
    }
    if (in_glb && buffer.bytes.size() - buffer.byte_length > 3) {
      warnings.add({ErrorCode::invalid_value, "/buffers/0/byteLength",
                    std::to_string(buffer.byte_length) + " bytes, but the GLB holds " +
                        std::to_string(buffer.bytes.size()),
                    "BUFFER_GLB_CHUNK_TOO_BIG"});
    }
  }
  return {};
}

}  // namespace morph::gltf::detail
