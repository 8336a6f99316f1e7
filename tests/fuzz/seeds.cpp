// SPDX-License-Identifier: MIT
//
// fuzz_seeds FOLDER [FILE or FOLDER]…
//
// Writes the seeds of the four targets to FOLDER/import, accessor, track and report: models made
// here, so that every part of the importer is reached from somewhere (codecs, pictures, skins,
// avatars …), and each small .gltf, .glb or .vrm of the arguments, as one GLB with all it refers
// to.
#include <draco/compression/encode.h>
#include <draco/mesh/triangle_soup_mesh_builder.h>
#include <gtest/gtest.h>
#include <png.h>
#include <turbojpeg.h>

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <nlohmann/json.hpp>
#include <span>
#include <string>
#include <string_view>
#include <system_error>
#include <utility>
#include <vector>

#include "fuzz/gltf_file.h"
#include "support/compressed_data.h"
#include "support/gltf_builder.h"

namespace morph::fuzz {
namespace {

using nlohmann::json;
using test::DracoBuilder;
using test::GltfBuilder;
namespace fs = std::filesystem;

constexpr std::uintmax_t kLargestSeed = 24 << 10;

std::string read_file(const fs::path& path) {
  std::error_code none;
  if (!fs::is_regular_file(path, none)) return {};
  std::ifstream stream(path, std::ios::binary);
  return {std::istreambuf_iterator<char>(stream), {}};
}

template <class Bytes>
void write_seed(const fs::path& folder, const std::string& name, const Bytes& bytes) {
  fs::create_directories(folder);
  std::ofstream(folder / name, std::ios::binary)
      .write(reinterpret_cast<const char*>(bytes.data()),
             static_cast<std::streamsize>(bytes.size()));
}

// ---- Pictures -----------------------------------------------------------------------------------

std::vector<std::uint8_t> pixels(int side) {
  std::vector<std::uint8_t> rgba;
  for (int i = 0; i < side * side * 8; ++i)  // 16 bits a channel too
    rgba.push_back(static_cast<std::uint8_t>(i * 37));
  return rgba;
}

std::vector<std::byte> as_bytes(const void* data, std::size_t size) {
  const auto* const begin = static_cast<const std::byte*>(data);
  return {begin, begin + size};
}

std::vector<std::byte> encode_png(int side, std::uint32_t format) {
  const auto rgba = pixels(side);
  png_image image{};
  image.version = PNG_IMAGE_VERSION;
  image.width = image.height = static_cast<png_uint_32>(side);
  image.format = format;
  png_alloc_size_t size = 0;
  std::vector<std::uint8_t> palette(256 * 4, 77);
  image.colormap_entries = 256;
  png_image_write_to_memory(&image, nullptr, &size, 0, rgba.data(), 0, palette.data());
  std::vector<std::byte> out(size);
  png_image_write_to_memory(&image, out.data(), &size, 0, rgba.data(), 0, palette.data());
  return out;
}

std::vector<std::byte> encode_jpeg(int side) {
  const auto rgba = pixels(side);
  tjhandle handle = tjInitCompress();
  unsigned char* data = nullptr;
  unsigned long size = 0;
  tjCompress2(handle, rgba.data(), side, 0, side, TJPF_RGBA, &data, &size, TJSAMP_420, 80, 0);
  auto out = as_bytes(data, size);
  tjFree(data);
  tjDestroy(handle);
  return out;
}

// ---- Models -------------------------------------------------------------------------------------

/// Every attribute, sparse deltas, a skin, a camera, animations of each kind.
GltfBuilder rich() {
  GltfBuilder builder = GltfBuilder::triangle(3);
  const int normals = builder.add_values<float>("VEC3", {0, 0, 1, 0, 0, 1, 0, 0, 1});
  const int tangents = builder.add_values<float>("VEC4", {1, 0, 0, 1, 1, 0, 0, 1, 1, 0, 0, -1});
  const int colors =
      builder.add_values<std::uint8_t>("VEC4", std::vector<std::uint8_t>(12, 200), true);
  const int texcoords = builder.add_values<std::uint16_t>("VEC2", {0, 1, 2, 3, 4, 65535}, true);
  const int indices = builder.add_view(std::vector<std::uint8_t>{0, 2});
  const int values = builder.add_view(std::vector<float>{5, 6, 7, 8, 9, 10});
  builder.accessor(3)["sparse"] = {{"count", 2},
                                   {"indices", {{"bufferView", indices}, {"componentType", 5121}}},
                                   {"values", {{"bufferView", values}}}};
  auto& attributes = builder.primitive()["attributes"];
  attributes.update({{"NORMAL", normals},
                     {"TANGENT", tangents},
                     {"COLOR_0", colors},
                     {"TEXCOORD_0", texcoords},
                     {"TEXCOORD_1", texcoords}});
  builder.primitive()["targets"][0].update({{"NORMAL", normals}, {"COLOR_0", colors}});
  builder.primitive()["targets"][1].update({{"TANGENT", normals}, {"TEXCOORD_0", texcoords}});
  builder.root["meshes"][0]["extras"]["targetNames"] = {"a", "b", "\xC3\xA9"};
  builder.root["meshes"][0]["weights"] = {0.5, 0, 1};
  builder.root["nodes"] = {{{"mesh", 0}, {"children", {1}}, {"skin", 0}, {"name", "face"}},
                           {{"translation", {1, 2, 3}}, {"camera", 0}}};
  attributes["JOINTS_0"] =
      builder.add_values<std::uint8_t>("VEC4", {0, 1, 0, 0, 1, 0, 0, 0, 0, 0, 0, 0});
  attributes["WEIGHTS_0"] =
      builder.add_values<float>("VEC4", {0.5f, 0.5f, 0, 0, 1, 0, 0, 0, 1, 0, 0, 0});
  std::vector<float> matrices(32);
  for (std::size_t i = 0; i < matrices.size(); ++i) matrices[i] = i % 16 % 5 == 0 ? 1.0f : 0.0f;
  builder.root["skins"] = {{{"joints", {0, 1}},
                            {"skeleton", 0},
                            {"inverseBindMatrices", builder.add_values<float>("MAT4", matrices)}}};
  builder.root["cameras"] = {
      {{"type", "perspective"}, {"perspective", {{"yfov", 0.5}, {"znear", 0.1}, {"zfar", 10}}}},
      {{"type", "orthographic"},
       {"orthographic", {{"xmag", 1}, {"ymag", 1}, {"znear", 0}, {"zfar", 10}}}}};
  const int times = builder.add_values<float>("SCALAR", {0, 1});
  const int weights = builder.add_values<float>("SCALAR", {0, 0, 0, 1, 1, 1});
  const int spline = builder.add_values<float>("VEC3", std::vector<float>(18, 1));
  const int turns =
      builder.add_values<std::int16_t>("VEC4", {0, 0, 0, 32767, 0, 32767, 0, 0}, true);
  builder.add_channel(0, "weights", times, weights);
  builder.add_channel(0, "scale", times, spline, "CUBICSPLINE", 1);
  builder.add_channel(0, "rotation", times, turns, "LINEAR", 1);
  builder.add_channel(1, "weights", times, weights, "STEP");
  return builder;
}

GltfBuilder pointers() {
  GltfBuilder builder = rich();
  const int times = builder.add_values<float>("SCALAR", {0, 0.5f, 1});
  const int weights = builder.add_values<float>("SCALAR", {0, 1, 0});
  builder.root.erase("animations");
  builder.add_channel(0, "pointer", times, weights);
  json& target = builder.root["animations"][0]["channels"][0]["target"];
  target.erase("node");
  target["extensions"]["KHR_animation_pointer"]["pointer"] = "/nodes/0/weights/1";
  builder.root["extensionsUsed"] = {"KHR_animation_pointer"};
  return builder;
}

GltfBuilder textured() {
  GltfBuilder builder = rich();
  const int png = builder.add_view(encode_png(4, PNG_FORMAT_RGBA));
  const int jpeg = builder.add_view(encode_jpeg(8));
  const int webp = builder.add_view(test::encode_webp(4, 4, pixels(4)));
  builder.root["images"] = {{{"bufferView", png}, {"mimeType", "image/png"}},
                            {{"bufferView", jpeg}, {"mimeType", "image/jpeg"}},
                            {{"bufferView", webp}, {"mimeType", "image/webp"}},
                            {{"uri", "a.png"}}};
  builder.root["samplers"] = {{{"magFilter", 9728}, {"minFilter", 9987}, {"wrapS", 33071}}};
  builder.root["textures"] = {
      {{"source", 0}, {"sampler", 0}},
      {{"source", 1}},
      {{"source", 0}, {"extensions", {{"EXT_texture_webp", {{"source", 2}}}}}},
      {{"source", 3}}};
  const auto use = [](int texture) { return json{{"index", texture}, {"texCoord", texture % 2}}; };
  json material = {{"pbrMetallicRoughness",
                    {{"baseColorTexture", use(0)},
                     {"metallicRoughnessTexture", use(1)},
                     {"baseColorFactor", {1, 0.5, 0.5, 1}},
                     {"metallicFactor", 0.5}}},
                   {"normalTexture", use(2)},
                   {"occlusionTexture", use(1)},
                   {"emissiveTexture", use(3)},
                   {"emissiveFactor", {1, 1, 0}},
                   {"alphaMode", "MASK"},
                   {"alphaCutoff", 0.25},
                   {"doubleSided", true},
                   {"extensions",
                    {{"KHR_materials_unlit", json::object()},
                     {"KHR_materials_emissive_strength", {{"emissiveStrength", 3}}}}}};
  material["normalTexture"]["extensions"]["KHR_texture_transform"] = {
      {"offset", {0.5, 0}}, {"rotation", 1}, {"scale", {2, 2}}, {"texCoord", 1}};
  builder.root["materials"] = json::array({material});
  builder.primitive()["material"] = 0;
  builder.root["extensionsUsed"] = {"EXT_texture_webp", "KHR_materials_unlit",
                                    "KHR_materials_emissive_strength", "KHR_texture_transform"};
  return builder;
}

GltfBuilder external() {
  GltfBuilder builder;
  builder.root["buffers"] = {{{"byteLength", 48}, {"uri", "a.bin"}}};
  builder.root["bufferViews"] = {{{"buffer", 0}, {"byteLength", 36}}};
  const int corners = builder.add_accessor(0, test::Component::f32, "VEC3", 3);
  builder.root["meshes"] = {
      {{"primitives",
        {{{"attributes", {{"POSITION", corners}}}, {"targets", {{{"POSITION", corners}}}}}}}}};
  builder.root["nodes"] = {{{"mesh", 0}}};
  builder.root["images"] = {{{"uri", "a.png"}}};
  builder.root["textures"] = {{{"source", 0}}};
  builder.root["materials"] = {{{"emissiveTexture", {{"index", 0}}}}};
  return builder;
}

json bind_of(const char* owner, int index, double weight) {
  return {{owner, 0}, {"index", index}, {"weight", weight}};
}

GltfBuilder avatar(bool version_1) {
  GltfBuilder builder = GltfBuilder::triangle(2);
  if (version_1) {
    const json expression = {{"isBinary", true},
                             {"overrideBlink", "blend"},
                             {"overrideMouth", "block"},
                             {"morphTargetBinds", {bind_of("node", 0, 1), bind_of("node", 1, -3)}},
                             {"materialColorBinds", {json::object()}},
                             {"textureTransformBinds", {json::object()}}};
    builder.root["extensions"]["VRMC_vrm"] = {
        {"specVersion", "1.0"},
        {"expressions",
         {{"preset", {{"happy", expression}, {"aa", expression}, {"blink", expression}}},
          {"custom", {{"x", expression}}}}}};
  } else {
    const json group = {{"name", "Joy"},
                        {"presetName", "joy"},
                        {"isBinary", false},
                        {"binds", {bind_of("mesh", 0, 100), bind_of("mesh", 1, 50)}},
                        {"materialValues", {{{"propertyName", "_Color"}}}}};
    builder.root["extensions"]["VRM"]["blendShapeMaster"]["blendShapeGroups"] = {group, group};
  }
  builder.root["extensionsUsed"] = {version_1 ? "VRMC_vrm" : "VRM"};
  return builder;
}

// ---- Compression --------------------------------------------------------------------------------

/// Views 0, 1 and 2 are those of positions, indices and deltas.
GltfBuilder meshopt(const std::string& extension) {
  GltfBuilder builder = GltfBuilder::triangle(1);
  const int normals = builder.add_values<std::int8_t>(
      "VEC4", {0, 0, 127, 127, 127, 0, 0, 127, 0, 0, 127, 127}, true);
  builder.primitive()["targets"][0]["COLOR_0"] = normals;
  builder.primitive()["attributes"]["COLOR_0"] = normals;
  test::compress_view(builder, 0, 12, test::Encoding::attributes, "NONE", extension);
  test::compress_view(builder, 1, 2, test::Encoding::triangles, "NONE", extension);
  test::compress_view(builder, 2, 12, test::Encoding::attributes, "EXPONENTIAL", extension);
  test::compress_view(builder, 3, 4, test::Encoding::attributes, "OCTAHEDRAL", extension);
  builder.root["extensionsUsed"] = {extension};
  return builder;
}

const std::vector<float> kCorners = {0, 0, 0, 1, 0, 0, 1, 1, 0, 0, 1, 0};

std::vector<std::byte> draco_stream(DracoBuilder::Method method, int bits) {
  DracoBuilder builder(4, {0, 1, 2, 0, 2, 3});
  builder.add(draco::GeometryAttribute::POSITION, 3, kCorners);
  builder.add<std::uint8_t>(draco::GeometryAttribute::COLOR, 4, std::vector<std::uint8_t>(16, 9),
                            true);
  return builder.encode(method, bits);
}

/// A bent grid of triangles with normals and texture coordinates, so that every prediction that
/// the encoder has at a speed (0 to 10) is worth something.
std::vector<std::byte> draco_grid(int speed, int method) {
  constexpr int kSide = 5;
  draco::TriangleSoupMeshBuilder builder;
  builder.Start(2 * kSide * kSide);
  const int positions =
      builder.AddAttribute(draco::GeometryAttribute::POSITION, 3, draco::DT_FLOAT32);
  const int normals = builder.AddAttribute(draco::GeometryAttribute::NORMAL, 3, draco::DT_FLOAT32);
  const int texcoords =
      builder.AddAttribute(draco::GeometryAttribute::TEX_COORD, 2, draco::DT_FLOAT32);
  const auto add = [&](int face, std::array<std::array<int, 2>, 3> corners) {
    std::array<std::array<float, 3>, 3> points{};
    std::array<std::array<float, 3>, 3> directions{};
    std::array<std::array<float, 2>, 3> places{};
    for (std::size_t c = 0; c < 3; ++c) {
      const auto x = static_cast<float>(corners[c][0]);
      const auto y = static_cast<float>(corners[c][1]);
      points[c] = {x, y, 0.1f * x * y};
      directions[c] = {0.1f * y, 0.1f * x, 1.0f};
      places[c] = {x / kSide, y / kSide};
    }
    const draco::FaceIndex index(static_cast<std::uint32_t>(face));
    builder.SetAttributeValuesForFace(positions, index, &points[0], &points[1], &points[2]);
    builder.SetAttributeValuesForFace(normals, index, &directions[0], &directions[1],
                                      &directions[2]);
    builder.SetAttributeValuesForFace(texcoords, index, &places[0], &places[1], &places[2]);
  };
  for (int i = 0; i < kSide * kSide; ++i) {
    const int x = i % kSide;
    const int y = i / kSide;
    add(2 * i, {{{x, y}, {x + 1, y}, {x, y + 1}}});
    add(2 * i + 1, {{{x + 1, y}, {x + 1, y + 1}, {x, y + 1}}});
  }
  const auto mesh = builder.Finalize();
  draco::Encoder encoder;
  encoder.SetSpeedOptions(speed, speed);
  encoder.SetEncodingMethod(method);
  encoder.SetAttributeQuantization(draco::GeometryAttribute::POSITION, 10);
  encoder.SetAttributeQuantization(draco::GeometryAttribute::NORMAL, 7);
  encoder.SetAttributeQuantization(draco::GeometryAttribute::TEX_COORD, 8);
  draco::EncoderBuffer out;
  EXPECT_TRUE(encoder.EncodeMeshToBuffer(*mesh, &out).ok());
  return as_bytes(out.data(), out.size());
}

GltfBuilder draco_model(DracoBuilder::Method method, int bits) {
  GltfBuilder builder;
  const int positions = builder.add_accessor(-1, test::Component::f32, "VEC3", 4);
  builder.accessor(0).update({{"min", {0, 0, 0}}, {"max", {1, 1, 0}}});
  const int colors = builder.add_accessor(-1, test::Component::u8, "VEC4", 4, true);
  const int indices = builder.add_accessor(-1, test::Component::u16, "SCALAR", 6);
  const int deltas = builder.add_values<float>("VEC3", {0, 0, 1, 0, 0, 2, 0, 0, 3, 0, 0, 4});
  const int view = builder.add_view(draco_stream(method, bits));
  builder.root["meshes"] = {
      {{"primitives",
        {{{"attributes", {{"POSITION", positions}, {"COLOR_0", colors}}},
          {"indices", indices},
          {"targets", {{{"POSITION", deltas}}}},
          {"extensions",
           {{"KHR_draco_mesh_compression",
             {{"bufferView", view}, {"attributes", {{"POSITION", 10}, {"COLOR_0", 11}}}}}}}}}}}};
  builder.root["nodes"] = {{{"mesh", 0}}};
  builder.root["extensionsUsed"] = {"KHR_draco_mesh_compression"};
  return builder;
}

// ---- Targets ------------------------------------------------------------------------------------

void write_models(const fs::path& folder) {
  const auto write = [&](const std::string& name, const GltfBuilder& builder) {
    const auto glb = builder.glb();
    write_seed(folder, name + ".glb", glb);
  };
  for (int mode = 0; mode < 7; ++mode) {
    GltfBuilder builder = GltfBuilder::triangle(mode);
    builder.primitive()["mode"] = mode;
    write("mode_" + std::to_string(mode), builder);
  }
  write("rich", rich());
  write("pointers", pointers());
  write("textured", textured());
  write("external", external());
  write("vrm_0", avatar(false));
  write("vrm_1", avatar(true));
  write("meshopt_ext", meshopt("EXT_meshopt_compression"));
  write("meshopt_khr", meshopt("KHR_meshopt_compression"));
  write("draco_sequential", draco_model(DracoBuilder::Method::sequential, 0));
  write("draco_edgebreaker", draco_model(DracoBuilder::Method::edgebreaker, 8));
  write_seed(folder, "rich.gltf", rich().gltf());
}

/// One byte that chooses the decoder, its own few, and the stream.
template <class Stream>
std::vector<std::byte> with_head(std::initializer_list<int> head, const Stream& stream) {
  std::vector<std::byte> out;
  for (const int byte : head) out.push_back(static_cast<std::byte>(byte));
  const auto begin = reinterpret_cast<const std::byte*>(stream.data());
  out.insert(out.end(), begin, begin + stream.size());
  return out;
}

void write_streams(const fs::path& folder) {
  using test::Encoding;
  const std::vector<std::byte> attributes(96, std::byte{3});
  std::vector<std::byte> indices;
  for (const int i : {0, 1, 2, 2, 1, 3})
    indices.insert(indices.end(), {std::byte(i), std::byte{0}});
  for (int filter = 0; filter < 5; ++filter) {  // 0xA0: meshopt; mode, filter, stride, count
    write_seed(folder, "meshopt_filter_" + std::to_string(filter),
               with_head({0xA0, 0, filter, 8, 12, 0},
                         test::encode_meshopt(attributes, 8, Encoding::attributes)));
  }
  write_seed(
      folder, "meshopt_triangles",
      with_head({0xA0, 1, 0, 2, 6, 0}, test::encode_meshopt(indices, 2, Encoding::triangles)));
  write_seed(folder, "meshopt_indices",
             with_head({0xA0, 2, 0, 2, 6, 0}, test::encode_meshopt(indices, 2, Encoding::indices)));
  for (const auto method : {DracoBuilder::Method::sequential, DracoBuilder::Method::edgebreaker}) {
    for (const int bits : {0, 6}) {  // 0xC0: Draco; attributes, vertices, then type, shape and id
      const std::string name =
          std::string(method == DracoBuilder::Method::sequential ? "draco_sequential_"
                                                                 : "draco_edgebreaker_") +
          std::to_string(bits);
      write_seed(folder, name,
                 with_head({0xC0, 1, 3, 0, 0, 2, 10, 2, 3, 11}, draco_stream(method, bits)));
    }
  }
  for (const int speed : {0, 2, 4, 6, 8, 10}) {  // three attributes of 36 vertices
    for (const int method : {draco::MESH_SEQUENTIAL_ENCODING, draco::MESH_EDGEBREAKER_ENCODING}) {
      write_seed(folder, "draco_grid_" + std::to_string(speed) + "_" + std::to_string(method),
                 with_head({0xC0, 2, 35, 0, 0, 2, 0, 0, 2, 1, 0, 1, 2}, draco_grid(speed, method)));
    }
  }
  write_seed(folder, "png_palette", with_head({0xE0}, encode_png(5, PNG_FORMAT_RGBA_COLORMAP)));
  write_seed(folder, "png_linear", with_head({0xE0}, encode_png(5, PNG_FORMAT_LINEAR_RGB_ALPHA)));
  write_seed(folder, "png_rgba", with_head({0xE0}, encode_png(5, PNG_FORMAT_RGBA)));
  write_seed(folder, "png_gray", with_head({0xE0}, encode_png(5, PNG_FORMAT_GRAY)));
  write_seed(folder, "png_ga", with_head({0xE0}, encode_png(5, PNG_FORMAT_GA)));
  write_seed(folder, "jpeg", with_head({0xE0}, encode_jpeg(9)));
  write_seed(folder, "webp", with_head({0xE0}, test::encode_webp(6, 6, pixels(6))));
}

/// Bytes without meaning of their own: the readers of these targets make something of any.
void write_noise(const fs::path& folder, int count, std::size_t length) {
  std::uint32_t state = 1;
  for (int n = 0; n < count; ++n) {
    std::vector<std::uint8_t> bytes(length);
    for (std::uint8_t& byte : bytes) {
      state = state * 1'664'525u + 1'013'904'223u;
      byte = static_cast<std::uint8_t>(state >> 24);
    }
    bytes[0] = static_cast<std::uint8_t>(n * 5);
    write_seed(folder, "noise_" + std::to_string(n), bytes);
  }
}

void write_command_lines(const fs::path& folder) {
  constexpr std::string_view kLines[] = {
      "model.glb -o picture.png -w jawOpen=0.6 -w eye*=1 --resolution 64x48",
      "model.vrm --expression happy=1 --info --json --strict",
      "model.glb --dump - --dump-space world -a Talk -t 1.5 --speed -2 --loop pingpong",
      "model.glb --reference a.png --tolerance 2 --max-diff 0.5 --diff d.png --update-reference",
      "--camera-direction 1,2,3 --camera-azimuth 30 --camera-elevation -10 --camera-zoom 2 --fov "
      "40",
      "--background #102030 --samples 4 --backend egl -o - --morph-path cpu --scene 0 --paused -vq",
      "--help",
      "--version",
      "-- -x",
      "--unknown",
      "-w",
      "--asset-root . -- model.glb"};
  int number = 0;
  for (const std::string_view line : kLines) {
    std::string words(line);
    std::ranges::replace(words, ' ', '\0');
    write_seed(folder, "options_" + std::to_string(number++), with_head({2}, words));
  }
}

// ---- Files --------------------------------------------------------------------------------------

std::string media_type(const fs::path& path) {
  return path.extension() == ".png" ? "image/png" : "image/jpeg";
}

/// Puts the files that a model names into its binary chunk, its buffers too where there is one.
bool embed(GltfFile& file, const fs::path& folder) {
  json& root = file.root;
  const auto is_file = [](const json& owner) {
    return owner.is_object() && owner.contains("uri") && owner["uri"].is_string() &&
           !owner["uri"].get_ref<const std::string&>().starts_with("data:");
  };
  if (root.contains("buffers") && root["buffers"].is_array() && root["buffers"].size() == 1 &&
      is_file(root["buffers"][0])) {
    const std::string bytes = read_file(folder / root["buffers"][0]["uri"].get<std::string>());
    if (bytes.empty()) return false;
    file.binary.assign(bytes.begin(), bytes.end());
    root["buffers"][0].erase("uri");
    file.is_glb = true;
  }
  if (!file.is_glb || !root.contains("images") || !root["images"].is_array()) return true;
  for (json& image : root["images"]) {
    if (!is_file(image)) continue;
    const fs::path path = folder / image["uri"].get<std::string>();
    const std::string bytes = read_file(path);
    if (bytes.empty() || bytes.size() > kLargestSeed) continue;
    image = {{"bufferView", root["bufferViews"].size()}, {"mimeType", media_type(path)}};
    root["bufferViews"].push_back(
        {{"buffer", 0}, {"byteOffset", file.binary.size()}, {"byteLength", bytes.size()}});
    file.binary.insert(file.binary.end(), bytes.begin(), bytes.end());
    root["buffers"][0]["byteLength"] = file.binary.size();
  }
  return true;
}

void write_file_seed(const fs::path& path, const fs::path& folder) {
  const std::string extension = path.extension().string();
  if (extension != ".gltf" && extension != ".glb" && extension != ".vrm") return;
  if (fs::file_size(path) > kLargestSeed) return;
  const std::string bytes = read_file(path);
  const std::string name = path.parent_path().filename().string() + "_" + path.filename().string();
  auto file = GltfFile::parse({reinterpret_cast<const std::uint8_t*>(bytes.data()), bytes.size()});
  if (!file || !embed(*file, path.parent_path())) {
    write_seed(folder, name, bytes);
    return;
  }
  const Bytes out = file->write();
  if (out.size() <= kLargestSeed) write_seed(folder, name, out);
}

void write_file_seeds(const fs::path& from, const fs::path& folder) {
  if (fs::is_regular_file(from)) return write_file_seed(from, folder);
  for (const auto& entry : fs::recursive_directory_iterator(from)) {
    if (entry.is_regular_file()) write_file_seed(entry.path(), folder);
  }
}

void write_all(const fs::path& folder, std::span<char*> files) {
  write_models(folder / "import");
  for (const char* file : files) write_file_seeds(file, folder / "import");
  write_streams(folder / "accessor");
  write_noise(folder / "accessor", 30, 160);
  write_noise(folder / "track", 30, 200);
  write_noise(folder / "report", 50, 200);
  write_command_lines(folder / "report");
}

}  // namespace
}  // namespace morph::fuzz

int main(int argument_count, char** arguments) {
  if (argument_count < 2) {
    std::fputs("usage: fuzz_seeds FOLDER [FILE or FOLDER]...\n", stderr);
    return 2;
  }
  testing::InitGoogleTest();  // the builders of the tests complain through it
  const auto files = std::span(arguments, static_cast<std::size_t>(argument_count)).subspan(2);
  morph::fuzz::write_all(arguments[1], files);
  return testing::Test::HasFailure() ? 1 : 0;
}
