// SPDX-License-Identifier: MIT
#include "morphview/options.h"

#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <array>
#include <cmath>
#include <cstdlib>
#include <filesystem>
#include <glm/common.hpp>
#include <optional>
#include <string_view>
#include <utility>

#include "morphview/option_reader.h"
#include "morphview/text.h"

namespace morphview {
namespace {

using morph::Error;
using morph::ErrorCode;
using morph::Result;
using Reader = OptionReader;

/// Output sides, in pixels.
constexpr std::uint32_t kLargestSide = 16'384;

Error usage(std::string message) { return {ErrorCode::invalid_value, "", std::move(message)}; }

// The texts of the options that need more than CLI11 checks.
struct RawOptions {
  std::string time, speed, loop, morph_path, normals, shading, show, direction, azimuth, elevation,
      zoom, fov, background;
  std::string resolution, samples, tolerance, max_diff, dump_space, backend, limits, timeout;
  std::vector<std::string> weights, expressions;
  int verbose = 0;
  bool quiet = false;
  bool no_background = false;
};

std::string not_empty(const std::string& text) { return text.empty() ? "is empty" : ""; }

void declare_text(CLI::App& app, const char* names, std::string& into) {
  app.add_option(names, into)->allow_extra_args(false)->check(not_empty);
}

void declare_options(CLI::App& app, Options& options, RawOptions& raw) {
  app.set_help_flag();
  app.add_flag("-h,--help", options.help);
  app.add_flag("-V,--version", options.version);
  app.add_flag("-v,--verbose", raw.verbose);
  app.add_flag("-q,--quiet", raw.quiet);
  app.add_flag("--no-config");
  app.add_option("FILE", options.file)->check(not_empty);
  declare_text(app, "--asset-root", options.asset_root);
  app.add_flag("--no-external", options.no_external);
  declare_text(app, "--limits", raw.limits);
  declare_text(app, "--scene", options.scene);
  declare_text(app, "-a,--animation", options.animation);
  declare_text(app, "-t,--time", raw.time);
  declare_text(app, "--speed", raw.speed);
  declare_text(app, "--loop", raw.loop);
  app.add_flag("--paused", options.paused);
  app.add_option("-w,--weight", raw.weights)->allow_extra_args(false)->take_all();
  app.add_option("--expression", raw.expressions)->allow_extra_args(false)->take_all();
  declare_text(app, "--morph-path", raw.morph_path);
  declare_text(app, "--normals", raw.normals);
  declare_text(app, "--shading", raw.shading);
  declare_text(app, "--heatmap", options.heatmap);
  declare_text(app, "--show", raw.show);
  declare_text(app, "--camera", options.camera.of_file);
  app.add_flag("--orthographic", options.camera.orthographic);
  declare_text(app, "--camera-direction", raw.direction);
  declare_text(app, "--camera-azimuth", raw.azimuth);
  declare_text(app, "--camera-elevation", raw.elevation);
  declare_text(app, "--camera-zoom", raw.zoom);
  declare_text(app, "--fov", raw.fov);
  declare_text(app, "--background", raw.background);
  app.add_flag("--no-background", raw.no_background);
  declare_text(app, "-o,--output", options.output);
  declare_text(app, "--resolution", raw.resolution);
  declare_text(app, "--samples", raw.samples);
  declare_text(app, "--reference", options.reference);
  declare_text(app, "--tolerance", raw.tolerance);
  declare_text(app, "--max-diff", raw.max_diff);
  declare_text(app, "--diff", options.diff);
  app.add_flag("--update-reference", options.update_reference);
  app.add_flag("--info", options.info);
  declare_text(app, "--dump", options.dump);
  declare_text(app, "--dump-space", raw.dump_space);
  app.add_flag("--json", options.json);
  app.add_flag("--strict", options.strict);
  declare_text(app, "--backend", raw.backend);
  declare_text(app, "--timeout", raw.timeout);
}

// A flag takes no value: "--info=false" is refused.
void refuse_flag_values(CLI::App& app) {
  for (CLI::Option* const option : app.get_options()) option->disable_flag_override();
}

std::vector<std::string> long_option_names(const CLI::App& app) {
  std::vector<std::string> names;
  for (const CLI::Option* option : app.get_options()) {
    for (const std::string& name : option->get_lnames()) names.push_back("--" + name);
  }
  return names;
}

std::string in_our_words(std::string message) {
  constexpr std::string_view kWithoutValue = ": 1 required TEXT missing";
  if (message.ends_with(kWithoutValue)) {
    message.resize(message.size() - kWithoutValue.size());
    return message + ": needs a value";
  }
  constexpr std::string_view kFlagWithValue = " was given a disallowed flag override";
  if (!message.ends_with(kFlagWithValue)) return message;
  message.resize(message.size() - kFlagWithValue.size());
  return fmt::format("--{}: takes no value", message);
}

// The first argument that CLI11 did not expect, an option with its likely spelling. It counts "--"
// among them; what comes after that is a name, whatever it begins with.
std::optional<Error> unexpected_argument(const CLI::App& app) {
  const std::vector<std::string> rest = app.remaining();
  if (rest.empty()) return std::nullopt;
  std::string argument = rest.front();
  const bool is_name = argument == "--" || !argument.starts_with('-');
  if (argument == "--") {
    if (rest.size() == 1) return std::nullopt;
    argument = rest[1];
  }
  if (is_name) return usage(fmt::format("one FILE is expected, '{}' is one more", argument));
  const std::string name = argument.substr(0, argument.find('='));
  return usage(
      fmt::format("unknown option '{}'{}", name, did_you_mean(name, long_option_names(app))));
}

void read_time(Reader& reader, const std::string& text, StartTime& time) {
  if (text.empty() || text == "start") return;
  if (text == "end") {
    time.kind = StartTime::Kind::end;
  } else if (const std::optional<double> seconds = parse_number(text)) {
    time = {StartTime::Kind::seconds, *seconds};
  } else {
    reader.fail(fmt::format("--time {}: expected seconds, 'start' or 'end'", text));
  }
}

void read_assignment(Reader& reader, const char* option, const std::string& text,
                     std::vector<WeightAssignment>& into) {
  const std::size_t equals = text.rfind('=');
  if (equals == std::string::npos || equals == 0) {
    return reader.fail(fmt::format("{} {}: expected NAME=VALUE", option, text));
  }
  const std::optional<double> value = parse_number(std::string_view(text).substr(equals + 1));
  if (!value || std::abs(*value) > static_cast<double>(kWeightLimit)) {
    return reader.fail(
        fmt::format("{} {}: expected a number from -10 to 10 after '='", option, text));
  }
  into.push_back({text.substr(0, equals), static_cast<float>(*value)});
}

void read_direction(Reader& reader, const std::string& text, glm::vec3& into) {
  if (text.empty()) return;
  const std::vector<std::string_view> parts = split(text, ',');
  glm::vec3 direction{0.0f};
  bool sound = parts.size() == 3;
  for (int i = 0; sound && i < 3; ++i) {
    const std::optional<double> value = parse_number(parts[static_cast<std::size_t>(i)]);
    sound = value.has_value() && std::abs(*value) < 1e9;
    if (sound) direction[i] = static_cast<float>(*value);
  }
  const glm::vec3 size = glm::abs(direction);
  const float largest = std::max({size.x, size.y, size.z});
  if (!sound || largest < 1e-9f) {
    return reader.fail(
        fmt::format("--camera-direction {}: expected X,Y,Z, not all of them 0", text));
  }
  into = direction / largest;
}

void read_background(Reader& reader, const std::string& text, bool none,
                     std::array<std::uint8_t, 4>& into) {
  if (none && !text.empty()) {
    return reader.fail("--background and --no-background contradict each other");
  }
  if (none) into = {0, 0, 0, 0};
  if (text.empty()) return;
  const bool sound = text.size() == 7 && text[0] == '#' &&
                     text.find_first_not_of("0123456789abcdefABCDEF", 1) == std::string::npos;
  if (!sound) return reader.fail(fmt::format("--background {}: expected #RRGGBB", text));
  const unsigned long value = std::strtoul(text.c_str() + 1, nullptr, 16);
  for (unsigned i = 0; i < 3; ++i) into[i] = static_cast<std::uint8_t>(value >> (16 - 8 * i));
}

void read_resolution(Reader& reader, const std::string& text, Options& options) {
  if (text.empty()) return;
  const std::vector<std::string_view> parts = split(text, 'x');
  const auto side = [&](std::size_t i) { return i < parts.size() ? parse_index(parts[i]) : 0u; };
  const auto sound = [](std::optional<std::uint32_t> n) {
    return n && *n >= 1 && *n <= kLargestSide;
  };
  if (parts.size() != 2 || !sound(side(0)) || !sound(side(1))) {
    return reader.fail(
        fmt::format("--resolution {}: expected WxH, each from 1 to {}", text, kLargestSide));
  }
  options.width = *side(0);
  options.height = *side(1);
}

void read_look(Reader& reader, const RawOptions& raw, Options& options) {
  using morph::gl::Shading;
  using namespace std::string_view_literals;
  reader.choice(
      "--shading", raw.shading,
      std::array{std::pair{"lit"sv, Shading::lit}, std::pair{"unlit"sv, Shading::unlit},
                 std::pair{"normals"sv, Shading::normals}, std::pair{"clay"sv, Shading::clay},
                 std::pair{"heatmap"sv, Shading::heatmap}},
      options.shading);
  if (!options.heatmap.empty()) {
    if (!raw.shading.empty() && options.shading != Shading::heatmap) {
      reader.fail(fmt::format("--heatmap and --shading {} contradict each other", raw.shading));
    }
    options.shading = Shading::heatmap;
  }
  if (raw.show.empty()) return;
  constexpr std::array kOverlays = {
      std::pair{"wireframe"sv, &Overlays::wireframe}, std::pair{"normals"sv, &Overlays::normals},
      std::pair{"grid"sv, &Overlays::grid},           std::pair{"axes"sv, &Overlays::axes},
      std::pair{"skeleton"sv, &Overlays::skeleton},   std::pair{"bounds"sv, &Overlays::bounds}};
  for (const std::string_view name : split(raw.show, ',')) {
    bool Overlays::*shown = nullptr;
    reader.choice("--show", std::string(name), kOverlays, shown);
    if (name.empty()) reader.fail(fmt::format("--show {}: a name is missing", raw.show));
    if (shown != nullptr) options.show.*shown = true;
  }
}

void read_tolerance(Reader& reader, const std::string& text, std::uint32_t& into) {
  if (text.empty()) return;
  const std::optional<std::uint32_t> levels = parse_index(text);
  if (!levels || *levels > 255) {
    return reader.fail(fmt::format("--tolerance {}: expected a whole number from 0 to 255", text));
  }
  into = *levels;
}

void read_values(Reader& reader, const RawOptions& raw, Options& options) {
  using morph::LoopMode;
  using morph::gl::MorphPathWish;
  using namespace std::string_view_literals;
  reader.choice("--limits", raw.limits,
                std::array{std::pair{"default"sv, LimitsPreset::standard},
                           std::pair{"strict"sv, LimitsPreset::strict},
                           std::pair{"none"sv, LimitsPreset::none}},
                options.limits);
  reader.number("--timeout", raw.timeout, 0.001, 86'400, options.timeout);
  read_time(reader, raw.time, options.time);
  reader.number("--speed", raw.speed, -1000, 1000, options.speed);
  reader.choice(
      "--loop", raw.loop,
      std::array{std::pair{"repeat"sv, LoopMode::repeat}, std::pair{"once"sv, LoopMode::once},
                 std::pair{"pingpong"sv, LoopMode::pingpong}},
      options.loop);
  for (const std::string& text : raw.weights)
    read_assignment(reader, "--weight", text, options.weights);
  for (const std::string& text : raw.expressions)
    read_assignment(reader, "--expression", text, options.expressions);
  reader.choice("--morph-path", raw.morph_path,
                std::array{std::pair{"auto"sv, MorphPathWish::automatic},
                           std::pair{"attributes"sv, MorphPathWish::attributes},
                           std::pair{"texture"sv, MorphPathWish::texture},
                           std::pair{"cpu"sv, MorphPathWish::cpu}},
                options.morph_path);
  reader.choice("--normals", raw.normals,
                std::array{std::pair{"file"sv, morph::NormalsMode::file},
                           std::pair{"recompute"sv, morph::NormalsMode::recompute}},
                options.normals);
  read_look(reader, raw, options);
  read_direction(reader, raw.direction, options.camera.direction);
  reader.number("--camera-azimuth", raw.azimuth, -3600, 3600, options.camera.azimuth);
  reader.number("--camera-elevation", raw.elevation, -180, 180, options.camera.elevation);
  reader.number("--camera-zoom", raw.zoom, 0.001, 1000, options.camera.zoom);
  reader.number("--fov", raw.fov, 1, 170, options.camera.fov);
  const bool own_camera = options.camera.orthographic || !raw.direction.empty() ||
                          !raw.azimuth.empty() || !raw.elevation.empty() || !raw.zoom.empty() ||
                          !raw.fov.empty();
  if (own_camera && !options.camera.of_file.empty()) {
    reader.fail("--camera is the file's as it stands: no other option may move or change it");
  }
  read_background(reader, raw.background, raw.no_background, options.background);
  read_resolution(reader, raw.resolution, options);
  reader.choice("--samples", raw.samples,
                std::array{std::pair{"0"sv, 0u}, std::pair{"2"sv, 2u}, std::pair{"4"sv, 4u}},
                options.samples);
  read_tolerance(reader, raw.tolerance, options.tolerance);
  reader.number("--max-diff", raw.max_diff, 0, 100, options.max_diff);
  reader.choice(
      "--dump-space", raw.dump_space,
      std::array{std::pair{"local"sv, DumpSpace::local}, std::pair{"world"sv, DumpSpace::world}},
      options.dump_space);
  reader.choice(
      "--backend", raw.backend,
      std::array{std::pair{"auto"sv, Backend::automatic}, std::pair{"window"sv, Backend::window},
                 std::pair{"egl"sv, Backend::egl}},
      options.backend);
}

bool same_file(const std::string& a, const std::string& b) {
  std::error_code none;
  if (a.empty() || b.empty() || a == "-" || b == "-") return false;
  if (std::filesystem::exists(a, none)) {
    return std::filesystem::is_regular_file(a, none) && std::filesystem::equivalent(a, b, none);
  }
  return std::filesystem::absolute(a, none).lexically_normal() ==
         std::filesystem::absolute(b, none).lexically_normal();
}

// A result must not overwrite what the run reads, nor another result.
void check_files(Reader& reader, const Options& options) {
  using Named = std::pair<const char*, const std::string&>;
  const std::array<Named, 5> files = {{{"FILE", options.file},
                                       {"--reference", options.reference},
                                       {"--output", options.output},
                                       {"--dump", options.dump},
                                       {"--diff", options.diff}}};
  for (std::size_t i = 0; i < files.size(); ++i) {
    for (std::size_t j = i + 1; j < files.size(); ++j) {
      if (!same_file(files[i].second, files[j].second)) continue;
      reader.fail(fmt::format("{} and {} are the same file", files[i].first, files[j].first));
    }
  }
}

// What is only wrong together.
void check_together(Reader& reader, const Options& options) {
  if (options.no_external && !options.asset_root.empty()) {
    reader.fail("--no-external and --asset-root contradict each other");
  }
  const int to_standard_output = (options.output == "-") + (options.dump == "-") + options.info +
                                 (options.json && !options.reference.empty());
  if (to_standard_output > 1) reader.fail("only one result can go to standard output");
  if (options.reference.empty() && (!options.diff.empty() || options.update_reference)) {
    reader.fail("--diff and --update-reference need --reference");
  }
  if (options.background[3] == 0 && !options.wants_picture()) {
    reader.fail("--no-background needs --output or --reference");
  }
  if (options.reference == "-" || options.diff == "-") {
    reader.fail("--reference and --diff need the name of a file");
  }
  if (options.json && !options.wants_result()) {
    reader.fail("--json needs a report, such as --info");
  }
  if (options.backend == Backend::egl && !options.wants_result()) {
    reader.fail("--backend egl shows no window: ask for a result, such as --output");
  }
  const char* const ci = std::getenv("CI");
  if (options.update_reference && ci && *ci) {
    reader.fail("--update-reference is refused where CI is set");
  }
}

}  // namespace

Result<Options> parse_options(int argc, const char* const* argv) {
  Options options;
  RawOptions raw;
  CLI::App app;
  declare_options(app, options, raw);
  refuse_flag_values(app);
  app.allow_extras();
  try {
    app.parse(argc, argv);
  } catch (const CLI::ParseError& error) {
    return usage(in_our_words(error.what()));
  }
  if (options.help || options.version) return options;
  if (std::optional<Error> unexpected = unexpected_argument(app)) return *std::move(unexpected);
  options.verbosity = raw.quiet ? -1 : raw.verbose;
  Reader reader;
  read_values(reader, raw, options);
  check_together(reader, options);
  check_files(reader, options);
  if (reader.failure()) return *reader.failure();
  return options;
}

}  // namespace morphview
