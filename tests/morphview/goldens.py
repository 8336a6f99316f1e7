# SPDX-License-Identifier: MIT
"""Compares pictures with the goldens beside this tree, one PNG for all morph paths.

usage: goldens.py PROGRAM ASSETS GOLDENS_FOLDER SCRATCH_FOLDER [--bless]

goldens.json lists the command of each picture. The policy: a pixel differs when a channel is off by more than 2 levels; no
more than 0.05 % of the pixels that show anything may differ; and the root mean square of all differences stays at or below
0.25 levels. Each picture is drawn twice and must come out bit for bit the same. A picture that fails leaves actual, expected,
diff and an index.html that flickers between them in one folder and prints its path; a golden that is missing fails and
leaves its candidate. --bless writes the goldens anew (refused by the program where CI is set).

MORPH_ARTEFACTS names the folder for failed pictures; else it is SCRATCH_FOLDER.
"""

import json
import os
import shutil
import sys
from pathlib import Path

from program import Checks, Program, require_graphics

RMSE_GATE = 0.25
PATHS = ("cpu", "attributes", "texture")

PAGE = """<!doctype html>
<meta charset="utf-8">
<title>{name}</title>
<style>
body {{ background: #202226; color: #ddd; font: 14px sans-serif; margin: 24px }}
img {{ image-rendering: pixelated; width: 512px; display: block }}
figure {{ display: inline-block; margin: 0 16px 16px 0 }}
#flicker img {{ position: absolute }}
#flicker {{ position: relative; width: 512px; height: 512px }}
#flicker img + img {{ animation: flicker 1s steps(1) infinite }}
@keyframes flicker {{ 50% {{ visibility: hidden }} }}
</style>
<h1>{name}</h1>
<p>{reason}</p>
<figure id="flicker">{expected}<img src="actual.png"></figure>
<p>Above, expected and actual in turn. Below, actual, expected and the difference.</p>
<figure><img src="actual.png"></figure><figure>{expected}</figure><figure>{diff}</figure>
"""


class Goldens:
    def __init__(self, program, assets, folder, scratch):
        self.program, self.assets, self.folder, self.scratch = program, assets, folder, scratch
        self.table = json.loads((folder / "goldens.json").read_text(encoding="utf-8"))
        self.artefacts = Path(os.environ.get("MORPH_ARTEFACTS") or scratch / "artefacts")

    def draw(self, golden, path, *more):
        size = golden.get("size", self.table["size"])
        return self.program.run(self.assets / golden["file"], *golden["arguments"], "--resolution", f"{size}x{size}",
                                "--morph-path", path, *more)

    def compare(self, golden, path):
        """The report of one picture, and where the picture is."""
        actual, diff = self.scratch / "actual.png", self.scratch / "diff.png"
        for file in (actual, diff):
            file.unlink(missing_ok=True)
        done = self.draw(golden, path, "-o", actual, "--reference", self.expected(golden), "--diff", diff, "--json",
                         "--tolerance", golden.get("tolerance", self.table["tolerance"]),
                         "--max-diff", golden.get("max_diff", self.table["max_diff"]))
        if done.returncode not in (0, 1):
            raise RuntimeError(f"{golden['name']}: exit {done.returncode}\n{done.stderr.decode()}")
        return json.loads(done.stdout)

    def expected(self, golden):
        return self.folder / (golden["name"] + ".png")

    def verdict(self, report):
        """Empty when the picture passes, else the reason."""
        if report["result"] != "match":
            return f"{report['result']}: {report['differing_percent']} % of the pixels, at most {report['max_delta']} levels"
        if report["rmse"] > RMSE_GATE:
            return f"rmse {report['rmse']} is above {RMSE_GATE}"
        return ""

    def keep(self, golden, path, reason):
        """Puts what a person needs to judge a failed picture into one folder."""
        folder = self.artefacts / f"{golden['name']}-{path}"
        folder.mkdir(parents=True, exist_ok=True)
        shutil.copy(self.scratch / "actual.png", folder / "actual.png")
        images = {}
        for name, source in (("expected", self.expected(golden)), ("diff", self.scratch / "diff.png")):
            images[name] = ""
            if source.exists():
                shutil.copy(source, folder / f"{name}.png")
                images[name] = f'<img src="{name}.png">'
        page = PAGE.format(name=f"{golden['name']} on {path}", reason=reason, **images)
        (folder / "index.html").write_text(page, encoding="utf-8")
        return folder

    def check(self, checks, golden, path):
        reason = self.verdict(self.compare(golden, path))
        if reason:
            print(f"pictures: {self.keep(golden, path, reason)}")
        checks.that(not reason, f"{golden['name']} on {path}: {reason}")

    def check_repeats(self, checks, golden, path):
        first, second = (self.draw(golden, path, "-o", "-") for _ in range(2))
        checks.that(first.returncode == 0 and first.stdout == second.stdout,
                    f"{golden['name']} on {path}: two runs differ")


def bless(goldens):
    for golden in goldens.table["goldens"]:
        done = goldens.draw(golden, PATHS[0], "--reference", goldens.expected(golden), "--update-reference")
        print(done.stderr.decode() or f"wrote {goldens.expected(golden)}")


def main():
    program, assets, folder, scratch = Program(sys.argv[1]), *map(Path, sys.argv[2:5])
    scratch.mkdir(parents=True, exist_ok=True)
    goldens = Goldens(program, assets, folder, scratch)
    require_graphics(program, assets / goldens.table["goldens"][0]["file"])
    if "--bless" in sys.argv:
        return bless(goldens)
    checks = Checks()
    for golden in goldens.table["goldens"]:
        for path in PATHS:
            goldens.check(checks, golden, path)
            goldens.check_repeats(checks, golden, path)
    checks.end()


if __name__ == "__main__":
    main()
