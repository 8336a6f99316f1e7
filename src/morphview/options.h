// SPDX-License-Identifier: MIT
#pragma once

#include <array>
#include <cstdint>
#include <glm/vec3.hpp>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "morph/gl/morph_path.h"
#include "morph/runtime/playback.h"
#include "morph/runtime/result.h"
#include "morph/runtime/smooth_normals.h"
#include "morphview/look.h"

namespace morphview {

// The command line, checked as far as it can be without the file. What refers to the file's content
// (names, indices) stays text here and is resolved by selection.h.

enum class Backend : std::uint8_t { automatic, window, egl };
enum class LimitsPreset : std::uint8_t { standard, strict, none };
enum class DumpSpace : std::uint8_t { local, world };

/// -w or --expression NAME=VALUE.
struct WeightAssignment {
  std::string name;
  float value = 0.0f;  ///< within kWeightLimit
};

/// Weights that a person gives lie within −10 … 10; those of a file are used as they are.
inline constexpr float kWeightLimit = 10.0f;

/// -t: seconds, or one of the ends of the clip.
struct StartTime {
  enum class Kind : std::uint8_t { seconds, start, end };
  Kind kind = Kind::start;
  double seconds = 0.0;
};

/// Where the picture is taken from; the distance follows from what there is to see.
struct CameraOptions {
  glm::vec3 direction{-1.0f, -0.5f, -1.0f};  ///< along which it looks; not zero
  double azimuth = 0.0;                      ///< degrees to the right, around the model
  double elevation = 0.0;                    ///< degrees up
  double zoom = 1.0;                         ///< 2: half the distance
  double fov = 30.0;                         ///< vertical, degrees
  bool orthographic = false;                 ///< parallel rays
  std::string of_file;                       ///< number or name; then none of the above is given
};

struct Options {
  bool help = false;
  bool version = false;
  int verbosity = 0;  ///< as Messages takes it

  std::string file;  ///< empty: the bundled demo; "-": standard input
  std::string asset_root;
  bool no_external = false;
  LimitsPreset limits = LimitsPreset::standard;
  double timeout = 0.0;   ///< seconds for loading and results; 0: any
  std::string scene;      ///< number or name; empty: the file's own
  std::string animation;  ///< number, name, "all", "none"; empty: the first
  StartTime time;
  double speed = 1.0;
  morph::LoopMode loop = morph::LoopMode::repeat;
  bool paused = false;
  std::vector<WeightAssignment> weights;
  std::vector<WeightAssignment> expressions;
  morph::gl::MorphPathWish morph_path = morph::gl::MorphPathWish::automatic;
  morph::NormalsMode normals = morph::NormalsMode::file;

  morph::gl::Shading shading = morph::gl::Shading::lit;
  std::string heatmap;  ///< as a target of -w, or "*": the current mix; empty likewise
  Overlays show;

  CameraOptions camera;
  std::array<std::uint8_t, 4> background{0x26, 0x28, 0x2C, 255};  ///< sRGB, alpha
  std::uint32_t width = 1280;                                     ///< pixels
  std::uint32_t height = 720;
  std::uint32_t samples = 4;
  Backend backend = Backend::automatic;

  std::string output;  ///< each of these: empty for none, "-" for standard output
  std::string dump;
  std::string reference;
  std::string diff;
  DumpSpace dump_space = DumpSpace::local;
  std::uint32_t tolerance = 2;  ///< levels
  double max_diff = 0.05;       ///< percent
  bool update_reference = false;
  bool info = false;
  bool json = false;
  bool strict = false;  ///< a warning makes the run fail

  /// Whether the run is headless: it was asked for a result.
  [[nodiscard]] bool wants_result() const { return info || !dump.empty() || wants_picture(); }
  [[nodiscard]] bool wants_picture() const { return !output.empty() || !reference.empty(); }
};

/// Reads the arguments (argv as main has it). Errors: invalid_value, with a message for the user:
/// exit 2.
morph::Result<Options> parse_options(int argc, const char* const* argv);

/// What --help prints.
[[nodiscard]] std::string_view help_text();

}  // namespace morphview
