// SPDX-License-Identifier: MIT
//
// Accessors and buffer views straight from bytes, without JSON between, against the oracle of
// accessor_oracle.h; and the decoders that stand behind buffer views and images. The first byte
// chooses which.
#include <algorithm>
#include <array>
#include <cmath>
#include <cstdint>
#include <limits>
#include <span>
#include <utility>
#include <vector>

#include "fuzz/accessor_oracle.h"
#include "fuzz/byte_reader.h"
#include "fuzz/figures.h"
#include "fuzz/require.h"
#include "morph/gltf/detail/accessor.h"
#include "morph/gltf/detail/buffer_view.h"
#include "morph/gltf/detail/codecs.h"
#include "morph/gltf/detail/watch.h"

namespace morph::fuzz {
namespace {

using gltf::detail::AccessorShape;
using gltf::detail::ComponentType;

Figure executions{"executions"};
Figure sound_inputs{"past the checks"};

gltf::Limits small_limits() {
  gltf::Limits limits;
  limits.decoded_bytes = 1 << 16;
  limits.image_bytes = 1 << 16;
  limits.image_side = 256;
  limits.image_pixels = 1 << 14;
  limits.image_decoded_bytes = 1 << 16;
  return limits;
}

/// A number within its range most of the time, exactly at its end often.
std::uint64_t near(ByteReader& in, Wide exact) {
  switch (in.below(6)) {
    case 0:
    case 1:
      return exact < 0 ? 0 : static_cast<std::uint64_t>(exact);
    case 2:
      return exact < 0 ? 0 : static_cast<std::uint64_t>(exact) + 1;
    case 3:
      return exact < 1 ? 0 : static_cast<std::uint64_t>(exact) - 1;
    case 4:
      return in.below(64);
    default:
      return in.size();
  }
}

int component_type(ByteReader& in) {
  constexpr int kTypes[] = {5120, 5121, 5122, 5123, 5125, 5126, 5121, 5123, 5126};
  const std::uint8_t choice = in.byte();
  return choice < 250 ? kTypes[choice % std::size(kTypes)] : 5117 + choice % 16;
}

/// SCALAR, VEC2 to VEC4, MAT2 to MAT4.
void read_type(ByteReader& in, AccessorSource& accessor) {
  const auto type = static_cast<std::uint8_t>(in.below(7));
  accessor.rows = type < 4 ? type + 1 : type - 2;
  accessor.columns = type < 4 ? 1 : accessor.rows;
}

void read_views(ByteReader& in, gltf::detail::Document& document, std::size_t bytes) {
  for (std::uint32_t v = 0; v < 3; ++v) {
    ViewSource& view = document.views.emplace_back();
    const std::uint8_t odd = in.byte();
    view.buffer = odd < 240 ? 0 : odd < 250 ? 1 : 2;
    view.byte_offset = in.below(4) == 0 ? near(in, Wide{bytes}) : in.below(32);
    view.byte_length = near(in, Wide{bytes} - view.byte_offset);
    if (in.below(3) == 0) view.byte_stride = in.size();
  }
}

AccessorSource read_accessor(ByteReader& in, const gltf::detail::Document& document) {
  AccessorSource accessor;
  const auto& views = document.views;
  const auto length_of = [&](int view) {
    return view >= 0 && std::cmp_less(view, views.size())
               ? Wide{views[static_cast<std::size_t>(view)].byte_length}
               : Wide{0};
  };
  accessor.component_type = component_type(in);
  read_type(in, accessor);
  accessor.normalized = in.flag();
  accessor.view = static_cast<int>(in.below(5)) - 1;
  accessor.byte_offset = accessor.view >= 0 && in.flag() ? in.size() : 0;
  const Layout layout = layout_of(accessor);
  Wide stride = layout.bytes();
  if (accessor.view >= 0 && accessor.view < 3) {
    const std::size_t given = views[static_cast<std::size_t>(accessor.view)].byte_stride;
    if (given != 0) stride = given;
  }
  const Wide room = length_of(accessor.view) - accessor.byte_offset - layout.bytes();
  accessor.count = near(in, accessor.view < 0 ? Wide{in.below(300)} : room / stride + 1);
  if (!in.flag()) return accessor;
  SparseSource& sparse = accessor.sparse.emplace();
  sparse.indices.view = static_cast<int>(in.below(4));
  sparse.indices.component_type = component_type(in);
  sparse.indices.byte_offset = static_cast<int>(in.below(8));
  sparse.values.view = static_cast<int>(in.below(4));
  sparse.values.byte_offset = static_cast<int>(in.below(8));
  const Wide rooms = (length_of(sparse.indices.view) - sparse.indices.byte_offset) /
                     bytes_of(sparse.indices.component_type);
  const std::uint64_t count =
      in.flag() ? in.below(4) : near(in, in.flag() ? rooms : accessor.count);
  sparse.count = static_cast<int>(
      std::min<std::uint64_t>(count, static_cast<std::uint64_t>(std::numeric_limits<int>::max())));
  return accessor;
}

/// What is read sparsely is what was read into `out`.
void compare_sparse(const gltf::detail::ImportContext& context, int index, bool normalized,
                    const Result<void>& read, std::span<const float> out) {
  if (!gltf::detail::is_zeros_but_sparse(context, index)) return;
  const auto sparse = normalized ? gltf::detail::read_sparse_floats(context, index)
                                 : gltf::detail::read_sparse_stored(context, index);
  MORPH_REQUIRE(sparse.has_value() == read.has_value());
  if (!read) {
    MORPH_REQUIRE(sparse.error().text() == read.error().text());
    return;
  }
  MORPH_REQUIRE(sparse->indices.size() == gltf::detail::sparse_count(context.document, index));
  const std::size_t components = gltf::detail::shape_of(context.document, index).components();
  std::vector<float> all(out.size(), 0.0f);
  for (std::size_t i = 0; i < sparse->indices.size(); ++i) {
    for (std::size_t c = 0; c < components; ++c) {
      all[sparse->indices[i] * components + c] = sparse->values[i * components + c];
    }
  }
  MORPH_REQUIRE(std::ranges::equal(all, out));
}

void compare(const gltf::detail::ImportContext& context, const AccessorOracle& oracle, int index,
             bool normalized) {
  const AccessorSource& accessor = context.document.accessors[static_cast<std::size_t>(index)];
  const AccessorShape shape = gltf::detail::shape_of(context.document, index);
  const Layout layout = layout_of(accessor);
  MORPH_REQUIRE(shape.components() == layout.components() && shape.element_bytes == layout.bytes());
  std::vector<float> out(accessor.count * layout.components());
  const auto read = normalized ? gltf::detail::read_floats(context, index, out)
                               : gltf::detail::read_stored(context, index, out);
  bool finite = true;
  for (std::size_t i = 0; i < out.size(); ++i) {
    const auto bytes = oracle.component(accessor, i / layout.components(),
                                        static_cast<std::uint32_t>(i % layout.components()));
    const bool divides = normalized && accessor.normalized && layout.component_bytes < 4;
    const double expected = number_of(bytes, accessor.component_type, divides);
    finite = finite && std::isfinite(expected);
    const auto found = static_cast<double>(out[i]);
    MORPH_REQUIRE(std::isnan(expected) ? std::isnan(found)
                                       : found == expected || std::abs(found - expected) <=
                                                                  1e-7 * std::abs(expected));
  }
  MORPH_REQUIRE(read.has_value() == finite);
  compare_sparse(context, index, normalized, read, out);
}

void compare_integers(const gltf::detail::ImportContext& context, const AccessorOracle& oracle,
                      int index) {
  const AccessorSource& accessor = context.document.accessors[static_cast<std::size_t>(index)];
  const int type = accessor.component_type;
  if (layout_of(accessor).components() != 1 || (type != 5121 && type != 5123 && type != 5125))
    return;
  std::vector<std::uint32_t> out(accessor.count);
  gltf::detail::read_integers(context, index, out);
  for (std::size_t i = 0; i < out.size(); ++i) {
    MORPH_REQUIRE(static_cast<double>(out[i]) ==
                  number_of(oracle.component(accessor, i, 0), type, false));
  }
}

void read_accessors(ByteReader& in) {
  gltf::detail::Document document;
  constexpr std::size_t kDescription = 64;  // the bytes in front of the data, at least
  std::array<std::uint8_t, kDescription> description{};
  for (std::uint8_t& byte : description) byte = in.byte();
  const std::vector<std::byte> data = in.rest();
  ByteReader words(description);
  document.buffers.resize(2);  // the second has no data
  document.buffers[0].byte_length = data.size();
  document.buffers[0].bytes = data;
  document.buffers[1].byte_length = words.below(8);
  read_views(words, document, data.size());
  document.accessors.push_back(read_accessor(words, document));

  const gltf::Limits limits = small_limits();
  gltf::detail::Budget budget(limits, 0);
  gltf::detail::Warnings warnings;
  const gltf::detail::ExternalFiles files({}, {}, false, gltf::detail::FileAccess::read);
  const gltf::ProgressCallback nobody;
  gltf::detail::Watch watch(nobody);
  gltf::detail::ReadMemory memory;
  const gltf::detail::ImportContext context{document, files, limits, budget,
                                            warnings, watch, memory};
  const AccessorOracle oracle(document, limits);
  const bool opened = gltf::detail::open_views(document, budget, watch).has_value();
  MORPH_REQUIRE(opened == oracle.views_sound());
  if (!opened) return;
  const bool sound = gltf::detail::check_accessors(context).has_value();
  MORPH_REQUIRE(sound == oracle.accessor_sound(document.accessors[0]));
  if (!sound) return;
  ++sound_inputs.count;
  compare(context, oracle, 0, true);
  compare(context, oracle, 0, false);
  compare_integers(context, oracle, 0);
}

// ---- Codecs -------------------------------------------------------------------------------------

void decode_meshopt(ByteReader& in) {
  gltf::detail::MeshoptLayout layout;
  layout.mode = static_cast<gltf::detail::MeshoptMode>(in.below(3));
  layout.filter = static_cast<gltf::detail::MeshoptFilter>(in.below(5));
  layout.stride = in.byte();
  layout.count = in.value<std::uint16_t>() % 4096;
  if (!gltf::detail::check_layout(layout)) return;
  const std::vector<std::byte> stream = in.rest();
  std::vector<std::byte> out(layout.count * layout.stride);
  if (gltf::detail::decode_meshopt(stream, layout, out)) ++sound_inputs.count;
}

void decode_draco(ByteReader& in) {
  gltf::detail::Document document;
  std::vector<gltf::detail::DracoAttribute> wanted;
  const std::uint32_t attributes = 1 + in.below(3);
  const std::uint32_t vertices = 1 + in.below(512);
  for (std::uint32_t a = 0; a < attributes; ++a) {
    AccessorSource& accessor = document.accessors.emplace_back();
    constexpr int kTypes[] = {5126, 5120, 5121, 5122, 5123, 5125};
    accessor.component_type = kTypes[in.below(6)];
    read_type(in, accessor);
    accessor.count = vertices;
    wanted.push_back({in.byte(), gltf::detail::shape_of(document, static_cast<int>(a))});
  }
  const std::vector<std::byte> stream = in.rest();
  const auto mesh = gltf::detail::decode_draco(stream, wanted, 1 << 20);
  if (!mesh) return;
  ++sound_inputs.count;
  MORPH_REQUIRE(mesh->attributes.size() == wanted.size() && mesh->indices.size() % 3 == 0);
  for (std::size_t a = 0; a < wanted.size(); ++a) {
    MORPH_REQUIRE(mesh->attributes[a].size() == vertices * wanted[a].shape.element_bytes);
  }
  for (const std::uint32_t index : mesh->indices) MORPH_REQUIRE(index < vertices);
}

void decode_image(ByteReader& in) {
  const std::vector<std::byte> stream = in.rest();
  const gltf::Limits limits = small_limits();
  gltf::detail::Budget budget(limits, 0);
  const auto image = gltf::detail::decode_image(stream, limits, budget);
  if (!image) return;
  ++sound_inputs.count;
  MORPH_REQUIRE(image->pixel_count() > 0 && image->pixel_count() <= limits.image_pixels);
  MORPH_REQUIRE(image->rgba.size() == image->pixel_count() * 4);
}

void run(std::span<const std::uint8_t> bytes) {
  ++executions.count;
  ByteReader in(bytes);
  const std::uint8_t mode = in.byte();
  if (mode < 0xA0) return read_accessors(in);
  if (mode < 0xC0) return decode_meshopt(in);
  if (mode < 0xE0) return decode_draco(in);
  return decode_image(in);
}

}  // namespace
}  // namespace morph::fuzz

extern "C" int LLVMFuzzerInitialize(int*, char***) {
  morph::fuzz::print_at_exit({&morph::fuzz::executions, &morph::fuzz::sound_inputs});
  return 0;
}

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  morph::fuzz::run({data, size});
  return 0;
}
