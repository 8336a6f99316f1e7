# SPDX-License-Identifier: MIT
"""What the meshes of a glTF file look like at a moment, in double precision and as the specification's text says it.

A plain reading, slow and small: it shares no code with the importer or the runtime. Affine maps are (axes, origin), as in
naive_evaluation.py. A moment is a clip (None: nothing is animated), a time in seconds and weights held by the user, as
{index of the target: weight} for every node that has that target.
"""

import math
import sys
from dataclasses import dataclass, field
from pathlib import Path

sys.path.append(str(Path(__file__).resolve().parents[1] / "support"))

import draco_read  # noqa: E402
from gltf_read import Document  # noqa: E402
from naive_evaluation import (axes_and_origin, composed, flat_normals, morphed, sampled, to_world,  # noqa: E402
                              turned_shortest, unit)

DRACO, POINTER = "KHR_draco_mesh_compression", "KHR_animation_pointer"
KEPT = ["POSITION", "NORMAL", "TANGENT", "COLOR_0"] + [f"TEXCOORD_{n}" for n in range(8)]
REST = {"translation": [0.0, 0.0, 0.0], "rotation": [0.0, 0.0, 0.0, 1.0], "scale": [1.0, 1.0, 1.0]}
NOWHERE = ([[1.0, 0.0, 0.0], [0.0, 1.0, 0.0], [0.0, 0.0, 1.0]], [0.0, 0.0, 0.0])


@dataclass
class Moment:
    clip: int = None
    time: float = 0.0
    held: dict = field(default_factory=dict)


def affine(matrix):
    """Of 16 numbers, column by column."""
    return [list(matrix[i:i + 3]) for i in (0, 4, 8)], list(matrix[12:15])


class Deltas:
    """The displacements of one target, decoded when they are wanted."""

    def __init__(self, document, target):
        self.document, self.target = document, target

    def __contains__(self, semantic):
        return semantic in self.target

    def __getitem__(self, semantic):
        return self.document.rows(self.target[semantic])


class Primitive:
    """Base attributes, topology, displacements and influences of joints: what naive_evaluation.py asks of a model."""

    def __init__(self, document, source):
        attributes, packed = source["attributes"], source.get("extensions", {}).get(DRACO)
        rows, self.indices = {}, None
        if packed:
            rows, self.indices = draco_read.decoded(document.view(packed["bufferView"]))
            rows = {semantic: rows[semantic] for semantic in packed["attributes"]}
        elif "indices" in source:
            self.indices = [int(index) for index in document.scalars(source["indices"])]
        self.base = {s: rows.get(s) or document.rows(attributes[s]) for s in KEPT if s in attributes}
        if "NORMAL" not in self.base:
            self.base.pop("TANGENT", None)  # flat normals take the place of both
        if "COLOR_0" in self.base:
            self.base["COLOR_0"] = [(*row, 1.0)[:4] for row in self.base["COLOR_0"]]
        self.vertices, self.mode = len(self.base["POSITION"]), source.get("mode", 4)
        self.deltas = [Deltas(document, target) for target in source.get("targets", [])]
        self.influences = self._influences(document, attributes)

    def _influences(self, document, attributes):
        """{((joint, share), ...): vertices}, the shares of a vertex adding up to 1; None without joints.

        A vertex whose weights are all 0 follows its first joint."""
        sets = [n for n in range(8) if f"JOINTS_{n}" in attributes and f"WEIGHTS_{n}" in attributes]
        if not sets:
            return None
        columns = [(document.rows(attributes[f"JOINTS_{n}"]), document.rows(attributes[f"WEIGHTS_{n}"])) for n in sets]
        groups = {}
        for vertex in range(self.vertices):
            pairs = [pair for joints, weights in columns for pair in zip(joints[vertex], weights[vertex]) if pair[1]]
            pairs = pairs or [(columns[0][0][vertex][0], 1.0)]
            total = sum(weight for _, weight in pairs)
            groups.setdefault(tuple((int(j), w / total) for j, w in pairs), []).append(vertex)
        return groups


