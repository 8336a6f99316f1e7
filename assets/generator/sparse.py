# SPDX-License-Identifier: MIT
"""Sparse: morph deltas as sparse accessors, in both forms.

A ball. `nose` is stored without a buffer view, so its deltas are zeros but for a few vertices. `squash` has one: its
dense deltas flatten the ball, and the sparse part replaces those around the top, where a dimple sinks in.
"""

from .arithmetic import Y_AXIS, Z_AXIS, add, differences, scaled
from .gltf_builder import GltfBuilder
from .shapes import cap, geodesic_sphere, mapped_sphere_normal
from .tracks import eased

FREQUENCY = 6  # 362 vertices
COLOR = (0.72, 0.52, 0.08)


def nose(direction):
    return add(direction, scaled(Z_AXIS, 0.7 * cap(direction, Z_AXIS, 0.7)))


def flat(direction):
    x, y, z = direction
    return (1.2 * x, 0.6 * y, 1.2 * z)


def dimpled(direction):
    return add(flat(direction), scaled(Y_AXIS, -0.45 * cap(direction, Y_AXIS, 0.9)))


def position_deltas(directions, mapping):
    return differences([mapping(direction) for direction in directions], directions)


def normal_deltas(directions, mapping):
    """Exactly zero where `mapping` leaves the ball alone."""
    normals = [direction if mapping(direction) == direction else mapped_sphere_normal(mapping, direction)
               for direction in directions]
    return differences(normals, directions)


def build():
    gltf = GltfBuilder()
    directions, triangles = geodesic_sphere(FREQUENCY)
    attributes = {
        "POSITION": gltf.add_vertices(directions, bounds=True),
        "NORMAL": gltf.add_vertices(directions),
    }
    flattened = position_deltas(directions, flat)
    targets = [
        {
            "POSITION": gltf.add_sparse_vertices(position_deltas(directions, nose), None, "u16", bounds=True),
            "NORMAL": gltf.add_sparse_vertices(normal_deltas(directions, nose), None, "u32"),
        },
        {
            "POSITION": gltf.add_sparse_vertices(position_deltas(directions, dimpled), flattened, "u8", bounds=True),
            "NORMAL": gltf.add_vertices(normal_deltas(directions, dimpled)),
        },
    ]
    mesh = gltf.add_mesh("Ball", attributes, gltf.add_triangles(triangles), gltf.add_material("Yellow", COLOR, 0.4),
                         targets, ["nose", "squash"])
    gltf.add_node(name="Sparse", mesh=mesh)
    poses = [[0.0, 0.0], [1.0, 0.0], [1.0, 1.0], [0.0, 1.0], [0.0, 0.0]]
    gltf.add_weights_animation("Squeeze", *eased([0.0, 0.8, 1.6, 2.4, 3.2], poses, steps=6))
    return gltf
