# SPDX-License-Identifier: MIT
"""Shows that the comparison of goldens bites, and what a failure leaves behind.

usage: goldens_bite.py PROGRAM ASSETS GOLDENS_FOLDER SCRATCH_FOLDER

A weight that is wrong by 5 % is caught, and so are two goldens taken for each other. A failing golden leaves actual,
expected, diff and index.html in one folder; a missing one fails and leaves its candidate.
"""

import json
import os
import shutil
import subprocess
import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[1] / "support"))

from goldens import PATHS  # noqa: E402
from png import read_channel  # noqa: E402
from program import Checks, Program, require_graphics  # noqa: E402


def wrong_weight_is_caught(checks, program, assets, folder, path):
    """The command of a golden with its weight 5 % lower."""
    table = json.loads((folder / "goldens.json").read_text(encoding="utf-8"))
    for golden in table["goldens"]:
        arguments = list(map(str, golden["arguments"]))
        weights = [i for i, text in enumerate(arguments) if text.endswith("=1")]
        if not weights:
            continue
        for i in weights:
            arguments[i] = arguments[i][:-1] + "0.95"
        done = program.run(assets / golden["file"], *arguments, "--resolution", f"{table['size']}x{table['size']}",
                           "--morph-path", path, "--reference", folder / (golden["name"] + ".png"))
        checks.that(done.returncode == 1 and b"mismatch" in done.stderr,
                    f"{golden['name']} with a weight 5 % lower on {path}: exit {done.returncode}")


def differ(one, other, most):
    """Whether more than `most` pixels, as rows of four channels, differ by more than two levels in a channel."""
    differing = set()
    for left, right in zip(one, other):
        for pixel, (a, b) in enumerate(zip(left, right)):
            if abs(a - b) > 2:
                differing.add(pixel)
                if len(differing) > most:
                    return True
    return False


def goldens_differ(checks, folder):
    """No golden passes for another one."""
    table = json.loads((folder / "goldens.json").read_text(encoding="utf-8"))
    names = [golden["name"] for golden in table["goldens"]]
    pictures = {name: [read_channel((folder / f"{name}.png").read_bytes(), channel)[2] for channel in range(4)]
                for name in names}
    most = table["size"] ** 2 * table["max_diff"] / 100
    for i, name in enumerate(names):
        for other in names[:i]:
            if {name, other} not in map(set, table["alike"]):
                checks.that(differ(pictures[name], pictures[other], most), f"{name} passes for {other}")


def run_goldens(program, assets, folder, scratch):
    environment = {**os.environ, "MORPH_ARTEFACTS": str(scratch / "kept")}
    runner = Path(__file__).with_name("goldens.py")
    done = subprocess.run([sys.executable, str(runner), program.path, str(assets), str(folder), str(scratch / "work")],
                          env=environment, capture_output=True, text=True, check=False)
    return done.returncode, done.stdout


def failures_leave_pictures(checks, program, assets, folder, scratch):
    """Runs the runner on a copy in which one golden shows another picture and one is missing."""
    copy = scratch / "goldens"
    shutil.copytree(folder, copy)
    table = json.loads((copy / "goldens.json").read_text(encoding="utf-8"))
    table["goldens"] = table["goldens"][:3]
    (copy / "goldens.json").write_text(json.dumps(table), encoding="utf-8")
    wrong, other, missing = (golden["name"] for golden in table["goldens"])
    shutil.copy(copy / f"{other}.png", copy / f"{wrong}.png")
    (copy / f"{missing}.png").unlink()
    code, output = run_goldens(program, assets, copy, scratch)
    checks.that(code == 1, f"a seeded fault ends with {code}")
    kept = scratch / "kept"
    for path in PATHS:
        for name, files in ((wrong, ("actual", "expected", "diff")), (missing, ("actual",))):
            place = kept / f"{name}-{path}"
            checks.that(str(place) in output, f"the output does not name {place}")
            checks.that((place / "index.html").is_file(), f"{place} has no index.html")
            for file in files:
                checks.that((place / f"{file}.png").is_file(), f"{place} has no {file}.png")
    checks.that(not (copy / f"{missing}.png").exists(), "a missing golden was created in silence")
    checks.that(not (kept / f"{other}-cpu").exists(), "a golden that passes left pictures")


def main():
    program, assets, folder, scratch = Program(sys.argv[1]), *map(Path, sys.argv[2:5])
    require_graphics(program, assets / "AnimatedMorphCube/AnimatedMorphCube.gltf")
    shutil.rmtree(scratch, ignore_errors=True)
    scratch.mkdir(parents=True)
    checks = Checks()
    for path in PATHS:
        wrong_weight_is_caught(checks, program, assets, folder, path)
    goldens_differ(checks, folder)
    failures_leave_pictures(checks, program, assets, folder, scratch)
    checks.end()


if __name__ == "__main__":
    main()
