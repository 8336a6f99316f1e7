# SPDX-License-Identifier: MIT
"""The command line as a user meets it: exit codes, messages, and what is left on disk.

usage: command_line.py PROGRAM ASSETS SCRATCH_FOLDER [--gl]

Without --gl everything that needs no graphics; with it what does.
"""

import base64
import json
import os
import resource
import shutil
import signal
import struct
import subprocess
import sys
import time
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[1] / "support"))

from png import read_channel  # noqa: E402
from program import Checks, Program, require_graphics  # noqa: E402


class Table:
    def __init__(self, program, assets, scratch):
        self.checks = Checks()
        self.program, self.scratch = program, scratch
        self.cube = assets / "AnimatedMorphCube/AnimatedMorphCube.gltf"
        self.twelve = assets / "TwelveTargets/TwelveTargets.gltf"

    def expect(self, code, arguments, *texts, **more):
        """A run that ends with this code, says these texts on standard error, and nothing raw."""
        done = self.program.run(*arguments, **more)
        said = (done.stderr or b"").decode(errors="replace")
        label = " ".join(map(str, arguments))
        self.checks.that(done.returncode == code, f"{label}: exit {done.returncode}, expected {code}; {said}")
        for text in texts:
            self.checks.that(text in said, f"{label}: standard error lacks '{text}': {said}")
        self.checks.that(all(line.startswith("morphview: ") for line in said.splitlines()),
                         f"{label}: a message without 'morphview: ': {said}")
        return done

    def write(self, name, content):
        path = self.scratch / name
        path.write_bytes(content if isinstance(content, bytes) else content.encode())
        return path


def usage(table):
    cube = table.cube
    table.expect(2, ["--nonsense"], "unknown option '--nonsense'")
    table.expect(2, [cube, cube, "--info"], "one more")
    table.expect(2, [cube, "-w", "jaw", "--info"], "expected NAME=VALUE")
    table.expect(2, [cube, "-w", "thinn=1", "--info"], "did you mean thin?")
    table.expect(2, [cube, "-w", "thin=11", "--info"], "-10 to 10")
    table.expect(2, [cube, "-w", "#2=1", "--info"], "targets are #0 to #1")
    table.expect(2, [cube, "--expression", "happy=1", "--info"], "no expression 'happy': the file has no expressions")
    table.expect(2, [cube, "-a", "square", "--info"], "did you mean Square?")
    table.expect(2, [cube, "-a", "1", "--info"], "has 1 animation")
    table.expect(2, [cube, "--scene", "5", "--info"], "no scene 5")
    table.expect(2, [cube, "--info", "--dump", "-"], "only one result")
    table.expect(2, [cube, "--reference", "x.png", "--update-reference"], "refused where CI is set",
                 env={**os.environ, "CI": "1"})
    done = table.expect(0, ["--help"])
    table.checks.that(b"--weight NAME=VALUE" in done.stdout and not done.stderr, "--help lacks its text")
    done = table.expect(0, ["--version"])
    table.checks.that(done.stdout.startswith(b"morphview "), "--version")
    done = table.expect(0, [cube, "--no-config", "--info"])
    table.checks.that(not done.stderr, "a success says something")


def unusable_input(table):
    write = table.write
    glb = b"glTF" + struct.pack("<II", 2, 132) + struct.pack("<I4s", 4294967276, b"JSON") + b" " * 112
    cases = (
        ("missing.gltf", None, "missing.gltf"),
        ("empty.gltf", b"", ""),
        ("text.gltf", b"hello", ""),
        ("cut.glb", glb, ""),
        ("old.gltf", b'{"asset": {"version": "1.0"}}', "1.0"),
        ("needs.gltf", b'{"asset": {"version": "2.0"}, "extensionsUsed": ["KHR_foo"], "extensionsRequired": ["KHR_foo"]}',
         "KHR_foo"),
        ("deep.gltf", b'{"asset": {"version": "2.0"}, "extras": ' + b"[" * 200000 + b"]" * 200000 + b"}", "nest"),
        ("index.gltf", b'{"asset": {"version": "2.0"}, "nodes": [{"mesh": 7}]}', "/nodes/0/mesh"),
    )
    for name, content, text in cases:
        path = write(name, content) if content is not None else table.scratch / name
        done = table.expect(3, [path, "--info", "--json"], "morphview: error: ", text)
        report = json.loads(done.stdout)
        table.checks.that(report["schema"] == "morphview.info/1" and report["issues"][0]["severity"] == "error",
                          f"{name}: --info --json lacks its error")
        table.expect(3, [path, "--dump", table.scratch / "never.json"])
        table.checks.that(not (table.scratch / "never.json").exists(), f"{name}: left a dump")
    table.expect(3, [table.scratch, "--info"], "regular file")
    fifo = table.scratch / "fifo"
    os.mkfifo(fifo)
    table.expect(3, [fifo, "--info"], "regular file", timeout=20)
    name = "evil\x1b[2J.gltf"
    done = table.expect(3, [table.scratch / name, "--info"])
    table.checks.that(b"\x1b" not in done.stderr, "an escape sequence of a file name reached the terminal")


