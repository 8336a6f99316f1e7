#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Shows that `generate.py --check` reports what it should: a tampered, a missing and a surplus file in a copy.

    check_bites.py GENERATE.py
"""

import subprocess
import sys
import tempfile
from pathlib import Path

sys.dont_write_bytecode = True

from report import Checks  # noqa: E402

CUBE = "AnimatedMorphCube/AnimatedMorphCube"


def generate(script, folder, *options):
    """(exit status, lines of output) of the generator on `folder`."""
    command = [sys.executable, script, "--output", folder, *options]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    return done.returncode, done.stdout.splitlines()


def flip_one_bit(path):
    data = bytearray(path.read_bytes())
    data[len(data) // 2] ^= 1
    path.write_bytes(data)


def main():
    script, checks = sys.argv[1], Checks()
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        checks.equal("writing", generate(script, folder)[0], 0)
        checks.equal("a fresh copy is current", generate(script, folder, "--check")[0], 0)

        flip_one_bit(folder / f"{CUBE}.bin")
        status, lines = generate(script, folder, "--check")
        checks.equal("one flipped bit", (status, lines[:-1]), (1, [f"stale {CUBE}.bin"]))

        (folder / f"{CUBE}.gltf").unlink()
        (folder / "Step/notes.txt").write_text("left over")
        (folder / "Old").mkdir()
        (folder / "Old/Old.gltf").write_text("{}")
        status, lines = generate(script, folder, "--check")
        expected = [f"missing {CUBE}.gltf", f"stale {CUBE}.bin", "surplus Old/Old.gltf", "surplus Step/notes.txt"]
        checks.equal("four kinds of fault", (status, lines[:-1]), (1, expected))
    checks.finish()


if __name__ == "__main__":
    main()
