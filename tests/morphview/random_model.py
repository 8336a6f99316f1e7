# SPDX-License-Identifier: MIT
"""Random glTF files whose every decoded number is known, because it was quantized here.

A model is one mesh of one primitive, shown by a node and by its child, with any attributes, component types, strides,
sparse forms, targets, weights and a weights clip on the child. Values that a file stores as integers are kept beside
the file as the specification decodes them, so nothing has to be read back.
"""

import base64
import math
import random
import struct
from dataclasses import dataclass, field

BYTE, UNSIGNED_BYTE, SHORT, UNSIGNED_SHORT, UNSIGNED_INT, FLOAT = 5120, 5121, 5122, 5123, 5125, 5126
FORMATS = {BYTE: "b", UNSIGNED_BYTE: "B", SHORT: "h", UNSIGNED_SHORT: "H", UNSIGNED_INT: "I", FLOAT: "f"}
LARGEST = {BYTE: 127, UNSIGNED_BYTE: 255, SHORT: 32767, UNSIGNED_SHORT: 65535}
TYPES = {1: "SCALAR", 2: "VEC2", 3: "VEC3", 4: "VEC4"}

# (component type, normalized)
PLAIN = [(FLOAT, False)]
SIGNED = [(BYTE, True), (SHORT, True)]
UNSIGNED = [(UNSIGNED_BYTE, True), (UNSIGNED_SHORT, True)]


def as_float32(number):
    return struct.unpack("<f", struct.pack("<f", number))[0]


def unit(vector):
    length = math.sqrt(sum(x * x for x in vector))
    return [x / length for x in vector]


@dataclass
class Model:
    document: dict = None
    vertices: int = 0
    mode: int = 4
    indices: list = None
    base: dict = field(default_factory=dict)     # semantic -> [V] rows
    deltas: list = field(default_factory=list)   # [T] of semantic -> [V] rows
    weights: list = field(default_factory=list)  # [nodes][T] at rest
    nodes: list = field(default_factory=list)    # glTF nodes with TRS; node 1 is the child of node 0
    clip: tuple = None                           # (interpolation, times [K], values, flat as in the file)


