// SPDX-License-Identifier: MIT
#include <cmath>
#include <filesystem>
#include <glm/gtc/matrix_transform.hpp>
#include <iostream>
#include <memory>
#include <nlohmann/json.hpp>
#include <optional>
#include <utility>

#include "bench/commands.h"
#include "bench/flat_blend.h"
#include "bench/timing.h"
#include "morph/gl/context.h"
#include "morph/gl/framebuffer.h"
#include "morph/gltf/import.h"
#include "morph/runtime/bounds.h"
#include "morphview/headless_context.h"
#include "support/allocation_counter.h"

namespace morph::bench {
namespace {

/// The same scene, of which nothing can move.
Result<Scene> without_targets(const Scene& scene) {
  const auto copy = [](auto values) { return std::vector(values.begin(), values.end()); };
  SceneParts parts;
  parts.nodes = copy(scene.nodes());
  for (Node& node : parts.nodes) node.weights.clear();
  parts.meshes = copy(scene.meshes());
  for (Mesh& mesh : parts.meshes) {
    for (Primitive& primitive : mesh.primitives) primitive.morph_targets = {};
  }
  parts.skins = copy(scene.skins());
  parts.cameras = copy(scene.cameras());
  parts.materials = copy(scene.materials());
  parts.textures = copy(scene.textures());
  parts.images = copy(scene.images());
  parts.scenes = copy(scene.scenes());
  parts.default_scene = scene.default_scene();
  return Scene::create(std::move(parts));
}

/// From the front, so that the whole model is seen.
void look_at(const Scene& scene, gl::View& view) {
  PosedScratch scratch;
  const Bounds box = pose_bounds(scene, view.scene, Pose(scene), scratch);
  const float radius = std::max(0.5f * glm::length(box.size()), 1e-6f);
  constexpr float kField = 0.5f;  // radians
  const float distance = radius / std::sin(0.5f * kField);
  const glm::vec3 eye = box.center() + glm::vec3(0.0f, 0.0f, distance);
  view.world_to_view = glm::lookAt(eye, box.center(), glm::vec3(0.0f, 1.0f, 0.0f));
  view.view_to_clip =
      glm::perspective(kField, 1.0f, 0.5f * (distance - radius), 2.0f * (distance + radius));
}

/// A scene with the pose in which it is drawn.
struct Stage {
  Stage(const Scene& from, gl::Renderer made)
      : scene(&from), renderer(std::move(made)), pose(from) {}

  static Result<std::unique_ptr<Stage>> create(const gl::Context& context, const Scene& scene) {
    auto renderer = gl::Renderer::create(context, scene);
    if (!renderer) return renderer.error();
    return std::make_unique<Stage>(scene, std::move(*renderer));
  }

  const Scene* scene;
  gl::Renderer renderer;
  Pose pose;
};

/// One number of active targets on one path.
struct Way {
  std::uint32_t active = 0;
  gl::MorphPathWish path = gl::MorphPathWish::automatic;
};

struct Figures {
  std::uint32_t active = 0;
  gl::PrimitiveReport report;
  double allocations = 0.0, unchanged_allocations = 0.0, uploaded_bytes = 0.0;  // of one frame
};

constexpr int kCountedFrames = 20;

class Bench {
 public:
  Bench(const gl::Context& context, gl::Framebuffer framebuffer, std::unique_ptr<Stage> moving,
        std::unique_ptr<Stage> still, const FrameOptions& options)
      : context_(&context),
        framebuffer_(std::move(framebuffer)),
        moving_(std::move(moving)),
        still_(std::move(still)),
        finish_(reinterpret_cast<void (*)()>(morphview::HeadlessContext::loader()("glFinish"))) {
    view_.scene = moving_->scene->default_scene();
    view_.framebuffer = framebuffer_.name();
    view_.size = glm::ivec2(static_cast<int>(options.size));
    view_.shading = options.shading;
    look_at(*moving_->scene, view_);
  }

  /// The base, which nothing morphs.
  void draw_still() { draw(*still_); }

  /// Other weights than in the frame before.
  void draw_moving(const Way& way) {
    frame_ += 1;
    for (Index node = 0; node < moving_->scene->nodes().size(); ++node) {
      const auto weights = moving_->pose.mutable_morph_weights(node);
      std::ranges::fill(weights, 0.0f);
      const auto count = static_cast<std::uint32_t>(weights.size());
      const std::uint32_t active = way.active == 0 ? count : std::min(way.active, count);
      for (std::uint32_t i = 0; i < active; ++i) {
        const auto target = static_cast<std::size_t>(std::uint64_t{i} * count / active);
        weights[target] = 0.5f + 0.4f * std::sin(0.3f * static_cast<float>(frame_ + i));
      }
    }
    draw_unchanged(way);
  }

  /// The weights of the frame before.
  void draw_unchanged(const Way& way) {
    view_.morph_path = way.path;
    draw(*moving_);
  }

