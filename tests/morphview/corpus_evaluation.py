# SPDX-License-Identifier: MIT
"""Every number of --dump for every real file, against a naive evaluation in double precision.

usage: corpus_evaluation.py PROGRAM SCRATCH_FOLDER PATH [FOLDER...]

PATH is cpu, attributes or texture; FOLDERs limit the run to some of the corpus. On the graphics side only files with targets are looked
at. A file is dumped in mesh space and in world space at rest, with every target held at some weight, and for each of its
clips at a key, between two keys and after the end (on the graphics side at one of these).

A value (a position, a normal, a pair of coordinates, ...) may be off by 2e-5 times the larger of its own length and the
extent of the primitive: the longest side of the bounding box of all values of that attribute, 1 for what has unit length
or lies in 0 ... 1 (normals, tangents, colours) and for weights. What is null or absent in one must be so in the other.
Exit 77 (skipped) unless MORPH_CORPUS names the folder of models, or where PATH is not cpu and nothing can be drawn.
"""

import json
import math
import sys
from pathlib import Path

from corpus import sound_files
from file_evaluation import File, Moment
from naive_evaluation import as_float32
from program import Checks, Program, require_graphics

TOLERANCE = 2e-5
PLAIN = {"POSITION": "positions", "NORMAL": "normals", "TANGENT": "tangents", "COLOR_0": "colors"}
UNMOVED = {"MetalRoughSpheresNoTextures-glb"}  # 119 nodes of half a million vertices, and nothing moves
HELD = (0.75, -0.5, 1.25, 0.375, 1.0, -0.125, 0.5)  # floats, so that nothing is rounded


def moments(file, path):
    """When a file is looked at. Where the CPU does not blend, one of the three times of a clip, in turn, is enough."""
    yield Moment()
    targets = max(map(file.target_count, file.mesh_nodes()))
    if targets:
        yield Moment(held={target: HELD[target % len(HELD)] for target in range(targets)})
    for clip in range(len(file.clips)):
        times = times_of(file, clip)
        for time in times if path == "cpu" else [times[clip % len(times)]]:
            yield Moment(clip, time)


def times_of(file, clip):
    """A key, between two keys and after the end; the keys are those of the first weights, if there are any."""
    channels = list(file.channels(clip))
    if not channels:
        return [0.0]
    tracks = [file.track(clip, sampler) for _, path, _, sampler in channels if path == "weights"]
    keys = (tracks or [file.track(clip, channels[0][3])])[0][1]
    middle = (len(keys) - 1) // 2
    before, after = keys[middle], keys[min(middle + 1, len(keys) - 1)]
    return [as_float32(before + 0.37 * (after - before)), keys[middle], as_float32(duration(file, clip) + 1)]


def duration(file, clip):
    return max(file.track(clip, sampler)[1][-1] for *_, sampler in file.channels(clip))


def arguments_of(moment):
    chosen = ["-a", "none"] if moment.clip is None else ["-a", moment.clip, "-t", repr(moment.time)]
    return chosen + [text for target, weight in moment.held.items() for text in ("-w", f"#{target}={weight}")]


# ---- comparison ------------------------------------------------------------------------------------------------------


def extent(semantic, rows):
    if not semantic.startswith(("POSITION", "TEXCOORD")):
        return 1.0
    return max((max(column) - min(column) for column in zip(*rows)), default=0.0)


def worst(found, expected, extent):
    """(how far off the worst value is, in units of what may be; its vertex). Infinitely where one is absent alone."""
    if found is None or len(found) != len(expected):
        return math.inf, None
    most, place = 0.0, None
    for vertex, (one, other) in enumerate(zip(found, expected)):
        if other is None or one is None:
            off = 0.0 if one is other else math.inf
        elif len(one) != len(other):
            off = math.inf
        elif one == list(other):
            continue
        else:
            off = math.dist(one, other) / max(math.hypot(*other), extent)
        if not off <= most:
            most, place = off, vertex
    return most / TOLERANCE, place


