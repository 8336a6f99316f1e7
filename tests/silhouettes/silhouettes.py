# SPDX-License-Identifier: MIT
"""Holds the silhouettes of real, morphed models against those that three.js draws in headless Chromium.

usage: silhouettes.py PROGRAM SCRATCH_FOLDER [FOLDER...]

A camera is put into a copy of each file, aimed at what its targets and clips move; the copy is drawn by both at three
moments: three times of a clip, or three sets of weights where there is no clip. Covered is a pixel whose alpha is at least
1/2, without anti-aliasing. Asked of each pair: intersection over union of at least 0.995; and of each file, that the
comparison sees more than that: different moments of it must be below.

FOLDERs limit the run to some of the corpus. Exit 77 (skipped) unless MORPH_CORPUS names the folder of models, MORPH_THREE
one into which npm installed three and playwright-core, and there are node and Chromium. Masks of pairs that fail stay in
SCRATCH_FOLDER, as PGM: 255 both, 160 ours alone, 80 theirs alone.
"""

import json
import math
import shutil
import subprocess
import sys
from pathlib import Path

sys.dont_write_bytecode = True
for folder in ("morphview", "support"):
    sys.path.insert(0, str(Path(__file__).resolve().parents[1] / folder))

from camera_copy import Camera, changed_copy, set_weights  # noqa: E402
from corpus import folder as corpus_folder, models  # noqa: E402
from png import read_channel  # noqa: E402
from program import SKIPPED, Checks, Program, require_graphics, skip  # noqa: E402

SIZE = 1024
LEAST = 0.995
SCRIPT = Path(__file__).resolve().with_name("three_alpha.mjs")
HELD = (0.75, -0.5, 1.25, 0.375, 1.0, -0.125, 0.5)
ALPHA = 3
AT_LEAST_HALF = bytes(level >= 128 for level in range(256))

FRONT, BEHIND, SIDE = (0.5, 0.35, 1), (-0.5, 0.2, -1), (1, 0.1, 0.4)  # from the model to the eye

# Folder: where the eye is, and the clip's index and three moments as parts of its duration; without a clip how strong the
# weights are. VRM 0.x looks along -z.
FILES = {
    "AnimatedMorphCube-glb": (FRONT, 0, (0.25, 0.5, 0.7)),
    "AnimatedMorphCube-Quantized": (FRONT, 0, (0.2, 0.45, 0.8)),
    "AnimatedMorphSphere-glTF": (FRONT, 0, (0.1, 0.35, 0.7)),
    "BlenderIO-cs_morph": (FRONT, 0, (0, 0.3, 0.8)),
    "BlenderIO-multi_prim_vertex_attribute": (FRONT, 0, (0, 0.6, 1)),
    "MorphPrimitivesTest-glTF": (FRONT, None, 1),
    "MorphStressTest-glb": (FRONT, 1, (0.15, 0.5, 0.75)),
    "SimpleMorph-glTF": (FRONT, 0, (0.25, 0.5, 0.85)),
    "gdx-Morphing": (FRONT, None, 1),
    "RobotExpressive-glb": (FRONT, 0, (0.1, 0.4, 0.75)),
    "Godette-VRM0": (BEHIND, None, 0.5),
    "Robot-VRM0": ((1, -0.1, -0.2), None, 1.5),
    "ThreeVRM-cube": (FRONT, None, 1),
    "VALID-Hispanic_F_2_Busi": (SIDE, None, 0.8),
    "VALID-MENA_M_1_Casual": (SIDE, None, 0.8),
    "VRMAddon-pose_rotation_scale_shape_key_skinned": (BEHIND, None, 1),
}


class Moment:
    """A file at some time of a clip, or with some weights."""

    def __init__(self, label, clip=None, time=0.0, weights=None):
        self.label, self.clip, self.time, self.weights = label, clip, time, weights

    def change(self, document):
        if self.weights:
            set_weights(document, self.weights)

    def arguments(self):
        return ["-a", "none"] if self.clip is None else ["-a", self.clip, "-t", repr(self.time)]


def moments(program, source, clip, given):
    if clip is not None:
        duration = program.json(source, "--info", "--json")["animations"][clip]["duration"]
        return [Moment(f"{part * duration:.3f} s", clip, part * duration) for part in given]
    return [Moment("weights 0", weights=lambda target: 0.0),
            Moment("weights A", weights=lambda target: given * HELD[target % len(HELD)]),
            Moment("weights B", weights=lambda target: given * HELD[(3 * target + 2) % len(HELD)])]


# ---- camera ----------------------------------------------------------------------------------------------------------


def positions(program, file, moment):
    dump = program.json(file, "--dump", "-", "--dump-space", "world", *moment.arguments())
    return [vertex for node in dump["nodes"] for primitive in node["primitives"] for vertex in primitive["positions"]]


def moved_box(poses):
    """Lowest and highest corner of what moves away from the first pose, by a tenth of the farthest way or more."""
    ways = [(math.dist(rest, other), rest, other) for pose in poses[1:] for rest, other in zip(poses[0], pose)]
    farthest = max(way for way, *_ in ways)
    columns = list(zip(*(place for way, *places in ways if way >= farthest / 10 for place in places)))
    return [min(column) for column in columns], [max(column) for column in columns]


