# SPDX-License-Identifier: MIT
"""What table.py measures with: assets, morph_bench, whole processes and other programs. Each command runs once."""

import json
import os
import shutil
import subprocess
import sys
import time
from pathlib import Path

CUBE = Path(__file__).resolve().parents[2] / "assets/AnimatedMorphCube/AnimatedMorphCube.gltf"

RIG = ["-V", "25000", "-T", "52", "--coverage", "0.12", "--default-active", "8"]
ANIMATED = ["-V", "500", "-T", "52", "--anim"]

# What the asset script is given; all else are its defaults (a sphere, every attribute, seed 1).
ASSETS = {
    "face_dense": RIG,
    "face_sparse": [*RIG, "--sparse"],
    "face_q16": [*RIG, "--quantize"],
    "face_shuffled": [*RIG, "--shuffle"],
    "face_5k": ["-V", "5000", *RIG[2:]],
    "face_pn": [*RIG, "--attrs", "POSITION,NORMAL"],
    "full_p": ["-V", "25000", "-T", "52", "--coverage", "1", "--attrs", "POSITION"],
    "targets_52": ["-V", "10000", "-T", "52", "--attrs", "POSITION", "--sparse"],
    "targets_400": ["-V", "10000", "-T", "400", "--attrs", "POSITION", "--sparse"],
    "json_heavy": ["-V", "400", "-T", "1000", "--sparse"],
    "many_prims": ["-V", "400", "-T", "52", "--primitives", "40"],
    "static_25k": ["-V", "25000", "-T", "0"],
    "anim_linear": [*ANIMATED, "LINEAR", "--keyframes", "600"],
    "anim_cubic": [*ANIMATED, "CUBICSPLINE", "--keyframes", "600"],
    "anim_64": [*ANIMATED, "LINEAR", "--keyframes", "600", "--instances", "64"],
    "anim_60k": [*ANIMATED, "LINEAR", "--keyframes", "60000"],
}

# The same software rasteriser for everyone who draws.
SOFTWARE = {"LIBGL_ALWAYS_SOFTWARE": "1", "GALLIUM_DRIVER": "llvmpipe"}


class Absent(Exception):
    """A figure that cannot be had here; the text says why."""


def short(word):
    """A word of a command without the folders of its file."""
    option, equals, file = word.rpartition("=")
    return option + equals + (Path(file).name if "/" in file else file)