def standard_input(table):
    data = '{"asset": {"version": "2.0", "generator": "test"}}'
    done = table.expect(0, ["-", "--info", "--json"], input=data.encode())
    table.checks.that(json.loads(done.stdout)["file"]["generator"] == "test", "standard input was not read")
    table.expect(3, ["-", "--info"], "morphview: error: ", input=b"")


def info(table):
    report = table.program.json(table.cube, "--info", "--json")
    targets = report["morph"][0]["targets"]
    table.checks.that([t["name"] for t in targets] == ["thin", "angle"], f"names {targets}")
    table.checks.that(abs(targets[0]["max_displacement"] - 0.01893253) < 1e-7, f"max of thin {targets[0]}")
    table.checks.that(abs(targets[1]["max_displacement"] - 0.0198908355) < 1e-7, f"max of angle {targets[1]}")
    table.checks.that(report["morph"][0]["vertices"] == 24 and report["file"]["version"] == "2.0", "vertices or version")
    clip = report["animations"][0]
    table.checks.that(clip["name"] == "Square" and clip["weight_tracks"][0]["keys"] == 127, f"clip {clip}")
    table.checks.that(report["memory"]["file"] > 0 and report["issues"] == [], "memory or issues")
    for key in ("file", "extensions", "scenes", "materials", "images"):
        table.checks.that(key in report, f"--info lacks {key}")
    text = table.program.run(table.cube, "--info").stdout.decode()
    for word in ("thin", "angle", "Square", "127 keys", "24 vertices"):
        table.checks.that(word in text, f"--info lacks '{word}':\n{text}")
    nameless = table.program.json(table.cube.parents[1] / "AnimatedMorphCubeQuantized/AnimatedMorphCubeQuantized.gltf",
                                  "--info", "--json")
    table.checks.that(nameless["morph"][0]["targets"][0]["name"] == "target 0", "a nameless target has no display name")


def pointer_info(table):
    """A channel that drives one weight says which."""
    broken = Path(__file__).parents[1] / "data/invalid/warn_pointer_mesh.gltf"
    text = broken.read_text().replace("/meshes/0/weights", "/nodes/0/weights/0").encode()
    clip = json.loads(table.expect(0, ["-", "--info", "--json"], input=text).stdout)["animations"][0]
    table.checks.that(clip["channels"] == 1 and clip["weight_tracks"] == [
        {"node": 0, "element": 0, "interpolation": "LINEAR", "keys": 2}], f"clip {clip}")
    done = table.expect(0, ["-", "--info"], input=text)
    table.checks.that(b"weight #0 of node 0: 2 keys, LINEAR" in done.stdout, f"--info says {done.stdout}")
    done = table.expect(0, ["-", "-t", "0.25", "--dump", "-"], input=text)
    table.checks.that(json.loads(done.stdout)["nodes"][0]["weights"] == [0.25], "the weight is not driven")


def severities(table):
    """What breaks the specification is an error among the issues even where the file loads; --strict fails on it."""
    mesh = '"meshes": [{"primitives": [{"attributes": {"POSITION": 0}}]%s}], "nodes": [{"mesh": 0}]'
    accessor = '"accessors": [{"componentType": 5126, "count": 3, "type": "VEC3", "min": [0, 0, 0], "max": [0, 0, 0]}]'
    sound = '{"asset": {"version": "2.0"}, ' + mesh % "" + ", " + accessor + "}"
    broken = '{"asset": {"version": "2.0"}, ' + mesh % ', "weights": [1]' + ", " + accessor + "}"
    foreign = sound[:-1] + ', "extensionsUsed": ["KHR_materials_none"], "extensionsRequired": ["KHR_materials_none"]}'
    for name, text, severity, strict in (("sound.gltf", sound, None, 0), ("broken.gltf", broken, "error", 1),
                                         ("foreign.gltf", foreign, "warning", 1)):
        path = table.write(name, text.encode())
        issues = table.program.json(path, "--info", "--json")["issues"]
        table.checks.that([i["severity"] for i in issues] == ([severity] if severity else []), f"{name}: {issues}")
        dump = table.scratch / f"{name}.json"
        table.expect(strict, [path, "--dump", dump, "--strict", "-q"], "--strict" if strict else "")
        table.checks.that(dump.exists(), f"{name}: --strict kept the result from being written")


