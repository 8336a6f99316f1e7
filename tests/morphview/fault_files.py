# SPDX-License-Identifier: MIT
"""Faults 1 to 8: what is wrong with the file as a whole, or with how much stands in it."""

import os
import socket
import struct
from pathlib import Path

import hostile
from fault_row import Row, binary, changed, text
from hostile import GLB_BIN, GLB_JSON, as_glb, chunk, glb, nested, repeated, triangle


def missing_files():
    def link(folder):
        (folder / "link.glb").symlink_to(folder / "nothing.glb")
        return folder / "link.glb"

    yield Row(1, "missing", lambda f: f / "x.glb", says=r"^Cannot open '.*x\.glb': no such file$")
    yield Row(1, "in a missing folder", lambda f: f / "no/x.glb", says="no such file$")
    yield Row(1, "a link to nothing", link, says="no such file$")
    yield Row(1, "below a file", lambda f: text(triangle())(f) / "x.glb", says=": not a directory$")
    yield Row(1, "a name of 300 characters", lambda f: f / ("x" * 300), says=": file name too long$")
    yield Row(1, "a name with an escape sequence", lambda f: f / "a\x1b[2J\n.gltf", says="no such file$")


def special_files():
    def fifo(folder):
        os.mkfifo(folder / "fifo")
        return folder / "fifo"

    def link(folder):
        fifo(folder)
        (folder / "link.gltf").symlink_to("fifo")
        return folder / "link.gltf"

    def unix_socket(folder):
        os.chdir(folder)  # the address may have 107 bytes
        socket.socket(socket.AF_UNIX).bind("socket")
        os.chdir("/")
        return folder / "socket"

    def as_buffer(make):
        def both(folder):
            path = make(folder)
            return text(changed(triangle(), ("buffers", 0, "uri", path.name)))(folder)
        return both

    def folder_inside(folder):
        (folder / "inner").mkdir()
        return folder / "inner"

    no = "is not a regular file$"
    yield Row(2, "folder", lambda f: f, says=no)
    yield Row(2, "FIFO", fifo, says=no)
    yield Row(2, "link to a FIFO", link, says=no)
    yield Row(2, "socket", unix_socket, says=no)
    for device in ("/dev/zero", "/dev/null", "/dev/random", "/dev/tty"):
        if os.path.exists(device):
            yield Row(2, device, lambda f, device=device: Path(device), says=no)
    for name, make in (("folder", folder_inside), ("FIFO", fifo), ("link to a FIFO", link), ("socket", unix_socket)):
        yield Row(2, f"{name} as a buffer", as_buffer(make), pointer="/buffers/0/uri",
                  says="cannot open" if name == "socket" else no)


def not_json():
    contents = {
        "empty": b"", "white space": b" \t\r\n" * 1000, "text": b"hello", "a byte order mark alone": b"\xef\xbb\xbf",
        "binary junk": bytes((i * 197 + 91) % 256 for i in range(4096)), "zeros": b"\0" * 4096,
        "UTF-16, little end first": "{}".encode("utf-16"), "UTF-16, big end first": b"\xfe\xff\0{\0}",
        "UTF-16 without a mark": b"{\0}\0", "UTF-32": "{}".encode("utf-32"), "an array": b"[]", "a number": b"1",
        "a string": b'"glTF"', "cut off in an object": b'{"asset": ', "cut off in a string": b'{"asset": {"version": "2.',
        "invalid UTF-8": b'{"asset": {"version": "2.0", "generator": "\xff"}}', "text after the end": b"{} {}",
        "a comma too many": b'{"asset": {"version": "2.0"},}', "a comment": b"// {}\n{}", "HTML": b"<!DOCTYPE html><html>",
        "a PNG": hostile.png(4, 4), "gzip": b"\x1f\x8b\x08" + b"\0" * 64, "single quotes": b"{'asset': {}}",
        "NaN": b'{"asset": {"version": "2.0"}, "x": NaN}', "1e400": b'{"asset": {"version": "2.0"}, "x": 1e400}',
    }
    for name, content in contents.items():
        yield Row(3, name, text(content), says=r"^(not a glTF file: )?line \d+, column \d+: ")
    yield Row(3, "white space of 60 MB", lambda f: repeated(f / "model.gltf", b"", b" " * 1000, 60000, b"", b""),
              says=r"line \d+, column \d+: ")


