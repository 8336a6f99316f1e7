#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Checks that each asset holds what assets/README.md promises of it, so that the tests that use it prove something.

    promises.py ASSETS_FOLDER
"""

import math
import sys
from pathlib import Path

sys.dont_write_bytecode = True
sys.path.append(str(Path(__file__).resolve().parents[1] / "support"))

from gltf_read import Document, largest_difference, times_at_and_between, weights_at  # noqa: E402
from report import Checks  # noqa: E402

MOST_BYTES = 300_000  # of a .gltf and its .bin together


def longest(rows):
    return max(math.hypot(*row) for row in rows)


def check_size_and_bounds(checks, document):
    """Small, and min and max on every position array and every key array."""
    checks.at_most("bytes", document.path.stat().st_size + sum(map(len, document.buffers)), MOST_BYTES)
    arrays = [document.primitive["attributes"], *document.primitive["targets"]]
    bounded = [array["POSITION"] for array in arrays if "POSITION" in array]
    bounded += [sampler["input"] for animation in document.json.get("animations", ()) for sampler in animation["samplers"]]
    accessors = document.json["accessors"]
    checks.true("bounds where they must be", all({"min", "max"} <= accessors[i].keys() for i in bounded))


def check_unit_directions(checks, document):
    """Normals and tangents are unit at rest and with any single target at 1: the deltas are those of a real surface."""
    count = len(document.primitive["targets"])
    poses = [[float(i == target) for i in range(count)] for target in range(-1, count)]
    for semantic in sorted({"NORMAL", "TANGENT"} & document.primitive["attributes"].keys()):
        lengths = [math.hypot(*row) for pose in poses for row in document.morphed(semantic, pose)]
        limit = 1e-2 if "extensionsUsed" in document.json else 1e-5
        checks.at_most(f"{semantic} away from unit length", max(abs(length - 1.0) for length in lengths), limit)


def check_tangent_frame(checks, document):
    for target in range(2):
        for semantic in ("POSITION", "NORMAL", "TANGENT"):
            checks.true(f"target {target} moves {semantic}", longest(document.deltas(target, semantic)) > 0.1)
    tangents = document.rows(document.primitive["attributes"]["TANGENT"])
    checks.equal("handedness of both kinds", sorted({row[3] for row in tangents}), [-1.0, 1.0])
    for weights in ((0.0, 0.0), (1.0, 0.0), (0.0, 1.0)):
        pairs = zip(document.morphed("NORMAL", weights), document.morphed("TANGENT", weights))
        skew = max(abs(sum(a * b for a, b in zip(*pair))) for pair in pairs)
        checks.at_most(f"normal times tangent at {weights}", skew, 1e-5)


def check_twelve_targets(checks, document):
    checks.equal("target names", document.target_names(), [f"hill {i}" for i in range(1, 13)])
    track = document.track()
    poses = [weights_at(track, time) for time in times_at_and_between(track[0], 8)]
    active = [sum(weight != 0.0 for weight in pose) for pose in poses]
    peak = active.index(12)
    checks.equal("active at both ends", (active[0], active[-1]), (1, 1))
    checks.equal("rises one at a time", sorted(set(active[:peak + 1])), list(range(1, 13)))
    checks.true("never falls before the peak", all(a <= b for a, b in zip(active[:peak], active[1:])))
    last_peak = len(active) - 1 - active[::-1].index(12)
    falling = active[last_peak:]
    checks.true("never rises after it", all(a >= b for a, b in zip(falling, falling[1:])))
    checks.equal("sinks one at a time", sorted(set(falling)), list(range(1, 13)))
    jump = max(abs(a - b) for before, after in zip(poses, poses[1:]) for a, b in zip(before, after))
    checks.at_most("largest change of a weight between neighbouring samples", jump, 0.05)
    keys = [pair for before, after in zip(track[1], track[1][1:]) for pair in zip(before, after)]
    born = [after for before, after in keys if before == 0.0 != after]
    checks.at_most("weight at the first key of an activation", max(born), 0.1)


def check_cubic_spline(checks, document):
    times, rows, interpolation = document.track()
    checks.equal("interpolation", interpolation, "CUBICSPLINE")
    checks.equal("rows", (len(rows), len(rows[0])), (3 * len(times), 3))
    checks.true("no segment lasts a second", all(abs(b - a - 1.0) > 0.1 for a, b in zip(times, times[1:])))
    arriving, leaving = rows[0::3], rows[2::3]
    checks.true("non-zero tangents at every inner segment", all(any(row) for row in arriving[1:] + leaving[:-1]))
    checks.true("an arriving tangent differs from the leaving one", arriving[1:-1] != leaving[1:-1])
    checks.true("unused end tangents are zero", not any(arriving[0]) and not any(leaving[-1]))
    values = [w for time in times_at_and_between(times, 16) for w in weights_at((times, rows, interpolation), time)]
    checks.true("runs below 0 and above 1", min(values) < -0.05 and max(values) > 1.05)


def check_step(checks, document):
    times, rows, interpolation = document.track()
    checks.equal("interpolation", interpolation, "STEP")
    checks.true("every key differs from the one before in every bar",
                all(a != b for before, after in zip(rows, rows[1:]) for a, b in zip(before, after)))
    attributes = {name for target in document.primitive["targets"] for name in target}
    checks.equal("attributes of the targets", attributes, {"POSITION"})


def check_sparse(checks, document):
    accessors = document.json["accessors"]
    plain, based = (accessors[target["POSITION"]] for target in document.primitive["targets"])
    checks.true("nose: sparse without a view", "sparse" in plain and "bufferView" not in plain)
    checks.true("squash: sparse with a view", "sparse" in based and "bufferView" in based)
    checks.true("three widths of sparse index are used", {5121, 5123, 5125} <= {
        accessor["sparse"]["indices"]["componentType"] for accessor in accessors if "sparse" in accessor})
    for accessor, target in ((plain, 0), (based, 1)):
        share = accessor["sparse"]["count"] / accessor["count"]
        checks.at_most(f"share of replaced rows in target {target}", share, 0.25)
        rows = document.deltas(target, "POSITION")
        bounds = [[bound(column) for column in zip(*rows)] for bound in (min, max)]
        difference = largest_difference(bounds, [accessor["min"], accessor["max"]])
        checks.at_most(f"bounds after substitution of target {target}", difference, 1e-7)


SPECIAL = {
    "TangentFrame": check_tangent_frame,
    "TwelveTargets": check_twelve_targets,
    "CubicSpline": check_cubic_spline,
    "Step": check_step,
    "Sparse": check_sparse,
}


def main():
    folder, checks = Path(sys.argv[1]), Checks()
    files = sorted(folder.glob("*/*.gltf"))
    checks.true("all special assets are there", SPECIAL.keys() <= {path.stem for path in files})
    for path in files:
        print(f"\n{path.stem}")
        document = Document(path)
        check_size_and_bounds(checks, document)
        check_unit_directions(checks, document)
        SPECIAL.get(path.stem, lambda *_: None)(checks, document)
    checks.finish()


if __name__ == "__main__":
    main()
