# SPDX-License-Identifier: MIT
"""Fault 9: small files that ask for much memory or time."""

import os
import struct
import zlib

import hostile
from fault_row import FILE, Row, changed, text, with_file
from hostile import data_uri, textured, triangle


def with_accessor(**accessor):
    return changed(triangle(), ("accessors", 0, {"componentType": 5126, "type": "VEC3", **accessor}))


def zeros(count, **more):
    """A document whose buffer 0 is beside it, zeros of `count` bytes in one view."""
    return {"asset": {"version": "2.0"}, "buffers": [{"byteLength": count, "uri": "zeros.bin"}],
            "bufferViews": [{"buffer": 0, "byteLength": count}], **more}


def beside(document, size):
    return with_file("zeros.bin", b"\0" * size, text(document))


def greedy_accessors():
    needs = r"needed.*limit"
    yield Row(9, "4 000 000 000 elements", text(with_accessor(bufferView=0, count=4_000_000_000)), pointer="/accessors/0",
              says="GiB needed .*, limit ")
    yield Row(9, "4 000 000 000 elements without a view", text(with_accessor(count=4_000_000_000)), pointer="/accessors/0",
              says="GiB needed .*, limit ")
    for count in (2**53, 2**53 - 1, 2**40, 2**32, 2**31):
        yield Row(9, f"{count} elements", text(with_accessor(count=count)), pointer="/accessors/0", says=needs)
    yield Row(9, "2⁶⁴ elements", text(with_accessor(count=2**64)), pointer="/accessors/0/count", says="expected an integer")
    yield Row(9, "16 million vertices of zeros", text(with_accessor(count=16_000_000)),
              pointer="/meshes/0/primitives/0/attributes/POSITION", says=needs)
    yield Row(9, "17 million vertices of zeros", text(with_accessor(count=17_000_000)),
              pointer="/meshes/0/primitives/0/attributes/POSITION", says="limit 16777216")
    one = changed(triangle(), ("accessors", 0, {
        "componentType": 5126, "count": 16_000_000, "type": "VEC3", "sparse": {
            "count": 1, "indices": {"bufferView": 0, "componentType": 5125}, "values": {"bufferView": 0, "byteOffset": 12}}}))
    yield Row(9, "16 million vertices by one sparse entry", text(one), pointer="/meshes/0/primitives/0/attributes/POSITION",
              says=needs)
    yield Row(9, "unused accessors of 2 GB", text(changed(triangle(), ("accessors", triangle()["accessors"] + [
        {"componentType": 5121, "count": 500_000_000, "type": "SCALAR"}] * 8))), exit=0, says=None)
    unused = changed(one, ("accessors", triangle()["accessors"] + one["accessors"] * 50))
    yield Row(9, "unused sparse accessors of 192 MB each", text(unused), exit=0, pointer="/accessors/1/sparse/indices/bufferView",
              says="which holds vertices")
    yield Row(9, "the same 900 KB file in 4000 buffers", beside({"asset": {"version": "2.0"}, "buffers": [
        {"byteLength": 900_000, "uri": "zeros.bin"}] * 4000}, 900_000), pointer="/buffers/", says=needs)

    vertices = 80_000
    mesh = {"meshes": [{"primitives": [{"attributes": {"POSITION": 0}}] * 2000}], "nodes": [{"mesh": 0}],
            "accessors": [{"bufferView": 0, "componentType": 5126, "count": vertices, "type": "VEC3",
                           "min": [0, 0, 0], "max": [0, 0, 0]}]}
    yield Row(9, "2000 primitives of one accessor", beside(zeros(12 * vertices, **mesh), 12 * vertices),
              pointer="/meshes/0/primitives/", says=needs)
    target = changed(mesh, ("meshes", 0, "primitives", [{"attributes": {"POSITION": 0}, "targets": [{"POSITION": 0}] * 4096}]))
    yield Row(9, "4096 targets of one accessor", beside(zeros(12 * vertices, **target), 12 * vertices),
              pointer="/meshes/0/primitives/0/targets/", says=needs)
    small = changed(target, ("accessors", 0, "count", 2000))
    yield Row(9, "4096 targets of 2000 vertices", beside(zeros(24_000, **small), 24_000),
              pointer="/meshes/0/primitives/0/targets/", says=needs)
    bytes_ = changed(target, ("accessors", 0, {**target["accessors"][0], "componentType": 5120, "count": 300_000}))
    yield Row(9, "targets of bytes, with a stride of 4",
              beside(changed(zeros(1_200_000, **bytes_), ("bufferViews", 0, "byteStride", 4)), 1_200_000),
              pointer="/meshes/0/primitives/0/targets/", says=needs)
    scan = {"accessors": [{"bufferView": 0, "componentType": 5121, "count": 3_000_000, "type": "SCALAR",
                           "min": [0], "max": [0]}] * 20_000}
    yield Row(9, "20 000 accessors over the same 3 MB", beside(zeros(3_000_000, **scan), 3_000_000), exit=0,
              pointer="/accessors/", says="are not checked")
    sparse = {"count": 750_000, "indices": {"bufferView": 1, "componentType": 5125}, "values": {"bufferView": 0}}
    accessors = [{"componentType": 5121, "count": 800_000, "type": "SCALAR", "sparse": sparse}] * 20_000

    def rising(folder):
        (folder / "rising.bin").write_bytes(struct.pack("<750000I", *range(750_000)))
        document = zeros(800_000, accessors=accessors)
        document["buffers"].append({"byteLength": 3_000_000, "uri": "rising.bin"})
        document["bufferViews"].append({"buffer": 1, "byteLength": 3_000_000})
        return beside(document, 800_000)(folder)

    yield Row(9, "20 000 accessors with the same 750 000 sparse entries", rising, pointer="/accessors/", says=needs)
    indices = {"meshes": [{"primitives": [{"attributes": {"POSITION": 0}, "indices": 1}] * 2000}], "nodes": [{"mesh": 0}],
               "accessors": [{"componentType": 5126, "count": 3, "type": "VEC3"},
                             {"componentType": 5125, "count": 10_000_000, "type": "SCALAR"}]}
    yield Row(9, "2000 lists of 10 million indices of zero", text({"asset": {"version": "2.0"}, **indices}),
              pointer="/meshes/0/primitives/", says=needs)
    joints = {"meshes": [{"primitives": [{"attributes": {"POSITION": 0, "JOINTS_0": 1, "WEIGHTS_0": 1}}]}],
              "nodes": [{"mesh": 0}], "accessors": [{"componentType": 5126, "count": 3_000_000, "type": "VEC3"},
                                                    {"componentType": 5121, "count": 3_000_000, "type": "VEC4"}]}
    yield Row(9, "3 million vertices with joints", text({"asset": {"version": "2.0"}, **joints}),
              pointer="/meshes/0/primitives/0/attributes/", says=needs)
    matrices = {"nodes": [{}], "skins": [{"joints": [0], "inverseBindMatrices": 0}] * 100,
                "accessors": [{"componentType": 5126, "count": 3_000_000, "type": "MAT4"}]}
    yield Row(9, "matrices for 3 million joints", text({"asset": {"version": "2.0"}, **matrices}),
              pointer="/skins/0/inverseBindMatrices", says=needs)
    colors = {"meshes": [{"primitives": [{"attributes": {"POSITION": 0, "COLOR_0": 0}}]}], "nodes": [{"mesh": 0}],
              "accessors": [{"componentType": 5126, "count": 4_000_000, "type": "VEC3"}]}
    yield Row(9, "4 million colours of zero", text({"asset": {"version": "2.0"}, **colors}),
              pointer="/meshes/0/primitives/0/attributes/", says=needs)


