# SPDX-License-Identifier: MIT
"""Prints which part of a folder's lines the corpora of the fuzz targets reach.

  coverage.py CORPORA PROGRAMS FOLDER --least PERCENT

CORPORA has a folder for each target, PROGRAMS a program fuzz_<target>. Files that are reached least come first.
Exit status 1 below PERCENT.
"""

import argparse
import json
import os
import pathlib
import subprocess
import sys
import tempfile

from run import LIMITS, environment

TARGETS = ["import", "accessor", "track", "report"]


def replay(program, corpus, profile):
    done = subprocess.run([str(program), "-runs=0", *LIMITS, str(corpus)], stdout=subprocess.DEVNULL,
                          stderr=subprocess.PIPE, text=True, errors="replace",
                          env=environment() | {"LLVM_PROFILE_FILE": str(profile)})
    if done.returncode != 0:
        raise SystemExit(done.stderr[-3000:] + f"\n{program.name}: the corpus holds a finding")


def lines_of(programs, profile):
    """{file: (reached, lines)}"""
    objects = [argument for program in programs[1:] for argument in ("-object", str(program))]
    exported = subprocess.run(["llvm-cov", "export", "-summary-only", f"-instr-profile={profile}", str(programs[0]),
                               *objects], check=True, stdout=subprocess.PIPE).stdout
    files = json.loads(exported)["data"][0]["files"]
    return {file["filename"]: (file["summary"]["lines"]["covered"], file["summary"]["lines"]["count"])
            for file in files}


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("corpora", type=pathlib.Path)
    parser.add_argument("programs", type=pathlib.Path)
    parser.add_argument("folder", type=pathlib.Path)
    parser.add_argument("--least", type=float, default=80.0)
    arguments = parser.parse_args()
    programs = [arguments.programs / f"fuzz_{target}" for target in TARGETS]
    with tempfile.TemporaryDirectory() as scratch:
        profiles = [pathlib.Path(scratch) / f"{target}.profraw" for target in TARGETS]
        for target, program, profile in zip(TARGETS, programs, profiles):
            replay(program, arguments.corpora / target, profile)
        merged = pathlib.Path(scratch) / "merged"
        subprocess.run(["llvm-profdata", "merge", "-sparse", "-o", str(merged), *map(str, profiles)], check=True)
        files = lines_of(programs, merged)
    folder = str(arguments.folder.resolve()) + os.sep
    inside = {name[len(folder):]: counts for name, counts in files.items()
              if os.path.realpath(name).startswith(folder) and counts[1] > 0}
    inside = {name: counts for name, counts in sorted(inside.items(), key=lambda item: item[1][0] / item[1][1])}
    for name, (reached, lines) in list(inside.items())[:10]:
        print(f"{100 * reached / lines:6.1f} %  {reached:4} of {lines:4}  {name}")
    reached, lines = (sum(counts[i] for counts in inside.values()) for i in (0, 1))
    percent = 100.0 * reached / max(lines, 1)
    print(f"{arguments.folder}: {reached} of {lines} lines reached, {percent:.1f} % (at least {arguments.least:.0f} %)")
    return 0 if percent >= arguments.least else 1


if __name__ == "__main__":
    sys.exit(main())
