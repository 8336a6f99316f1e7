// SPDX-License-Identifier: MIT
#include <CLI/CLI.hpp>
#include <exception>
#include <functional>
#include <iostream>
#include <map>

#include "bench/commands.h"
#include "morphview/exit_code.h"

namespace morph::bench {
namespace {

using morphview::ExitCode;

/// A name for each value; CLI11 wants a map.
const std::map<std::string, gl::MorphPathWish> kPaths = {
    {"auto", gl::MorphPathWish::automatic},
    {"attributes", gl::MorphPathWish::attributes},
    {"texture", gl::MorphPathWish::texture},
    {"cpu", gl::MorphPathWish::cpu}};
const std::map<std::string, gl::Shading> kShadings = {
    {"lit", gl::Shading::lit}, {"unlit", gl::Shading::unlit}, {"normals", gl::Shading::normals}};

constexpr std::uint32_t kLargestSide = 16'384;

CLI::App* declare(CLI::App& app, const char* name, const char* about, CommonOptions& options) {
  CLI::App* const command = app.add_subcommand(name, about);
  command->add_option("FILE", options.files, ".glb, .gltf or .vrm")->required();
  command->add_option("--seconds", options.seconds, "for all rounds together")
      ->check(CLI::Range(0.0, 3600.0))
      ->capture_default_str();
  return command;
}

CLI::App* declare_blend(CLI::App& app, BlendOptions& options) {
  CLI::App* const command = declare(app, "blend", "CPU blending, its limits and rivals", options);
  command->add_option("--attrs", options.attributes, "1: positions; 3: normals, tangents as well")
      ->check(CLI::IsMember({1, 3}))
      ->capture_default_str();
  command->add_option("--active", options.active, "active targets; all if not given");
  command->add_flag("--cold", options.cold, "empty the caches before each blend");
  command->add_option("--threads", options.threads, "threads of one blend")
      ->check(CLI::Range(1u, kMostThreads))
      ->capture_default_str();
  return command;
}

CLI::App* declare_frame(CLI::App& app, FrameOptions& options) {
  options.active = {0};
  options.paths = {gl::MorphPathWish::automatic};
  CLI::App* const command = declare(app, "frame", "a frame in OpenGL without a window", options);
  command->get_option("FILE")->expected(1);
  command->add_option("--active", options.active, "active targets, a list; 0: all")->delimiter(',');
  command->add_option("--path", options.paths, "auto, attributes, texture, cpu: a list")
      ->delimiter(',')
      ->transform(CLI::CheckedTransformer(kPaths));
  command->add_option("--shading", options.shading, "lit, unlit or normals")
      ->transform(CLI::CheckedTransformer(kShadings));
  command->add_option("--size", options.size, "pixels of a side")
      ->check(CLI::Range(1u, kLargestSide))
      ->capture_default_str();
  command->add_option("--samples", options.samples, "anti-aliasing")->capture_default_str();
  return command;
}

ExitCode run(int argc, char** argv) {
  CLI::App app("Measures morphview. Each command prints one JSON object a line.", "morph_bench");
  app.require_subcommand(1);
  BlendOptions blending;
  CommonOptions loading, sampling;
  FrameOptions drawing;
  Result<void> done;
  declare_blend(app, blending)->callback([&] { done = blend(blending); });
  declare(app, "load", "from a path to a scene, beside tinygltf", loading)->callback([&] {
    done = load(loading);
  });
  declare(app, "sample", "updates of an animation of weights", sampling)->callback([&] {
    done = sample(sampling);
  });
  declare_frame(app, drawing)->callback([&] { done = frame(drawing); });
  try {
    app.parse(argc, argv);
  } catch (const CLI::ParseError& error) {
    return app.exit(error) == 0 ? ExitCode::ok : ExitCode::wrong_usage;
  }
  if (done) return ExitCode::ok;
  std::cerr << "morph_bench: " << done.error().text() << '\n';
  return done.error().code == ErrorCode::graphics ? ExitCode::no_graphics
                                                  : ExitCode::input_unusable;
}

}  // namespace
}  // namespace morph::bench

int main(int argc, char** argv) {
  try {
    return static_cast<int>(morph::bench::run(argc, argv));
  } catch (const std::exception& exception) {
    std::cerr << "morph_bench: " << exception.what() << '\n';
  }
  return static_cast<int>(morphview::ExitCode::internal_error);
}
