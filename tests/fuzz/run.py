# SPDX-License-Identifier: MIT
"""Runs one fuzz target for a while and judges the run.

  run.py PROGRAM --seconds S --corpus FOLDER [--seeds FOLDER]

FOLDER is the corpus that grows from run to run, seeds included; afterwards only what adds coverage is left in it.
Exit status 1 if there is a finding, if too few executions get past the parser of a file, or if coverage still grew in
the last fifth of the run. A corpus that still grows gets another run, RUNS at most: how much a run does depends on the
machine and on what else it has to do, where coverage ends does not. What was found lies beside the corpus.
"""

import argparse
import os
import pathlib
import re
import shutil
import subprocess
import sys
import time
import typing

RUNS = 5
PAST_THE_PARSER = 20.0  # percent of the executions, at least
GROWTH = 1.0  # percent of the edges that the last fifth may add

# One execution: 10 s and 256 MiB for one allocation would already be findings. The entropic schedule costs more than
# an import where an input has thousands of features.
LIMITS = ["-timeout=10", "-rss_limit_mb=2048", "-malloc_limit_mb=256", "-max_len=49152", "-entropic=0"]


def environment():
    names = dict(os.environ)
    names["LLVM_PROFILE_FILE"] = "/dev/null"
    names.setdefault("UBSAN_OPTIONS", "print_stacktrace=1")
    names.setdefault("ASAN_OPTIONS", "malloc_context_size=8:quarantine_size_mb=32:strict_string_checks=1")
    return names


class Run(typing.NamedTuple):
    status: int
    seconds: float  # with those that reading the corpus took
    lines: list[str]  # that the target wrote
    edges: list[tuple[float, int]]  # reached after so many seconds, from when the corpus had been read


def fuzz(program, seconds, corpus, findings):
    command = [str(program), f"-max_total_time={seconds}", f"-artifact_prefix={findings}/", "-print_final_stats=1",
               *LIMITS, str(corpus)]
    print("$", *command, flush=True)
    started = time.monotonic()
    process = subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, text=True,
                               errors="replace", env=environment())
    lines, edges = [], []
    for line in process.stderr:
        lines.append(line.rstrip())
        match = re.match(r"#\d+\s+(\S+) +cov: (\d+)", line)
        if match and (edges or match[1] == "INITED"):
            edges.append((time.monotonic() - started, int(match[2])))
    return Run(process.wait(), time.monotonic() - started, lines, edges)


def growth(name, run):
    """Percent of the edges that the last fifth added."""
    if not run.edges or run.edges[0][0] > run.seconds / 2:
        return 100.0  # nothing, or hardly anything but the corpus, was tried
    (first, seeds), late = run.edges[0], run.edges[-1][1]
    early = [count for when, count in run.edges if when <= first + 0.8 * (run.seconds - first)][-1]
    percent = 100.0 * (late - early) / late
    print(f"{name}: {seeds} edges from the corpus after {first:.0f} s, {early} after 80 % of the rest, {late} at the "
          f"end (+{percent:.2f} %)")
    return percent


def share_past_the_parser(name, run):
    """Of a target that has a parser to get past, percent of the executions; else None."""
    executions = next((int(m[1]) for l in run.lines if (m := re.match(r"stat::number_of_executed_units: (\d+)", l))), 0)
    figures = next((line for line in run.lines if line.startswith("figures: ")), "figures: none")
    print(f"{name}: {executions} executions in {run.seconds:.0f} s ({executions / run.seconds:.0f} a second)")
    print(f"{name}: {figures}")
    match = re.search(r"past the parser \d+ \(([\d.]+) %\)", figures)
    return float(match[1]) if match else None


def judge(name, run):
    """What is wrong with a run, and whether its coverage grew too much."""
    share, grown = share_past_the_parser(name, run), growth(name, run)
    if run.status != 0:
        print(*run.lines[-60:], sep="\n")
        return "a finding", False
    if share is not None and share < PAST_THE_PARSER:
        return f"only {share} % get past the parser, expected {PAST_THE_PARSER} %", False
    if grown > GROWTH:
        return f"coverage grew by {grown:.2f} % in the last fifth, expected at most {GROWTH} %", True
    return None, False


def minimise(program, corpus):
    """Keeps of the corpus what its coverage needs."""
    smaller = corpus.with_name(corpus.name + ".smaller")
    shutil.rmtree(smaller, ignore_errors=True)
    smaller.mkdir()
    done = subprocess.run([str(program), "-merge=1", *LIMITS, str(smaller), str(corpus)], stdout=subprocess.DEVNULL,
                          stderr=subprocess.PIPE, text=True, errors="replace", env=environment())
    if done.returncode != 0:
        print(done.stderr[-2000:])
        raise SystemExit(f"{program.name}: the corpus could not be minimised")
    shutil.rmtree(corpus)
    smaller.rename(corpus)


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("program", type=pathlib.Path)
    parser.add_argument("--seconds", type=int, default=60)
    parser.add_argument("--corpus", type=pathlib.Path, required=True)
    parser.add_argument("--seeds", type=pathlib.Path)
    arguments = parser.parse_args()
    program, corpus = arguments.program, arguments.corpus
    findings = corpus.with_name(corpus.name + ".findings")
    for folder in (corpus, findings):
        folder.mkdir(parents=True, exist_ok=True)
    for seed in arguments.seeds.iterdir() if arguments.seeds else []:
        shutil.copy(seed, corpus / f"seed_{seed.name}")
    for _ in range(RUNS):
        run = fuzz(program, arguments.seconds, corpus, findings)
        problem, grows = judge(program.name, run)
        if not grows:
            break
        print(f"{program.name}: {problem}")
    if run.status == 0:
        minimise(program, corpus)
    print(f"{program.name}: {len(list(corpus.iterdir()))} inputs kept in {corpus}")
    print(f"{program.name}: FAILED: {problem}" if problem else f"{program.name}: passed")
    return 1 if problem else 0


if __name__ == "__main__":
    sys.exit(main())
