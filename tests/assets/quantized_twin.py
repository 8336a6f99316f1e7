#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Compares the generated quantized cube with the float one: world positions over the whole clip, layout and size.

    quantized_twin.py QUANTIZED.gltf FLOAT.gltf

Where MORPH_CORPUS names a folder with AnimatedMorphCube-Quantized, its layout is compared as well.
"""

import os
import sys
from pathlib import Path

sys.dont_write_bytecode = True
sys.path.append(str(Path(__file__).resolve().parents[1] / "support"))

from gltf_read import (Document, extent, farthest_from_partner, largest_difference,  # noqa: E402
                       times_at_and_between, weights_at)
from report import Checks  # noqa: E402

POSITION_LIMIT = 2.5e-3  # of the extent: the u8 keys alone take 1.9e-3
NORMAL_LIMIT = 1.5e-2  # s8: half a step of the base and of each delta
MOST_BYTES = 1700


def layout(document):
    """What gltfpack decides: types, strides and integer ranges of each array, and who carries the mesh."""

    def describe(index):
        accessor = document.json["accessors"][index]
        view = document.json["bufferViews"][accessor["bufferView"]]
        described = {key: accessor.get(key) for key in ("componentType", "normalized", "count", "type")}
        return {**described, "stride": view.get("byteStride"), "target": view.get("target")}

    primitive, (animation,) = document.primitive, document.json["animations"]
    (channel,), (sampler,) = animation["channels"], animation["samplers"]
    animated = document.json["nodes"][channel["target"]["node"]]
    return {
        "base": {name: describe(index) for name, index in primitive["attributes"].items()},
        "targets": [{name: describe(index) for name, index in target.items()} for target in primitive["targets"]],
        "indices": describe(primitive["indices"]),
        "times": describe(sampler["input"]),
        "weights": describe(sampler["output"]),
        "extensions": (document.json["extensionsUsed"], document.json["extensionsRequired"]),
        "animated node": sorted(animated),
        "nodes": [sorted(node) for node in document.json["nodes"]],
        "mesh": sorted(document.mesh),
    }


def position_bounds(document):
    arrays = [document.primitive["attributes"], *document.primitive["targets"]]
    accessors = [document.json["accessors"][array["POSITION"]] for array in arrays]
    return [(accessor["min"], accessor["max"]) for accessor in accessors]


def check_rules(checks, quantized):
    """The layout, said once in plain words."""
    found = layout(quantized)
    base, (first, second) = found["base"], found["targets"]
    checks.equal("base attributes", sorted(base), ["NORMAL", "POSITION"])
    stored = base["POSITION"]
    checks.equal("positions are u16 in 8 bytes", (stored["componentType"], stored["stride"]), (5123, 8))
    for number, target in enumerate((first, second)):
        position, normal = target["POSITION"], target["NORMAL"]
        checks.equal(f"position deltas {number} are s16 in 8 bytes", (position["componentType"], position["stride"]),
                     (5122, 8))
        checks.equal(f"normal deltas {number} are s8n in 4 bytes",
                     (normal["componentType"], normal["normalized"], normal["stride"]), (5120, True, 4))
    keys = found["weights"]
    checks.equal("weight keys are u8n", (keys["componentType"], keys["normalized"]), (5121, True))
    checks.equal("the animated node is an unnamed child", found["animated node"], ["mesh", "scale", "translation"])
    checks.equal("target names", quantized.target_names(), ["", ""])
    checks.equal("required extension", quantized.json["extensionsRequired"], ["KHR_mesh_quantization"])
    checks.at_most("bytes of the .bin", len(quantized.buffers[0]), MOST_BYTES)


def check_clip(checks, quantized, exact):
    tracks = quantized.track(), exact.track()
    times = times_at_and_between(tracks[1][0])
    matched, nearest, normals = 0.0, 0.0, 0.0
    for time in times:
        weights = [weights_at(track, time) for track in tracks]
        ours, theirs = quantized.world_positions(weights[0]), exact.world_positions(weights[1])
        matched = max(matched, largest_difference(ours, theirs))
        nearest = max(nearest, farthest_from_partner(theirs, ours))
        normals = max(normals, largest_difference(quantized.morphed("NORMAL", weights[0]),
                                                  exact.morphed("NORMAL", weights[1])))
    size = extent(exact.world_positions(exact.mesh["weights"]))
    checks.at_most(f"positions at {len(times)} times, vertex by vertex, of the extent", matched / size, POSITION_LIMIT)
    checks.at_most("distance to the nearest partner, of the extent", nearest / size, POSITION_LIMIT)
    checks.at_most("normals", normals, NORMAL_LIMIT)


def main():
    quantized, exact, checks = Document(sys.argv[1]), Document(sys.argv[2]), Checks()
    check_rules(checks, quantized)
    check_clip(checks, quantized, exact)
    original = Path(os.environ.get("MORPH_CORPUS", "")) / "AnimatedMorphCube-Quantized/AnimatedMorphCube.gltf"
    if original.is_file():
        print(f"\nagainst {original}")
        theirs, ours = Document(original), layout(quantized)
        for part, value in layout(theirs).items():
            checks.equal(f"layout of {part}", ours[part], value)
        checks.equal("integer bounds of the positions", position_bounds(quantized), position_bounds(theirs))
        # gltfpack resampled the clip at its own times, so a value near the middle of a step may fall to either side.
        one_step = 1.0 / 255.0 + 1e-9
        checks.at_most("weight keys", largest_difference(quantized.track()[1], theirs.track()[1]), one_step)
    checks.finish()


if __name__ == "__main__":
    main()