  Figures count(const Way& way) {
    Figures figures;
    for (int i = 0; i < 3; ++i) draw_moving(way);
    const auto uploaded = moving_->renderer.counters().uploaded_bytes;
    figures.allocations = allocations_of([&] { draw_moving(way); });
    figures.uploaded_bytes =
        static_cast<double>(moving_->renderer.counters().uploaded_bytes - uploaded) /
        kCountedFrames;
    figures.unchanged_allocations = allocations_of([&] { draw_unchanged(way); });
    for (const gl::PrimitiveReport& report : moving_->renderer.reports()) {
      if (report.active > figures.report.active) figures.report = report;
    }
    return figures;
  }

  [[nodiscard]] const std::optional<Error>& failure() const { return failure_; }
  [[nodiscard]] const gl::Context& context() const { return *context_; }

 private:
  template <class Draw>
  static double allocations_of(Draw&& draw) {
    const std::size_t before = test::allocation_count();
    for (int i = 0; i < kCountedFrames; ++i) draw();
    return static_cast<double>(test::allocation_count() - before) / kCountedFrames;
  }

  void draw(Stage& stage) {
    const auto drawn = stage.renderer.draw(stage.pose, view_);
    if (!drawn) failure_ = drawn.error();
    if (!stage.renderer.faults().empty()) failure_ = stage.renderer.faults().front();
    finish_();
  }

  const gl::Context* context_;
  gl::Framebuffer framebuffer_;
  std::unique_ptr<Stage> moving_, still_;
  void (*finish_)();
  gl::View view_;
  std::uint32_t frame_ = 0;
  std::optional<Error> failure_;
};

std::string_view wish_name(gl::MorphPathWish wish) {
  switch (wish) {
    case gl::MorphPathWish::attributes:
      return "attributes";
    case gl::MorphPathWish::texture:
      return "texture";
    case gl::MorphPathWish::cpu:
      return "cpu";
    case gl::MorphPathWish::automatic:
      break;
  }
  return "auto";
}

nlohmann::ordered_json report(const FrameOptions& options, const Bench& bench, const Way& way,
                              const Figures& figures, std::span<const Times> times,
                              const Times& still) {
  const auto us = [](double ms) { return 1e3 * ms; };
  return {{"case", std::filesystem::path(options.files.front()).stem().string()},
          {"file", options.files.front()},
          {"asked", wish_name(way.path)},
          {"path", gl::name_of(figures.report.path)},
          {"active", figures.report.active},
          {"folded", figures.report.folded},
          {"size", options.size},
          {"samples", options.samples},
          {"renderer", bench.context().info().renderer},
          {"frame_us_min", us(times[0].min)},
          {"frame_us_median", us(times[0].median)},
          {"unchanged_us_min", us(times[1].min)},
          {"static_us_min", us(still.min)},
          {"allocations", figures.allocations},
          {"unchanged_allocations", figures.unchanged_allocations},
          {"uploaded_bytes", figures.uploaded_bytes}};
}

Result<void> run(const FrameOptions& options, Bench& bench) {
  std::vector<Way> ways;
  for (const std::uint32_t active : options.active) {
    for (const gl::MorphPathWish path : options.paths) ways.push_back({active, path});
  }
  std::vector<Figures> figures;
  std::vector<std::function<void()>> cases{[&] { bench.draw_still(); }};
  for (const Way& way : ways) {
    figures.push_back(bench.count(way));
    if (bench.failure()) return *bench.failure();
    cases.emplace_back([&bench, &way] { bench.draw_moving(way); });
    cases.emplace_back([&bench, &way] { bench.draw_unchanged(way); });
  }
  Plan plan;
  plan.clock = Clock::wall;  // the driver has threads of its own
  plan.seconds = options.seconds;
  plan.warm_up_ms = plan.batch_ms = 15.0;
  const std::vector<Times> times = measure(cases, plan);
  if (bench.failure()) return *bench.failure();
  for (std::size_t i = 0; i < ways.size(); ++i) {
    const auto own = std::span(times).subspan(1 + 2 * i, 2);
    std::cout << report(options, bench, ways[i], figures[i], own, times.front()).dump() << '\n';
  }
  return {};
}

}  // namespace

Result<void> frame(const FrameOptions& options) {
  const std::string& file = options.files.front();
  auto imported = gltf::import_file(file);
  if (!imported) return imported.error();
  const Scene& scene = imported->scene;
  if (scene.weight_offsets().back() == 0) {
    return Error{ErrorCode::no_morph_targets, file, "has no node with morph targets"};
  }
  auto base = without_targets(scene);
  if (!base) return base.error();
  auto headless = morphview::HeadlessContext::create();
  if (!headless) return headless.error();
  auto context = gl::Context::create(morphview::HeadlessContext::loader());
  if (!context) return context.error();
  auto framebuffer = gl::Framebuffer::create(*context, options.size, options.size, options.samples);
  if (!framebuffer) return framebuffer.error();
  auto moving = Stage::create(*context, scene);
  if (!moving) return moving.error();
  auto still = Stage::create(*context, *base);
  if (!still) return still.error();
  Bench bench(*context, std::move(*framebuffer), std::move(*moving), std::move(*still), options);
  return run(options, bench);
}

}  // namespace morph::bench
