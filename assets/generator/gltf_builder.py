# SPDX-License-Identifier: MIT
"""Puts one glTF 2.0 file together: rows of numbers in, a pretty-printed .gltf and its .bin out."""

import json
import struct

from .arithmetic import f32, shortest

ARRAY_BUFFER, ELEMENT_ARRAY_BUFFER = 34962, 34963

# Our short name of a component type: (number in glTF, letter in struct, bytes).
COMPONENTS = {
    "s8": (5120, "b", 1),
    "u8": (5121, "B", 1),
    "s16": (5122, "h", 2),
    "u16": (5123, "H", 2),
    "u32": (5125, "I", 4),
    "f32": (5126, "f", 4),
}
TYPES = {1: "SCALAR", 2: "VEC2", 3: "VEC3", 4: "VEC4", 16: "MAT4"}

# Order of the top level of the file, from what one looks for first down to the bytes.
SECTIONS = ("asset", "extensionsUsed", "extensionsRequired", "scene", "scenes", "nodes", "meshes", "skins", "materials",
            "textures", "samplers", "images", "animations", "accessors", "bufferViews", "buffers")


class GltfBuilder:
    """Collects views and accessors into one buffer; each `add_*` returns the index of what it added."""

    def __init__(self):
        self.bytes = bytearray()
        self.document = {
            "asset": {"generator": "morphview assets/generate.py", "version": "2.0"},
            "scene": 0,
            "scenes": [{"nodes": [0]}],
            "nodes": [], "meshes": [], "materials": [], "animations": [], "accessors": [], "bufferViews": [],
        }

    def append(self, section, item):
        """Adds an item to a section of the file; its index."""
        self.document[section].append(item)
        return len(self.document[section]) - 1

    # ---- bytes -------------------------------------------------------------------------------------------------------

    def add_view(self, data, target=None, stride=None):
        """Appends `data` at the next multiple of four bytes; the gap is zeros."""
        self.bytes += bytes(-len(self.bytes) % 4)
        view = {"buffer": 0, "byteOffset": len(self.bytes), "byteLength": len(data)}
        if stride is not None:
            view["byteStride"] = stride
        if target is not None:
            view["target"] = target
        self.bytes += data
        return self.append("bufferViews", view)

    def add_rows(self, rows, component="f32", *, normalized=False, bounds=False, target=None):
        """A tightly packed accessor in a view of its own."""
        view = self.add_view(pack_rows(rows, component), target)
        return self.add_accessor(view, 0, rows, component, normalized=normalized, bounds=bounds)

    def add_padded_blocks(self, blocks, stride, *, normalized=False, bounds=False):
        """Vertex arrays one after the other in one view, each row padded to `stride`; a block is (rows, component)."""
        data = b"".join(pack_rows(rows, component, stride) for rows, component in blocks)
        view = self.add_view(data, ARRAY_BUFFER, stride)
        indices, offset = [], 0
        for rows, component in blocks:
            accessor = self.add_accessor(view, offset, rows, component, normalized=normalized, bounds=bounds)
            indices.append(accessor)
            offset += stride * len(rows)
        return indices

    def add_accessor(self, view, offset, rows, component, *, normalized=False, bounds=False):
        """Describes `rows`, which already lie in `view` at `offset`. view None: no bytes, so zeros."""
        accessor = {} if view is None else {"bufferView": view, "byteOffset": offset}
        accessor["componentType"] = COMPONENTS[component][0]
        if normalized:
            accessor["normalized"] = True
        accessor["count"] = len(rows)
        accessor["type"] = TYPES[len(rows[0])]
        if bounds:
            accessor.update(bounds_of(rows, component))
        return self.append("accessors", accessor)

    # ---- what the assets are made of ---------------------------------------------------------------------------------

    def add_vertices(self, rows, *, bounds=False):
        """A float vertex attribute or a dense delta; positions and their deltas need `bounds`."""
        return self.add_rows(rows, bounds=bounds, target=ARRAY_BUFFER)

    def add_sparse_vertices(self, rows, start, index_component, *, bounds=False):
        """A float VEC3 accessor that says only where `rows` differs from `start` (None: from zero, without a view)."""
        base = [(0.0, 0.0, 0.0)] * len(rows) if start is None else start
        changed = [i for i, (row, old) in enumerate(zip(rows, base)) if row != old]
        view = None if start is None else self.add_view(pack_rows(start, "f32"), ARRAY_BUFFER)
        index = self.add_accessor(view, 0, rows, "f32", bounds=bounds)
        self.document["accessors"][index]["sparse"] = {
            "count": len(changed),
            "indices": {
                "bufferView": self.add_view(pack_rows([(i,) for i in changed], index_component)),
                "componentType": COMPONENTS[index_component][0],
            },
            "values": {"bufferView": self.add_view(pack_rows([rows[i] for i in changed], "f32"))},
        }
        return index

    def add_triangles(self, triangles):
        """Indices as u16."""
        return self.add_rows([(i,) for triangle in triangles for i in triangle], "u16", target=ELEMENT_ARRAY_BUFFER)

    def add_material(self, name, color, roughness=0.5, *, double_sided=False):
        """A plastic of a linear base colour."""
        material = {
            "name": name,
            "pbrMetallicRoughness": {
                "baseColorFactor": [*color, 1.0],
                "metallicFactor": 0.0,
                "roughnessFactor": roughness,
            },
        }
        if double_sided:
            material["doubleSided"] = True
        return self.append("materials", material)

    def add_mesh(self, name, attributes, indices, material, targets, target_names=None):
        """One primitive of triangles with its targets; the default weights are zeros. Either name may be None."""
        primitive = {"attributes": attributes, "indices": indices, "material": material, "targets": targets}
        mesh = {} if name is None else {"name": name}
        mesh["primitives"] = [primitive]
        mesh["weights"] = [0.0] * len(targets)
        if target_names is not None:
            mesh["extras"] = {"targetNames": list(target_names)}
        return self.append("meshes", mesh)

    def add_node(self, **properties):
        """A node of the given properties, in the given order."""
        return self.append("nodes", properties)

    def add_weights_animation(self, name, times, rows, interpolation="LINEAR", *, node=0, component="f32"):
        """One clip that moves the weights of `node`. `rows`: one a key, or three a key for CUBICSPLINE."""
        keys = self.add_rows([(time,) for time in times], bounds=True)
        values = self.add_rows([(value,) for row in rows for value in row], component, normalized=component != "f32")
        return self.append("animations", {
            "name": name,
            "channels": [{"sampler": 0, "target": {"node": node, "path": "weights"}}],
            "samplers": [{"input": keys, "interpolation": interpolation, "output": values}],
        })

    def require_extension(self, name):
        self.document["extensionsUsed"] = [name]
        self.document["extensionsRequired"] = [name]

    # ---- files -------------------------------------------------------------------------------------------------------

    def write(self, folder, name):
        """Writes NAME.gltf and NAME.bin into `folder`, which is made if need be."""
        self.bytes += bytes(-len(self.bytes) % 4)
        self.document["buffers"] = [{"uri": f"{name}.bin", "byteLength": len(self.bytes)}]
        ordered = {key: self.document[key] for key in SECTIONS if self.document.get(key) not in (None, [])}
        folder.mkdir(parents=True, exist_ok=True)
        (folder / f"{name}.bin").write_bytes(self.bytes)
        (folder / f"{name}.gltf").write_bytes((pretty(ordered) + "\n").encode("utf-8"))




