# SPDX-License-Identifier: MIT
"""AnimatedMorphCube and its quantized twin, rebuilt from the published facts of Khronos' sample model.

A cube of 0.02 stands in a file whose node makes it a hundred times larger. `thin` lifts its bottom nearly to the top,
`angle` lifts only the bottom's far edge to it, so that a wedge remains.
"""

from .arithmetic import ZERO, f32, shortest, subtract, unit
from .gltf_builder import GltfBuilder
from .weight_curve import Key, sample

HALF = 0.01  # metres before the node's scale
THIN_LIFT = 0.01893253
ANGLE_LIFT = 0.0198908355
ROTATION, SCALE = [0.0, 0.7071067, -0.7071068, 0.0], [100.0, 100.0, 100.0]
BASE_COLOR = (0.6038274, 0.6038274, 0.6038274)

# Six faces: the outward normal, and the signs of its four corners' x, y, z in the order of the vertices.
FACES = (
    ((0.0, 0.0, 1.0), ("-++", "+++", "+-+", "--+")),
    ((0.0, 0.0, -1.0), ("-+-", "---", "+--", "++-")),
    ((-1.0, 0.0, 0.0), ("-++", "--+", "---", "-+-")),
    ((0.0, -1.0, 0.0), ("--+", "+-+", "+--", "---")),
    ((1.0, 0.0, 0.0), ("+-+", "+++", "++-", "+--")),
    ((0.0, 1.0, 0.0), ("-+-", "++-", "+++", "-++")),
)
CORNERS = [corner for _, corners in FACES for corner in corners]
TRIANGLES = [(4 * face + a, 4 * face + b, 4 * face + c) for face in range(6) for a, b, c in ((2, 1, 0), (3, 2, 0))]

# The clip was authored as two curves in per cent, and baked at 30 frames a second. The curves are level at their ends
# and at 100; where both pass through 50 each has the slope of the chord between its neighbours.
CLIP_FRAMES = 126
CROSSING_SLOPE = f32(100.0 / f32(f32(3.4) - f32(1.6)))  # per cent a second
THIN_CURVE = (Key(0.0, 0.0, 0.0), Key(1.6, 100.0, 0.0), Key(2.4, 50.0, -CROSSING_SLOPE), Key(3.4, 0.0, 0.0))
ANGLE_CURVE = (Key(1.6, 0.0, 0.0), Key(2.4, 50.0, CROSSING_SLOPE), Key(3.4, 100.0, 0.0), Key(4.2, 0.0, 0.0))


def positions():
    return [tuple(HALF if sign == "+" else -HALF for sign in corner) for corner in CORNERS]


def normals():
    return [normal for normal, corners in FACES for _ in corners]


def thin_deltas():
    """The whole bottom goes up."""
    return [(0.0, THIN_LIFT, 0.0) if corner[1] == "-" else ZERO for corner in CORNERS]


def angle_deltas():
    """The bottom's edge at -z goes up."""
    return [(0.0, ANGLE_LIFT, 0.0) if corner[1:] == "--" else ZERO for corner in CORNERS]


def angle_normal_deltas():
    """The bottom becomes a ramp; the other faces stay in their planes."""
    ramp = subtract(unit((0.0, -1.0, -ANGLE_LIFT / (2.0 * HALF))), (0.0, -1.0, 0.0))
    return [ramp if normal == (0.0, -1.0, 0.0) else ZERO for normal in normals()]


def no_deltas():
    """What the original stores for `thin`'s normals and for both targets' tangents."""
    return [ZERO] * len(CORNERS)


def clip():
    """(times, [thin, angle] rows): the frame time is a running float32 sum, as the baking tool had it."""
    times, time = [], 0.0
    for _ in range(CLIP_FRAMES + 1):
        times.append(time)
        time = f32(time + f32(1.0 / 30.0))
    return times, [[f32(sample(curve, time) / 100.0) for curve in (THIN_CURVE, ANGLE_CURVE)] for time in times]


def build_float():
    """P, N and T as float32, with the same attributes in both targets."""
    gltf = GltfBuilder()
    attributes = {
        "POSITION": gltf.add_vertices(positions(), bounds=True),
        "NORMAL": gltf.add_vertices(normals()),
        "TANGENT": gltf.add_vertices([(1.0, 0.0, 0.0, 1.0)] * len(CORNERS)),
    }
    targets = [
        {
            "POSITION": gltf.add_vertices(position_deltas, bounds=True),
            "NORMAL": gltf.add_vertices(normal_deltas),
            "TANGENT": gltf.add_vertices(no_deltas()),
        }
        for position_deltas, normal_deltas in ((thin_deltas(), no_deltas()), (angle_deltas(), angle_normal_deltas()))
    ]
    mesh = gltf.add_mesh("Cube", attributes, gltf.add_triangles(TRIANGLES), gltf.add_material("Material", BASE_COLOR),
                         targets, ["thin", "angle"])
    gltf.add_node(name="AnimatedMorphCube", mesh=mesh, rotation=ROTATION, scale=SCALE)
    gltf.add_weights_animation("Square", *clip())
    return gltf


# ---- the twin, as gltfpack lays it out -------------------------------------------------------------------------------

POSITION_STEPS = 16383  # 14 bits


def quantization():
    """(offset, step): one step size for all axes, so that a box which holds the cube and every delta takes 14 bits."""
    base, targets = positions(), (thin_deltas(), angle_deltas())
    reach = [max(abs(delta[axis]) for deltas in targets for delta in deltas) for axis in range(3)]
    low = [min(p[axis] for p in base) - reach[axis] for axis in range(3)]
    high = [max(p[axis] for p in base) + reach[axis] for axis in range(3)]
    return low, max(top - bottom for top, bottom in zip(high, low)) / POSITION_STEPS


def to_integers(rows, factor):
    return [tuple(round(value * factor) for value in row) for row in rows]


def build_quantized():
    """u16 positions, s16 deltas, s8 normals, u8 keys; no tangents and no target names.

    The parent keeps the rotation and scale, an unnamed child undoes the quantization."""
    gltf = GltfBuilder()
    gltf.require_extension("KHR_mesh_quantization")
    offset, step = quantization()
    upright, still, tilt = (to_integers(rows, 127) for rows in (normals(), no_deltas(), angle_normal_deltas()))
    normal, thin_normal, angle_normal = gltf.add_padded_blocks(
        [(upright, "s8"), (still, "s8"), (tilt, "s8")], stride=4, normalized=True)
    shifted = [subtract(position, offset) for position in positions()]
    placed, thin_lift, angle_lift = (to_integers(rows, 1.0 / step) for rows in (shifted, thin_deltas(), angle_deltas()))
    base, thin, angle = gltf.add_padded_blocks(
        [(placed, "u16"), (thin_lift, "s16"), (angle_lift, "s16")], stride=8, bounds=True)
    mesh = gltf.add_mesh(
        None, {"NORMAL": normal, "POSITION": base}, gltf.add_triangles(TRIANGLES),
        gltf.add_material("Material", BASE_COLOR),
        [{"NORMAL": thin_normal, "POSITION": thin}, {"NORMAL": angle_normal, "POSITION": angle}])
    child = gltf.add_node(mesh=mesh, translation=[shortest(value) for value in offset], scale=[shortest(step)] * 3)
    parent = gltf.add_node(name="AnimatedMorphCube", children=[child], rotation=ROTATION, scale=SCALE)
    gltf.document["scenes"] = [{"nodes": [parent]}]
    times, rows = clip()
    gltf.add_weights_animation("Square", times, to_integers(rows, 255), node=child, component="u8")
    return gltf
