// SPDX-License-Identifier: MIT
#pragma once

#include <filesystem>
#include <glm/vec2.hpp>
#include <string>

#include "morph/runtime/image.h"
#include "morph/runtime/result.h"

namespace morphview {

// What F12 does with a picture.

/// A part of a picture. Precondition (asserted): it lies inside.
///   origin  upper left corner, pixels
[[nodiscard]] morph::Image crop(const morph::Image& image, const glm::uvec2& origin,
                                const glm::uvec2& size);

/// Writes morphview-{model}-{n}.png with the smallest free n ≥ 1 and gives back its path. Errors:
/// io.
morph::Result<std::string> save_screenshot(const morph::Image& image, const std::string& model,
                                           const std::filesystem::path& folder);

}  // namespace morphview
