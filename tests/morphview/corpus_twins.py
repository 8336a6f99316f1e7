# SPDX-License-Identifier: MIT
"""A compressed real file shows what its uncompressed original shows, whatever the order of its vertices.

usage: corpus_twins.py PROGRAM

KHR_draco_mesh_compression reorders vertices and leaves the displacements of targets outside, so an encoder has to reorder
those as well. Each vertex is taken at rest, with its target held and with its texture coordinate: the two files must hold
the same vertices, within the step of the quantization. Exit 77 (skipped) unless MORPH_CORPUS names the folder of models.
"""

import sys

from corpus import HAS_CODECS, sound_files
from program import Checks, Program, skip

COMPRESSED, ORIGINAL = "MorphPrimitivesTest-Draco", "MorphPrimitivesTest-glTF"
STEP = 1 / 1023  # of lengths and coordinates that reach from 0 to 1, at 10 bits


def vertices(program, file):
    """[primitives][V] (position at rest, position with the target at 1, texture coordinate), one after the other."""
    rest, moved = (program.json(file, "--dump", "-", "-w", f"#0={weight}")["nodes"] for weight in (0, 1))
    return [[[*a, *b, *c] for a, b, c in zip(one["positions"], other["positions"], one["texcoords"][0])]
            for node, node_moved in zip(rest, moved)
            for one, other in zip(node["primitives"], node_moved["primitives"])]


def main():
    program, checks = Program(sys.argv[1]), Checks()
    if not HAS_CODECS:
        skip("this program has no codecs")
    files = {file.parent.name: file for file in sound_files()}
    found, expected = (vertices(program, files[name]) for name in (COMPRESSED, ORIGINAL))
    checks.that(len(found) == len(expected) == 2, f"{len(found)} primitives, expected {len(expected)}")
    for index, (some, others) in enumerate(zip(found, expected)):
        checks.that(len(some) == len(others), f"primitive {index}: {len(some)} vertices, expected {len(others)}")
        for one, other in ((some, others), (others, some)):
            far = max(min(max(abs(a - b) for a, b in zip(p, q)) for q in other) for p in one)
            checks.that(far <= STEP, f"primitive {index}: a vertex is {far} from any of its twin")
    checks.end()


if __name__ == "__main__":
    main()
