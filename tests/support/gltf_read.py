# SPDX-License-Identifier: MIT
"""Reads glTF 2.0 plainly, for tests: accessors as rows of floats, weights over time, world positions.

Slow and small on purpose, independent of both the generator of the assets and the C++ importer. It knows every container
(.gltf with files beside it or data URIs, .glb, .vrm), component type, stride and sparse form, buffer views compressed by
EXT_meshopt_compression, and STEP, LINEAR and CUBICSPLINE weights. The helpers that speak of *the* mesh are for files
with one mesh of one primitive.
"""

import base64
import json
import math
import struct
from pathlib import Path
from urllib.parse import unquote

import meshopt_read

COMPONENTS = {5120: ("b", 1, 127.0), 5121: ("B", 1, 255.0), 5122: ("h", 2, 32767.0), 5123: ("H", 2, 65535.0),
              5125: ("I", 4, 0.0), 5126: ("f", 4, 0.0)}
WIDTHS = {"SCALAR": 1, "VEC2": 2, "VEC3": 3, "VEC4": 4, "MAT4": 16}
IDENTITY = tuple(tuple(float(row == column) for column in range(4)) for row in range(4))
MESHOPT = "EXT_meshopt_compression"


class Document:
    """One loaded file. `json` is its JSON; everything else is decoded on request."""

    def __init__(self, path):
        self.path = Path(path)
        data = self.path.read_bytes()
        self.json, binary = read_glb(data) if data[:4] == b"glTF" else (json.loads(data), None)
        self.buffers = [self._buffer(buffer, binary) for buffer in self.json.get("buffers", [])]
        self._views = {}

    def _buffer(self, buffer, binary):
        uri = buffer.get("uri")
        if uri is None:
            return binary  # None as well for a buffer that only stands for what is compressed
        if uri.startswith("data:"):
            return base64.b64decode(uri.partition(",")[2])
        return (self.path.parent / unquote(uri)).read_bytes()

    # ---- accessors ---------------------------------------------------------------------------------------------------

    def view(self, index):
        """The bytes of buffer view `index`, decompressed."""
        if index not in self._views:
            view = self.json["bufferViews"][index]
            compressed = view.get("extensions", {}).get(MESHOPT)
            self._views[index] = (meshopt_read.decoded(self._range(compressed), compressed) if compressed
                                  else self._range(view))
        return self._views[index]

    def _range(self, view):
        start = view.get("byteOffset", 0)
        return self.buffers[view["buffer"]][start:start + view["byteLength"]]

    def stored(self, index):
        """Rows of accessor `index` as they are in the file: integers stay integers."""
        accessor = self.json["accessors"][index]
        width, count = WIDTHS[accessor["type"]], accessor["count"]
        if "bufferView" in accessor:
            rows = self.elements(accessor, accessor["componentType"], width, count)
        else:
            rows = [(0.0,) * width] * count
        if "sparse" in accessor:
            sparse = accessor["sparse"]
            places = self.elements(sparse["indices"], sparse["indices"]["componentType"], 1, sparse["count"])
            values = self.elements(sparse["values"], accessor["componentType"], width, sparse["count"])
            for (place,), value in zip(places, values):
                rows[place] = value
        return rows

    def rows(self, index):
        """Rows of accessor `index` as floats, normalised integers already decoded."""
        accessor = self.json["accessors"][index]
        if not accessor.get("normalized", False):
            return self.stored(index)
        divisor = COMPONENTS[accessor["componentType"]][2]
        zero = (0.0,) * WIDTHS[accessor["type"]]  # most deltas are
        return [tuple(max(value / divisor, -1.0) for value in row) if any(row) else zero for row in self.stored(index)]

    def scalars(self, index):
        return [value for (value,) in self.rows(index)]

    def elements(self, source, component, width, count):
        letter, size, _ = COMPONENTS[component]
        layout, element = f"<{width}{letter}", size * width
        data, start = self.view(source["bufferView"]), source.get("byteOffset", 0)
        stride = self.json["bufferViews"][source["bufferView"]].get("byteStride", element)
        if stride > element:  # read with its padding
            layout += f"{stride - element}x"
            data = data[start:start + stride * count] + bytes(stride - element)
            start = 0
        return list(struct.iter_unpack(layout, data[start:start + stride * count]))

    # ---- the morphed mesh --------------------------------------------------------------------------------------------

    @property
    def mesh(self):
        """The first mesh; where there are several, the others have the same vertices and targets."""
        return self.json["meshes"][0]

    @property
    def primitive(self):
        (primitive,) = self.mesh["primitives"]
        return primitive

    def target_names(self):
        """Names as a viewer finds them: on the mesh, on the primitive, or on the accessors of each target."""
        for holder in (self.mesh, self.primitive):
            if "targetNames" in holder.get("extras", {}):
                return holder["extras"]["targetNames"]
        accessors = self.json["accessors"]
        return [next((accessors[i]["name"] for i in target.values() if "name" in accessors[i]), "")
                for target in self.primitive["targets"]]

    def deltas(self, target, semantic):
        """Rows of one target's deltas; None if it has none."""
        index = self.primitive["targets"][target].get(semantic)
        return None if index is None else self.rows(index)

    def morphed(self, semantic, weights):
        """base + sum of weight * delta, not normalised; of a tangent only x, y, z."""
        rows = [row[:3] for row in self.rows(self.primitive["attributes"][semantic])]
        for target, weight in enumerate(weights):
            deltas = self.deltas(target, semantic)
            if deltas is not None and weight != 0.0:
                rows = [tuple(b + weight * d for b, d in zip(row, delta)) for row, delta in zip(rows, deltas)]
        return rows

    def world_positions(self, weights):
        """Morphed positions in the space of the scene."""
        matrix = self.world_matrix()
        return [transform(matrix, position) for position in self.morphed("POSITION", weights)]

    def world_matrix(self):
        """Global transform of the node that carries the mesh."""

        def search(index, above):
            node = self.json["nodes"][index]
            matrix = multiply(above, local_matrix(node))
            if "mesh" in node:
                return matrix
            found = (search(child, matrix) for child in node.get("children", []))
            return next((matrix for matrix in found if matrix is not None), None)

        scene = self.json["scenes"][self.json.get("scene", 0)]
        return next(matrix for root in scene["nodes"] if (matrix := search(root, IDENTITY)) is not None)

    # ---- animation ---------------------------------------------------------------------------------------------------

    def track(self):
        """(times, rows of values, interpolation) of the only animation's only weights channel."""
        (animation,) = self.json["animations"]
        (channel,) = animation["channels"]
        sampler = animation["samplers"][channel["sampler"]]
        times, values = self.scalars(sampler["input"]), self.scalars(sampler["output"])
        width = len(self.primitive["targets"])
        rows = [values[i:i + width] for i in range(0, len(values), width)]
        return times, rows, sampler.get("interpolation", "LINEAR")


