# SPDX-License-Identifier: MIT
"""Khronos' validator and --info agree on whether a file has an error, for every case and every real file.

usage: validator_parity.py PROGRAM

A report of gltf-validator has an error, or issues[] of --info --json has one: both or neither. EXCEPTIONS names the files
of which that is not so, and why; one that is no longer an exception is a failure as well. Exit 77 (skipped) without node,
without the npm package gltf-validator (MORPH_GLTF_VALIDATOR) and unless MORPH_CORPUS and MORPH_CASES name their folders.
"""

import json
import os
import shutil
import subprocess
import sys
from pathlib import Path

from corpus import damaged_files, models, sound_files
from program import SKIPPED, Checks, Program, skip

VALIDATE = Path(__file__).resolve().parents[1] / "assets" / "validate.mjs"
CRASHES = "crash"

# {file: (what the validator says, what the program says, the reason)}, True for an error.
EXCEPTIONS = {
    "X17_deep_extras.gltf": (CRASHES, True, "the validator overflows its stack on JSON nested 20,000 deep"),
}


def validators_word(node, file):
    """Whether the validator finds an error; CRASHES where it ends without a report."""
    done = subprocess.run([node, str(VALIDATE), str(file)], capture_output=True, text=True, check=False)
    if done.returncode == SKIPPED:
        skip(done.stdout.strip())
    if not done.stdout.startswith(f"{file.name}: "):
        return CRASHES
    return any(line.startswith("  error ") for line in done.stdout.splitlines())


def programs_word(program, file):
    """Whether --info has an error, and all that it has."""
    issues = json.loads(program.run(file, "--info", "--json").stdout)["issues"]
    return any(issue["severity"] == "error" for issue in issues), issues


def check(checks, node, program, file):
    validator, (ours, issues) = validators_word(node, file), programs_word(program, file)
    what = f"{file.parent.name}/{file.name}: the validator's word on errors is {validator}, ours {ours}"
    if file.name in EXCEPTIONS:
        checks.that((validator, ours) == EXCEPTIONS[file.name][:2], f"{what}, which is another exception")
    else:
        checks.that(validator == ours, f"{what}: {[tuple(issue.values()) for issue in issues[:5]]}")


def main():
    program, node = Program(sys.argv[1]), shutil.which("node") or shutil.which("nodejs")
    if node is None:
        skip("node is not installed")
    if not os.environ.get("MORPH_CASES"):
        skip("MORPH_CASES does not name the folder of cases")
    checks = Checks()
    for file in models(Path(os.environ["MORPH_CASES"])) + sound_files() + damaged_files():
        check(checks, node, program, file)
    checks.end()


if __name__ == "__main__":
    main()