def broken_containers():
    json_text = b'{"asset":{"version":"2.0"}}'.ljust(28)
    whole = glb(chunk(GLB_JSON, json_text), chunk(GLB_BIN, b"\0" * 8))
    for cut in range(4, len(whole)):
        yield Row(4, f"cut off after {cut} of {len(whole)} bytes", binary(whole[:cut]), says="^GLB ", traced=cut % 8 == 0)
    for cut in (1, 3):
        yield Row(4, f"cut off after {cut} bytes", binary(whole[:cut]), says=r"line 1, column 1: ")
    # The same cut, with a header that tells the truth.
    for cut in (12, 15, 19, 20, 30, 47, 48, 51, 55, 56, 60):
        honest = whole[:8] + struct.pack("<I", cut) + whole[12:cut]
        sound = cut == 48
        yield Row(4, f"of {cut} bytes, and says so", binary(honest), exit=0 if sound else 3,
                  says=None if sound else "^GLB chunk [01] ")
    for length in (29, 0x7FFFFFFF, 0x80000000, 4294967276, 0xFFFFFFF8, 0xFFFFFFFF):
        yield Row(4, f"chunk 0 of {length} bytes", binary(glb(chunk(GLB_JSON, json_text, length))),
                  says=f"^GLB chunk 0 claims {length} bytes, file has 48$")
        yield Row(4, f"chunk 1 of {length} bytes", binary(glb(chunk(GLB_JSON, json_text), chunk(GLB_BIN, b"\0" * 8, length))),
                  says=f"^GLB chunk 1 claims {length} bytes, file has 64$")
    for length in (0, 11, 65, 0x80000000, 0xFFFFFFFF):
        yield Row(4, f"header says {length} bytes", binary(whole[:8] + struct.pack("<I", length) + whole[12:]),
                  says=f"^GLB header claims {length} bytes, file has 64$")
    for version in (0, 1, 3, 0xFFFFFFFF):
        yield Row(4, f"version {version}", binary(whole[:4] + struct.pack("<I", version) + whole[8:]),
                  says=rf"^GLB version {version} is not supported \(2 needed\)$")
    yield Row(4, "no JSON", binary(glb(chunk(GLB_BIN, b"\0" * 8))), says="^GLB chunk 0 is not JSON$")
    yield Row(4, "JSON of no bytes", binary(glb(chunk(GLB_JSON, b""))), says=r"line 1, column 1: ")
    yield Row(4, "a million chunks", lambda f: many_chunks(f), says="GLB|second|ignored", exit=0)
    yield Row(4, "binary chunk shorter than its buffer", binary(as_glb(
        {"asset": {"version": "2.0"}, "buffers": [{"byteLength": 4294967296}]}, b"\0" * 8)), pointer="/buffers/0/byteLength")


def many_chunks(folder):
    count, json_text = 1_000_000, b'{"asset":{"version":"2.0"}}'.ljust(28)
    header = struct.pack("<4sII", b"glTF", 2, 12 + 36 + 8 * count) + chunk(GLB_JSON, json_text)
    return repeated(folder / "model.glb", header, struct.pack("<II", 0, GLB_BIN), count, b"", b"")


def versions():
    known = r"is not supported \(2\.0 needed\)$"
    yield Row(5, "1.0", text({"asset": {"version": "1.0"}}), pointer="/asset/version", says="^glTF 1.0 " + known)
    yield Row(5, "1.0 with its maps", text({"asset": {"version": "1.0"}, "scene": "s", "scenes": {"s": {"nodes": ["n"]}},
                                            "nodes": {"n": {}}, "meshes": {"m": {}}}),
              pointer="/asset/version", says=known)
    yield Row(5, "3.0", text({"asset": {"version": "3.0"}}), pointer="/asset/version", says=known)
    yield Row(5, "no version", text({"asset": {}}), pointer="/asset/version", says=known)
    yield Row(5, "no asset", text({}), pointer="/asset/version", says=known)
    yield Row(5, "an array", text({"asset": ["2.0"]}), pointer="/asset/version", says=known)
    yield Row(5, "a number", text({"asset": {"version": 2.0}}), pointer="/asset/version", says=known)
    for version in ("2", "two", "2.0.1", " 2.0", "2.0\x1b[2J"):
        yield Row(5, f"version {version!r}", text({"asset": {"version": version}}), pointer="/asset/version", says="expected")
    yield Row(5, "needs 2.1", text({"asset": {"version": "2.0", "minVersion": "2.1"}}), pointer="/asset/minVersion",
              says="2.0 is supported$")


