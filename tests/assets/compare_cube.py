#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Compares the generated AnimatedMorphCube with the original sample model, wherever that is at hand.

    compare_cube.py GENERATED.gltf

Originals: Debian's assimp-testmodels, and AnimatedMorphCube-glTF and -glb in the folder that MORPH_CORPUS names.
Exits 77 (skipped) when there is none, 1 when any number disagrees.
"""

import os
import sys
from pathlib import Path

sys.dont_write_bytecode = True
sys.path.append(str(Path(__file__).resolve().parents[1] / "support"))

from gltf_read import Document, extent, largest_difference, times_at_and_between, weights_at  # noqa: E402
from report import Checks, skip  # noqa: E402

DEBIAN = Path("/usr/share/assimp/models/glTF2/glTF-Sample-Models/AnimatedMorphCube-glTF/AnimatedMorphCube.gltf")

# The original's positions carry noise of 7e-9 metres about +-0.01, and ours do not.
POSITION_LIMIT = 1e-6  # of the extent
DIRECTION_LIMIT = 1e-6
WEIGHT_LIMIT = 0.0  # the rule behind the clip gives the very float32 values

# Published: at one second, and vertex 2 there.
WEIGHTS_AT_ONE_SECOND = (0.68359367, 0.0)
VERTEX_2_AT_ONE_SECOND = (0.01, 0.00294216, 0.01)


def originals():
    found = [DEBIAN]
    if "MORPH_CORPUS" in os.environ:
        corpus = Path(os.environ["MORPH_CORPUS"])
        found += [corpus / "AnimatedMorphCube-glTF/AnimatedMorphCube.gltf",
                  corpus / "AnimatedMorphCube-glb/AnimatedMorphCube.glb"]
    return [path for path in found if path.is_file()]


def check_published_facts(checks, ours):
    """Needs no original."""
    weights = weights_at(ours.track(), 1.0)
    checks.at_most("weights at 1 s", largest_difference([weights], [WEIGHTS_AT_ONE_SECOND]), 5e-9)
    vertex = ours.morphed("POSITION", weights)[2]
    checks.at_most("vertex 2 at 1 s", largest_difference([vertex], [VERTEX_2_AT_ONE_SECOND]), 5e-9)


def check_structure(checks, ours, theirs):
    def counts(document):
        accessors, primitive = document.json["accessors"], document.primitive
        return {name: accessors[index]["count"] for name, index in primitive["attributes"].items()}

    def delta_attributes(document):
        return [sorted(target) for target in document.primitive["targets"]]

    checks.equal("vertex counts", counts(ours), counts(theirs))
    checks.equal("indices", ours.stored(ours.primitive["indices"]), theirs.stored(theirs.primitive["indices"]))
    checks.equal("attributes of the targets", delta_attributes(ours), delta_attributes(theirs))
    checks.equal("target names", ours.target_names(), theirs.target_names())
    checks.equal("default weights", ours.mesh["weights"], theirs.mesh["weights"])
    checks.equal("material", ours.json["materials"], theirs.json["materials"])
    checks.equal("animation name", ours.json["animations"][0]["name"], theirs.json["animations"][0]["name"])
    tangents = [document.rows(document.primitive["attributes"]["TANGENT"]) for document in (ours, theirs)]
    checks.equal("handedness", *[[row[3] for row in rows] for rows in tangents])
    checks.at_most("node transform", largest_difference(ours.world_matrix(), theirs.world_matrix()), 0.0)


def check_track(checks, ours, theirs):
    (our_times, our_rows, our_mode), (their_times, their_rows, their_mode) = ours.track(), theirs.track()
    checks.equal("interpolation", our_mode, their_mode)
    checks.equal("number of keys", len(our_times), len(their_times))
    checks.at_most("key times", largest_difference([our_times], [their_times]), 0.0)
    checks.at_most("key weights", largest_difference(our_rows, their_rows), WEIGHT_LIMIT)


def check_clip(checks, ours, theirs):
    """Every attribute at every key and between."""
    worst = {"POSITION": 0.0, "NORMAL": 0.0, "TANGENT": 0.0}
    our_track, their_track = ours.track(), theirs.track()
    times = times_at_and_between(their_track[0])
    for time in times:
        ours_now, theirs_now = weights_at(our_track, time), weights_at(their_track, time)
        for semantic in worst:
            difference = largest_difference(ours.morphed(semantic, ours_now), theirs.morphed(semantic, theirs_now))
            worst[semantic] = max(worst[semantic], difference)
    size = extent(theirs.morphed("POSITION", theirs.mesh["weights"]))
    checks.at_most(f"positions at {len(times)} times, of the extent", worst["POSITION"] / size, POSITION_LIMIT)
    checks.at_most("normals", worst["NORMAL"], DIRECTION_LIMIT)
    checks.at_most("tangents", worst["TANGENT"], DIRECTION_LIMIT)


def main():
    ours, found, checks = Document(sys.argv[1]), originals(), Checks()
    check_published_facts(checks, ours)
    for path in found:
        print(f"\nagainst {path}")
        theirs = Document(path)
        check_structure(checks, ours, theirs)
        check_track(checks, ours, theirs)
        check_clip(checks, ours, theirs)
    if not found and not checks.failed:
        skip("no original: install assimp-testmodels or set MORPH_CORPUS; the published facts hold")
    checks.finish()


if __name__ == "__main__":
    main()
