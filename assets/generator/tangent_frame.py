# SPDX-License-Identifier: MIT
"""TangentFrame: one weight drives position, normal and tangent together.

A square sheet that bulges towards the viewer, textured in mirror image left and right, so that its left half has
tangents of handedness -1. Both targets carry true deltas of all three attributes.
"""

import math

from .arithmetic import PI, cosine, differences, scaled, sine
from .gltf_builder import GltfBuilder
from .shapes import grid_triangles, normal_at, tangent_at
from .tracks import eased

COLUMNS, ROWS = 11, 21  # of one half
COLOR = (0.05, 0.32, 0.55)
TARGET_NAMES = ("ripple", "twist")


def window(x, y):
    """1 in the middle, 0 along the border."""
    return (1.0 - x * x) * (1.0 - y * y)


def rest(x, y):
    return (x, y, 0.3 * window(x, y))


def ripple(x, y):
    """Rings around the centre."""
    wave = cosine(2.5 * PI * math.sqrt(x * x + y * y))
    return (x, y, 0.3 * window(x, y) + 0.16 * window(x, y) * wave)


def twist(x, y):
    """Turned about the x axis like a propeller, one end this way and the other that way."""
    c, s, z = cosine(0.8 * x), sine(0.8 * x), rest(x, y)[2]
    return (x, c * y - s * z, s * y + c * z)


def half_sheet(side):
    """Parameters (x, y) of the half where x has the sign `side`; columns run from the mirror line to the border."""
    return [(side * column / (COLUMNS - 1), 2.0 * row / (ROWS - 1) - 1.0)
            for row in range(ROWS) for column in range(COLUMNS)]


def triangles():
    right = grid_triangles(COLUMNS, ROWS)
    left = [(a, c, b) for a, b, c in grid_triangles(COLUMNS, ROWS, COLUMNS * ROWS)]
    return right + left


def sheet(surface):
    """(positions, normals, tangents) of both halves; tangents point away from the mirror line, as u does."""
    right, left = half_sheet(1.0), half_sheet(-1.0)
    both = right + left
    tangents = [tangent_at(surface, x, y) for x, y in right]
    tangents += [scaled(tangent_at(surface, x, y), -1.0) for x, y in left]
    return [surface(x, y) for x, y in both], [normal_at(surface, x, y) for x, y in both], tangents


def add_target(gltf, base, surface):
    positions, normals, tangents = (differences(after, before) for after, before in zip(sheet(surface), base))
    return {
        "POSITION": gltf.add_vertices(positions, bounds=True),
        "NORMAL": gltf.add_vertices(normals),
        "TANGENT": gltf.add_vertices(tangents),
    }


def build():
    gltf = GltfBuilder()
    base = positions, normals, tangents = sheet(rest)
    half = COLUMNS * ROWS
    attributes = {
        "POSITION": gltf.add_vertices(positions, bounds=True),
        "NORMAL": gltf.add_vertices(normals),
        "TANGENT": gltf.add_vertices([(*t, 1.0 if i < half else -1.0) for i, t in enumerate(tangents)]),
        "TEXCOORD_0": gltf.add_vertices([(abs(x), 0.5 - 0.5 * y) for x, y in half_sheet(1.0) + half_sheet(-1.0)]),
    }
    material = gltf.add_material("Blue sheet", COLOR, 0.35, double_sided=True)
    targets = [add_target(gltf, base, surface) for surface in (ripple, twist)]
    mesh = gltf.add_mesh("Sheet", attributes, gltf.add_triangles(triangles()), material, targets, TARGET_NAMES)
    gltf.add_node(name="TangentFrame", mesh=mesh)
    poses = [[0.0, 0.0], [1.0, 0.0], [0.0, 0.0], [0.0, 1.0], [0.5, 0.5], [0.0, 0.0]]
    gltf.add_weights_animation("Sway", *eased([0.0, 0.8, 1.6, 2.4, 3.2, 4.0], poses, steps=8))
    return gltf
