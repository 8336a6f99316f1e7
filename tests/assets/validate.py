#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Runs validate.mjs on every generated file, and on one broken copy that it must reject.

    validate.py ASSETS_FOLDER

Exits 77 (skipped) without node or without the npm package gltf-validator.
"""

import json
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

sys.dont_write_bytecode = True

from report import SKIPPED, Checks, skip  # noqa: E402

SCRIPT = Path(__file__).resolve().with_name("validate.mjs")


def validate(node, files):
    """Exit status of the validator script; its output is passed on."""
    done = subprocess.run([node, str(SCRIPT), *map(str, files)], capture_output=True, text=True, check=False)
    print(done.stdout + done.stderr, end="", flush=True)
    if done.returncode == SKIPPED:
        sys.exit(SKIPPED)
    return done.returncode


def broken_copy(source, folder):
    """The asset with one target's position accessor pointing past the end."""
    shutil.copytree(source.parent, folder, dirs_exist_ok=True)
    path = folder / source.name
    document = json.loads(path.read_text(encoding="utf-8"))
    document["meshes"][0]["primitives"][0]["targets"][0]["POSITION"] = len(document["accessors"])
    path.write_text(json.dumps(document), encoding="utf-8")
    return path


def main():
    node = shutil.which("node") or shutil.which("nodejs")
    if node is None:
        skip("node is not installed")
    files, checks = sorted(Path(sys.argv[1]).glob("*/*.gltf")), Checks()
    checks.true("there are files to validate", bool(files))
    checks.equal("every generated file is sound", validate(node, files), 0)
    with tempfile.TemporaryDirectory() as name:
        checks.equal("a broken file is rejected", validate(node, [broken_copy(files[0], Path(name))]), 1)
    checks.finish()


if __name__ == "__main__":
    main()
