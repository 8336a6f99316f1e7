# SPDX-License-Identifier: MIT
"""What a model looks like at a time, in double precision and as the specification's text says it.

A model is one of random_model.py, or a primitive of a real file (file_evaluation.py).
"""

import math

from random_model import as_float32, unit


def mixed(a, b, t):
    return [(1 - t) * x + t * y for x, y in zip(a, b)]


def turned_shortest(a, b, t):
    """The spherical interpolation of two quaternions, the short way round (glTF 2.0, appendix C.4)."""
    cosine = sum(x * y for x, y in zip(a, b))
    angle = math.acos(min(1.0, abs(cosine)))
    if angle < 1e-9:
        return mixed(a, b, t)
    near, far = math.sin(angle * (1 - t)), math.copysign(math.sin(angle * t), cosine)
    return [(near * x + far * y) / math.sin(angle) for x, y in zip(a, b)]


def sampled(clip, count, time, linear=mixed):
    """glTF 2.0 §3.11 and appendix C, for `count` numbers a key; `linear` is what LINEAR means for them."""
    interpolation, times, values = clip
    parts = 3 if interpolation == "CUBICSPLINE" else 1

    def row(key, part=parts // 2):
        first = (key * parts + part) * count
        return values[first:first + count]

    time = as_float32(time)
    if time <= times[0]:
        return row(0)
    if time >= times[-1]:
        return row(len(times) - 1)
    key = max(k for k, t in enumerate(times) if t <= time)
    if times[key] == time or interpolation == "STEP":
        return row(key)
    duration = times[key + 1] - times[key]
    t = (time - times[key]) / duration
    if interpolation == "LINEAR":
        return linear(row(key), row(key + 1), t)
    return [(2 * t**3 - 3 * t**2 + 1) * v + duration * (t**3 - 2 * t**2 + t) * b + (3 * t**2 - 2 * t**3) * w +
            duration * (t**3 - t**2) * a
            for v, b, w, a in zip(row(key), row(key, 2), row(key + 1), row(key + 1, 0))]


def morphed(model, weights):
    """semantic -> [V] rows (glTF 2.0 §3.7.2.2; unit normals and tangents and clamped colours where morphed)."""
    out = {}
    for semantic, base in model.base.items():
        rows = [list(row) for row in base]
        if semantic == "COLOR_0":
            rows = [row + [1.0] * (4 - len(row)) for row in rows]  # without alpha it is 1
        moving = [(w, d) for w, d in zip(weights, model.deltas) if semantic in d]
        for weight, deltas in moving:
            for row, delta in zip(rows, deltas[semantic] if weight else ()):
                for component, value in enumerate(delta[:len(row)] if any(delta) else ()):
                    row[component] += weight * value
        if semantic in ("NORMAL", "TANGENT") and moving:
            for row, original in zip(rows, base):
                collapsed = sum(x * x for x in row[:3]) <= 1e-12
                row[:3] = original[:3] if collapsed else unit(row[:3])
        if semantic == "COLOR_0":
            rows = [[min(1.0, max(0.0, x)) for x in row] for row in rows]
        out[semantic] = rows
    return out


def triangles(model):
    order = list(range(model.vertices)) if model.indices is None else model.indices
    if model.mode == 4:
        return [order[i:i + 3] for i in range(0, len(order) - 2, 3)]
    if model.mode == 5:
        return [[order[i], order[i + 1 + i % 2], order[i + 2 - i % 2]] for i in range(len(order) - 2)]
    if model.mode == 6:
        return [[order[i + 1], order[i + 2], order[0]] for i in range(len(order) - 2)]
    return []


def flat_normals(model, positions, least=0.0):
    """{vertex: normal} of the first triangle of each vertex; None where twice its area is not more than `least`."""
    normals = {}
    for triangle in triangles(model):
        a, b, c = (positions[i] for i in triangle)
        area = cross([y - x for x, y in zip(a, b)], [y - x for x, y in zip(a, c)])
        for vertex in triangle:
            normals.setdefault(vertex, unit(area) if math.hypot(*area) > least else None)
    return normals


def cross(u, v):
    return [u[1] * v[2] - u[2] * v[1], u[2] * v[0] - u[0] * v[2], u[0] * v[1] - u[1] * v[0]]


def composed(outer, inner):
    """The affine map that is `inner` first and `outer` then."""
    axes = [turned(outer[0], axis) for axis in inner[0]]
    return axes, [a + b for a, b in zip(turned(outer[0], inner[1]), outer[1])]


def axes_and_origin(node):
    """The images of the three unit vectors and of the origin under a node's TRS."""
    x, y, z, w = node["rotation"]
    columns = [[1 - 2 * (y * y + z * z), 2 * (x * y + z * w), 2 * (x * z - y * w)],
               [2 * (x * y - z * w), 1 - 2 * (x * x + z * z), 2 * (y * z + x * w)],
               [2 * (x * z + y * w), 2 * (y * z - x * w), 1 - 2 * (x * x + y * y)]]
    return [[s * v for v in column] for s, column in zip(node["scale"], columns)], node["translation"]


def turned(axes, vector):
    return [sum(axis[i] * x for axis, x in zip(axes, vector)) for i in range(3)]


def world_matrix(model, node):
    """(axes, origin) of node 0, or of node 1, its child."""
    parent = axes_and_origin(model.nodes[0])
    return parent if node == 0 else composed(parent, axes_and_origin(model.nodes[1]))


def to_world(rows, semantic, axes, origin):
    if semantic == "POSITION":
        return [[a + b for a, b in zip(turned(axes, row), origin)] for row in rows]
    if semantic == "TANGENT":
        return [[*unit(turned(axes, row[:3])), *row[3:]] for row in rows]
    if semantic == "NORMAL":  # by the inverse transpose: cofactors over the determinant
        cofactors = [cross(axes[1], axes[2]), cross(axes[2], axes[0]), cross(axes[0], axes[1])]
        mirror = math.copysign(1.0, sum(a * b for a, b in zip(axes[0], cofactors[0])))
        return [[mirror * x for x in unit(turned(cofactors, row))] for row in rows]
    return rows
