# SPDX-License-Identifier: MIT
"""Running the program in tests: what all runners share."""

import json
import os
import subprocess
import sys

SKIPPED = 77

# Exit code of the sanitizers, see cmake/MorphTargets.cmake.
SANITIZER = 99


def skip(reason):
    print(f"skipped: {reason}")
    sys.exit(SKIPPED)


class Program:
    def __init__(self, path):
        self.path = str(path)

    def run(self, *arguments, **more):
        """Runs it; standard output and error are bytes. A crash or a sanitizer's report is a failure of the test."""
        more.setdefault("stdout", subprocess.PIPE)
        more.setdefault("stderr", subprocess.PIPE)
        more.setdefault("timeout", 120)
        done = subprocess.run([self.path, *map(str, arguments)], check=False, **more)
        if done.returncode < 0 or done.returncode == SANITIZER:
            text = (done.stderr or b"").decode(errors="replace")
            raise RuntimeError(f"{self.path} {arguments}: ended with {done.returncode}\n{text}")
        return done

    def json(self, *arguments):
        """What a run that must succeed writes to standard output."""
        done = self.run(*arguments)
        if done.returncode != 0:
            raise RuntimeError(f"{arguments}: exit {done.returncode}\n{done.stderr.decode(errors='replace')}")
        return json.loads(done.stdout)

    def has_graphics(self, file):
        """Whether pictures can be drawn here. Where MORPH_REQUIRE_GL is set, they must."""
        done = self.run(file, "-o", "/dev/null", "--resolution", "8x8")
        if done.returncode == 0:
            return True
        if os.environ.get("MORPH_REQUIRE_GL"):
            raise RuntimeError(f"MORPH_REQUIRE_GL is set, but: {done.stderr.decode(errors='replace')}")
        return False


def require_graphics(program, file):
    if not program.has_graphics(file):
        skip("no OpenGL 4.1 driver here")


class Checks:
    """Counts what does not hold, and says it at once."""

    def __init__(self):
        self.done = 0
        self.failed = 0

    def that(self, holds, what):
        self.done += 1
        if not holds:
            self.failed += 1
            print(f"FAILED: {what}")
        return holds

    def end(self):
        print(f"{self.done} checks, {self.failed} failed")
        sys.exit(1 if self.failed or not self.done else 0)


def values(numbers):
    """All numbers of nested lists, in order."""
    if isinstance(numbers, list):
        for entry in numbers:
            yield from values(entry)
    elif numbers is not None:
        yield numbers


def worst_relative_difference(left, right):
    """Of two dumps: |a − b| / max(1, |a|, |b|), over every number of every primitive; None where their shapes differ."""
    worst = 0.0
    if [node["node"] for node in left["nodes"]] != [node["node"] for node in right["nodes"]]:
        return None
    for one, other in zip(left["nodes"], right["nodes"]):
        if one["weights"] != other["weights"] or len(one["primitives"]) != len(other["primitives"]):
            return None
        for a, b in zip(one["primitives"], other["primitives"]):
            for key in ("positions", "normals", "tangents", "texcoords", "colors"):
                x, y = list(values(a.get(key, []))), list(values(b.get(key, [])))
                if (key in a) != (key in b) or len(x) != len(y):
                    return None
                for p, q in zip(x, y):
                    worst = max(worst, abs(p - q) / max(1.0, abs(p), abs(q)))
    return worst