class File:
    """One document and all of it that decides what it looks like."""

    def __init__(self, path):
        self.document = Document(path)
        self.json = self.document.json
        self.nodes = self.json.setdefault("nodes", [])
        self.clips = self.json.get("animations", [])
        self.parents = {child: i for i, node in enumerate(self.nodes) for child in node.get("children", [])}
        self.primitives, self.morphed, self.tracks = {}, {}, {}

    # ---- what there is -----------------------------------------------------------------------------------------------

    def mesh_nodes(self):
        return [i for i, node in enumerate(self.nodes) if "mesh" in node]

    def mesh_of(self, node):
        return self.json["meshes"][self.nodes[node]["mesh"]]

    def target_count(self, node):
        """T of the node's mesh, which all its primitives share."""
        return max(len(p.get("targets", [])) for p in self.mesh_of(node)["primitives"]) if self.has_mesh(node) else 0

    def has_mesh(self, node):
        return "mesh" in self.nodes[node]

    def primitive(self, node, index):
        key = (self.nodes[node]["mesh"], index)
        if key not in self.primitives:
            self.primitives[key] = Primitive(self.document, self.mesh_of(node)["primitives"][index])
        return self.primitives[key]

    # ---- animation ---------------------------------------------------------------------------------------------------

    def track(self, clip, sampler):
        """(interpolation, times, values), as naive_evaluation.py samples it."""
        if (clip, sampler) not in self.tracks:
            source = self.clips[clip]["samplers"][sampler]
            values = [x for row in self.document.rows(source["output"]) for x in row]
            self.tracks[clip, sampler] = (source.get("interpolation", "LINEAR"), self.document.scalars(source["input"]),
                                          values)
        return self.tracks[clip, sampler]

    def channels(self, clip):
        """(node, property, index of an element or None, sampler) of all that moves a node."""
        for channel in self.clips[clip]["channels"]:
            target = channel["target"]
            if target["path"] != "pointer":
                if "node" in target:
                    yield target["node"], target["path"], None, channel["sampler"]
                continue
            kind, index, *rest = target["extensions"][POINTER]["pointer"].split("/")[1:]
            element = int(rest[1]) if len(rest) > 1 and rest[1].isdigit() else None
            if kind == "nodes":
                yield int(index), rest[0], element, channel["sampler"]
            elif kind == "meshes" and rest[0] == "weights":  # a form that is no longer there: all that show the mesh
                for node in self.mesh_nodes():
                    if self.nodes[node]["mesh"] == int(index):
                        yield node, rest[0], element, channel["sampler"]

    def sampled(self, clip, sampler, time, path, width):
        track = self.track(clip, sampler)
        if path != "rotation":
            return sampled(track, width, time)
        value = sampled(track, width, time, turned_shortest)
        return unit(value) if track[0] == "CUBICSPLINE" else value

    # ---- a moment ----------------------------------------------------------------------------------------------------

    def state(self, moment):
        """([nodes] transforms, [nodes] weights)."""
        transforms = [{**REST, **node} for node in self.nodes]
        weights = []
        for node, source in enumerate(self.nodes):
            count = self.target_count(node)
            default = self.mesh_of(node).get("weights", [0.0] * count) if count else []
            weights.append(list(source.get("weights", default)) if count else [])
        for node, path, element, sampler in self.channels(moment.clip) if moment.clip is not None else ():
            width = 1 if element is not None else {"weights": len(weights[node]), "rotation": 4}.get(path, 3)
            value = self.sampled(moment.clip, sampler, moment.time, path, width)
            if element is not None:
                weights[node][element] = value[0]
            elif path == "weights":
                weights[node] = value
            else:
                transforms[node][path] = value
        for row in weights:
            row[:] = [moment.held.get(target, weight) for target, weight in enumerate(row)]
        return transforms, weights

    def globals(self, transforms):
        """[nodes] maps from a node's own space to the world's."""
        found = {}

        def search(node):
            if node not in found:
                source = transforms[node]
                own = affine(source["matrix"]) if "matrix" in source else axes_and_origin(source)
                found[node] = composed(search(self.parents[node]), own) if node in self.parents else own
            return found[node]

        return [search(node) for node in range(len(self.nodes))]

    def local(self, node, index, weights):
        """semantic -> rows, after the targets and before everything else. NORMAL may hold None where it is flat."""
        key = (self.nodes[node]["mesh"], index, tuple(weights))
        if key not in self.morphed:
            primitive = self.primitive(node, index)
            rows = morphed(primitive, weights)
            add_flat_normals(primitive, rows)
            self.morphed[key] = rows
        return self.morphed[key]

    def world(self, node, index, weights, globals_):
        """The same after skin or node. Flat normals of a skinned primitive are those of its triangles in the world."""
        rows, primitive = self.local(node, index, weights), self.primitive(node, index)
        if "skin" not in self.nodes[node] or primitive.influences is None:
            return {semantic: moved(values, semantic, *globals_[node]) for semantic, values in rows.items()}
        joints = self.joint_matrices(self.nodes[node]["skin"], globals_)
        out = {semantic: list(values) for semantic, values in rows.items()
               if semantic != "NORMAL" or semantic in primitive.base}
        for influences, vertices in primitive.influences.items():
            axes, origin = blended([(share, joints[joint]) for joint, share in influences])
            for semantic in {"POSITION", "NORMAL", "TANGENT"} & out.keys():
                placed = moved([rows[semantic][v] for v in vertices], semantic, axes, origin)
                for vertex, row in zip(vertices, placed):
                    out[semantic][vertex] = row
        add_flat_normals(primitive, out)
        return out

    def joint_matrices(self, skin, globals_):
        source = self.json["skins"][skin]
        inverse = ([affine(m) for m in self.document.rows(source["inverseBindMatrices"])]
                   if "inverseBindMatrices" in source else [NOWHERE] * len(source["joints"]))
        return [composed(globals_[joint], bind) for joint, bind in zip(source["joints"], inverse)]


def add_flat_normals(primitive, rows):
    """Where there are triangles without normals."""
    if "NORMAL" not in rows and primitive.mode >= 4:
        flat = flat_normals(primitive, rows["POSITION"])
        rows["NORMAL"] = [flat.get(vertex) for vertex in range(primitive.vertices)]


def moved(rows, semantic, axes, origin):
    """To the world; a normal that is not there stays so."""
    if None not in rows:
        return to_world(rows, semantic, axes, origin)
    return [to_world([row], semantic, axes, origin)[0] if row is not None else None for row in rows]


def blended(shares):
    """The weighted sum of affine maps."""
    if len(shares) == 1 and shares[0][0] == 1.0:
        return shares[0][1]
    axes = [[math.fsum(share * matrix[0][a][i] for share, matrix in shares) for i in range(3)] for a in range(3)]
    return axes, [math.fsum(share * matrix[1][i] for share, matrix in shares) for i in range(3)]
