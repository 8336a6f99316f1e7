// SPDX-License-Identifier: MIT
#include "support/gltf_builder.h"

#include <utility>

namespace morph::test {

using nlohmann::json;

GltfBuilder::GltfBuilder() : root({{"asset", {{"version", "2.0"}}}}) {}

GltfBuilder GltfBuilder::triangle(int targets) {
  GltfBuilder builder;
  const int positions = builder.add_values<float>("VEC3", {0, 0, 0, 1, 0, 0, 0, 1, 0});
  const int indices = builder.add_values<std::uint16_t>("SCALAR", {0, 1, 2});
  builder.root["meshes"] = json::array(
      {{{"primitives",
         json::array({{{"attributes", {{"POSITION", positions}}}, {"indices", indices}}})}}});
  for (int t = 0; t < targets; ++t) {
    const float z = static_cast<float>(t + 1);
    const int deltas = builder.add_values<float>("VEC3", {0, 0, z, 0, 0, z, 0, 0, z});
    builder.primitive()["targets"].push_back({{"POSITION", deltas}});
  }
  builder.root["nodes"] = json::array({{{"mesh", 0}}});
  builder.root["scenes"] = json::array({{{"nodes", {0}}}});
  builder.root["scene"] = 0;
  return builder;
}

int GltfBuilder::add_view(std::span<const std::byte> bytes, int stride) {
  bin.resize((bin.size() + 3) / 4 * 4);
  json view = {{"buffer", 0}, {"byteOffset", bin.size()}, {"byteLength", bytes.size()}};
  if (stride != 0) view["byteStride"] = stride;
  bin.insert(bin.end(), bytes.begin(), bytes.end());
  root["bufferViews"].push_back(std::move(view));
  return static_cast<int>(root["bufferViews"].size()) - 1;
}

int GltfBuilder::add_accessor(int view, Component component, std::string_view type,
                              std::size_t count, bool normalized) {
  json accessor = {
      {"componentType", static_cast<int>(component)}, {"type", type}, {"count", count}};
  if (view >= 0) accessor["bufferView"] = view;
  if (normalized) accessor["normalized"] = true;
  root["accessors"].push_back(std::move(accessor));
  return static_cast<int>(root["accessors"].size()) - 1;
}

void GltfBuilder::add_channel(std::size_t a, std::string_view path, int input, int output,
                              std::string_view interpolation, int node) {
  json& animation = root["animations"][a];
  animation["samplers"].push_back(
      {{"input", input}, {"output", output}, {"interpolation", interpolation}});
  animation["channels"].push_back({{"sampler", animation["samplers"].size() - 1},
                                   {"target", {{"node", node}, {"path", path}}}});
}

json GltfBuilder::with_buffer() const {
  json out = root;
  if (!bin.empty() && !out.contains("buffers")) {
    out["buffers"] = json::array({{{"byteLength", bin.size()}}});
  }
  return out;
}

std::vector<std::byte> GltfBuilder::glb() const {
  std::string text = with_buffer().dump();
  text.resize((text.size() + 3) / 4 * 4, ' ');
  std::vector<std::byte> binary = bin;
  binary.resize((binary.size() + 3) / 4 * 4);
  std::vector<std::byte> out;
  const auto put = [&](std::uint32_t word) {
    for (int shift = 0; shift < 32; shift += 8)
      out.push_back(static_cast<std::byte>(word >> shift));
  };
  const std::size_t total = 12 + 8 + text.size() + (binary.empty() ? 0 : 8 + binary.size());
  put(0x46546C67);
  put(2);
  put(static_cast<std::uint32_t>(total));
  put(static_cast<std::uint32_t>(text.size()));
  put(0x4E4F534A);
  const auto characters = bytes_of(text);
  out.insert(out.end(), characters.begin(), characters.end());
  if (binary.empty()) return out;
  put(static_cast<std::uint32_t>(binary.size()));
  put(0x004E4942);
  out.insert(out.end(), binary.begin(), binary.end());
  return out;
}

std::string GltfBuilder::gltf() const {
  json out = with_buffer();
  if (!bin.empty())
    out["buffers"][0]["uri"] = "data:application/octet-stream;base64," + base64(bin);
  return out.dump();
}

Result<gltf::Imported> GltfBuilder::import(const gltf::ImportOptions& options) const {
  return gltf::import_memory(glb(), options);
}

std::size_t GltfBuilder::width_of(std::string_view type) {
  if (type == "SCALAR") return 1;
  const auto n = static_cast<std::size_t>(type.back() - '0');
  return type.starts_with("MAT") ? n * n : n;
}

gltf::Imported expect_imported(Result<gltf::Imported> result) {
  if (!result) {
    ADD_FAILURE() << result.error().text();
    return {*Scene::create({}), {}, {}};
  }
  return std::move(result).value();
}

Error expect_refused(const Result<gltf::Imported>& result) {
  if (!result) return result.error();
  ADD_FAILURE() << "was imported";
  return {};
}

::testing::AssertionResult has_warning(const gltf::Imported& imported, std::string_view where,
                                       std::string_view rule) {
  std::string all;
  for (const Error& warning : imported.warnings) {
    if (warning.where == where && warning.rule == rule) return ::testing::AssertionSuccess();
    all += "\n  " + warning.text() + " [" + std::string(warning.rule) + "]";
  }
  return ::testing::AssertionFailure() << "no " << rule << " at " << where << " among:" << all;
}

const Primitive& primitive_of(const gltf::Imported& imported, std::size_t p) {
  return imported.scene.meshes()[0].primitives[p];
}

std::vector<glm::vec3> deltas_of(const Primitive& primitive, std::uint32_t target,
                                 MorphAttribute attribute) {
  std::vector<glm::vec3> out(primitive.vertex_count());
  primitive.morph_targets.copy_deltas(target, attribute, {&out[0].x, out.size() * 3});
  return out;
}

std::string base64(std::span<const std::byte> bytes) {
  constexpr std::string_view kAlphabet =
      "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
  std::string out;
  for (std::size_t i = 0; i < bytes.size(); i += 3) {
    std::uint32_t group = 0;
    for (std::size_t k = 0; k < 3; ++k) {
      group =
          group << 8 | (i + k < bytes.size() ? std::to_integer<std::uint32_t>(bytes[i + k]) : 0);
    }
    for (std::size_t k = 0; k < 4; ++k) {
      const bool filled = i + k <= bytes.size();
      out += filled ? kAlphabet[group >> (18 - 6 * k) & 63] : '=';
    }
  }
  return out;
}

std::span<const std::byte> bytes_of(std::string_view text) {
  return std::as_bytes(std::span(text.data(), text.size()));
}

}  // namespace morph::test