def greedy_animations():
    needs = r"needed.*limit|numbers in key frames"

    def animated(folder, keys, targets, samplers, nodes=1, animations=1):
        times = struct.pack(f"<{keys}f", *range(keys))
        accessors = [{"componentType": 5126, "count": 1, "type": "VEC3", "min": [0] * 3, "max": [0] * 3},
                     {"bufferView": 0, "componentType": 5126, "count": keys, "type": "SCALAR", "min": [0], "max": [keys - 1]},
                     {"componentType": 5126, "count": keys * targets, "type": "SCALAR"}]
        animation = {"samplers": [{"input": 1, "output": 2}] * samplers,
                     "channels": [{"sampler": i, "target": {"node": i % nodes, "path": "weights"}} for i in range(samplers)]}
        document = {"asset": {"version": "2.0"}, "nodes": [{"mesh": 0}] * nodes, "accessors": accessors,
                    "meshes": [{"primitives": [{"attributes": {"POSITION": 0}, "targets": [{"POSITION": 0}] * targets}]}],
                    "animations": [animation] * animations,
                    "bufferViews": [{"buffer": 0, "byteLength": len(times)}],
                    "buffers": [{"byteLength": len(times), "uri": data_uri(times)}]}
        return text(document)(folder)

    yield Row(9, "4096 weights at 8192 keys", lambda f: animated(f, 8192, 4096, 1),
              pointer="/animations/0/samplers/0/output", says=needs)
    yield Row(9, "500 samplers of 1000 keys for 100 weights", lambda f: animated(f, 1000, 100, 500, nodes=500),
              pointer="/animations/0/samplers/", says=needs)
    yield Row(9, "2000 animations of 1000 keys", lambda f: animated(f, 1000, 100, 1, animations=2000),
              pointer="/animations/", says=needs)
    yield Row(9, "10 million keys without a view", text(changed(
        triangle(), ("accessors", triangle()["accessors"] + [{"componentType": 5126, "count": 10_000_000, "type": "SCALAR"},
                                                             {"componentType": 5126, "count": 10_000_000, "type": "VEC3"}]),
        ("animations", [{"samplers": [{"input": 1, "output": 2}],
                         "channels": [{"sampler": 0, "target": {"node": 0, "path": "translation"}}]}]))),
        pointer="/animations/0/samplers/0/", says=needs)
    morphed = {"accessors": [{"componentType": 5126, "count": 1, "type": "VEC3", "min": [0] * 3, "max": [0] * 3}]}
    primitive = {"attributes": {"POSITION": 0}, "targets": [{"POSITION": 0}] * 4096}
    asset = {"asset": {"version": "2.0"}, **morphed}
    yield Row(9, "4096 weights of 90 000 nodes", text({**asset, "meshes": [{"primitives": [primitive]}],
                                                       "nodes": [{"mesh": 0}] * 90_000}), pointer="/nodes/", says=needs)
    yield Row(9, "4096 targets of 90 000 primitives", text({**asset, "nodes": [{"mesh": 0}], "meshes": [
        {"primitives": [primitive] + [{"attributes": {}}] * 90_000}]}), pointer="/meshes/0/primitives/", says=needs)
    yield Row(9, "2000 primitives shown by 90 000 nodes", text({**asset, "nodes": [{"mesh": 0}] * 90_000, "meshes": [
        {"primitives": [{"attributes": {"POSITION": 0}}] * 2000}]}), pointer="/nodes/", says=needs)
    yield Row(9, "4000 scenes of 90 000 nodes", text({"asset": {"version": "2.0"}, "nodes": [{}] * 90_000,
                                                      "scenes": [{"nodes": [0]}] * 4000}), pointer="/scenes", says=needs)


