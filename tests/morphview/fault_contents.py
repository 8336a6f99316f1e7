# SPDX-License-Identifier: MIT
"""Faults 10 to 24: what the file says about itself, what it names, and where results go."""

import json
import os
import shutil
import struct
from pathlib import Path

import hostile
from fault_row import DUMP, FILE, INFO, Row, changed, text, with_file
from hostile import data_uri, repeated, textured, triangle

# tests/data/invalid: one broken file a rule. gltf_test judges all of them; here are those that belong to a fault.
INVALID = Path(__file__).resolve().parents[1] / "data/invalid"


def invalid(fault, name, pointer, says, **more):
    def make(folder):
        return Path(shutil.copy(INVALID / f"{name}.gltf", folder))
    return Row(fault, name.replace("_", " "), make, pointer=pointer, says=says, **more)


# ---- 10 to 12: references, ranges, the forest ----


def outside():
    beyond = "reach beyond"
    for name, pointer, says in (
            ("accessor_offset", "/accessors/0", beyond), ("accessor_offset_wraps", "/accessors/0", beyond),
            ("accessor_too_long", "/accessors/0", beyond), ("accessor_view", "/accessors/0/bufferView", "does not exist"),
            ("view_buffer", "/bufferViews/0/buffer", "does not exist"), ("view_too_long", "/bufferViews/2", beyond),
            ("view_offset_wraps", "/bufferViews/2", beyond), ("buffer_short", "/buffers/0/byteLength", "are there$"),
            ("index_negative", "/nodes/0/mesh", "expected"), ("index_wraps", "/nodes/0/mesh", "expected"),
            ("index_beyond_64_bits", "/meshes/0/primitives/0/attributes/POSITION", "expected"),
            ("index_vertex", "/meshes/0/primitives/0/indices", "expected below"),
            ("attribute_accessor", "/meshes/0/primitives/0/attributes/POSITION", "does not exist"),
            ("indices_accessor", "/meshes/0/primitives/0/indices", "does not exist"),
            ("target_accessor", "/meshes/0/primitives/0/targets/0/POSITION", "does not exist"),
            ("node_mesh", "/nodes/0/mesh", "does not exist"), ("node_child", "/nodes/0/children/0", "does not exist"),
            ("node_skin", "/nodes/0/skin", "does not exist"), ("node_camera", "/nodes/1/camera", "does not exist"),
            ("scene_node", "/scenes/0/nodes/0", "does not exist"), ("default_scene", "/scene", "does not exist"),
            ("skin_joint", "/skins/0/joints/1", "does not exist"), ("stride_small", "/accessors/0", "stride"),
            ("target_count", "/meshes/0/primitives/0/targets/0/POSITION", "one per base vertex"),
            ("primitive_material", "/meshes/0/primitives/0/material", "does not exist"),
            ("material_texture", "/materials/0/pbrMetallicRoughness/baseColorTexture/index", "does not exist"),
            ("texture_source", "/textures/0/source", "does not exist")):
        yield invalid(10, name, pointer, says)
    sound = triangle()
    far = 2**53
    for name, pointer, says, *steps in (
            ("byteOffset + count wraps 64 bits", "/accessors/0", beyond, ("accessors", 0, "byteOffset", far - 4)),
            ("a stride that wraps", "/accessors/0", beyond, ("bufferViews", 0, "byteStride", far),
             ("accessors", 0, "count", 4096)),
            ("a view of 2⁵³ bytes", "/bufferViews/0", beyond, ("bufferViews", 0, "byteLength", far)),
            ("a view at 2⁵³", "/bufferViews/0", beyond, ("bufferViews", 0, "byteOffset", far)),
            ("a buffer of 2⁵³ bytes", "/buffers/0/byteLength", "are there$", ("buffers", 0, "byteLength", far)),
            ("a negative byteOffset", "/accessors/0/byteOffset", "expected", ("accessors", 0, "byteOffset", -4)),
            ("one byte too many", "/accessors/0", beyond, ("accessors", 0, "byteOffset", 1)),
            ("view −1", "/accessors/0/bufferView", "expected", ("accessors", 0, "bufferView", -1)),
            ("view 2³¹ − 1", "/accessors/0/bufferView", "does not exist", ("accessors", 0, "bufferView", 2**31 - 1)),
            ("view 2³²", "/accessors/0/bufferView", "expected", ("accessors", 0, "bufferView", 2**32))):
        yield Row(10, name, text(changed(sound, *steps)), pointer=pointer, says=says)