def weights_at(track, time):
    """Samples `track`; held before the first and after the last key, and exact at a key."""
    times, rows, interpolation = track
    cubic = interpolation == "CUBICSPLINE"
    value = rows[1::3] if cubic else rows
    if time <= times[0]:
        return value[0]
    last = max(i for i, key in enumerate(times) if key <= time)
    if last == len(times) - 1 or times[last] == time or interpolation == "STEP":
        return value[last]
    duration = times[last + 1] - times[last]
    t = (time - times[last]) / duration
    if not cubic:
        return [a + (b - a) * t for a, b in zip(value[last], value[last + 1])]
    leaving, arriving = rows[3 * last + 2], rows[3 * last + 3]
    return [
        (2 * t**3 - 3 * t**2 + 1) * a + duration * (t**3 - 2 * t**2 + t) * out
        + (-2 * t**3 + 3 * t**2) * b + duration * (t**3 - t**2) * into
        for a, out, b, into in zip(value[last], leaving, value[last + 1], arriving)
    ]


def times_at_and_between(times, parts=4):
    """Every key time, and `parts - 1` moments inside each segment."""
    inner = [a + (b - a) * k / parts for a, b in zip(times, times[1:]) for k in range(parts)]
    return [*inner, times[-1]]


def read_glb(data):
    """(JSON, binary chunk or None) of a .glb."""
    length = struct.unpack_from("<I", data, 12)[0]
    document = json.loads(data[20:20 + length])
    binary = 20 + length
    if binary + 8 > len(data):
        return document, None
    size = struct.unpack_from("<I", data, binary)[0]
    return document, data[binary + 8:binary + 8 + size]


# ---- matrices, as four rows of four ----------------------------------------------------------------------------------


def multiply(a, b):
    return tuple(tuple(sum(a[r][k] * b[k][c] for k in range(4)) for c in range(4)) for r in range(4))


def transform(matrix, point):
    x, y, z = point
    return tuple(row[0] * x + row[1] * y + row[2] * z + row[3] for row in matrix[:3])


def local_matrix(node):
    """Translation * rotation * scale."""
    tx, ty, tz = node.get("translation", (0.0, 0.0, 0.0))
    x, y, z, w = node.get("rotation", (0.0, 0.0, 0.0, 1.0))
    sx, sy, sz = node.get("scale", (1.0, 1.0, 1.0))
    return (
        ((1 - 2 * (y * y + z * z)) * sx, 2 * (x * y - w * z) * sy, 2 * (x * z + w * y) * sz, tx),
        (2 * (x * y + w * z) * sx, (1 - 2 * (x * x + z * z)) * sy, 2 * (y * z - w * x) * sz, ty),
        (2 * (x * z - w * y) * sx, 2 * (y * z + w * x) * sy, (1 - 2 * (x * x + y * y)) * sz, tz),
        (0.0, 0.0, 0.0, 1.0),
    )


# ---- distances -------------------------------------------------------------------------------------------------------


def largest_difference(rows, others):
    """The largest difference of any component, rows compared in order."""
    return max(abs(a - b) for row, other in zip(rows, others) for a, b in zip(row, other))


def extent(positions):
    """The longest side of the bounding box."""
    return max(max(column) - min(column) for column in zip(*positions))


def farthest_from_partner(positions, others):
    """The largest distance of a point in `positions` from its nearest one in `others`."""
    return max(min(math.dist(p, q) for q in others) for p in positions)