def pack_rows(rows, component, stride=None):
    """Little-endian bytes of `rows`, each padded with zeros to `stride` bytes."""
    _, letter, _ = COMPONENTS[component]
    packed = (struct.pack(f"<{len(row)}{letter}", *row) for row in rows)
    return b"".join(data.ljust(stride or 0, b"\0") for data in packed)


def bounds_of(rows, component):
    """`min` and `max` of what the file will hold: floats after rounding to float32, integers as they are."""
    columns = list(zip(*rows))
    if component == "f32":
        return {"min": [shortest(f32(min(column))) + 0.0 for column in columns],
                "max": [shortest(f32(max(column))) + 0.0 for column in columns]}
    return {"min": [min(column) for column in columns], "max": [max(column) for column in columns]}


def pretty(value, indent=""):
    """JSON with two spaces a level; an array of plain numbers or strings stays on one line."""
    inner = indent + "  "
    if isinstance(value, dict) and value:
        lines = [f"{inner}{json.dumps(key)}: {pretty(item, inner)}" for key, item in value.items()]
        return "{\n" + ",\n".join(lines) + f"\n{indent}}}"
    if isinstance(value, list) and any(isinstance(item, (dict, list)) for item in value):
        lines = [inner + pretty(item, inner) for item in value]
        return "[\n" + ",\n".join(lines) + f"\n{indent}]"
    return json.dumps(value)
