// SPDX-License-Identifier: MIT
#include <gtest/gtest.h>

#include <cstdint>
#include <cstring>
#include <ostream>
#include <string>
#include <vector>

#include "support/gltf_builder.h"

namespace morph::test {
namespace {

// Every way in which an accessor can hold numbers, seen through TEXCOORD_0 (two components of any
// type): component type × normalised × stride × base or none × sparse.

struct Storage {
  Component component;
  bool normalized;
  bool strided;
  bool base;
  bool sparse;
};

void PrintTo(const Storage& s, std::ostream* out) {
  *out << static_cast<int>(s.component) << (s.normalized ? " normalized" : "")
       << (s.strided ? " strided" : "") << (s.base ? "" : " no-view")
       << (s.sparse ? " sparse" : "");
}

/// A value of each type, and what the specification decodes it to.
struct Sample {
  double raw;
  float value;
  float normalized;
};

std::vector<Sample> samples_of(Component component) {
  switch (component) {
    case Component::s8:
      return {{0, 0, 0}, {127, 127, 1}, {-127, -127, -1}, {-128, -128, -1}, {64, 64, 64.0f / 127}};
    case Component::u8:
      return {
          {0, 0, 0}, {255, 255, 1}, {51, 51, 0.2f}, {1, 1, 1.0f / 255}, {128, 128, 128.0f / 255}};
    case Component::s16:
      return {{0, 0, 0},
              {32767, 32767, 1},
              {-32768, -32768, -1},
              {-32767, -32767, -1},
              {16384, 16384, 16384.0f / 32767}};
    case Component::u16:
      return {{0, 0, 0},
              {65535, 65535, 1},
              {1, 1, 1.0f / 65535},
              {13107, 13107, 0.2f},
              {32768, 32768, 32768.0f / 65535}};
    case Component::u32:  // never normalised
      return {{0, 0, 0}, {1, 1, 1}, {16777216, 16777216, 16777216}, {7, 7, 7}, {255, 255, 255}};
    case Component::f32:
      return {{0, 0, 0},
              {0.5, 0.5f, 0.5f},
              {-1e30, -1e30f, -1e30f},
              {1e-40, 1e-40f, 1e-40f},
              {2, 2, 2}};
  }
  return {};
}

template <class T>
void append(std::vector<std::byte>& bytes, double raw) {
  const T value = static_cast<T>(raw);
  const auto* const begin = reinterpret_cast<const std::byte*>(&value);
  bytes.insert(bytes.end(), begin, begin + sizeof(T));
}

void append(std::vector<std::byte>& bytes, Component component, double raw) {
  switch (component) {
    case Component::s8:
      return append<std::int8_t>(bytes, raw);
    case Component::u8:
      return append<std::uint8_t>(bytes, raw);
    case Component::s16:
      return append<std::int16_t>(bytes, raw);
    case Component::u16:
      return append<std::uint16_t>(bytes, raw);
    case Component::u32:
      return append<std::uint32_t>(bytes, raw);
    case Component::f32:
      return append<float>(bytes, raw);
  }
}

/// Element v is (samples[v], samples[v + 1]).
std::vector<std::byte> encode(Component component, std::size_t first, std::size_t count,
                              int stride) {
  const auto samples = samples_of(component);
  std::vector<std::byte> bytes;
  for (std::size_t v = first; v < first + count; ++v) {
    const std::size_t begin = bytes.size();
    append(bytes, component, samples[v].raw);
    append(bytes, component, samples[v + 1].raw);
    if (stride != 0) bytes.resize(begin + static_cast<std::size_t>(stride), std::byte{0xAB});
  }
  return bytes;
}

std::vector<Storage> all_storages() {
  std::vector<Storage> all;
  for (const Component c : {Component::s8, Component::u8, Component::s16, Component::u16,
                            Component::u32, Component::f32}) {
    const bool integer = c != Component::u32 && c != Component::f32;
    for (const bool normalized : {false, true}) {
      if (normalized && !integer) continue;
      for (const bool sparse : {false, true}) {
        all.push_back({c, normalized, false, true, sparse});
        all.push_back({c, normalized, true, true, sparse});
        all.push_back({c, normalized, false, false, sparse});
      }
    }
  }
  return all;
}

class Accessor : public ::testing::TestWithParam<Storage> {};

TEST_P(Accessor, DecodesEveryStorage) {
  const Storage s = GetParam();
  GltfBuilder builder = GltfBuilder::triangle();
  const int stride = s.strided ? 20 : 0;
  const int view = s.base ? builder.add_view(encode(s.component, 0, 3, stride), stride) : -1;
  const int texcoord = builder.add_accessor(view, s.component, "VEC2", 3, s.normalized);
  if (s.sparse) {  // element 1 becomes what element 3 would be
    const int indices = builder.add_values<std::uint8_t>("SCALAR", {1});
    const int values = builder.add_view(encode(s.component, 3, 1, 0));
    builder.accessor(static_cast<std::size_t>(texcoord))["sparse"] = {
        {"count", 1},
        {"indices",
         {{"bufferView", builder.accessor(static_cast<std::size_t>(indices))["bufferView"]},
          {"componentType", 5121}}},
        {"values", {{"bufferView", values}}}};
  }
  builder.primitive()["attributes"]["TEXCOORD_0"] = texcoord;

  const auto imported = expect_imported(builder.import());
  const auto& uv = imported.scene.meshes()[0].primitives[0].texcoords[0];
  const auto samples = samples_of(s.component);
  const auto expected = [&](std::size_t sample) {
    return s.normalized ? samples[sample].normalized : samples[sample].value;
  };
  for (std::size_t v = 0; v < 3; ++v) {
    const bool replaced = s.sparse && v == 1;
    const std::size_t from = replaced ? 3 : v;
    const bool zero = !s.base && !replaced;
    EXPECT_EQ(uv[v].x, zero ? 0 : expected(from)) << v;
    EXPECT_EQ(uv[v].y, zero ? 0 : expected(from + 1)) << v;
  }
}

INSTANTIATE_TEST_SUITE_P(Storages, Accessor, ::testing::ValuesIn(all_storages()));

/// Sparse substitution in every index type and of more than one element.
template <class T>
void check_sparse_indices() {
  GltfBuilder builder = GltfBuilder::triangle();
  const int indices = builder.add_view(std::vector<T>{0, 2});
  const int values = builder.add_view(std::vector<float>{5, 6, 7, 8, 9, 10});
  auto& positions = builder.accessor(0);
  positions["sparse"] = {
      {"count", 2},
      {"indices",
       {{"bufferView", indices}, {"componentType", static_cast<int>(component_of<T>())}}},
      {"values", {{"bufferView", values}}}};
  const auto imported = expect_imported(builder.import());
  const auto& p = imported.scene.meshes()[0].primitives[0].positions;
  EXPECT_EQ(p[0], glm::vec3(5, 6, 7));
  EXPECT_EQ(p[1], glm::vec3(1, 0, 0));
  EXPECT_EQ(p[2], glm::vec3(8, 9, 10));
}

TEST(Rules, Item26_SparseIndicesOfEveryType) {
  check_sparse_indices<std::uint8_t>();
  check_sparse_indices<std::uint16_t>();
  check_sparse_indices<std::uint32_t>();
}

TEST(InterleavedAccessors, ShareOneView) {
  GltfBuilder builder = GltfBuilder::triangle();
  const int view = builder.add_view(
      std::vector<float>{0, 0, 0, 0, 0, 1, 2, 0, 0, 0, 1, 0, 0, 2, 0, 1, 0, 0}, 24);
  const int positions = builder.add_accessor(view, Component::f32, "VEC3", 3);
  const int normals = builder.add_accessor(view, Component::f32, "VEC3", 3);
  builder.accessor(static_cast<std::size_t>(normals))["byteOffset"] = 12;
  builder.primitive()["attributes"] = {{"POSITION", positions}, {"NORMAL", normals}};
  const auto imported = expect_imported(builder.import());
  const Primitive& primitive = imported.scene.meshes()[0].primitives[0];
  EXPECT_EQ(primitive.positions[2], glm::vec3(0, 2, 0));
  EXPECT_EQ(primitive.normals[1], glm::vec3(0, 1, 0));
  EXPECT_EQ(primitive.normals[2], glm::vec3(1, 0, 0));
}

/// The last element needs no padding after it.
TEST(StridedAccessor, MayEndWithItsLastElement) {
  GltfBuilder builder = GltfBuilder::triangle();
  const int view = builder.add_view(std::vector<float>{0, 0, 0, 9, 1, 0, 0, 9, 0, 1, 0}, 16);
  builder.primitive()["attributes"]["POSITION"] =
      builder.add_accessor(view, Component::f32, "VEC3", 3);
  const auto imported = expect_imported(builder.import());
  EXPECT_EQ(imported.scene.meshes()[0].primitives[0].positions[2], glm::vec3(0, 1, 0));
}

TEST(MisalignedAccessor, IsReadWithAWarning) {
  GltfBuilder builder = GltfBuilder::triangle();
  const float values[] = {0, 0, 0, 1, 0, 0, 0, 1, 0.25f};
  std::vector<std::byte> bytes(sizeof(values) + 1);
  std::memcpy(bytes.data() + 1, values, sizeof(values));
  const int view = builder.add_view(bytes);
  const int positions = builder.add_accessor(view, Component::f32, "VEC3", 3);
  builder.accessor(static_cast<std::size_t>(positions))["byteOffset"] = 1;
  builder.primitive()["attributes"]["POSITION"] = positions;
  const auto imported = expect_imported(builder.import());
  EXPECT_TRUE(has_warning(imported, "/accessors/2", "ACCESSOR_TOTAL_OFFSET_ALIGNMENT"));
  EXPECT_EQ(imported.scene.meshes()[0].primitives[0].positions[2], glm::vec3(0, 1, 0.25f));
}

TEST(Rules, Item29_VertexDataOffFourBytesIsReadWithAWarning) {
  GltfBuilder builder = GltfBuilder::triangle();
  const int view = builder.add_view(std::vector<std::uint8_t>{1, 2, 9, 3, 4, 9, 5, 6}, 3);
  builder.primitive()["attributes"]["TEXCOORD_0"] =
      builder.add_accessor(view, Component::u8, "VEC2", 3, true);
  const auto imported = expect_imported(builder.import());
  EXPECT_TRUE(has_warning(imported, "/accessors/2", "MESH_PRIMITIVE_ACCESSOR_UNALIGNED"));
  EXPECT_EQ(imported.scene.meshes()[0].primitives[0].texcoords[0][2],
            glm::vec2(5.0f / 255, 6.0f / 255));
}

TEST(AccessorBudget, CountsEveryUseBeforeMemoryIsTaken) {
  GltfBuilder builder;
  const int zeros = builder.add_accessor(-1, Component::f32, "VEC3", 10'000'000);
  builder.root["meshes"].push_back({{"primitives", nlohmann::json::array()}});
  for (int p = 0; p < 200; ++p) {
    builder.root["meshes"][0]["primitives"].push_back({{"attributes", {{"POSITION", zeros}}}});
  }
  gltf::ImportOptions options;
  options.limits.decoded_bytes = options.limits.unearned_bytes = 250'000'000;
  const Error error = expect_refused(builder.import(options));
  EXPECT_EQ(error.code, ErrorCode::limit_exceeded);
  EXPECT_EQ(error.where, "/meshes/0/primitives/2/attributes/POSITION");
}

TEST(AccessorBudget, NamesWhatIsNeededAndTheLimit) {
  GltfBuilder builder = GltfBuilder::triangle();
  builder.accessor(0)["count"] = 4'000'000'000u;
  EXPECT_EQ(expect_refused(builder.import()).message,
            "44.7 GiB needed for 4000000000 elements, limit 2 GiB");
}

}  // namespace
}  // namespace morph::test