def sparse():
    for name, pointer, says in (
            ("sparse_index", "/accessors/2/sparse/indices", "expected below"),
            ("sparse_order", "/accessors/2/sparse/indices", "expected more than"),
            ("sparse_count", "/accessors/2/sparse/count", "expected 1 to"),
            ("sparse_count_zero", "/accessors/2/sparse/count", "expected 1 to"),
            ("sparse_indices_long", "/accessors/2/sparse/indices", "reach beyond"),
            ("sparse_values", "/accessors/2/sparse/values", "reach beyond"),
            ("sparse_view", "/accessors/2/sparse/indices/bufferView", "does not exist"),
            ("sparse_component_type", "/accessors/2/sparse/indices/componentType", "expected"),
            ("sparse_indices_missing", "/accessors/2/sparse/indices", "is missing")):
        yield invalid(11, name, pointer, says)
    for count in (2**31 - 1, 2**31, 2**32, 2**53):
        document = triangle()
        document["accessors"][0]["sparse"] = {"count": count, "indices": {"bufferView": 0, "componentType": 5121},
                                              "values": {"bufferView": 0}}
        yield Row(11, f"{count} entries", text(document), pointer="/accessors/0/sparse/count", says="expected")


def forest():
    yield invalid(12, "node_loop", "/nodes/0", "^node loop 0 → 1 → 0$")
    yield invalid(12, "node_two_parents", "/nodes/1/children/0", "has two parents, 0 and 1$")
    asset = b'{"asset":{"version":"2.0"},"nodes":['
    yield Row(12, "its own child", text({"asset": {"version": "2.0"}, "nodes": [{"children": [0]}]}), pointer="/nodes/0",
              says="^node loop 0 → 0$")
    yield Row(12, "a loop of 90 000 nodes", lambda f: repeated(
        f / "model.gltf", asset, lambda i: b'{"children":[%d]}' % ((i + 1) % 90_000), 90_000, b"]}"), pointer="/nodes/0",
        says="^node loop 0 → 1 → ")
    yield Row(12, "a chain of 90 000 nodes", lambda f: repeated(
        f / "model.gltf", asset, lambda i: b'{"children":[%d]}' % (i + 1), 90_000, b",{}]}"), pointer="/nodes/1024",
        says="nested deeper than 1024 levels")
    yield Row(12, "a chain of 1024 nodes is sound", lambda f: repeated(
        f / "model.gltf", asset, lambda i: b'{"children":[%d]}' % (i + 1), 1023, b",{}]}"), exit=0, says=None)
    yield Row(12, "the same child 300 000 times", lambda f: repeated(
        f / "model.gltf", asset + b'{},{"children":[', b"0", 300_000, b"]}]}"), pointer="/nodes/1/children/1",
        says="has two parents")
    yield Row(12, "300 000 roots of a scene", lambda f: repeated(
        f / "model.gltf", asset + b'{}],"scenes":[{"nodes":[', b"0", 300_000, b"]}]}"), exit=0, pointer="/scenes/0/nodes/1",
        says="is listed twice")


# ---- 13 to 16: what a file names ----


