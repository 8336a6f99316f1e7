// SPDX-License-Identifier: MIT
#include "morphview/picture.h"

#include <algorithm>
#include <cmath>

#include "morph/gl/framebuffer.h"
#include "morphview/framing.h"

namespace morphview {
namespace {

using morph::Image;
using morph::Index;
using morph::Result;
namespace gl = morph::gl;

float linear_from_srgb(std::uint8_t level) {
  const double c = level / 255.0;
  return static_cast<float>(c <= 0.04045 ? c / 12.92 : std::pow((c + 0.055) / 1.055, 2.4));
}

}  // namespace

gl::View make_view(const OrbitCamera& camera, Index scene,
                   const std::array<std::uint8_t, 3>& background, gl::MorphPathWish morph_path,
                   float aspect) {
  gl::View view;
  view.scene = scene;
  view.world_to_view = camera.world_to_view();
  view.view_to_clip = camera.view_to_clip(aspect);
  view.background = {linear_from_srgb(background[0]), linear_from_srgb(background[1]),
                     linear_from_srgb(background[2]), 1.0f};
  view.morph_path = morph_path;
  return view;
}

Result<Image> render_picture(const gl::Context& context, gl::Renderer& renderer, Player& player,
                             Index scene, const Options& options) {
  const Result<gl::Framebuffer> framebuffer =
      gl::Framebuffer::create(context, options.width, options.height, options.samples);
  if (!framebuffer) return framebuffer.error();
  const float aspect = static_cast<float>(options.width) / static_cast<float>(options.height);
  const OrbitCamera camera =
      frame_outline(animation_outline(player, scene), options.camera, aspect);
  gl::View view = make_view(camera, scene, options.background, options.morph_path, aspect);
  view.normals = options.normals;
  view.framebuffer = framebuffer->name();
  view.size = {static_cast<int>(options.width), static_cast<int>(options.height)};
  const Result<void> drawn = renderer.draw(player.pose(), view);
  if (!drawn) return drawn.error();
  return framebuffer->read();
}

}  // namespace morphview
