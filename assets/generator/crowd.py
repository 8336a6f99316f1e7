# SPDX-License-Identifier: MIT
"""Crowd: many nodes of one mesh, each with weights of its own.

Sixteen balls in four rows. Every node says how far its ball is stretched and leans; no clip.
"""

from .arithmetic import differences
from .gltf_builder import GltfBuilder
from .shapes import geodesic_sphere, mapped_sphere_normal

FREQUENCY = 4  # 162 vertices
SIDE = 4
COLOR = (0.62, 0.16, 0.1)
TARGET_NAMES = ("tall", "lean", "wide")


def tall(direction):
    x, y, z = direction
    return (0.8 * x, 1.6 * y, 0.8 * z)


def lean(direction):
    x, y, z = direction
    return (x + 0.6 * y, y, z)


def wide(direction):
    x, y, z = direction
    return (1.3 * x, 0.5 * y, 1.3 * z)


def add_target(gltf, directions, mapping):
    normals = [mapped_sphere_normal(mapping, direction) for direction in directions]
    return {
        "POSITION": gltf.add_vertices(differences([mapping(d) for d in directions], directions), bounds=True),
        "NORMAL": gltf.add_vertices(differences(normals, directions)),
    }


def build():
    gltf = GltfBuilder()
    directions, triangles = geodesic_sphere(FREQUENCY)
    attributes = {
        "POSITION": gltf.add_vertices(directions, bounds=True),
        "NORMAL": gltf.add_vertices(directions),
    }
    targets = [add_target(gltf, directions, mapping) for mapping in (tall, lean, wide)]
    mesh = gltf.add_mesh("Ball", attributes, gltf.add_triangles(triangles), gltf.add_material("Red", COLOR, 0.45),
                         targets, TARGET_NAMES)
    nodes = []
    for row in range(SIDE):
        for column in range(SIDE):
            weights = [row / (SIDE - 1), column / (SIDE - 1) - 0.5, 0.5 if (row + column) % 3 == 0 else 0.0]
            nodes.append(gltf.add_node(name=f"Ball {row + 1}.{column + 1}", mesh=mesh,
                                       translation=[3.0 * column, 0.0, 3.0 * row], weights=weights))
    gltf.document["scenes"] = [{"nodes": nodes}]
    return gltf
