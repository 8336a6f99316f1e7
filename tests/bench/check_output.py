# SPDX-License-Identifier: MIT
"""Runs each command of morph_bench for a moment: the members of its JSON, and errors of what it computes. Never time.

usage: check_output.py MORPH_BENCH ASSETS unit|gl
"""

import json
import os
import subprocess
import sys
from pathlib import Path

SKIPPED = 77
NO_GRAPHICS = 4

MEMBERS = {
    "blend": {"case", "vertices", "targets", "active", "attributes", "threads", "cold", "ms_min", "ms_median", "alone_ms", "limit_ms",
              "touched_limit_ms", "sgemv_ms", "naive_o2_ms", "copy_ms", "max_error", "unit_error", "rival_error"},
    "load": {"case", "file_bytes", "ms_min", "ms_median", "tinygltf_ms_min", "tinygltf_ms_median", "ratio", "first_ms",
             "tinygltf_first_ms", "first_ratio", "peak_bytes", "tinygltf_peak_bytes", "program_bytes", "peak_ratio",
             "stored_bytes", "dense_bytes"},
    "sample": {"case", "nodes", "weights", "keys", "forward_ns_min", "forward_ns_median", "forward_ns_per_node",
               "random_ns_min", "random_ns_median", "random_ns_per_node"},
    "frame": {"case", "asked", "path", "active", "size", "samples", "renderer", "frame_us_min", "frame_us_median",
              "unchanged_us_min", "static_us_min", "allocations", "unchanged_allocations", "uploaded_bytes"},
}
# Of these a float, of which there is more than none.
TIMES = ("_ms", "ms_min", "ms_median", "ns_min", "ns_median", "us_min", "us_median")


class Bench:
    def __init__(self, program, assets):
        self.program, self.assets, self.failed = program, Path(assets), 0

    def that(self, holds, what):
        if not holds:
            self.failed += 1
            print(f"FAILED: {what}")

    def start(self, command, *arguments):
        """Names of assets become their files."""
        words = [str(self.assets / word / f"{word}.gltf") if (self.assets / word).is_dir() else word for word in arguments]
        return subprocess.run([self.program, command, *words], capture_output=True, text=True, timeout=120, check=False)

    def lines(self, command, *arguments):
        done = self.start(command, *arguments, "--seconds", "0")
        if command == "frame" and done.returncode == NO_GRAPHICS and not os.environ.get("MORPH_REQUIRE_GL"):
            print(f"skipped: {done.stderr}")
            sys.exit(SKIPPED)
        self.that(done.returncode == 0, f"{command} {arguments}: exit {done.returncode}: {done.stderr}")
        lines = [json.loads(line) for line in done.stdout.splitlines()]
        for line in lines:
            self.that(MEMBERS[command] <= line.keys(), f"{command}: without {MEMBERS[command] - line.keys()}")
            for name, value in line.items():
                self.that(not name.endswith(TIMES) or value > 0, f"{command}: {name} is {value}")
        return lines

    def refuses(self, status, *arguments):
        done = self.start(*arguments)
        self.that(done.returncode == status and not done.stdout and done.stderr, f"{arguments}: exit {done.returncode}")


def check_blend(bench):
    for attributes in ("1", "3"):
        for more in ((), ("--active", "2"), ("--cold",)):
            lines = bench.lines("blend", "TwelveTargets", "TangentFrame", "Materials", "--attrs", attributes, *more)
            bench.that([line["targets"] for line in lines] == [12, 2, 1], f"targets of {lines}")
            for line in lines:
                bench.that(line["max_error"] <= 2e-5, f"{line['case']}: error {line['max_error']}")
                bench.that(line["rival_error"] <= 2e-5, f"{line['case']}: error {line['rival_error']} of others")
                bench.that(line["unit_error"] <= 1e-6, f"{line['case']}: lengths off by {line['unit_error']}")
                bench.that(line["active"] == (min(2, line["targets"]) if "--active" in more else line["targets"]),
                           f"{line['case']}: {line['active']} active")
    bench.refuses(2, "blend", "TwelveTargets", "--threads", "1000")
    bench.refuses(2, "blend", "TwelveTargets", "--attrs", "2")
    bench.refuses(2, "blend", "TwelveTargets", "--poses", "16")
    bench.refuses(3, "blend", "no_such_file.glb")


def check_load(bench):
    dense, sparse = bench.lines("load", "TwelveTargets", "Sparse")
    for line in (dense, sparse):
        bench.that(0 < line["program_bytes"] <= line["peak_bytes"] + (1 << 20), f"memory of {line}")
        bench.that(line["dense_bytes"] > 0 and line["stored_bytes"] > 0, f"deltas of {line}")
    bench.refuses(3, "load", "no_such_file.glb")


def check_sample(bench):
    cube, spline = bench.lines("sample", "AnimatedMorphCube", "CubicSpline")
    bench.that(cube["weights"] == 2 and cube["nodes"] == 1 and cube["keys"] == 127, f"{cube}")
    bench.that(spline["weights"] > 0, f"{spline}")
    bench.refuses(3, "sample", "Crowd")


def check_frame(bench):
    lines = bench.lines("frame", "TwelveTargets", "--active", "2,0", "--path", "auto,attributes,texture,cpu", "--size", "64")
    asked = [(line["active"], line["asked"]) for line in lines]
    paths = ["auto", "attributes", "texture", "cpu"]
    bench.that(asked == [(active, path) for active in (2, 12) for path in paths], f"ways {asked}")
    for line in lines:
        bench.that(line["asked"] in ("auto", line["path"]), f"{line['asked']} became {line['path']}")
        bench.that(line["allocations"] == 0 and line["unchanged_allocations"] == 0, f"{line['asked']} allocates: {line}")
        bench.that((line["uploaded_bytes"] > 0) == (line["path"] == "cpu" or line["folded"] > 0), f"uploads of {line}")
    bench.refuses(2, "frame", "TwelveTargets", "--path", "shortest")


def main():
    program, assets, part = sys.argv[1:]
    bench = Bench(program, assets)
    for check in {"unit": (check_blend, check_load, check_sample), "gl": (check_frame,)}[part]:
        check(bench)
    sys.exit(1 if bench.failed else 0)


if __name__ == "__main__":
    main()
