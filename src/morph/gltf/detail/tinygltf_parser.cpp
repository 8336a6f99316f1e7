// SPDX-License-Identifier: MIT
//
// The one translation unit that contains tinygltf. Compiled here and not taken from a shared
// library, so that it is optimised, and seen by sanitizers and fuzzers, together with our code.
#include <nlohmann/json.hpp>

#define TINYGLTF_IMPLEMENTATION
#include "morph/gltf/detail/tinygltf_parser.h"

#include <exception>
#include <limits>
#include <new>

namespace morph::gltf::detail {
namespace {

// Whoever calls these has escaped the scan; nothing is opened, expanded, read or written.
bool no_file(const std::string&, void*) { return false; }
std::string no_expansion(const std::string&, void*) { return {}; }
bool no_read(std::vector<unsigned char>*, std::string*, const std::string&, void*) { return false; }
bool no_write(std::string*, const std::string&, const std::vector<unsigned char>&, void*) {
  return false;
}

bool no_image(tinygltf::Image*, int, std::string*, std::string*, int, int, const unsigned char*,
              int, void*) {
  return true;
}

std::string first_line(std::string text) {
  if (const std::size_t end = text.find('\n'); end != std::string::npos) text.resize(end);
  return text.empty() ? "refused by the parser" : text;
}

}  // namespace

Result<tinygltf::Model> parse_structure(const std::string& text) {
  if (text.size() > std::numeric_limits<unsigned int>::max()) {
    return Error{ErrorCode::limit_exceeded, {}, "JSON text of more than 4 GiB", {}};
  }
  try {
    tinygltf::TinyGLTF parser;
    parser.SetFsCallbacks({no_file, no_expansion, no_read, no_write, nullptr});
    parser.SetImageLoader(no_image, nullptr);
    tinygltf::Model model;
    std::string error;
    std::string warning;
    const bool parsed = parser.LoadASCIIFromString(&model, &error, &warning, text.data(),
                                                   static_cast<unsigned int>(text.size()), "",
                                                   tinygltf::NO_REQUIRE);
    if (!parsed) return Error{ErrorCode::syntax, {}, "not a glTF file: " + first_line(error), {}};
    return model;
  } catch (const std::bad_alloc&) {
    return Error{ErrorCode::out_of_memory, {}, "not enough memory for the JSON", {}};
  } catch (const std::exception& exception) {
    return Error{ErrorCode::syntax, {}, "not a glTF file: " + first_line(exception.what()), {}};
  }
}

}  // namespace morph::gltf::detail