class Writer:
    """Accessors in one buffer, each in a random form."""

    def __init__(self, chance):
        self.chance, self.data, self.views, self.accessors = chance, bytearray(), [], []

    def view(self, data, stride=None):
        self.data += b"\0" * (-len(self.data) % 4)
        view = {"buffer": 0, "byteOffset": len(self.data), "byteLength": len(data)}
        if stride:
            view["byteStride"] = stride
        self.data += data
        self.views.append(view)
        return len(self.views) - 1

    def accessor(self, rows, form, vertex=True):
        """Adds the rows and gives back (index, the rows as they decode)."""
        kind, normalized = form
        stored = [[self.stored(x, kind, normalized) for x in row] for row in rows]
        element = len(rows[0]) * struct.calcsize(FORMATS[kind])
        accessor = {"componentType": kind, "count": len(rows), "type": TYPES[len(rows[0])],
                    "min": [min(column) for column in zip(*stored)], "max": [max(column) for column in zip(*stored)]}
        if normalized:
            accessor["normalized"] = True
        dice = self.chance.random() if vertex else 1
        stride = (element + 3) // 4 * 4 + 4 * self.chance.choice([0, 0, 1, 3]) if vertex else None
        if dice < 0.15:  # zeros, and the rest sparse
            self.add_sparse(accessor, stored, [i for i, row in enumerate(stored) if any(row)] or [0])
        elif dice < 0.3:  # wrong values under sparse ones
            replaced = sorted(self.chance.sample(range(len(rows)), max(1, len(rows) // 3)))
            below = [[0] * len(row) if i in replaced else row for i, row in enumerate(stored)]
            accessor["bufferView"] = self.view(self.packed(below, kind, stride), stride)
            self.add_sparse(accessor, stored, replaced)
        else:
            accessor["bufferView"] = self.view(self.packed(stored, kind, stride), stride)
        self.accessors.append(accessor)
        return len(self.accessors) - 1, [[self.decoded(x, kind, normalized) for x in row] for row in stored]

    def indices(self, numbers):
        kind = self.chance.choice([UNSIGNED_BYTE, UNSIGNED_SHORT, UNSIGNED_INT])
        self.accessors.append({"bufferView": self.view(self.packed([[n] for n in numbers], kind)),
                               "componentType": kind, "count": len(numbers), "type": "SCALAR"})
        return len(self.accessors) - 1

    def add_sparse(self, accessor, stored, places):
        kind = self.chance.choice([UNSIGNED_BYTE, UNSIGNED_SHORT, UNSIGNED_INT])
        values = self.packed([stored[i] for i in places], accessor["componentType"])
        accessor["sparse"] = {
            "count": len(places),
            "indices": {"bufferView": self.view(self.packed([[i] for i in places], kind)), "componentType": kind},
            "values": {"bufferView": self.view(values)}}

    @staticmethod
    def packed(rows, kind, stride=None):
        out = bytearray()
        for row in rows:
            element = struct.pack(f"<{len(row)}{FORMATS[kind]}", *row)
            out += element + b"\xAA" * ((stride or len(element)) - len(element))
        return bytes(out)

    @staticmethod
    def stored(number, kind, normalized):
        if kind == FLOAT:
            return as_float32(number)
        if not normalized:
            return round(number)
        least = -LARGEST[kind] if kind in (BYTE, SHORT) else 0
        return max(least, min(LARGEST[kind], round(number * LARGEST[kind])))

    @staticmethod
    def decoded(number, kind, normalized):
        return max(number / LARGEST[kind], -1.0) if normalized else float(number)


class Maker:
    """One model from one seed."""

    def __init__(self, seed):
        self.chance = random.Random(seed)
        self.writer = Writer(self.chance)
        self.quantized = self.chance.random() < 0.4
        self.model = Model(vertices=self.chance.choice([1, 2, 3, 5, 17, 60]), mode=self.chance.randint(0, 6))
        most = [0, 1, 2, 3, 7, 8, 9, 13, 40, 300] if self.model.vertices < 20 else [1, 3, 9]
        self.targets = self.chance.choice(most)

    def make(self):
        primitive = {"attributes": self.base(), "mode": self.model.mode}
        if self.targets:
            primitive["targets"] = [self.target() for _ in range(self.targets)]
        if self.chance.random() < 0.6:
            count = self.chance.randint(1, 20)
            self.model.indices = [self.chance.randrange(self.model.vertices) for _ in range(count)]
            primitive["indices"] = self.writer.indices(self.model.indices)
        mesh = {"primitives": [primitive]}
        self.weigh(mesh)
        document = {"asset": {"version": "2.0"}, "scene": 0, "scenes": [{"nodes": [0]}], "nodes": self.model.nodes,
                    "meshes": [mesh]}
        if self.targets and self.chance.random() < 0.7:
            document["animations"] = [self.animation()]
        writer = self.writer
        uri = "data:application/octet-stream;base64," + base64.b64encode(bytes(writer.data)).decode()
        document |= {"accessors": writer.accessors, "bufferViews": writer.views,
                     "buffers": [{"byteLength": len(writer.data), "uri": uri}]}
        if self.quantized:
            document["extensionsUsed"] = document["extensionsRequired"] = ["KHR_mesh_quantization"]
        self.model.document = document
        return self.model

    def rows(self, make):
        return [make() for _ in range(self.model.vertices)]

    def base(self):
        chance, choice = self.chance, self.chance.choice
        direction = lambda: unit([chance.gauss(0, 1) for _ in range(3)])  # noqa: E731
        size = 100 if self.quantized else 1
        small = [(BYTE, False), (SHORT, False)] if self.quantized else []
        wanted = [("POSITION", 1.0, lambda: [chance.uniform(-size, size) for _ in range(3)], PLAIN + small),
                  ("NORMAL", 0.8, direction, PLAIN + (SIGNED if self.quantized else [])),
                  ("TANGENT", 0.6, lambda: direction() + [choice([1, -1])], PLAIN),
                  ("TEXCOORD_0", 0.6, lambda: [chance.random(), chance.random()], PLAIN + UNSIGNED),
                  ("TEXCOORD_1", 0.3, lambda: [chance.random(), chance.random()], PLAIN + UNSIGNED)]
        width = choice([3, 4])
        wanted.append(("COLOR_0", 0.5, lambda: [chance.random() for _ in range(width)], PLAIN + UNSIGNED))
        attributes = {}
        for semantic, probability, make, forms in wanted:
            tangent_without_normal = semantic == "TANGENT" and "NORMAL" not in attributes
            second_set_alone = semantic == "TEXCOORD_1" and "TEXCOORD_0" not in attributes
            if chance.random() > probability or tangent_without_normal or second_set_alone:
                continue
            attributes[semantic], self.model.base[semantic] = self.writer.accessor(self.rows(make), choice(forms))
        return attributes

    def target(self):
        chosen = [s for s in self.model.base if self.chance.random() < 0.65] or ["POSITION"]
        target, deltas = {}, {}
        for semantic in chosen:
            width = 3 if semantic == "TANGENT" else len(self.model.base[semantic][0])
            if semantic == "COLOR_0":
                width = self.chance.choice([3, width])
            form = self.chance.choice(self.delta_forms(semantic))
            size = 100 if form in ((BYTE, False), (SHORT, False)) else 0.8
            make = lambda: [self.chance.choice([0, 1, 1]) * self.chance.uniform(-size, size)  # noqa: E731
                            for _ in range(width)]
            target[semantic], deltas[semantic] = self.writer.accessor(self.rows(make), form)
        self.model.deltas.append(deltas)
        return target

    def delta_forms(self, semantic):
        if semantic.startswith(("TEXCOORD", "COLOR")):
            return PLAIN + SIGNED + UNSIGNED
        integers = SIGNED + ([(BYTE, False), (SHORT, False)] if semantic == "POSITION" else [])
        return PLAIN + (integers if self.quantized else [])

    def some_weights(self):
        chance = self.chance
        kinds = [lambda: 0, lambda: -0.0, lambda: 1, lambda: 1e-8, chance.random, lambda: chance.uniform(-10, 10)]
        return [as_float32(chance.choice(kinds)()) for _ in range(self.targets)]

    def weigh(self, mesh):
        """Two nodes with rotations, mirroring scales and weights of their own or the mesh's."""
        chance, weights = self.chance, [0.0] * self.targets
        if self.targets and chance.random() < 0.5:
            weights = mesh["weights"] = self.some_weights()
        for _ in range(2):
            node = {"mesh": 0, "translation": [chance.uniform(-5, 5) for _ in range(3)],
                    "rotation": unit([chance.gauss(0, 1) for _ in range(4)]),
                    "scale": [chance.choice([-1, 1]) * chance.uniform(0.5, 2) for _ in range(3)]}
            if self.targets and chance.random() < 0.5:
                node["weights"] = self.some_weights()
            self.model.nodes.append(node)
            self.model.weights.append(node.get("weights", weights))
        self.model.nodes[0]["children"] = [1]

    def animation(self):
        chance = self.chance
        interpolation = chance.choice(["STEP", "LINEAR", "CUBICSPLINE"])
        cubic = interpolation == "CUBICSPLINE"
        times, time = [], chance.choice([0, 0.3])
        for _ in range(chance.choice([2, 3, 5] if cubic else [1, 2, 3, 5])):
            times.append(as_float32(time))
            time += chance.uniform(0.1, 3)
        values = [[chance.uniform(-1, 1)] for _ in range(self.targets * len(times) * (3 if cubic else 1))]
        key_times, _ = self.writer.accessor([[t] for t in times], PLAIN[0], vertex=False)
        outputs, decoded = self.writer.accessor(values, chance.choice(PLAIN + SIGNED + UNSIGNED), vertex=False)
        self.model.clip = (interpolation, times, [row[0] for row in decoded])
        return {"samplers": [{"input": key_times, "output": outputs, "interpolation": interpolation}],
                "channels": [{"sampler": 0, "target": {"node": 1, "path": "weights"}}]}


def random_model(seed):
    return Maker(seed).make()