def compressed(mode, count, stride, stream, views=1, **more):
    length = count * stride
    extension = {"buffer": 0, "byteOffset": 0, "byteLength": len(stream), "byteStride": stride, "count": count, "mode": mode}
    return {"asset": {"version": "2.0"}, "extensionsUsed": ["EXT_meshopt_compression"],
            "extensionsRequired": ["EXT_meshopt_compression"],
            "buffers": [{"byteLength": len(stream), "uri": data_uri(stream)},
                        {"byteLength": length, "extensions": {"EXT_meshopt_compression": {"fallback": True}}}],
            "bufferViews": [{"buffer": 1, "byteLength": length,
                             "extensions": {"EXT_meshopt_compression": extension}}] * views, **more}


def draco(faces, vertices, method=1, split=0):
    """The beginning of a Draco stream that claims a mesh: header, connectivity."""
    def varint(number):
        out = b""
        while number > 127:
            out, number = out + bytes([number & 127 | 128]), number >> 7
        return out + bytes([number])

    header = b"DRACO" + struct.pack("<BBBBH", 2, 2, 1, method, 0)
    if method == 0:
        return header + varint(faces) + varint(vertices) + b"\1" + b"\0" * 64
    return header + b"\0" + varint(vertices) + varint(faces) + b"\0" + varint(faces) + varint(split) + b"\0" * 64


def with_draco(stream, vertices, primitives=1):
    extension = {"KHR_draco_mesh_compression": {"bufferView": 0, "attributes": {"POSITION": 0}}}
    return {"asset": {"version": "2.0"}, "extensionsUsed": ["KHR_draco_mesh_compression"],
            "extensionsRequired": ["KHR_draco_mesh_compression"], "nodes": [{"mesh": 0}],
            "meshes": [{"primitives": [{"attributes": {"POSITION": 0}, "indices": 1, "extensions": extension}] * primitives}],
            "accessors": [{"componentType": 5126, "count": vertices, "type": "VEC3", "min": [0] * 3, "max": [1] * 3},
                          {"componentType": 5125, "count": 3, "type": "SCALAR"}],
            "bufferViews": [{"buffer": 0, "byteLength": len(stream)}],
            "buffers": [{"byteLength": len(stream), "uri": data_uri(stream)}]}