def material_info(table):
    transform = {"extensions": {"KHR_texture_transform": {"scale": [2, 2]}}}
    materials = [{"name": "skin", "alphaMode": "MASK", "doubleSided": True,
                  "pbrMetallicRoughness": {"baseColorTexture": {"index": 1, **transform}},
                  "normalTexture": {"index": 0, "texCoord": 1}},
                 {"extensions": {"KHR_materials_unlit": {}}}]
    path = table.write("materials.gltf", json.dumps({
        "asset": {"version": "2.0"}, "materials": materials, "textures": [{}, {"source": 1}],
        "images": [{"name": "nobody's", "uri": "a.png"}, {"uri": "missing.png"}]}))
    report = table.program.json(path, "--info", "--json")
    expected = {
        "materials": [{"index": 0, "name": "skin", "alpha_mode": "MASK", "double_sided": True, "unlit": False, "textures": [
                           {"use": "baseColorTexture", "texture": 1, "texcoord": 0, "transformed": True},
                           {"use": "normalTexture", "texture": 0, "texcoord": 1, "transformed": False}]},
                      {"index": 1, "name": "material 1", "alpha_mode": "OPAQUE", "double_sided": False, "unlit": True,
                       "textures": []}],
        "textures": [{"index": 0, "image": None}, {"index": 1, "image": 1}],
        "images": [{"index": 0, "name": "nobody's", "uri": "a.png", "width": 0, "height": 0, "state": "unused"},
                   {"index": 1, "name": "missing.png", "uri": "missing.png", "width": 16, "height": 16,
                    "state": "placeholder"}]}
    for key, value in expected.items():
        table.checks.that(report[key] == value, f"--info: {key} is {report[key]}, expected {value}")
    text = table.program.run(path, "--info").stdout.decode()
    for line in ("  0   skin  MASK, double-sided, baseColorTexture 1, normalTexture 0\n",
                 "  1   material 1  OPAQUE, unlit\n", "  0   nobody's  unused\n", "  1   missing.png  placeholder\n"):
        table.checks.that(line in text, f"--info lacks '{line}':\n{text}")


def skinned_triangle(table):
    """(1,0,0), (0,1,0), (0,0,1) on node 0 far away, all of it following node 1; two cameras."""
    accessor = {"bufferView": 0, "componentType": 5126, "count": 3}
    document = {
        "asset": {"version": "2.0"},
        "nodes": [{"mesh": 0, "skin": 0, "translation": [9, 9, 9]}, {"translation": [0, 0, 5]}],
        "meshes": [{"primitives": [{"attributes": {"POSITION": 0, "JOINTS_0": 1, "WEIGHTS_0": 2}}]}],
        "skins": [{"name": "bones", "joints": [1]}],
        "cameras": [{"type": "perspective", "perspective": {"yfov": 0.5, "znear": 0.25}},
                    {"name": "top", "type": "orthographic",
                     "orthographic": {"xmag": 2, "ymag": 3, "znear": 0, "zfar": 4}}],
        "accessors": [{**accessor, "type": "VEC3", "min": [0, 0, 0], "max": [1, 1, 1]},
                      {"componentType": 5121, "count": 3, "type": "VEC4"},
                      {**accessor, "bufferView": 1, "type": "VEC4"}],
        "bufferViews": [{"buffer": 0, "byteLength": 36, "byteStride": 12}, {"buffer": 0, "byteLength": 48}],
        "buffers": [{"byteLength": 48, "uri": "data:application/octet-stream;base64," +
                     base64.b64encode(struct.pack("<12f", *[1, 0, 0, 0] * 3)).decode()}],
    }
    return table.write("skinned.gltf", json.dumps(document))


