// SPDX-License-Identifier: MIT
#include "morphview/options.h"

namespace morphview {
namespace {

constexpr std::string_view kHelp =
    R"(morphview - inspect, play and capture glTF morph-target animation

Usage:
  morphview [OPTIONS] [FILE]                 open the viewer (without FILE: the bundled demo)
  morphview [OPTIONS] FILE -o IMAGE          render without a window
  morphview [OPTIONS] FILE --info [--json]   describe the file
  morphview [OPTIONS] FILE --dump OUT.json   print evaluated weights and vertices

FILE is a .gltf, .glb or .vrm file; '-' reads a .glb or self-contained .gltf from standard input.

Input:
      --asset-root DIR       let FILE use buffers and images anywhere under DIR (default: FILE's folder)
      --no-external          refuse every external buffer and image
      --limits PRESET        resource limits: default, strict (for files of strangers), none
      --scene N|NAME         scene to show (default: the file's)

Animation:
  -a, --animation N|NAME     animation to use; 'all', 'none' (default: the first)
  -t, --time SECONDS         time to show; 'start', 'end' (default: start); clamped, never wrapped
      --speed X              playback speed, may be negative (default: 1)
      --loop MODE            repeat, once, pingpong (default: repeat)
      --paused               start paused

Morph targets:
  -w, --weight NAME=VALUE    set a weight; repeatable; NAME may be NODE/NAME, #INDEX or a glob ('eye*Left')
      --expression NAME=VALUE  set a VRM expression, 0-1; repeatable; NAME as in the file, a preset or a glob
      --morph-path PATH      auto, attributes, texture, cpu (default: auto); all are exact

View:
      --camera N|NAME        use a camera of the file (default: fit the model)
      --camera-direction X,Y,Z   look along this direction (default: -1,-0.5,-1)
      --camera-azimuth DEG   turn the camera around the model, to the right (default: 0)
      --camera-elevation DEG raise the camera (default: 0)
      --camera-zoom FACTOR   2 is twice as near (default: 1, the model fills the picture)
      --fov DEG              vertical field of view (default: 30)
      --orthographic         parallel rays instead of perspective
      --normals MODE         file (default), recompute: of every morphed mesh, from its morphed surface
      --shading MODE         lit, unlit, normals, clay, heatmap (default: lit)
      --heatmap NAME         colour by the displacement of target NAME ('*' = the current mix)
      --show LIST            any of: wireframe,normals,grid,axes,skeleton,bounds
      --background COLOR     #RRGGBB (default: #26282c)
      --no-background        transparent image (with --output)

Capture:
  -o, --output FILE          write a PNG; '-' = standard output; {model} and {animation} are replaced
      --resolution WxH       window or image size in pixels (default: 1280x720)
      --samples N            anti-aliasing samples: 0, 2, 4 (default: 4)

Compare:
      --reference FILE       compare the rendering with FILE; exit 1 if it differs
      --tolerance LEVELS     per-channel difference that still counts as equal, 0-255 (default: 2)
      --max-diff PERCENT     pixels allowed over the tolerance (default: 0.05)
      --diff FILE            write a difference image on mismatch
      --update-reference     overwrite FILE with the new rendering (refused when CI is set)

Reports:
      --info                 print scenes, meshes, targets, animations, sizes, problems
      --dump FILE            write evaluated weights and vertices as JSON ('-' = standard output)
      --dump-space SPACE     local (default): mesh space, before skin and node; world: after both
      --json                 reports as JSON on standard output
      --strict               write the results, then exit 1 if there was any warning

Rendering:
      --backend NAME         auto, window, egl (default: auto = window, or egl for headless results)

General:
      --no-config            ignore configuration files (there are none yet)
      --timeout SECONDS      give up loading or rendering
  -v, --verbose              more messages; repeatable        -q, --quiet   errors only
  -h, --help                 -V, --version

Exit status: 0 ok; 1 check failed (--reference, --strict); 2 wrong usage; 3 input not usable;
4 no usable graphics; 5 output not written; 6 internal error or out of memory; 7 timeout; 130 interrupted.
)";

}  // namespace

std::string_view help_text() { return kHelp; }

}  // namespace morphview
