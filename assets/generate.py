#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Writes every asset of this folder, byte for byte the same on each run and each machine.

    generate.py                 writes all assets beside this script
    generate.py --output DIR    writes them into DIR
    generate.py --check         writes nothing; compares what lies there with what would be written,
                                lists stale, missing and surplus files, and exits with 1 if there are any

Only Python's standard library is used. The shapes and tracks are computed in the package `generator`, a module for each
asset.
"""

import argparse
import sys
import tempfile
from pathlib import Path

sys.dont_write_bytecode = True  # a check must leave no trace in the source tree

from generator import (crowd, cubic_spline, materials, morph_cube, skinned_reed, sparse, step,  # noqa: E402
                       tangent_frame, twelve_targets)

HERE = Path(__file__).resolve().parent

# Folder and file name of each asset, and the function that returns its finished GltfBuilder.
ASSETS = {
    "AnimatedMorphCube": morph_cube.build_float,
    "AnimatedMorphCubeQuantized": morph_cube.build_quantized,
    "Crowd": crowd.build,
    "CubicSpline": cubic_spline.build,
    "Materials": materials.build,
    "SkinnedReed": skinned_reed.build,
    "Sparse": sparse.build,
    "Step": step.build,
    "TangentFrame": tangent_frame.build,
    "TwelveTargets": twelve_targets.build,
}


def write_all(folder):
    """Writes each asset as `folder/NAME/NAME.gltf` with `NAME.bin` beside it."""
    for name, build in ASSETS.items():
        build().write(folder / name, name)


def generated_files(folder):
    """Relative paths in `folder` that belong to assets: all in an asset's own folder, and any glTF file elsewhere."""
    found = set()
    for path in folder.rglob("*"):
        relative = path.relative_to(folder)
        if path.is_file() and (relative.parts[0] in ASSETS or path.suffix in {".gltf", ".glb", ".bin"}):
            found.add(relative)
    return found


def differences(expected_folder, actual_folder):
    """What is wrong in `actual_folder`, as sorted lines `stale|missing|surplus PATH`."""
    expected, actual = generated_files(expected_folder), generated_files(actual_folder)
    lines = [f"missing {path.as_posix()}" for path in expected - actual]
    lines += [f"surplus {path.as_posix()}" for path in actual - expected]
    for path in expected & actual:
        if (expected_folder / path).read_bytes() != (actual_folder / path).read_bytes():
            lines.append(f"stale {path.as_posix()}")
    return sorted(lines)


def check(folder):
    """Compares `folder` with a fresh run; returns the exit status."""
    with tempfile.TemporaryDirectory() as fresh:
        write_all(Path(fresh))
        lines = differences(Path(fresh), folder)
    for line in lines:
        print(line)
    print(f"{len(lines)} differences; run assets/generate.py" if lines else "all generated assets are current")
    return 1 if lines else 0


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--check", action="store_true", help="compare instead of write; exit 1 on a difference")
    parser.add_argument("--output", type=Path, default=HERE, metavar="DIR", help="folder of the assets (default: here)")
    options = parser.parse_args()
    if options.check:
        return check(options.output)
    write_all(options.output)
    return 0


if __name__ == "__main__":
    sys.exit(main())