def skins_and_cameras(table):
    path = skinned_triangle(table)
    report = table.program.json(path, "--info", "--json")
    table.checks.that(report["issues"] == [], f"issues {report['issues']}")
    table.checks.that(report["skins"] == [{"index": 0, "name": "bones", "joints": 1}], f"skins {report['skins']}")
    expected = [{"index": 0, "name": "camera 0", "type": "perspective", "yfov": 0.5, "znear": 0.25},
                {"index": 1, "name": "top", "type": "orthographic", "xmag": 2, "ymag": 3, "znear": 0, "zfar": 4}]
    table.checks.that(report["cameras"] == expected, f"cameras {report['cameras']}")
    text = table.program.run(path, "--info").stdout.decode()
    for word in ("bones  1 joint\n", "camera 0  perspective, yfov 0.5, 0.25 to infinity", "top  orthographic, 2 x 3, 0 to 4"):
        table.checks.that(word in text, f"--info lacks '{word}':\n{text}")
    done = table.expect(0, [path, "--dump", "-", "--dump-space", "world"])
    table.checks.that(done.stderr == b"", f"a dump that applies the skin says {done.stderr}")
    primitive = json.loads(done.stdout)["nodes"][0]["primitives"][0]
    table.checks.that(primitive["positions"] == [[1, 0, 5], [0, 1, 5], [0, 0, 6]], f"world {primitive['positions']}")
    table.checks.that(all(abs(x - 3**-0.5) < 1e-6 for row in primitive["normals"] for x in row),
                      f"flat normals {primitive['normals']}")
    local = table.program.json(path, "--dump", "-")["nodes"][0]["primitives"][0]["positions"]
    table.checks.that(local == [[1, 0, 0], [0, 1, 0], [0, 0, 1]], f"local {local}")


def expressions(table):
    """An avatar around the cube: happy fades the binary blink, which is then off; -w stands above both."""
    data = json.loads(table.cube.read_text())
    node = next(i for i, node in enumerate(data["nodes"]) if "mesh" in node)

    def bind(target, weight):
        return {"morphTargetBinds": [{"node": node, "index": target, "weight": weight}]}

    data["extensionsUsed"] = ["VRMC_vrm"]
    data["extensions"] = {"VRMC_vrm": {"specVersion": "1.0", "expressions": {
        "preset": {"happy": {**bind(0, 0.5), "overrideBlink": "blend"}, "blink": {**bind(1, 1), "isBinary": True}},
        "custom": {"wide": bind(0, 3)}}}}
    for name in [buffer["uri"] for buffer in data["buffers"]] + [image["uri"] for image in data.get("images", [])]:
        shutil.copy(table.cube.parent / name, table.scratch / name)
    face = table.write("face.gltf", json.dumps(data))

    def weights(*arguments):
        return table.program.json(face, "--dump", "-", "-t", "1", *arguments)["nodes"][0]["weights"]

    animated = weights()
    rows = (
        (["happy=1"], [0.5, 0]), (["HAPPY=9"], [0.5, 0]), (["happy=-1"], [0, 0]), (["blink=0.5"], [0, 0]),
        (["blink=0.6"], [0, 1]), (["blink=1", "happy=0.1"], [0.05, 0]), (["w*=1", "happy=1"], [3.5, 0]),
        (["wide=0.5", "wide=1"], [3, 0]), (["blink=0"], [0, 0]),
    )
    table.checks.that(animated[0] > 0.6, f"the animation plays: {animated}")
    for values, wanted in rows:
        given = [text for value in values for text in ("--expression", value)]
        found = weights(*given)
        table.checks.that(all(abs(a - b) < 1e-6 for a, b in zip(found, wanted)), f"{values}: {found}, expected {wanted}")
    found = weights("--expression", "happy=1", "-w", "thin=2")
    table.checks.that(found == [2, 0], f"-w above an expression: {found}")
    table.expect(2, [face, "--expression", "hapy=1", "--info"], "did you mean happy?")
    table.expect(2, [face, "--expression", "happy=11", "--info"], "from -10 to 10")
    report = table.program.json(face, "--info", "--json")["expressions"]
    table.checks.that(report[0] == {
        "index": 0, "name": "happy", "preset": "happy", "is_binary": False, "override_mouth": "none",
        "override_blink": "blend", "override_look_at": "none",
        "binds": [{"node": node, "target": 0, "name": "thin", "weight": 0.5}], "material_color_binds": 0,
        "texture_transform_binds": 0}, f"--info: {report[0]}")
    table.checks.that(report[2]["preset"] is None, "a custom expression has a preset")
    text = table.program.run(face, "--info").stdout.decode()
    table.checks.that("blink (preset blink): " in text and "angle 1; binary" in text and "wide (custom)" in text, text)
    table.checks.that("; blends blink" in text, "the text lacks what happy overrides")