def leaving():
    """Beside the folder of each row lies secret.bin, of the size that is asked for."""
    refers = "refers to a file outside its folder; use --asset-root DIR to allow"
    refused = "is not supported, expected a relative path or data:"
    uris = {
        "../secret.bin": refers, "%2e%2e%2fsecret.bin": refers, "%2E%2E/secret.bin": refers, "..%2fsecret.bin": refers,
        ".%2e/secret.bin": refers, "./../secret.bin": refers, "inner/../../secret.bin": refers, "inner/../model.gltf": refers,
        "../../../../../../../../etc/passwd": refers, "/etc/passwd": refers, "%2fetc%2fpasswd": refers, "//host/secret.bin": refers,
        "file:///etc/passwd": refused, "FILE:/etc/passwd": refused, "http://127.0.0.1/secret.bin": refused,
        "https://127.0.0.1/secret.bin": refused, "ftp://127.0.0.1/x": refused, "C:/secret.bin": refused,
        "C:\\secret.bin": refused, "..\\secret.bin": "contains a backslash", "..%5csecret.bin": "contains a backslash",
        "\\\\host\\secret.bin": "contains a backslash", "javascript:alert(1)": refused, "blob:x": refused,
    }
    for uri, says in uris.items():
        yield Row(13, f"buffer {uri}", text(changed(triangle(), ("buffers", 0, "uri", uri))), pointer="/buffers/0/uri",
                  says=says.replace("\\", "\\\\") + "$")
        yield Row(13, f"image {uri}", text(textured({"uri": uri})), exit=0, pointer="/images/0",
                  says=says + "; a checkerboard stands for it$")
    # Decoded once: names that do not exist, however strange.
    for uri in ("%252e%252e%252fsecret.bin", "....//secret.bin", "~/secret.bin", "..%00/secret.bin"):
        yield Row(13, f"buffer {uri}", text(changed(triangle(), ("buffers", 0, "uri", uri))), pointer="/buffers/0/uri",
                  says="^missing buffer|NUL")

    def link(to, uri, name="link"):
        def make(folder):
            (folder / name).symlink_to(to)
            return text(changed(triangle(), ("buffers", 0, "uri", uri)))(folder)
        return make

    for name, to, uri in (("a file", "../secret.bin", "link"), ("a folder", "..", "link/secret.bin"),
                          ("a file by its whole path", "/etc/passwd", "link"), ("the root", "/", "link/etc/passwd"),
                          ("a process's root", "/proc/self/root", "link/etc/passwd"),
                          ("a descriptor", "/proc/self/fd/0", "link"), ("itself", "link", "link")):
        yield Row(13, f"a link to {name}", link(to, uri), pointer="/buffers/0/uri",
                  says="outside its folder|too many levels")
    def wider(folder):
        (folder / "inner").mkdir()
        (folder / "beside.bin").write_bytes(b"\0" * 36)
        path = folder / "inner/model.gltf"
        path.write_text(json.dumps(changed(triangle(), ("buffers", 0, "uri", "../beside.bin"), ("accessors", 0, "max", [0, 0, 0]))))
        return path

    yield Row(13, "beside the folder, without a wider root", wider, pointer="/buffers/0/uri", says=refers)
    # The working folder lies beside that of the input.
    yield Row(13, "beside the folder, with a wider root", wider, exit=0, says=None,
              arguments=(FILE, "--asset-root", "../input", "--info"))
    yield Row(13, "a link out of a wider root", link("../secret.bin", "link"), pointer="/buffers/0/uri", says=refers,
              arguments=(FILE, "--asset-root", "../input", "--info"))


def obeying():
    names = {"backticks": "`touch pwned`", "a command": "$(touch pwned)", "a variable": "$HOME/x.bin", "a home": "~root/x.bin",
             "a semicolon": "x;touch pwned", "a pipe": "|touch pwned", "a glob": "*", "a format": "%n%s%x%99999d",
             "a line feed": "a\nb.bin", "an escape sequence": "\x1b]0;pwned\x07.bin", "a tab": "a\tb", "right to left": "\u202enib.x",
             "a character of four bytes": "\U0001f600.bin", "a dash": "-rf", "a space": " ", "braces": "{a,b}",
             "1000 levels": "a/" * 1000 + "b", "a name of 300": "n" * 300}
    for name, uri in names.items():
        yield Row(14, f"{name} as a buffer", text(changed(triangle(), ("buffers", 0, "uri", uri))), pointer="/buffers/0/uri",
                  says="^missing buffer|file name too long")
        yield Row(14, f"{name} as an image", text(textured({"uri": uri})), exit=0, pointer="/images/0",
                  says="missing image|file name too long")
    for uri in ("a\0b.bin", "a%00b.bin"):
        yield Row(14, f"NUL, {'escaped' if '%' in uri else 'as it is'}", text(changed(triangle(), ("buffers", 0, "uri", uri))),
                  pointer="/buffers/0/uri", says="^URI contains a NUL character$")
    yield Row(14, "5000 bytes", text(changed(triangle(), ("buffers", 0, "uri", "n" * 5000))), pointer="/buffers/0/uri",
              says="^URI of 5000 bytes, limit 4096$")
    yield Row(14, "30 MB", lambda f: repeated(f / "model.gltf", b'{"asset":{"version":"2.0"},"buffers":[{"byteLength":1,"uri":"',
                                              b"x" * 1000, 30_000, b'"}]}', b""), pointer="/buffers/0/uri", says="^URI of 30000000 bytes")
    yield Row(14, "names of everything", text(named("\x1b[31m`touch pwned`$(touch pwned)\n%s")), exit=0, says=None)
    yield Row(14, "no bytes", text(changed(triangle(), ("buffers", 0, "uri", ""))), pointer="/buffers/0/uri", says="^is empty$")
    yield Row(14, "data: without a comma", text(changed(triangle(), ("buffers", 0, "uri", "data:application/octet-stream;base64"))),
              pointer="/buffers/0/uri", says="without a comma$")
    yield Row(14, "data: of broken base64", text(changed(triangle(), ("buffers", 0, "uri", "data:application/octet-stream;base64,AA!A"))),
              pointer="/buffers/0/uri", says="base64 breaks off at character 2$")


