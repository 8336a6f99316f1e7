# SPDX-License-Identifier: MIT
"""Holds every expression of the real avatars against a reading of the file that shares nothing with the program.

usage: vrm_expressions.py PROGRAM

For each expression, by its name: `--dump` with it at 1, less `--dump` without, must be the sum of its binds' deltas:
the same weights, and exactly the vertices moved that a bound target moves. And --info lists every target and every
expression by the name that it has in the file. Exit 77 (skipped) unless MORPH_CORPUS names the folder of models.
"""

import json
import os
import struct
import sys
from pathlib import Path

from program import Checks, Program, skip

AVATARS = (
    # file, expressions, of which with binds, targets
    ("Godette-VRM0/Godette_vrm_v4.vrm", 17, 16, 15),
    ("Robot-VRM0/robot.vrm", 17, 0, 22),
    ("ThreeVRM-cube/cube.gltf", 4, 4, 36),
    ("VRMAddon-custom_normal/custom_normal.vrm", 17, 2, 2),
    ("VRMAddon-expression_migration/expression_migration.vrm", 24, 5, 3),
    ("VRMAddon-modifier_shapekey_vrm0/modifier_shapekey_vrm0.vrm", 13, 1, 1),
    ("VRMAddon-pose_rotation_scale_shape_key_skinned/pose_rotation_scale_shape_key_skinned.vrm", 17, 1, 1),
)


class Avatar:
    """JSON and buffers of a file, and its expressions as (name, is_binary, [(node, target, weight)])."""

    def __init__(self, path):
        data = path.read_bytes()
        if data[:4] == b"glTF":
            length = struct.unpack_from("<I", data, 12)[0]
            self.json = json.loads(data[20:20 + length])
            self.buffers = [data[28 + length:]]
        else:
            self.json = json.loads(data)
            self.buffers = [(path.parent / buffer["uri"]).read_bytes() for buffer in self.json["buffers"]]
        self.expressions = list(self._expressions())

    def _expressions(self):
        extensions, nodes = self.json["extensions"], self.json["nodes"]
        if "VRMC_vrm" in extensions:
            for table in extensions["VRMC_vrm"]["expressions"].values():
                for name, expression in table.items():
                    binds = expression.get("morphTargetBinds", [])
                    yield (name, expression.get("isBinary", False),
                           [(bind["node"], bind["index"], bind["weight"]) for bind in binds])
            return
        for group in extensions["VRM"]["blendShapeMaster"]["blendShapeGroups"]:
            yield (group["name"], group["isBinary"],
                   [(node, bind["index"], bind["weight"] / 100) for bind in group["binds"]
                    for node in range(len(nodes)) if nodes[node].get("mesh") == bind["mesh"]])

    def primitives(self, node):
        mesh = self.json["nodes"][node].get("mesh")
        return [] if mesh is None else self.json["meshes"][mesh]["primitives"]

    def target_count(self, node):
        return max((len(primitive.get("targets", [])) for primitive in self.primitives(node)), default=0)

    def target_names(self, node):
        """From the mesh, its first primitive, or the accessors."""
        count = self.target_count(node)
        mesh = self.json["meshes"][self.json["nodes"][node]["mesh"]]
        for holder in (mesh, mesh["primitives"][0]):
            names = holder.get("extras", {}).get("targetNames", [])
            if len(names) == count:
                return names
        return [self.json["accessors"][target["POSITION"]].get("name", "") for target in
                mesh["primitives"][0]["targets"]]

    def deltas(self, primitive, target):
        """POSITION deltas of a target; float VEC3, perhaps sparse."""
        index = primitive["targets"][target].get("POSITION")
        count = self.json["accessors"][primitive["attributes"]["POSITION"]]["count"]
        if index is None:
            return [(0.0, 0.0, 0.0)] * count
        accessor = self.json["accessors"][index]
        assert accessor["componentType"] == 5126 and accessor["type"] == "VEC3"
        rows = [(0.0, 0.0, 0.0)] * count
        if "bufferView" in accessor:
            rows = self._elements(accessor, "3f", 12, count)
        if "sparse" in accessor:
            sparse = accessor["sparse"]
            letter, size = {5121: ("B", 1), 5123: ("H", 2), 5125: ("I", 4)}[sparse["indices"]["componentType"]]
            places = self._elements(sparse["indices"], letter, size, sparse["count"])
            for (place,), value in zip(places, self._elements(sparse["values"], "3f", 12, sparse["count"])):
                rows[place] = value
        return rows

    def _elements(self, source, layout, size, count):
        view = self.json["bufferViews"][source["bufferView"]]
        start, stride = view.get("byteOffset", 0) + source.get("byteOffset", 0), view.get("byteStride", size)
        buffer = self.buffers[view["buffer"]]
        return [struct.unpack_from("<" + layout, buffer, start + stride * i) for i in range(count)]


