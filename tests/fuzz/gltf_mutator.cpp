// SPDX-License-Identifier: MIT
#include "fuzz/gltf_mutator.h"

#include <algorithm>
#include <array>
#include <cstring>
#include <iterator>
#include <limits>
#include <random>
#include <string>
#include <string_view>
#include <utility>

#include "fuzz/gltf_snippets.h"

namespace morph::fuzz {
namespace {

using nlohmann::json;
using Random = std::mt19937;

std::size_t below(Random& random, std::size_t n) { return random() % n; }
bool one_in(Random& random, std::size_t n) { return below(random, n) == 0; }

template <class T, std::size_t N>
const T& any_of(Random& random, const T (&list)[N]) {
  return list[below(random, N)];
}

// ---- Where a value stands -----------------------------------------------------------------------

/// A value of the tree, and what its place says about it.
struct Place {
  json* value = nullptr;
  json* parent = nullptr;  ///< nullptr: the root
  std::string_view key;    ///< of the nearest object above: "children" of [3, 4] and of 3
  std::string_view owner;  ///< the top-level array that it is in: "nodes"
};

/// All values of a tree but the root, a share of them where there are many.
void collect(json& value, std::string_view key, std::string_view owner, std::vector<Place>& out) {
  constexpr std::size_t kMost = 20'000;
  if (out.size() > kMost) return;
  if (value.is_object()) {
    for (auto& [name, child] : value.get_ref<json::object_t&>()) {
      const std::string_view top = owner.empty() ? std::string_view(name) : owner;
      out.push_back({&child, &value, name, top});
      collect(child, name, top, out);
    }
  } else if (value.is_array()) {
    for (json& child : value) {
      out.push_back({&child, &value, key, owner});
      collect(child, key, owner, out);
    }
  }
}

std::vector<Place> places_of(json& root) {
  std::vector<Place> out;
  collect(root, "", "", out);
  return out;
}

// ---- Numbers ------------------------------------------------------------------------------------

/// The array that an index under this key refers to; "" if it is no index.
std::string_view referent_of(std::string_view key) {
  constexpr std::array<std::pair<std::string_view, std::string_view>, 26> kReferents = {{
      {"POSITION", "accessors"},
      {"NORMAL", "accessors"},
      {"TANGENT", "accessors"},
      {"TEXCOORD_0", "accessors"},
      {"COLOR_0", "accessors"},
      {"JOINTS_0", "accessors"},
      {"WEIGHTS_0", "accessors"},
      {"indices", "accessors"},
      {"input", "accessors"},
      {"output", "accessors"},
      {"inverseBindMatrices", "accessors"},
      {"bufferView", "bufferViews"},
      {"buffer", "buffers"},
      {"mesh", "meshes"},
      {"skin", "skins"},
      {"camera", "cameras"},
      {"children", "nodes"},
      {"nodes", "nodes"},
      {"joints", "nodes"},
      {"skeleton", "nodes"},
      {"node", "nodes"},
      {"scene", "scenes"},
      {"material", "materials"},
      {"index", "textures"},
      {"source", "images"},
      {"sampler", "samplers"},
  }};
  for (const auto& [name, array] : kReferents) {
    if (name == key) return array;
  }
  return {};
}

json odd_number(Random& random) {
  constexpr std::int64_t kIntegers[] = {
      0,     1,     2,     3,     4,          5,          7,          8,          12,
      15,    16,    17,    20,    24,         28,         31,         32,         33,
      36,    63,    64,    65,    72,         127,        128,        252,        254,
      255,   256,   257,   511,   512,        513,        -1,         -2,         999,
      65534, 65535, 65536, 99999, 2147483647, 2147483648, 4294967295, 4294967296, 9007199254740991};
  constexpr double kFloats[] = {0.5, -0.5, 1e-30, 1e30, 1e38, 1e39, 1e300, -1e39, 5e-324, 3.14159};
  if (one_in(random, 4)) return any_of(random, kFloats);
  return any_of(random, kIntegers);
}

/// One of the numbers that glTF has for this key.
json word_number(Random& random, std::string_view key) {
  constexpr int kComponents[] = {5120, 5121, 5122, 5123, 5125, 5126};
  constexpr int kFilters[] = {9728, 9729, 9984, 9985, 9986, 9987};
  constexpr int kWraps[] = {33071, 33648, 10497};
  if (key == "componentType") return any_of(random, kComponents);
  if (key == "target") return 34962 + static_cast<int>(below(random, 2));
  if (key == "mode") return below(random, 8);
  if (key.ends_with("Filter")) return any_of(random, kFilters);
  if (key.starts_with("wrap")) return any_of(random, kWraps);
  return odd_number(random);
}

void change_number(Random& random, json& root, const Place& place,
                   const std::vector<Place>& places) {
  json& value = *place.value;
  const std::string_view array = referent_of(place.key);
  const bool whole = value.is_number_integer();
  switch (below(random, 8)) {
    case 0:
    case 1:
    case 2:
      if (whole) {
        const auto old = value.get<std::int64_t>();
        const std::int64_t step = one_in(random, 3) ? 4 : 1;
        if (std::abs(old) < (std::int64_t{1} << 60)) {
          value = one_in(random, 2) ? old + step : old - step;
          return;
        }
      }
      value = odd_number(random);
      return;
    case 3:
    case 4:
      if (!array.empty() && root.contains(array) && root[std::string(array)].is_array()) {
        value = below(random, root[std::string(array)].size() + 1);
        return;
      }
      value = word_number(random, place.key);
      return;
    case 5: {  // of the same kind from elsewhere
      const Place& other = places[below(random, places.size())];
      if (other.value->is_number()) value = json(*other.value);
      return;
    }
    case 6:
      value = odd_number(random);
      return;
    default:
      value = word_number(random, place.key);
      return;
  }
}

// ---- Words --------------------------------------------------------------------------------------

constexpr std::string_view kWords[] = {"SCALAR",
                                       "VEC2",
                                       "VEC3",
                                       "VEC4",
                                       "MAT2",
                                       "MAT3",
                                       "MAT4",
                                       "LINEAR",
                                       "STEP",
                                       "CUBICSPLINE",
                                       "translation",
                                       "rotation",
                                       "scale",
                                       "weights",
                                       "pointer",
                                       "OPAQUE",
                                       "MASK",
                                       "BLEND",
                                       "perspective",
                                       "orthographic",
                                       "ATTRIBUTES",
                                       "TRIANGLES",
                                       "INDICES",
                                       "NONE",
                                       "OCTAHEDRAL",
                                       "QUATERNION",
                                       "EXPONENTIAL",
                                       "COLOR",
                                       "image/png",
                                       "image/jpeg",
                                       "image/webp",
                                       "2.0",
                                       "2.1",
                                       "a.bin",
                                       "a.png",
                                       "missing.bin",
                                       "../a.bin",
                                       "%61.bin",
                                       "a%00.bin",
                                       "/etc/passwd",
                                       "",
                                       "data:application/octet-stream;base64,AAAAAAAAgD8AAIA/",
                                       "data:,abc%20d",
                                       "data:;base64,=",
                                       "/nodes/0/weights",
                                       "/nodes/0/weights/1",
                                       "/nodes/0/rotation",
                                       "/nodes/1/translation",
                                       "/materials/0/pbrMetallicRoughness/baseColorFactor",
                                       "block",
                                       "blend",
                                       "none",
                                       "happy",
                                       "aa",
                                       "blink",
                                       "joy",
                                       "KHR_mesh_quantization",
                                       "KHR_materials_unlit",
                                       "KHR_draco_mesh_compression",
                                       "EXT_meshopt_compression",
                                       "KHR_meshopt_compression",
                                       "EXT_texture_webp",
                                       "KHR_animation_pointer",
                                       "KHR_texture_transform",
                                       "EXT_unknown",
                                       "\xC3\xA9\xF0\x9F\x98\x80",
                                       "tab\tline\nquote\"back\\"};

void change_string(Random& random, json& value, const std::vector<Place>& places) {
  if (one_in(random, 3)) {
    const Place& other = places[below(random, places.size())];
    if (other.value->is_string()) value = json(*other.value);
    return;
  }
  if (one_in(random, 2)) {
    value = any_of(random, kWords);
    return;
  }
  std::string text = value.get<std::string>();
  const std::size_t at = below(random, text.size() + 1);
  if (one_in(random, 2)) {
    text.insert(at, 1, static_cast<char>(random()));
  } else if (at < text.size()) {
    text.erase(at, 1 + below(random, 4));
  }
  value = std::move(text);  // what is not UTF-8 is replaced when it is written
}

// ---- Members ------------------------------------------------------------------------------------

void add_member(Random& random, json& root, const std::vector<Place>& places) {
  const Snippet& snippet = any_of(random, kSnippets);
  json* into = snippet.owner.empty() ? &root : nullptr;
  for (std::size_t attempt = 0; into == nullptr && attempt < 32; ++attempt) {
    const Place& place = places[below(random, places.size())];
    if (place.owner == snippet.owner && place.value->is_object()) into = place.value;
  }
  if (into != nullptr) (*into)[std::string(snippet.key)] = json::parse(snippet.text);
}

void change_array(Random& random, json& array) {
  if (array.empty()) return;
  const auto at = static_cast<json::difference_type>(below(random, array.size()));
  const auto other = static_cast<json::difference_type>(below(random, array.size()));
  constexpr std::size_t kLongest = 300;
  constexpr std::size_t kOverLimits[] = {13, 21, 41, 51};  // those of import_fuzzer
  switch (below(random, 5)) {
    case 0:
      array.erase(array.begin() + at);
      break;
    case 1:
    case 2:
      if (array.size() < kLongest) array.insert(array.begin() + at, json(array[other]));
      break;
    case 3:
      for (const std::size_t bound = any_of(random, kOverLimits); array.size() < bound;) {
        array.push_back(json(array[other]));
      }
      break;
    default:
      std::swap(array[at], array[other]);
      break;
  }
}

void change_object(Random& random, json& root, const Place& place,
                   const std::vector<Place>& places) {
  json& object = *place.value;
  if (one_in(random, 3) && !object.empty()) {
    object.erase(std::next(object.begin(),
                           static_cast<json::difference_type>(below(random, object.size()))));
    return;
  }
  if (one_in(random, 2)) return add_member(random, root, places);
  // The same member of something else of its kind.
  for (std::size_t attempt = 0; attempt < 16; ++attempt) {
    const Place& other = places[below(random, places.size())];
    if (other.owner != place.owner || other.parent == nullptr || !other.parent->is_object())
      continue;
    const std::string key(other.key);
    object[key] = json(*other.value);
    return;
  }
}

void change_tree(Random& random, json& root) {
  const std::vector<Place> places = places_of(root);
  if (places.empty()) return;
  if (one_in(random, 12)) return add_member(random, root, places);
  // Long arrays of plain numbers would drown the rest.
  Place place = places[below(random, places.size())];
  for (int attempt = 0; attempt < 4 && (place.key == "min" || place.key == "max"); ++attempt)
    place = places[below(random, places.size())];
  json& value = *place.value;
  if (one_in(random, 200)) {  // a wrong type
    value = one_in(random, 2) ? json(nullptr) : json(*places[below(random, places.size())].value);
  } else if (value.is_boolean()) {
    value = !value.get<bool>();
  } else if (value.is_number()) {
    change_number(random, root, place, places);
  } else if (value.is_string()) {
    change_string(random, value, places);
  } else if (value.is_array()) {
    change_array(random, value);
  } else if (value.is_object()) {
    change_object(random, root, place, places);
  }
}

// ---- Bytes --------------------------------------------------------------------------------------

template <class T>
void put(Random& random, Bytes& bytes, T value) {
  if (bytes.size() < sizeof(T)) return;
  std::size_t at = below(random, bytes.size() - sizeof(T) + 1);
  if (!one_in(random, 8)) at -= at % sizeof(T);
  std::memcpy(bytes.data() + at, &value, sizeof(T));
}

void change_bytes(Random& random, Bytes& bytes) {
  using Float = std::numeric_limits<float>;
  constexpr float kFloats[] = {0,
                               1,
                               -1,
                               0.5f,
                               Float::max(),
                               Float::quiet_NaN(),
                               2,
                               1e-40f,
                               Float::infinity(),
                               -Float::max(),
                               1e-7f,
                               100};
  constexpr std::uint16_t kShorts[] = {0, 1, 2, 3, 4, 8, 255, 256, 0x7FFF, 0x8000, 0xFFFF};
  constexpr std::uint8_t kBytes[] = {0, 1, 2, 3, 4, 7, 8, 15, 16, 127, 128, 254, 255};
  switch (below(random, 7)) {
    case 0:
      return put(random, bytes, any_of(random, kFloats));
    case 1:
      return put(random, bytes, any_of(random, kShorts));
    case 2:
      return put(random, bytes, any_of(random, kBytes));
    case 3:
      return put(random, bytes, static_cast<std::uint32_t>(below(random, 300)));
    case 4:
      return put(random, bytes, static_cast<std::uint8_t>(random()));
    case 5: {  // a little longer or shorter
      constexpr std::size_t kMost = 1 << 16;
      const std::size_t at = below(random, bytes.size() + 1);
      const auto place = bytes.begin() + static_cast<std::ptrdiff_t>(at);
      if (one_in(random, 2)) {
        if (bytes.size() < kMost) bytes.insert(place, 1 + below(random, 4), std::uint8_t{0});
      } else {
        bytes.resize(bytes.size() - std::min<std::size_t>(bytes.size(), 1 + below(random, 4)));
      }
      return;
    }
    default: {  // a piece over another
      if (bytes.size() < 2) return;
      const std::size_t from = below(random, bytes.size());
      const std::size_t to = below(random, bytes.size());
      const std::size_t length =
          std::min({1 + below(random, 24), bytes.size() - from, bytes.size() - to});
      std::memmove(bytes.data() + to, bytes.data() + from, length);
      return;
    }
  }
}

/// A non-negative number of an object; 0 where there is none.
std::size_t number_of(const json& object, const char* key) {
  const auto found = object.find(key);
  return found != object.end() && found->is_number_unsigned() ? found->get<std::size_t>() : 0;
}

/// Puts a small number where an accessor of unsigned integers has one: an index of something, the
/// first and the last of them more often than others.
void change_index(Random& random, const json& root, Bytes& bytes) {
  const auto accessors = root.find("accessors");
  const auto views = root.find("bufferViews");
  if (accessors == root.end() || views == root.end() || !accessors->is_array()) return;
  std::vector<const json*> found;
  for (const json& accessor : *accessors) {
    const std::size_t type = accessor.is_object() ? number_of(accessor, "componentType") : 0;
    if (type == 5121 || type == 5123 || type == 5125) found.push_back(&accessor);
  }
  if (found.empty()) return;
  const json& accessor = *found[below(random, found.size())];
  const std::size_t view = number_of(accessor, "bufferView");
  if (!views->is_array() || view >= views->size() || !(*views)[view].is_object()) return;
  const std::size_t type = number_of(accessor, "componentType");
  const std::size_t size = type == 5121 ? 1 : type == 5123 ? 2 : 4;
  const std::size_t width = accessor.value("type", json()) == "VEC4" ? 4 : 1;
  const std::size_t count = std::clamp<std::size_t>(number_of(accessor, "count"), 1, 5000);
  const std::size_t elements[] = {0, count - 1, below(random, count)};
  const std::size_t at = number_of((*views)[view], "byteOffset") +
                         number_of(accessor, "byteOffset") +
                         (any_of(random, elements) * width + below(random, width)) * size;
  if (at >= bytes.size() || bytes.size() - at < size) return;
  const auto number = static_cast<std::uint32_t>(below(random, one_in(random, 2) ? 8 : 300));
  std::memcpy(bytes.data() + at, &number, size);  // the little end comes first
}

}  // namespace

void mutate(GltfFile& file, std::uint32_t seed) {
  Random random(seed);
  for (std::size_t change = 1 + below(random, 3); change > 0; --change) {
    if (one_in(random, 10)) {
      change_index(random, file.root, file.binary);
    } else if (!file.binary.empty() && one_in(random, 4)) {
      change_bytes(random, file.binary);
    } else {
      change_tree(random, file.root);
    }
  }
}

void cross(GltfFile& file, const GltfFile& other, std::uint32_t seed) {
  Random random(seed);
  json theirs = other.root;
  const std::vector<Place> from = places_of(theirs);
  const std::vector<Place> into = places_of(file.root);
  if (from.empty() || into.empty()) return;
  for (int attempt = 0; attempt < 64; ++attempt) {
    const Place& source = from[below(random, from.size())];
    const Place& target = into[below(random, into.size())];
    if (source.key != target.key || source.owner != target.owner) continue;
    *target.value = json(*source.value);
    break;
  }
  if (one_in(random, 3)) file.binary = other.binary;
}

void break_header(Bytes& glb, std::uint32_t seed) {
  Random random(seed);
  const std::uint32_t json_length = glb[12] | glb[13] << 8 | glb[14] << 16 | glb[15] << 24;
  const std::size_t second = 20 + std::size_t{json_length};
  const std::size_t places[] = {8, 12, second + 4 <= glb.size() ? second : 12};
  const std::size_t at = any_of(random, places);
  std::uint32_t value;
  std::memcpy(&value, glb.data() + at, sizeof(value));
  constexpr std::uint32_t kSteps[] = {1,           2,           3,           4,          8,
                                      0xFFFF'FFFF, 0xFFFF'FFFE, 0xFFFF'FFFC, 0xFFFF'FFF8};
  value = one_in(random, 8) ? 0xFFFF'FFFFu - static_cast<std::uint32_t>(below(random, 16))
                            : value + any_of(random, kSteps);
  std::memcpy(glb.data() + at, &value, sizeof(value));
}

}  // namespace morph::fuzz
