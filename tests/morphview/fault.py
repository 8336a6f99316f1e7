# SPDX-License-Identifier: MIT
"""Faults that are put into the graphics side (MORPH_TEST_FAULT, see test_fault.h) show, and only where they should.

usage: fault.py PROGRAM FAULTY_PROGRAM ASSETS SCRATCH_FOLDER
"""

import os
import sys
from pathlib import Path

from program import Checks, Program, require_graphics, worst_relative_difference


def set_fault(fault):
    os.environ.pop("MORPH_TEST_FAULT", None)
    if fault:
        os.environ["MORPH_TEST_FAULT"] = fault


def weight(checks, program, faulty, cube):
    """A weight that is 5 % wrong shows in the dump of the attributes path, and only there."""
    # In the world the cube is 2 m, so that a weight of 5 % too much is far above the tolerance.
    arguments = (cube, "--dump", "-", "--dump-space", "world", "-a", "none", "-w", "thin=1")
    right = program.json(*arguments, "--morph-path", "cpu")
    for fault, path, expected in ((None, "attributes", False), ("gpu-weight", "attributes", True),
                                  ("gpu-weight", "cpu", False)):
        set_fault(fault)
        worst = worst_relative_difference(right, faulty.json(*arguments, "--morph-path", path))
        checks.that(worst is not None and (worst > 1e-5) == expected, f"fault {fault} on {path}: off by {worst}")


def picture(faulty, fault, cube, file, *more):
    """Exit code, messages, and the picture's bytes, None if there is none."""
    set_fault(fault)
    file.unlink(missing_ok=True)
    done = faulty.run(cube, "-o", file, "--resolution", "64x64", *more)
    return done.returncode, done.stderr.decode(), file.read_bytes() if file.exists() else None


def shader(checks, faulty, cube, file):
    """A shader that the driver rejects ends with 6 and one line that names the driver's reason; no picture is left."""
    code, said, image = picture(faulty, "shader", cube, file)
    checks.that(code == 6 and image is None, f"rejected shader: exit {code}, picture {image is not None}")
    checks.that(said.startswith("morphview: error: the driver rejected a shader: fragment shader: ") and
                said.count("\n") == 1, f"rejected shader: {said}")


def reset(checks, faulty, cube, file):
    """A reset is survived once, with the same picture; a second one in the same run ends with 6."""
    _, _, sound = picture(faulty, None, cube, file)
    os.environ["MORPH_TEST_RESET_AFTER"] = "1"
    code, said, image = picture(faulty, "reset", cube, file, "-v")
    checks.that(code == 0 and image == sound, f"a reset: exit {code}, {said}")
    checks.that("the graphics card was reset; drawing again" in said, f"a reset is not told with -v: {said}")
    code, said, image = picture(faulty, "reset-forever", cube, file)
    checks.that(code == 6 and image is None, f"resets without end: exit {code}, picture {image is not None}")
    checks.that("the graphics card was reset while drawing, twice" in said, f"resets without end: {said}")
    del os.environ["MORPH_TEST_RESET_AFTER"]


def main():
    program, faulty = Program(sys.argv[1]), Program(sys.argv[2])
    cube = Path(sys.argv[3]) / "AnimatedMorphCube/AnimatedMorphCube.gltf"
    scratch = Path(sys.argv[4])
    scratch.mkdir(parents=True, exist_ok=True)
    require_graphics(program, cube)
    checks = Checks()
    weight(checks, program, faulty, cube)
    shader(checks, faulty, cube, scratch / "picture.png")
    reset(checks, faulty, cube, scratch / "picture.png")
    checks.end()


if __name__ == "__main__":
    main()
