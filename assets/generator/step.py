# SPDX-License-Identifier: MIT
"""Step: four bars that jump, as on a level meter, under a STEP track. The targets move positions only."""

from .arithmetic import ZERO
from .gltf_builder import GltfBuilder
from .morph_cube import CORNERS, FACES, TRIANGLES

BARS = 4
PITCH, HALF_WIDTH, REST_HEIGHT, RISE = 0.5, 0.19, 0.12, 1.4
COLOR = (0.42, 0.10, 0.38)

# time in seconds, then the weight of each bar.
KEYS = (
    (0.0, (0.2, 0.5, 0.3, 0.1)),
    (0.25, (0.6, 0.9, 0.2, 0.0)),
    (0.6, (1.0, 0.4, 0.7, 0.3)),
    (0.85, (0.5, 0.1, 1.0, 0.8)),
    (1.3, (0.0, 0.6, 0.5, 1.0)),
    (1.55, (0.8, 1.0, 0.0, 0.4)),
    (2.0, (0.2, 0.5, 0.3, 0.1)),
)


def bar_vertex(bar, corner):
    """A box on the ground plane, with the vertex order of the cube."""
    x, y, z = (1.0 if sign == "+" else -1.0 for sign in corner)
    left = (bar - 0.5 * (BARS - 1)) * PITCH
    return (left + HALF_WIDTH * x, REST_HEIGHT if y > 0.0 else 0.0, HALF_WIDTH * z)


def rise(moved_bar):
    """Deltas that lift the top of one bar and leave the others."""
    return [(0.0, RISE, 0.0) if bar == moved_bar and corner[1] == "+" else ZERO
            for bar in range(BARS) for corner in CORNERS]


def build():
    gltf = GltfBuilder()
    vertices_per_bar = len(CORNERS)
    attributes = {
        "POSITION": gltf.add_vertices([bar_vertex(bar, c) for bar in range(BARS) for c in CORNERS], bounds=True),
        "NORMAL": gltf.add_vertices([normal for _ in range(BARS) for normal, corners in FACES for _ in corners]),
    }
    triangles = [tuple(bar * vertices_per_bar + i for i in triangle) for bar in range(BARS) for triangle in TRIANGLES]
    targets = [{"POSITION": gltf.add_vertices(rise(bar), bounds=True)} for bar in range(BARS)]
    mesh = gltf.add_mesh("Bars", attributes, gltf.add_triangles(triangles), gltf.add_material("Violet", COLOR, 0.45),
                         targets, [f"bar {number}" for number in range(1, BARS + 1)])
    gltf.add_node(name="Step", mesh=mesh)
    gltf.add_weights_animation("Levels", [time for time, _ in KEYS], [row for _, row in KEYS], "STEP")
    return gltf
