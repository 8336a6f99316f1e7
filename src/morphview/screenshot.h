// SPDX-License-Identifier: MIT
#pragma once

#include <array>
#include <cstdint>
#include <filesystem>
#include <glm/vec2.hpp>
#include <glm/vec4.hpp>
#include <string>

#include "morph/gl/renderer.h"
#include "morph/runtime/image.h"
#include "morph/runtime/result.h"
#include "morphview/options.h"
#include "morphview/orbit_camera.h"
#include "morphview/player.h"

namespace morphview {

// Pictures of the model: how a view is described to the renderer, and how its pixels are taken.
// Window and headless results come through here, so that both show the same.

/// The renderer's view of a scene for a camera; framebuffer, origin and size are the caller's to
/// set.
[[nodiscard]] morph::gl::View make_view(const OrbitCamera& camera, morph::Index scene,
                                        const std::array<std::uint8_t, 3>& background,
                                        morph::gl::MorphPathWish morph_path, float aspect);

/// Draws the player's pose without a window: framed over the whole animation, sized, sampled and
/// coloured as the options say. Errors: limit_exceeded, graphics.
morph::Result<morph::Image> render_picture(const morph::gl::Context& context,
                                           morph::gl::Renderer& renderer, Player& player,
                                           morph::Index scene, const Options& options);

/// A part of a picture. Precondition (asserted): it lies inside.
///   origin  upper left corner, pixels
[[nodiscard]] morph::Image crop(const morph::Image& image, const glm::uvec2& origin,
                                const glm::uvec2& size);

/// Writes morphview-{model}-{n}.png with the smallest free n ≥ 1 and gives back its path. Errors:
/// io.
morph::Result<std::string> save_screenshot(const morph::Image& image, const std::string& model,
                                           const std::filesystem::path& folder);

}  // namespace morphview
