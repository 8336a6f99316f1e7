# SPDX-License-Identifier: MIT
"""Draws every real morph file and asks two things of the pictures.

usage: pictures.py PROGRAM SCRATCH_FOLDER

Something must be there: at least 3 % of the pixels differ from the background, at the start of the clip or in its
middle (the camera holds the whole clip, so a small model that grows is small at first), seen from the front or from
behind (a single-sided surface is invisible from one of them). And a clip that moves vertices must move pixels: the
picture at 0 s differs from the one in the middle. Both are asked of the files that have anything to draw, or that move,
as --dump shows it. Exit 77 (skipped) unless MORPH_CORPUS names the folder of models.
"""

import json
import os
import struct
import subprocess
import sys
import zlib
from pathlib import Path

SKIPPED = 77
SIZE = (480, 360)
BACKGROUND = (0x26, 0x28, 0x2C)

# Damaged on purpose, by the corpus' own table.
DAMAGED = {
    "RobotExpressive-damaged", "SharpGLTF-InconsistentMorphTargets_unfixed", "Magnum-morph_target_attributes",
    "Validator-mesh-morph_unequal_targets_count", "Validator-mesh-morph_weights_wrong_count",
    "Validator-mesh-morph_attribute_no_base", "Validator-animation-channel_node_no_morphs",
    "Validator-animation-sampler_output_count_invalid", "Validator-mesh-morph_position_accessor_no_bounds",
    "Validator-animation_data-invalid_input_values",
}
COMPRESSED = {"EXT_meshopt_compression", "KHR_meshopt_compression", "KHR_draco_mesh_compression"}


def write_background(path):
    """A picture of nothing."""
    row = b"\0" + bytes(BACKGROUND) * SIZE[0]
    chunks = ((b"IHDR", struct.pack(">IIBBBBB", *SIZE, 8, 2, 0, 0, 0)), (b"IDAT", zlib.compress(row * SIZE[1])),
              (b"IEND", b""))
    with open(path, "wb") as file:
        file.write(b"\x89PNG\r\n\x1a\n")
        for kind, data in chunks:
            file.write(struct.pack(">I", len(data)) + kind + data + struct.pack(">I", zlib.crc32(kind + data)))


class Program:
    def __init__(self, path):
        self.path = path

    def run(self, *arguments):
        return subprocess.run([self.path, *map(str, arguments)], capture_output=True, text=True, check=False)

    def json(self, *arguments):
        done = self.run(*arguments)
        if not done.stdout:
            raise RuntimeError(f"exit {done.returncode}: {done.stderr.strip()}")
        return json.loads(done.stdout)

    def positions(self, file, *arguments):
        dump = self.json(file, "--dump", "-", "--dump-space", "world", *arguments)
        return [primitive["positions"] for node in dump["nodes"] for primitive in node["primitives"]]

    def pixels_unlike(self, reference, file, *arguments):
        compared = self.json(file, "--reference", reference, "--json", "--resolution", "{}x{}".format(*SIZE), *arguments)
        return compared["differing_pixels"]


def has_surface(primitives):
    """Whether any primitive spans more than a line along the axes."""
    for positions in primitives:
        extents = [max(axis) - min(axis) for axis in zip(*positions)]
        if sum(extent > 0 for extent in extents) >= 2:
            return True
    return False


def complaints(program, file, scratch):
    """What is wrong with the pictures of one file, and a word on what was asked."""
    info = program.json(file, "--info", "--json")
    if any(extension in issue["message"] for extension in COMPRESSED for issue in info["issues"]):
        return [], "compressed"
    if not info["morph"]:
        return [], "no targets"
    found, asked = [], []
    duration = info["animations"][0]["duration"] if info["animations"] else 0
    start, middle = ("-t", 0), ("-t", duration / 2)
    if has_surface(program.positions(file, *start)):
        drawn = max(program.pixels_unlike(scratch / "background.png", file, *time, "--camera-direction", direction)
                    for time in (start, middle) for direction in ("-1,-0.5,-1", "1,-0.5,1"))
        share = 100 * drawn / (SIZE[0] * SIZE[1])
        asked.append(f"{share:.1f} % drawn")
        if share < 3:
            found.append("not even 3 % of the picture is something else than background")
    if program.positions(file, *start) != program.positions(file, *middle):
        picture = scratch / f"{file.parent.name}.png"
        program.run(file, "-o", picture, *start, "--resolution", "{}x{}".format(*SIZE))
        moved = program.pixels_unlike(picture, file, *middle)
        asked.append(f"{moved} pixels move")
        if moved == 0:
            found.append(f"the picture at {duration / 2} s equals that at 0 s")
    return found, ", ".join(asked) or "nothing to draw"


def main():
    program, scratch = Program(sys.argv[1]), Path(sys.argv[2])
    if not os.environ.get("MORPH_CORPUS"):
        print("skipped: MORPH_CORPUS does not name a folder of models")
        return SKIPPED
    scratch.mkdir(parents=True, exist_ok=True)
    write_background(scratch / "background.png")
    failures = drawn = 0
    for folder in sorted(Path(os.environ["MORPH_CORPUS"]).iterdir()):
        files = [f for f in folder.glob("*") if f.suffix in (".gltf", ".glb", ".vrm")] if folder.is_dir() else []
        if folder.name in DAMAGED or not files:
            continue
        try:
            found, asked = complaints(program, files[0], scratch)
        except RuntimeError as error:
            found, asked = [str(error)], "failed"
        print(f"{folder.name}: {asked}")
        failures += len(found)
        drawn += "drawn" in asked
        for complaint in found:
            print(f"  WRONG: {complaint}")
    print(f"{drawn} files with something to draw, {failures} complaints")
    return 1 if failures or not drawn else 0


if __name__ == "__main__":
    sys.exit(main())
