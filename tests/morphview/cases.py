# SPDX-License-Identifier: MIT
"""Runs the table of exact cases that MORPH_CASES names.

usage: cases.py PROGRAM PATH

PATH is cpu, attributes or texture. Each entry of cases.json is one run of --dump and what it must give; the other paths
are compared with that of the CPU as well, to 1e-5 relative. Exit 77 (skipped) where MORPH_CASES is not set, or where
PATH is not cpu and nothing can be drawn.
"""

import json
import os
import sys
from pathlib import Path

from program import Checks, Program, require_graphics, skip, worst_relative_difference


def arguments_of(case, folder):
    arguments = [folder / case["file"], "--dump", "-", "-a", case.get("animation", "none")]
    if "time" in case:
        arguments += ["-t", case["time"]]
    for name, value in case.get("weights", {}).items():
        arguments += ["-w", f"{name}={value}"]
    if "space" in case:
        arguments += ["--dump-space", case["space"]]
    return arguments


def near(found, expected, tolerance):
    if isinstance(expected, list):
        return (isinstance(found, list) and len(found) == len(expected) and
                all(near(f, e, tolerance) for f, e in zip(found, expected)))
    return found is not None and abs(found - expected) <= tolerance


def check_node(checks, label, nodes, expected, tolerance):
    node = nodes.get(expected["node"])
    if not checks.that(node is not None, f"{label}: no node {expected['node']}"):
        return
    if "weights" in expected:
        checks.that(near(node["weights"], expected["weights"], tolerance),
                    f"{label}: weights {node['weights']}, expected {expected['weights']}")
    primitive = node["primitives"][expected.get("primitive", 0)]
    for key in ("positions", "normals", "tangents", "colors", "texcoords0"):
        for vertex, value in expected.get(key, {}).items():
            found = primitive["texcoords"][0] if key == "texcoords0" else primitive.get(key)
            found = found[int(vertex)] if found else None
            checks.that(near(found, value, tolerance), f"{label}: {key}[{vertex}] is {found}, expected {value}")


def check_case(checks, program, case, folder, path, tolerance):
    arguments = arguments_of(case, folder)
    label = " ".join(map(str, arguments[4:])) + f" {case['file']} on {path}"
    done = program.run(*arguments, "--morph-path", path)
    stderr = done.stderr.decode(errors="replace")
    if not checks.that(done.returncode == case.get("exit", 0),
                       f"{label}: exit {done.returncode}, expected {case.get('exit', 0)}\n{stderr}"):
        return
    for text in case.get("stderr_contains", []):
        checks.that(text in stderr, f"{label}: standard error lacks '{text}': {stderr}")
    if case.get("warns"):
        checks.that("morphview: warning: " in stderr, f"{label}: no warning")
    if done.returncode != 0:
        return
    dump = json.loads(done.stdout)
    nodes = {node["node"]: node for node in dump["nodes"]}
    for expected in case.get("expect", []):
        check_node(checks, label, nodes, expected, tolerance)
    if path == "cpu":
        return
    worst = worst_relative_difference(dump, program.json(*arguments, "--morph-path", "cpu"))
    checks.that(worst is not None and worst <= 1e-5, f"{label}: differs from the CPU path by {worst}")


def main():
    program, path = Program(sys.argv[1]), sys.argv[2]
    folder = os.environ.get("MORPH_CASES")
    if not folder:
        skip("MORPH_CASES does not name the folder of cases")
    folder = Path(folder)
    if path != "cpu":
        require_graphics(program, folder / "T01_linear.gltf")
    table = json.loads((folder / "cases.json").read_text(encoding="utf-8"))
    checks = Checks()
    for case in table["cases"]:
        check_case(checks, program, case, folder, path, table["tolerance"])
    checks.end()


if __name__ == "__main__":
    main()