def dump(table):
    cube = table.cube
    whole = table.program.json(cube, "--dump", "-")
    for key, value in (("schema", "morphview.dump/1"), ("animation", "Square"), ("time", 0), ("space", "local")):
        table.checks.that(whole[key] == value, f"dump: {key} is {whole.get(key)}")
    primitive = whole["nodes"][0]["primitives"][0]
    table.checks.that([len(primitive[k]) for k in ("positions", "normals", "tangents")] == [24] * 3, "24 vertices")
    end = table.program.json(cube, "--dump", "-", "-t", "end")["time"]
    far = table.program.json(cube, "--dump", "-", "-t", "1e9")["time"]
    table.checks.that(end == far and 4.1 < end < 4.3, f"end {end}, clamped {far}")
    none = table.program.json(cube, "--dump", "-", "-a", "none", "-t", 1)
    table.checks.that(none["animation"] is None and none["time"] == 0, "without a clip the time is ignored")
    world = table.program.json(cube, "--dump", "-", "--dump-space", "world")["nodes"][0]["primitives"][0]
    reach = max(abs(x) for p in world["positions"] for x in p)
    table.checks.that(0.9 < reach < 3.1, f"the world is 100 times the mesh: {reach}")
    lengths = [sum(x * x for x in n) for n in world["normals"]]
    table.checks.that(all(abs(length - 1) < 1e-5 for length in lengths), "world normals are not unit")
    # No graphics at all: neither a display nor a driver.
    bare = {"PATH": os.environ["PATH"], "__EGL_VENDOR_LIBRARY_FILENAMES": "/nonexistent"}
    for path in ("auto", "cpu"):
        table.expect(0, [cube, "--dump", "-", "--morph-path", path], env=bare)
    for path in ("attributes", "texture"):
        table.expect(4, [cube, "--dump", "-", "--morph-path", path], "no OpenGL driver", env=bare)


def quarter_turn(table):
    """A triangle of the plane z = 0 whose one target turns it about y until it faces +x, without displacing normals."""
    floats = [0, 0, 0, 1, 0, 0, 0, 1, 0, *[0, 0, 1] * 3, 0, 0, 0, -1, 0, -1, 0, 0, 0]
    data = base64.b64encode(struct.pack("<27f", *floats)).decode()
    accessor = {"componentType": 5126, "count": 3, "type": "VEC3"}
    document = {
        "asset": {"version": "2.0"},
        "buffers": [{"byteLength": 108, "uri": f"data:application/octet-stream;base64,{data}"}],
        "bufferViews": [{"buffer": 0, "byteOffset": 36 * i, "byteLength": 36} for i in range(3)],
        "accessors": [{**accessor, "bufferView": 0, "min": [0, 0, 0], "max": [1, 1, 0]}, {**accessor, "bufferView": 1},
                      {**accessor, "bufferView": 2, "min": [-1, 0, -1], "max": [0, 0, 0]}],
        "meshes": [{"primitives": [{"attributes": {"POSITION": 0, "NORMAL": 1}, "targets": [{"POSITION": 2}]}]}],
        "nodes": [{"mesh": 0}],
        "scenes": [{"nodes": [0]}],
    }
    return table.write("quarter_turn.gltf", json.dumps(document))


def normals(table):
    file = quarter_turn(table)

    def dumped(*arguments):
        return table.program.json(file, "--dump", "-", *arguments)["nodes"][0]["primitives"][0]

    still = dumped("-w", "#0=1")
    table.checks.that(still["normals"] == [[0, 0, 1]] * 3 and "recomputed_normals" not in still, f"--normals file {still}")
    turned = dumped("-w", "#0=1", "--normals", "recompute")
    errors = [abs(a - b) for normal in turned["normals"] for a, b in zip(normal, (1, 0, 0))]
    table.checks.that(max(errors) < 1e-6 and turned["recomputed_normals"], f"--normals recompute {turned}")
    rest = dumped("--normals", "recompute")
    table.checks.that(rest["normals"] == still["normals"] and rest["morph_path"] == "cpu", f"at rest {rest}")
    issues = table.program.json(file, "--info", "--json", "--strict")["issues"]
    table.checks.that([(i["severity"], i["code"]) for i in issues] == [("info", "MORPH_TARGET_WITHOUT_NORMALS")],
                      f"issues {issues}")
    table.expect(2, [file, "--normals", "smooth", "--info"], "--normals smooth", "recompute")


