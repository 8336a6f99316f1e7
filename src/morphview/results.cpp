// SPDX-License-Identifier: MIT
#include "morphview/results.h"

#include <fmt/format.h>

#include <memory>
#include <optional>
#include <string>
#include <utility>

#include "morphview/dump.h"
#include "morphview/offscreen_graphics.h"
#include "morphview/picture.h"
#include "morphview/player.h"
#include "morphview/png.h"
#include "morphview/reports.h"
#include "morphview/selection.h"

namespace morphview {
namespace {

using morph::Error;
using morph::ErrorCode;
using morph::Image;
using morph::Index;
using morph::Result;
namespace gl = morph::gl;

ExitCode fail(const Messages& messages, ExitCode exit, const Error& error) {
  messages.error(error.text());
  return exit;
}

// A result that was computed but could not be written, or the other way round.
ExitCode fail_result(const Messages& messages, const Error& error) {
  return fail(messages,
              error.code == ErrorCode::io ? ExitCode::output_not_written : ExitCode::internal_error,
              error);
}

// --dump computes with the kernels unless the graphics side was asked for, or is there anyway for a
// picture.
bool needs_graphics(const Options& options) {
  return options.wants_picture() ||
         (!options.dump.empty() && (options.morph_path == gl::MorphPathWish::attributes ||
                                    options.morph_path == gl::MorphPathWish::texture));
}

void note_paths(const gl::Renderer& renderer, const Messages& messages) {
  if (!messages.notes()) return;
  for (const gl::PrimitiveReport& report : renderer.reports()) {
    messages.note(fmt::format(
        "node {} primitive {}: {}{}, {} active targets, {} of {} slots, {} folded{}", report.node,
        report.primitive, name_of(report.path),
        report.texture_layers > 0 ? fmt::format(" (array of {} layers)", report.texture_layers)
                                  : "",
        report.active, report.slots_used, report.slots, report.folded,
        report.recomputed ? ", normals recomputed" : ""));
  }
}

class ResultRun {
 public:
  ResultRun(const Options& options, const Model& model, const Messages& messages)
      : options_(options), model_(model), messages_(messages), player_(model.scene()) {}

  ExitCode run() {
    ExitCode exit = configure();
    if (exit == ExitCode::ok && needs_graphics(options_)) exit = open_graphics();
    if (exit == ExitCode::ok && options_.info) exit = info();
    if (exit == ExitCode::ok && options_.wants_picture()) exit = picture();
    if (exit == ExitCode::ok && !options_.dump.empty()) exit = dump();
    if (exit == ExitCode::ok && !options_.reference.empty()) exit = reference();
    return exit;
  }

 private:
  ExitCode configure() {
    const Result<Index> scene = select_scene(model_.scene(), options_.scene);
    if (!scene) return fail(messages_, ExitCode::wrong_usage, scene.error());
    scene_ = *scene;
    if (!options_.camera.of_file.empty()) {
      const Result<Index> node = select_camera(model_.scene(), scene_, options_.camera.of_file);
      if (!node) return fail(messages_, ExitCode::wrong_usage, node.error());
    }
    const Result<Look> look = select_look(model_.scene(), options_);
    if (!look) return fail(messages_, ExitCode::wrong_usage, look.error());
    const Result<void> configured = player_.configure(options_);
    if (!configured) return fail(messages_, ExitCode::wrong_usage, configured.error());
    return ExitCode::ok;
  }

  ExitCode open_graphics() {
    Result<std::unique_ptr<OffscreenGraphics>> graphics =
        OffscreenGraphics::create(options_.backend);
    if (!graphics) return fail(messages_, ExitCode::no_graphics, graphics.error());
    graphics_ = std::move(*graphics);
    const gl::ContextInfo& info = graphics_->context().info();
    messages_.note(fmt::format("OpenGL {} on {}", info.version, info.renderer));
    Result<gl::Renderer> renderer = gl::Renderer::create(graphics_->context(), model_.scene());
    if (!renderer) return fail(messages_, ExitCode::internal_error, renderer.error());
    renderer_ = std::move(*renderer);
    return ExitCode::ok;
  }

  void close_graphics() {
    renderer_.reset();
    graphics_.reset();
  }

  ExitCode info() {
    const Result<void> written = options_.json ? write_info_json(model_) : write_info_text(model_);
    return written ? ExitCode::ok : fail_result(messages_, written.error());
  }

  // Draws, a second time in a new context if the first was lost.
  Result<Image> render() {
    Result<Image> image =
        render_picture(graphics_->context(), *renderer_, player_, scene_, options_);
    if (!graphics_->context().lost()) return image;
    messages_.note("the graphics card was reset; drawing again");
    close_graphics();
    if (open_graphics() != ExitCode::ok) return lost();
    image = render_picture(graphics_->context(), *renderer_, player_, scene_, options_);
    return graphics_->context().lost() ? lost() : std::move(image);
  }

  static Error lost() {
    return {ErrorCode::graphics, "", "the graphics card was reset while drawing, twice"};
  }

  // What the driver refused: whether the picture is still what the file means.
  bool judge_faults() {
    bool sound = true;
    for (const Error& fault : renderer_->faults()) {
      if (fault.code != ErrorCode::graphics) {
        messages_.warning(fault.text());
      } else {
        messages_.error(fmt::format("the driver rejected a shader: {}", fault.text()));
        sound = false;
      }
    }
    return sound;
  }

  ExitCode picture() {
    Result<Image> image = render();
    if (!image) {
      // A size that the driver does not have is the user's to change.
      const bool too_large = image.error().code == ErrorCode::limit_exceeded;
      return fail(messages_, too_large ? ExitCode::wrong_usage : ExitCode::internal_error,
                  image.error());
    }
    image_ = std::move(*image);
    if (!judge_faults()) return ExitCode::internal_error;
    note_paths(*renderer_, messages_);
    if (options_.output.empty()) return ExitCode::ok;
    const std::string clip = animation_label(model_.scene(), player_.choice()).value_or("none");
    const std::string path = expand_name(options_.output, model_.stem, clip);
    const Result<void> written = write_png(path, image_);
    return written ? ExitCode::ok : fail_result(messages_, written.error());
  }

  ExitCode dump() {
    gl::Renderer* const renderer = renderer_ ? &*renderer_ : nullptr;
    const Result<void> written =
        write_dump(options_.dump, model_.file, player_, options_.dump_space, renderer,
                   options_.morph_path, options_.normals);
    return written ? ExitCode::ok : fail_result(messages_, written.error());
  }

  ExitCode reference() {
    const gl::ContextInfo& info = graphics_->context().info();
    return check_reference(options_, image_, info.renderer, info.version, messages_);
  }

  const Options& options_;
  const Model& model_;
  const Messages& messages_;
  Player player_;
  Index scene_ = 0;
  std::unique_ptr<OffscreenGraphics> graphics_;  // outlives the renderer
  std::optional<gl::Renderer> renderer_;
  Image image_;
};

}  // namespace

ExitCode produce_results(const Options& options, const Model& model, const Messages& messages) {
  return ResultRun(options, model, messages).run();
}

}  // namespace morphview