def named(name):
    document = triangle()
    document["asset"]["generator"] = name
    for kind in ("scenes", "nodes", "meshes", "accessors", "bufferViews", "buffers"):
        document[kind][0]["name"] = name
    return document


def missing_buffers():
    sound = changed(triangle(), ("buffers", 0, "uri", "x.bin"))
    says = r"^missing buffer 'x\.bin' \(looked in .*/input\)$"
    where = "/buffers/0/uri"

    def link(folder):
        (folder / "x.bin").symlink_to("y.bin")
        return text(sound)(folder)

    yield Row(15, "missing", text(sound), pointer=where, says=says)
    yield Row(15, "beside the shell, not beside the file", text(sound), pointer=where, says=says, in_work={"x.bin": b"\0" * 36})
    yield Row(15, "a link to nothing", link, pointer=where, says=says)
    yield Row(15, "in a missing folder", text(changed(sound, ("buffers", 0, "uri", "no/x.bin"))), pointer=where,
              says="^missing buffer 'no/x.bin'")
    yield Row(15, "empty", with_file("x.bin", b"", text(sound)), pointer="/buffers/0/byteLength", says="36 bytes, but only 0 are there")
    yield Row(15, "a byte too short", with_file("x.bin", b"\0" * 35, text(sound)), pointer="/buffers/0/byteLength",
              says="36 bytes, but only 35 are there")
    yield Row(15, "longer is sound", with_file("x.bin", b"\0" * 99, text(changed(sound, ("accessors", 0, "max", [0, 0, 0])))), exit=0,
              says=None)
    yield Row(15, "4097 of them", with_file("x.bin", b"\0" * 4, text({"asset": {"version": "2.0"}, "buffers": [
        {"byteLength": 4, "uri": "x.bin"}] * 4097})), pointer="/buffers", says="more than 4096 buffers")
    yield Row(15, "no uri at all", text(changed(triangle(), ("buffers", [{"byteLength": 36}]))), pointer="/buffers/0",
              says="has no uri")


