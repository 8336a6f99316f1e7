// SPDX-License-Identifier: MIT
#include "morph/gltf/detail/buffer_view.h"

#include "morph/gltf/detail/codecs.h"
#include "morph/gltf/detail/extensions.h"

namespace morph::gltf::detail {
namespace {

Result<void> check_in_buffer(const Document& document, std::size_t index) {
  const ViewSource& view = document.views[index];
  const std::string where = pointer("/bufferViews/", index);
  if (static_cast<std::size_t>(view.buffer) >= document.buffers.size()) {
    return unresolved(where + "/buffer", "buffer", view.buffer, document.buffers.size());
  }
  const BufferSource& buffer = document.buffers[static_cast<std::size_t>(view.buffer)];
  if (!inside(view.byte_offset, view.byte_length, buffer.byte_length)) {
    return Error{ErrorCode::out_of_range, where,
                 "bytes " + std::to_string(view.byte_offset) + " + " +
                     std::to_string(view.byte_length) + " reach beyond buffer " +
                     std::to_string(view.buffer) + " of " + std::to_string(buffer.byte_length),
                 "BUFFER_VIEW_TOO_LONG"};
  }
  return {};
}

Error no_data(int buffer) {
  return {ErrorCode::unsupported,
          pointer("/buffers/", buffer),
          "has no uri, and there is no binary chunk for it",
          {}};
}

/// The bytes that a compressed view is decoded from.
Result<std::span<const std::byte>> find_stream(const Document& document,
                                               const CompressedView& view) {
  if (static_cast<std::size_t>(view.buffer) >= document.buffers.size()) {
    return unresolved(view.where() + "/buffer", "buffer", view.buffer, document.buffers.size());
  }
  const BufferSource& buffer = document.buffers[static_cast<std::size_t>(view.buffer)];
  if (!inside(view.byte_offset, view.byte_length, buffer.byte_length)) {
    return Error{ErrorCode::out_of_range,
                 view.where(),
                 "bytes " + std::to_string(view.byte_offset) + " + " +
                     std::to_string(view.byte_length) + " reach beyond buffer " +
                     std::to_string(view.buffer) + " of " + std::to_string(buffer.byte_length),
                 {}};
  }
  if (buffer.bytes.size() < buffer.byte_length) return no_data(view.buffer);
  return buffer.bytes.subspan(view.byte_offset, view.byte_length);
}

/// That the extension describes exactly the bytes of the view.
Result<void> check_fit(const ViewSource& view, const CompressedView& compressed) {
  const MeshoptLayout& layout = compressed.layout;
  if (auto sound = check_layout(layout); !sound) return sound;
  // stride ≤ 256, so that only a huge count could overflow.
  if (layout.count > view.byte_length || layout.count * layout.stride != view.byte_length) {
    return Error{ErrorCode::count_mismatch,
                 {},
                 counted(layout.count, "element") + " of " + std::to_string(layout.stride) +
                     " bytes, but the view has " + std::to_string(view.byte_length) + " bytes",
                 {}};
  }
  if (view.byte_stride != 0 && view.byte_stride != layout.stride) {
    return Error{ErrorCode::invalid_value,
                 {},
                 "elements of " + std::to_string(layout.stride) +
                     " bytes, but the view's stride is " + std::to_string(view.byte_stride),
                 {}};
  }
  if (layout.filter == MeshoptFilter::color && compressed.extension != "KHR_meshopt_compression") {
    return Error{ErrorCode::invalid_value, {}, "has no filter COLOR", "VALUE_NOT_IN_LIST"};
  }
  return {};
}

Result<std::vector<std::byte>> decode(const Document& document, const CompressedView& compressed,
                                      Budget& budget) {
  const auto placed = [&](Error error) {
    if (error.where.empty()) error.where = compressed.where();
    return error;
  };
  const ViewSource& view = document.views[compressed.view];
  if (auto fit = check_fit(view, compressed); !fit) return placed(std::move(fit).error());
  auto stream = find_stream(document, compressed);
  if (!stream) return stream.error();
  if (auto taken = budget.decoded.take(view.byte_length, compressed.where(), "compressed views");
      !taken) {
    return taken.error();
  }
  std::vector<std::byte> out(view.byte_length);
  if (auto decoded = decode_meshopt(*stream, compressed.layout, out); !decoded) {
    return placed(std::move(decoded).error());
  }
  return out;
}

/// Decodes the view at `v` of the compressed ones, or keeps why not.
Result<void> open_compressed(Document& document, std::size_t v, Budget& budget) {
  CompressedView& view = document.compressed_views[v];
  if (view.view >= document.views.size()) {
    return Error{ErrorCode::syntax, view.where(), "is not read as it is written", {}};
  }
  if (v + 1 < document.compressed_views.size() &&
      document.compressed_views[v + 1].view == view.view) {
    view.error = Error{ErrorCode::invalid_value,
                       view.where(),
                       "stands beside " + document.compressed_views[v + 1].extension,
                       {}};
    return {};
  }
  if (v > 0 && document.compressed_views[v - 1].view == view.view) return {};
  auto bytes = decode(document, view, budget);
  if (bytes) {
    view.decoded = std::move(*bytes);
    return {};
  }
  if (bytes.error().code == ErrorCode::limit_exceeded) return bytes.error();
  view.error = std::move(bytes).error();
  return {};
}

}  // namespace

Result<void> open_views(Document& document, Budget& budget, Watch& watch) {
  for (std::size_t v = 0; v < document.views.size(); ++v) {
    if (auto sound = check_in_buffer(document, v); !sound) return sound;
  }
  if (!kHasCodecs) return {};  // the fallback buffers are read
  for (std::size_t v = 0; v < document.compressed_views.size(); ++v) {
    watch.step();
    if (auto opened = open_compressed(document, v, budget); !opened) return opened;
  }
  return {};
}

Result<std::span<const std::byte>> find_view(const Document& document, int index,
                                             const std::string& where) {
  const auto& views = document.views;
  if (static_cast<std::size_t>(index) >= views.size()) {
    return unresolved(where, "buffer view", index, views.size());
  }
  const ViewSource& view = views[static_cast<std::size_t>(index)];
  const CompressedView* const compressed = document.compressed_view(index);
  if (compressed != nullptr && compressed->error) return *compressed->error;
  const std::span<const std::byte> bytes = document.view_bytes(index);
  if (bytes.size() == view.byte_length) return bytes;
  if (compressed != nullptr) {
    return Error{ErrorCode::unsupported, compressed->where(), lacks(compressed->extension),
                 "UNSUPPORTED_EXTENSION"};
  }
  return no_data(view.buffer);
}

}  // namespace morph::gltf::detail
