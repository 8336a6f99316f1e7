// SPDX-License-Identifier: MIT
#pragma once

#include <tiny_gltf.h>
#include <string>
#include <string_view>
#include <vector>

#include "morph/gltf/detail/findings.h"

namespace morph::gltf::detail {

/// Extensions whose effect is complete in this build; of VRM, that on shapes.
bool is_implemented(std::string_view extension);

/// An extension without which the shapes are right and only their look is not: materials,
/// textures, images, lights, metadata.
bool concerns_look_only(std::string_view extension);

/// Whether the file lists the extension as used or required.
bool uses_extension(const tinygltf::Model& model, std::string_view extension);

/// "needs KHR_foo, which morphview does not support", or that this build has no codec for it.
std::string lacks(std::string_view extension);

/// ", for which this build has no codec (built without MORPH_CODECS)"
std::string_view no_codec();

/// Refuses a file that requires what we lack (unsupported); where only the look suffers, warns.
Result<void> check_required_extensions(const tinygltf::Model& model, Warnings& warnings);

/// Used, but not implemented, each once.
std::vector<std::string> unsupported_extensions(const tinygltf::Model& model);

}  // namespace morph::gltf::detail
