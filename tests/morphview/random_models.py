# SPDX-License-Identifier: MIT
"""Random files against a naive evaluation that shares nothing with the program, on one morph path.

usage: random_models.py PROGRAM SCRATCH_FOLDER PATH [FIRST_SEED COUNT]

For each seed a file is written, dumped in mesh space and in world space at a key or between keys, and every number is
compared to 1.2e-5 of the attribute's largest value. Exit 77 (skipped) where PATH is not cpu and nothing can be drawn.
"""

import json
import random
import sys
from pathlib import Path

from naive_evaluation import flat_normals, morphed, sampled, to_world, world_matrix
from program import Checks, Program, require_graphics
from random_model import random_model

TOLERANCE = 1.2e-5
KEYS = {"POSITION": "positions", "NORMAL": "normals", "TANGENT": "tangents", "COLOR_0": "colors"}


def dumped(primitive, semantic):
    if semantic.startswith("TEXCOORD_"):
        return primitive["texcoords"][int(semantic[-1])]
    return primitive.get(KEYS[semantic])


def deviation(found, expected):
    """The largest difference, relative to the largest value expected."""
    if found is None or len(found) != len(expected) or any(len(f) != len(e) for f, e in zip(found, expected)):
        return float("inf")
    scale = max((abs(x) for row in expected for x in row), default=0.0) or 1.0
    return max(abs(f - e) / scale for found_row, row in zip(found, expected) for f, e in zip(found_row, row))


def check_flat_normals(checks, label, model, positions, found):
    for vertex, normal in flat_normals(model, positions, 1e-6).items():
        if normal is not None:  # thin triangles turn far with little
            checks.that(found and found[vertex] and deviation([found[vertex]], [normal]) < 2e-3,
                        f"{label}: flat normal {vertex} is {found and found[vertex]}, expected {normal}")


def check_node(checks, label, model, node, weights, space, primitive):
    expected = morphed(model, weights)
    for semantic, rows in expected.items():
        if space == "world":
            rows = to_world(rows, semantic, *world_matrix(model, node))
        off = deviation(dumped(primitive, semantic), rows)
        checks.that(off <= TOLERANCE, f"{label}: {semantic} is off by {off}")
    if "NORMAL" not in expected and model.mode >= 4 and space == "local":
        check_flat_normals(checks, label, model, expected["POSITION"], primitive.get("normals"))


def check_seed(checks, program, scratch, path, seed):
    model = random_model(seed)
    file = scratch / f"{seed}.gltf"
    file.write_text(json.dumps(model.document), encoding="utf-8")
    chance = random.Random(seed)
    time = chance.choice(model.clip[1] + [chance.uniform(0, model.clip[1][-1])]) if model.clip else 0
    weights = list(model.weights)
    if model.clip:
        weights[1] = sampled(model.clip, len(model.deltas), time)
    for space in ("local", "world"):
        dump = program.json(file, "--dump", "-", "-t", repr(time), "--morph-path", path, "--dump-space", space)
        for node, entry in enumerate(dump["nodes"]):
            label = f"seed {seed}, node {node}, {space} at {time} s"
            checks.that(all(abs(f - e) <= 2e-6 * (1 + abs(e)) for f, e in zip(entry["weights"], weights[node])) and
                        len(entry["weights"]) == len(weights[node]), f"{label}: weights {entry['weights']}")
            check_node(checks, label, model, node, weights[node], space, entry["primitives"][0])


def main():
    program, scratch, path = Program(sys.argv[1]), Path(sys.argv[2]), sys.argv[3]
    first, count = map(int, sys.argv[4:6]) if len(sys.argv) > 4 else (1, 60)
    scratch.mkdir(parents=True, exist_ok=True)
    checks = Checks()
    if path != "cpu":
        probe = scratch / "probe.gltf"
        probe.write_text(json.dumps(random_model(first).document), encoding="utf-8")
        require_graphics(program, probe)
    for seed in range(first, first + count):
        check_seed(checks, program, scratch, path, seed)
    checks.end()


if __name__ == "__main__":
    main()
