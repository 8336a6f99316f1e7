# SPDX-License-Identifier: MIT
"""What a run may use: --limits, --no-external, --asset-root and --timeout.

usage: limits.py PROGRAM ASSETS SCRATCH_FOLDER
"""

import json
import shutil
import subprocess
import sys
import time
from pathlib import Path

from program import Checks, Program


def triangle(more):
    """A triangle with its buffer in triangle.bin."""
    return {"asset": {"version": "2.0"}, "scenes": [{"nodes": [0]}], "nodes": [{"mesh": 0}],
            "meshes": [{"primitives": [{"attributes": {"POSITION": 0}}]}],
            "accessors": [{"bufferView": 0, "componentType": 5126, "count": 3, "type": "VEC3", "min": [0, 0, 0],
                           "max": [0, 0, 0]}],
            "bufferViews": [{"buffer": 0, "byteLength": 36}], "buffers": [{"byteLength": 36, "uri": "triangle.bin"}], **more}


def limits(checks, program, scratch):
    """More than the limits in force is refused, and says which."""
    file = scratch / "many.gltf"
    (scratch / "triangle.bin").write_bytes(bytes(36))
    for count, preset, exit_code in ((300_000, "strict", 3), (300_000, "default", 0), (1_100_000, "default", 3),
                                     (1_100_000, "none", 0)):
        file.write_text(json.dumps(triangle({"extras": [0] * count})), encoding="utf-8")
        done = program.run(file, "--info", "--limits", preset)
        checks.that(done.returncode == exit_code, f"{count} values, --limits {preset}: exit {done.returncode} {done.stderr}")
        if exit_code == 3:
            checks.that(b"JSON values (limit" in done.stderr, f"{count} values, --limits {preset}: {done.stderr}")
    nested = "[" * 70 + "]" * 70
    file.write_text(json.dumps(triangle({})).replace('"asset"', f'"extras": {nested}, "asset"'), encoding="utf-8")
    for preset in ("default", "strict", "none"):
        done = program.run(file, "--info", "--limits", preset)
        checks.that(done.returncode == 3, f"the stack is finite, --limits {preset} included: exit {done.returncode}")


def external(checks, program, scratch):
    """--no-external refuses what lies beside the file; data: URIs and the GLB's own bytes stay."""
    file = scratch / "triangle.gltf"
    (scratch / "triangle.bin").write_bytes(bytes(36))
    file.write_text(json.dumps(triangle({})), encoding="utf-8")
    checks.that(program.run(file, "--info").returncode == 0, "the file itself")
    done = program.run(file, "--info", "--no-external")
    checks.that(done.returncode == 3 and b"/buffers/0/uri" in done.stderr, f"--no-external: {done.returncode} {done.stderr}")
    embedded = triangle({"buffers": [{"byteLength": 36, "uri": "data:application/octet-stream;base64," + "A" * 48}]})
    file.write_text(json.dumps(embedded), encoding="utf-8")
    checks.that(program.run(file, "--info", "--no-external").returncode == 0, "data: URIs are not external")
    done = program.run(file, "--info", "--no-external", "--asset-root", scratch)
    checks.that(done.returncode == 2, f"--no-external with --asset-root: {done.returncode}")


def standard_input(checks, program, scratch):
    """'-' reads a self-contained file, and files beside it only below --asset-root."""
    (scratch / "triangle.bin").write_bytes(bytes(36))
    for arguments, exit_code in (((), 3), (("--asset-root", scratch), 0)):
        done = program.run("-", "--info", *arguments, input=json.dumps(triangle({})).encode())
        checks.that(done.returncode == exit_code, f"standard input {arguments}: {done.returncode} {done.stderr}")
    checks.that(program.run("-", "--info", input=b"").returncode == 3, "empty standard input")


def timeout(checks, program, scratch):
    """A run that is not done in time ends with 7, at once, and leaves nothing behind."""
    output = scratch / "dump.json"
    begun = time.monotonic()
    waits = subprocess.Popen([program.path, "-", "--dump", str(output), "--timeout", "0.5"], stdin=subprocess.PIPE,
                             stderr=subprocess.PIPE)
    code = waits.wait(timeout=60)
    took = time.monotonic() - begun
    checks.that(code == 7, f"--timeout 0.5 without input: exit {code}")
    checks.that(waits.stderr.read() == b"morphview: error: not done after 0.5 s (--timeout)\n", "the message")
    checks.that(took < 10, f"--timeout 0.5 took {took} s")
    checks.that(list(scratch.iterdir()) == [], f"left behind: {list(scratch.iterdir())}")


def main():
    program, assets, scratch = Program(sys.argv[1]), Path(sys.argv[2]), Path(sys.argv[3])
    cube = assets / "AnimatedMorphCube/AnimatedMorphCube.gltf"
    checks = Checks()
    for part in (limits, external, standard_input, timeout):
        shutil.rmtree(scratch, ignore_errors=True)
        scratch.mkdir(parents=True)
        part(checks, program, scratch)
    checks.that(program.run(cube, "--info", "--timeout", "600").returncode == 0, "a run that is done in time")
    for wrong in (("--timeout", "0"), ("--timeout", "x"), ("--limits", "some")):
        checks.that(program.run(cube, "--info", *wrong).returncode == 2, f"{wrong} is wrong usage")
    checks.end()


if __name__ == "__main__":
    main()
