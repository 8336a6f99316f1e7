# SPDX-License-Identifier: MIT
"""What a large model costs in memory while it is loaded: at most one and a half times its file and 8 MiB, beside the program.

usage: load_memory.py PROGRAM SCRATCH_FOLDER

100 000 vertices with 50 targets: each vertex moved, in a .glb, in a .gltf with its .bin and
in one with a data: URI; and an eighth of them moved,
by sparse accessors. Exit 77 (skipped) under a sanitizer, whose own memory would be measured.
"""

import array
import base64
import json
import os
import struct
import sys
from pathlib import Path

from program import Checks, Program, skip

VERTICES, TARGETS = 100_000, 50
MOST, WORK = 1.5, 8 << 20


class Model:
    """A document whose one buffer grows view by view."""

    def __init__(self):
        self.binary = bytearray()
        self.views, self.accessors = [], []

    def view(self, numbers):
        self.views.append({"buffer": 0, "byteOffset": len(self.binary), "byteLength": 4 * len(numbers)})
        self.binary += numbers.tobytes()
        return len(self.views) - 1

    def vectors(self, more):
        self.accessors.append({"componentType": 5126, "count": VERTICES, "type": "VEC3",
                               "max": [997 / 1024] * 3, **more})
        return len(self.accessors) - 1

    def document(self, targets, buffer):
        return {"asset": {"version": "2.0"}, "scenes": [{"nodes": [0]}], "nodes": [{"mesh": 0}],
                "meshes": [{"primitives": [{"attributes": {"POSITION": 0}, "targets": targets}]}],
                "accessors": self.accessors, "bufferViews": self.views,
                "buffers": [{"byteLength": len(self.binary), **buffer}]}


def floats(count, seed):
    """Multiples of 1/1024 from 1 to 997 of them, in each of three components."""
    return array.array("f", [((i * 7919 + seed) % 997 + 1) / 1024 for i in range(997)] * (count // 997 + 1))[:count]


def dense():
    model = Model()
    numbers = floats(3 * VERTICES, 0)
    model.vectors({"bufferView": model.view(numbers), "min": [1 / 1024] * 3})
    targets = [{"POSITION": model.vectors({"bufferView": model.view(numbers), "min": [1 / 1024] * 3})} for _ in range(TARGETS)]
    return model, targets


def sparse():
    model = Model()
    model.vectors({"bufferView": model.view(floats(3 * VERTICES, 0)), "min": [1 / 1024] * 3})
    moved = VERTICES // 8
    values = floats(3 * moved, 1)
    targets = []
    for target in range(TARGETS):
        first = target * 1500
        indices = array.array("I", range(first, first + moved))
        targets.append({"POSITION": model.vectors({"min": [0, 0, 0], "sparse": {
            "count": moved, "indices": {"bufferView": model.view(indices), "componentType": 5125},
            "values": {"bufferView": model.view(values)}}})})
    return model, targets


def write_glb(path, model, targets):
    text = json.dumps(model.document(targets, {})).encode()
    text += b" " * (-len(text) % 4)
    binary = bytes(model.binary)
    with open(path, "wb") as file:
        file.write(struct.pack("<4sIIII", b"glTF", 2, 28 + len(text) + len(binary), len(text), 0x4E4F534A))
        file.write(text + struct.pack("<II", len(binary), 0x004E4942) + binary)
    return path.stat().st_size


def write_embedded(path, model, targets):
    uri = "data:application/octet-stream;base64," + base64.b64encode(model.binary).decode()
    path.write_text(json.dumps(model.document(targets, {"uri": uri})), encoding="utf-8")
    return path.stat().st_size


def write_gltf(path, model, targets):
    binary = path.with_suffix(".bin")
    binary.write_bytes(model.binary)
    path.write_text(json.dumps(model.document(targets, {"uri": binary.name})), encoding="utf-8")
    return path.stat().st_size + binary.stat().st_size


def peak_bytes(program, *arguments):
    """The most memory that a run had, and its exit code."""
    child = os.fork()
    if child == 0:
        os.dup2(os.open(os.devnull, os.O_WRONLY), 1)
        os.execv(program.path, [program.path, *map(str, arguments)])
    _, status, usage = os.wait4(child, 0)
    return usage.ru_maxrss * 1024, os.waitstatus_to_exitcode(status)


def main():
    if "ASAN_OPTIONS" in os.environ:
        skip("a sanitizer's own memory would be measured")
    program, scratch = Program(sys.argv[1]), Path(sys.argv[2])
    scratch.mkdir(parents=True, exist_ok=True)
    checks = Checks()
    own, _ = peak_bytes(program, "--version")
    for name, build, write in (("dense.glb", dense, write_glb), ("dense.gltf", dense, write_gltf),
                               ("embedded.gltf", dense, write_embedded),
                               ("sparse.glb", sparse, write_glb)):
        size = write(scratch / name, *build())
        peak, exit_code = peak_bytes(program, scratch / name, "--info", "--json")
        print(f"{name}: {size / 1e6:.1f} MB, {(peak - own) / size:.2f} times that beside the program's {own / 1e6:.1f} MB")
        checks.that(exit_code == 0, f"{name}: exit {exit_code}")
        checks.that(peak - own <= MOST * size + WORK, f"{name}: peak {peak} bytes for a file of {size}")
        for written in (scratch / name, (scratch / name).with_suffix(".bin")):
            written.unlink(missing_ok=True)
    checks.end()


if __name__ == "__main__":
    main()