def extensions():
    def needs(*names):
        return {"asset": {"version": "2.0"}, "extensionsUsed": list(names), "extensionsRequired": list(names)}

    yield Row(6, "KHR_foo", text(needs("KHR_foo")), pointer="/extensionsRequired/0",
              says="^needs 'KHR_foo', which .* not support|KHR_foo")
    yield Row(6, "the second of two", text(needs("KHR_mesh_quantization", "KHR_foo")), pointer="/extensionsRequired/1",
              says="KHR_foo")
    yield Row(6, "a name with an escape sequence", text(needs("\x1b[2J\nfoo")), pointer="/extensionsRequired/0")
    yield Row(6, "a name of 5 MB", text(needs("K" * 5_000_000)), pointer="/extensionsRequired/0")
    yield Row(6, "no name", text(needs("")), pointer="/extensionsRequired/0")
    yield Row(6, "a hundred thousand", text(needs(*map(str, range(100_000)))), pointer="/extensionsUsed",
              says=r"more than 1024 extensions \(limit\)")




def nesting():
    asset = b'{"asset":{"version":"2.0"},'
    places = {"extras": (b'"extras":', b"}"), "an unknown member": (b'"unknown":', b"}"),
              "extras of a node": (b'"nodes":[{"extras":', b"}]}"), "an extension": (b'"extensions":{"KHR_foo":{"a":', b"}}}"),
              "extras of a mesh": (b'"meshes":[{"primitives":[],"extras":{"targetNames":', b"}}]}"),
              "a minimum": (b'"accessors":[{"min":', b"}]}"), "a name": (b'"nodes":[{"name":', b"}]}"),
              "nodes": (b'"nodes":', b"}"), "an image": (b'"images":[{"extras":', b"}]}"),
              "a material's extension": (b'"materials":[{"extensions":{"KHR_x":{"x":', b"}}}]}")}
    line, says = "line 1, column ", r"^\d+: JSON nested deeper than 64 levels$"
    for place, (before, after) in places.items():
        for kind, opening, closing in (("arrays", b"[", b"]"), ("objects", b'{"a":', b"}")):
            yield Row(7, f"200 000 {kind} in {place}", lambda f, b=before, a=after, o=opening, c=closing:
                      nested(f / "model.gltf", asset + b, o, 200_000, b"1", c, a), pointer=line, says=says, traced=kind == "arrays")
    yield Row(7, "65 levels", lambda f: nested(f / "model.gltf", asset + b'"extras":', b"[", 64, b"", b"]", b"}"),
              pointer=line, says=says)
    yield Row(7, "64 levels are sound", lambda f: nested(f / "model.gltf", asset + b'"extras":', b"[", 63, b"", b"]", b"}"),
              exit=0, says=None)
    yield Row(7, "ten million that are never closed",
              lambda f: nested(f / "model.gltf", asset + b'"extras":', b"[", 10_000_000, b"", b"", b""), pointer=line,
              says=says)
    yield Row(7, "from the beginning", lambda f: nested(f / "model.gltf", b"", b"[", 200_000, b"", b"]", b""),
              says=r"line 1, column 1: ")
    yield Row(7, "in a GLB", binary(glb(chunk(GLB_JSON, asset + b'"extras":' + b"[" * 200_000 + b"]" * 200_000 + b"}"))),
              pointer=line, says=says)


def many(count, key, piece, limit, name=None, pointer=None, before=b'{"asset":{"version":"2.0"},', after=b"]}"):
    start = before + b'"' + key + b'":['
    return Row(8, name or f"{count} {key.decode()}",
               lambda f: repeated(f / "model.gltf", start, piece, count, after),
               pointer="/" + key.decode() if pointer is None else pointer, says=limit)


