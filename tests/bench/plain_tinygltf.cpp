// SPDX-License-Identifier: MIT
//
// tinygltf as its users build it. The importer's own copy sees no buffer, and is not used here.
#include "bench/plain_tinygltf.h"

#define tinygltf morph_bench_tinygltf
#define TINYGLTF_IMPLEMENTATION
#define TINYGLTF_NO_STB_IMAGE
#define TINYGLTF_NO_STB_IMAGE_WRITE
#define TINYGLTF_NO_INCLUDE_STB_IMAGE
#define TINYGLTF_NO_INCLUDE_STB_IMAGE_WRITE
#define TINYGLTF_NO_INCLUDE_JSON
#include <nlohmann/json.hpp>

#include <tiny_gltf.h>

namespace morph::bench {
namespace {

bool no_image(tinygltf::Image*, int, std::string*, std::string*, int, int, const unsigned char*,
              int, void*) {
  return true;
}

}  // namespace

std::shared_ptr<void> load_with_tinygltf(const std::string& file, std::string& error) {
  auto model = std::make_shared<tinygltf::Model>();
  tinygltf::TinyGLTF loader;
  loader.SetImageLoader(no_image, nullptr);
  std::string warning;
  const bool text = file.ends_with(".gltf");
  const bool loaded = text ? loader.LoadASCIIFromFile(model.get(), &error, &warning, file)
                           : loader.LoadBinaryFromFile(model.get(), &error, &warning, file);
  return loaded ? model : nullptr;
}

}  // namespace morph::bench