def greedy_codecs():
    if os.environ.get("MORPH_CODECS") == "OFF":
        return
    needs = r"needed.*limit|needed to decode"
    where = "/bufferViews/0/extensions/EXT_meshopt_compression"
    for count, place in ((4_000_000, where), (100_000_000, where), (2**40, where), (2**53, "/buffers/1/byteLength")):
        yield Row(9, f"meshopt: {count} vertices in 64 bytes", text(compressed("ATTRIBUTES", count, 256, b"\xa0" + b"\0" * 63)),
                  pointer=place, says=needs + "|expected an integer")
    yield Row(9, "meshopt: 300 million indices in 64 bytes", text(compressed("TRIANGLES", 300_000_000, 4, b"\xe1" + b"\0" * 63)),
              pointer=where, says=needs)
    yield Row(9, "meshopt: 10 000 views of 64 KiB from 64 bytes",
              text(compressed("ATTRIBUTES", 256, 256, b"\xa0" + b"\0" * 63, views=10_000)), pointer="/bufferViews/", says=needs)
    for method, name in ((0, "sequential"), (1, "edgebreaker")):
        for faces in (2_000_000, 100_000_000, 4_000_000_000):
            yield Row(9, f"Draco: {faces} faces, {name}", text(with_draco(draco(faces, 3, method), 3)),
                      pointer="/meshes/0/primitives/0/extensions/KHR_draco_mesh_compression",
                      says=needs + "|does not decode")
        yield Row(9, f"Draco: 16 million vertices, {name}", text(with_draco(draco(1, 16_000_000, method), 16_000_000)),
                  pointer="/meshes/0/primitives/0/extensions/KHR_draco_mesh_compression", says=needs + "|does not decode")


def greedy_images():
    bomb = r"a checkerboard stands for it$"
    needs = r"needed.*limit.*a checkerboard stands for it$"

    def several(content, count, name="image.png"):
        document = textured({"uri": name})
        material = document["materials"][0]
        document["images"] = [{"uri": name}] * count
        document["textures"] = [{"source": i} for i in range(count)]
        document["materials"] = [changed(material, ("pbrMetallicRoughness", "baseColorTexture", "index", i))
                                 for i in range(count)]
        return with_file(name, content, text(document))

    def one(content, name="image.png"):
        return several(content, 1, name)

    yield Row(9, "PNG of 8000 × 8000 pixels in 30 KB", one(hostile.png(8000, 8000, 1, 0)), exit=0, pointer="/images/0", says=needs)
    yield Row(9, "PNG of 16384 × 16384 pixels", one(hostile.png(16384, 16384, 1, 0, rows=16)), exit=0, pointer="/images/0", says=bomb)
    yield Row(9, "PNG of 2³¹ pixels a side", one(png_header(2**31 - 1, 2**31 - 1)), exit=0, pointer="/images/0", says=bomb)
    yield Row(9, "60 PNGs of 2000 × 2000 pixels", several(hostile.png(2000, 2000, 1, 0), 60), exit=0, pointer="/images/30", says=needs,
              arguments=(FILE, "--info", "-v"))
    yield Row(9, "one PNG 4000 times", several(hostile.png(256, 256), 4000), exit=0, pointer="/images/1000", says=needs,
              arguments=(FILE, "--info", "-v"))
    yield Row(9, "interlaced PNG of 8000 × 8000 pixels", one(hostile.png(8000, 8000, 1, 0, interlace=1)), exit=0,
              pointer="/images/0", says=bomb)
    yield Row(9, "PNG with a text of 100 MB", one(text_bomb()), exit=0, says=None)
    for size in (4096, 8000, 16384, 65535):
        yield Row(9, f"progressive JPEG that claims {size} × {size} pixels", one(hostile.jpeg(size, size), "image.jpg"), exit=0,
                  pointer="/images/0", says=bomb)
        yield Row(9, f"JPEG that claims {size} × {size} pixels", one(hostile.jpeg(size, size, False), "image.jpg"), exit=0,
                  pointer="/images/0", says=bomb)
    yield Row(9, "JPEG of 5000 scans", one(hostile.jpeg(1500, 1500, True, 5000), "image.jpg"), exit=0,
              pointer="/images/0", says=bomb)
    for lossless in (True, False):
        for size in (8000, 16383):
            yield Row(9, f"WebP that claims {size} × {size} pixels, {'lossless' if lossless else 'lossy'}",
                      one(hostile.webp(size, size, lossless), "image.webp"), exit=0, pointer="/images/0", says=bomb)


def png_header(width, height):
    header = struct.pack(">IIBBBBB", width, height, 8, 6, 0, 0, 0)
    return b"\x89PNG\r\n\x1a\n" + hostile.png_chunk(b"IHDR", header) + hostile.png_chunk(b"IDAT", b"x\x9c") + \
        hostile.png_chunk(b"IEND", b"")


def text_bomb():
    packed = zlib.compress(b"\0" * 100_000_000, 9)
    image = hostile.png(4, 4)
    return image[:33] + hostile.png_chunk(b"zTXt", b"k\0\0" + packed) + hostile.png_chunk(b"iCCP", b"k\0\0" + packed) + image[33:]


def rows():
    yield from greedy_accessors()
    yield from greedy_animations()
    yield from greedy_codecs()
    yield from greedy_images()
