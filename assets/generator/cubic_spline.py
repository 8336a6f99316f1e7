# SPDX-License-Identifier: MIT
"""CubicSpline: three targets under one CUBICSPLINE track.

A lobed body that stretches, twists and bulges. No segment lasts one second, so a reader that forgets to scale the
tangents by the duration is seen; arriving and leaving tangents differ at one key, so that swapping them is seen;
and the curves run past 0 and 1, so that clamping is seen.
"""

from .arithmetic import PI, Y_AXIS, cosine, differences, scaled, sine
from .gltf_builder import GltfBuilder
from .shapes import grid_triangles, normal_at

COLUMNS, ROWS = 35, 15  # rows without the two poles
COLOR = (0.10, 0.42, 0.12)
TARGET_NAMES = ("stretch", "twist", "bulge")

# time in seconds, then stretch, twist, bulge as (arriving tangent, value, leaving tangent); tangents are per second.
KEYS = (
    (0.0, (0.0, 0.0, 0.9), (0.0, 0.0, 0.0), (0.0, 0.0, -0.6)),
    (0.6, (1.2, 1.0, 1.2), (1.5, 0.4, 2.4), (-0.8, 0.1, 0.8)),
    (1.3, (-1.6, 0.3, -1.6), (0.9, 1.0, -1.2), (1.5, 0.9, 0.9)),
    (2.1, (0.0, -0.1, 0.0), (-1.4, -0.2, -1.4), (-1.1, 0.5, -1.1)),
    (3.6, (-0.5, 0.0, 0.0), (-0.6, 0.0, 0.0), (0.4, 0.0, 0.0)),
)


def body(*, stretch=0.0, twist=0.0, bulge=0.0):
    """The surface (angle, height) with each deformation at the given strength; height runs from 0 to 1."""

    def surface(angle, height):
        y, around = -cosine(PI * height), sine(PI * height)
        radius = 0.62 * around * (1.0 + 0.17 * around * around * cosine(5.0 * angle))
        radius *= (1.0 - 0.2 * stretch) * (1.0 + 0.55 * bulge * around * around * (0.5 - 0.5 * y))
        turned = angle + 0.8 * twist * y
        return (radius * sine(turned), y * (1.0 + 0.4 * stretch), radius * cosine(turned))

    return surface


def parameters():
    return [(2.0 * PI * column / COLUMNS, row / (ROWS + 1))
            for row in range(1, ROWS + 1) for column in range(COLUMNS)]


def shape(surface):
    """(positions, normals): the rows from below, then the lower and the upper pole."""
    down = scaled(Y_AXIS, -1.0)
    top = surface(0.0, 1.0)[1]
    positions = [surface(*at) for at in parameters()] + [(0.0, -top, 0.0), (0.0, top, 0.0)]
    return positions, [normal_at(surface, *at) for at in parameters()] + [down, Y_AXIS]


def triangles():
    lower, upper, last = COLUMNS * ROWS, COLUMNS * ROWS + 1, COLUMNS * (ROWS - 1)
    caps = []
    for column in range(COLUMNS):
        right = (column + 1) % COLUMNS
        caps += [(lower, right, column), (upper, last + column, last + right)]
    return grid_triangles(COLUMNS, ROWS, wrap=True) + caps


def spline_rows():
    """Three rows a key, as the specification orders them: all arriving tangents, all values, all leaving tangents."""
    return [[target[part] for target in targets] for _, *targets in KEYS for part in range(3)]


def build():
    gltf = GltfBuilder()
    base = positions, normals = shape(body())
    attributes = {"POSITION": gltf.add_vertices(positions, bounds=True), "NORMAL": gltf.add_vertices(normals)}
    targets = []
    for name in TARGET_NAMES:
        moved, tilted = (differences(after, before) for after, before in zip(shape(body(**{name: 1.0})), base))
        targets.append({"POSITION": gltf.add_vertices(moved, bounds=True), "NORMAL": gltf.add_vertices(tilted)})
    mesh = gltf.add_mesh("Body", attributes, gltf.add_triangles(triangles()), gltf.add_material("Green", COLOR, 0.35),
                         targets, TARGET_NAMES)
    gltf.add_node(name="CubicSpline", mesh=mesh)
    gltf.add_weights_animation("Dance", [key[0] for key in KEYS], spline_rows(), "CUBICSPLINE")
    return gltf
