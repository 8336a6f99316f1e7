# SPDX-License-Identifier: MIT
"""SkinnedReed: the morph first, then the skin.

A tube along y on three joints. `knot` swells its middle, `flat` presses it; both move positions and normals. The clip
bends the joints and moves the weights at once.
"""

from .arithmetic import PI, cosine, differences, sine
from .gltf_builder import ARRAY_BUFFER, GltfBuilder
from .shapes import grid_triangles, normal_at
from .tracks import eased

AROUND, ALONG = 20, 25
HEIGHT, RADIUS = 3.0, 0.25
COLOR = (0.16, 0.4, 0.12)
TARGET_NAMES = ("knot", "flat")


def tube(width, depth):
    """A surface of (angle, height); its half axis in x is a function of the height, that in z a part of it."""
    def surface(angle, height):
        return (width(height) * sine(angle), height, width(height) * depth * cosine(angle))
    return surface


def straight(height):
    return RADIUS * (1.0 - 0.12 * height)


def knotted(height):
    part = 1.0 - (height - 1.5) * (height - 1.5)
    return straight(height) + (0.35 * part * part if part > 0.0 else 0.0)


def rings(surface):
    """(positions, normals) ring by ring."""
    places = [(2.0 * PI * column / AROUND, HEIGHT * row / (ALONG - 1)) for row in range(ALONG) for column in range(AROUND)]
    return [surface(*place) for place in places], [normal_at(surface, *place) for place in places]


def influences(height):
    """Joints and weights: soft between the three joints at heights 0, 1 and 2."""
    first = min(int(height), 2)
    part = min(max(height - first - 0.5, 0.0) * 2.0, 1.0) if first < 2 else 0.0
    return (first, first + 1 if part > 0.0 else 0, 0, 0), (1.0 - part, part, 0.0, 0.0)


def add_target(gltf, base, surface):
    positions, normals = (differences(after, before) for after, before in zip(rings(surface), base))
    return {"POSITION": gltf.add_vertices(positions, bounds=True), "NORMAL": gltf.add_vertices(normals)}


def add_joints(gltf):
    """Three joints, one on the other, and their skin."""
    upper = gltf.add_node(name="Tip", translation=[0.0, 1.0, 0.0])
    middle = gltf.add_node(name="Middle", translation=[0.0, 1.0, 0.0], children=[upper])
    root = gltf.add_node(name="Root", children=[middle])
    inverse = [(1.0, 0.0, 0.0, 0.0, 0.0, 1.0, 0.0, 0.0, 0.0, 0.0, 1.0, 0.0, 0.0, -height, 0.0, 1.0)
               for height in (0.0, 1.0, 2.0)]
    gltf.document["skins"] = [{"inverseBindMatrices": gltf.add_rows(inverse), "joints": [root, middle, upper]}]
    return root, middle, upper


def turn(degrees):
    half = degrees * PI / 360.0
    return (0.0, 0.0, sine(half), cosine(half))


def add_bend(gltf, joint):
    """Turns a joint about z and back, beside the weights of the clip."""
    animation = gltf.document["animations"][0]
    keys = gltf.add_rows([(time,) for time in (0.0, 1.0, 2.0)], bounds=True)
    values = gltf.add_rows([turn(0.0), turn(-50.0), turn(0.0)])
    animation["samplers"].append({"input": keys, "interpolation": "LINEAR", "output": values})
    animation["channels"].append({"sampler": len(animation["samplers"]) - 1,
                                  "target": {"node": joint, "path": "rotation"}})


def build():
    gltf = GltfBuilder()
    base = positions, normals = rings(tube(straight, 1.0))
    joints, weights = zip(*(influences(position[1]) for position in positions))
    attributes = {
        "POSITION": gltf.add_vertices(positions, bounds=True),
        "NORMAL": gltf.add_vertices(normals),
        "JOINTS_0": gltf.add_rows(joints, "u8", target=ARRAY_BUFFER),
        "WEIGHTS_0": gltf.add_vertices(weights),
    }
    targets = [add_target(gltf, base, surface) for surface in (tube(knotted, 1.0), tube(straight, 0.35))]
    material = gltf.add_material("Green reed", COLOR, 0.5, double_sided=True)
    mesh = gltf.add_mesh("Reed", attributes, gltf.add_triangles(grid_triangles(AROUND, ALONG, wrap=True)), material,
                         targets, TARGET_NAMES)
    root, middle, upper = add_joints(gltf)
    reed = gltf.add_node(name="SkinnedReed", mesh=mesh, skin=0)
    gltf.document["scenes"] = [{"nodes": [root, reed]}]
    poses = [[0.0, 0.0], [1.0, 0.0], [0.0, 1.0]]
    gltf.add_weights_animation("Bend", *eased([0.0, 1.0, 2.0], poses, steps=6), node=reed)
    for joint in (middle, upper):
        add_bend(gltf, joint)
    return gltf
