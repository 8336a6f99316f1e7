# SPDX-License-Identifier: MIT
"""Smooth surfaces, where normals and tangents are derivatives of the surface and not averages of triangles.

A surface is a function of two parameters: (u, v) -> (x, y, z), outside where du x dv points.
"""

import math

from .arithmetic import X_AXIS, Y_AXIS, add, cross, dot, scaled, subtract, unit, without

STEP = 1.0 / 16384.0  # of the central differences: error near 1e-8, noise near 1e-12


def derivatives(surface, u, v):
    """(dP/du, dP/dv) by central differences."""
    du = subtract(surface(u + STEP, v), surface(u - STEP, v))
    dv = subtract(surface(u, v + STEP), surface(u, v - STEP))
    return scaled(du, 0.5 / STEP), scaled(dv, 0.5 / STEP)


def normal_at(surface, u, v):
    return unit(cross(*derivatives(surface, u, v)))


def tangent_at(surface, u, v):
    """The unit direction of growing u, at right angles to the normal."""
    du, dv = derivatives(surface, u, v)
    return unit(without(du, unit(cross(du, dv))))


def grid_triangles(columns, rows, first=0, *, wrap=False):
    """Triangles of a grid of vertices, counter-clockwise where u grows with the column and v with the row.

    wrap: the last column is joined to the first."""
    triangles = []
    for row in range(rows - 1):
        for column in range(columns if wrap else columns - 1):
            right = (column + 1) % columns
            a, b = first + row * columns + column, first + row * columns + right
            triangles += [(a, b, b + columns), (a, b + columns, a + columns)]
    return triangles


def icosahedron():
    """(12 unit vertices, 20 faces): poles on the y axis, two rings of five between; faces from top to bottom."""
    height, radius = 1.0 / math.sqrt(5.0), 2.0 / math.sqrt(5.0)
    circle = pentagon()
    upper = [(radius * x, height, radius * z) for x, z in circle]
    lower = [(-radius * x, -height, -radius * z) for x, z in circle]
    top, belt, bottom = [], [], []
    for i in range(5):
        j = (i + 1) % 5
        # lower[k] lies opposite upper[k], so the lower vertex between upper i and j is k = i + 3.
        below, after = 6 + (i + 3) % 5, 6 + (i + 4) % 5
        top.append((0, 1 + j, 1 + i))
        belt += [(1 + i, 1 + j, below), (1 + j, after, below)]
        bottom.append((11, below, after))
    return [Y_AXIS, *upper, *lower, scaled(Y_AXIS, -1.0)], top + belt + bottom


def pentagon():
    """cos and sin of 0, 72, 144, 216 and 288 degrees, from square roots."""
    root = math.sqrt(5.0)
    c1, c2 = (root - 1.0) / 4.0, (-root - 1.0) / 4.0
    s1, s2 = math.sqrt(1.0 - c1 * c1), math.sqrt(1.0 - c2 * c2)
    return [(1.0, 0.0), (c1, s1), (c2, s2), (c2, -s2), (c1, -s1)]


def geodesic_sphere(frequency):
    """(unit vertices, triangles): each edge of an icosahedron cut into `frequency` parts; 10 f^2 + 2 vertices."""
    corners, faces = icosahedron()
    vertices, triangles, known = [], [], {}

    def vertex(parts):
        """Index of the point with integer barycentric `parts`, {corner: share}; shared by all faces that meet there."""
        key = tuple(sorted((corner, share) for corner, share in parts if share))
        if key not in known:
            known[key] = len(vertices)
            point = (0.0, 0.0, 0.0)
            for corner, share in key:
                point = add(point, scaled(corners[corner], share / frequency))
            vertices.append(unit(point))
        return known[key]

    for a, b, c in faces:
        at = {(i, j): vertex(((a, frequency - i - j), (b, i), (c, j)))
              for i in range(frequency + 1) for j in range(frequency + 1 - i)}
        for i, j in at:
            if i + j < frequency:
                triangles.append((at[i, j], at[i + 1, j], at[i, j + 1]))
            if i + j < frequency - 1:
                triangles.append((at[i + 1, j], at[i + 1, j + 1], at[i, j + 1]))
    return vertices, triangles


def mapped_sphere_normal(mapping, direction):
    """Normal at mapping(direction) of the unit sphere's image under `mapping`."""
    first = unit(cross(direction, X_AXIS if abs(direction[1]) > 0.9 else Y_AXIS))
    second = cross(direction, first)

    def surface(u, v):
        return mapping(unit(add(direction, add(scaled(first, u), scaled(second, v)))))

    return normal_at(surface, 0.0, 0.0)


def cap(direction, center, radius):
    """A smooth hill on the unit sphere: 1 at `center`, level 0 from chord length `radius` on."""
    rest = 1.0 - (2.0 - 2.0 * dot(direction, center)) / (radius * radius)
    return rest * rest if rest > 0.0 else 0.0
