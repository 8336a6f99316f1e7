// SPDX-License-Identifier: MIT
#pragma once

#include <array>
#include <cstdint>

#include "morph/gl/renderer.h"
#include "morph/runtime/image.h"
#include "morph/runtime/result.h"
#include "morphview/eye.h"
#include "morphview/look.h"
#include "morphview/messages.h"
#include "morphview/options.h"
#include "morphview/player.h"

namespace morphview {

// Pictures of the model: how a view is described to the renderer. Window and headless results come
// through here, so that both show the same.

/// The renderer's view of a scene from an eye; framebuffer, origin and size are the caller's to
/// set.
[[nodiscard]] morph::gl::View make_view(const Eye& eye, morph::Index scene,
                                        const std::array<std::uint8_t, 4>& background,
                                        morph::gl::MorphPathWish morph_path);

/// Draws the player's pose without a window: framed over the whole animation, sized, sampled and
/// coloured as the options say.
/// A heatmap has its legend.
/// Errors: limit_exceeded, graphics; not_found for --camera and --heatmap.
morph::Result<morph::Image> render_picture(const morph::gl::Context& context,
                                           morph::gl::Renderer& renderer, Player& player,
                                           morph::Index scene, const Options& options);

}  // namespace morphview
