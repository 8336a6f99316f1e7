# SPDX-License-Identifier: MIT
"""The published numbers of AnimatedMorphCube, on one morph path.

usage: reference_cube.py PROGRAM ASSETS PATH

At 1 s of the clip "Square" the weights are [0.68359367, 0] and vertex 2 is at (0.01, 0.00294216, 0.01). Asked of the
project's own cube and, where they are installed, of the originals: Debian's assimp-testmodels and the folder MORPH_CORPUS.
"""

import os
import sys
from pathlib import Path

from program import Checks, Program, require_graphics

DEBIAN = Path("/usr/share/assimp/models/glTF2/glTF-Sample-Models/AnimatedMorphCube-glTF/AnimatedMorphCube.gltf")


def near(found, expected, tolerance):
    return all(abs(f - e) <= tolerance for f, e in zip(found, expected))


def world_positions(program, file, path):
    dump = program.json(file, "--dump", "-", "--dump-space", "world", "-t", 1, "--morph-path", path)
    return [position for node in dump["nodes"] for primitive in node["primitives"] for position in primitive["positions"]]


def check_cube(checks, program, file, path):
    dump = program.json(file, "--dump", "-", "-a", "Square", "-t", 1, "--morph-path", path)
    node = dump["nodes"][0]
    vertex = node["primitives"][0]["positions"][2]
    checks.that(near(node["weights"], [0.68359367, 0.0], 1e-7), f"{file}: weights {node['weights']}")
    checks.that(near(vertex, [0.01, 0.00294216, 0.01], 1e-7), f"{file}: vertex 2 at {vertex}")
    checks.that(node["primitives"][0]["morph_path"] == path, f"{file}: not on the path {path}")
    for index, name in enumerate(("thin", "angle")):
        dump = program.json(file, "--dump", "-", "-a", "none", "-w", f"{name}=1", "--morph-path", path)
        expected = [1.0 if i == index else 0.0 for i in range(2)]
        checks.that(dump["nodes"][0]["weights"] == expected, f"{file}: -w {name}=1 gave {dump['nodes'][0]['weights']}")


# The quantized twin has the same shape: each vertex has a partner within 2.5e-3 of the extent (u8 keys allow 1.9e-3).
def check_twin(checks, program, twin, cube, path):
    there, here = world_positions(program, twin, path), world_positions(program, cube, path)
    extent = max(max(p[axis] for p in here) - min(p[axis] for p in here) for axis in range(3))
    for position in there:
        nearest = min(max(abs(a - b) for a, b in zip(position, other)) for other in here)
        checks.that(nearest <= 2.5e-3 * extent, f"{twin}: {position} is {nearest / extent:.2e} of the extent away")


def main():
    program, assets, path = Program(sys.argv[1]), Path(sys.argv[2]), sys.argv[3]
    corpus = Path(os.environ.get("MORPH_CORPUS", "/nonexistent"))
    own = assets / "AnimatedMorphCube/AnimatedMorphCube.gltf"
    if path != "cpu":
        require_graphics(program, own)
    checks = Checks()
    originals = (DEBIAN, corpus / "AnimatedMorphCube-glTF/AnimatedMorphCube.gltf",
                 corpus / "AnimatedMorphCube-glb/AnimatedMorphCube.glb")
    for file in (own, *filter(Path.exists, originals)):
        check_cube(checks, program, file, path)
    twins = ((assets / "AnimatedMorphCubeQuantized/AnimatedMorphCubeQuantized.gltf", own),
             (corpus / "AnimatedMorphCube-Quantized/AnimatedMorphCube.gltf", own))
    for twin, cube in twins:
        if twin.exists():
            check_twin(checks, program, twin, cube, path)
    checks.end()


if __name__ == "__main__":
    main()
