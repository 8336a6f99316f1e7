# SPDX-License-Identifier: MIT
"""Shows that corpus_evaluation.py bites: one small fault in a copy of a real file, and the comparison sees it.

usage: corpus_bites.py PROGRAM SCRATCH_FOLDER

The program opens the copy, the evaluation reads the original. A fault is one bit of a delta, of a key or of what joints
and codecs read, or one word of the JSON. A copy without a fault passes.
Exit 77 (skipped) unless MORPH_CORPUS names the folder of models.
"""

import json
import shutil
import struct
import sys
from itertools import islice
from pathlib import Path

from corpus import COMPRESSED, HAS_CODECS, sound_files
from corpus_evaluation import findings
from file_evaluation import File, POINTER
from gltf_read import COMPONENTS, MESHOPT
from program import Checks, Program


class Copy:
    """A file in a folder of its own that may be changed: its JSON, and the bytes of its first buffer."""

    def __init__(self, source, place):
        shutil.rmtree(place, ignore_errors=True)
        shutil.copytree(source.parent, place, copy_function=shutil.copyfile)
        self.path, self.original = place / source.name, File(source)
        self.json = json.loads(json.dumps(self.original.json))
        self.data = bytearray(self.original.document.buffers[0])

    def write(self):
        text, data = json.dumps(self.json).encode(), bytes(self.data)
        if self.path.suffix == ".gltf":
            (self.path.parent / self.json["buffers"][0]["uri"]).write_bytes(data)
            self.path.write_bytes(text)
            return
        chunks = ((b"JSON", text + b" " * (-len(text) % 4)), (b"BIN\0", data + bytes(-len(data) % 4)))
        body = b"".join(struct.pack("<I4s", len(chunk), kind) + chunk for kind, chunk in chunks)
        self.path.write_bytes(struct.pack("<4sII", b"glTF", 2, 12 + len(body)) + body)

    def flip(self, source, component, rows, at=None):
        """Changes component `at`, or else the largest, a little: an integer by its last bit, a float by 2^-8 of itself,
        a float of 0 to 2^-7."""
        width = len(rows[0])
        numbers = [abs(number) for row in rows for number in row]
        at = max(range(len(numbers)), key=numbers.__getitem__) if at is None else at
        letter, size, _ = COMPONENTS[component]
        view = self.json["bufferViews"][source["bufferView"]]
        byte = view.get("byteOffset", 0) + source.get("byteOffset", 0)
        byte += at // width * view.get("byteStride", size * width) + at % width * size
        place, bits = (0, 1) if letter != "f" else (1, 0x80) if numbers[at] else (3, 0x3C)
        self.data[byte + place] ^= bits

    def flip_accessor(self, index, at=None):
        accessor = self.json["accessors"][index]
        self.flip(accessor, accessor["componentType"], self.original.document.stored(index), at)

    def primitive(self, semantic=None):
        """The first morphed one, or the first with an attribute."""
        return next(p for mesh in self.json["meshes"] for p in mesh["primitives"]
                    if (semantic in p["attributes"] if semantic else "targets" in p))

    def sampler(self):
        """Of the first weights channel of the first clip."""
        clip = self.json["animations"][0]
        return clip["samplers"][next(c["sampler"] for c in clip["channels"] if c["target"]["path"] == "weights")]

    def compressed(self, mode):
        views = (view.get("extensions", {}).get(MESHOPT) for view in self.json["bufferViews"])
        return next(view for view in views if view and view["mode"] == mode)


# ---- faults ----------------------------------------------------------------------------------------------------------


def delta(semantic, at=None):
    return lambda copy: copy.flip_accessor(copy.primitive()["targets"][-1][semantic], at)


def base(semantic, at=None):
    return lambda copy: copy.flip_accessor(copy.primitive(semantic)["attributes"][semantic], at)


