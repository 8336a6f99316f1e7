// SPDX-License-Identifier: MIT
#include "morphview/viewer.h"

#include <GLFW/glfw3.h>
#include <fmt/format.h>

#include <algorithm>
#include <filesystem>
#include <optional>
#include <span>
#include <string>
#include <utility>

#include "morph/gl/context.h"
#include "morph/gl/renderer.h"
#include "morphview/eye.h"
#include "morphview/frame_clock.h"
#include "morphview/framing.h"
#include "morphview/input.h"
#include "morphview/interface.h"
#include "morphview/legend.h"
#include "morphview/loader.h"
#include "morphview/loading_screen.h"
#include "morphview/orbit_camera.h"
#include "morphview/panels.h"
#include "morphview/picture.h"
#include "morphview/picture_view.h"
#include "morphview/player.h"
#include "morphview/screenshot.h"
#include "morphview/text.h"
#include "morphview/timeline.h"
#include "morphview/watchdog.h"
#include "morphview/widgets.h"
#include "morphview/window.h"

namespace morphview {
namespace {

using morph::Error;
using morph::ErrorCode;
using morph::Index;
using morph::Result;
namespace gl = morph::gl;

// What the window works on; made before it, outlives it.
struct Stage {
  const Options& options;
  const Model& model;
  const Messages& messages;
  Index scene;
  Index camera_node = morph::kNoIndex;  // of --camera
  Look look;                            // of --shading, --heatmap and --show
};

// A window that Dear ImGui can draw into.
struct Desktop {
  Window window;
  gl::Context context;
  Interface interface;
};

// What the user chose that is neither the player's nor the window's: it stays when the graphics
// card is reset.
struct Vantage {
  Controls controls;
  std::optional<OrbitCamera> camera;  // none: not steered yet
};

class Viewer {
 public:
  Viewer(const Stage& stage, Player& player, Desktop& desktop, gl::Renderer& renderer,
         KeyActions& keys, Vantage& vantage)
      : stage_(stage),
        player_(player),
        window_(desktop.window),
        context_(desktop.context),
        renderer_(renderer),
        keys_(keys),
        interface_(desktop.interface),
        vantage_(vantage),
        picture_(desktop.context, renderer, stage.options, stage.model.scene(), stage.scene),
        panel_(stage.model.scene()),
        timeline_(stage.model.scene()),
        clock_(desktop.window.refresh_rate()),
        outline_(animation_outline(player, stage.scene)),
        camera_(frame_outline(outline_, stage.options.camera, 1.0f)),
        zoom_(static_cast<float>(stage.options.camera.zoom)) {
    if (!vantage.camera) return;
    camera_ = *vantage.camera;
    steered_ = true;
  }