def expected_weights(avatar, binds, value):
    """node -> [T]."""
    weights = {node: [0.0] * avatar.target_count(node) for node in range(len(avatar.json["nodes"]))}
    for node, target, weight in binds:
        weights[node][target] += value * weight
    return weights


def expected_moves(avatar, primitive, weights):
    """[V] of what is added to each vertex."""
    moves = None
    for target, weight in enumerate(weights):
        if weight == 0.0:
            continue
        deltas = avatar.deltas(primitive, target)
        moves = moves or [(0.0, 0.0, 0.0)] * len(deltas)
        moves = [tuple(m + weight * d for m, d in zip(move, delta)) for move, delta in zip(moves, deltas)]
    return moves


def check_expression(checks, program, path, avatar, rest, expression, value):
    name, is_binary, binds = expression
    output = float(value > 0.5) if is_binary else value
    label = f"{path.name} {name}={value}"
    posed = program.json(path, "--dump", "-", "--expression", f"{name}={value}")
    wanted = expected_weights(avatar, binds, output)
    moved = 0
    for before, after in zip(rest["nodes"], posed["nodes"]):
        weights = wanted[after["node"]]
        close = all(abs(a - b) < 1e-6 for a, b in zip(after["weights"], weights))
        checks.that(len(after["weights"]) == len(weights) and close, f"{label}: weights {after['weights']}")
        for p, primitive in enumerate(avatar.primitives(after["node"])):
            old, new = before["primitives"][p]["positions"], after["primitives"][p]["positions"]
            moves = expected_moves(avatar, primitive, weights) or [(0.0, 0.0, 0.0)] * len(old)
            bad = [v for v in range(len(old)) if not agrees(old[v], new[v], moves[v])]
            checks.that(not bad and len(old) == len(moves), f"{label}: node {after['node']}, vertices {bad[:5]}")
            moved += sum(any(move) for move in moves)
    checks.that((moved > 0) == (output != 0.0 and any(weight for _, _, weight in binds)), f"{label}: {moved} moved")


def agrees(old, new, move):
    """A vertex that nothing moves stays as it is to the last bit."""
    if not any(move):
        return old == new
    return all(abs(n - (o + m)) <= 1e-6 * max(1.0, abs(n)) for o, n, m in zip(old, new, move))


def check_names(checks, program, path, avatar):
    report = program.json(path, "--info", "--json")
    names = [entry["name"] for entry in report["expressions"]]
    checks.that(names == [name for name, _, _ in avatar.expressions], f"{path.name}: expressions {names}")
    for entry, (name, is_binary, binds) in zip(report["expressions"], avatar.expressions):
        listed = [(bind["node"], bind["target"], bind["name"]) for bind in entry["binds"]]
        wanted = [(node, target, avatar.target_names(node)[target]) for node, target, _ in binds]
        checks.that(listed == wanted and entry["is_binary"] == is_binary, f"{path.name} {name}: {listed}")
    for entry in report["morph"]:
        listed = [target["name"] for target in entry["targets"]]
        checks.that(listed == avatar.target_names(entry["node"]), f"{path.name}: targets {listed}")
    checks.that(not report["extensions"]["unsupported"] or "VRM" not in " ".join(report["extensions"]["unsupported"])
                .replace("VRMC_materials", ""), f"{path.name}: {report['extensions']['unsupported']}")
    text = program.run(path, "--info").stdout.decode()
    checks.that(all(f" {name} (" in text for name in names), f"{path.name}: the text lacks an expression")
    return sum(len(entry["targets"]) for entry in report["morph"])


def main():
    corpus = os.environ.get("MORPH_CORPUS")
    if not corpus or not Path(corpus).is_dir():
        skip("MORPH_CORPUS names no folder")
    program, checks = Program(sys.argv[1]), Checks()
    for file, count, bound, targets in AVATARS:
        path = Path(corpus) / file
        avatar = Avatar(path)
        checks.that(len(avatar.expressions) == count, f"{file}: {len(avatar.expressions)} expressions")
        checks.that(sum(bool(binds) for _, _, binds in avatar.expressions) == bound, f"{file}: with binds")
        checks.that(check_names(checks, program, path, avatar) == targets, f"{file}: targets")
        rest = program.json(path, "--dump", "-")
        for expression in avatar.expressions:
            check_expression(checks, program, path, avatar, rest, expression, 1.0)
        for expression in [e for e in avatar.expressions if e[2]][-2:]:
            check_expression(checks, program, path, avatar, rest, expression, 0.5)
    checks.end()


if __name__ == "__main__":
    main()
