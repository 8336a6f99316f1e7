# SPDX-License-Identifier: MIT
"""A fault that is put into the graphics side shows in its dump, and only there.

usage: fault.py PROGRAM FAULTY_PROGRAM ASSETS

The faulty program scales the weight of one slot by 1.05 while MORPH_TEST_FAULT is "gpu-weight".
"""

import os
import sys
from pathlib import Path

from program import Checks, Program, require_graphics, worst_relative_difference


def main():
    program, faulty = Program(sys.argv[1]), Program(sys.argv[2])
    cube = Path(sys.argv[3]) / "AnimatedMorphCube/AnimatedMorphCube.gltf"
    require_graphics(program, cube)
    # In the world the cube is 2 m, so that a weight of 5 % too much is far above the tolerance.
    arguments = (cube, "--dump", "-", "--dump-space", "world", "-a", "none", "-w", "thin=1")
    right = program.json(*arguments, "--morph-path", "cpu")
    checks = Checks()
    for fault, path, expected in ((None, "attributes", False), ("gpu-weight", "attributes", True),
                                  ("gpu-weight", "cpu", False)):
        os.environ.pop("MORPH_TEST_FAULT", None)
        if fault:
            os.environ["MORPH_TEST_FAULT"] = fault
        worst = worst_relative_difference(right, faulty.json(*arguments, "--morph-path", path))
        checks.that(worst is not None and (worst > 1e-5) == expected, f"fault {fault} on {path}: off by {worst}")
    checks.end()


if __name__ == "__main__":
    main()
