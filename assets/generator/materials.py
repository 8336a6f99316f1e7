# SPDX-License-Identifier: MIT
"""Materials: a ball for each thing that a material can say, and one weight that presses all of them.

Three rows of four. Metal from smooth to rough and a plastic; a colour map, a normal map, a map of metal and roughness,
a map of occlusion; emission, cut-outs, glass, vertex colours. Behind the glass is an unlit ball.
"""

import struct
import zlib

from .arithmetic import PI, cosine, differences, sine
from .gltf_builder import GltfBuilder
from .shapes import grid_triangles, normal_at, tangent_at

COLUMNS, ROWS = 25, 13
SIDE = 32  # pixels of a texture
GOLD, GREY, BLUE = (0.9, 0.6, 0.2), (0.6, 0.6, 0.6), (0.1, 0.25, 0.6)


def ball(u, v):
    """u around, v from the south pole to the north; both 0 … 1."""
    around, up = 2.0 * PI * u, PI * (v - 0.5)
    return (cosine(up) * sine(around), sine(up), cosine(up) * cosine(around))


def pressed(u, v):
    x, y, z = ball(u, v)
    return (1.25 * x, 0.6 * y, 1.25 * z)


# ---- pictures --------------------------------------------------------------------------------------------------------


def png(paint):
    """A PNG of RGBA that is the same with any zlib: stored, not compressed."""
    rows = b"".join(b"\0" + bytes(value for x in range(SIDE) for value in paint(x, y)) for y in range(SIDE))
    stored = b"\x78\x01\x01" + struct.pack("<HH", len(rows), len(rows) ^ 0xFFFF) + rows
    chunks = ((b"IHDR", struct.pack(">IIBBBBB", SIDE, SIDE, 8, 6, 0, 0, 0)),
              (b"IDAT", stored + struct.pack(">I", zlib.adler32(rows))), (b"IEND", b""))
    packed = (struct.pack(">I", len(data)) + kind + data + struct.pack(">I", zlib.crc32(kind + data))
              for kind, data in chunks)
    return b"\x89PNG\r\n\x1a\n" + b"".join(packed)


