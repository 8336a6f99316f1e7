// SPDX-License-Identifier: MIT
#include "morph/gltf/detail/compression.h"

#include <algorithm>
#include <iterator>
#include <nlohmann/json.hpp>
#include <tuple>

#include "morph/gltf/detail/findings.h"

namespace morph::gltf::detail {
namespace {

using nlohmann::json;

constexpr std::string_view kModes[] = {"ATTRIBUTES", "TRIANGLES", "INDICES"};
constexpr std::string_view kFilters[] = {"NONE", "OCTAHEDRAL", "QUATERNION", "EXPONENTIAL",
                                         "COLOR"};

/// The position of a word in its list. The scan has checked that it is there.
template <class Enum, std::size_t N>
Enum position_of(const std::string& word, const std::string_view (&words)[N]) {
  return static_cast<Enum>(std::ranges::find(words, word) - std::begin(words));
}

/// Precondition: the range has passed scan_json.
json parse(std::string_view text, JsonRange range) {
  return json::parse(text.substr(range.begin, range.end - range.begin));
}

CompressedView read_view(const json& source, const ExtensionFound& found) {
  CompressedView out;
  out.view = found.object;
  out.extension = found.name;
  out.buffer = source["buffer"].get<int>();
  out.byte_offset = source.value("byteOffset", std::uint64_t{0});
  out.byte_length = source["byteLength"].get<std::uint64_t>();
  out.layout.count = source["count"].get<std::uint64_t>();
  out.layout.stride = source["byteStride"].get<std::uint64_t>();
  out.layout.mode = position_of<MeshoptMode>(source["mode"].get<std::string>(), kModes);
  out.layout.filter =
      position_of<MeshoptFilter>(source.value("filter", std::string("NONE")), kFilters);
  return out;
}

Error wrong_layout(std::string message) {
  return {ErrorCode::invalid_value, {}, std::move(message), {}};
}

Result<void> check_filter(const MeshoptLayout& layout) {
  const bool four_components = layout.stride == 4 || layout.stride == 8;
  const std::string stride = "elements of " + std::to_string(layout.stride) + " bytes, expected ";
  switch (layout.filter) {
    case MeshoptFilter::octahedral:
      if (!four_components) return wrong_layout(stride + "4 or 8 for the filter OCTAHEDRAL");
      break;
    case MeshoptFilter::color:
      if (!four_components) return wrong_layout(stride + "4 or 8 for the filter COLOR");
      break;
    case MeshoptFilter::quaternion:
      if (layout.stride != 8) return wrong_layout(stride + "8 for the filter QUATERNION");
      break;
    case MeshoptFilter::exponential:
    case MeshoptFilter::none:
      break;
  }
  return {};
}

}  // namespace

std::string CompressedView::where() const {
  return pointer("/bufferViews/", view, "/extensions/", extension);
}

Result<void> check_layout(const MeshoptLayout& layout) {
  const std::string stride = "elements of " + std::to_string(layout.stride) + " bytes, expected ";
  if (layout.count == 0) return wrong_layout("has no elements");
  if (layout.mode == MeshoptMode::attributes) {
    if (layout.stride == 0 || layout.stride > 256 || layout.stride % 4 != 0) {
      return wrong_layout(stride + "a multiple of 4 up to 256");
    }
    return check_filter(layout);
  }
  if (layout.stride != 2 && layout.stride != 4) {
    return wrong_layout(stride + "2 or 4 in this mode");
  }
  if (layout.filter != MeshoptFilter::none) return wrong_layout("has a filter, but not attributes");
  if (layout.mode == MeshoptMode::triangles && layout.count % 3 != 0) {
    return wrong_layout(counted(layout.count, "element") + ", expected three for a triangle");
  }
  return {};
}

std::vector<CompressedView> read_compressed_views(std::string_view text, const JsonScan& scan) {
  std::vector<CompressedView> out;
  for (const ExtensionFound& found : scan.compressed_views) {
    out.push_back(read_view(parse(text, found.range), found));
  }
  std::ranges::stable_sort(out, {}, &CompressedView::view);
  return out;
}

std::vector<CompressedPrimitive> read_compressed_primitives(std::string_view text,
                                                            const JsonScan& scan) {
  std::vector<CompressedPrimitive> out;
  for (const ExtensionFound& found : scan.compressed_primitives) {
    const json source = parse(text, found.range);
    CompressedPrimitive primitive{
        found.object, found.primitive, source["bufferView"].get<int>(), {}};
    for (const auto& [name, id] : source["attributes"].items()) {
      primitive.attributes[name] = id.get<std::uint32_t>();
    }
    out.push_back(std::move(primitive));
  }
  std::ranges::sort(out, {},
                    [](const CompressedPrimitive& p) { return std::tuple(p.mesh, p.primitive); });
  return out;
}

}  // namespace morph::gltf::detail