def cameras(table):
    """A file's camera and parallel rays: the same picture from the same place, another from another."""
    document = json.loads(quarter_turn(table).read_text())
    document["nodes"] += [{"name": "front", "camera": 0, "translation": [0.3, 0.4, 3]}, {"camera": 1, "translation": [0.5, 0.5, 2]}]
    document["cameras"] = [
        {"type": "perspective", "perspective": {"yfov": 0.6, "znear": 0.1}},
        {"name": "flat", "type": "orthographic", "orthographic": {"xmag": 1, "ymag": 1, "znear": 0.1, "zfar": 9}}]
    document["scenes"][0]["nodes"] = [0, 1, 2]
    file = table.write("cameras.gltf", json.dumps(document))
    small = ["--resolution", "48x32"]
    for name, other in (("front", "0"), ("flat", "1")):
        reference = table.scratch / f"camera_{name}.png"
        table.expect(0, [file, *small, "--camera", name, "-o", reference])
        table.expect(0, [file, *small, "--camera", other, "--reference", reference])
        table.expect(1, [file, *small, "--reference", reference], "mismatch")
    table.expect(1, [file, *small, "--camera", "front", "--reference", table.scratch / "camera_flat.png"], "mismatch")
    table.expect(0, [file, *small, "--orthographic", "-o", table.scratch / "parallel.png"])
    table.expect(1, [file, *small, "--reference", table.scratch / "parallel.png"], "mismatch")
    table.expect(2, [file, "--camera", "frnot", "-o", table.scratch / "never.png"], "did you mean front")
    table.expect(2, [file, "--camera", "front", "--fov", "20", "-o", table.scratch / "never.png"], "--camera is the file's")


def looks(table):
    """Each shading and each overlay shows something else; names are checked before anything is drawn."""
    cube, scratch = table.cube, table.scratch
    never = scratch / "never.png"
    table.expect(2, [cube, "--heatmap", "thinn", "-o", never], "no morph target 'thinn'", "did you mean thin?")
    table.expect(2, [cube, "--heatmap", "#7", "--info"], "targets are #0 to #1")
    table.expect(2, [cube, "--shading", "hetmap", "-o", never], "did you mean heatmap")
    table.expect(2, [cube, "--show", "grid,skelton", "-o", never], "did you mean skeleton")
    table.checks.that(not never.exists(), "a wrong name left a picture")
    still = [cube, "-a", "none", "-w", "angle=0.4", "--resolution", "160x120"]
    looks = [("--shading", name) for name in ("lit", "normals", "clay", "heatmap")]
    looks += [("--show", name) for name in ("wireframe", "normals", "grid", "axes", "bounds")]
    looks += [("--heatmap", "thin"), ("--heatmap", "angle")]
    pictures = {}
    for look in looks:
        first, second = (table.expect(0, [*still, *look, "-o", "-"]).stdout for _ in range(2))
        table.checks.that(first == second, f"{look}: two runs differ")
        table.checks.that(first not in pictures.values(), f"{look}: as another look")
        pictures[look] = first

    def same(a, b):
        return table.expect(0, [*still, *a, "-o", "-"]).stdout == pictures[b]

    table.checks.that(same((), ("--shading", "lit")), "lit is not the default")
    table.checks.that(same(("--heatmap", "*"), ("--shading", "heatmap")), "a heatmap is not of the mix")
    table.checks.that(same(("--show", "skeleton"), ("--shading", "lit")), "bones without a skin")
    table.checks.that(same(("--heatmap", "#1"), ("--heatmap", "angle")), "a number is not a name")
    skinned = [skinned_triangle(table), "--resolution", "64x64", "-o", "-"]
    bones = table.expect(0, [*skinned, "--show", "skeleton"]).stdout
    table.checks.that(bones != table.expect(0, skinned).stdout, "no skeleton is shown")
    empty = b'{"asset": {"version": "2.0"}, "scenes": [{}]}'
    everything = ["--show", "wireframe,normals,grid,axes,skeleton,bounds", "--heatmap", "*"]
    table.expect(0, ["-", *everything, "--resolution", "64x64", "-o", "/dev/null"], input=empty)
    table.expect(0, [cube, *everything, "--resolution", "1x1", "-o", "/dev/null"])


