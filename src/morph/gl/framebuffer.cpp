// SPDX-License-Identifier: MIT
#include "morph/gl/framebuffer.h"

#include <algorithm>
#include <array>
#include <string>
#include <utility>

#include "morph/gl/detail/handle.h"
#include "morph/gl/detail/srgb.h"

namespace morph::gl {

using detail::Gl;

struct Framebuffer::Objects {
  const Gl* gl = nullptr;
  detail::RenderbufferHandle color, depth;  // what is drawn into
  detail::FramebufferHandle draw;
  detail::RenderbufferHandle resolved_color;  // one sample per pixel; no object without samples
  detail::FramebufferHandle resolved;
};

namespace {

detail::RenderbufferHandle make_storage(const Gl& gl, GLenum format, std::uint32_t samples,
                                        std::uint32_t width, std::uint32_t height) {
  auto storage = detail::make<detail::RenderbufferHandle>(gl, gl.GenRenderbuffers);
  gl.BindRenderbuffer(GL_RENDERBUFFER, storage.name());
  gl.RenderbufferStorageMultisample(GL_RENDERBUFFER, static_cast<GLsizei>(samples), format,
                                    static_cast<GLsizei>(width), static_cast<GLsizei>(height));
  gl.BindRenderbuffer(GL_RENDERBUFFER, 0);
  return storage;
}

/// A framebuffer of these attachments; 0: none. Leaves it bound.
detail::FramebufferHandle make_framebuffer(const Gl& gl, GLuint color, GLuint depth) {
  auto framebuffer = detail::make<detail::FramebufferHandle>(gl, gl.GenFramebuffers);
  gl.BindFramebuffer(GL_FRAMEBUFFER, framebuffer.name());
  gl.FramebufferRenderbuffer(GL_FRAMEBUFFER, GL_COLOR_ATTACHMENT0, GL_RENDERBUFFER, color);
  gl.FramebufferRenderbuffer(GL_FRAMEBUFFER, GL_DEPTH_ATTACHMENT, GL_RENDERBUFFER, depth);
  return framebuffer;
}

void blit(const Gl& gl, GLuint from, GLuint to, std::uint32_t width, std::uint32_t height) {
  const auto w = static_cast<GLint>(width);
  const auto h = static_cast<GLint>(height);
  gl.BindFramebuffer(GL_READ_FRAMEBUFFER, from);
  gl.BindFramebuffer(GL_DRAW_FRAMEBUFFER, to);
  gl.Disable(GL_SCISSOR_TEST);
  gl.BlitFramebuffer(0, 0, w, h, 0, 0, w, h, GL_COLOR_BUFFER_BIT, GL_NEAREST);
}

void set_pack_state(const Gl& gl) {
  gl.BindBuffer(GL_PIXEL_PACK_BUFFER, 0);
  gl.PixelStorei(GL_PACK_SWAP_BYTES, GL_FALSE);
  gl.PixelStorei(GL_PACK_LSB_FIRST, GL_FALSE);
  gl.PixelStorei(GL_PACK_ROW_LENGTH, 0);
  gl.PixelStorei(GL_PACK_SKIP_ROWS, 0);
  gl.PixelStorei(GL_PACK_SKIP_PIXELS, 0);
  gl.PixelStorei(GL_PACK_ALIGNMENT, 4);
}

/// From colour times alpha to colour beside alpha.
void unassociate_alpha(Image& image) {
  const auto& linear = detail::srgb_table();
  for (std::size_t at = 0; at < image.rgba.size(); at += 4) {
    const std::uint8_t alpha = image.rgba[at + 3];
    if (alpha == 255) continue;
    for (std::size_t c = 0; c < 3; ++c) {
      std::uint8_t& value = image.rgba[at + c];
      value = alpha == 0 ? std::uint8_t{0}
                         : detail::encode_srgb(linear[value] * 255.0f / static_cast<float>(alpha));
    }
  }
}

void flip_rows(Image& image) {
  const std::size_t row = std::size_t{image.width} * 4;
  const auto at = [&](std::uint32_t y) {
    return image.rgba.begin() + static_cast<std::ptrdiff_t>(y * row);
  };
  for (std::uint32_t y = 0; y < image.height / 2; ++y) {
    std::swap_ranges(at(y), at(y + 1), at(image.height - 1 - y));
  }
}

Result<void> check_size(const ContextInfo& info, std::uint32_t width, std::uint32_t height) {
  const std::string size = std::to_string(width) + "x" + std::to_string(height);
  if (width == 0 || height == 0) {
    return Error{ErrorCode::invalid_value, "", "a picture of " + size + " pixels"};
  }
  if (std::max(width, height) > info.max_renderbuffer_size) {
    return Error{ErrorCode::limit_exceeded, "",
                 "a picture of " + size + " pixels; the driver's limit is " +
                     std::to_string(info.max_renderbuffer_size)};
  }
  return {};
}

}  // namespace

Result<Framebuffer> Framebuffer::create(const Context& context, std::uint32_t width,
                                        std::uint32_t height, std::uint32_t samples) {
  if (auto fits = check_size(context.info(), width, height); !fits) return fits.error();
  const Gl& gl = context.api().gl;
  Framebuffer made(std::make_unique<Objects>());
  Objects& objects = *made.objects_;
  made.width_ = width;
  made.height_ = height;
  made.samples_ = samples < 2 ? 0 : std::min(samples, context.info().max_samples);
  objects.gl = &gl;
  detail::take_error(gl, GL_NO_ERROR);
  objects.color = make_storage(gl, GL_SRGB8_ALPHA8, made.samples_, width, height);
  objects.depth = make_storage(gl, GL_DEPTH_COMPONENT24, made.samples_, width, height);
  objects.draw = make_framebuffer(gl, objects.color.name(), objects.depth.name());
  bool complete = gl.CheckFramebufferStatus(GL_FRAMEBUFFER) == GL_FRAMEBUFFER_COMPLETE;
  if (made.samples_ > 0) {
    objects.resolved_color = make_storage(gl, GL_SRGB8_ALPHA8, 0, width, height);
    objects.resolved = make_framebuffer(gl, objects.resolved_color.name(), 0);
    complete = complete && gl.CheckFramebufferStatus(GL_FRAMEBUFFER) == GL_FRAMEBUFFER_COMPLETE;
  }
  if (detail::take_error(gl, GL_OUT_OF_MEMORY) || !complete) {
    return Error{ErrorCode::graphics, "",
                 "the driver cannot make a picture of " + std::to_string(width) + "x" +
                     std::to_string(height) + " pixels with " + std::to_string(made.samples_) +
                     " samples"};
  }
  gl.BindFramebuffer(GL_FRAMEBUFFER, objects.draw.name());
  return made;
}

Framebuffer::Framebuffer(std::unique_ptr<Objects> objects) : objects_(std::move(objects)) {}
Framebuffer::Framebuffer(Framebuffer&& other) noexcept = default;
Framebuffer& Framebuffer::operator=(Framebuffer&& other) noexcept = default;
Framebuffer::~Framebuffer() = default;

std::uint32_t Framebuffer::name() const { return objects_->draw.name(); }

/// The mean of the samples is one of light, not of bytes, only while GL_FRAMEBUFFER_SRGB is on.
void Framebuffer::resolve() const {
  if (samples_ == 0) return;
  objects_->gl->Enable(GL_FRAMEBUFFER_SRGB);
  blit(*objects_->gl, objects_->draw.name(), objects_->resolved.name(), width_, height_);
  objects_->gl->Disable(GL_FRAMEBUFFER_SRGB);
}

Image Framebuffer::read() const {
  const Gl& gl = *objects_->gl;
  resolve();
  Image image;
  image.width = width_;
  image.height = height_;
  image.rgba.resize(image.pixel_count() * 4);
  gl.BindFramebuffer(GL_READ_FRAMEBUFFER,
                     samples_ > 0 ? objects_->resolved.name() : objects_->draw.name());
  gl.ReadBuffer(GL_COLOR_ATTACHMENT0);
  set_pack_state(gl);
  gl.ReadPixels(0, 0, static_cast<GLsizei>(width_), static_cast<GLsizei>(height_), GL_RGBA,
                GL_UNSIGNED_BYTE, image.rgba.data());
  gl.BindFramebuffer(GL_FRAMEBUFFER, objects_->draw.name());
  flip_rows(image);
  unassociate_alpha(image);
  return image;
}

void Framebuffer::resolve_to(std::uint32_t target) const {
  const Gl& gl = *objects_->gl;
  resolve();
  gl.Disable(GL_FRAMEBUFFER_SRGB);
  blit(gl, samples_ > 0 ? objects_->resolved.name() : objects_->draw.name(), target, width_,
       height_);
  gl.BindFramebuffer(GL_FRAMEBUFFER, target);
}

}  // namespace morph::gl
