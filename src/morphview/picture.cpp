// SPDX-License-Identifier: MIT
#include "morphview/picture.h"

#include <algorithm>
#include <cmath>

#include "morph/gl/framebuffer.h"
#include "morphview/framing.h"
#include "morphview/legend.h"
#include "morphview/painter.h"
#include "morphview/selection.h"

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

// Sees all of the model, and with a camera of our own all of `reach`.
Result<Eye> chosen_eye(Player& player, Index scene, const Options& options, float aspect,
                       const morph::Bounds& reach) {
  if (!options.camera.of_file.empty()) {
    const Result<Index> node = select_camera(player.scene(), scene, options.camera.of_file);
    if (!node) return node.error();
    return eye_of_node(player.scene(), player.pose(), *node, aspect);
  }
  const OrbitCamera camera =
      frame_outline(animation_outline(player, scene), options.camera, aspect);
  return eye_of(camera, aspect, reach);
}

}  // namespace

gl::View make_view(const Eye& eye, Index scene, const std::array<std::uint8_t, 4>& background,
                   gl::MorphPathWish morph_path) {
  gl::View view;
  view.scene = scene;
  view.world_to_view = eye.world_to_view;
  view.view_to_clip = eye.view_to_clip;
  view.background = {linear_from_srgb(background[0]), linear_from_srgb(background[1]),
                     linear_from_srgb(background[2]), static_cast<float>(background[3]) / 255.0f};
  view.morph_path = morph_path;
  return view;
}

Result<Image> render_picture(const gl::Context& context, gl::Renderer& renderer, Player& player,
                             Index scene, const Options& options) {
  const Result<gl::Framebuffer> framebuffer =
      gl::Framebuffer::create(context, options.width, options.height, options.samples);
  if (!framebuffer) return framebuffer.error();
  const float aspect = static_cast<float>(options.width) / static_cast<float>(options.height);
  const Result<Look> look = select_look(player.scene(), options);
  if (!look) return look.error();
  morph::PosedScratch scratch;
  Painter painter(context, renderer, player.scene(), scene);
  const Result<void> prepared =
      painter.prepare(player.pose(), *look, options.normals,
                      morph::pose_bounds(player.scene(), scene, player.pose(), scratch));
  if (!prepared) return prepared.error();
  const Result<Eye> eye = chosen_eye(player, scene, options, aspect, painter.reach());
  if (!eye) return eye.error();
  gl::View view = make_view(*eye, scene, options.background, options.morph_path);
  view.normals = options.normals;
  view.framebuffer = framebuffer->name();
  view.size = {static_cast<int>(options.width), static_cast<int>(options.height)};
  const Result<void> drawn = painter.paint(player.pose(), view, *look);
  if (!drawn) return drawn.error();
  Image image = framebuffer->read();
  if (painter.legend()) draw_legend(*painter.legend(), image);
  return image;
}

}  // namespace morphview