def checker(x, y):
    return (x // 8 + y // 8) % 2 == 0


def colors(x, y):
    return (230, 120, 40, 255) if checker(x, y) else (40, 90, 160, 255)


def waves(x, y):
    """Normals of waves along u and v."""
    slope = (0.5 * sine(2.0 * PI * (x + 0.5) / 8.0), 0.5 * sine(2.0 * PI * (y + 0.5) / 8.0), 1.0)
    length = (slope[0] * slope[0] + slope[1] * slope[1] + 1.0) ** 0.5
    return (*(int(127.5 + 127.5 * part / length + 0.5) for part in slope), 255)


def metal_stripes(x, y):
    return (0, 60 + 6 * y, 255 if x // 8 % 2 == 0 else 0, 255)


def shadows(x, y):
    return (255 if checker(x, y) else 60, 0, 0, 255)


def glow(x, y):
    return (255, 160, 60, 255) if y // 4 % 2 == 0 else (0, 0, 0, 255)


def holes(x, y):
    return (200, 60, 60, 255 if checker(x, y) else 0)


def add_texture(gltf, paint):
    image = gltf.append("images", {"bufferView": gltf.add_view(png(paint)), "mimeType": "image/png"})
    return {"index": gltf.append("textures", {"sampler": 0, "source": image})}


# ---- materials -------------------------------------------------------------------------------------------------------


def add_materials(gltf):
    """In the order of the balls, row by row."""
    gltf.document.update(samplers=[{"magFilter": 9729, "minFilter": 9987}], images=[], textures=[])

    def material(name, color, metallic, roughness, **more):
        maps = {key: more.pop(key) for key in ("baseColorTexture", "metallicRoughnessTexture") if key in more}
        surface = {"baseColorFactor": [*color, more.pop("alpha", 1.0)], "metallicFactor": metallic,
                   "roughnessFactor": roughness, **maps}
        return gltf.append("materials", {"name": name, "pbrMetallicRoughness": surface, **more})

    white = (1.0, 1.0, 1.0)
    first = [material(f"Gold {roughness}", GOLD, 1.0, roughness) for roughness in (0.0, 0.35, 0.8)]
    second = [
        material("Colour map", white, 0.0, 0.5, baseColorTexture=add_texture(gltf, colors)),
        material("Normal map", GREY, 0.0, 0.4, normalTexture=add_texture(gltf, waves)),
        material("Metal map", GOLD, 1.0, 1.0, metallicRoughnessTexture=add_texture(gltf, metal_stripes)),
        material("Occlusion map", GREY, 0.0, 0.6, occlusionTexture=add_texture(gltf, shadows)),
    ]
    third = [
        material("Emission", (0.02, 0.02, 0.02), 0.0, 0.5, emissiveFactor=[1.0, 1.0, 1.0],
                 emissiveTexture=add_texture(gltf, glow)),
        material("Cut-outs", white, 0.0, 0.5, baseColorTexture=add_texture(gltf, holes), alphaMode="MASK",
                 doubleSided=True),
        material("Glass", BLUE, 0.0, 0.1, alpha=0.45, alphaMode="BLEND"),
        material("Vertex colours", white, 0.0, 0.5),
    ]
    unlit = material("Unlit", (0.9, 0.5, 0.05), 0.0, 1.0, extensions={"KHR_materials_unlit": {}})
    gltf.document["extensionsUsed"] = ["KHR_materials_unlit"]
    return [*first, material("Plastic", BLUE, 0.0, 0.15), *second, *third], unlit


# ---- balls -----------------------------------------------------------------------------------------------------------


def add_ball(gltf):
    """What all balls share, and what some have beside it: attributes and what the target adds to them."""
    places = [(column / (COLUMNS - 1), row / (ROWS - 1)) for row in range(ROWS) for column in range(COLUMNS)]
    # At the poles the surface has no two directions; a little away from them it has.
    inner = [(u, min(max(v, 1e-3), 1.0 - 1e-3)) for u, v in places]

    def surface(shape):
        return ([shape(*place) for place in places], [normal_at(shape, *place) for place in inner],
                [tangent_at(shape, *place) for place in inner])

    base, moved = surface(ball), surface(pressed)
    attributes = {
        "POSITION": gltf.add_vertices(base[0], bounds=True),
        "NORMAL": gltf.add_vertices(base[1]),
        "TEXCOORD_0": gltf.add_vertices([(2.0 * u, 1.0 - v) for u, v in places]),
    }
    colors = gltf.add_vertices([tuple(max(0.5 + 0.5 * part, 0.0) for part in position) for position in base[0]])
    target = {"POSITION": gltf.add_vertices(differences(moved[0], base[0]), bounds=True),
              "NORMAL": gltf.add_vertices(differences(moved[1], base[1]))}
    more = {
        "Vertex colours": ({"COLOR_0": colors}, {}),
        "Normal map": ({"TANGENT": gltf.add_vertices([(*tangent, 1.0) for tangent in base[2]])},
                       {"TANGENT": gltf.add_vertices(differences(moved[2], base[2]))}),
    }
    return attributes, gltf.add_triangles(grid_triangles(COLUMNS, ROWS)), target, more


def build():
    gltf = GltfBuilder()
    attributes, indices, target, more = add_ball(gltf)
    materials, unlit = add_materials(gltf)
    nodes = []

    def show(material, x, y, z):
        name = gltf.document["materials"][material]["name"]
        own, moved = more.get(name, ({}, {}))
        mesh = gltf.add_mesh(name, {**attributes, **own}, indices, material, [{**target, **moved}], ["press"])
        nodes.append(gltf.add_node(name=name, mesh=mesh, translation=[x, y, z]))

    for place, material in enumerate(materials):
        show(material, 2.6 * (place % 4) - 3.9, 2.6 - 2.6 * (place // 4), 0.0)
    show(unlit, 1.9, -2.2, -2.5)
    gltf.document["scenes"] = [{"nodes": nodes}]
    poses = [0.0, 1.0, 0.0]
    gltf.add_weights_animation("Press", [0.0, 1.0, 2.0], [[weight] for weight in poses], node=nodes[0])
    return gltf
