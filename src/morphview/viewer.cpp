// SPDX-License-Identifier: MIT
#include "morphview/viewer.h"

#include <GLFW/glfw3.h>
#include <fmt/format.h>

#include <algorithm>
#include <filesystem>
#include <optional>
#include <string>
#include <utility>

#include "morph/gl/context.h"
#include "morph/gl/renderer.h"
#include "morphview/frame_clock.h"
#include "morphview/framing.h"
#include "morphview/input.h"
#include "morphview/interface.h"
#include "morphview/orbit_camera.h"
#include "morphview/panels.h"
#include "morphview/picture.h"
#include "morphview/picture_view.h"
#include "morphview/player.h"
#include "morphview/screenshot.h"
#include "morphview/text.h"
#include "morphview/timeline.h"
#include "morphview/window.h"

namespace morphview {
namespace {

using morph::Error;
using morph::Index;
using morph::Result;
namespace gl = morph::gl;

// What the window works on; made before it, outlives it.
struct Stage {
  const Options& options;
  const Model& model;
  const Messages& messages;
  Index scene;
};

class Viewer {
 public:
  Viewer(const Stage& stage, Player& player, Window& window, const gl::Context& context,
         gl::Renderer& renderer, KeyActions& keys, Interface& interface)
      : stage_(stage),
        player_(player),
        window_(window),
        keys_(keys),
        interface_(interface),
        picture_(context, renderer, stage.options, stage.scene),
        panel_(stage.model.scene()),
        timeline_(stage.model.scene()),
        clock_(window.refresh_rate()),
        controls_{stage.options.morph_path},
        outline_(animation_outline(player, stage.scene)),
        camera_(frame_outline(outline_, stage.options.camera, 1.0f)),
        zoom_(static_cast<float>(stage.options.camera.zoom)) {}

  ExitCode run() {
    while (!glfwWindowShouldClose(window_.handle())) {
      clock_.wait(moves());
      const glm::ivec2 pixels = window_.framebuffer_size();
      if (pixels.x <= 0 || pixels.y <= 0) {
        sleep_while_minimised();
        continue;
      }
      if (const std::optional<Error> error = draw_frame(pixels)) {
        stage_.messages.error(error->text());
        return ExitCode::internal_error;
      }
    }
    stage_.messages.note(fmt::format("{} frames drawn", frames_));
    return ExitCode::ok;
  }

 private:
  [[nodiscard]] bool moves() const {
    return player_.playback().running() && player_.playback().duration() > 0.0f;
  }

  void sleep_while_minimised() {
    glfwWaitEvents();
    (void)clock_.lap();
  }

  std::optional<Error> draw_frame(const glm::ivec2& pixels) {
    // Time counts only from the frame in which something moved already, so that a long sleep is no
    // jump.
    const double seconds = clock_.lap();
    if (moved_) player_.playback().advance(seconds);
    int width = 0;
    int height = 0;
    glfwGetWindowSize(window_.handle(), &width, &height);
    layout_ = divide_window({width, height}, interface_.scale(), !timeline_.empty());
    interface_.begin_frame();
    handle_keys();
    timeline_.draw(player_, layout_);
    const auto edit = panel_.draw(player_, controls_, layout_, picture_.reports());
    if (steer_camera(camera_, layout_)) steered_ = true;
    moved_ = moves();
    player_.update();
    frame_again_after_resize();
    const float scale = static_cast<float>(pixels.x) / static_cast<float>(std::max(width, 1));
    const Result<void> drawn = picture_.draw(player_, camera_, controls_, layout_, pixels, scale);
    if (!drawn) return drawn.error();
    window_.bind_framebuffer();
    interface_.end_frame();
    glfwSwapBuffers(window_.handle());
    ++frames_;
    if (edit) note_edit(*edit);
    note_sliders();
    if (std::exchange(screenshot_wanted_, false)) save_picture();
    return std::nullopt;
  }

  void handle_keys() {
    while (const std::optional<Action> action = keys_.take()) {
      switch (*action) {
        case Action::play_or_pause:
          moves() ? player_.playback().pause() : player_.playback().resume();
          break;
        case Action::reset_weights:
          player_.hold_defaults();
          note_edit({});
          break;
        case Action::release_all:
          player_.mixer().release_all();
          note_edit({});
          break;
        case Action::frame_model:
          frame_model();
          break;
        case Action::screenshot:
          screenshot_wanted_ = true;
          break;
        case Action::quit:
          glfwSetWindowShouldClose(window_.handle(), GLFW_TRUE);
          break;
      }
    }
  }

