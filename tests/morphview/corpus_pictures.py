# SPDX-License-Identifier: MIT
"""Draws every real morph file and asks three things of the pictures.

usage: corpus_pictures.py PROGRAM SCRATCH_FOLDER

Something must be there: at least 3 % of the pixels differ from the background, at the start of the clip or in its
middle (the camera holds the whole clip, so a small model that grows is small at first), seen from the front or from
behind (a single-sided surface is invisible from one of them). And a clip that moves vertices must move pixels: the
picture at 0 s differs from the one in the middle. Both are asked of the files that have anything to draw, or that move,
as --dump shows it. And every morph path draws the same, within what goldens are allowed. Exit 77 (skipped) unless MORPH_CORPUS names the folder of models.
"""

import json
import struct
import sys
import zlib
from pathlib import Path

from corpus import sound_files
from program import Checks, Program, require_graphics

SIZE = (480, 360)
RESOLUTION = ("--resolution", f"{SIZE[0]}x{SIZE[1]}")
BACKGROUND = (0x26, 0x28, 0x2C)


def write_background(path):
    """A picture of nothing."""
    row = b"\0" + bytes(BACKGROUND) * SIZE[0]
    chunks = ((b"IHDR", struct.pack(">IIBBBBB", *SIZE, 8, 2, 0, 0, 0)), (b"IDAT", zlib.compress(row * SIZE[1])),
              (b"IEND", b""))
    with open(path, "wb") as file:
        file.write(b"\x89PNG\r\n\x1a\n")
        for kind, data in chunks:
            file.write(struct.pack(">I", len(data)) + kind + data + struct.pack(">I", zlib.crc32(kind + data)))


def positions(program, file, *arguments):
    dump = program.json(file, "--dump", "-", "--dump-space", "world", *arguments)
    return [primitive["positions"] for node in dump["nodes"] for primitive in node["primitives"]]


def pixels_unlike(program, reference, file, *arguments):
    done = program.run(file, "--reference", reference, "--json", *RESOLUTION, *arguments)
    return json.loads(done.stdout)["differing_pixels"]


def has_surface(primitives):
    """Whether any primitive spans more than a line along the axes."""
    for positions in primitives:
        extents = [max(axis) - min(axis) for axis in zip(*positions)]
        if sum(extent > 0 for extent in extents) >= 2:
            return True
    return False


def complaints(program, file, scratch):
    """What is wrong with the pictures of one file, and a word on what was asked."""
    info = json.loads(program.run(file, "--info", "--json").stdout)
    if not info["morph"]:
        return [], "no targets"
    found, asked = [], []
    duration = info["animations"][0]["duration"] if info["animations"] else 0
    start, middle = ("-t", 0), ("-t", duration / 2)
    if has_surface(positions(program, file, *start)):
        drawn = max(pixels_unlike(program, scratch / "background.png", file, *time, "--camera-direction", direction)
                    for time in (start, middle) for direction in ("-1,-0.5,-1", "1,-0.5,1"))
        share = 100 * drawn / (SIZE[0] * SIZE[1])
        asked.append(f"{share:.1f} % drawn")
        if share < 3:
            found.append("not even 3 % of the picture is something else than background")
    if positions(program, file, *start) != positions(program, file, *middle):
        picture = scratch / f"{file.parent.name}.png"
        program.run(file, "-o", picture, *start, *RESOLUTION)
        moved = pixels_unlike(program, picture, file, *middle)
        asked.append(f"{moved} pixels move")
        if moved == 0:
            found.append(f"the picture at {duration / 2} s equals that at 0 s")
    kernels = scratch / "kernels.png"
    program.run(file, "-o", kernels, *middle, *RESOLUTION, "--morph-path", "cpu")
    for path in ("attributes", "texture"):
        done = program.run(file, "--reference", kernels, *middle, *RESOLUTION, "--morph-path", path)
        if done.returncode != 0:
            found.append(f"on {path} it looks unlike on cpu: {done.stderr.decode()}")
    return found, ", ".join(asked) or "nothing to draw"


def main():
    program, scratch, checks = Program(sys.argv[1]), Path(sys.argv[2]), Checks()
    scratch.mkdir(parents=True, exist_ok=True)
    write_background(scratch / "background.png")
    files = sound_files()
    require_graphics(program, files[0])
    for file in files:
        found, asked = complaints(program, file, scratch)
        print(f"{file.parent.name}: {asked}")
        checks.that(not found, f"{file.parent.name}: {'; '.join(found)}")
    checks.end()


if __name__ == "__main__":
    main()
