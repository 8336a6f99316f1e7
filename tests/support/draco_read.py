# SPDX-License-Identifier: MIT
"""Decodes the geometry of KHR_draco_mesh_compression with Draco's own command line decoder.

The PLY that draco_decoder writes holds the points in the order of the decoder, which is the order of a primitive's
vertices: the extension says nothing else about it. Texture coordinates stand at the corners of the faces.
"""

import struct
import subprocess
import tempfile
from pathlib import Path


def decoded(data):
    """({semantic: rows}, indices) of POSITION, NORMAL and TEXCOORD_0, as far as the stream has them."""
    with tempfile.TemporaryDirectory() as name:
        stream, mesh = Path(name) / "mesh.drc", Path(name) / "mesh.ply"
        stream.write_bytes(data)
        subprocess.run(["draco_decoder", "-i", stream, "-o", mesh], check=True, stdout=subprocess.DEVNULL)
        return read_ply(mesh.read_bytes())


def read_ply(data):
    """What Draco writes: little endian, floats for a vertex, lists for a face."""
    head, _, body = data.partition(b"end_header\n")
    lines = [line.split() for line in head.decode().splitlines()]
    counts = {line[1]: int(line[2]) for line in lines if line[0] == "element"}
    names = [line[2] for line in lines if line[0] == "property" and line[1] == "float"]
    vertices = list(struct.iter_unpack(f"<{len(names)}f", body[:counts["vertex"] * 4 * len(names)]))
    rows = {"POSITION": [vertex[:3] for vertex in vertices]}
    if "nx" in names:
        first = names.index("nx")
        rows["NORMAL"] = [vertex[first:first + 3] for vertex in vertices]
    textured = any(line[-1] == "texcoord" for line in lines)
    layout = struct.Struct("<B3IB6f" if textured else "<B3I")
    indices, texcoords = [], [(0.0, 0.0)] * counts["vertex"]
    for face in layout.iter_unpack(body[counts["vertex"] * 4 * len(names):]):
        corners = face[1:4]
        indices += corners
        if textured:
            for corner, vertex in enumerate(corners):
                texcoords[vertex] = face[5 + 2 * corner:7 + 2 * corner]
    if textured:
        rows["TEXCOORD_0"] = texcoords
    return rows, indices