  // None: the graphics card was reset, and all that was made in this context is gone.
  std::optional<ExitCode> run() {
    while (!glfwWindowShouldClose(window_.handle())) {
      clock_.wait(moves());
      const glm::ivec2 pixels = window_.framebuffer_size();
      if (pixels.x <= 0 || pixels.y <= 0) {
        sleep_while_minimised();
        continue;
      }
      const std::optional<Error> error = draw_frame(pixels);
      if (context_.lost()) {
        if (steered_) vantage_.camera = camera_;
        return std::nullopt;
      }
      if (error) {
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
    const auto edit = panel_.draw(player_, vantage_.controls, layout_, picture_.reports());
    steer();
    moved_ = moves();
    player_.update();
    frame_again_after_resize();
    const float scale = static_cast<float>(pixels.x) / static_cast<float>(std::max(width, 1));
    const Result<void> drawn =
        picture_.draw(player_, camera_, vantage_.controls, layout_, pixels, scale);
    if (!drawn) return drawn.error();
    show_faults();
    if (picture_.legend()) {
      show_legend(*picture_.legend(), layout_.picture_size(), interface_.scale());
    }
    window_.bind_framebuffer();
    interface_.end_frame();
    glfwSwapBuffers(window_.handle());
    ++frames_;
    if (edit) note_edit(*edit);
    note_sliders();
    if (std::exchange(screenshot_wanted_, false)) save_picture();
    return std::nullopt;
  }

  // What the driver refused: details once in the terminal, a banner as long as it is so.
  void show_faults() {
    float y = 0.0f;
    const std::span<const Error> faults = renderer_.faults();
    for (; told_faults_ < faults.size(); ++told_faults_) {
      stage_.messages.warning(faults[told_faults_].text());
    }
    const auto banner = [&](ErrorCode code, const char* text) {
      if (std::ranges::find(faults, code, &Error::code) == faults.end()) return;
      y += draw_banner(text, {0.0f, y}, layout_.picture_size().x);
    };
    banner(ErrorCode::graphics,
           "The driver rejected a shader: some parts are shown flat and unlit");
    banner(ErrorCode::out_of_memory,
           "Not enough graphics memory: morph targets are blended on the CPU");
    banner(ErrorCode::limit_exceeded,
           "More texture coordinates than fit beside the joints: textures are left out");
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
        case Action::orthographic:
          camera_.orthographic = !camera_.orthographic;
          vantage_.controls.camera_node = morph::kNoIndex;
          break;
        case Action::wireframe:
          toggle(&Overlays::wireframe);
          break;
        case Action::normals:
          toggle(&Overlays::normals);
          break;
        case Action::grid:
          toggle(&Overlays::grid);
          break;
        case Action::axes:
          toggle(&Overlays::axes);
          break;
        case Action::heatmap:
          toggle_heatmap();
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

  void toggle(bool Overlays::*overlay) {
    bool& shown = vantage_.controls.look.overlays.*overlay;
    shown = !shown;
  }

  // Of the selected target, or of the mix; off again, whatever it showed.
  void toggle_heatmap() {
    Look& look = vantage_.controls.look;
    if (look.shading == gl::Shading::heatmap) {
      look.shading = gl::Shading::lit;
    } else {
      look.heat(vantage_.controls.selected);
    }
  }

  // Steering begins where the file's camera stands.
  void steer() {
    Index& node = vantage_.controls.camera_node;
    OrbitCamera camera = camera_;
    if (node != morph::kNoIndex) {
      camera = orbit_from_node(player_.scene(), player_.pose(), node, picture_.bounds(player_));
    }
    if (!steer_camera(camera, layout_)) return;
    camera_ = camera;
    node = morph::kNoIndex;
    steered_ = true;
  }

  // As it is now: with the weights that the user holds, from where the camera looks.
  void frame_model() {
    outline_ = animation_outline(player_, stage_.scene);
    vantage_.controls.camera_node = morph::kNoIndex;
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
  const gl::Context& context_;
  const gl::Renderer& renderer_;
  KeyActions& keys_;
  Interface& interface_;
  Vantage& vantage_;
  PictureView picture_;
  MorphPanel panel_;
  Timeline timeline_;
  FrameClock clock_;
  Outline outline_;  // what F frames
  OrbitCamera camera_;
  float zoom_;  // after framing
  WindowLayout layout_;
  glm::vec2 framed_for_{0.0f};
  bool steered_ = false, moved_ = false, screenshot_wanted_ = false;
  unsigned frames_ = 0;
  std::size_t told_faults_ = 0;
};

Result<Desktop> open_desktop(const Options& options, const std::string& title) {
  Result<Window> window = Window::create(
      {title, static_cast<int>(options.width), static_cast<int>(options.height), true});
  if (!window) return window.error();
  Result<gl::Context> context = gl::Context::create(Window::loader());
  if (!context) return context.error();
  Result<Interface> interface = Interface::create(*window);
  if (!interface) return interface.error();
  return Desktop{std::move(*window), std::move(*context), std::move(*interface)};
}

// Shows the model until the window is closed, in a new window after each reset of the graphics
// card.
ExitCode view(const Stage& stage, Player& player, Desktop first, const std::string& title) {
  constexpr int kMostResets = 3;
  const auto fail = [&](ExitCode exit, const Error& error) {
    stage.messages.error(error.text());
    return exit;
  };
  Vantage vantage;
  vantage.controls.morph_path = stage.options.morph_path;
  vantage.controls.normals = stage.options.normals;
  vantage.controls.look = stage.look;
  vantage.controls.camera_node = stage.camera_node;
  std::optional<Desktop> desktop(std::move(first));
  for (int resets = 0;; ++resets) {
    const gl::ContextInfo& info = desktop->context.info();
    stage.messages.note(fmt::format("OpenGL {} on {}", info.version, info.renderer));
    {
      Result<gl::Renderer> renderer = gl::Renderer::create(desktop->context, stage.model.scene());
      if (!renderer) return fail(ExitCode::internal_error, renderer.error());
      KeyActions keys(desktop->window);
      const auto exit = Viewer(stage, player, *desktop, *renderer, keys, vantage).run();
      if (exit) return *exit;
    }  // before what they were made in
    if (resets == kMostResets) {
      return fail(ExitCode::internal_error,
                  {ErrorCode::graphics, "", "the graphics card was reset again and again"});
    }
    stage.messages.warning("the graphics card was reset; everything was loaded anew");
    desktop.reset();
    Result<Desktop> next = open_desktop(stage.options, title);
    if (!next) return fail(ExitCode::no_graphics, next.error());
    desktop.emplace(std::move(*next));
  }
}

}  // namespace

ExitCode show_viewer(const Options& options, const morph::gltf::ImportOptions& import,
                     const Messages& messages) {
  const auto fail = [&](ExitCode exit, const Error& error) {
    messages.error(error.text());
    return exit;
  };
  Loader loader(options.file, import);
  const std::string name = options.file == "-"
                               ? "standard input"
                               : printable(std::filesystem::path(options.file).filename().string());
  const std::string title = name + " - morphview";
  std::optional<Watchdog> watchdog(std::in_place, options.timeout);
  Result<Desktop> desktop = open_desktop(options, title);
  const Result<Model> model =
      desktop ? wait_for_model(loader, name, desktop->window, desktop->interface) : loader.take();
  watchdog.reset();
  if (!model && model.error().code == ErrorCode::cancelled) return ExitCode::ok;
  if (!model) return fail(input_exit_code(model.error()), model.error());
  messages.findings(model->imported.warnings);
  const Result<Index> scene = select_scene(model->scene(), options.scene);
  if (!scene) return fail(ExitCode::wrong_usage, scene.error());
  Index camera_node = morph::kNoIndex;
  if (!options.camera.of_file.empty()) {
    const Result<Index> node = select_camera(model->scene(), *scene, options.camera.of_file);
    if (!node) return fail(ExitCode::wrong_usage, node.error());
    camera_node = *node;
  }
  const Result<Look> look = select_look(model->scene(), options);
  if (!look) return fail(ExitCode::wrong_usage, look.error());
  Player player(model->scene());
  const Result<void> configured = player.configure(options);
  if (!configured) return fail(ExitCode::wrong_usage, configured.error());
  if (!desktop) return fail(ExitCode::no_graphics, desktop.error());
  return view({options, *model, messages, *scene, camera_node, *look}, player, std::move(*desktop),
              title);
}

}  // namespace morphview