  // As it is now: with the weights that the user holds, from where the camera looks.
  void frame_model() {
    outline_ = animation_outline(player_, stage_.scene);
    zoom_ = 1.0f;
    steered_ = false;
    framed_for_ = glm::vec2(0.0f);
  }

  // Until the user steers, the model keeps filling the picture, whatever the window's shape.
  void frame_again_after_resize() {
    const glm::vec2 size = layout_.picture_size();
    if (steered_ || size == framed_for_ || size.x <= 0.0f || size.y <= 0.0f) return;
    framed_for_ = size;
    fit_outline(camera_, outline_, size.x / size.y);
    camera_.zoom(zoom_);
  }

  void save_picture() {
    const Result<std::string> saved =
        save_screenshot(picture_.read(), stage_.model.stem, std::filesystem::path());
    if (saved) {
      stage_.messages.note(fmt::format("wrote {}", *saved));
    } else {
      stage_.messages.error(saved.error().text());
    }
  }

  void note_edit(const WeightEdit& edit) const {
    if (!stage_.messages.notes()) return;
    if (edit.node == morph::kNoIndex) return stage_.messages.note("all weights changed");
    const std::string name = weight_name(edit.node, edit.target);
    stage_.messages.note(edit.value ? fmt::format("weight {} = {:.3f}", name, *edit.value)
                                    : fmt::format("weight {} released", name));
  }

  // For whoever drives the window from a script: -vv says where each slider is, once the layout has
  // settled.
  void note_sliders() const {
    constexpr int kLevel = 2;
    constexpr unsigned kSettled = 3;
    if (frames_ != kSettled || !stage_.messages.notes(kLevel)) return;
    const morph::Scene& scene = stage_.model.scene();
    for (Index node = 0; node < scene.nodes().size(); ++node) {
      for (std::uint32_t target = 0; target < scene.morph_target_count(node); ++target) {
        const auto place = panel_.slider_place(node, target);
        if (!place) continue;
        stage_.messages.note(
            fmt::format("slider {} at {:.0f},{:.0f} size {:.0f}x{:.0f}", weight_name(node, target),
                        place->corner.x, place->corner.y, place->size.x, place->size.y),
            kLevel);
      }
    }
  }

  [[nodiscard]] std::string weight_name(Index node, std::uint32_t target) const {
    const morph::Scene& scene = stage_.model.scene();
    return node_label(scene, node) + '/' +
           display_name(scene.morph_target_names(node)[target], "target", target);
  }

  const Stage& stage_;
  Player& player_;
  Window& window_;
  KeyActions& keys_;
  Interface& interface_;
  PictureView picture_;
  MorphPanel panel_;
  Timeline timeline_;
  FrameClock clock_;
  Controls controls_;
  Outline outline_;  // what F frames
  OrbitCamera camera_;
  float zoom_;  // after framing
  WindowLayout layout_;
  glm::vec2 framed_for_{0.0f};
  bool steered_ = false, moved_ = false, screenshot_wanted_ = false;
  unsigned frames_ = 0;
};

ExitCode open_window(const Stage& stage, Player& player) {
  const auto fail = [&](ExitCode exit, const Error& error) {
    stage.messages.error(error.text());
    return exit;
  };
  const std::string name = std::filesystem::path(stage.model.file).filename().string();
  Result<Window> window =
      Window::create({printable(name) + " - morphview", static_cast<int>(stage.options.width),
                      static_cast<int>(stage.options.height), true});
  if (!window) return fail(ExitCode::no_graphics, window.error());
  const Result<gl::Context> context = gl::Context::create(Window::loader());
  if (!context) return fail(ExitCode::no_graphics, context.error());
  stage.messages.note(
      fmt::format("OpenGL {} on {}", context->info().version, context->info().renderer));
  Result<gl::Renderer> renderer = gl::Renderer::create(*context, stage.model.scene());
  if (!renderer) return fail(ExitCode::internal_error, renderer.error());
  KeyActions keys(*window);
  Result<Interface> interface = Interface::create(*window);
  if (!interface) return fail(ExitCode::no_graphics, interface.error());
  return Viewer(stage, player, *window, *context, *renderer, keys, *interface).run();
}

}  // namespace

ExitCode show_viewer(const Options& options, const Model& model, const Messages& messages) {
  const auto misused = [&](const Error& error) {
    messages.error(error.text());
    return ExitCode::wrong_usage;
  };
  const Result<Index> scene = select_scene(model.scene(), options.scene);
  if (!scene) return misused(scene.error());
  Player player(model.scene());
  const Result<void> configured = player.configure(options);
  if (!configured) return misused(configured.error());
  warn_of_skins(model.scene(), *scene, messages);
  return open_window({options, model, messages, *scene}, player);
}

}  // namespace morphview
