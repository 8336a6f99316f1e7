# SPDX-License-Identifier: MIT
"""TwelveTargets: more targets than a draw has slots for.

A ball with twelve hills, one a target, at the corners of an icosahedron. In its clip the number of active targets
climbs from one to twelve and sinks back to one, each weight leaving and reaching zero softly: whatever the number of
slots is, it is crossed both ways and nothing may pop.
"""

from .arithmetic import differences, scaled
from .gltf_builder import GltfBuilder
from .shapes import cap, geodesic_sphere, icosahedron, mapped_sphere_normal
from .tracks import eased

COUNT = 12
FREQUENCY = 9  # 812 vertices: round in outline at the size of a window
HILL_HEIGHT, HILL_RADIUS = 0.6, 0.62
COLOR = (0.75, 0.24, 0.05)
SECONDS_PER_POSE = 0.25


def hill(center):
    """The unit sphere with a hill at `center`, as a mapping of directions."""
    return lambda direction: scaled(direction, 1.0 + HILL_HEIGHT * cap(direction, center, HILL_RADIUS))


def peak(target):
    """The weight a target rises to: all differ, so that `the strongest` is never a tie."""
    return 1.0 - 0.03 * target


def poses():
    """All weights at each pose. They rise in the order of the targets, and the first to rise is the first to fall;
    only target 0 stays up, so that the clip ends as it began."""
    rising = [[peak(t) if t <= last else 0.0 for t in range(COUNT)] for last in range(COUNT)]
    falling = [[peak(t) if t == 0 or t > gone else 0.0 for t in range(COUNT)] for gone in range(1, COUNT)]
    return rising + falling


def build():
    gltf = GltfBuilder()
    directions, triangles = geodesic_sphere(FREQUENCY)
    centers, _ = icosahedron()
    attributes = {
        "POSITION": gltf.add_vertices(directions, bounds=True),
        "NORMAL": gltf.add_vertices(directions),
    }
    targets = [add_target(gltf, directions, hill(center)) for center in centers]
    mesh = gltf.add_mesh("Ball", attributes, gltf.add_triangles(triangles), gltf.add_material("Orange", COLOR, 0.4),
                         targets, [f"hill {number}" for number in range(1, COUNT + 1)])
    # A slight turn, so that no hill points straight at the viewer.
    gltf.add_node(name="TwelveTargets", mesh=mesh, rotation=[0.1825742, 0.3651484, 0.0, 0.9128709])
    weights = poses()
    gltf.add_weights_animation("Rise and fall", *eased([SECONDS_PER_POSE * i for i in range(len(weights))], weights, 6))
    return gltf


def add_target(gltf, directions, mapping):
    positions = [mapping(direction) for direction in directions]
    normals = [mapped_sphere_normal(mapping, direction) if position != direction else direction
               for direction, position in zip(directions, positions)]
    return {
        "POSITION": gltf.add_vertices(differences(positions, directions), bounds=True),
        "NORMAL": gltf.add_vertices(differences(normals, directions)),
    }