class Runs:
    def __init__(self, bench, viewer, scratch, seconds, rounds):
        self.bench_program, self.viewer, self.seconds, self.rounds = bench, viewer, seconds, rounds
        self.scratch = Path(scratch)
        self.scratch.mkdir(parents=True, exist_ok=True)
        self.script = Path(os.environ["MORPH_ASSET_SCRIPT"])
        self.peers = Path(os.environ["PEERS_HOME"]) if os.environ.get("PEERS_HOME") else None
        self.done = {}
        self.commands = []  # since `take_commands`
        self.display = None

    def take_commands(self):
        taken, self.commands = list(dict.fromkeys(self.commands)), []
        return taken

    def close(self):
        if self.display:
            self.display.terminate()
            self.display.wait()

    # ---- inputs ----

    def asset(self, name):
        file = self.scratch / f"{name}.glb"
        if not file.exists():
            print(f"making {file.name}", file=sys.stderr)
            subprocess.run([sys.executable, str(self.script), "-o", f"{file}.part", *ASSETS[name]], check=True,
                           stdout=subprocess.DEVNULL)
            Path(f"{file}.part").rename(file)
        return str(file)

    def file(self, name):
        return self.asset(name) if name in ASSETS else str(name)

    def avatar(self):
        corpus = os.environ.get("MORPH_CORPUS")
        found = sorted(Path(corpus).glob("VALID-*/**/*.glb")) if corpus else []
        if not found:
            raise Absent("no VALID avatar in MORPH_CORPUS")
        return str(found[0])

    # ---- morph_bench ----

    def bench(self, command, names, *options):
        """The lines of one run; `names` are assets or files, separated by spaces."""
        files = [self.file(name) for name in names.split()]
        words = [command, *files, *options, "--seconds", str(self.seconds)]
        self.commands.append(" ".join(["morph_bench", command, *(Path(file).name for file in files), *options]))
        if tuple(words) not in self.done:
            print(self.commands[-1], file=sys.stderr)
            done = subprocess.run([self.bench_program, *words], capture_output=True, text=True, check=False,
                                  env={**os.environ, **SOFTWARE}, timeout=1800)
            if done.returncode != 0:
                raise Absent(f"exit {done.returncode}: {done.stderr.strip().splitlines()[0] if done.stderr else ''}")
            self.done[tuple(words)] = [json.loads(line) for line in done.stdout.splitlines()]
        return self.done[tuple(words)]

    # ---- others ----

    def three(self, script, *arguments, **environment):
        """The JSON lines of one of the peers' scripts for three.js."""
        path = self.script.parent / "peers/js" / script
        if not self.peers or not shutil.which("node") or not path.exists():
            raise Absent("no peer")
        self.commands.append(" ".join(["node", script, *(Path(word).name for word in arguments)]))
        key = (script, *arguments, *environment.items())
        if key not in self.done:
            print(self.commands[-1], file=sys.stderr)
            done = subprocess.run(["node", str(path), *arguments], capture_output=True, text=True, check=False, timeout=600,
                                  env={**os.environ, **self.shown(), **environment})
            if done.returncode != 0:
                raise Absent(f"three.js: exit {done.returncode}")
            self.done[key] = [json.loads(line) for line in done.stdout.splitlines()]
        return self.done[key]

    def shown(self):
        """The environment of programs that want a display."""
        if not self.display:
            if not shutil.which("Xvfb"):
                raise Absent("no Xvfb")
            reading, writing = os.pipe()
            self.display = subprocess.Popen(["Xvfb", "-displayfd", str(writing), "-screen", "0", "1280x1024x24"],
                                            pass_fds=[writing], stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
            os.close(writing)
            with os.fdopen(reading) as pipe:
                self.number = pipe.readline().strip()
        return {"DISPLAY": f":{self.number}", **SOFTWARE}

    def pictures(self, name):
        """{program: (least wall seconds, peak bytes)} of a whole process that writes a PNG, in rounds of all of them."""
        if not self.peers:
            raise Absent("no peer")
        file, out = self.file(name), str(self.scratch / "first.png")
        commands = {"morphview": [self.viewer, file, "-o", out, "--resolution", "512x512"]}
        if shutil.which("f3d"):
            commands["f3d"] = ["f3d", file, f"--output={out}", "--resolution=512,512"]
        browser = self.script.parent / "peers/js/three_browser.mjs"
        if shutil.which("node") and browser.exists():
            commands["three.js"] = ["node", str(browser), file, out]
        self.commands += [" ".join(short(word) for word in words) for words in commands.values()]
        key = ("pictures", name)
        if key not in self.done:
            print(f"pictures of {Path(file).name}", file=sys.stderr)
            found = {program: [] for program in commands}
            for _ in range(self.rounds + 1):  # the first one warms up
                for program, words in commands.items():
                    found[program].append(self.whole(words))
            self.done[key] = {program: (min(wall for wall, _ in runs[1:]), min(peak for _, peak in runs[1:]))
                              for program, runs in found.items()}
        return self.done[key]

    def whole(self, words):
        """Wall seconds and peak bytes of a process of its own; of several processes the largest."""
        begin = time.perf_counter()
        process = subprocess.Popen(words, stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL,
                                   env={**os.environ, **self.shown()})
        _, status, usage = os.wait4(process.pid, 0)
        wall = time.perf_counter() - begin
        process.returncode = os.waitstatus_to_exitcode(status)
        if process.returncode != 0:
            raise Absent(f"{Path(words[0]).name}: exit {process.returncode}")
        return wall, usage.ru_maxrss * 1024
