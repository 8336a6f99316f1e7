#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
#
# scripts/run.sh [FILE] [options of morphview]
#
# Installs what is missing, builds, and opens FILE (default: the animated cube) in the viewer.
# Without a display it renders a picture instead. Paths are relative to the current folder.
set -euo pipefail
caller="$PWD"
cd "$(dirname "${BASH_SOURCE[0]}")/.."
root="$PWD"
source scripts/install_packages.sh

install_packages build run
run cmake --preset release
run cmake --build --preset release

file="$root/assets/AnimatedMorphCube/AnimatedMorphCube.gltf"
if [[ $# -gt 0 && "$1" != -?* ]]; then
  file="$1"
  shift
fi
headless=no # whether the options ask for a result, which needs no display
for option in "$@"; do
  case "$option" in
    -o* | --output* | --info | --dump | --dump=* | --reference* | -h | --help | -V | --version)
      headless=yes ;;
  esac
done
if [[ $headless = no && -z "${DISPLAY:-}${WAYLAND_DISPLAY:-}" && "$(uname)" != Darwin ]]; then
  echo "No display (DISPLAY and WAYLAND_DISPLAY are not set): no window, but $root/build/morphview.png"
  set -- "$@" -o "$root/build/morphview.png"
fi
run cd "$caller"
run "$root/build/release/src/morphview/morphview" "$file" "$@"