def recomputed_pictures(table):
    file = quarter_turn(table)
    arguments = [file, "-w", "#0=0.5", "--resolution", "32x32"]
    done = table.program.run(*arguments, "-o", table.scratch / "recomputed.png", "--normals", "recompute", "-v")
    table.checks.that(b"cpu" in done.stderr and b"normals recomputed" in done.stderr, f"the path is not said: {done}")
    table.expect(1, [*arguments, "--reference", table.scratch / "recomputed.png"], "mismatch")
    table.expect(0, [*arguments, "--reference", table.scratch / "recomputed.png", "--normals", "recompute",
                     "--morph-path", "attributes"])


def outputs(table):
    cube, scratch = table.cube, table.scratch
    table.expect(5, [cube, "--dump", scratch / "no/folder/x.json"], "cannot write", "No such file")
    table.expect(5, [cube, "--dump", cube / "x.json"], f"cannot write '{cube / 'x.json'}'")
    if os.path.ismount("/proc"):
        table.expect(5, [cube, "--dump", "/proc/x.json"], "cannot write '/proc/x.json'")
    table.expect(5, [cube, "--dump", "/dev/full"], "No space left")
    small_files = {"preexec_fn": lambda: resource.setrlimit(resource.RLIMIT_FSIZE, (1024, 1024))}
    table.expect(5, [cube, "--dump", scratch / "large.json"], "File too large", **small_files)
    table.checks.that(not list(scratch.glob("large.json*")), "a half-written dump stayed behind")
    old = table.write("old.json", "old")
    table.expect(2, [cube, "--dump", old, "-w", "nobody=1"])
    table.checks.that(old.read_text() == "old", "a run that failed touched its output")
    table.expect(0, [cube, "--dump", old])
    table.checks.that(json.loads(old.read_text())["schema"] == "morphview.dump/1", "the dump was not replaced")
    closed = ["bash", "-c", '"$0" "$@" >&-', table.program.path, str(cube), "--info"]
    done = subprocess.run(closed, capture_output=True, check=False)
    table.checks.that(done.returncode == 5, f"closed standard output: exit {done.returncode}")
    # A reader that goes away.
    read, write = os.pipe()
    os.close(read)
    done = table.program.run(cube, "--dump", "-", stdout=write)
    os.close(write)
    table.checks.that(done.returncode == 5, f"broken pipe: exit {done.returncode}")
    left = [p.name for p in scratch.iterdir() if ".json." in p.name]
    table.checks.that(not left, f"temporary files are left: {left}")


def interrupted(table):
    """Ctrl+C while it waits for standard input: 130."""
    process = subprocess.Popen([table.program.path, "-", "--info"], stdin=subprocess.PIPE, stdout=subprocess.PIPE,
                               stderr=subprocess.PIPE)
    time.sleep(0.5)
    process.send_signal(signal.SIGINT)
    process.communicate(timeout=20)
    table.checks.that(process.returncode == 130, f"interrupted: exit {process.returncode}")


