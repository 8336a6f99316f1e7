#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Measures the goals of performance and prints them as a Markdown table.

usage: table.py MORPH_BENCH MORPHVIEW [--scratch FOLDER] [--rows 1,3a,…] [--seconds S] [--rounds N]

Every figure is a ratio of two times (or sizes) of one run, each of its fastest round. MORPH_ASSET_SCRIPT names
make_morph_asset.py, which writes the inputs into the scratch folder; MORPH_CORPUS the folder of real models. PEERS_HOME
is where the other programs were set up: three.js under its node_modules, by the scripts beside the asset script, and F3D
on the path. Where it is not set those rows say "no peer".
"""

import argparse
import os
import sys
import tempfile
from dataclasses import dataclass
from typing import Callable

from runs import ASSETS, CUBE, Absent, Runs

ALL = "0"  # active targets of `frame`


def absent(why):
    def measure(_):
        raise Absent(why)
    return measure


def blended(name, attributes, active, against, *more):
    """Our blend against another figure of the same line."""
    def measure(runs):
        options = ["--active", str(active)] if active else []
        line, = runs.bench("blend", name, "--attrs", str(attributes), *options, *more)
        return line["ms_min"] / line[against]
    return measure


def avatar(active):
    return lambda runs: blended(runs.avatar(), 3, active, "touched_limit_ms")(runs)


def one_against_other(names, *options):
    def measure(runs):
        other, one = runs.bench("blend", names, *options)
        return one["ms_min"] / other["ms_min"]
    return measure


def loaded(name, member, against=None):
    def measure(runs):
        line, = runs.bench("load", name)
        return line[member] / line[against] if against else line[member]
    return measure


def sampled(name):
    """Playing forward against AnimationMixer.update."""
    def measure(runs):
        line, = runs.bench("sample", name)
        found = runs.three("three_anim.mjs", runs.asset(name))
        update, = [other["us_per_update_min"] for other in found if "us_per_update_min" in other]
        return line["forward_ns_min"] / (1e3 * update)
    return measure


def keys_against_keys(runs):
    few, many = runs.bench("sample", "anim_linear anim_60k")
    return many["random_ns_min"] / few["random_ns_min"]


def pictured(name, other, member):
    """A whole process against another; member 0: wall time, 1: peak memory."""
    def measure(runs):
        found = runs.pictures(name)
        if other not in found:
            raise Absent("no peer")
        return found["morphview"][member] / found[other][member]
    return measure


def frames(runs, shading, *paths):
    """{(active targets, path asked for): line}, all of one run."""
    lines = runs.bench("frame", "face_pn", "--active", f"8,{ALL}", "--path", ",".join(paths), "--shading", shading)
    return {(line["active"], line["asked"]): line for line in lines}


def of_all_paths(runs):
    # Unlit, so that light does not hide what morphing costs.
    return frames(runs, "unlit", "auto", "attributes", "texture", "cpu")


def framed(active, shading, member="frame_us_min"):
    def measure(runs):
        line = frames(runs, shading, "auto")[active, "auto"]
        return line[member] / line["static_us_min"]
    return measure


def frame_of_three(runs):
    three, = runs.three("three_browser.mjs", runs.asset("face_dense"), str(runs.scratch / "three.png"), "30", "512", "8",
                        ANGLE="gl-egl")
    line, = runs.bench("frame", "face_dense", "--active", "8")
    return line["frame_us_min"] / (1e3 * three["frame_min_ms"])


def choice(runs):
    lines = of_all_paths(runs)
    best = {active: min(line["frame_us_min"] for (of, asked), line in lines.items() if of == active and asked != "auto")
            for active, _ in lines}
    return max(lines[active, "auto"]["frame_us_min"] / least for active, least in best.items())


def texture_list(runs):
    lines = of_all_paths(runs)
    return lines[8, "texture"]["frame_us_min"] / lines[52, "texture"]["frame_us_min"]


def allocations(runs):
    return max(max(line["allocations"], line["unchanged_allocations"]) for line in of_all_paths(runs).values())


@dataclass
class Row:
    number: str
    goal: str
    must: float | None
    stretch: float | None
    measure: Callable[[Runs], float]


ROWS = [
    Row("1", "dense blend, 25 000 × 52, P, all active / plain read", 1.15, 1.06, blended("full_p", 1, 0, "limit_ms")),
    Row("2", "dense blend, 8 of 52, P / plain read", 1.20, 1.10, blended("full_p", 1, 8, "limit_ms")),
    Row("3", "rig, P+N+T, 52 active / sgemv", 0.10, 0.06, blended("face_dense", 3, 0, "sgemv_ms")),
    Row("3a", "rig, P+N+T, 52 active / plain read of what is touched", 1.35, 1.2,
        blended("face_dense", 3, 0, "touched_limit_ms")),
    Row("3a", "the same, 8 active", 1.35, 1.2, blended("face_dense", 3, 8, "touched_limit_ms")),
    Row("3a", "the same of a VALID avatar, all active", 1.35, 1.2, avatar(0)),
    Row("3a", "the same of a VALID avatar, 8 active", 1.35, 1.2, avatar(8)),
    Row("4", "rig, P+N+T, 8 active / sgemv", 0.45, 0.30, blended("face_dense", 3, 8, "sgemv_ms")),
    Row("5", "the same, caches cold", 0.60, 0.42, blended("face_dense", 3, 8, "sgemv_ms", "--cold")),
    Row("6", "rig with shuffled vertices / the ordered file, 8 active", 1.15, 1.02,
        one_against_other("face_dense face_shuffled", "--attrs", "3", "--active", "8")),
    Row("7", "8 active of T = 400 / of T = 52, 10 000 vertices", 1.25, 1.05,
        one_against_other("targets_52 targets_400", "--attrs", "1", "--active", "8")),
    Row("8", "coverage 100 % through the sparse path / dense path", 1.10, 1.0, absent("one path; row 1 bounds it")),
    Row("9", "rig, P+N+T, 52 active, 2 threads / 1 thread", 0.60, 0.54,
        blended("face_dense", 3, 0, "alone_ms", "--threads", "2")),
    Row("9", "the same with 5 000 vertices", 1.0, None, blended("face_5k", 3, 0, "alone_ms", "--threads", "2")),
    Row("10", "int16 store / f32", None, 0.75, absent("f32 only")),
    Row("11", "16 poses of one mesh / sgemm", None, 0.16, absent("one pose a call")),
    Row("12", "rig, P+N+T, 8 active / naive loop at -O2", 0.05, 0.04, blended("face_dense", 3, 8, "naive_o2_ms")),
    # Pages cost more than work for a large file, so its goal is for the first load; the others' are for the work.
    Row("13", "file to ready, face_dense / tinygltf's load, first of a process", 0.12, 0.07,
        loaded("face_dense", "first_ratio")),
    Row("13", "the same, memory already there", None, None, loaded("face_dense", "ratio")),
    Row("14", "file to ready, face_sparse / tinygltf's load, memory already there", 0.70, 0.45,
        loaded("face_sparse", "ratio")),
    Row("14", "the same, first of a process", None, None, loaded("face_sparse", "first_ratio")),
    Row("15", "file to ready, json_heavy / tinygltf's load, memory already there", 1.10, 1.0,
        loaded("json_heavy", "ratio")),
    Row("15", "the same, first of a process", None, None, loaded("json_heavy", "first_ratio")),
    Row("16", "peak memory of a load, face_dense / file size", 1.35, 1.2, loaded("face_dense", "peak_ratio")),
    Row("16", "blend data after it / dense f32 deltas", 0.32, 0.20, loaded("face_dense", "stored_bytes", "dense_bytes")),
    Row("17", "52 weights × 600 keys, LINEAR, forward / three.js", 0.15, 0.08, sampled("anim_linear")),
    Row("17", "the same, CUBICSPLINE", 0.15, 0.08, sampled("anim_cubic")),
    Row("17", "the same, LINEAR, 64 nodes", 0.06, 0.04, sampled("anim_64")),
    Row("18", "60 000 keys / 600 keys, random seek", 2.0, 1.5, keys_against_keys),
    Row("19", "first PNG, AnimatedMorphCube / F3D", 0.35, 0.25, pictured(CUBE, "f3d", 0)),
    Row("19", "the same / three.js in Chromium", 0.06, 0.04, pictured(CUBE, "three.js", 0)),
    Row("20", "first PNG, face_dense, morphed / F3D, un-morphed", 0.35, 0.20, pictured("face_dense", "f3d", 0)),
    Row("21", "peak memory of the viewer, face_dense / F3D", 0.6, 0.45, pictured("face_dense", "f3d", 1)),
    Row("22", "frame, P+N, 8 active, lit / static draw", 1.20, 1.10, framed(8, "lit")),
    Row("22", "the same, 52 active", 1.35, 1.15, framed(52, "lit")),
    Row("22", "frame, P+N, 8 active, unlit / static draw", 1.20, 1.10, framed(8, "unlit")),
    Row("22", "the same, 52 active", 1.35, 1.15, framed(52, "unlit")),
    Row("23", "frame, face_dense, 8 active / three.js on the same rasteriser", None, 0.12, frame_of_three),
    Row("24", "automatic path / the best path, the worse of 8 and 52 active", 1.10, 1.03, choice),
    Row("25", "texture path, 8 of 52: active list / all of them", 0.20, 0.15, texture_list),
    Row("26", "frame with unchanged weights, lit / static draw", 1.03, 1.0, framed(8, "lit", "unchanged_us_min")),
    Row("26", "the same, unlit", 1.03, 1.0, framed(8, "unlit", "unchanged_us_min")),
    Row("26", "allocations a frame, the most of all paths", 0, 0, allocations),
]


def verdict(row, figure):
    if row.stretch is not None and figure <= row.stretch:
        return "stretch"
    if row.must is not None:
        return "must" if figure <= row.must else "**missed**"
    return "context" if row.stretch is None else "not reached"


def line_of(row, runs):
    try:
        figure = row.measure(runs)
        measured, judged = f"{figure:.3g}", verdict(row, figure)
    except Absent as why:
        measured, judged = "-", str(why)
    commands = "<br>".join(f"`{command}`" for command in runs.take_commands())
    limits = ["-" if limit is None else f"≤ {limit:g}" for limit in (row.must, row.stretch)]
    return f"| {row.number} | {row.goal} | {limits[0]} | {limits[1]} | {measured} | {judged} | {commands} |"


def processor():
    with open("/proc/cpuinfo", encoding="utf-8") as lines:
        name = next((line.split(":")[1].strip() for line in lines if line.startswith("model name")), "unknown processor")
    return f"{name}, {os.cpu_count()} cores"


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("bench", metavar="MORPH_BENCH")
    parser.add_argument("viewer", metavar="MORPHVIEW")
    parser.add_argument("--scratch", metavar="FOLDER", help="keeps the inputs for the next time")
    parser.add_argument("--rows", help="numbers, separated by commas; all if not given")
    parser.add_argument("--seconds", type=float, default=2.0, help="of each run of morph_bench")
    parser.add_argument("--rounds", type=int, default=7, help="of whole processes")
    given = parser.parse_args()
    if not os.environ.get("MORPH_ASSET_SCRIPT"):
        sys.exit("MORPH_ASSET_SCRIPT must name make_morph_asset.py")
    wanted = given.rows.split(",") if given.rows else [row.number for row in ROWS]
    with tempfile.TemporaryDirectory() as scratch:
        runs = Runs(given.bench, given.viewer, given.scratch or scratch, given.seconds, given.rounds)
        try:
            print(f"{processor()}; load {os.getloadavg()[0]:.1f} before\n")
            print("| # | goal | must | stretch | measured | verdict | command |\n|---|---|---|---|---|---|---|")
            for row in ROWS:
                if row.number in wanted:
                    print(line_of(row, runs), flush=True)
            print(f"\nLoad {os.getloadavg()[0]:.1f} after. Inputs, by make_morph_asset.py:\n")
            for name, options in ASSETS.items():
                print(f"* {name}: `{' '.join(options)}`")
        finally:
            runs.close()


if __name__ == "__main__":
    main()