def camera_for(program, source, scratch, moments, towards):
    poses = [positions(program, changed_copy(source, scratch / "aim", moment.change), moment) for moment in moments]
    low, high = moved_box(poses)
    center = [(a + b) / 2 for a, b in zip(low, high)]
    return Camera(center, math.dist(low, high) / 2, towards)


# ---- masks -----------------------------------------------------------------------------------------------------------


def half_covered(program, file, moment, out):
    """A byte a pixel, 1 where alpha is at least 1/2."""
    done = program.run(file, "-o", out, "--camera", Camera.NAME, "--resolution", f"{SIZE}x{SIZE}", "--samples", 0,
                       "--no-background", *moment.arguments())
    if done.returncode != 0:
        raise RuntimeError(f"{file}: exit {done.returncode}\n{done.stderr.decode(errors='replace')}")
    return read_channel(out.read_bytes(), ALPHA)[2].translate(AT_LEAST_HALF)


def their_masks(script, jobs, scratch):
    """Of all jobs, in order."""
    for number, job in enumerate(jobs):
        job["out"] = str(scratch / f"three_{number}.alpha")
    table = scratch / "jobs.json"
    table.write_text(json.dumps({"size": SIZE, "jobs": jobs}), encoding="utf-8")
    done = subprocess.run([*script, str(table)], capture_output=True, text=True, check=False, timeout=1800)
    print(done.stdout + done.stderr, end="", flush=True)
    if done.returncode == SKIPPED:
        sys.exit(SKIPPED)
    if done.returncode != 0:
        raise RuntimeError(f"{SCRIPT.name}: exit {done.returncode}")
    return [Path(job["out"]).read_bytes().translate(AT_LEAST_HALF) for job in jobs]


def count(mask):
    return bin(mask).count("1")


def overlap(ours, theirs):
    """Intersection over union; 0 where nothing is covered at all."""
    a, b = int.from_bytes(ours, "big"), int.from_bytes(theirs, "big")
    union = count(a | b)
    return count(a & b) / union if union else 0.0


def write_difference(path, ours, theirs):
    levels = bytes(160 * a + 80 * b + 15 * (a & b) for a, b in zip(ours, theirs))
    path.write_bytes(b"P5 %d %d 255\n" % (SIZE, SIZE) + levels)


# ---- run -------------------------------------------------------------------------------------------------------------


class Shot:
    """One copy at one moment, and what covers its picture: ours, later theirs."""

    def __init__(self, program, source, scratch, camera, moment):
        def change(document):
            moment.change(document)
            camera.put_into(document)

        folder = scratch / moment.label.replace(" ", "_")
        self.moment, self.file = moment, changed_copy(source, folder, change)
        self.ours, self.theirs = half_covered(program, self.file, moment, folder / "ours.png"), None

    def job(self):
        return {"file": str(self.file), "clip": self.moment.clip, "time": self.moment.time}


def check(checks, name, shots, scratch):
    for shot in shots:
        same = overlap(shot.ours, shot.theirs)
        share = 100 * sum(shot.ours) / len(shot.ours)
        print(f"{name:48} {shot.moment.label:12} {same:.5f}   {share:4.1f} % covered", flush=True)
        if not checks.that(same >= LEAST, f"{name}, {shot.moment.label}: {same:.5f} is below {LEAST}"):
            write_difference(scratch / f"{name}_{shot.moment.label}.pgm".replace(" ", "_"), shot.ours, shot.theirs)
    unlike = [overlap(one.ours, other.theirs) for one in shots for other in shots if one is not other]
    print(f"{name:48} {'unlike':12} {min(unlike):.5f} … {max(unlike):.5f}", flush=True)
    checks.that(max(unlike) < LEAST, f"{name}: another moment passes as well, {max(unlike):.5f}")


def main():
    program, scratch, wanted = Program(sys.argv[1]), Path(sys.argv[2]).resolve(), sys.argv[3:]
    node = shutil.which("node") or shutil.which("nodejs") or skip("node is not installed")
    sources = {file.parent.name: file for file in models(corpus_folder()) if file.parent.name in FILES}
    shutil.rmtree(scratch, ignore_errors=True)
    scratch.mkdir(parents=True)
    their_masks([node, str(SCRIPT)], [], scratch)  # whether there is a browser
    require_graphics(program, next(iter(sources.values())))
    checks, rows = Checks(), []
    for name in wanted or FILES:
        towards, clip, given = FILES[name]
        folder, source = scratch / name, sources[name]
        chosen = moments(program, source, clip, given)
        camera = camera_for(program, source, folder, chosen, towards)
        rows.append((name, [Shot(program, source, folder, camera, moment) for moment in chosen]))
    shots = [shot for _, group in rows for shot in group]
    for shot, theirs in zip(shots, their_masks([node, str(SCRIPT)], [shot.job() for shot in shots], scratch)):
        shot.theirs = theirs
    for name, group in rows:
        check(checks, name, group, scratch)
    checks.end()


if __name__ == "__main__":
    main()