def key_time(copy):
    keys = copy.json["accessors"][copy.sampler()["input"]]["count"]
    copy.flip_accessor(copy.sampler()["input"], (keys - 1) // 2 + 1)


def key_value(part):
    """Of the first target at the middle key; `part` is 0 but for splines: 0 what arrives, 1 the value, 2 what leaves."""
    def change(copy):
        targets, accessors = len(copy.primitive()["targets"]), copy.json["accessors"]
        keys, values = (accessors[copy.sampler()[name]]["count"] for name in ("input", "output"))
        copy.flip_accessor(copy.sampler()["output"], ((keys - 1) // 2 * (values // keys // targets) + part) * targets)
    return change


def sparse_value(copy):
    accessor = copy.json["accessors"][copy.primitive()["targets"][0]["POSITION"]]
    sparse, component = accessor["sparse"], accessor["componentType"]
    copy.flip(sparse["values"], component,
              copy.original.document.elements(sparse["values"], component, 3, sparse["count"]))


def swapped_targets(copy):
    copy.primitive()["targets"].reverse()


def reversed_deltas(copy):
    """The order of vertices that an encoder has to keep."""
    accessor = copy.json["accessors"][copy.primitive()["targets"][0]["POSITION"]]
    view = copy.json["bufferViews"][accessor["bufferView"]]
    start, size = view.get("byteOffset", 0) + accessor.get("byteOffset", 0), 12 * accessor["count"]
    rows = [copy.data[i:i + 12] for i in range(start, start + size, 12)]
    copy.data[start:start + size] = b"".join(reversed(rows))


def interpolation(word):
    return lambda copy: copy.sampler().update(interpolation=word)


def normalized(copy):
    copy.json["accessors"][copy.primitive()["targets"][0]["POSITION"]]["normalized"] = True


def mesh_weight(copy):
    copy.json["meshes"][0]["weights"][0] += 0.001


def node_scale(copy):
    copy.json["nodes"][-1]["scale"] = [1.0, 1.0, 1.001]


def inverse_bind_matrix(copy):
    """Of a joint that vertices follow."""
    joint = int(copy.original.document.rows(copy.primitive("JOINTS_0")["attributes"]["JOINTS_0"])[0][0])
    copy.flip_accessor(copy.json["skins"][0]["inverseBindMatrices"], 16 * joint)


def joint_weight(copy):
    """Of the vertex whose joints share it most evenly: a weight that is alone is brought to 1 whatever it is."""
    accessor = copy.primitive("WEIGHTS_0")["attributes"]["WEIGHTS_0"]
    rows = copy.original.document.rows(accessor)
    vertex = max(range(len(rows)), key=lambda i: sorted(rows[i])[-2])
    copy.flip_accessor(accessor, 4 * vertex)


def no_filter(copy):
    for view in copy.json["bufferViews"]:
        view.get("extensions", {}).get(MESHOPT, {}).pop("filter", None)


def baseline(copy):
    """The last byte of a compressed stream: the element that all differences start at."""
    view = copy.compressed("ATTRIBUTES")
    copy.data[view.get("byteOffset", 0) + view["byteLength"] - 2] ^= 1


def other_pointer(copy):
    for channel in copy.json["animations"][0]["channels"]:
        pointer = channel["target"].get("extensions", {}).get(POINTER, {})
        if pointer.get("pointer") == "/meshes/33/weights":
            pointer["pointer"] = "/nodes/63/weights"


FAULTS = [
    ("AnimatedMorphCube-glTF", [("a position delta", delta("POSITION")), ("a normal delta", delta("NORMAL")),
                                ("a tangent delta", delta("TANGENT", 1)), ("a base tangent", base("TANGENT", 1)),
                                ("a key's value", key_value(0)), ("a key's time", key_time),
                                ("targets in another order", swapped_targets),
                                ("another interpolation", interpolation("STEP"))]),
    ("AnimatedMorphCube-Quantized", [("a position delta", delta("POSITION")), ("a normal delta", delta("NORMAL")),
                                     ("a key's value", key_value(0)), ("normalized", normalized)]),
    ("BlenderIO-morphed_cube", [("what leaves a key", key_value(2)), ("a key's value", key_value(1)),
                                ("another interpolation", interpolation("LINEAR"))]),
    ("TinyGLTF-SparseMorph", [("a sparse value", sparse_value)]),
    ("MorphStressTest-glb", [("a texture coordinate", base("TEXCOORD_0")), ("another set", base("TEXCOORD_1"))]),
    ("gdx-Morphing", [("a weight of the mesh", mesh_weight)]),
    ("VRMAddon-custom_normal", [("a node's scale", node_scale)]),
    ("RobotExpressive-glb", [("a joint", base("JOINTS_0")), ("its weight", joint_weight),
                             ("an inverse bind matrix", inverse_bind_matrix)]),
    ("BlenderIO-animation_pointer", [("a pointer", other_pointer)]),
    ("MorphPrimitivesTest-Draco", [("deltas in another order", reversed_deltas)]),
    ("VALID-MENA_M_1_Casual", [("no filter", no_filter), ("a bit of a stream", baseline)]),
]


def main():
    program, scratch, checks = Program(sys.argv[1]), Path(sys.argv[2]), Checks()
    sources = {source.parent.name: source for source in sound_files()}
    for name, faults in FAULTS:
        if name in COMPRESSED and not HAS_CODECS:
            continue
        for what, change in [("no fault", lambda copy: None), *faults]:
            copy = Copy(sources[name], scratch / name)
            change(copy)
            copy.write()
            seen = any(found for _, found in islice(findings(program, "cpu", copy.original, copy.path),
                                                    None if what != "no fault" else 4))
            checks.that(seen == (what != "no fault"), f"{name}: {what} is {'seen' if seen else 'not seen'}")
    checks.end()


if __name__ == "__main__":
    main()
