// SPDX-License-Identifier: MIT
#include "morphview/picture_view.h"

#include <algorithm>
#include <cassert>
#include <cmath>
#include <utility>

#include "morphview/picture.h"
#include "morphview/screenshot.h"

namespace morphview {

using morph::Result;
namespace gl = morph::gl;

Result<void> PictureView::draw(const Player& player, const OrbitCamera& camera,
                               const Controls& controls, const WindowLayout& layout,
                               const glm::ivec2& pixels, float scale) {
  const std::uint32_t largest =
      std::min(context_.info().max_renderbuffer_size, context_.info().max_texture_size);
  const std::uint32_t width = std::min(static_cast<std::uint32_t>(pixels.x), largest);
  const std::uint32_t height = std::min(static_cast<std::uint32_t>(pixels.y), largest);
  if (!framebuffer_ || framebuffer_->width() != width || framebuffer_->height() != height) {
    framebuffer_.reset();  // first, so that two never need memory at once
    Result<gl::Framebuffer> made =
        gl::Framebuffer::create(context_, width, height, options_.samples);
    if (!made) return made.error();
    framebuffer_ = std::move(*made);
  }
  const glm::vec2 wanted = layout.picture_size() * scale;
  picture_ = {std::min(width, static_cast<std::uint32_t>(std::lround(wanted.x))),
              std::min(height, static_cast<std::uint32_t>(std::lround(wanted.y)))};
  if (picture_.x == 0 || picture_.y == 0) return {};
  const float aspect = static_cast<float>(picture_.x) / static_cast<float>(picture_.y);
  const Result<void> prepared =
      painter_.prepare(player.pose(), controls.look, controls.normals, bounds(player));
  if (!prepared) return prepared.error();
  const Eye eye = controls.camera_node == morph::kNoIndex
                      ? eye_of(camera, aspect, painter_.reach())
                      : eye_of_node(player.scene(), player.pose(), controls.camera_node, aspect);
  gl::View view = make_view(eye, scene_, options_.background, controls.morph_path);
  view.normals = controls.normals;
  view.workers = &workers_;
  view.framebuffer = framebuffer_->name();
  view.origin = {0, static_cast<int>(height - picture_.y)};
  view.size = glm::ivec2(picture_);
  const Result<void> drawn = painter_.paint(player.pose(), view, controls.look);
  if (!drawn) return drawn.error();
  framebuffer_->resolve_to(0);
  return {};
}

morph::Image PictureView::read() const {
  assert(framebuffer_);
  morph::Image image = crop(framebuffer_->read(), {0, 0}, picture_);
  if (legend()) draw_legend(*legend(), image);
  return image;
}

}  // namespace morphview