def graphics(table):
    cube = table.cube
    small = ["--resolution", "64x64"]
    environment = dict(os.environ)
    nothing = {**environment, "__EGL_VENDOR_LIBRARY_FILENAMES": "/nonexistent"}
    table.expect(4, [cube, "-o", table.scratch / "x.png"], "no OpenGL driver found", env=nothing)
    older = {**environment, "MESA_GL_VERSION_OVERRIDE": "3.3"}
    table.expect(4, [cube, "-o", table.scratch / "x.png"], "OpenGL 4.1 needed, found", "3.3", env=older)
    headless = {key: value for key, value in environment.items() if key not in ("DISPLAY", "WAYLAND_DISPLAY")}
    table.expect(4, [cube], "DISPLAY is not set", "--output", env=headless)
    table.expect(4, [cube, "-o", table.scratch / "x.png", "--backend", "window"], "DISPLAY", env=headless)
    table.checks.that(not (table.scratch / "x.png").exists(), "a picture without graphics")
    table.expect(0, [cube, "-o", table.scratch / "{model}-{animation}.png", *small], env=headless)
    done = table.expect(0, [cube, "-o", "-", "--no-background", "-a", "none", *small])
    alpha = read_channel(done.stdout, 3)[2]
    table.checks.that(alpha[0] == 0 and alpha[len(alpha) // 2 + 32] == 255 and len(set(alpha)) > 2,
                      "--no-background: nothing around the cube, all of it in the middle, parts at its edges")
    table.checks.that((table.scratch / "AnimatedMorphCube-Square.png").is_file(), "the name was not expanded")
    table.expect(5, [cube, "-o", cube / "x.png", *small], f"cannot write '{cube / 'x.png'}'")
    if os.path.ismount("/proc"):
        table.expect(5, [cube, "-o", "/proc/x.png", *small], "cannot write '/proc/x.png'")
    done = table.expect(0, [cube, "-o", "-", *small])
    table.checks.that(done.stdout.startswith(b"\x89PNG"), "no PNG on standard output")
    done = table.expect(0, [cube, "-v", "-o", "/dev/null", *small], "node 0 primitive 0", "OpenGL")
    table.expect(0, ["-o", "/dev/null", *small])  # the demo
    done = table.expect(0, [skinned_triangle(table), "-o", "/dev/null", *small])
    table.checks.that(done.stderr == b"", f"a word about skins: {done.stderr}")


def references(table):
    cube, scratch = table.cube, table.scratch
    reference = scratch / "reference.png"
    command = [cube, "--resolution", "128x128", "--reference", reference]
    free = {key: value for key, value in os.environ.items() if key != "CI"}

    def compare(code, result, *more):
        done = table.expect(code, [*command, "--json", *more], *([result] if code else []))
        report = json.loads(done.stdout)
        table.checks.that(report["schema"] == "morphview.compare/1" and report["result"] == result,
                          f"{more}: {report['result']}, expected {result}")
        return report

    compare(1, "missing-reference")
    table.checks.that(not reference.exists(), "a missing reference was created")
    table.expect(0, [*command, "--update-reference"], env=free)
    table.expect(2, [*command, "--update-reference"], env={**free, "CI": "1"})
    report = compare(0, "match")
    table.checks.that(report["differing_pixels"] == 0 and report["rmse"] == 0 and report["renderer"], f"{report}")
    before = reference.read_bytes()
    diff = scratch / "diff.png"
    compare(0, "match", "--diff", diff)
    table.checks.that(not diff.exists(), "a difference image of equal pictures")
    report = compare(1, "mismatch", "-t", 1, "--diff", diff)
    table.checks.that(report["differing_percent"] > 0.05 and diff.is_file(), f"{report}")
    compare(0, "match", "-t", 1, "--max-diff", 100)
    table.expect(1, [cube, "--resolution", "100x128", "--reference", reference], "size-mismatch")
    table.checks.that(reference.read_bytes() == before, "a comparison changed the reference")
    bad = table.write("bad.png", "not a picture")
    table.expect(3, [cube, "--resolution", "64x64", "--reference", bad], "not a PNG")


def automatic_path(table):
    """Under auto the twelve targets go to the attributes while they fit, and to the CPU above; no step in between."""
    seen = {}
    for count in range(1, 13):
        weights = [text for i in range(count) for text in ("-w", f"#{i}=0.5")]
        arguments = [table.twelve, "-a", "none", *weights]
        table.expect(0, [*arguments, "-o", "/dev/null", "--resolution", "32x32", "--dump", table.scratch / "auto.json"])
        primitive = json.loads((table.scratch / "auto.json").read_text())["nodes"][0]["primitives"][0]
        seen[count] = primitive["morph_path"]
    fits = [count for count, path in seen.items() if path == "attributes"]
    table.checks.that(fits == list(range(1, len(fits) + 1)) and 1 <= len(fits) < 12, f"auto: {seen}")


def main():
    program, assets, scratch = Program(sys.argv[1]), Path(sys.argv[2]), Path(sys.argv[3])
    shutil.rmtree(scratch, ignore_errors=True)
    scratch.mkdir(parents=True)
    table = Table(program, assets, scratch)
    if "--gl" in sys.argv:
        require_graphics(program, table.cube)
        parts = (graphics, references, automatic_path, recomputed_pictures, cameras, looks)
    else:
        parts = (usage, unusable_input, standard_input, info, pointer_info, material_info, expressions, severities,
                 skins_and_cameras, dump, normals, outputs, interrupted)
    for part in parts:
        part(table)
    table.checks.end()


if __name__ == "__main__":
    main()