def millions():
    limit = r"^more than {} {} \(limit\)$"
    values = r"^more than 1000000 JSON values \(limit\)$"
    yield many(3_000_000, b"nodes", b"{}", limit.format(100000, "nodes"))
    yield many(100_001, b"nodes", b"{}", limit.format(100000, "nodes"))
    yield many(1_000_000, b"accessors", b"{}", "^more than 262144 accessors |^more objects than")
    yield many(1_000_000, b"bufferViews", b"{}", limit.format(262144, "buffer views"))
    yield many(5000, b"buffers", b'{"byteLength":1}', limit.format(4096, "buffers"))
    yield many(70_000, b"meshes", b'{"primitives":[]}', limit.format(65536, "meshes"))
    for kind in (b"images", b"textures", b"samplers", b"materials", b"skins", b"cameras"):
        yield many(70_000, kind, b"{}", limit.format(65536, kind.decode()))
    yield many(5000, b"scenes", b"{}", limit.format(4096, "scenes"))
    yield many(5000, b"animations", b"{}", limit.format(4096, "animations"))
    yield many(3_000_000, b"extras", b"0", values, pointer="")
    yield many(3_000_000, b"unknown", b"0", values, pointer="")
    yield many(3_000_000, b"extras", b'{"a":0}', values, name="3000000 objects in extras", pointer="")
    asset = b'{"asset":{"version":"2.0"},'
    inside = (
        ("300 000 primitives of a mesh", b'"meshes":[{"primitives":[', b'{"attributes":{}}', 300_000, b"]}]}",
         "/meshes/0/primitives", limit.format(262144, "primitives")),
        ("5000 targets of a primitive", b'"meshes":[{"primitives":[{"attributes":{},"targets":[', b"{}", 5000, b"]}]}]}",
         "/meshes/0/primitives/0/targets", limit.format(4096, "morph targets in one primitive")),
        ("2000 joints", b'"nodes":[{}],"skins":[{"joints":[', b"0", 2000, b"]}]}", "/skins/0/joints",
         limit.format(1024, "joints in one skin")),
        ("70 000 channels", b'"animations":[{"samplers":[],"channels":[', b"{}", 70_000, b"]}]}", "/animations/0/channels",
         limit.format(65536, "channels in one animation")),
        ("70 000 samplers of an animation", b'"animations":[{"channels":[],"samplers":[', b"{}", 70_000, b"]}]}",
         "/animations/0/samplers", limit.format(65536, "samplers in one animation")),
        ("3 000 000 children", b'"nodes":[{"children":[', b"0", 3_000_000, b"]}]}", "", values),
        ("3 000 000 weights", b'"meshes":[{"primitives":[],"weights":[', b"0", 3_000_000, b"]}]}", "", values),
        ("3 000 000 names of targets", b'"meshes":[{"primitives":[],"extras":{"targetNames":[', b'"a"', 3_000_000, b"]}}]}",
         "", values),
        ("3 000 000 numbers in a minimum", b'"accessors":[{"min":[', b"0", 3_000_000, b"]}]}", "", values),
    )
    for name, before, piece, count, after, pointer, says in inside:
        yield Row(8, name, lambda f, b=before, p=piece, c=count, a=after:
                  repeated(f / "model.gltf", asset + b, p, c, a), pointer=pointer, says=says)
    yield Row(8, "280 000 primitives of 70 meshes", lambda f: repeated(
        f / "model.gltf", asset + b'"meshes":[',
        b'{"primitives":[' + b",".join([b'{"attributes":{}}'] * 4000) + b"]}", 70, b"]}"), pointer="/meshes", says=limit.format(262144, "primitives"))
    yield Row(8, "a million keys of one object", lambda f: repeated(
        f / "model.gltf", asset + b'"extras":{', lambda i: b'"k%d":0' % i, 1_000_000, b"}}"), says=values)
    # Sound, if odd: they load, for a price that fits.
    yield Row(8, "900 000 keys of one object", lambda f: repeated(
        f / "model.gltf", asset + b'"extras":{', lambda i: b'"k%d":0' % i, 900_000, b"}}"), exit=0, says=None)
    yield Row(8, "900 000 unknown keys of the file", lambda f: repeated(
        f / "model.gltf", asset, lambda i: b'"k%d":0' % i, 900_000, b"}"), exit=0, says=None)
    yield Row(8, "the same key 900 000 times", lambda f: repeated(
        f / "model.gltf", asset + b'"extras":{', b'"k":0', 900_000, b"}}"), exit=0, says=None)
    yield Row(8, "900 000 numbers in extras", lambda f: repeated(
        f / "model.gltf", asset + b'"extras":[', b"0", 900_000, b"]}"), exit=0, says=None)
    yield Row(8, "900 000 numbers in an extension of a node", lambda f: repeated(
        f / "model.gltf", asset + b'"nodes":[{"extensions":{"X":{"a":[', b"0", 900_000, b"]}}}]}"), exit=0,
        pointer="/nodes/0/extensions/X")
    yield Row(8, "300 000 objects in an extension of a material", lambda f: repeated(
        f / "model.gltf", asset + b'"materials":[{"extensions":{"X":{"a":[', b'{"a":{}}', 300_000, b"]}}}]}"), exit=0,
        pointer="/materials/0/extensions/X")
    yield Row(8, "99 999 nodes", lambda f: repeated(f / "model.gltf", asset + b'"nodes":[', b"{}", 99_999, b"]}"),
              exit=0, says=None)
    yield Row(8, "190 000 accessors", lambda f: repeated(
        f / "model.gltf", asset + b'"accessors":[', b'{"componentType":5126,"count":1,"type":"SCALAR"}', 190_000, b"]}"),
        exit=0, says=None)
    yield Row(8, "200 000 buffer views", lambda f: repeated(
        f / "model.gltf", asset + b'"buffers":[{"byteLength":4,"uri":"data:,abcd"}],"bufferViews":[',
        b'{"buffer":0,"byteLength":4}', 200_000, b"]}"), exit=0, pointer="/buffers/0/uri")
    yield Row(8, "150 000 attributes of a primitive", lambda f: repeated(
        f / "model.gltf", asset + b'"meshes":[{"primitives":[{"attributes":{', lambda i: b'"_%d":0' % i, 150_000, b"}}]}]}"),
        exit=0, pointer="/meshes/0/primitives/0/attributes")
    yield Row(8, "200 000 sampler objects of 4 animations", lambda f: repeated(
        f / "model.gltf", asset + b'"animations":[',
        b'{"channels":[],"samplers":[' + b",".join([b'{"input":0,"output":0}'] * 50_000) + b"]}", 4, b"]}"), exit=0,
        pointer="/animations/0/samplers/0/input")
    yield Row(8, "a string of 60 MB", lambda f: repeated(
        f / "model.gltf", asset + b'"extras":"', b"x" * 1000, 60_000, b'"}', b""), exit=0, says=None)
    yield Row(8, "a node's name of 30 MB", lambda f: repeated(
        f / "model.gltf", asset + b'"nodes":[{"name":"', b"x" * 1000, 30_000, b'"}]}', b""), exit=0, says=None)
    yield Row(8, "a node's name of 200 MB", lambda f: repeated(
        f / "model.gltf", asset + b'"nodes":[{"name":"', b"x" * 10_000, 20_000, b'"}]}', b""), exit=0, says=None)
    yield Row(8, "an unknown member of 200 MB", lambda f: repeated(
        f / "model.gltf", asset + b'"unknown":"', b"x" * 10_000, 20_000, b'"}', b""), exit=0, says=None)
    yield Row(8, "an extension of 200 MB", lambda f: repeated(
        f / "model.gltf", asset + b'"extensionsUsed":["X"],"nodes":[{"extensions":{"X":{"a":"', b"x" * 10_000, 20_000, b'"}}}]}',
        b""), exit=0, says=None)
    yield Row(8, "a member's name of 30 MB", lambda f: repeated(
        f / "model.gltf", asset + b'"', b"x" * 1000, 30_000, b'":0}', b""), says="^a member's name of 30000000 bytes, limit 65536$")
    for kind in ("materials", "textures", "samplers", "images", "cameras"):
        yield Row(8, f"65 000 {kind}", lambda f, k=kind: repeated(
            f / "model.gltf", asset + b'"%s":[' % k.encode(), b"{}", 65_000, b"]}"), exit=0,
            pointer="/" if kind in ("images", "cameras") else "", says="" if kind in ("images", "cameras") else None)
    yield Row(8, "260 000 primitives", lambda f: repeated(
        f / "model.gltf", asset + b'"meshes":[',
        b'{"primitives":[' + b",".join([b'{"attributes":{}}'] * 4000) + b"]}", 65, b"]}"), exit=0,
        pointer="/meshes/0/primitives/0/attributes")
    everything = {"nodes": (99_000, b"{}"), "materials": (65_000, b"{}"), "textures": (65_000, b"{}"), "samplers": (65_000, b"{}"),
                  "meshes": (65_000, b'{"primitives":[{"attributes":{}}]}'),
                  "accessors": (90_000, b'{"componentType":5126,"count":1,"type":"SCALAR"}')}
    yield Row(8, "a little of everything", lambda f: all_kinds(f, everything), pointer="/materials", says="^more objects than 232 MiB of memory hold")
    yield Row(8, "JSON of 300 MB", lambda f: hole(f, 300 << 20), says=r"^JSON of 300 MiB, limit 256 MiB$")
    yield Row(8, "a file of 2 GB", lambda f: hole(f, 2 << 30), says=r"has 2 GiB, limit 1 GiB$")


def all_kinds(folder, kinds):
    with open(folder / "model.gltf", "wb") as file:
        file.write(b'{"asset":{"version":"2.0"}')
        for kind, (count, piece) in kinds.items():
            file.write(b',"%s":[' % kind.encode())
            for begin in range(0, count, 1000):
                file.write((b"," if begin else b"") + b",".join([piece] * min(1000, count - begin)))
            file.write(b"]")
        file.write(b"}")
    return folder / "model.gltf"


def hole(folder, size):
    """A file that takes no room on the disk."""
    with open(folder / "model.gltf", "wb") as file:
        file.truncate(size)
    return folder / "model.gltf"


def rows():
    yield from missing_files()
    yield from special_files()
    yield from not_json()
    yield from broken_containers()
    yield from versions()
    yield from extensions()
    yield from nesting()
    yield from millions()