def images():
    stands = "; a checkerboard stands for it$"
    png = hostile.png(64, 64)
    flipped = bytearray(png)
    flipped[len(png) // 2] ^= 1
    contents = {
        "empty": b"", "a text": b"hello", "KTX2": hostile.KTX2, "DDS": b"DDS " + b"\0" * 124, "GIF": b"GIF89a" + b"\0" * 64,
        "BMP": b"BM" + b"\0" * 64, "HDR": b"#?RADIANCE\n", "SVG": b"<svg/>", "a PNG's signature": png[:8],
        "PNG cut off in its header": png[:20], "PNG cut off in its data": png[:-20], "PNG with a flipped bit": bytes(flipped),
        "PNG of no rows": hostile.png(64, 64, rows=0), "PNG of 0 × 0": hostile.png(0, 0, rows=0),
        "PNG of 20000 × 20000": hostile.png(20000, 20000, 1, 0, rows=1), "JPEG's first bytes": b"\xff\xd8\xff",
        "JPEG of 20000 × 20000": hostile.jpeg(20000, 20000), "JPEG of 0 × 0": hostile.jpeg(0, 0),
        "JPEG that is cut off": hostile.jpeg(64, 64)[:80], "WebP of no chunks": b"RIFF\4\0\0\0WEBP",
        "WebP with no picture": hostile.webp(64, 64), "PNG with a byte in front": b"\0" + png,
    }
    for name, content in contents.items():
        yield Row(16, name, with_file("image", content, text(textured({"uri": "image"}))), exit=0, pointer="/images/0", says=stands)
        yield Row(16, f"{name}, --strict", with_file("image", content, text(textured({"uri": "image"}))), exit=1,
                  says="--strict treats them as errors", arguments=(FILE, "--info", "--strict", "-q"), traced=False)
    yield Row(16, "missing", text(textured({"uri": "x.png"})), exit=0, pointer="/images/0", says="^missing image 'x.png'.*" + stands)
    yield Row(16, "in a GLB's view that does not exist", text(textured({"bufferView": 9, "mimeType": "image/png"})), exit=0,
              pointer="/images/0", says=stands)
    yield Row(16, "neither uri nor view", text(textured({})), exit=0, pointer="/images/0", says=stands)
    yield Row(16, "of broken base64", text(textured({"uri": "data:image/png;base64,iVBORw0K!"})), exit=0, pointer="/images/0", says=stands)
    yield Row(16, "a texture of no image", text(changed(textured({}), ("textures", [{}]))), exit=0, pointer="/images/0",
              says="has neither uri nor bufferView")


# ---- 17 to 19: numbers ----


def uneven():
    for name, pointer, says in (
            ("warn_targets_more", "/meshes/0/primitives/1/targets", "expected"),
            ("warn_targets_none", "/meshes/0/primitives/1/targets", "expected"),
            ("warn_weights_count", "/meshes/0/weights", "one per morph target"),
            ("warn_node_weights", "/nodes/0/weights", ""),
            ("warn_names_fewer", "/meshes/0/extras/targetNames", "names? for"),
            ("warn_names_no_array", "/meshes/0/extras/targetNames", "expected an array"),
            ("warn_delta_without_base", "/meshes/0/primitives/0/targets/0/NORMAL", "the base has no NORMAL"),
            ("warn_tangent_without_normal", "/meshes/0/primitives/0/attributes/TANGENT", "no NORMAL")):
        yield invalid(17, name, pointer, says, exit=0)


def unplayable():
    for name, pointer, says in (
            ("warn_times_not_rising", "/animations/0/samplers/0/input", "left out"),
            ("warn_times_negative", "/animations/0/samplers/0/input", "left out"),
            ("warn_times_nan", "/accessors/3", "NaN.*left out"), ("warn_values_nan", "/accessors/4", "left out"),
            ("warn_output_count", "/animations/0/samplers/0/output", "expected.*left out"),
            ("warn_channel_no_targets", "/animations/0/channels/0/target", "left out"),
            ("warn_channel_node", "/animations/0/channels/0/target/node", "left out"),
            ("warn_channel_sampler", "/animations/0/channels/0/sampler", "left out"),
            ("warn_channel_path", "/animations/0/channels/0/target/path", ""),
            ("warn_interpolation", "/animations/0/samplers/0/interpolation", "left out"),
            ("warn_spline_one_key", "/animations/0/samplers/0/input", "left out"),
            ("warn_duplicate_channel", "/animations/0/channels/1/target", "left out"),
            ("warn_sampler_input", "/animations/0/samplers/0/input", "left out")):
        yield invalid(18, name, pointer, says, exit=0)


def not_finite():
    yield invalid(19, "nan_position", "/accessors/0", r"^element \d+ is NaN.*is not drawn")
    yield invalid(19, "infinite_delta", "/accessors/2", r"^element \d+ is infinite.*is not drawn")
    yield invalid(19, "transform_infinite", "/nodes/0", "not finite")
    yield invalid(19, "warn_nan_primitive", "/accessors/0", "is not drawn", exit=0)
    yield invalid(19, "warn_transform_infinite", "/nodes/0", "not finite", exit=0)
    yield invalid(19, "warn_weights_infinite", "/meshes/0/weights/0", "too large; taken as 0", exit=0)
    yield invalid(19, "warn_weights_nan", "/accessors/3", "", exit=0)
    for number in ("1e39", "-1e39", "1e300"):
        for key in ("translation", "scale"):
            numbers = f"[{number},0,0]"
            content = json.dumps(triangle()).replace('{"mesh": 0}', '{"mesh": 0, "%s": %s}' % (key, numbers))
            yield Row(19, f"{key} of {number}", text(content), pointer="/nodes/0", says="not finite")
    for name, bits in (("NaN", 0x7FC00000), ("a signalling NaN", 0x7FA00000), ("infinity", 0x7F800000), ("−infinity", 0xFF800000)):
        content = struct.pack("<8fI", *[0] * 8, bits)
        yield Row(19, f"{name} in the last position", text(changed(triangle(), ("buffers", 0, "uri", data_uri(content)))),
                  pointer="/accessors/0", says="^element 2 is (NaN|infinite)")


# ---- 20 and 24: around the program ----


def graphics(cube):
    picture = (FILE, "-o", "x.png", "--resolution", "64x64")
    needed = "OpenGL 4.1 needed, found"
    rows = (("no driver", picture, {"__EGL_VENDOR_LIBRARY_FILENAMES": "/nonexistent"}, "no OpenGL driver found"),
            ("OpenGL 3.3", picture, {"MESA_GL_VERSION_OVERRIDE": "3.3"}, needed + ".*3.3"),
            ("softpipe", picture, {"GALLIUM_DRIVER": "softpipe"}, needed),
            ("no driver, asked for the attributes path", (*DUMP, "--morph-path", "attributes"),
             {"__EGL_VENDOR_LIBRARY_FILENAMES": "/nonexistent"}, "no OpenGL driver found"),
            ("a window without a display", (FILE,), {"DISPLAY": None, "WAYLAND_DISPLAY": None}, "DISPLAY is not set"),
            ("a window on a display that is not there", (FILE,), {"DISPLAY": ":4711", "WAYLAND_DISPLAY": None}, ":4711|display"),
            ("--backend window without a display", (*picture, "--backend", "window"),
             {"DISPLAY": None, "WAYLAND_DISPLAY": None}, "DISPLAY"))
    for name, arguments, environment, says in rows:
        yield Row(20, name, cube, exit=4, says=says, arguments=arguments, environment=environment, graphics=True, traced=False)


def outputs(cube):
    """What can be written without graphics; command_line.py writes pictures."""
    cannot = "^cannot write '"
    yield Row(24, "a folder that does not exist", cube, exit=5, says=cannot + ".*No such file", arguments=(FILE, "--dump", "no/x.json"))
    yield Row(24, "a folder", cube, exit=5, says=cannot, arguments=(FILE, "--dump", "/"), traced=False)
    yield Row(24, "below a file", cube, exit=5, says=cannot + ".*Not a directory", arguments=(FILE, "--dump", "file/x.json"),
              in_work={"file": b"x"})
    if os.path.ismount("/proc"):
        yield Row(24, "a folder that nobody may write to", cube, exit=5, says=cannot + "/proc/x.json'", arguments=(FILE, "--dump", "/proc/x.json"))
    yield Row(24, "a full disk", cube, exit=5, says=cannot + "/dev/full'.*No space left", arguments=(FILE, "--dump", "/dev/full"),
              may_open=("/dev/full",))
    for arguments in (INFO[:2], INFO, DUMP):
        yield Row(24, f"standard output on a full disk, {arguments[1]} {arguments[-1]}", cube, exit=5, says="No space left",
                  arguments=(*arguments, "--no-config"), stdout_path="/dev/full")
    yield Row(24, "interrupted", lambda f: Path("-"), exit=130, lines=0, arguments=("-", "--info"), interrupt_after=0.5, traced=False)


def rows(assets):
    def cube(folder):
        shutil.copytree(assets / "AnimatedMorphCube", folder / "cube")
        return folder / "cube/AnimatedMorphCube.gltf"

    yield from outside()
    yield from sparse()
    yield from forest()
    yield from leaving()
    yield from obeying()
    yield from missing_buffers()
    yield from images()
    yield from uneven()
    yield from unplayable()
    yield from not_finite()
    yield from graphics(cube)
    yield from outputs(cube)
