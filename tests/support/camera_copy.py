# SPDX-License-Identifier: MIT
"""Copies of glTF files with a camera in them, and with other default weights."""

import json
import math
import shutil
import struct

from gltf_read import read_glb

JSON_CHUNK, BINARY_CHUNK = 0x4E4F534A, 0x004E4942


def unit(v):
    length = math.hypot(*v)
    return [x / length for x in v]


def cross(a, b):
    return [a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0]]


class Camera:
    """Upright, square, in perspective; it holds a sphere.

    center, radius   of the sphere, in the world
    towards          from the center to the eye
    """

    NAME = "silhouette"
    YFOV = math.radians(30)

    def __init__(self, center, radius, towards):
        self.distance = radius / math.sin(self.YFOV / 2)
        self.back = unit(towards)
        self.place = [c + self.distance * b for c, b in zip(center, self.back)]

    def matrix(self):
        """Of its node, column by column, as glTF has it."""
        right = unit(cross([0, 1, 0], self.back))
        up = cross(self.back, right)
        return [*right, 0, *up, 0, *self.back, 0, *self.place, 1]

    def put_into(self, document):
        """Adds it to each scene, after all other nodes."""
        cameras, nodes = document.setdefault("cameras", []), document["nodes"]
        planes = {"znear": self.distance / 20, "zfar": self.distance * 20}
        cameras.append({"name": self.NAME, "type": "perspective",
                        "perspective": {"yfov": self.YFOV, "aspectRatio": 1, **planes}})
        nodes.append({"camera": len(cameras) - 1, "matrix": self.matrix()})
        for scene in document["scenes"]:
            scene.setdefault("nodes", []).append(len(nodes) - 1)


def set_weights(document, weights):
    """Holds target i of every mesh at weights(i); nodes say nothing else."""
    for mesh in document["meshes"]:
        count = len(mesh["primitives"][0].get("targets", []))
        if count:
            mesh["weights"] = [weights(target) for target in range(count)]
    for node in document["nodes"]:
        node.pop("weights", None)


def changed_copy(source, folder, change):
    """A copy in `folder`, with the files beside it, whose JSON `change` has changed; its path, without odd letters."""
    data = source.read_bytes()
    if data[:4] != b"glTF":
        shutil.copytree(source.parent, folder, dirs_exist_ok=True, copy_function=shutil.copyfile)
        document = json.loads(data)
        change(document)
        path = folder / f"copy{source.suffix}"
        path.write_text(json.dumps(document), encoding="utf-8")
        return path
    document, binary = read_glb(data)
    change(document)
    text = json.dumps(document).encode()
    text += b" " * (-len(text) % 4)
    chunks = struct.pack("<II", len(text), JSON_CHUNK) + text
    if binary is not None:
        chunks += struct.pack("<II", len(binary), BINARY_CHUNK) + binary
    folder.mkdir(parents=True, exist_ok=True)
    path = folder / "copy.glb"
    path.write_bytes(struct.pack("<4sII", b"glTF", 2, 12 + len(chunks)) + chunks)
    return path