def dumped(primitive):
    """semantic -> rows, as a dump has them."""
    rows = {semantic: primitive[key] for semantic, key in PLAIN.items() if key in primitive}
    sets = enumerate(primitive.get("texcoords", []))
    return rows | {f"TEXCOORD_{n}": values for n, values in sets if values}


def complaints_of_primitive(found, expected):
    found = dumped(found)
    if found.keys() != expected.keys():
        yield f"attributes {sorted(found)}, expected {sorted(expected)}"
    for semantic in found.keys() & expected.keys():
        off, vertex = worst(found[semantic], expected[semantic], extent(semantic, expected[semantic]))
        if not off <= 1:
            where = "" if vertex is None else (f" at vertex {vertex}: {found[semantic][vertex]}, expected "
                                               f"{expected[semantic][vertex]}")
            yield f"{semantic} is off by {off:.3g} times what it may{where}"


def complaints(file, moment, space, dump):
    """What is wrong with one dump."""
    transforms, weights = file.state(moment)
    matrices = file.globals(transforms) if space == "world" else None
    if [entry["node"] for entry in dump["nodes"]] != file.mesh_nodes():
        yield f"nodes {[entry['node'] for entry in dump['nodes']]}, expected {file.mesh_nodes()}"
        return
    for entry in dump["nodes"]:
        node = entry["node"]
        off, _ = worst([[x] for x in entry["weights"]], [[x] for x in weights[node]], 1.0)
        if not off <= 1:
            yield f"node {node}: weights {entry['weights']}, expected {weights[node]}"
        if len(entry["primitives"]) != len(file.mesh_of(node)["primitives"]):
            yield f"node {node}: {len(entry['primitives'])} primitives"
            continue
        for index, found in enumerate(entry["primitives"]):
            expected = (file.local(node, index, weights[node]) if space == "local" else
                        file.world(node, index, weights[node], matrices))
            for complaint in complaints_of_primitive(found, expected):
                yield f"node {node}, primitive {index}: {complaint}"


def findings(program, path, file, shown=None):
    """(what was looked at, what is wrong with it) for all moments; `shown` is what the program opens instead of `file`."""
    for moment in moments(file, path):
        for space in ("local", "world"):
            arguments = arguments_of(moment)
            dump = program.json(shown or file.document.path, "--dump", "-", "--dump-space", space, "--morph-path", path,
                                *arguments)
            held = " with weights" if moment.held else ""
            yield (f"{file.document.path.parent.name}, {' '.join(map(str, arguments[:4]))}{held}, {space}, {path}",
                   list(complaints(file, moment, space, dump)))


def shown_by_nodes(file, scratch):
    """A copy of a file without nodes and without files beside it, in which a node shows each mesh."""
    file.nodes += [{"mesh": mesh} for mesh in range(len(file.json["meshes"]))]
    copy = scratch / file.document.path.name
    copy.write_text(json.dumps(file.json), encoding="utf-8")
    return copy


def has_targets(file):
    return any("targets" in primitive for mesh in file.json.get("meshes", []) for primitive in mesh["primitives"])


def main():
    program, scratch, path, wanted = Program(sys.argv[1]), Path(sys.argv[2]), sys.argv[3], sys.argv[4:]
    scratch.mkdir(parents=True, exist_ok=True)
    sources = [source for source in sound_files() if not wanted or source.parent.name in wanted]
    if path != "cpu":
        require_graphics(program, sources[0])
    checks = Checks()
    for file in map(File, sources):
        if not has_targets(file) and (path != "cpu" or file.document.path.parent.name in UNMOVED):
            continue
        shown = None if file.nodes else shown_by_nodes(file, scratch)
        for label, found in findings(program, path, file, shown):
            checks.that(not found, f"{label}: {'; '.join(found[:3])}")
    checks.end()


if __name__ == "__main__":
    main()
